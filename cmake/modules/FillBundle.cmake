# Copies into the bundle in `folder`, run as a script:
#
#   lib/   `modules`, which the programs load, and the libraries that both need, but for
#          those that every system with a C++ compiler has. Both look there first.
#   lit/   the test runner, of the package in `lit`
#   unittests/, integration/   the suites, as they are in `build`
file(REMOVE_RECURSE ${folder}/lib ${folder}/lit)
file(GLOB_RECURSE programs ${folder}/bin/*)
file(GLOB libraries ${folder}/libraries/*.so)
list(APPEND modules ${libraries})
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} MODULES ${modules}
  RESOLVED_DEPENDENCIES_VAR found
  UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+)\\.so")
if(missing)
  message(FATAL_ERROR "cannot find ${missing}, which the bundle's programs need")
endif()
foreach(library ${modules} ${found})
  file(COPY ${library} DESTINATION ${folder}/lib FOLLOW_SYMLINK_CHAIN)
endforeach()

if(lit)
  file(COPY ${lit}/lit DESTINATION ${folder}/lit FILES_MATCHING PATTERN *.py
       PATTERN __pycache__ EXCLUDE PATTERN ExampleTests.ObjDir EXCLUDE)
  file(WRITE ${folder}/lit/lit.py
       "from lit.main import main\n\nif __name__ == \"__main__\":\n    main()\n")
endif()
foreach(suite unittests integration)
  if(EXISTS ${build}/${suite}/lit.site.cfg.py)
    file(COPY ${build}/${suite}/lit.site.cfg.py DESTINATION ${folder}/${suite})
  endif()
endforeach()

# Copies `modules`, which the programs of a bundle load, and the libraries that both
# need to the lib/ of the bundle in `folder`, but for libraries that every system with
# a C++ compiler has. Run as a script. The programs, and the modules, look there first.
file(REMOVE_RECURSE ${folder}/lib)
file(GLOB_RECURSE programs ${folder}/bin/*)
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

# Copies the libraries that the programs of a bundle need to its lib/, but for those
# that every system with a C++ compiler has. Run as a script, with `folder`.
# The programs look there first.
file(REMOVE_RECURSE ${folder}/lib)
file(GLOB_RECURSE programs ${folder}/bin/*)
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs}
  RESOLVED_DEPENDENCIES_VAR found
  UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+)\\.so")
if(missing)
  message(FATAL_ERROR "cannot find ${missing}, which the bundle's programs need")
endif()
foreach(library ${found})
  file(COPY ${library} DESTINATION ${folder}/lib FOLLOW_SYMLINK_CHAIN)
endforeach()

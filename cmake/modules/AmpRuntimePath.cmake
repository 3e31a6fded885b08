# amp_add_runtime_path(TARGET FOLDER)
#
# Has programs that link the archive TARGET look in FOLDER for what they load: the CPU's
# backend, and the compiler. Whatever the folder is called, the linker is told its name.
function(amp_add_runtime_path target folder)
  string(REGEX REPLACE "([^A-Za-z0-9_/.+-])" "\\\\\\1" escaped "${folder}")
  set_property(TARGET ${target} APPEND PROPERTY
    INTERFACE_LINK_OPTIONS "SHELL:-Xlinker -rpath -Xlinker ${escaped}")
endfunction()

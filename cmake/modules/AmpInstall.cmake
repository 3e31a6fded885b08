# What `cmake --install` gives, and what other projects link: the same names either way.
#
#   bin/                  amp-opt, amp-run, amp-run-program            component Tools
#   lib/                  libamp-c.so, the compiler and the CPU's backend that it loads,
#                         libAmpPlugin.so for mlir-opt                 component Libraries
#   lib/, include/        archives, headers and TableGen files         component Development
#   lib/cmake/Amp/        find_package(Amp)                            component Development
#   share/                documentation and examples                   component Documentation
#
# Nothing in it names the folder it lies in, the source tree or the build folder: the tree
# can be moved. Programs and libraries look for each other in ../lib, as in a build folder.

include(AmpRuntimePath)
include(CMakePackageConfigHelpers)
set(AMP_PACKAGE_DIR lib/cmake/Amp)

# amp_install_library(TARGET PART [NAME])
#
# Makes TARGET a library for other projects, Amp::NAME: its own name without `Amp`. PART is
# the component of find_package that brings it: what another part needs is not looked for.
function(amp_install_library target part)
  set(name ${ARGN})
  if(NOT name)
    string(REGEX REPLACE "^Amp" "" name ${target})
  endif()
  add_library(Amp::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  if(AMP_INSTALL)
    install(TARGETS ${target} EXPORT Amp${part}Targets
      ARCHIVE DESTINATION lib COMPONENT Development
      LIBRARY DESTINATION lib COMPONENT Libraries NAMELINK_COMPONENT Development
      INCLUDES DESTINATION include)
  endif()
endfunction()

# amp_install(TARGET)
#
# Installs a program, or a library that programs load.
function(amp_install target)
  if(AMP_INSTALL)
    install(TARGETS ${target}
      RUNTIME DESTINATION bin COMPONENT Tools
      LIBRARY DESTINATION lib COMPONENT Libraries)
  endif()
endfunction()

# amp_install_package()
#
# What is not a target. To be called when all targets are there.
function(amp_install_package)
  if(NOT AMP_INSTALL)
    # A part of another project, whose programs lie elsewhere.
    amp_add_runtime_path(AmpRuntime ${PROJECT_BINARY_DIR}/lib)
    return()
  endif()
  foreach(folder ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include
          ${PROJECT_SOURCE_DIR}/runtime/include)
    install(DIRECTORY ${folder}/ DESTINATION include COMPONENT Development
      FILES_MATCHING PATTERN *.h PATTERN *.h.inc PATTERN *.td PATTERN *.def
      PATTERN CMakeFiles EXCLUDE)
  endforeach()
  foreach(part CAPI Runtime Training Compiler)
    install(EXPORT Amp${part}Targets NAMESPACE Amp::
      DESTINATION ${AMP_PACKAGE_DIR} COMPONENT Development)
  endforeach()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/AmpConfig.cmake.in
    ${PROJECT_BINARY_DIR}/package/AmpConfig.cmake
    INSTALL_DESTINATION ${AMP_PACKAGE_DIR} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  # Before 1.0 a minor version may change anything.
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/AmpConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES
    ${PROJECT_BINARY_DIR}/package/AmpConfig.cmake
    ${PROJECT_BINARY_DIR}/package/AmpConfigVersion.cmake
    ${PROJECT_SOURCE_DIR}/cmake/modules/AmpLLVM.cmake
    ${PROJECT_SOURCE_DIR}/cmake/modules/AmpRuntimePath.cmake
    DESTINATION ${AMP_PACKAGE_DIR} COMPONENT Development)
  install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
    DESTINATION share/doc/amp COMPONENT Documentation)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION share/doc/amp/docs
    COMPONENT Documentation FILES_MATCHING PATTERN *.md)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION share/amp
    COMPONENT Documentation PATTERN __pycache__ EXCLUDE)
endfunction()

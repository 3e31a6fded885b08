# amp-run and the tests of devices for machines that have no LLVM.
#
#   amp-bundle   fills ${AMP_BUNDLE_DIR}: bin/, with LLVM and MLIR linked statically,
#                lib/, the CPU's backend and the other libraries but those of the
#                C and C++ runtime, and lit/ with the suites of tests of devices
#
# utils/run_tests.py takes the folder as a build folder.

set(AMP_BUNDLE_DIR ${PROJECT_BINARY_DIR}/bundle)

# lit is a package of Python files beside LLVM's tools.
find_path(AMP_LIT_PACKAGE lit/main.py NO_DEFAULT_PATH
          HINTS ${LLVM_TOOLS_BINARY_DIR}/../utils/lit
                ${LLVM_TOOLS_BINARY_DIR}/../build/utils/lit)
add_custom_target(amp-bundle
  COMMAND ${CMAKE_COMMAND} -D "folder=${AMP_BUNDLE_DIR}" -D "build=${PROJECT_BINARY_DIR}"
          -D "modules=$<TARGET_FILE:AmpRuntimeCPU>"
          -D "lit=$<$<BOOL:${AMP_LIT_PACKAGE}>:${AMP_LIT_PACKAGE}>"
          -P ${CMAKE_CURRENT_LIST_DIR}/FillBundle.cmake
  COMMENT "Filling ${AMP_BUNDLE_DIR}"
  VERBATIM)

# amp_bundle(TARGET FOLDER)
#
# Adds a program to the bundle, in FOLDER of it, from the objects of TARGET.
function(amp_bundle target folder)
  set(name ${target}-bundled)
  add_executable(${name} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${target}>)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  target_link_libraries(${name} PRIVATE ${libraries})
  file(RELATIVE_PATH lib ${AMP_BUNDLE_DIR}/${folder} ${AMP_BUNDLE_DIR}/lib)
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME ${target}
    RUNTIME_OUTPUT_DIRECTORY ${AMP_BUNDLE_DIR}/${folder}
    AMP_STATIC_LLVM ON
    AMP_SUPPORT_ONLY "$<BOOL:$<TARGET_PROPERTY:${target},AMP_SUPPORT_ONLY>>"
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN/${lib}")
  target_link_options(${name} PRIVATE -Wl,--gc-sections -Wl,--as-needed -s)
  add_dependencies(amp-bundle ${name})
endfunction()

# amp_bundle_library(TARGET)
#
# The same of a library that programs load.
function(amp_bundle_library target)
  set(name ${target}-bundled)
  add_library(${name} SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${target}>)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  get_target_property(options ${target} LINK_OPTIONS)
  get_target_property(output ${target} OUTPUT_NAME)
  target_link_libraries(${name} PRIVATE ${libraries})
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME ${output}
    LIBRARY_OUTPUT_DIRECTORY ${AMP_BUNDLE_DIR}/libraries
    AMP_STATIC_LLVM ON
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN")
  target_link_options(${name} PRIVATE ${options} -Wl,--gc-sections -Wl,--as-needed -s)
  add_dependencies(amp-bundle ${name})
endfunction()

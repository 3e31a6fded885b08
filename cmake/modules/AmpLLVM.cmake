# LLVM and MLIR as the libraries of amp link them. Read by the build, and by AmpConfig.cmake
# of an installed tree, after LLVM, and MLIR where it is needed, were found:
#
#   AmpLLVM          the shared libraries, or the archives for a target with the property
#                    AMP_STATIC_LLVM; defined where MLIR was found
#   AmpLLVMSupport   LLVM's support library alone, for what has no MLIR: the shared LLVM,
#                    or the archives for a target with the property AMP_SUPPORT_ONLY
#
# Never both in one program, which would give every type two TypeIDs: a target that has
# AMP_SUPPORT_ONLY and links MLIR is an error. Both have the flags and the folders that
# LLVM's headers need. `AMP_IMPORTED_SCOPE` is GLOBAL, or empty.

# The package for development has another name's link only.
find_library(AMP_ZSTD NAMES zstd libzstd.so.1)
mark_as_advanced(AMP_ZSTD)
separate_arguments(AMP_LLVM_FLAGS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
set(isStatic "$<BOOL:$<TARGET_PROPERTY:AMP_STATIC_LLVM>>")
set(isSupportOnly "$<BOOL:$<TARGET_PROPERTY:AMP_SUPPORT_ONLY>>")

if(MLIR_FOUND AND NOT TARGET AmpLLVM)
  file(GLOB archives ${LLVM_LIBRARY_DIRS}/libMLIR*.a ${LLVM_LIBRARY_DIRS}/libLLVM*.a)
  list(FILTER archives EXCLUDE REGEX
    "CAPI|Test|Runner|LspServer|MlirOptMain|TableGen|Exegesis")
  add_library(AmpLLVM INTERFACE IMPORTED ${AMP_IMPORTED_SCOPE})
  target_include_directories(AmpLLVM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_compile_options(AmpLLVM INTERFACE ${AMP_LLVM_FLAGS})
  target_link_libraries(AmpLLVM INTERFACE
    "$<${isStatic}:-Wl,--start-group;${archives};-Wl,--end-group;ZLIB::ZLIB>"
    "$<$<AND:${isStatic},$<BOOL:${AMP_ZSTD}>>:${AMP_ZSTD}>"
    "$<$<NOT:${isStatic}>:MLIR;LLVM>"
    # No target: the name is what CMake says.
    "$<$<AND:${isSupportOnly},$<NOT:${isStatic}>>:AmpLLVM::without_AMP_SUPPORT_ONLY>")
endif()

# What starts without a compiler starts in milliseconds so.
if(NOT TARGET AmpLLVMSupport)
  set(archives)
  foreach(name Option TargetParser Support Demangle)
    list(APPEND archives ${LLVM_LIBRARY_DIRS}/libLLVM${name}.a)
  endforeach()
  add_library(AmpLLVMSupport INTERFACE IMPORTED ${AMP_IMPORTED_SCOPE})
  target_include_directories(AmpLLVMSupport INTERFACE ${LLVM_INCLUDE_DIRS})
  target_compile_options(AmpLLVMSupport INTERFACE ${AMP_LLVM_FLAGS})
  target_link_libraries(AmpLLVMSupport INTERFACE
    "$<${isSupportOnly}:${archives};ZLIB::ZLIB>"
    "$<$<AND:${isSupportOnly},$<BOOL:${AMP_ZSTD}>>:${AMP_ZSTD}>"
    "$<$<NOT:$<OR:${isSupportOnly},${isStatic}>>:LLVM>")
endif()

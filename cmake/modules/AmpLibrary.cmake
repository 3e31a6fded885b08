# Helpers for the libraries of the compiler.

set(AMP_WARNINGS -Wall -Wextra -Wno-unused-parameter)
if(AMP_WARNINGS_AS_ERRORS)
  list(APPEND AMP_WARNINGS -Werror)
endif()

# amp_target_defaults(TARGET)
#
# What every target of the compiler is compiled with, and what who links it needs but for
# LLVM's part, which AmpLLVM.cmake has: to be called before anything else is said of it.
function(amp_target_defaults target)
  target_include_directories(${target} SYSTEM PRIVATE
    ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/runtime/include>)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE ${AMP_LLVM_FLAGS} ${AMP_WARNINGS})
endfunction()

# amp_add_library(NAME sources... [NO_PCH] [NO_INSTALL] [DEPENDS targets...]
#                 [LINK_LIBS libs...])
#
# A static library of the compiler that sees MLIR's precompiled headers and links
# LLVM and MLIR as AmpLLVM.cmake says. It is for other projects, too, unless NO_INSTALL.
function(amp_add_library name)
  cmake_parse_arguments(ARG "NO_PCH;NO_INSTALL" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  amp_target_defaults(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} AmpLLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(NOT ARG_NO_PCH)
    amp_use_pch(${name})
  endif()
  if(NOT ARG_NO_INSTALL)
    amp_install_library(${name} Compiler)
  endif()
  set_property(GLOBAL APPEND PROPERTY AMP_LIBS ${name})
endfunction()

# One precompiled header for the whole compiler, built once.
function(amp_use_pch name)
  if(NOT TARGET AmpPCH)
    set(source ${PROJECT_BINARY_DIR}/amp-pch.cpp)
    file(GENERATE OUTPUT ${source} CONTENT "")
    add_library(AmpPCH STATIC ${source})
    amp_target_defaults(AmpPCH)
    target_precompile_headers(AmpPCH PRIVATE
      <mlir/Dialect/Arith/IR/Arith.h>
      <mlir/Dialect/Func/IR/FuncOps.h>
      <mlir/Dialect/Linalg/IR/Linalg.h>
      <mlir/Dialect/MemRef/IR/MemRef.h>
      <mlir/Dialect/Tensor/IR/Tensor.h>
      <mlir/IR/Builders.h>
      <mlir/IR/BuiltinOps.h>
      <mlir/IR/OpImplementation.h>
      <mlir/IR/PatternMatch.h>
      <mlir/Interfaces/InferTypeOpInterface.h>
      <mlir/Pass/Pass.h>)
  endif()
  target_precompile_headers(${name} REUSE_FROM AmpPCH)
endfunction()

# amp_tablegen(td target  flag output  [flag output]...)
# Generates into the matching folder of the build tree.
function(amp_tablegen td target)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest flag output)
    separate_arguments(flags UNIX_COMMAND "${flag}")
    mlir_tablegen(${output} ${flags} EXTRA_INCLUDES
      ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include ${MLIR_INCLUDE_DIRS})
  endwhile()
  add_public_tablegen_target(${target})
  set_property(GLOBAL APPEND PROPERTY AMP_TABLEGEN ${target})
endfunction()

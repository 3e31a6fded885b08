# Helpers for the libraries of the compiler.

# amp_add_library(NAME sources... [DEPENDS targets...] [LINK_LIBS libs...])
#
# A static library of the compiler that sees MLIR's precompiled headers and links
# LLVM and MLIR as AmpBundle.cmake says.
function(amp_add_library name)
  cmake_parse_arguments(ARG "NO_PCH" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} AmpLLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(NOT ARG_NO_PCH)
    amp_use_pch(${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY AMP_LIBS ${name})
endfunction()

# One precompiled header for the whole compiler, built once.
function(amp_use_pch name)
  if(NOT TARGET AmpPCH)
    set(source ${CMAKE_BINARY_DIR}/amp-pch.cpp)
    file(GENERATE OUTPUT ${source} CONTENT "")
    add_library(AmpPCH STATIC ${source})
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
    mlir_tablegen(${output} ${flags})
  endwhile()
  add_public_tablegen_target(${target})
  set_property(GLOBAL APPEND PROPERTY AMP_TABLEGEN ${target})
endfunction()

# Reference documentation, generated from ODS.
#
#   amp-doc          generates into ${CMAKE_BINARY_DIR}/docs; part of every full build
#   amp-doc-update   copies what was generated to the source tree's docs/
#
# The copies are committed; test/Docs/drift.test fails where they differ.

# Like LLVM's tablegen(), not add_mlir_doc(): that one writes to ${MLIR_BINARY_DIR}/docs
# with a flag for one web site generator.
set(AMP_DOC_DIR ${CMAKE_BINARY_DIR}/docs)
add_custom_target(amp-doc ALL COMMENT "Documentation of dialects and passes")
add_custom_target(amp-doc-update
  COMMENT "Copying generated documentation to ${PROJECT_SOURCE_DIR}/docs")
add_dependencies(amp-doc-update amp-doc)

# amp_add_doc(OUTPUT GENERATOR td...)
#
# One page, ${AMP_DOC_DIR}/OUTPUT, of what the TableGen files define. GENERATOR is the
# flags of mlir-tblgen; the files are paths below include/.
function(amp_add_doc output generator)
  separate_arguments(flags UNIX_COMMAND "${generator}")
  set(page ${AMP_DOC_DIR}/${output})
  cmake_path(GET page PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})

  # Several files make one page with one title: a file that includes them.
  set(umbrella ${page}.td)
  set(text)
  foreach(td ${ARGN})
    string(APPEND text "include \"${td}\"\n")
  endforeach()
  file(GENERATE OUTPUT ${umbrella} CONTENT "${text}")

  set(includes -I ${PROJECT_SOURCE_DIR}/include)
  foreach(dir ${MLIR_INCLUDE_DIRS})
    list(APPEND includes -I ${dir})
  endforeach()
  add_custom_command(OUTPUT ${page}
    COMMAND ${MLIR_TABLEGEN_EXE} ${flags} ${includes} ${umbrella}
            --write-if-changed -o ${page} -d ${page}.d
    COMMAND ${CMAKE_COMMAND} -E touch ${page}
    DEPENDS ${umbrella} ${MLIR_TABLEGEN_TARGET}
    DEPFILE ${page}.d
    COMMENT "Documenting ${output}"
    VERBATIM)
  string(MAKE_C_IDENTIFIER "amp-doc-${output}" target)
  add_custom_target(${target} DEPENDS ${page})
  add_dependencies(amp-doc ${target})
  add_custom_command(TARGET amp-doc-update POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different
            ${page} ${PROJECT_SOURCE_DIR}/docs/${output}
    VERBATIM)
endfunction()

amp_add_doc(Dialects/Amp.md "-gen-dialect-doc -dialect=amp"
  amp/Dialect/Amp/IR/AmpOps.td
  amp/Dialect/Amp/IR/AmpMathOps.td
  amp/Dialect/Amp/IR/AmpNetworkOps.td
  amp/Dialect/Amp/IR/AmpLossOps.td)
amp_add_doc(Dialects/AmpRT.md "-gen-dialect-doc -dialect=amprt"
  amp/Dialect/AmpRT/IR/AmpRTOps.td)
amp_add_doc(Passes/Amp.md "-gen-pass-doc" amp/Dialect/Amp/Transforms/Passes.td)
amp_add_doc(Passes/AmpRT.md "-gen-pass-doc" amp/Dialect/AmpRT/Transforms/Passes.td)
amp_add_doc(Passes/Conversion.md "-gen-pass-doc" amp/Conversion/Passes.td)
amp_add_doc(Interfaces.md "-gen-op-interface-docs"
  amp/Interfaces/PrecisionOpInterface.td
  amp/Interfaces/DifferentiableOpInterface.td
  amp/Interfaces/HomogeneousOpInterface.td
  amp/Interfaces/IndexRangeOpInterface.td
  amp/Interfaces/LoweringOpInterfaces.td)

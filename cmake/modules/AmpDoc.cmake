# Reference documentation, generated from ODS, from the lists of options and from that of
# refused ops.
#
#   amp-doc          generates into ${PROJECT_BINARY_DIR}/docs; part of every full build
#   amp-doc-update   copies what was generated to the source tree's docs/
#
# The copies are committed; test/Docs/drift.test fails where they differ.

# Like LLVM's tablegen(), not add_mlir_doc(): that one writes to ${MLIR_BINARY_DIR}/docs
# with a flag for one web site generator.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(AMP_DOC_DIR ${PROJECT_BINARY_DIR}/docs)
if(PROJECT_IS_TOP_LEVEL)
  set(all ALL)
endif()
add_custom_target(amp-doc ${all} COMMENT "Documentation of dialects and passes")
add_custom_target(amp-doc-update
  COMMENT "Copying generated documentation to ${PROJECT_SOURCE_DIR}/docs")
add_dependencies(amp-doc-update amp-doc)

# What pages of options are made of, and what they make of it.
set(AMP_OPTION_LISTS
  ${PROJECT_SOURCE_DIR}/include/amp/Options/OptionEnums.def
  ${PROJECT_SOURCE_DIR}/include/amp/Options/TrainingOptions.def
  ${PROJECT_SOURCE_DIR}/tools/amp-run/Flags.td
  ${PROJECT_SOURCE_DIR}/utils/option_lists.py)

# amp_finish_doc(OUTPUT PAGE)
#
# Makes PAGE a part of amp-doc, and a copy of it one of amp-doc-update.
function(amp_finish_doc output page)
  string(MAKE_C_IDENTIFIER "amp-doc-${output}" target)
  add_custom_target(${target} DEPENDS ${page})
  add_dependencies(amp-doc ${target})
  add_custom_command(TARGET amp-doc-update POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different
            ${page} ${PROJECT_SOURCE_DIR}/docs/${output}
    VERBATIM)
endfunction()

# amp_add_doc(OUTPUT GENERATOR td...)
#
# One page, ${AMP_DOC_DIR}/OUTPUT, of what the TableGen files define. GENERATOR is the
# flags of mlir-tblgen; the files are paths below include/. Interfaces are documented for
# the file that is read and not for those that it includes: each is a part of the page.
function(amp_add_doc output generator)
  separate_arguments(flags UNIX_COMMAND "${generator}")
  set(page ${AMP_DOC_DIR}/${output})
  set(work ${PROJECT_BINARY_DIR}/docs-parts/${output})
  cmake_path(GET page PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder} ${work})

  set(includes -I ${PROJECT_SOURCE_DIR}/include)
  foreach(dir ${MLIR_INCLUDE_DIRS})
    list(APPEND includes -I ${dir})
  endforeach()
  # Dialects and passes of several files have one title: a file that includes them.
  set(sources)
  if(generator MATCHES "interface-docs")
    foreach(td ${ARGN})
      list(APPEND sources ${PROJECT_SOURCE_DIR}/include/${td})
    endforeach()
  else()
    set(text)
    foreach(td ${ARGN})
      string(APPEND text "include \"${td}\"\n")
    endforeach()
    file(GENERATE OUTPUT ${work}/umbrella.td CONTENT "${text}")
    set(sources ${work}/umbrella.td)
  endif()
  set(parts)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    set(part ${work}/${name}.md)
    add_custom_command(OUTPUT ${part}
      COMMAND ${MLIR_TABLEGEN_EXE} ${flags} ${includes} ${source} -o ${part} -d ${part}.d
      DEPENDS ${source} ${MLIR_TABLEGEN_TARGET}
      DEPFILE ${part}.d
      VERBATIM)
    list(APPEND parts ${part})
  endforeach()
  set(records)
  if(generator MATCHES "pass-doc")
    set(json ${work}/records.json)
    add_custom_command(OUTPUT ${json}
      COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-tblgen -dump-json ${includes} ${sources}
              -o ${json} -d ${json}.d
      DEPENDS ${sources}
      DEPFILE ${json}.d
      VERBATIM)
    set(records --records ${json})
  endif()
  set(finish ${PROJECT_SOURCE_DIR}/utils/finish_docs.py)
  add_custom_command(OUTPUT ${page}
    COMMAND ${Python3_EXECUTABLE} ${finish} ${page} ${parts} ${records}
    COMMAND ${CMAKE_COMMAND} -E touch ${page}
    DEPENDS ${parts} ${json} ${finish} ${AMP_OPTION_LISTS}
    COMMENT "Documenting ${output}"
    VERBATIM)
  amp_finish_doc(${output} ${page})
endfunction()

# amp_add_option_doc(OUTPUT KIND)
#
# One page, ${AMP_DOC_DIR}/OUTPUT, of the lists that options and flags are declared in.
function(amp_add_option_doc output kind)
  set(page ${AMP_DOC_DIR}/${output})
  set(script ${PROJECT_SOURCE_DIR}/utils/document_options.py)
  add_custom_command(OUTPUT ${page}
    COMMAND ${Python3_EXECUTABLE} ${script} ${kind} ${page}
    COMMAND ${CMAKE_COMMAND} -E touch ${page}
    DEPENDS ${script} ${AMP_OPTION_LISTS}
    COMMENT "Documenting ${output}"
    VERBATIM)
  amp_finish_doc(${output} ${page})
endfunction()

set(topics ${AMP_TOPICS})
list(TRANSFORM topics REPLACE "(.+)" "amp/Dialect/Amp/IR/\\1.td")
amp_add_doc(Dialects/Amp.md "-gen-dialect-doc -dialect=amp" ${topics})
amp_add_doc(Dialects/AmpRT.md "-gen-dialect-doc -dialect=amprt"
  amp/Dialect/AmpRT/IR/AmpRTOps.td)
amp_add_doc(Passes/Amp.md "-gen-pass-doc" amp/Dialect/Amp/Transforms/Passes.td)
amp_add_doc(Passes/AmpRT.md "-gen-pass-doc" amp/Dialect/AmpRT/Transforms/Passes.td)
amp_add_doc(Passes/Conversion.md "-gen-pass-doc" amp/Conversion/Passes.td)
amp_add_doc(Passes/Forms.md "-gen-pass-doc" amp/Forms/Passes.td)
amp_add_doc(Interfaces.md "-gen-op-interface-docs"
  amp/Interfaces/PrecisionOpInterface.td
  amp/Interfaces/DifferentiableOpInterface.td
  amp/Interfaces/HomogeneousOpInterface.td
  amp/Interfaces/IndexRangeOpInterface.td
  amp/Interfaces/LoweringOpInterfaces.td
  amp/Dialect/AmpRT/IR/IndexingOpInterface.td
  amp/Dialect/AmpRT/IR/RecordOpInterface.td)
amp_add_option_doc(Options.md options)
amp_add_option_doc(Flags.md flags)

set(page ${AMP_DOC_DIR}/RefusedOps.md)
set(script ${PROJECT_SOURCE_DIR}/utils/document_refusals.py)
add_custom_command(OUTPUT ${page}
  COMMAND ${Python3_EXECUTABLE} ${script} ${page}
  COMMAND ${CMAKE_COMMAND} -E touch ${page}
  DEPENDS ${script} ${PROJECT_SOURCE_DIR}/python/amp/_refusals.py
          ${PROJECT_SOURCE_DIR}/include/amp/Dialect/Amp/IR/UnknownOps.def
  COMMENT "Documenting RefusedOps.md"
  VERBATIM)
amp_finish_doc(RefusedOps.md ${page})

# The topics of the amp dialect.
#
# A topic is NAME.td in include/amp/Dialect/Amp/IR, with NAME.cpp (types, verification,
# folds) and NAMERules.cpp (derivatives and decompositions) in lib/Dialect/Amp/IR.
set(AMP_TOPICS
  Casts
  Elementwise
  Reductions
  Contractions
  Convolutions
  Normalization
  Pooling
  Resampling
  Recurrent
  Attention
  Losses
  Indexing
  Shapes
  Random
  State
  Regions
  Scaling
  Gradients
  Optimizers)

# amp_add_topics(NAME...)
#
# Makes of each topic
#   NAME.h.inc, NAME.cpp.inc    by mlir-tblgen
#   NAME.h                      the header of its ops
#   NAMEDefinitions.cpp         a translation unit of their generated definitions, which
#                               changes with NAME.td alone
# and of all of them Topics.h, which lists them, and Ops.h, which includes all headers.
# The global property AMP_TOPIC_SOURCES is the list of the generated sources.
function(amp_add_topics)
  set(templates ${PROJECT_SOURCE_DIR}/cmake/modules)
  set(sources)
  set(AMP_TOPIC_LIST)
  set(AMP_TOPIC_INCLUDES)
  foreach(AMP_TOPIC ${ARGN})
    amp_tablegen(${AMP_TOPIC}.td Amp${AMP_TOPIC}IncGen
      "-gen-op-decls" ${AMP_TOPIC}.h.inc
      "-gen-op-defs" ${AMP_TOPIC}.cpp.inc)
    string(TOUPPER ${AMP_TOPIC} AMP_TOPIC_UPPER)
    configure_file(${templates}/Topic.h.in ${AMP_TOPIC}.h @ONLY)
    configure_file(${templates}/TopicDefinitions.cpp.in ${AMP_TOPIC}Definitions.cpp @ONLY)
    list(APPEND sources ${CMAKE_CURRENT_BINARY_DIR}/${AMP_TOPIC}Definitions.cpp)
    string(APPEND AMP_TOPIC_LIST "AMP_TOPIC(${AMP_TOPIC})\n")
    string(APPEND AMP_TOPIC_INCLUDES
      "#include \"amp/Dialect/Amp/IR/${AMP_TOPIC}.h\"\n")
  endforeach()
  configure_file(${templates}/Topics.h.in Topics.h @ONLY)
  configure_file(${templates}/Ops.h.in Ops.h @ONLY)
  set_property(GLOBAL PROPERTY AMP_TOPIC_SOURCES ${sources})
endfunction()

//===- Types.h - The types of PTX -------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_TYPES_H
#define AMP_RUNTIME_SIMULATOR_PTX_TYPES_H

#include <cstdint>
#include <string_view>

namespace amp::rt::simulator::ptx {

/// X(ENUMERATOR, NAME, BYTES) for each type that an instruction may name. A
/// predicate takes a byte in the machine and none in PTX.
#define AMPRT_PTX_TYPES(X)                                                     \
  X(Pred, "pred", 1)                                                           \
  X(B8, "b8", 1)                                                               \
  X(B16, "b16", 2)                                                             \
  X(B32, "b32", 4)                                                             \
  X(B64, "b64", 8)                                                             \
  X(U8, "u8", 1)                                                               \
  X(U16, "u16", 2)                                                             \
  X(U32, "u32", 4)                                                             \
  X(U64, "u64", 8)                                                             \
  X(S8, "s8", 1)                                                               \
  X(S16, "s16", 2)                                                             \
  X(S32, "s32", 4)                                                             \
  X(S64, "s64", 8)                                                             \
  X(U16x2, "u16x2", 4)                                                         \
  X(S16x2, "s16x2", 4)                                                         \
  X(F16, "f16", 2)                                                             \
  X(F16x2, "f16x2", 4)                                                         \
  X(BF16, "bf16", 2)                                                           \
  X(BF16x2, "bf16x2", 4)                                                       \
  X(TF32, "tf32", 4)                                                           \
  X(F32, "f32", 4)                                                             \
  X(F32x2, "f32x2", 8)                                                         \
  X(F64, "f64", 8)

enum class Type : uint8_t {
  None,
#define AMPRT_ENUMERATOR(ENUMERATOR, NAME, BYTES) ENUMERATOR,
  AMPRT_PTX_TYPES(AMPRT_ENUMERATOR)
#undef AMPRT_ENUMERATOR
};

inline unsigned bytesOf(Type type) {
  switch (type) {
#define AMPRT_CASE(ENUMERATOR, NAME, BYTES)                                    \
  case Type::ENUMERATOR:                                                       \
    return BYTES;
    AMPRT_PTX_TYPES(AMPRT_CASE)
#undef AMPRT_CASE
  case Type::None:
    break;
  }
  return 0;
}

inline const char *nameOf(Type type) {
  switch (type) {
#define AMPRT_CASE(ENUMERATOR, NAME, BYTES)                                    \
  case Type::ENUMERATOR:                                                       \
    return NAME;
    AMPRT_PTX_TYPES(AMPRT_CASE)
#undef AMPRT_CASE
  case Type::None:
    break;
  }
  return "none";
}

/// The type of a name without its point, `None` if there is none.
inline Type typeOf(std::string_view name) {
#define AMPRT_COMPARE(ENUMERATOR, NAME, BYTES)                                 \
  if (name == NAME)                                                            \
    return Type::ENUMERATOR;
  AMPRT_PTX_TYPES(AMPRT_COMPARE)
#undef AMPRT_COMPARE
  return Type::None;
}

inline bool isSigned(Type type) {
  return type == Type::S8 || type == Type::S16 || type == Type::S32 ||
         type == Type::S64;
}

inline bool isFloat(Type type) { return type >= Type::F16; }

/// How a result that a type cannot hold is rounded.
enum class Rounding : uint8_t {
  NearestEven,
  Zero,
  Down,
  Up,
  NearestAway, ///< Of cvt to tf32 alone.
};

enum class Space : uint8_t {
  Generic,
  Global,
  Constant,
  Shared,
  Local,
  Parameter, ///< Of the kernel.
};

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_TYPES_H

//===- HeaderSpelling.h - NVIDIA's types as ours are spelled ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the files that compare declarations made by hand with the toolkit's.
// Includes none of NVIDIA's headers.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_HEADERSPELLING_H
#define AMP_RUNTIME_CUDA_HEADERSPELLING_H

#include "CudaApi.h"

#include <type_traits>

namespace amp::rt::cuda {

/// A type of NVIDIA's headers as it is spelled here: an enumeration is its
/// underlying type, a struct that is declared again is that declaration;
/// everything else is itself.
template <typename T, bool IsEnum = std::is_enum_v<T>>
struct Spell {
  using Type = T;
};
template <typename T>
struct Spell<T, true> {
  using Type = std::underlying_type_t<T>;
};
template <typename T>
struct Spell<const T, false> {
  using Type = const typename Spell<T>::Type;
};
template <typename T>
struct Spell<T *, false> {
  using Type = typename Spell<T>::Type *;
};
template <typename R, typename... Args>
struct Spell<R(Args...), false> {
  using Type = typename Spell<R>::Type(typename Spell<Args>::Type...);
};

template <typename Ours, typename Theirs>
inline constexpr bool isSame =
    std::is_same_v<Ours, typename Spell<Theirs>::Type>;

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_HEADERSPELLING_H

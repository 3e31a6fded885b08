//===- Spatial.h - Places in tensors ----------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_SPATIAL_H
#define AMP_UNITTESTS_TARGET_SPATIAL_H

#include "TargetTest.h"

#include <functional>
#include <utility>
#include <vector>

namespace amp::test {

/// `kFloats`, and for 16-bit operands an f32 result too.
inline std::vector<std::pair<ElementType, ElementType>> wideningTypes() {
  std::vector<std::pair<ElementType, ElementType>> types;
  for (ElementType type : kFloats) {
    types.push_back({type, type});
    if (is16Bit(type))
      types.push_back({type, ElementType::F32});
  }
  return types;
}

/// Index tuples of a shape, in row-major order.
inline void forEach(const Shape &shape,
                    const std::function<void(const Shape &)> &f) {
  Shape index(shape.size(), 0);
  for (int64_t i = 0, e = product(shape); i < e; ++i) {
    f(index);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

inline int64_t flat(const Shape &index, const Shape &shape) {
  int64_t result = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    result = result * shape[d] + index[d];
  return result;
}

/// [N, C] and spatial sizes.
inline Shape withSpatial(int64_t n, int64_t c, const Shape &spatial) {
  Shape shape = {n, c};
  shape.insert(shape.end(), spatial.begin(), spatial.end());
  return shape;
}

/// The index tuple of element `index`.
inline Shape placeOf(int64_t index, const Shape &shape) {
  Shape place(shape.size());
  for (size_t i = shape.size(); i-- > 0; index /= shape[i])
    place[i] = index % shape[i];
  return place;
}

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_SPATIAL_H

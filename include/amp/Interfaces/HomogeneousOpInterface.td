//===- HomogeneousOpInterface.td --------------------------- -*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_HOMOGENEOUSOPINTERFACE_TD
#define AMP_INTERFACES_HOMOGENEOUSOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def HomogeneousOpInterface : OpInterface<"HomogeneousOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    What becomes of a positive factor, such as a loss scale, that the operands carry: an
    op is homogeneous if the factors s^d of its operands come out as one of its results.
    An op without the interface takes operands without a factor only.
  }];

  let methods = [
    InterfaceMethod<[{
        The degree d of the results, from those of the operands; no degree is given for
        operands that may have any: zeros, and what is no floating-point number. Fails
        where the results have no common factor. By default all degrees must be equal.
      }],
      "::llvm::FailureOr<int64_t>", "inferDegree",
      (ins "::llvm::ArrayRef<std::optional<int64_t>>":$degrees), [{}], [{
        return ::mlir::amp::detail::getCommonDegree(degrees);
      }]>,
    InterfaceMethod<[{
        Whether finite operands always give finite results.
      }],
      "bool", "keepsFinite", (ins), [{}], [{
        return false;
      }]>,
  ];
}

#endif // AMP_INTERFACES_HOMOGENEOUSOPINTERFACE_TD

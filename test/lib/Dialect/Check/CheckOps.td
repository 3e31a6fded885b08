//===- CheckOps.td -----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TEST_LIB_DIALECT_CHECK_CHECKOPS_TD
#define AMP_TEST_LIB_DIALECT_CHECK_CHECKOPS_TD

include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::mlir::check";
  let summary = "expectations of tests, beside the ops that they are about";
  let description = [{
    Values are stated by ops of this dialect, which read them. What precision assignment
    gives an op is stated by attributes, since a further use of a value would change what
    is assigned:

    | attribute | on | states |
    |---|---|---|
    | `check.takes` | an op | element types of its operands, `none` where any will do |
    | `check.gives` | an op | element types of its results, `none` where any will do |
    | `check.casts` | an op, a variable, a function's argument | how often its value is cast to each type |
    | `check.holds` | an op with regions | of each op that is named, those in the regions, as function types |

    Of an op that the passes replaced by others, `check.takes` is about the type in which
    each operand is first read, casts aside, and `check.gives` about what first reads the
    results. `check.number` is how `amp-check` finds ops again.

    ```mlir
    func.func @matmul() {
      %a = check.input dense<[[1.0, 2.0]]> : tensor<1x2xf32>
      %b = check.input dense<[[3.0], [4.0]]> : tensor<2x1xf32>
      %c = amp.matmul %a, %b {check.takes = [f16, f16]}
        : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
      check.equal %c, dense<11.0> : tensor<1x1xf32>
      return
    }
    ```
  }];
  let discardableAttrs = (ins
    "::mlir::ArrayAttr":$takes,
    "::mlir::ArrayAttr":$gives,
    "::mlir::DictionaryAttr":$casts,
    "::mlir::DictionaryAttr":$holds,
    "::mlir::IntegerAttr":$number);
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
}

class Check_Op<string mnemonic, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic, [HasParent<"::mlir::func::FuncOp">] # traits>;

def Check_Tensor : StaticShapeTensorOf<[F64, F32, F16, BF16, I64, I32, I16, I8, UI8, I1]>;
def Check_FloatTensor : StaticShapeTensorOf<[F64, F32, F16, BF16]>;

def Check_DenseAttr : ElementsAttrBase<
    CPred<"::llvm::isa<::mlir::DenseIntOrFPElementsAttr>($_self)">, "dense numbers"> {
  let storageType = "::mlir::DenseIntOrFPElementsAttr";
  let returnType = "::mlir::DenseIntOrFPElementsAttr";
}

def Check_InputOp : Check_Op<"input", [AllTypesMatch<["value", "result"]>]> {
  let summary = "a value that the compiler does not see";
  let description = [{
    An argument of the function, given when it is run. Nothing is folded for it.
  }];
  let arguments = (ins Check_DenseAttr:$value);
  let results = (outs Check_Tensor:$result);
  let assemblyFormat = "$value attr-dict";
}

def Check_EqualOp : Check_Op<"equal", [AllTypesMatch<["value", "expected"]>]> {
  let summary = "the value has these bits";
  let description = [{
    Every NaN equals every NaN, and 0.0 is not -0.0.
  }];
  let arguments = (ins Check_Tensor:$value, Check_DenseAttr:$expected);
  let assemblyFormat = "$value `,` $expected attr-dict";
}

def Check_CloseOp : Check_Op<"close", [AllTypesMatch<["value", "expected"]>]> {
  let summary = "the value is near this one";
  let description = [{
    Each element is off by at most `atol + rtol |expected|`. An infinity is near itself
    alone, and a NaN near every NaN.

    ```mlir
    check.close %y, dense<[0.25, 0.5]> : tensor<2xf32> rtol(1.0e-6)
    ```
  }];
  let arguments = (ins Check_FloatTensor:$value, Check_DenseAttr:$expected,
    OptionalAttr<F64Attr>:$atol, OptionalAttr<F64Attr>:$rtol);
  let assemblyFormat = [{
    $value `,` $expected (`atol` `(` $atol^ `)`)? (`rtol` `(` $rtol^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // AMP_TEST_LIB_DIALECT_CHECK_CHECKOPS_TD

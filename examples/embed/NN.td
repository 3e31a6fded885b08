//===- NN.td - A dialect of another project ----------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NN_TD
#define NN_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let cppNamespace = "::nn";
  let summary = "Blocks of transformers, as one op each";
}

def NN_Tensor : RankedTensorOf<[AnyFloat]>;

class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic, !listconcat([Pure], traits)>;

def NN_GatedMlpOp : NN_Op<"gated_mlp", [SameOperandsElementType,
                                        AllTypesMatch<["x", "result"]>]> {
  let summary = "down(silu(gate(x)) * up(x)), with weights as PyTorch has them";
  let arguments = (ins NN_Tensor:$x, NN_Tensor:$gate, NN_Tensor:$up,
                       NN_Tensor:$down);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $gate `,` $up `,` $down attr-dict `:` type($x) `,` type($gate) `,`
    type($up) `,` type($down)
  }];
  let hasVerifier = 1;
}

def NN_RmsNormOp : NN_Op<"rms_norm", [AllTypesMatch<["x", "result"]>]> {
  let summary = "x / rms(x) * scale, over the last dimension";
  let arguments = (ins NN_Tensor:$x, NN_Tensor:$scale, F64Attr:$epsilon);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$x `,` $scale attr-dict `:` type($x) `,` type($scale)";
}

def NN_SplitHeadsOp : NN_Op<"split_heads"> {
  let summary = "[batch, time, heads * width] as [batch, heads, time, width]";
  let arguments = (ins NN_Tensor:$x);
  let results = (outs NN_Tensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($x) `->` type($result)";
  let hasVerifier = 1;
}

#endif // NN_TD

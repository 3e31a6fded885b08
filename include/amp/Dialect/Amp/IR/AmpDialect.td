//===- AmpDialect.td ---------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_AMPDIALECT_TD
#define AMP_DIALECT_AMP_IR_AMPDIALECT_TD

include "mlir/IR/OpBase.td"

def Amp_Dialect : Dialect {
  let name = "amp";
  let cppNamespace = "::mlir::amp";
  let summary = "Training graphs for automatic mixed precision";
  let description = [{
    A training step as a program on ranked tensors: forward, loss, backward, loss
    scaling and optimizer. Compute ops have PyTorch's granularity and names, since
    precision lists speak of such ops.

    State lives in `amp.variable` symbols and is read and assigned by name.
    An entry point is a `func.func`. Its arguments and results carry names, by
    which data is bound and results are shown:

    ```mlir
    func.func @eval(%x: tensor<?x64xf32> {amp.name = "images"})
        -> (tensor<f32> {amp.name = "brightness", amp.reduction = "mean"}) {
      %mean = amp.mean %x : (tensor<?x64xf32>) -> tensor<f32>
      return %mean : tensor<f32>
    }
    ```

    | attribute | on | meaning |
    |---|---|---|
    | `amp.name` | argument, result | the name used by `amp-run` |
    | `amp.reduction` | result | `"mean"` or `"sum"`: how values of several batches are combined |
    | `amp.batch` | argument, result | unit; the first dimension counts samples (implied where it is `?`) |
    | `amp.variable` | argument | after `amp-functionalize-state`: the variable whose value it is |
    | `amp.output` | argument | after `amp-functionalize-state`: a result's destination; the string is the result's `amp.reduction`, or empty |
    | `amp.autocast` | function | the function is one `amp.autocast` region: `{dtype = f16, enabled = true, cache = true}`, each key optional |
    | `amp.specialization` | function | what of an entry point the function is, by `compileModule`: `{entry = "train", shapes = ["64x10"], batch = 64, micro_batches = 4, phase = "last"}`, all but `entry` optional |
    | `amp.policy` | module, function | entries of a precision policy, see Design/Policy.md |
    | `amp.precision` | op | the op's category, before any policy: `"allow"`, `"deny"`, ... |
    | `amp.assigned` | function | after `amp-assign-precision`: with which settings |
    | `amp.exempt` | op | after `amp-assign-precision`: why the lists do not hold for it |
    | `amp.uncached` | `amp.cast` | from a region with `cache(false)`: never shared |
    | `amp.recompute` | op | unit; after `amp-recompute`: a copy in a backward region, computed again |
    | `amp.op_locations` | function | after `amp-locate-nonfinite`: what each of its tests looks at |
    | `amp.index_ranges` | argument | after `amp-infer-index-ranges`: the integers that its users accept, and which ops those are |
    | `amp.flat_buffer` | argument | after `amp-functionalize-state`: the flat buffer that the variable lies in; after `amp-expand-lists`: the argument is that buffer, in bytes |
    | `amp.flat_buffer_offset`, `amp.flat_buffer_bytes` | argument | the bytes before the variable in its flat buffer, and those of the whole |
    | `amp.arena_bytes` | function | after `amp-plan-memory`: bytes of the arena |
    | `amp.element_type` | argument | after `amp-functionalize-state`: the element type, where it is unsigned, which kernels do not show |
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let extraClassDeclaration = [{
    /// For an op that there is not, a hook that says what may have been meant.
    std::optional<ParseOpHook>
    getParseOperationHook(StringRef opName) const override;

    /// For the definitions of each topic.
    template <typename... Ops>
    void registerOps() {
      addOperations<Ops...>();
    }
  }];
}

#endif // AMP_DIALECT_AMP_IR_AMPDIALECT_TD

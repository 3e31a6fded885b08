//===- Normalization.td ------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_NORMALIZATION_TD
#define AMP_DIALECT_AMP_IR_NORMALIZATION_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_NormalizationGroup : OpDocGroup {
  let summary = "Normalization";
  let description = "Normalization by statistics of the batch, of layers and groups, and softmax.";
}

let opDocGroup = Amp_NormalizationGroup in {

class Amp_SoftmaxBase<string mnemonic, string formula>
    : Amp_DifferentiableCompositeOp<mnemonic, [OutputTypeOpInterface]> {
  let summary = formula;
  let description = [{
    Along dimension `dim` (negative counts from the end). Computed in f32 for 16-bit
    floats and rounded once. With `dtype` the elements are converted to it as they are
    read, and it is the result's element type.

    ```mlir
    %p = amp.}] # mnemonic # [{ %x {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, I64Attr:$dim,
                       OptionalAttr<TypeAttr>:$dtype);
  let results = (outs Amp_FloatTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "int64_t":$dim), [{
      build($_builder, $_state, input, dim, ::mlir::TypeAttr());
    }]>,
  ];
  let extraClassDeclaration = !strconcat(savesResult, anySizes);
}

def Amp_SoftmaxOp : Amp_SoftmaxBase<"softmax", "exp(x - max) / sum(exp(x - max))">;
def Amp_LogSoftmaxOp : Amp_SoftmaxBase<"log_softmax", "x - max - log(sum(exp(x - max)))">;
class Amp_SoftmaxBackwardBase<string mnemonic, string formula>
    : Amp_DifferentiableCompositeOp<mnemonic # "_backward", [HomogeneousOpInterface]> {
  let summary = "derivative of " # mnemonic # ": " # formula;
  let description = [{
    Operands are the gradient of the result and the result.

    ```mlir
    %dx = amp.}] # mnemonic # [{_backward %dy, %y {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$gradient, Amp_FloatTensor:$saved, I64Attr:$dim);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat(savesInput, degreeOfGradient, anySizes);
}

def Amp_SoftmaxBackwardOp : Amp_SoftmaxBackwardBase<"softmax", "y (dy - sum(dy y))">;
def Amp_LogSoftmaxBackwardOp : Amp_SoftmaxBackwardBase<"log_softmax", "dy - exp(y) sum(dy)">;

// PyTorch's autocast does not know these: it sees their parts.
class Amp_ImplicitCompositeOp<string mnemonic, string savedOperands, string savedResults>
    : Amp_CompositeOp<mnemonic, savedOperands, savedResults> {
  let extraClassDeclaration = !strconcat(saved, anySizes, [{
    bool isImplicitComposite() { return true; }
  }]);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDefinition = names # compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::amp::detail::inferAlongDim(
          location, getOperationName(), adaptor.getInput(), adaptor.getDim(), types);
    }
  }];
}

def Amp_SoftminOp : Amp_ImplicitCompositeOp<"softmin", "false", "true"> {
  let summary = "softmax of -x";
  let description = [{
    Along dimension `dim` (negative counts from the end).

    ```mlir
    %p = amp.softmin %x {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, I64Attr:$dim);
}

def Amp_NormalizeOp : Amp_ImplicitCompositeOp<"normalize", "true", "false"> {
  let summary = "division by the norm along a dimension";
  let description = [{
    `x / max(norm, eps)` with the norm `sum(|x|^p)^(1/p)` along dimension `dim` (negative
    counts from the end). `eps` is rounded to the element type: in f16 the default is 0.

    ```mlir
    %y = amp.normalize %x {p = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, DefaultValuedAttr<F64Attr, "2.0">:$p,
    DefaultValuedAttr<I64Attr, "1">:$dim, DefaultValuedAttr<F64Attr, "1e-12">:$eps);
  let hasVerifier = 1;
}

// Per channel, with running statistics. Only the input has a precision: the others keep
// the type in which they are stored.
class Amp_ChannelNormOp<string mnemonic, string batchStatistics>
    : Amp_DifferentiableCompositeOp<mnemonic,
        [AttrSizedOperandSegments, SameVariadicResultSize]> {
  let results = (outs Amp_FloatTensor:$result, Optional<Amp_FloatTensor>:$new_running_mean,
                      Optional<Amp_FloatTensor>:$new_running_var);
  let assemblyFormat = [{
    $input (`weight` `(` $weight^ `)`)? (`bias` `(` $bias^ `)`)?
    (`running_mean` `(` $running_mean^ `)`)? (`running_var` `(` $running_var^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    bool isPrecisionOperand(unsigned index) { return index == 0; }
    bool isPrecisionResult(unsigned index) { return index == 0; }
    // Input and weight; without statistics of the batch, the running ones too.
    bool isSavedOperand(unsigned index) {
      return index == 0 || (getWeight() && index == 1) ||
             (!}] # batchStatistics # [{() && index + 2 >= getNumOperands());
    }
  }];
}

def Amp_BatchNormOp : Amp_ChannelNormOp<"batch_norm", "getTraining"> {
  let summary = "normalization over the batch, per channel";
  let description = [{
    `input` is `[N, C, ...]`; weight, bias and running statistics are `[C]`. Per channel,

        y = (x - mean) / sqrt(var + eps) * weight + bias

    where `mean` and `var` (biased) are those of the batch if `training`, otherwise
    `running_mean` and `running_var`. The op has no side effect: in training, running
    statistics that are given come back updated, as two more results,

        new_running = (1 - momentum) running + momentum batch

    with the unbiased variance of the batch, and the variables are assigned by the graph.
    The other operands may have another type than the input (f32 beside f16); the result
    has the input's type, updated statistics their own. Computed in f32 for 16-bit floats
    and rounded once.

    ```mlir
    %y, %mean, %var = amp.batch_norm %x weight(%w) bias(%b) running_mean(%m)
        running_var(%v) {training = true}
        : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>,
           tensor<8xf32>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, Optional<Amp_FloatTensor>:$running_mean,
    Optional<Amp_FloatTensor>:$running_var,
    DefaultValuedAttr<BoolAttr, "false">:$training,
    DefaultValuedAttr<F64Attr, "0.1">:$momentum,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

def Amp_InstanceNormOp : Amp_ChannelNormOp<"instance_norm", "getUseInputStats"> {
  let summary = "normalization of each channel of each sample";
  let description = [{
    `input` is `[N, C, L, ...]`. As `amp.batch_norm`, but with `use_input_stats` mean and
    variance are those of one channel of one sample, and running statistics are updated
    with their means over the batch.

    ```mlir
    %y = amp.instance_norm %x weight(%w) bias(%b)
        : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, Optional<Amp_FloatTensor>:$running_mean,
    Optional<Amp_FloatTensor>:$running_var,
    DefaultValuedAttr<BoolAttr, "true">:$use_input_stats,
    DefaultValuedAttr<F64Attr, "0.1">:$momentum,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

// The parameters may be f32 beside a 16-bit input.
defvar normParameters = [{
    bool mayStayWide(unsigned index) { return index > 0; }
}];

class Amp_AffineNormOp<string mnemonic>
    : Amp_DifferentiableCompositeOp<mnemonic, [AttrSizedOperandSegments]> {
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat([{
    bool isSavedOperand(unsigned index) {
      return index == 0 || (getWeight() && index == 1);
    }
  }], normParameters);
  let assemblyFormat = [{
    $input (`weight` `(` $weight^ `)`)? (`bias` `(` $bias^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Amp_LayerNormOp : Amp_AffineNormOp<"layer_norm"> {
  let summary = "normalization over the last dimensions";
  let description = [{
    `(x - mean) / sqrt(var + eps) * weight + bias`, where mean and variance (biased) are
    taken over the last dimensions, of sizes `normalized_shape`; weight and bias have that
    shape. Computed in f32 for 16-bit floats and rounded once; weight and bias
    may be f32 beside a 16-bit input.

    ```mlir
    %y = amp.layer_norm %x weight(%w) bias(%b) {normalized_shape = array<i64: 64>}
        : (tensor<4x16x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x16x64xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, DenseI64ArrayAttr:$normalized_shape,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

def Amp_GroupNormOp : Amp_AffineNormOp<"group_norm"> {
  let summary = "normalization of groups of channels";
  let description = [{
    `input` is `[N, C, ...]`; weight and bias are `[C]`. The channels are split into
    `num_groups` equal parts, and each part of each sample is normalized:
    `(x - mean) / sqrt(var + eps) * weight + bias`, with the biased variance. Computed in
    f32 for 16-bit floats and rounded once; weight and bias
    may be f32 beside a 16-bit input.

    ```mlir
    %y = amp.group_norm %x weight(%w) bias(%b) {num_groups = 4 : i64}
        : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, I64Attr:$num_groups,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

def Amp_RmsNormOp : Amp_DifferentiableCompositeOp<"rms_norm"> {
  let summary = "division by the root of the mean square";
  let description = [{
    `x / sqrt(mean(x²) + eps) * weight`, where the mean is taken over the last dimensions,
    of sizes `normalized_shape`; the weight has that shape, and may be f32 beside a 16-bit
    input. Computed in f32 for 16-bit floats and rounded once. Without `eps` it is the machine epsilon of the type that is
    computed in.

    ```mlir
    %y = amp.rms_norm %x, %w {normalized_shape = array<i64: 64>, eps = 1.0e-6 : f64}
        : (tensor<4x16x64xf32>, tensor<64xf32>) -> tensor<4x16x64xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    DenseI64ArrayAttr:$normalized_shape, OptionalAttr<F64Attr>:$eps);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat([{
    bool isSavedOperand(unsigned index) { return index < 2; }
  }], normParameters);
}

def Amp_LocalResponseNormOp
    : Amp_CompositeOp<"local_response_norm", "index == 0"> {
  let summary = "normalization over neighbouring channels";
  let description = [{
    `input` is `[N, C, L, ...]`, and

        y = x / (k + alpha mean(x²))^beta

    where the mean is taken over `size` channels from `c - floor(size / 2)` on; channels
    that do not exist count as 0.

    ```mlir
    %y = amp.local_response_norm %x {size = 5 : i64, k = 2.0 : f64}
        : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, I64Attr:$size,
    DefaultValuedAttr<F64Attr, "1e-4">:$alpha, DefaultValuedAttr<F64Attr, "0.75">:$beta,
    DefaultValuedAttr<F64Attr, "1.0">:$k);
  let results = (outs Amp_FloatTensor:$result);
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_NORMALIZATION_TD

//===- WindowOps.td ----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops on windows of a dimension: pooling, resizing.

#ifndef AMP_DIALECT_AMPRT_IR_WINDOWOPS_TD
#define AMP_DIALECT_AMPRT_IR_WINDOWOPS_TD

include "amp/Dialect/AmpRT/IR/IndexingOps.td"

// Positions of all windows belong together: a loop over them is not cut.
class AmpRT_WindowOp<string mnemonic, string destinations, dag operands, dag attributes>
    : AmpRT_IndexingOp<mnemonic, "reduction", destinations> {
  let arguments = !con(operands,
      (ins DenseI64ArrayAttr:$size, DenseI64ArrayAttr:$count, DenseI64ArrayAttr:$stride,
           DenseI64ArrayAttr:$divisor, DenseI64ArrayAttr:$begin, DenseI64ArrayAttr:$end),
      attributes);
  let extraClassDeclaration = style # [{
    ::llvm::SmallVector<::amp::WindowRule> getRules() {
      return ::amp::getWindowRules(getSize(), getCount(), getStride(), getDivisor(),
                                   getBegin(), getEnd());
    }
  }];
}

def AmpRT_SumWindowsOp : AmpRT_WindowOp<"sum_windows", "getOutMutable()",
    (ins AmpRT_Matrix:$input, Optional<AmpRT_Matrix>:$weights, AmpRT_Matrix:$out), (ins)> {
  let summary = "sums of windows along the second of three dimensions";
  let description = [{
    `amp.sum_windows` on arrays: the second dimensions of `input` and `out` stand for those
    that the attributes describe. `weights` has three dimensions, of which the first and the
    last have size 1, and elements of the type that is summed.

    ```mlir
    func.func @sum(%x: tensor<8x24x1xf32>) -> tensor<8x6x1xf32> {
      %e = tensor.empty() : tensor<8x6x1xf32>
      %y = amprt.sum_windows ins(%x : tensor<8x24x1xf32>) outs(%e : tensor<8x6x1xf32>)
          {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>,
           divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>}
          -> tensor<8x6x1xf32>
      return %y : tensor<8x6x1xf32>
    }
    ```

    A thread of a GPU has a position; one of a CPU all those of an image.
  }];
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` (`weights` `(` $weights^ `:` type($weights) `)`)?
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_MaxWindowsOp : AmpRT_WindowOp<"max_windows",
    "::mlir::MutableOperandRange(*this, 1, (*this)->getNumOperands() - 1)",
    (ins AmpRT_Matrix:$input, AmpRT_Matrix:$out, Optional<AmpRT_Positions>:$index),
    (ins DenseI64ArrayAttr:$step)> {
  let summary = "largest elements of windows along the second of three dimensions";
  let description = [{
    `amp.max_windows` on arrays, with or without the index.

    ```mlir
    func.func @max(%x: tensor<8x24x1xf32>) -> tensor<8x6x1xf32> {
      %e = tensor.empty() : tensor<8x6x1xf32>
      %y = amprt.max_windows ins(%x : tensor<8x24x1xf32>) outs(%e : tensor<8x6x1xf32>)
          {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>,
           divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>,
           step = array<i64: 1, 1>} -> tensor<8x6x1xf32>
      return %y : tensor<8x6x1xf32>
    }
    ```
  }];
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)`
    `outs` `(` $out `:` type($out) `)` (`index` `(` $index^ `:` type($index) `)`)?
    attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_SumChosenOp : AmpRT_WindowOp<"sum_chosen", "getOutMutable()",
    (ins AmpRT_Matrix:$input, AmpRT_Positions:$index, AmpRT_Matrix:$out), (ins)> {
  let summary = "sums of what chose an element of its window";
  let description = [{
    `amp.sum_chosen` on arrays. `size` is of `out` and `count` of `input` and `index`, as
    those of the `amprt.max_windows` that made the index. An index that is outside of the
    window that it belongs to chose nothing.

    ```mlir
    func.func @choose(%x: tensor<8x6x1xf32>, %i: tensor<8x6x1xi32>) -> tensor<8x24x1xf32> {
      %e = tensor.empty() : tensor<8x24x1xf32>
      %y = amprt.sum_chosen ins(%x, %i : tensor<8x6x1xf32>, tensor<8x6x1xi32>)
          outs(%e : tensor<8x24x1xf32>)
          {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>,
           divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>}
          -> tensor<8x24x1xf32>
      return %y : tensor<8x24x1xf32>
    }
    ```

    A thread of a GPU has an element, and looks at the positions that have it in their
    windows; one of a CPU adds those of an image one after the other. No addition is atomic.
  }];
  let assemblyFormat = [{
    `ins` `(` $input `,` $index `:` type($input) `,` type($index) `)`
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($results)^)?
  }];
}

// Windows that slide, and what is gathered of them.
class AmpRT_SlidingOp<string mnemonic, string methods = "">
    : AmpRT_IndexingOp<mnemonic, "reduction", "getOutMutable()"> {
  let arguments = (ins AmpRT_Matrix:$input, AmpRT_Matrix:$out,
      DenseI64ArrayAttr:$size, DenseI64ArrayAttr:$count, DenseI64ArrayAttr:$kernel,
      DenseI64ArrayAttr:$stride, DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$dilation);
  let extraClassDeclaration = style # [{
    /// The windows, with what the dilation leaves out.
    ::llvm::SmallVector<::amp::WindowRule> getRules();
  }] # methods;
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $out `:` type($out) `)`
    attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_GatherWindowsOp
    : AmpRT_SlidingOp<"gather_windows", "int64_t getNumIterations();"> {
  let summary = "all elements of windows along the second of three dimensions";
  let description = [{
    `amp.im2col` on arrays. The second dimension of `input` stands for one to four dimensions
    of sizes `size`. Along each, the window of position p has the elements
    `stride p + dilation k - padding` for each k below `kernel`, and there are `count`
    positions. The second dimension of `out` has all k, and for each of them all positions, the
    last dimension the fastest in both; what does not exist is 0.

    ```mlir
    func.func @gather(%x: tensor<8x24x1xf32>) -> tensor<8x24x1xf32> {
      %e = tensor.empty() : tensor<8x24x1xf32>
      %y = amprt.gather_windows ins(%x : tensor<8x24x1xf32>) outs(%e : tensor<8x24x1xf32>)
          {size = array<i64: 4, 6>, count = array<i64: 2, 3>, kernel = array<i64: 2, 2>,
           stride = array<i64: 2, 2>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>}
          -> tensor<8x24x1xf32>
      return %y : tensor<8x24x1xf32>
    }
    ```

    A thread of a GPU has a position, and all elements of its window; one of a CPU writes rows.
  }];
}

def AmpRT_SumGatheredOp : AmpRT_SlidingOp<"sum_gathered"> {
  let summary = "sums of what was gathered of each element";
  let description = [{
    `amp.col2im` on arrays: the derivative of `amprt.gather_windows`, whose attributes it has.
    Each element of `out` is the sum of those of `input` that stand where the other op copies
    it to, in f32 for 16-bit elements, with one rounding.

    ```mlir
    func.func @sum(%y: tensor<8x24x1xf32>) -> tensor<8x24x1xf32> {
      %e = tensor.empty() : tensor<8x24x1xf32>
      %x = amprt.sum_gathered ins(%y : tensor<8x24x1xf32>) outs(%e : tensor<8x24x1xf32>)
          {size = array<i64: 4, 6>, count = array<i64: 2, 3>, kernel = array<i64: 2, 2>,
           stride = array<i64: 2, 2>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>}
          -> tensor<8x24x1xf32>
      return %x : tensor<8x24x1xf32>
    }
    ```

    A thread of a GPU has an element, one of a CPU adds rows. No addition is atomic.
  }];
}

#endif // AMP_DIALECT_AMPRT_IR_WINDOWOPS_TD

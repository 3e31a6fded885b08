//===- Recurrent.td ----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_RECURRENT_TD
#define AMP_DIALECT_AMP_IR_RECURRENT_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_RecurrentGroup : OpDocGroup {
  let summary = "Recurrent networks";
  let description = "Cells of recurrent networks, and layers of them.";
}

// The kinds of recurrent networks: what the weights hold and what a step does.
class Amp_RecurrentKind<string name, int gates, bit cell, string formula> {
  string Name = name;
  int Gates = gates;
  bit Cell = cell;
  string Formula = formula;
  // The size of the gates, in H hidden units.
  string Hidden = !if(!eq(gates, 1), "H", gates # " H");
  // The same in examples, which have 16.
  string Rows = !cast<string>(!mul(gates, 16));
}

def Amp_LstmKind : Amp_RecurrentKind<"lstm", 4, 1, [{
        i, f, g, o = split(x w_ihᵀ + b_ih + h w_hhᵀ + b_hh)
        c' = sigmoid(f) c + sigmoid(i) tanh(g)
        h' = sigmoid(o) tanh(c')
}]>;

def Amp_GruKind : Amp_RecurrentKind<"gru", 3, 0, [{
        r_x, z_x, n_x = split(x w_ihᵀ + b_ih)
        r_h, z_h, n_h = split(h w_hhᵀ + b_hh)
        r = sigmoid(r_x + r_h), z = sigmoid(z_x + z_h), n = tanh(n_x + r n_h)
        h' = (1 - z) n + z h
}]>;

def Amp_RnnTanhKind : Amp_RecurrentKind<"rnn_tanh", 1, 0, [{
        h' = tanh(x w_ihᵀ + b_ih + h w_hhᵀ + b_hh)
}]>;

def Amp_RnnReluKind : Amp_RecurrentKind<"rnn_relu", 1, 0, [{
        h' = relu(x w_ihᵀ + b_ih + h w_hhᵀ + b_hh)
}]>;

def Amp_LengthTensor : RankedTensorOf<[I32, I64]>;

let opDocGroup = Amp_RecurrentGroup in {

// All operands but the biases are read by the derivative.
class Amp_RecurrentOp<string suffix, Amp_RecurrentKind kind, string savedOperands,
                      string savedResults, Trait sizes>
    : Amp_CompositeContractionOp<kind.Name # suffix, savedOperands, savedResults, [sizes]> {
  string weightShapes = [{
    `w_ih` is `[}] # kind.Hidden # [{, in]`, `w_hh` is `[}] # kind.Hidden # [{, H]`, `b_ih`
    and `b_hh` are `[}] # kind.Hidden # [{]`, both given or neither. One step is
  }] # kind.Formula # [{
    `compute_type` is the type of the matrix products' sums: f64 for f64 operands, otherwise
    f32; for f32 operands also `tf32`.
  }];
}

class Amp_RecurrentCellOp<Amp_RecurrentKind kind>
    : Amp_RecurrentOp<"_cell", kind, "index < " # !if(kind.Cell, "5", "4"), "false",
                      SameVariadicOperandSize> {
  let summary = "one step of `" # kind.Name # "`";
  let description = [{
    `input` is `[N, in]`, the hidden state `hx` }]
    # !if(kind.Cell, "and the cell state `cx` are", "is") # [{
    `[N, H]`, and so }]
    # !if(kind.Cell, "are the new states `h` and `c`", "is the new state `h`") # [{.
  }] # weightShapes # [{
    ```mlir
    %h}] # !if(kind.Cell, ", %c", "") # [{ = amp.}] # kind.Name # [{_cell %x, %hx, }]
       # !if(kind.Cell, "%cx, ", "") # [{%w_ih, %w_hh, %b_ih, %b_hh
        : (tensor<4x8xf16>, tensor<4x16xf16>, }] # !if(kind.Cell, "tensor<4x16xf16>, ", "")
        # [{tensor<}] # kind.Rows # [{x8xf16>,
           tensor<}] # kind.Rows # [{x16xf16>, tensor<}] # kind.Rows # [{xf16>, tensor<}]
        # kind.Rows # [{xf16>)
        -> }] # !if(kind.Cell, "(tensor<4x16xf16>, tensor<4x16xf16>)", "tensor<4x16xf16>") # [{
    ```
  }];
  let arguments = !con(
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$hx),
    !if(kind.Cell, (ins Amp_FloatTensor:$cx), (ins)),
    (ins Amp_FloatTensor:$w_ih, Amp_FloatTensor:$w_hh, Optional<Amp_FloatTensor>:$b_ih,
         Optional<Amp_FloatTensor>:$b_hh, OptionalAttr<TypeAttr>:$compute_type));
  let results = !if(kind.Cell,
    (outs Amp_FloatTensor:$h, Amp_FloatTensor:$c), (outs Amp_FloatTensor:$h));
}

def Amp_LstmCellOp : Amp_RecurrentCellOp<Amp_LstmKind>;
def Amp_GruCellOp : Amp_RecurrentCellOp<Amp_GruKind>;
def Amp_RnnTanhCellOp : Amp_RecurrentCellOp<Amp_RnnTanhKind>;
def Amp_RnnReluCellOp : Amp_RecurrentCellOp<Amp_RnnReluKind>;

// The derivative reads the hidden states of all steps.
class Amp_RecurrentLayersOp<Amp_RecurrentKind kind>
    : Amp_RecurrentOp<"", kind, "isSaved(index)", "index == 0", AttrSizedOperandSegments> {
  string states = !if(kind.Cell, " and `c0`", "");
  string cellType = !if(kind.Cell, "tensor<1x4x16xf16>, ", "");
  string cellTypes = !if(kind.Cell, " tensor<4x4x16xf16>,", "");
  let summary = "layers of `" # kind.Name # "` over a sequence";
  let description = [{
    `num_layers` layers, D = 1 direction of each or, if `bidirectional`, D = 2, the second
    from the last step to the first. `input` is `[T, N, in]`. `output` holds the hidden
    states behind each step in the last layer, `[T, N, D H]`, those of the second direction
    behind those of the first; with `batch_first` they are `[N, T, in]` and `[N, T, D H]`.
    The first states `h0`}] # states # [{ and the last ones `h_n`}]
    # !if(kind.Cell, " and `c_n`", "") # [{ are `[num_layers D, N, H]`, layer by layer. All go
    without `N` if `input` does.

    `weights` are `w_ih`, `w_hh`, `b_ih` and `b_hh` of each layer and, in it, each direction,
    in that order, which is PyTorch's; `in` of the second layer and those behind it is `D H`.
  }] # weightShapes # [{
    A `dropout` above 0 drops elements of what each layer but the last gives to the next one,
    as `amp.dropout` does: `random` is the state from which it draws, and the last result the
    state behind it, to be assigned by the graph. In evaluation `dropout` is left out, with
    the state or without it. Projections (PyTorch's `proj_size`) are not supported.

    `lengths`, `[N]`, says how many steps of each sequence are valid, where they are not all
    of one length, as a packed sequence does in PyTorch: the second direction begins at the
    last valid step, the last states are those behind it, and the output is 0 in the steps
    after it. Of what the input holds there nothing is seen, no infinity and no NaN, and its
    gradient is 0. A length below 0 is taken as 0, with the first states as last ones, and one
    above T as T.

    ```mlir
    %y, %h_n}] # !if(kind.Cell, ", %c_n", "") # [{ = amp.}] # kind.Name # [{ %x, %h0, }]
       # !if(kind.Cell, "%c0, ", "") # [{%w_ih, %w_hh, %b_ih, %b_hh {batch_first = true}
        : (tensor<4x32x8xf16>, tensor<1x4x16xf16>, }]
        # cellType # [{tensor<}] # kind.Rows # [{x8xf16>,
           tensor<}] # kind.Rows # [{x16xf16>, tensor<}] # kind.Rows # [{xf16>, tensor<}]
        # kind.Rows # [{xf16>)
        -> (tensor<4x32x16xf16>, tensor<1x4x16xf16>}]
        # !if(kind.Cell, ", tensor<1x4x16xf16>", "") # [{)
    %z, %h}] # !if(kind.Cell, ", %c", "") # [{, %next = amp.}] # kind.Name # [{ %u, %h1, }]
       # !if(kind.Cell, "%c1, ", "") # [{%v0, %u0, %v1, %u1, %v2, %u2, %v3, %u3 random(%r)
        {num_layers = 2 : i64, bidirectional = true, dropout = 0.5 : f64}
        : (tensor<32x4x8xf16>, tensor<4x4x16xf16>,}] # cellTypes # [{
           tensor<}] # kind.Rows # [{x8xf16>, tensor<}] # kind.Rows # [{x16xf16>,
           tensor<}] # kind.Rows # [{x8xf16>, tensor<}] # kind.Rows # [{x16xf16>,
           tensor<}] # kind.Rows # [{x32xf16>, tensor<}] # kind.Rows # [{x16xf16>,
           tensor<}] # kind.Rows # [{x32xf16>, tensor<}] # kind.Rows # [{x16xf16>, tensor<2xi64>)
        -> (tensor<32x4x32xf16>, tensor<4x4x16xf16>,}] # cellTypes # [{ tensor<2xi64>)
    %p, %h_p}] # !if(kind.Cell, ", %c_p", "") # [{ = amp.}] # kind.Name # [{ %x, %h0, }]
       # !if(kind.Cell, "%c0, ", "") # [{%w_ih, %w_hh lengths(%n) {batch_first = true}
        : (tensor<4x32x8xf16>, tensor<1x4x16xf16>, }]
        # cellType # [{tensor<}] # kind.Rows # [{x8xf16>,
           tensor<}] # kind.Rows # [{x16xf16>, tensor<4xi64>)
        -> (tensor<4x32x16xf16>, tensor<1x4x16xf16>}]
        # !if(kind.Cell, ", tensor<1x4x16xf16>", "") # [{)
    ```
  }];
  let arguments = !con(
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$h0),
    !if(kind.Cell, (ins Amp_FloatTensor:$c0), (ins)),
    (ins Variadic<Amp_FloatTensor>:$weights, Optional<Amp_LengthTensor>:$lengths,
         Optional<Amp_RandomStateTensor>:$random_state,
         DefaultValuedAttr<I64Attr, "1">:$num_layers,
         DefaultValuedAttr<BoolAttr, "false">:$bidirectional,
         DefaultValuedAttr<BoolAttr, "false">:$batch_first,
         DefaultValuedAttr<F64Attr, "0.0">:$dropout, OptionalAttr<TypeAttr>:$compute_type));
  let results = !con((outs Amp_FloatTensor:$output, Amp_FloatTensor:$h_n),
    !if(kind.Cell, (outs Amp_FloatTensor:$c_n), (outs)),
    (outs Optional<Amp_RandomStateTensor>:$next_state));
  let assemblyFormat = "$input `,` $h0 `,`" # !if(kind.Cell, " $c0 `,`", "") # [{
    $weights (`lengths` `(` $lengths^ `)`)? (`random` `(` $random_state^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = saved # [{
    bool isSaved(unsigned index);
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
    /// The first cell states; null unless the kind has some.
    ::mlir::Value getFirstCells() { return }] # !if(kind.Cell, "getC0()", "{}") # [{; }
  }];
}

def Amp_LstmOp : Amp_RecurrentLayersOp<Amp_LstmKind>;
def Amp_GruOp : Amp_RecurrentLayersOp<Amp_GruKind>;
def Amp_RnnTanhOp : Amp_RecurrentLayersOp<Amp_RnnTanhKind>;
def Amp_RnnReluOp : Amp_RecurrentLayersOp<Amp_RnnReluKind>;

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_RECURRENT_TD

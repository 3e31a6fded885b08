//===- State.td --------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_STATE_TD
#define AMP_DIALECT_AMP_IR_STATE_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_StateGroup : OpDocGroup {
  let summary = "State";
  let description = "Variables, and reading and assigning them.";
}

let opDocGroup = Amp_StateGroup in {

def Amp_VariableOp : Amp_Op<"variable", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "state that outlives a step";
  let description = [{
    A named tensor with a role and a first value. Whatever must survive a checkpoint
    is a variable. The first value is a distribution (`#amp.init`) or a dense constant
    of the variable's type. `statistic` names what the value means to a reader of the
    training log, such as the loss scale. `copy_of` names the variable whose value, rounded
    to this one's type, this one always has: it starts as that, not as the initializer
    says, and whoever sets the other variable from outside the graph sets this one too.

    ```mlir
    amp.variable parameter @fc.weight : tensor<16x8xf32> = #amp.init<kaiming_uniform>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Amp_VariableRoleAttr:$role,
    TypeAttrOf<Amp_Tensor>:$type, AnyAttr:$initializer,
    OptionalAttr<StrAttr>:$statistic, OptionalAttr<FlatSymbolRefAttr>:$copy_of,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = [{
    `` $role $sym_name `:` $type `=` $initializer attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTensorType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getType());
    }
  }];
}

def Amp_FlatBufferOp : Amp_Op<"flat_buffer", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "variables that lie one after another in memory";
  let description = [{
    The variables have elements of one type, and a variable is in one flat buffer at most.
    Each begins where the one before it ends, so that ops on several of them can be one op
    on the whole. `amp-lay-out-state` makes flat buffers; variables in none lie for
    themselves.

    ```mlir
    amp.flat_buffer @opt.parameters [@fc.weight, @fc.bias]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefArrayAttr:$variables,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = "$sym_name $variables attr-dict";
  let extraClassDeclaration = [{
    /// The bytes before each variable, and at the end the bytes of all.
    ::llvm::SmallVector<int64_t> getOffsets(::mlir::SymbolTable &symbols);
  }];
}

def Amp_ReadOp : Amp_Op<"read", [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    Amp_NamesResults, MemoryEffects<[MemRead]>]> {
  let summary = "the present value of a variable";
  let description = [{
    ```mlir
    %w = amp.read @fc.weight : tensor<16x8xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let results = (outs Amp_Tensor:$result);
  let assemblyFormat = "$variable attr-dict `:` type($result)";
}

def Amp_AssignOp : Amp_Op<"assign", [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    MemoryEffects<[MemWrite]>]> {
  let summary = "gives a variable a new value";
  let description = [{
    Reads before it see the old value, reads after it the new one.

    ```mlir
    amp.assign @fc.weight, %w : tensor<16x8xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable, Amp_Tensor:$value);
  let assemblyFormat = "$variable `,` $value attr-dict `:` type($value)";
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_STATE_TD

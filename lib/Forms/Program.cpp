//===- Program.cpp - Launches, products and copies, in order --------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormRules.h"
#include "IndexBounds.h"
#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// Bytes of a buffer of static shape, without a memory space, of elements that
/// kernels know. Fails for others, and beyond 64 bits.
static FailureOr<int64_t> findKernelBytes(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || !isKernelElement(buffer.getElementType()) ||
      buffer.getMemorySpace())
    return failure();
  return amprt::findBytes(buffer);
}

static LogicalResult verifyBuffer(Operation *op, const Twine &what, Type type) {
  if (succeeded(findKernelBytes(type)))
    return success();
  return op->emitError()
         << what << type
         << "; a program is on buffers of static shapes of f64, "
            "f32, f16, bf16, i64, i32, i16, i8 and i1";
}

namespace {
class ProgramVerifier {
public:
  explicit ProgramVerifier(ModuleOp module) : symbols(module) {}

  LogicalResult verify(func::FuncOp func);

private:
  LogicalResult verify(Operation *op);
  LogicalResult verifyView(memref::ViewOp op);
  LogicalResult verifySubView(memref::SubViewOp op);
  LogicalResult verifyRecord(amprt::RecordOpInterface op);
  LogicalResult verifyKernel(amprt::LaunchOp op);

  SymbolTable symbols;
  /// Kernels that are known to be right, with the extents, the numbers of
  /// outputs, and the tuples of the operands' types of their launches.
  std::set<std::tuple<Operation *, int64_t, int64_t, const void *>> verified;
};
} // namespace

LogicalResult ProgramVerifier::verifyView(memref::ViewOp op) {
  APInt shift;
  if (!matchPattern(op.getByteShift(), m_ConstantInt(&shift)) ||
      !op.getSizes().empty())
    return op.emitOpError("has a computed place; a program's are constants");
  FailureOr<int64_t> outer = findKernelBytes(op.getSource().getType());
  FailureOr<int64_t> inner = findKernelBytes(op.getType());
  int64_t offset = shift.getSExtValue();
  if (failed(outer) || failed(inner) || offset < 0 || *inner > *outer ||
      offset > *outer - *inner)
    return op.emitOpError("of ")
           << op.getType() << " at byte " << offset << " does not lie in "
           << op.getSource().getType();
  int64_t element = *amprt::findElementBytes(op.getType().getElementType());
  if (offset % element != 0)
    return op.emitOpError("of elements of ")
           << op.getType().getElementType() << " begins at byte " << offset
           << ", which is not aligned for them";
  return success();
}

LogicalResult ProgramVerifier::verifySubView(memref::SubViewOp op) {
  if (!op.getOffsets().empty() || !op.getSizes().empty() ||
      !op.getStrides().empty())
    return op.emitOpError("has a computed place; a program's are constants");
  return verifySlice(op, op.getStaticOffsets(), op.getStaticSizes(),
                     op.getStaticStrides(), op.getSourceType().getShape());
}

LogicalResult ProgramVerifier::verifyRecord(amprt::RecordOpInterface op) {
  for (OpOperand *operand : op.getRecordOperands()) {
    auto type = dyn_cast<MemRefType>(operand->get().getType());
    if (!type || !op.takesLayout(*operand, type))
      return op.emitOpError("cannot describe operand ")
             << operand->getOperandNumber() << " in "
             << operand->get().getType()
             << "; expected a buffer that its record takes, such as a "
                "contiguous one";
  }
  return op.verifyRecord();
}

LogicalResult ProgramVerifier::verifyKernel(amprt::LaunchOp op) {
  // An assembled image says nothing of its kernels; it is trusted.
  Operation *kernel = symbols.lookupSymbolIn(symbols.getOp(), op.getKernel());
  if (!kernel)
    return success();
  auto function = dyn_cast<FunctionOpInterface>(kernel);
  if (!function || function.isExternal())
    return op.emitOpError("launches ")
           << op.getKernel() << ", which is no kernel with a body";
  SmallVector<Type> expected;
  auto cpu = dyn_cast<func::FuncOp>(kernel);
  for (auto [i, operand] : llvm::enumerate(op.getOperandTypes())) {
    auto type = cast<MemRefType>(operand);
    auto argument = i < function.getNumArguments()
                        ? dyn_cast<MemRefType>(function.getArgumentTypes()[i])
                        : MemRefType();
    bool isOpen = type.getRank() > 0 && argument && argument.getRank() > 0 &&
                  argument.isDynamicDim(0);
    expected.push_back(cpu ? amprt::LaunchOp::getArgumentType(type, isOpen)
                           : amprt::getGpuArgumentType(type));
  }
  if (cpu)
    expected.append(2, IndexType::get(op.getContext()));
  if (function.getArgumentTypes() != ArrayRef<Type>(expected))
    return op.emitOpError("has operands of other types than kernel ")
           << op.getKernel();
  if (!cpu || !verified
                   .insert({kernel, static_cast<int64_t>(op.getExtent()),
                            static_cast<int64_t>(op.getNumOutputs()),
                            TupleType::get(op.getContext(),
                                           TypeRange(op.getOperandTypes()))
                                .getAsOpaquePointer()})
                   .second)
    return success();
  if (!llvm::hasSingleElement(cpu.getBody()))
    return cpu.emitOpError("has control flow; a kernel has none but loops");
  return verifyCpuKernel(cpu, static_cast<int64_t>(op.getExtent()),
                         static_cast<unsigned>(op.getNumOutputs()),
                         op.getOperandTypes());
}

LogicalResult ProgramVerifier::verify(Operation *op) {
  for (Type type : op->getResultTypes())
    if (isa<BaseMemRefType>(type) &&
        failed(verifyBuffer(op, "has a result of type ", type)))
      return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::ViewOp op) { return verifyView(op); })
      .Case([&](memref::SubViewOp op) { return verifySubView(op); })
      .Case([&](amprt::RecordOpInterface op) {
        if (failed(verifyRecord(op)))
          return failure();
        for (Region &region : op->getRegions())
          for (Operation &inside : region.getOps())
            if (failed(verify(&inside)))
              return failure();
        return success();
      })
      // Their verifiers say all.
      .Case<memref::ExpandShapeOp, memref::CollapseShapeOp, memref::GetGlobalOp,
            amprt::AdvanceOp, arith::ConstantOp, func::ReturnOp>(
          [](auto) { return success(); })
      .Default([](Operation *op) {
        return op->emitError("is not an op of a program, which has records "
                             "(launches, library calls, copies) and views");
      });
}

LogicalResult ProgramVerifier::verify(func::FuncOp func) {
  if (func.isExternal() || !llvm::hasSingleElement(func.getBody()) ||
      func.getNumResults() > 0)
    return func.emitOpError("is not one block without results, as a program "
                            "is");
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    auto type = dyn_cast<MemRefType>(func.getArgumentTypes()[i]);
    if (failed(verifyBuffer(func, "argument " + Twine(i) + " is of type ",
                            func.getArgumentTypes()[i])))
      return failure();
    if (!type.getLayout().isIdentity())
      return func.emitError("argument ")
             << i << " is of type " << type << ", which is not contiguous";
  }
  for (Operation &op : func.getBody().front())
    if (failed(verify(&op)))
      return failure();
  WalkResult result = func.walk([&](amprt::LaunchOp launch) {
    return failed(verifyKernel(launch)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::amp::detail::verifyProgram(ModuleOp module) {
  ProgramVerifier verifier(module);
  for (Operation &op : *module.getBody()) {
    if (auto func = dyn_cast<func::FuncOp>(op)) {
      if (failed(verifier.verify(func)))
        return failure();
      continue;
    }
    bool isState = isa_and_nonnull<AmpDialect>(op.getDialect()) &&
                   isa<SymbolOpInterface>(op);
    if (!isState &&
        !isa<ModuleOp, gpu::GPUModuleOp, gpu::BinaryOp, memref::GlobalOp>(op))
      return op.emitError("is not an op of a program's module");
  }
  return success();
}

//===- RecordTest.cpp - A record of another dialect, and regions ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `test.swap`, an op that no library of the project knows, goes through the
// passes and the verifiers as every record does. That nothing names library ops
// is what makes it possible.

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "amp/Forms/Forms.h"
#include "amp/Target/Compiler.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amprt;

namespace {
/// Exchanges the contents of two buffers.
class SwapOp
    : public Op<SwapOp, OpTrait::ZeroResults, OpTrait::NOperands<2>::Impl,
                MemoryEffectOpInterface::Trait, RecordOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "test.swap"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  bool readsOperand(OpOperand &) { return true; }
  bool writesOperand(OpOperand &) { return true; }
  std::string getRecordName() { return "swap"; }
  LogicalResult
  writeRecord(amprt_record &,
              llvm::function_ref<std::optional<uint32_t>(StringRef)>) {
    return emitOpError("has no implementation on any device");
  }
  LogicalResult verifyRecord() {
    if ((*this)->getOperand(0).getType() == (*this)->getOperand(1).getType())
      return success();
    return emitOpError("swaps buffers of two types");
  }
  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) {
    getRecordEffects(*this, effects);
  }
};

class TestDialect : public Dialect {
public:
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addOperations<SwapOp>();
  }
  static StringRef getDialectNamespace() { return "test"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
};

class RecordTest : public testing::Test {
protected:
  RecordTest() {
    DialectRegistry registry;
    mlir::amp::registerCompilerDialects(registry);
    registry.insert<TestDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    handler = std::make_unique<ScopedDiagnosticHandler>(
        &context, [this](Diagnostic &diagnostic) {
          messages.push_back(diagnostic.str());
        });
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text.str();
    return module;
  }

  MLIRContext context;
  std::vector<std::string> messages;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
};
} // namespace

static const char kProgram[] = R"(
#id = affine_map<(i) -> (i)>
func.func @step(%a: memref<8xf32> {amp.output = ""}, %b: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%b : memref<8xf32>) outs(%t : memref<8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %n = math.exp %e : f32
    linalg.yield %n : f32
  }
  "test.swap"(%t, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%t : memref<8xf32>) outs(%a : memref<8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %n = arith.negf %e : f32
    linalg.yield %n : f32
  }
  return
})";

TEST_F(RecordTest, GoesThroughThePasses) {
  OwningOpRef<ModuleOp> module = parse(kProgram);
  PassManager pm(&context, ModuleOp::getOperationName());
  pm.addPass(createAmpOutlineKernelsPass());
  pm.addPass(createAmpPlanMemoryPass());
  ASSERT_TRUE(succeeded(pm.run(*module)));
  // The record ends a group of kernels and keeps its buffer alive.
  std::vector<std::string> names;
  auto func = module->lookupSymbol<func::FuncOp>("step");
  for (auto record : func.getOps<RecordOpInterface>())
    names.push_back(record.getRecordName());
  EXPECT_EQ(names, (std::vector<std::string>{"exp_f32", "swap", "neg_f32"}));
  EXPECT_EQ(func->getAttrOfType<IntegerAttr>("amp.arena_bytes").getInt(), 32);
  EXPECT_TRUE(
      succeeded(mlir::amp::verifyForm(*module, mlir::amp::Form::Program)));
  EXPECT_TRUE(messages.empty()) << messages.front();
}

TEST_F(RecordTest, IsRefusedByTheWriterOfPrograms) {
  OwningOpRef<ModuleOp> module = parse(kProgram);
  mlir::amp::TrainingOptions options;
  auto executable = mlir::amp::compileModule(
      *module, options, mlir::amp::getSpecialization(options));
  ASSERT_FALSE(executable);
  EXPECT_EQ(llvm::toString(executable.takeError()),
            "'test.swap' could not be written into the program");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0], "'test.swap' op has no implementation on any device");
}

TEST_F(RecordTest, KeepsToTheRulesOfPrograms) {
  OwningOpRef<ModuleOp> layout = parse(R"(
func.func @step(%a: memref<8xf32>, %b: memref<4xf32>) {
  %s = memref.subview %a[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  "test.swap"(%b, %s) : (memref<4xf32>, memref<4xf32, strided<[2]>>) -> ()
  return
})");
  EXPECT_TRUE(failed(mlir::amp::verifyForm(*layout, mlir::amp::Form::Program)));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("cannot describe operand 1 in"),
            std::string::npos);
  OwningOpRef<ModuleOp> types = parse(R"(
func.func @step(%a: memref<8xf32>, %b: memref<4xf32>) {
  "test.swap"(%a, %b) : (memref<8xf32>, memref<4xf32>) -> ()
  return
})");
  EXPECT_TRUE(failed(mlir::amp::verifyForm(*types, mlir::amp::Form::Program)));
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[1], "'test.swap' op swaps buffers of two types");
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

TEST_F(RecordTest, RegionsAreExact) {
  OwningOpRef<ModuleOp> module = parse(R"(
func.func @views(%flat: memref<256xi8>, %x: memref<8x8xf32>, %n: index) {
  %c64 = arith.constant 64 : index
  %view = memref.view %flat[%c64][] : memref<256xi8> to memref<4x4xf32>
  %rows = memref.subview %view[1, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 4>>
  %flatrows = memref.collapse_shape %rows [[0, 1]] : memref<2x4xf32, strided<[4, 1], offset: 4>> into memref<8xf32, strided<[1], offset: 4>>
  %part = memref.subview %flatrows[2] [3] [1] : memref<8xf32, strided<[1], offset: 4>> to memref<3xf32, strided<[1], offset: 6>>
  %columns = memref.subview %x[0, 2] [8, 2] [1, 1] : memref<8x8xf32> to memref<8x2xf32, strided<[8, 1], offset: 2>>
  %nothing = memref.subview %x[3, 0] [0, 8] [1, 1] : memref<8x8xf32> to memref<0x8xf32, strided<[8, 1], offset: 24>>
  %computed = memref.view %flat[%n][] : memref<256xi8> to memref<4xf32>
  %somewhere = memref.subview %x[%n, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  return
})");
  auto func = module->lookupSymbol<func::FuncOp>("views");
  struct Expected {
    unsigned argument;
    int64_t begin, end;
    bool isExact;
  };
  // In the order of the views.
  const Expected expected[] = {{0, 64, 128, true}, {0, 80, 112, true},
                               {0, 80, 112, true}, {0, 88, 100, true},
                               {1, 8, 240, false}, {1, 96, 96, true},
                               {0, 0, 256, false}, {1, 0, 256, false}};
  size_t i = 0;
  for (auto view : func.getOps<ViewLikeOpInterface>()) {
    BufferRegion region = getRegion(view.getViewDest());
    SCOPED_TRACE(i);
    EXPECT_EQ(region.buffer, func.getArgument(expected[i].argument));
    EXPECT_EQ(region.begin, expected[i].begin);
    EXPECT_EQ(region.end, expected[i].end);
    EXPECT_EQ(region.isExact, expected[i].isExact);
    ++i;
  }
  EXPECT_EQ(i, std::size(expected));
}

// Rectangles of a matrix, by all that they hold.
TEST_F(RecordTest, RectanglesMeetWhereTheyShareElements) {
  constexpr int64_t kRows = 3, kColumns = 4;
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto type = MemRefType::get({kRows, kColumns}, builder.getF32Type());
  auto func = func::FuncOp::create(builder, loc, "rectangles",
                                   builder.getFunctionType(type, {}));
  builder.setInsertionPointToStart(func.addEntryBlock());
  struct Rectangle {
    BufferRegion region;
    uint32_t elements;
  };
  std::vector<Rectangle> rectangles;
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t column = 0; column < kColumns; ++column)
      for (int64_t rows = 1; row + rows <= kRows; ++rows)
        for (int64_t columns = 1; column + columns <= kColumns; ++columns) {
          Value view = memref::SubViewOp::create(
              builder, loc, func.getArgument(0), ArrayRef<int64_t>{row, column},
              ArrayRef<int64_t>{rows, columns}, ArrayRef<int64_t>{1, 1});
          uint32_t elements = 0;
          for (int64_t i = row; i < row + rows; ++i)
            for (int64_t j = column; j < column + columns; ++j)
              elements |= 1u << (i * kColumns + j);
          rectangles.push_back({getRegion(view), elements});
        }
  for (const Rectangle &a : rectangles)
    for (const Rectangle &b : rectangles)
      EXPECT_EQ(a.region.overlaps(b.region), (a.elements & b.elements) != 0)
          << a.elements << " and " << b.elements;
}

TEST_F(RecordTest, BytesAreCounted) {
  Builder builder(&context);
  auto count = [&](ArrayRef<int64_t> shape, Type element) {
    FailureOr<int64_t> bytes = findBytes(MemRefType::get(shape, element));
    return succeeded(bytes) ? *bytes : -1;
  };
  EXPECT_EQ(count({3, 5}, builder.getI1Type()), 15);
  EXPECT_EQ(count({3, 5}, builder.getF16Type()), 30);
  EXPECT_EQ(count({}, builder.getF64Type()), 8);
  EXPECT_EQ(count({4, 0}, builder.getF32Type()), 0);
  EXPECT_EQ(count({2}, builder.getIndexType()), 16);
  EXPECT_EQ(count({ShapedType::kDynamic}, builder.getF32Type()), -1);
  EXPECT_EQ(count({int64_t(1) << 40, int64_t(1) << 22}, builder.getF32Type()),
            -1);
  EXPECT_EQ(count({2}, ComplexType::get(builder.getF32Type())), -1);
}

//===- MathKernel.cpp - A function over a vector, compiled ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathKernel.h"

#include "amp/Target/Compiler.h"
#include "mlir/Parser/Parser.h"

#include <vector>

using namespace amp;
using namespace amp::test;
using mlir::amp::ProgramArgument;

namespace {
struct DeviceDeleter {
  void operator()(amprt_device *device) const { amprt_device_destroy(device); }
};
struct BufferDeleter {
  void operator()(amprt_buffer *buffer) const { amprt_buffer_destroy(buffer); }
};
using Buffer = std::unique_ptr<amprt_buffer, BufferDeleter>;
} // namespace

// Members are destroyed from the last to the first: the device outlives what
// was created on it.
struct MathKernel::Impl {
  mlir::MLIRContext context;
  std::unique_ptr<amprt_device, DeviceDeleter> device;
  std::unique_ptr<mlir::amp::LoadedExecutable> program;
  uint64_t bytes = 0;
  Buffer arena, input, output;
  std::vector<amprt_buffer *> arguments;

  llvm::Error allocate(uint64_t size, Buffer &buffer);
};

static llvm::Error toError(amprt_status *status) {
  if (!status)
    return llvm::Error::success();
  std::string message = amprt_status_message(status);
  amprt_status_free(status);
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Error MathKernel::Impl::allocate(uint64_t size, Buffer &buffer) {
  amprt_buffer *created = nullptr;
  llvm::Error error =
      toError(amprt_buffer_create(device.get(), size, &created));
  buffer.reset(created);
  return error;
}

MathKernel::MathKernel() : impl(std::make_unique<Impl>()) {}
MathKernel::~MathKernel() = default;

llvm::Expected<std::unique_ptr<MathKernel>>
MathKernel::create(const std::string &target, const std::string &function,
                   ElementType type, int64_t size,
                   const std::string &attributes) {
  std::unique_ptr<MathKernel> kernel(new MathKernel());
  Impl &impl = *kernel->impl;
  mlir::DialectRegistry registry;
  mlir::amp::registerCompilerDialects(registry);
  impl.context.appendDialectRegistry(registry);
  impl.context.loadAllAvailableDialects();

  std::string tensor =
      "tensor<" + std::to_string(size) + "x" + mlirName(type).str() + ">";
  std::string text = "func.func @f(%x: " + tensor +
                     " {amp.name = \"x\"}) -> (" + tensor +
                     " {amp.name = \"y\"}) {\n  %y = amp." + function + " %x" +
                     attributes + " : (" + tensor + ") -> " + tensor +
                     "\n  return %y : " + tensor + "\n}\n";
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &impl.context);
  if (!module)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "does not parse:\n" + text);

  amprt_device *opened = nullptr;
  const bool isBaseline = target == "x86-64";
  const char *device = isBaseline ? "cpu" : target.c_str();
  if (llvm::Error error =
          toError(amprt_device_create(device, nullptr, &opened)))
    return error;
  impl.device.reset(opened);
  mlir::amp::TrainingOptions options;
  options.cpu = isBaseline ? "x86-64" : "host";
  auto compiled = mlir::amp::compileAndLoad(
      *module, options, mlir::amp::Specialization(), opened);
  if (!compiled)
    return compiled.takeError();
  impl.program = std::move(*compiled);

  const mlir::amp::ProgramFunction &program =
      impl.program->get().functions.front();
  impl.bytes = size * elementSize(type);
  if (llvm::Error error = impl.allocate(program.arenaBytes, impl.arena))
    return error;
  if (llvm::Error error = impl.allocate(impl.bytes, impl.input))
    return error;
  if (llvm::Error error = impl.allocate(impl.bytes, impl.output))
    return error;
  for (const ProgramArgument &argument : program.arguments)
    impl.arguments.push_back(argument.kind == ProgramArgument::Kind::Input
                                 ? impl.input.get()
                                 : impl.output.get());
  return kernel;
}

llvm::Error MathKernel::run(const void *input, void *output) {
  if (llvm::Error error =
          toError(amprt_buffer_write(impl->input.get(), 0, input, impl->bytes)))
    return error;
  if (llvm::Error error = toError(
          amprt_program_run(impl->program->getProgram(0), impl->arena.get(),
                            impl->arguments.data(), impl->arguments.size())))
    return error;
  return toError(amprt_buffer_read(impl->output.get(), 0, output, impl->bytes));
}

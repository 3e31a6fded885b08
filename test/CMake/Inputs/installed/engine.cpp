// Reads a graph, for which the compiler is loaded, and lists devices, as
// amp-run does.
#include "amp/Training/Device.h"
#include "amp/Training/ProgramSource.h"

#include "llvm/Support/raw_ostream.h"

using namespace amp::training;

static const char kGraph[] = R"(
func.func @predict(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = amp.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
})";

static llvm::Error run() {
  auto source = GraphSource::open({"net.mlir", kGraph}, /*cache=*/nullptr,
                                  [](const mlir::amp::CompilerMessage &) {});
  if (!source)
    return source.takeError();
  for (const mlir::amp::EntryPoint &entry : (*source)->describe().entries)
    llvm::outs() << "entry point: " << entry.name << "\n";
  return listDevices(llvm::outs());
}

int main() {
  if (llvm::Error error = run()) {
    llvm::logAllUnhandledErrors(std::move(error), llvm::errs());
    return 1;
  }
}

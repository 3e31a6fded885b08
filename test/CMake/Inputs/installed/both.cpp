// The engine and the compiler in one program.
#include "amp/Pipelines/Pipelines.h"
#include "amp/Training/Device.h"

#include "llvm/Support/raw_ostream.h"

int main() {
  auto options = mlir::amp::parseTrainingOptions(
      "level=O2", [](const llvm::Twine &) { return mlir::failure(); });
  if (mlir::failed(options))
    return 1;
  llvm::outs() << mlir::amp::stringifyOption(*options->level) << "\n";
  if (llvm::Error error = amp::training::listDevices(llvm::outs())) {
    llvm::logAllUnhandledErrors(std::move(error), llvm::errs());
    return 1;
  }
}

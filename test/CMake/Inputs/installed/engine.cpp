// Lists devices, as amp-run does.
#include "amp/Training/Device.h"

#include "llvm/Support/raw_ostream.h"

int main() {
  if (llvm::Error error = amp::training::listDevices(llvm::outs())) {
    llvm::logAllUnhandledErrors(std::move(error), llvm::errs());
    return 1;
  }
}

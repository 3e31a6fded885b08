// Asks an op that no dialect knows for amp's interface.
#include "amp/Interfaces/PrecisionOpInterface.h"
#include "mlir/IR/BuiltinOps.h"

#include <cstdio>

int main() {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  bool takesPart = mlir::isa<mlir::amp::PrecisionOpInterface>(**module);
  std::printf("%s: %d\n",
              mlir::amp::detail::getDefaultPrecisionName(*module).str().c_str(),
              takesPart);
}

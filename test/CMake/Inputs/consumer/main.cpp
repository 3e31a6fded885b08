// Fills in options, as a program that has amp as a library does.
#include "amp/Options/TrainingOptions.h"

#include <cstdio>

int main() {
  mlir::amp::TrainingOptions options;
  options.level = mlir::amp::symbolizeOption<mlir::amp::OptLevel>("O2");
  options.assigner = mlir::amp::AssignerKind::Eager;
  std::printf("%s %s\n",
              mlir::amp::stringifyOption(*options.level).str().c_str(),
              mlir::amp::stringifyOption(options.assigner).str().c_str());
}

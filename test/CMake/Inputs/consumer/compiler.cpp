// Compiles: that the compiler's headers are found is all that is asked of it.
#include "amp/Target/Compiler.h"

int main() { return 0; }

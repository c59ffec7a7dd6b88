// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilec-cpp/Compiler.h"

#include <cstdio>

int main() {
  tilec::Compilation compilation("one.cu", "#include <cuda_tile.h>\n__tile_global__ void one(int *p) { *p = 1; }\n");
  int value = 0;
  compilation.run("one", {1}, &value);
  std::printf("jit %d\n", value);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile function called by host code.
#include <cuda_tile.h>
__tile__ int f() { return 1; }
int main() { return f(); }

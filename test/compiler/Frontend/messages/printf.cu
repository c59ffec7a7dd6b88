// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats are checked against scalars and the elements of tiles.
// RUN: not check-source %s 2>&1 | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void k(int *q, float x) {
  auto t = ct::zeros<ct::tile<float, ct::shape<8>>>();
  printf("%d %f %s %p %%\n", 1, x, "text", q);
  printf("%f %d\n", t, ct::iota<ct::tile<int, ct::shape<8>>>());
  printf("%d\n", t);
  // CHECK: printf.cu:[[#@LINE-1]]:18: warning: argument of type '{{.*}}' does not fit the conversion '%d'
  printf("%f\n", 1);
  // CHECK: printf.cu:[[#@LINE-1]]:18: warning: argument of type 'int' does not fit the conversion '%f'
  printf("%d\n");
  // CHECK: printf.cu:[[#@LINE-1]]:3: error: the format of 'printf' has 1 conversion, got 0 arguments
  printf("%d\n", 1, 2);
  // CHECK: printf.cu:[[#@LINE-1]]:21: error: the format of 'printf' has 1 conversion, got 2 arguments
  printf("%*d\n", 3, 1);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '*' as width or precision is not allowed in the format of 'printf' in tile code
  printf("%y\n", 1);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%y' is no conversion of 'printf'
  printf("%b\n", 1);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%b' is no conversion of 'printf'
  printf("%m\n");
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%m' is no conversion of 'printf'
  printf("%n\n", q);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%n' is no conversion of 'printf'
  printf("%5%d\n");
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%5%' is no conversion of 'printf'
  printf("%-5%c\n");
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%-5%' is no conversion of 'printf'
  printf("%- %\n");
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%- %' is no conversion of 'printf'
  printf("%2$d %1$d\n", 3, 4);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%2$d' is no conversion of 'printf'
  printf("%I64d\n", 3ll);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%I64d' is no conversion of 'printf'
  printf("%{public}d\n", 3);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%{public}d' is no conversion of 'printf'
  printf("%{d}f\n", 3.0);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%{d}f' is no conversion of 'printf'
  printf("%w32d\n", 3);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%w32d' is no conversion of 'printf'
  printf("%wf8d\n", 3);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%wf' is no conversion of 'printf'
  printf("%hlf\n", 3.0);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: '%hlf' is no conversion of 'printf'
  printf("a\0%d\n", 3);
  // CHECK: printf.cu:[[#@LINE-1]]:10: error: a null character is not allowed in the format of 'printf'
  printf("%-+8.3llx %#06x %.f %hhd %zu %Lf %5.3s|\n", 1ll, 2, 3.0, 4, 5ul, 6.0, "text");
  __builtin_printf("%d\n");
  // CHECK: printf.cu:[[#@LINE-1]]:3: error: the format of 'printf' has 1 conversion, got 0 arguments
}
// CHECK-NOT: error:

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>

int sum_of(const int *values, int n);

int main(void) {
  int values[100];
  for (int i = 0; i < 100; ++i)
    values[i] = i + 1;
  printf("100 numbers: %d\n", sum_of(values, 100));
  return 0;
}

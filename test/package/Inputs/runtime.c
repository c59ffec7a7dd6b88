/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says why there is no such driver. */
#include "tilec-c/Runtime.h"

#include <stdio.h>

int main(void) {
  TilecDriver driver;
  TilecError error = tilecDriverLoad("/nowhere/libcuda.so.1", &driver);
  if (!error)
    return 1;
  puts(tilecErrorName(error));
  tilecErrorDestroy(error);
  return 0;
}

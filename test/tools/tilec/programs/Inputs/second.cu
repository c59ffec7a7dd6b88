// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale.h"

static __tile_global__ void same_name(float *p) {
  *p += 100;
}

void second(float *p) {
  same_name<<<1>>>(p);
}

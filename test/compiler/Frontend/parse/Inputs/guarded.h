// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef GUARDED_H
#define GUARDED_H
#include <cuda_tile.h>
#define FIRST(p) ((p)[0])
#endif

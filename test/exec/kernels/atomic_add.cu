// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic addition and subtraction on every type that has them everywhere.
#include <cuda_fp16.h>
#include "atomic_trial.h"
#define BOTH(...) ATOMIC(add, __VA_ARGS__) ATOMIC(sub, __VA_ARGS__)
BOTH(int)
BOTH(unsigned)
BOTH(long)
BOTH(unsigned long long)
BOTH(float)
BOTH(double)
BOTH(__half)

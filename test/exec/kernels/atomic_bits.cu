// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic and, or, xor, max and min on every type that has them.
#include "atomic_trial.h"
#define EACH(...)                                                                                                              \
  ATOMIC(bit_and, __VA_ARGS__)                                                                                                 \
  ATOMIC(bit_or, __VA_ARGS__)                                                                                                  \
  ATOMIC(bit_xor, __VA_ARGS__)                                                                                                 \
  ATOMIC(max, __VA_ARGS__)                                                                                                     \
  ATOMIC(min, __VA_ARGS__)
EACH(int)
EACH(unsigned)
EACH(long)
EACH(unsigned long long)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s --run order --grid 1 --arg 'out:[4]' | FileCheck %s
// The right side of an assignment is evaluated before the left, also where a class defines the operator.
// CHECK: out: 21 21 21 12
#include <cuda_tile.h>

__tile__ int log(int *digits, int value) {
  *digits = *digits * 10 + value;
  return value;
}

struct Number {
  int value;
  __tile__ Number &operator=(int other) {
    value = other;
    return *this;
  }
  __tile__ Number &operator+=(int other) {
    value += other;
    return *this;
  }
  __tile__ Number &operator<<(int other) { return *this += other; }
};
__tile__ Number &operator-=(Number &left, int right) { return left += -right; }
__tile__ Number &at(Number &number, int) { return number; }

extern "C" __tile_global__ void order(int *out) {
  Number n{0};
  int digits = 0;
  at(n, log(&digits, 1)) = log(&digits, 2);
  out[0] = digits, digits = 0;
  at(n, log(&digits, 1)) += log(&digits, 2);
  out[1] = digits, digits = 0;
  at(n, log(&digits, 1)) -= log(&digits, 2);
  out[2] = digits, digits = 0;
  at(n, log(&digits, 1)) << log(&digits, 2);
  out[3] = digits;
}

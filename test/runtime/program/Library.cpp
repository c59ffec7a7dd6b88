// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A shared library with kernels, that a program opens.
#include "test/runtime/program/ProgramModule.h"

/// a + a of one element on the device; -1 after an error.
extern "C" float addTwice(float *out, const float *a) {
  float sum = 0;
  launch(add, 1, 1, nullptr, out, a, a, 1);
  return cudaMemcpy(&sum, out, sizeof(sum), cudaMemcpyDeviceToHost) ? -1 : sum;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
extern "C" int launch_scale(float *values, int count, float factor);

int main() {
  float values[64] = {1, 2, 3};
  int failed = launch_scale(values, 64, 3);
  std::printf("%d: %g %g %g\n", failed, values[0], values[1], values[2]);
}

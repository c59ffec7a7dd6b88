// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale.kernels.h"

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> in(300), out(300);
  for (int i = 0; i < 300; ++i)
    in[i] = float(i);
  scale_256(nullptr, {2}, out.data(), in.data(), 300);
  std::printf("%g %g %g\n", out[0], out[1], out[299]);
  try {
    scale_8(nullptr, {0}, out.data(), in.data(), 8);
  } catch (const tilec::Error &error) {
    std::printf("%s\n", error.what());
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilec-cpp/Runtime.h"

#include <cstdio>

int main() {
  std::printf("devices: %d\n", tilec::deviceCount());
}

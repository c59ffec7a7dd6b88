// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library for host and tile code.
#pragma once

namespace library {
__tile__ inline int twice(int x) { return 2 * x; }
constexpr int three() { return 3; }
inline auto quarter() { return 0.25; }
__device__ inline int onDevice() { return missing_on_device; }

struct Counter {
  int next() { return missing_on_host; }
  __tile__ int one() const { return 1; }
};
template <class T> int sizeOf(T) { return sizeof(T); }
} // namespace library

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of whole numbers, of which every sum is exact.
#pragma once

#include "test/exec/harness/Cases.h"

namespace tilec::exec {

/// Of a product, or of its tiles.
struct Sizes {
  int m, n, k;
};

template <class T> Array<T> &wholeNumbers(Run &run, size_t count) {
  auto &array = run.zeros<T>(count);
  for (T &value : array.values)
    value = T(float(run.random.integer(-4, 4)));
  return array;
}

/// Plainly, of row-major matrices.
template <class Sum, class T> std::vector<Sum> product(const Array<T> &a, const Array<T> &b, int m, int n, int k) {
  std::vector<Sum> c(size_t(m) * n);
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < n; ++j)
        c[size_t(i) * n + j] += Sum(float(a[size_t(i) * k + l]) * float(b[size_t(l) * n + j]));
  return c;
}

} // namespace tilec::exec

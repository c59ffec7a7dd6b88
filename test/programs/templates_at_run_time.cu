// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instances of a kernel template that are chosen when the program runs, from a table and by its arguments.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"
#include <cstring>

template <class T, int Width> __tile_global__ void fill(T *p, T value, int n) {
  auto i = (int)ct::bid().x * Width + ct::iota<ct::tile<int, ct::shape<Width>>>();
  ct::store_masked(p + i, ct::full<ct::tile<T, ct::shape<Width>>>(value) * ct::element_cast<T>(i), i < n);
}

template <class T> void run(const char *name, int width, T value) {
  struct Choice {
    int width;
    void (*kernel)(T *, T, int);
  };
  static const Choice choices[] = {{32, fill<T, 32>}, {64, fill<T, 64>}, {256, fill<T, 256>}};
  const int n = 100;
  for (const Choice &choice : choices)
    if (choice.width >= width) {
      Array<T> p(n);
      choice.kernel<<<(n + choice.width - 1) / choice.width, 1>>>(p.data, value, n);
      CHECK(cudaGetLastError());
      std::printf("%s, %d at a time: %g\n", name, choice.width, double(p.get()[n - 1]));
      return;
    }
  std::printf("%s: no kernel of %d\n", name, width);
}

int main() {
  for (int width : {1, 50, 200, 300}) {
    run<float>("float", width, 0.5f);
    run<int>("int", width, 3);
  }
  run<double>("double", 64, 0.25);
}

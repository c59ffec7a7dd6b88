// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a kernel from a string and launches it: on the first GPU, or on the CPU where there is none.
#include "tilec/Program.h"

#include <cstdio>

static const char *const source = R"(
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int N> __tile_global__ void scale(float *y, const float *x, float factor, int n) {
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(y + i, factor * ct::load_masked(x + i, i < n), i < n);
}
)";

int main() {
  const int n = 1000;
  std::vector<float> values(n, 2.0f);
  tilec::Place place = tilec::Place::best();
  tilec::CompileOptions options;
  options.nameExpressions = {"scale<256>"};
  auto program = tilec::Program::build(place, {"scale.cu", source}, options);
  if (!program)
    return std::puts(program.error().text.c_str()), 1;
  auto x = tilec::Memory::allocate(place, n * sizeof(float)), y = tilec::Memory::allocate(place, n * sizeof(float));
  if (!x || !y || !x->copyFrom(values.data(), n * sizeof(float)))
    return std::puts("no memory"), 1;
  auto status = program->launch("scale<256>", {(n + 255) / 256}, {*y, *x, 21.0f, n});
  if (!status || !y->copyTo(values.data(), n * sizeof(float)))
    return std::puts(status.error().message().c_str()), 1;
  std::printf("on the %s: y[0] = %g, y[%d] = %g\n", place.isHost() ? "host" : "device", values[0], n - 1,
              values[n - 1]);
}

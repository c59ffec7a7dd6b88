// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pair, swap, exchange, move and forward.
#include <cuda/std/utility>
#include <cuda_tile.h>
template <class F, class... A> __tile__ auto call(F&& f, A&&... a) { return cuda::std::forward<F>(f)(cuda::std::forward<A>(a)...); }
__tile_global__ void k(float* p) {
  cuda::std::pair<float, int> q{p[0], 2};
  float a = q.first, b = q.second;
  cuda::std::swap(a, b);
  p[0] = cuda::std::exchange(a, 3.f) + cuda::std::move(b);
  p[1] = call([](float x, float y) { return x * y; }, a, 2.f);
  auto r = cuda::std::make_pair(1, 2.f);
  p[2] = r.second;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of decoding: heads of keys are normed by their root mean square, turned by their position's angles, and written to
// their slots of the cache with the values beside them.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// keys, values: [tokens, heads, 2 * Half]; cache: [slots, 2, heads, 2 * Half]; a slot below 0 is not written.
template <class T, int Half>
__tile_global__ void norm_rotary_cache(T* __restrict__ cache, const T* __restrict__ keys, const T* __restrict__ values,
                                       const float* __restrict__ weight, const float* __restrict__ cosines,
                                       const float* __restrict__ sines, const int* __restrict__ positions,
                                       const int* __restrict__ slots, int heads, float epsilon) {
  int head = ct::bid().x, token = ct::bid().y;
  int slot = slots[token], position = positions[token];
  if (slot < 0) return;
  auto i = ct::iota<ct::tile<int, ct::shape<Half>>>();
  const T* key = keys + (token * heads + head) * 2 * Half;
  auto a = ct::element_cast<float>(ct::load(key + i)), b = ct::element_cast<float>(ct::load(key + Half + i));
  auto mean = ct::sum<0>(a * a + b * b) * (0.5f / Half);
  auto scale = ct::rsqrt(mean + epsilon);
  auto x = a * scale * ct::load(weight + i), y = b * scale * ct::load(weight + Half + i);
  auto c = ct::load(cosines + (position * Half + i)), s = ct::load(sines + (position * Half + i));
  T* to = cache + ((long long)slot * 2 * heads + head) * 2 * Half;
  ct::store(to + i, ct::element_cast<T>(x * c - y * s));
  ct::store(to + Half + i, ct::element_cast<T>(x * s + y * c));
  auto whole = ct::iota<ct::tile<int, ct::shape<2 * Half>>>();
  ct::store(to + heads * 2 * Half + whole, ct::load(values + (token * heads + head) * 2 * Half + whole));
}

template __tile_global__ void norm_rotary_cache<float, 64>(float*, const float*, const float*, const float*, const float*,
                                                           const float*, const int*, const int*, int, float);
template __tile_global__ void norm_rotary_cache<__nv_bfloat16, 64>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*,
                                                                   const float*, const float*, const float*, const int*,
                                                                   const int*, int, float);

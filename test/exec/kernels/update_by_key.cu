// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of a table at places that data says: sums, extremes and bits by key.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 256;
constexpr auto kRelaxed = ct::memory_order::relaxed;
constexpr auto kDevice = ct::thread_scope::device;

__tile__ auto elements() { return (int)ct::bid().x * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>(); }

template <class T> __tile_global__ void add_by_key(T* table, const int* keys, const T* values, int n) {
  auto i = elements();
  auto key = ct::load_masked(keys + i, i < n);
  (void)ct::atomic_add_masked<kRelaxed, kDevice>(table + key, ct::load_masked(values + i, i < n), i < n);
}

// Without a mask: n is a multiple of the tile.
template <class T> __tile_global__ void update_by_key(T* sums, T* smallest, T* largest, T* both, T* either, T* odd,
                                                      const int* keys, const T* values) {
  auto i = elements();
  auto key = ct::load(keys + i);
  auto value = ct::load(values + i);
  (void)ct::atomic_sub<kRelaxed, kDevice>(sums + key, value);
  (void)ct::atomic_min<kRelaxed, kDevice>(smallest + key, value);
  (void)ct::atomic_max<kRelaxed, kDevice>(largest + key, value);
  (void)ct::atomic_and<kRelaxed, kDevice>(both + key, value);
  (void)ct::atomic_or<kRelaxed, kDevice>(either + key, value);
  (void)ct::atomic_xor<kRelaxed, kDevice>(odd + key, value);
}

template __tile_global__ void add_by_key<int>(int*, const int*, const int*, int);
template __tile_global__ void add_by_key<float>(float*, const int*, const float*, int);
template __tile_global__ void add_by_key<double>(double*, const int*, const double*, int);
template __tile_global__ void add_by_key<__half>(__half*, const int*, const __half*, int);
template __tile_global__ void update_by_key<int>(int*, int*, int*, int*, int*, int*, const int*, const int*);
template __tile_global__ void update_by_key<unsigned>(unsigned*, unsigned*, unsigned*, unsigned*, unsigned*, unsigned*, const int*,
                                                      const unsigned*);
template __tile_global__ void update_by_key<long>(long*, long*, long*, long*, long*, long*, const int*, const long*);

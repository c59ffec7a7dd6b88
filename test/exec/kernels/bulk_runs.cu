// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the copy engine can move without a tensor map (whole tiles through pointers), and what it combines into memory:
// sums, comparisons with and without sign, bits; and tiles that a loop stores one after another.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

using Relaxed = ct::memory_order_relaxed_t;
using Device = ct::thread_scope_device_t;

constexpr int kTile = 256;

// Block b moves tile b, twice as large, to where the last one was.
template <class T> __tile_global__ void double_backwards(T* __restrict__ out, const T* __restrict__ in) {
  auto i = ct::iota<ct::tile<int, ct::shape<kTile>>>();
  int block = ct::bid().x, last = (int)ct::num_blocks().x - 1;
  auto x = ct::load(in + (block * kTile + i));
  ct::store(out + ((last - block) * kTile + i), x + x);
}

// All blocks add to one tile.
template <class T> __tile_global__ void add_to_one(T* __restrict__ out, const T* __restrict__ in) {
  auto i = ct::iota<ct::tile<int, ct::shape<kTile>>>();
  ct::atomic_add(ct::assume_aligned(out, 16_ic) + i, ct::load(in + ((int)ct::bid().x * kTile + i)), Relaxed{}, Device{});
}

// Through pointers the greatest, through views the least and the bits of all blocks.
template <class T>
__tile_global__ void compare_with_one(T* __restrict__ greatest, T* __restrict__ least, T* __restrict__ bits, const T* __restrict__ in) {
  auto i = ct::iota<ct::tile<int, ct::shape<kTile>>>();
  auto x = ct::load(in + ((int)ct::bid().x * kTile + i));
  ct::atomic_max(ct::assume_aligned(greatest, 16_ic) + i, x, Relaxed{}, Device{});
  ct::partition_view{ct::tensor_span{ct::assume_aligned(least, 16_ic), ct::extents{kTile}}, ct::shape<kTile>{}}.atomic_min(x, Relaxed{}, Device{}, 0);
  ct::partition_view{ct::tensor_span{ct::assume_aligned(bits, 16_ic), ct::extents{kTile}}, ct::shape<kTile>{}}.atomic_xor(x, Relaxed{}, Device{}, 0);
}

// Tiles of a view, each stored while the next is computed.
__tile_global__ void store_in_turn(float* __restrict__ out, const float* __restrict__ in, int n) {
  auto view = [n](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<kTile>{}}; };
  auto sum = ct::zeros<ct::tile<float, ct::shape<kTile>>>();
  for (int t : ct::irange((int)ct::bid().x, ct::ceildiv(n, kTile), (int)ct::num_blocks().x)) {
    sum = sum + view(in).load_masked(t);
    view(out).store_masked(sum, t);
  }
}

template __tile_global__ void double_backwards<float>(float*, const float*);
template __tile_global__ void double_backwards<short>(short*, const short*);
template __tile_global__ void double_backwards<__half>(__half*, const __half*);
template __tile_global__ void double_backwards<double>(double*, const double*);
template __tile_global__ void add_to_one<float>(float*, const float*);
template __tile_global__ void add_to_one<__half>(__half*, const __half*);
template __tile_global__ void add_to_one<int>(int*, const int*);
template __tile_global__ void add_to_one<unsigned long>(unsigned long*, const unsigned long*);
template __tile_global__ void compare_with_one<int>(int*, int*, int*, const int*);
template __tile_global__ void compare_with_one<unsigned>(unsigned*, unsigned*, unsigned*, const unsigned*);
template __tile_global__ void compare_with_one<long>(long*, long*, long*, const long*);
template __tile_global__ void compare_with_one<unsigned long>(unsigned long*, unsigned long*, unsigned long*, const unsigned long*);

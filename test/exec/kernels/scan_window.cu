// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sum over an array in one pass, with a look-back over many predecessors at once. A block's state is one word of 64
// bits: what is known of the block above, the sum below; so no order between two words is needed.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

using Word = unsigned long long;
constexpr int kTile = 8192, kWindow = 32;
using Window = ct::tile<int, ct::shape<kWindow>>;
constexpr unsigned kNothing = 0, kOwnSum = 1, kFullSum = 2;
constexpr auto kRelaxed = ct::memory_order::relaxed;
constexpr auto kDevice = ct::thread_scope::device;

__tile__ Word packed(unsigned known, int sum) { return (Word)known << 32 | (Word)(unsigned)sum; }

// The sum of everything before `block`.
__tile__ int look_back(const Word* state, int block) {
  auto place = ct::iota<Window>();
  int before = 0;
  for (int first = block - kWindow;; first -= kWindow) {
    auto index = first + place;
    // Before the first block everything is known, and zero.
    Word start = packed(kFullSum, 0);
    auto words = ct::atomic_load_masked<kRelaxed, kDevice>(state + index, index >= 0, start);
    auto known = ct::element_cast<unsigned>(words >> 32);
    int full = static_cast<int>(ct::reduce_max<0>(ct::select(known == kFullSum, place, ct::full<Window>(-1))));
    auto needed = place >= full;
    if (static_cast<bool>(ct::any_of<0>(needed & (known == kNothing)))) {
      first += kWindow;
      continue;
    }
    auto sums = ct::element_cast<int>(ct::element_cast<unsigned>(words));
    before += static_cast<int>(ct::sum<0>(ct::select(needed, sums, ct::zeros<Window>())));
    if (full >= 0) return before;
  }
}

// `ticket` and `state`, one word a block, start as zero.
__tile_global__ void scan_window(int* out, const int* in, int n, int* ticket, Word* state) {
  int block = ct::atomic_add<kRelaxed, kDevice>(ticket, 1);
  auto tiles_of = [n](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<kTile>{}}; };
  auto x = tiles_of(in).load_masked(block);
  int own = static_cast<int>(ct::sum<0>(x));
  if (block > 0) ct::atomic_store<kRelaxed, kDevice>(state + block, packed(kOwnSum, own));
  // Before the look-back: by the time that is done the blocks before have published more.
  auto sums = ct::partial_sum<0>(x);
  int before = look_back(state, block);
  ct::atomic_store<kRelaxed, kDevice>(state + block, packed(kFullSum, before + own));
  tiles_of(out).store_masked(before + sums, block);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses over rows longer than a tile: Kullback-Leibler divergence, and cross entropy whose softmax is carried over the
// tiles of a row.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 1024;
using Cell = ct::tile<float, ct::shape<1, 1>>;

template <int Tile = kTile, class T> __tile__ auto tiles_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, Tile>{}};
}

// Both arrays hold logarithms of probabilities; a probability of zero counts for nothing.
__tile_global__ void kl_divergence(float* __restrict__ out, const float* __restrict__ log_p, const float* __restrict__ log_q,
                                   int rows, int columns) {
  int row = ct::bid().x;
  auto p = tiles_of(log_p, rows, columns), q = tiles_of(log_q, rows, columns);
  auto sums = ct::zeros<ct::tile<float, ct::shape<1, kTile>>>();
  for (int t : ct::irange(0, ct::ceildiv(columns, kTile))) {
    auto a = p.load_masked<ct::view_padding::negative_inf>(row, t);
    auto b = q.load_masked(row, t);
    sums = sums + ct::select(a == -__builtin_inff(), ct::zeros<decltype(a)>(), ct::exp(a) * (a - b));
  }
  out[row] = static_cast<float>(ct::sum<1>(sums));
}

// loss[row] = log(sum(exp(logits[row]))) - logits[row][target[row]]; a negative target has no loss.
template <class T, int Tile>
__tile_global__ void cross_entropy(float* __restrict__ loss, const T* __restrict__ logits, const int* __restrict__ targets,
                                   int rows, int classes) {
  int row = ct::bid().x;
  int target = targets[row];
  if (target < 0) {
    loss[row] = 0;
    return;
  }
  auto view = tiles_of<Tile>(logits, rows, classes);
  Cell largest = ct::full<Cell>(-__builtin_inff()), total = ct::zeros<Cell>();
  for (int t : ct::irange(0, ct::ceildiv(classes, Tile))) {
    auto part = ct::element_cast<float>(view.template load_masked<ct::view_padding::negative_inf>(row, t));
    auto next = ct::max(largest, ct::reduce_max<1>(part));
    auto shift = ct::select(next == -__builtin_inff(), ct::zeros<Cell>(), next);
    total = total * ct::exp(largest - shift) + ct::sum<1>(ct::exp(part - shift));
    largest = next;
  }
  auto wanted = ct::element_cast<float>(ct::load(logits + ((long long)row * classes + target)));
  loss[row] = static_cast<float>(largest + ct::log(total)) - static_cast<float>(wanted);
}

template __tile_global__ void cross_entropy<float, 1024>(float*, const float*, const int*, int, int);
template __tile_global__ void cross_entropy<float, 4096>(float*, const float*, const int*, int, int);
template __tile_global__ void cross_entropy<__nv_bfloat16, 1024>(float*, const __nv_bfloat16*, const int*, int, int);
template __tile_global__ void cross_entropy<__nv_bfloat16, 4096>(float*, const __nv_bfloat16*, const int*, int, int);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What messages propose to write is tile code: all entries of the tables of ForeignNames and Examples compile.
// RUN: check-source -Wno-unused-value %s 2>&1 | count 0
#include <cuda_tile.h>
using namespace cuda::tiles;
using namespace cuda::tiles::literals;
template <class E, int... N> using Tile = cuda::tiles::tile<E, cuda::tiles::shape<N...>>;

__tile_global__ void reductions(float *p, float n) {
  auto tile = load(p + iota<Tile<int, 8>>());
  float total = float(sum<0>(tile)) + float(prod<0>(tile)) + float(reduce_max<0>(tile)) + float(reduce_min<0>(tile));
  auto mean = sum<0>(tile) / n;
  auto places = max_element<0>(tile) + min_element<0>(tile);
  auto scans = partial_sum<0>(tile) + partial_prod<0>(tile);
  {
    auto bits = iota<Tile<int, 8>>();
    auto tile = bits;
    auto all = reduce_bitand<0>(tile) | reduce_bitor<0>(tile) | reduce_bitxor<0>(tile);
  }
  {
    auto truths = tile > 0.0f;
    auto tile = truths;
    bool any = bool(any_of<0>(tile)) && bool(all_of<0>(tile));
  }
  auto x = zeros<Tile<float, 4, 8>>();
  auto e = cuda::tiles::exp(x - reduce_max<1>(x));
  e = e / sum<1>(e);
}

__tile_global__ void shapes(float *p, int index) {
  auto tile = load(p + iota<Tile<int, 8>>());
  auto flat = reshape(tile, shape<8>{});
  auto row = reshape(tile, shape<1, 8>{});
  auto matrix = reshape(tile, shape<4, 2>{});
  auto part = extract(tile, shape<4>{}, index);
  auto changed = insert(tile, part, index);
  auto casts = element_cast<float>(tile);
  auto bits = element_bitcast<int>(tile);
  auto same = zeros<decltype(tile)>() + ones<decltype(tile)>() + full<decltype(tile)>(2.0f);
  auto a = tile, b = tile;
  auto joined = cat<0>(a, b);
  auto stacked = cat<0>(reshape(a, shape<1, 8>{}), reshape(b, shape<1, 8>{}));
  printf("%f\n", tile);
  {
    auto tile = reshape(a, shape<4, 2>{}), a = tile, b = tile;
    auto swapped = permute(tile, dimension_map<1, 0>{});
    auto transposed = transpose(tile);
    auto wide = cat<1>(a, b);
  }
  {
    auto tile = extract(a, shape<2>{}, index);
    auto wide = broadcast(tile, shape<4, 2>{});
  }
}

__tile_global__ void arithmetic(float *p, bool condition, int n, int extent, int number) {
  auto x = load(p + iota<Tile<int, 8>>()), a = x, b = x, c = x, low = x, high = x;
  auto made = zeros<tile<float, shape<8>>>() + ones<tile<float, shape<8>>>() + full<tile<float, shape<8>>>(1);
  auto counted = iota<tile<int, shape<8>>>();
  auto chosen = cuda::tiles::select(condition, a, b);
  auto extremes = min(max(x, low), high) + max(a, b) + min(a, b) + max(x, 0.0f);
  auto functions = 1.0f / (1.0f + cuda::tiles::exp(-x)) + log(1.0f + x) + (cuda::tiles::exp(x) - 1.0f) + log(x) * 0.4342945f + pow(10.0f, x) +
                   floor(x + 0.5f) + cuda::tiles::select(x < 0.0f, ceil(x), floor(x)) + x * x + 1.0f / x + abs(x) + pow(a, b) +
                   remainder(a, b) + fma(a, b, c);
  auto inverses = atan2(x, 1.0f) + atan2(x, cuda::tiles::sqrt(1.0f - x * x)) + atan2(cuda::tiles::sqrt(1.0f - x * x), x) +
                  log(x + cuda::tiles::sqrt(x * x + 1.0f)) + log(x + cuda::tiles::sqrt(x * x - 1.0f)) +
                  0.5f * log((1.0f + x) / (1.0f - x)) + cuda::tiles::sqrt(a * a + b * b) +
                  cuda::tiles::select(x < 0.0f, -pow(-x, 1.0f / 3.0f), pow(x, 1.0f / 3.0f));
  auto truths = !(isnan(x) | isinf(x)) | !x | a > b | a < b | a == b;
  auto operations = a * b + a / b - (a - b);
  {
    auto a = counted, b = counted;
    auto integers = (a << b) + (a >> b) + (a & b) + (a | b) + (a ^ b) + ceildiv(a, b);
  }
  int numbers = bid().x + num_blocks().x + ceildiv(extent, 8);
  for (int i : irange(0, n))
    numbers += i;
  number = assume_divisible<8>(number);
  number = assume_bounded_below<0>(assume_bounded_above<100>(number));
  assert(condition);
}

__tile_global__ void products() {
  auto a = zeros<tile<float, shape<16, 16>>>(), b = a, accumulator = a;
  accumulator = cuda::tiles::mma(a, b, accumulator) + matmul(a, b);
}

__tile_global__ void memory(int *pointer, int m, int n) {
  auto indices = iota<tile<int, shape<8>>>();
  pointer = assume_aligned<16>(pointer);
  auto pointers = pointer + indices;
  auto value = load(pointer + indices), padding = value, expected = value, desired = value;
  auto mask = indices < n;
  value = load(pointers) + load_masked(pointers, mask, padding);
  store(pointer + indices, value);
  store(pointers, value);
  store_masked(pointers, value, mask);
  atomic_store<memory_order::relaxed>(pointers, value);
  value = atomic_load<memory_order::relaxed>(pointers);
  value = atomic_add<memory_order::relaxed>(pointers, value) + atomic_sub<memory_order::relaxed>(pointers, value) +
          atomic_max<memory_order::relaxed>(pointers, value) + atomic_min<memory_order::relaxed>(pointers, value) +
          atomic_and<memory_order::relaxed>(pointers, value) + atomic_or<memory_order::relaxed>(pointers, value) +
          atomic_xor<memory_order::relaxed>(pointers, value) + atomic_xchg<memory_order::relaxed>(pointers, value) +
          atomic_compare_exchange<memory_order::relaxed>(pointers, expected, desired);
  value = atomic_add_masked<memory_order::relaxed>(pointers, value, mask);
  int old = atomic_add<memory_order::relaxed>(pointer, 1) + atomic_sub<memory_order::relaxed>(pointer, 1);
  atomic_store<memory_order::release>(pointer, old);
}

__tile_global__ void views(float *pointer, int m, int n, int i, int j) {
  auto span = tensor_span{pointer, extents{m, n}};
  auto line = tensor_span{pointer, extents{n}};
  auto view = partition_view{span, shape<16, 32>{}};
  auto whole = partition_view{tensor_span{pointer, extents{m, n}}, shape<16, 32>{}};
  auto strided = strided_view{span, shape<16, 32>{}, strides{8_ic, 32_ic}};
  auto gathered = gather_scatter_view{span, shape<16, 32>{}, 0_ic};
  auto tile = view.load(i, j) + view.load_masked<view_padding::zero>(i, j);
  view.store(tile, i, j);
  view.store_masked(tile, i, j);
  view.atomic_add(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j);
  {
    auto view = partition_view{tensor_span{(int *)pointer, extents{m, n}}, shape<16, 32>{}};
    auto tile = view.load(i, j);
    view.atomic_sub(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j);
    view.atomic_max(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j);
    view.atomic_min(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j);
    view.atomic_and(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j);
    view.atomic_or(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j);
    view.atomic_xor(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j);
  }
}

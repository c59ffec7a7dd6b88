// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of every kind, over integers of every width, up to the ends of their types: what kernels count is what the host
// counts.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include <cstdint>
#include <cuda_tile.h>
#include <limits>
namespace ct = cuda::tiles;

/// How often, the sum of the counters, and the last one.
struct Counted {
  long long times, sum, last;
  __tile__ void add(long long counter) {
    ++times, sum += counter, last = counter;
  }
};

template <class T> __tile_global__ void count_range(Counted *out, T first, T last, T step) {
  Counted counted{};
  for (auto i : ct::irange(first, last, step))
    counted.add((long long)i);
  *out = counted;
}

template <class T, T First, T Last, T Step> __tile_global__ void count_constants(Counted *out) {
  Counted counted{};
  for (auto i : ct::irange(First, Last, Step))
    counted.add((long long)i);
  *out = counted;
}

template <class T, T Step> __tile_global__ void count_tiles(T *out, T first, T last) {
  using Tile = ct::tile<T, ct::shape<8>>;
  auto sums = ct::full<Tile>(0);
  for (auto i : ct::irange(first, last, Step))
    sums = sums + (ct::iota<Tile>() ^ ct::full<Tile>(i));
  ct::store(out + ct::iota<ct::tile<int, ct::shape<8>>>(), sums);
}

int wrong = 0;

void expect(const char *what, const Counted &got, const Counted &wanted) {
  if (got.times == wanted.times && got.sum == wanted.sum && got.last == wanted.last)
    return;
  ++wrong;
  std::printf("%s: %lld times, sum %lld, last %lld; expected %lld, %lld, %lld\n", what, got.times, got.sum, got.last,
              wanted.times, wanted.sum, wanted.last);
}

template <class T> Counted counted(T first, T last, T step) {
  Counted result{};
  for (__int128 i = first; i < last; i += step)
    ++result.times, result.sum = (long long)((unsigned long long)result.sum + (unsigned long long)i),
                    result.last = (long long)i;
  return result;
}

template <class T> void ranges(const char *type) {
  using Limits = std::numeric_limits<T>;
  const T most = Limits::max(), least = Limits::min();
  const T bounds[][3] = {{T(most - 5), most, 2},
                         {T(most - 6), most, 2},
                         {T(most - 90), T(most - 1), 40},
                         {T(most - 1), most, most},
                         {most, most, 3},
                         {0, most, T(most / 3)},
                         {least, T(least + 9), 4},
                         {least, least, 1},
                         {7, 2, 5},
                         {T(most / 2 - 3), T(most / 2 + 6), 5},
                         {0, 100, 7},
                         {least, most, T(most / 2 + 1)}};
  for (auto [first, last, step] : bounds) {
    Array<Counted> out(1);
    count_range<T><<<1, 1>>>(out.data, first, last, step);
    CHECK(cudaGetLastError());
    expect(type, out.get()[0], counted(first, last, step));
  }
  Array<Counted> out(1);
  count_constants<T, T(most - 5), most, T(2)><<<1, 1>>>(out.data);
  expect(type, out.get()[0], counted(T(most - 5), most, T(2)));
  count_constants<T, T(most - 127), most, T(100)><<<1, 1>>>(out.data);
  expect(type, out.get()[0], counted(T(most - 127), most, T(100)));
  Array<T> sums(8);
  const T first = T(most - 100);
  count_tiles<T, T(9)><<<1, 1>>>(sums.data, first, most);
  auto got = sums.get();
  for (int lane = 0; lane < 8; ++lane) {
    T sum = 0;
    for (__int128 i = first; i < most; i += 9)
      sum = T((unsigned long long)sum + (unsigned long long)(T(lane) ^ T(i)));
    if (got[lane] != sum) {
      ++wrong;
      std::printf("%s: lane %d\n", type, lane);
    }
  }
}

/// Loops without a range, which the kernel and the host run alike.
template <class Put> __tile__ __host__ void plain_loops(int n, Put put) {
  for (int i = 0; i < n; i += 3)
    put(i);
  for (int i = n; i > 0; i -= 4)
    put(i);
  for (int i = n; i >= 0; --i)
    put(i);
  for (unsigned i = n; i-- > 0u;)
    put(i);
  for (int i = 0; i <= n; ++i) {
    if (i == 3)
      continue;
    if (i == 7)
      break;
    put(i);
  }
  for (unsigned char c = 250; c > 10; ++c) // wraps to 0
    put(c);
  uint16_t h = 65530;
  do {
    h += 3;
    put(h);
  } while (h > 100);
  int8_t s = 127;
  s = int8_t(s + 1);
  put(s);
  for (int i = 1; i < n; i *= 2)
    for (int j = 0;; ++j) {
      if (j > i)
        break;
      if (j & 1)
        continue;
      put(i * 100 + j);
    }
  long long w = 1ll << 40;
  while (w < (1ll << 40) + n)
    put(w), w += 5;
}

__tile_global__ void run_plain_loops(long long *out, int *count, int n) {
  int k = 0;
  plain_loops(n, [&](auto value) { out[k++] = (long long)value; });
  *count = k;
}

int main() {
  ranges<signed char>("signed char");
  ranges<unsigned char>("unsigned char");
  ranges<short>("short");
  ranges<unsigned short>("unsigned short");
  ranges<int>("int");
  ranges<unsigned>("unsigned");
  ranges<long long>("long long");
  ranges<unsigned long long>("unsigned long long");
  for (int n : {0, 1, 2, 9, 20}) {
    std::vector<long long> wanted;
    plain_loops(n, [&](auto value) { wanted.push_back((long long)value); });
    Array<long long> out(512);
    Array<int> count(1);
    run_plain_loops<<<1, 1>>>(out.data, count.data, n);
    CHECK(cudaGetLastError());
    auto got = out.get();
    got.resize(count.get()[0]);
    if (got != wanted) {
      ++wrong;
      std::printf("plain loops of %d\n", n);
    }
  }
  std::printf("%d wrong\n", wrong);
}

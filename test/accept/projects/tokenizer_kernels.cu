// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text kernels: byte classes by bit tables, word starts by scans, hashes by segments, n-gram counts with atomics.
#include <cctype>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace std::string_view_literals;
enum Class : uint8_t { kOther = 0, kAlpha = 1, kDigit = 2, kSpace = 4, kWord = kAlpha | kDigit };
template <class V> __tile__ auto classify(V c) {
  auto lower = c | uint8_t(0x20);
  auto alpha = (lower >= uint8_t('a')) & (lower <= uint8_t('z'));
  auto digit = (c >= uint8_t('0')) & (c <= uint8_t('9'));
  auto space = (c == uint8_t(' ')) | ((c >= uint8_t('\t')) & (c <= uint8_t('\r')));
  auto as = [](auto b, uint8_t v) { return ct::element_cast<uint8_t>(b) * v; };
  return as(alpha, kAlpha) + as(digit, kDigit) + as(space, kSpace);
}
template <int N> __tile_global__ void word_ids(int *id, int *total, const char *text, int n) {
  auto *bytes = reinterpret_cast<const uint8_t *>(text);
  int before = 0;
  for (int b = 0; b < n; b += N) {
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + b;
    auto here = (classify(ct::load_masked(bytes + i, i < n, uint8_t(' '))) & uint8_t(kWord)) != uint8_t(0);
    auto prev = (classify(ct::load_masked(bytes + (i - 1), (i > 0) & (i < n), uint8_t(' '))) & uint8_t(kWord)) != uint8_t(0);
    auto start = ct::element_cast<int>(here & !prev);
    auto rank = ct::partial_sum<0>(start) + before;
    ct::store_masked(id + i, ct::select(here, rank - 1, ct::full<decltype(rank)>(-1)), i < n);
    before += int(ct::sum<0>(start));
  }
  *total = before;
}
template <int N> __tile_global__ void hash_words(unsigned *hash, const char *text, const int *id, int n, int words) {
  const int w = ct::bid().x;
  unsigned h = 2166136261u;
  for (int b = 0; b < n; b += N) {
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + b;
    if (!bool(ct::any_of<0>(ct::load_masked(id + i, i < n, -1) == w))) continue;
    for (int j = b; j < n && j < b + N; ++j)
      if (id[j] == w) h = (h ^ (unsigned(text[j]) | 0x20u)) * 16777619u;
  }
  hash[w] = h;
}
__tile_global__ void bigrams(int *table, const unsigned *hash, int words) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>() + int(ct::bid().x) * 16;
  auto m = i + 1 < words;
  auto slot = ((ct::load_masked(hash + i, m, 0u) >> 3u) * 31u + (ct::load_masked(hash + (i + 1), m, 0u) >> 5u)) & 63u;
  ct::atomic_add_masked(table + slot, ct::ones<ct::tile<int, ct::shape<16>>>(), m, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}
int main() {
  constexpr auto text = "The quick brown fox, the lazy dog; 42 foxes\tand THE end of the 2nd text."sv;
  char *d; int *id, *total, *table; unsigned *hash;
  cudaMallocManaged(&d, 128), cudaMallocManaged(&id, 512), cudaMallocManaged(&total, 4), cudaMallocManaged(&table, 256), cudaMallocManaged(&hash, 512);
  std::memcpy(d, text.data(), text.size());
  std::memset(table, 0, 256);
  const int n = int(text.size());
  word_ids<32><<<1, 1>>>(id, total, d, n);
  cudaDeviceSynchronize();
  hash_words<16><<<*total, 1>>>(hash, d, id, n, *total);
  bigrams<<<2, 1>>>(table, hash, *total);
  cudaDeviceSynchronize();
  std::vector<unsigned> want;
  for (size_t i = 0; i < text.size();) {
    if (!std::isalnum((unsigned char)text[i])) { ++i; continue; }
    unsigned h = 2166136261u;
    for (; i < text.size() && std::isalnum((unsigned char)text[i]); ++i) h = (h ^ (unsigned(text[i]) | 0x20u)) * 16777619u;
    want.push_back(h);
  }
  bool ok = *total == int(want.size()) && std::equal(want.begin(), want.end(), hash);
  int pairs = 0;
  for (int i = 0; i < 64; ++i) pairs += table[i];
  ok &= pairs == *total - 1 && hash[0] == hash[4];
  std::printf("%d words\n%s\n", *total, ok ? "PASS" : "FAIL");
  return !ok;
}

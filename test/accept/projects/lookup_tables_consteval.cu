// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables made at compile time: CRC, sine by quarter, Gray codes, primes; used as constants in tile code.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
struct Crc { uint32_t entry[16]; };
consteval Crc crc_table() {
  Crc t{};
  for (uint32_t i = 0; i < 16; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 4; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    t.entry[i] = c;
  }
  return t;
}
inline constexpr Crc crc = crc_table();
constexpr double sine(double x) { double t = x, s = x; for (int k = 1; k < 12; ++k) t *= -x * x / ((2 * k) * (2 * k + 1)), s += t; return s; }
template <int N> struct Quarter { float v[N + 1]; constexpr Quarter() : v{} { for (int i = 0; i <= N; ++i) v[i] = float(sine(std::numbers::pi / 2 * i / N)); } };
template <int N> constexpr auto primes = [] { struct { int p[N]; } r{}; int n = 0; for (int k = 2; n < N; ++k) { bool is = true; for (int d = 2; d * d <= k; ++d) is &= k % d != 0; if (is) r.p[n++] = k; } return r; }();
static_assert(primes<10>.p[9] == 29);
template <class T> __tile__ T gray(T x) { return x ^ (x >> 1); }

__tile_global__ void crc32(uint32_t *out, const uint8_t *bytes, int length, int stride) {
  auto lane = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto c = ct::full<ct::tile<uint32_t, ct::shape<8>>>(0xFFFFFFFFu);
  auto look = [](auto index) {
    static constexpr Crc crc = crc_table();
    auto r = ct::zeros<decltype(index)>();
    for (unsigned k = 0; k < 16; ++k) r = ct::select(index == k, ct::full<decltype(index)>(crc.entry[k]), r);
    return r;
  };
  for (int i = 0; i < length; ++i) {
    c = c ^ ct::element_cast<uint32_t>(ct::load(bytes + (lane * stride + i)));
    c = look(c & 15u) ^ (c >> 4u);
    c = look(c & 15u) ^ (c >> 4u);
  }
  ct::store(out + lane, ~c);
}
template <int N> __tile_global__ void quarter(float *out) {
  constexpr Quarter<N> q;
  static constexpr auto last = q.v[N];
  for (int i = 0; i <= N; ++i) out[i] = q.v[i];
  out[N + 1] = last;
  constexpr auto p = primes<6>;
  int product = 1;
  for (auto x : p.p) product *= x;
  out[N + 2] = float(product);
}
template <auto... P> struct list {};
template <int... P> __tile__ int total(list<P...>) { return (P + ... + 0); }
__tile_global__ void small(unsigned *out) {
  out[0] = gray(13u);
  out[1] = total(list<primes<4>.p[0], primes<4>.p[3]>{});
  constexpr auto bits = 128u;
  out[2] = bits + 8;
  constexpr struct { int v[3]; } a{{1, 2, 3}};
  constexpr int second = a.v[1];
  out[3] = second;
}
int main() {
  uint8_t *bytes; uint32_t *out; float *f;
  cudaMallocManaged(&bytes, 8 * 9), cudaMallocManaged(&out, 64), cudaMallocManaged(&f, 64);
  for (int i = 0; i < 72; ++i) bytes[i] = "123456789"[i % 9];
  crc32<<<1, 1>>>(out, bytes, 9, 9);
  quarter<8><<<1, 1>>>(f);
  small<<<1, 1>>>(out + 8);
  cudaDeviceSynchronize();
  bool ok = out[0] == 0xCBF43926u && out[7] == out[0] && f[8] > 0.999999f && f[9] == f[8] && f[10] == 30030 && out[8] == 11 && out[9] == 9 && out[10] == 136 && out[11] == 2;
  std::printf("%08x\n%s\n", out[0], ok ? "PASS" : "FAIL");
  return !ok;
}

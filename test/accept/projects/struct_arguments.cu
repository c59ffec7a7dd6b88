// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs of pointers and sizes given to kernels by pointer, vector types, enums, arrays of structs in managed memory.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
enum class Mode : uint16_t { add = 1, mul = 7 };
struct alignas(16) Vec3 { float x, y, z; __host__ __device__ __tile__ Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; } };
struct Params {
  const float *in; float *out;
  int n; float alpha, beta;
  Mode mode;
  struct { int lo, hi; } window;
  union { float f; uint32_t u; } bits;
  const Vec3 *points;
  int64_t strides[3];
};
template <int N> __tile_global__ void run(const Params *__restrict__ params) {
  const Params &p = *params;
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + int(ct::bid().x) * N;
  auto m = (i >= p.window.lo) & (i < p.window.hi);
  auto v = ct::load_masked(p.in + ct::element_cast<int64_t>(i) * p.strides[0], m, 0.0f);
  auto r = p.mode == Mode::add ? v + p.alpha : v * p.alpha;
  ct::store_masked(p.out + i, r + p.beta, m);
  if (ct::bid().x == 0) {
    Vec3 d = p.points[1] - p.points[0];
    p.out[p.n] = d.x * d.x + d.y * d.y + d.z * d.z;
    p.out[p.n + 1] = p.bits.f;
  }
}
__tile_global__ void pack(uint32_t *out, const uchar4 *in, float4 *f, int2 *pairs, Mode mode, bool flag, char c, unsigned short s, long long l, size_t z) {
  uchar4 q = in[ct::bid().x];
  out[ct::bid().x] = q.x | q.y << 8 | q.z << 16 | uint32_t(q.w) << 24;
  float4 v = f[0];
  v.w = v.x + v.y + v.z + (flag ? float(c) : 0.0f);
  f[1] = v;
  pairs[0] = int2{int(mode), s};
  pairs[1] = int2{int(l >> 32), int(z)};
}
int main() {
  const int n = 100;
  float *in, *out; Vec3 *points; Params *params;
  cudaMallocManaged(&in, 2 * n * 4), cudaMallocManaged(&out, (n + 2) * 4), cudaMallocManaged(&points, sizeof(Vec3) * 2), cudaMallocManaged(&params, sizeof(Params));
  for (int i = 0; i < 2 * n; ++i) in[i] = float(i);
  std::memset(out, 0, (n + 2) * 4);
  points[0] = {1, 2, 3}, points[1] = {2, 4, 6};
  new (params) Params{.in = in, .out = out, .n = n, .alpha = 3, .beta = 1, .mode = Mode::mul, .window = {10, 90}, .bits = {.u = 0x40490fdb}, .points = points, .strides = {2, 0, 0}};
  run<32><<<4, 1>>>(params);
  uint32_t *words; uchar4 *bytes; float4 *f; int2 *pairs;
  cudaMallocManaged(&words, 16), cudaMallocManaged(&bytes, 16), cudaMallocManaged(&f, 32), cudaMallocManaged(&pairs, 16);
  bytes[0] = {1, 2, 3, 4}, bytes[1] = make_uchar4(255, 0, 0, 128);
  f[0] = {1, 2, 3, 4};
  pack<<<2, 1>>>(words, bytes, f, pairs, Mode::mul, true, 'A', 65535, (7ll << 32) + 5, sizeof(Params));
  cudaDeviceSynchronize();
  bool ok = out[9] == 0 && out[10] == 61 && out[89] == 178 * 3 + 1 && out[90] == 0 && out[n] == 14 && out[n + 1] > 3.14f && words[0] == 0x04030201 && words[1] == 0x800000ffu &&
            f[1].w == 6 + 65 && pairs[0].x == 7 && pairs[0].y == 65535 && pairs[1].x == 7 && pairs[1].y == int(sizeof(Params));
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector types and make functions in host and SIMT code, pointers to them in tile code.
#include <vector_types.h>
#include <vector_functions.h>
#include <cuda_tile.h>

inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__global__ void simt(float4* v, float* r) { r[threadIdx.x] = dot(v[threadIdx.x], make_float4(1, 2, 3, 4)); }
__tile_global__ void tiled(float4* v, float* r, const int2* q, uchar4* c) {
  int b = cuda::tiles::bid().x;
  float4 a = v[b];
  r[b] = a.x + a.y + a.z + a.w + q[b].x;
  v[b].w = 0.f;
  c[b] = uchar4{1, 2, 3, 4};
}
int main() { float3 s = make_float3(1, 2, 3) + make_float3(4, 5, 6); return int(s.x) + int(dot(make_float4(1, 1, 1, 1), {1, 1, 1, 1})); }

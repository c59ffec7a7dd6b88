// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's namespace has greedy operator templates that must not win over those of tiles.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
namespace vec {
struct float3_ { float x, y, z; };
__tile__ float3_ operator+(float3_ a, float3_ b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__tile__ float3_ operator*(float s, float3_ a) { return {s * a.x, s * a.y, s * a.z}; }
__tile__ float dot(float3_ a, float3_ b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__tile__ float3_ cross(float3_ a, float3_ b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__tile__ float length(float3_ a) { return ct::sqrt(dot(a, a)); }

__tile_global__ void normals(const float3_* v, float3_* n, int count) {
  int i = ct::bid().x;
  if (i + 2 >= count) return;
  auto c = cross(v[i + 1] + -1.f * v[i], v[i + 2] + -1.f * v[i]);
  n[i] = (1.f / length(c)) * c;
  auto t = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto f = ct::element_cast<float>(t) * 2.f + 1.f;
  n[i].x = (float)ct::sum<0>(f);
}
}  // namespace vec

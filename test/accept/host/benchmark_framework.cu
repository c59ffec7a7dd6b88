// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A registry with static initialisers, virtual classes and std::function.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

class Benchmark {
 public:
  virtual ~Benchmark() = default;
  virtual std::string name() const = 0;
  virtual void run(cudaStream_t) = 0;
  static std::vector<std::unique_ptr<Benchmark>>& all() { static std::vector<std::unique_ptr<Benchmark>> v; return v; }
};
template <class T> struct Register { Register() { Benchmark::all().push_back(std::make_unique<T>()); } };

template <int N> __tile_global__ void copy(const float4* in, float4* out) { out[ct::bid().x] = in[ct::bid().x]; }
template <int N> __tile_global__ void triad(const float* a, const float* b, float* c, float s) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + (int)ct::bid().x * N;
  ct::store(c + i, ct::load(a + i) + s * ct::load(b + i));
}

struct Triad final : Benchmark {
  std::string name() const override { return "triad"; }
  void run(cudaStream_t s) override { triad<256><<<16, 1, 0, s>>>(a, b, c, 3.f); }
  float *a = nullptr, *b = nullptr, *c = nullptr;
};
struct Copy final : Benchmark {
  std::string name() const override { return "copy"; }
  void run(cudaStream_t s) override { copy<1><<<16, 1, 0, s>>>(nullptr, nullptr); }
};
static Register<Triad> r1;
static Register<Copy> r2;

int main() { for (auto& b : Benchmark::all()) { b->run(nullptr); std::printf("%s\n", b->name().c_str()); } }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas that launch, stored in a map; a kernel is launched from a generic lambda, a member, a constructor and a destructor.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void set(T* p, T v, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<128>>>() + int(ct::bid().x) * 128;
  ct::store_masked(p + i, ct::full<ct::tile<T, ct::shape<128>>>(v), i < n);
}
class Session {
 public:
  explicit Session(int n) : n_(n) { cudaMalloc(&p_, n * 8); set<<<blocks(), 1>>>(p_, 0.0, n_); }
  ~Session() { set<double><<<blocks(), 1>>>(p_, -1.0, n_); cudaFree(p_); }
  template <class T> Session& fill(T v) & { set<<<blocks(), 1>>>(reinterpret_cast<T*>(p_), v, n_); return *this; }
  double* get() { return p_; }
 private:
  unsigned blocks() const { return (n_ + 127u) / 128u; }
  double* p_ = nullptr;
  int n_;
};
int main() {
  auto s = std::make_shared<Session>(1000);
  std::map<std::string, std::function<void()>> commands{
      {"ones", [s] { s->fill(1.0); }},
      {"ints", [=]() mutable { s->fill(3).fill(4); }},
      {"direct", [&] { set<<<dim3{8}, 1>>>(s->get(), 2.0, 1000); }},
  };
  auto generic = [](auto* p, auto v) { set<<<1, 1>>>(p, v, 128); };
  generic(s->get(), 5.0);
  for (auto& [name, run] : commands) run();
  return cudaGetLastError();
}

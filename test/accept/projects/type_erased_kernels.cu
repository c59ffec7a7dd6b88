// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Type erasure: a kernel object with small storage, arguments by any, registration by static objects, virtual interface.
#include <any>
#include <cstddef>
#include <cstdio>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
namespace erased {
class Kernel {
  struct Concept { virtual ~Concept() = default; virtual void launch(dim3, cudaStream_t, const std::vector<std::any> &) const = 0; virtual size_t arity() const noexcept = 0; virtual Concept *clone(void *) const = 0; };
  template <class... P> struct Model final : Concept {
    using F = void (*)(P...);
    F f;
    explicit Model(F f) : f(f) {}
    template <size_t... I> void call(dim3 g, cudaStream_t s, const std::vector<std::any> &a, std::index_sequence<I...>) const { f<<<g, 1, 0, s>>>(std::any_cast<P>(a.at(I))...); }
    void launch(dim3 g, cudaStream_t s, const std::vector<std::any> &a) const override { call(g, s, a, std::index_sequence_for<P...>{}); }
    size_t arity() const noexcept override { return sizeof...(P); }
    Concept *clone(void *where) const override { return ::new (where) Model(f); }
  };
  alignas(std::max_align_t) std::byte storage[32];
  Concept *self() { return std::launder(reinterpret_cast<Concept *>(storage)); }
  const Concept *self() const { return std::launder(reinterpret_cast<const Concept *>(storage)); }
public:
  template <class... P> Kernel(void (*f)(P...)) { static_assert(sizeof(Model<P...>) <= sizeof(storage)); ::new (storage) Model<P...>(f); }
  Kernel(const Kernel &o) { o.self()->clone(storage); }
  Kernel &operator=(const Kernel &) = delete;
  ~Kernel() { self()->~Concept(); }
  template <class... A> void operator()(dim3 g, A... a) const { if (sizeof...(A) != self()->arity()) throw std::invalid_argument("arity"); self()->launch(g, nullptr, {std::any(a)...}); }
};
std::map<std::pair<std::string, std::type_index>, Kernel> &registry() { static std::map<std::pair<std::string, std::type_index>, Kernel> r; return r; }
template <class T> struct Register { template <class F> Register(const char *name, F *f) { registry().emplace(std::pair{std::string(name), std::type_index(typeid(T))}, Kernel(f)); } };
} // namespace erased
namespace {
template <class T> __tile_global__ void relu(T *p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>() + int(ct::bid().x) * 32;
  auto v = ct::load_masked(p + i, i < n, T(0));
  ct::store_masked(p + i, ct::max(v, ct::zeros<decltype(v)>()), i < n);
}
template <class T> __tile_global__ void scale(T *p, int n, float by) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>() + int(ct::bid().x) * 32;
  ct::store_masked(p + i, ct::element_cast<T>(ct::element_cast<float>(ct::load_masked(p + i, i < n, T(0))) * by), i < n);
}
#define REGISTER(k, T) const erased::Register<T> k##_##T(#k, &k<T>)
using half = __half;
REGISTER(relu, float);
REGISTER(scale, float);
REGISTER(relu, half);
REGISTER(scale, half);
} // namespace
template <class T> bool run() {
  T *p;
  cudaMallocManaged(&p, 100 * sizeof(T));
  for (int i = 0; i < 100; ++i) p[i] = T(float(i - 50));
  const auto &r = erased::registry();
  r.at({"relu", typeid(T)})(4, p, 100);
  r.at({"scale", typeid(T)})(dim3(4), p, 100, 2.0f);
  cudaDeviceSynchronize();
  bool ok = float(p[0]) == 0 && float(p[99]) == 98;
  try { r.at({"relu", typeid(T)})(4, p); ok = false; } catch (const std::invalid_argument &) {}
  try { r.at({"relu", typeid(T)})(4, p, 1.5); ok = false; } catch (const std::bad_any_cast &) {}
  return ok;
}
int main() {
  bool ok = run<float>() && run<__half>() && erased::registry().size() == 4;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}

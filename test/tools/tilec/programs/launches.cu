// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches wherever host code may have them, of every kind of kernel: each prints what its kernel wrote.
// RUN: tilec %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// RUN: tilec %s -O2 -ccbin clang++ -o %t.clang && env TILEC_RUN=cpu %t.clang | FileCheck %s
// REQUIRES: cuda-headers
#include <cstdio>
#include <cuda_tile.h>
#include <functional>
#include <type_traits>
#include <utility>

static int *cell;
static void show(const char *what) {
  int value = -1;
  cudaMemcpy(&value, cell, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%s %d %s\n", what, value, cudaGetErrorString(cudaGetLastError()));
}

// Kernels: templates, constraints, packs, overloads, specialisations, linkage.
template <class T, int N> __tile_global__ void constant(T *p) {
  *p = N;
}
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> __tile_global__ void enabled(T *__restrict__ p, T v) {
  *p = v;
}
template <class T>
concept Number = std::is_arithmetic_v<T>;
template <Number T> __tile_global__ void constrained(T *p) {
  *p = 22;
}
template <class... Ts> __tile_global__ void sum(int *p, Ts... values) {
  *p = static_cast<int>((values + ...));
}
template <class T> __tile_global__ void special(T *p) {
  *p = 31;
}
template <> __tile_global__ void special<int>(int *p) {
  *p = 32;
}
template __tile_global__ void special<double>(double *);
static __tile_global__ void overloaded(int *p) {
  *p = 41;
}
static __tile_global__ void overloaded(int *p, int v) {
  *p = v;
}
__tile_global__ void unnamed(int *, int, const float[4], int *p) {
  *p = 43;
}
extern "C" __tile_global__ void plain(int *p)
{
  *p = 44;
}
__tile_global__ [[cutile::hint(0, occupancy = 2)]] void hinted(int *p) {
  *p = 45;
}
__tile_global__ void deduced(auto *p) {
  *p = 46;
}
namespace outer {
namespace {
struct Tag {
  static constexpr int value = 51;
};
__tile_global__ void hidden(int *p) {
  *p = 52;
}
__tile_global__ static void twice_hidden(int *p) {
  *p = 53;
}
template <int N> static __tile_global__ void hidden_template(int *p) {
  *p = N;
}
template <int N> __tile_global__ void hidden_constant(int *p) {
  *p = N;
}
} // namespace
inline namespace v1 {
template <class T> __tile_global__ void tagged(int *p) {
  *p = T::value;
}
} // namespace v1
} // namespace outer

// Tile functions and variables, of which host code has the names only.
__tile__ int table[4] = {1, 2, 3};
namespace variables {
static __tile__ int counter = 4;
}
__tile__ auto next(int x) {
  return x + 1;
}
struct Pair {
  const int a, b;
  __tile__ Pair(int a, int b) : a(a), b(b) {}
  __tile__ int total() const {
    return a + b;
  }
};
__tile__ constexpr int square(int x) {
  return x * x;
}
template <int N, int M = square(N)> __tile_global__ void mixed(int *p) {
  *p = next(M) + table[2] + variables::counter + Pair(100, 200).total();
}

// Host code: macros, templates, generic lambdas, pointers, members, nesting.
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
template <class T> void launch_all(T *p) {
  constant<T, 7><<<dim3(1), dim3(1), 0, nullptr>>>(p);
  show("template");
  enabled<<<1, 1>>>(p, T(8));
  show("enabled");
}
template <class F> void dispatch(int n, F f) {
  switch (n) {
  case 1:
    return f(std::integral_constant<int, 1>{});
  case 2:
    return f(std::integral_constant<int, 2>{});
  }
}
struct Launcher {
  void (*one)(int *);
  void (*two[2])(int *);
  void run(int *p) {
    this->one<<<1, 1>>>(p);
    show("member");
    two[1]<<<1, 1>>>(p);
    show("element");
    (*one)<<<1, 1>>>(p);
    show("dereferenced");
  }
};

int main(int argc, char **) {
  cudaMalloc(&cell, sizeof(double));
  int *p = cell;
  launch_all(p);
  // CHECK: template 7 no error
  // CHECK: enabled 8 no error
  for (int n : {1, 2})
    dispatch(n, [&](auto N) {
      constant<int, N><<<1, 1>>>(p), show("argument");
      constexpr int m = N;
      constant<int, decltype(N)::value + m><<<1, 1>>>(p);
      show("sum of arguments");
    });
  // CHECK: argument 1 no error
  // CHECK: sum of arguments 2 no error
  // CHECK: argument 2 no error
  // CHECK: sum of arguments 4 no error
  constrained<<<1, 1>>>(p), show("constrained");
  sum<<<1, 1>>>(p, 1, 2.5f, 3.5), show("pack");
  special<<<1, 1>>>(p), show("specialised");
  special<<<1, 1>>>(reinterpret_cast<unsigned *>(p)), show("not specialised");
  // CHECK: constrained 22 no error
  // CHECK: pack 7 no error
  // CHECK: specialised 32 no error
  // CHECK: not specialised 31 no error
  overloaded<<<1, 1>>>(p), show("overloaded");
  overloaded<<<1, 1>>>(p, 42), show("the other one");
  unnamed<<<1, 1>>>(p, 3, nullptr, p), show("unnamed");
  plain<<<1, 1>>>(p), show("extern C");
  hinted<<<1>>>(p), show("hinted");
  deduced<<<1, 1>>>(p), show("deduced");
  // CHECK: overloaded 41 no error
  // CHECK: the other one 42 no error
  // CHECK: unnamed 43 no error
  // CHECK: extern C 44 no error
  // CHECK: hinted 45 no error
  // CHECK: deduced 46 no error
  LAUNCH(outer::hidden, p), show("hidden");
  LAUNCH(outer::twice_hidden, p), show("twice hidden");
  LAUNCH(outer::hidden_template<56>, p), show("twice hidden template");
  LAUNCH(outer::hidden_constant<53>, p), show("hidden template");
  outer::tagged<outer::Tag><<<1, 1>>>(p), show("hidden argument");
  struct Local {
    enum { value = 54 };
  };
  outer::tagged<Local><<<1, 1>>>(p), show("local argument");
  // CHECK: hidden 52 no error
  // CHECK: twice hidden 53 no error
  // CHECK: twice hidden template 56 no error
  // CHECK: hidden template 53 no error
  // CHECK: hidden argument 51 no error
  // CHECK: local argument 54 no error
  mixed<3><<<1, 1>>>(p), show("mixed");
  // CHECK: mixed 317 no error
  Launcher{plain, {plain, outer::hidden}}.run(p);
  // CHECK: member 44 no error
  // CHECK: element 52 no error
  // CHECK: dereferenced 44 no error
  auto chosen = argc > 1 ? constant<int, 61> : constant<int, 62>;
  if (argc)
    chosen<<<
        1,
        1
    >>>(p);
  else
    plain<<<1, 1>>>(p);
  show("chosen at run time");
  (argc > 1 ? plain : chosen)<<<1, 1>>>(p), show("conditional");
  std::function<void()> nested = [=] { [=] { plain<<<1, 1>>>(p); }(); };
  nested(), show("nested");
  // CHECK: chosen at run time 62 no error
  // CHECK: conditional 62 no error
  // CHECK: nested 44 no error
}

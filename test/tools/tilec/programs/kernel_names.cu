// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose symbols compilers make in different ways, or whose parameters GCC reads in a way of its own, are found by
// their launches; parameters that are references refer to what they were given.
// RUN: tilec %s -o %t && env TILEC_RUN=cpu %t
// RUN: tilec %s -ccbin clang++ -o %t && env TILEC_RUN=cpu %t
#include <cstdio>
#include <cuda_tile.h>
#include <type_traits>
#include <utility>

int cells[4];
struct Pair {
  int x, y;
} pair;
struct Text {
  char s[3];
};
struct Member {
  int x;
};
namespace other {
template <class T> T function(T);
}
template <class T>
concept Sized = sizeof(T) > 1;

template <int *Cell> __tile_global__ void of_element(int *p) {
  *p += 1;
}
template <int &Cell> __tile_global__ void of_member(int *p) {
  *p += 1;
}
template <std::nullptr_t N = nullptr> __tile_global__ void of_nullptr(int *p) {
  *p += 1;
}
struct Configuration {
  int n = 16;
  enum Mode { Plain, Fancy } mode = Plain;
};
template <Configuration C> __tile_global__ void of_configuration(int *p) {
  *p += C.n + C.mode;
}
template <Text T> __tile_global__ void of_text(int *p) {
  *p += T.s[0] == 'a';
}
template <class T> __tile_global__ void with_sum(T *p, decltype(std::declval<T>() + 1) n) {
  *p += n;
}
template <class T> __tile_global__ void with_member(int *p, decltype(std::declval<T>().x) n) {
  *p += n;
}
template <class T> __tile_global__ void with_call(T *p, decltype(other::function(T())) n) {
  *p += n;
}
template <Sized T, class... U> __tile_global__ void restrict_pack(T *p, U *__restrict__... others) {
  *p += sizeof...(others);
}
template <class T, class... U> __tile_global__ void const_pack(T *p, const U... others) {
  *p += (others + ...);
}
__tile_global__ void by_reference(int &cell, const int &other) {
  cell += other;
}
template <class... T> __tile_global__ void by_references(int *p, T &...cells) {
  *p += (cells + ...);
}
template <class T> static __tile_global__ void of_this_source(T *p) {
  *p += 1;
}
namespace {
int hidden[4];
template <int *Cell> __tile_global__ void of_hidden(int *p) {
  *p += 1;
}
} // namespace
template <class T> __tile_global__ void befriended(T *p);
class Secret {
  int value = 1;
  friend __tile_global__ void befriended<int>(int *);
};
template <class T> __tile_global__ void befriended(T *p) {
  Secret secret;
  *p += secret.value;
}

int main() {
  int *p;
  cudaMallocManaged(&p, sizeof *p);
  *p = 0;
  of_element<&cells[1]><<<1, 1>>>(p);
  of_element<&cells[2]><<<1, 1>>>(p);
  of_member<pair.y><<<1, 1>>>(p);
  of_nullptr<><<<1, 1>>>(p);
  of_text<Text{{'a', char(-1), 'b'}}><<<1, 1>>>(p);
  of_configuration<Configuration{.n = 0, .mode = Configuration::Fancy}><<<1, 1>>>(p);
  with_sum<<<1, 1>>>(p, 1);
  with_member<Member><<<1, 1>>>(p, 1);
  with_call<<<1, 1>>>(p, 1);
  restrict_pack<<<1, 1>>>(p, p);
  const_pack<<<1, 1>>>(p, 1);
  int *cell;
  cudaMallocManaged(&cell, sizeof *cell);
  *cell = 1;
  by_reference<<<1, 1>>>(*p, *cell);
  by_references<<<1, 1>>>(p, *cell, *cell);
  of_this_source<<<1, 1>>>(p);
  of_hidden<hidden><<<1, 1>>>(p);
  befriended<int><<<1, 1>>>(p);
  cudaError_t error = cudaDeviceSynchronize();
  if (error || *p != 17)
    std::printf("%s, %d, not 17\n", cudaGetErrorString(error), *p);
  return error || *p != 17;
}

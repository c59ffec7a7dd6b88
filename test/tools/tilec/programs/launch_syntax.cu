// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may stand before, in and around the angle brackets of a launch.
// RUN: tilec %s -o %t && env TILEC_RUN=cpu %t | FileCheck %s
// REQUIRES: cuda-headers
#include <cstdio>
#include <cuda_tile.h>

static int *cell, count;
template <int N, class T = void> __tile_global__ void put(int *p) {
  *p = N;
}
template <class T> struct Box {
  template <int N> static constexpr auto kernel = put<N, T>;
  void (*table[2][2])(int *) = {{put<1>, put<2>}, {put<3>, put<4>}};
  void (*at(int i, int k))(int *) {
    return table[i][k];
  }
  void run(int i) {
    this->table[i][1]<<<1, 1>>>(cell);
  }
};
template <class B> void dependent(B box) {
  B::template kernel<21><<<1, 1>>>(cell);
  box.run(0);
  box.template kernel<22><<<dim3{1}, dim3{1, 1}>>>(cell);
}
using Kernel = void (*)(int *);
template <int A, int B> constexpr int smaller() {
  return A < B ? A : B;
}
static void check(int expected) {
  int value = -1;
  cudaMemcpy(&value, cell, sizeof value, cudaMemcpyDeviceToHost);
  if (value != expected)
    std::printf("expected %d, got %d\n", expected, value);
  ++count;
}
static int returned() {
  return put<5><<<1, 1>>>(cell), 5;
}

int main(int argc, char **) {
  cudaMalloc(&cell, sizeof(int));
  Box<int> box;
  cudaStream_t streams[1] = {nullptr};
  void *erased = reinterpret_cast<void *>(put<6>);
  check(returned());
  if (argc) put<7><<<1, 1>>>(cell); else put<8><<<1, 1>>>(cell);
  check(7);
  if (!argc) put<7><<<1, 1>>>(cell);
  else put<8><<<1, 1>>>(cell);
  check(8);
  for (int i = 0; i < 2; ++i) (i ? put<9> : put<10>)<<<1, 1>>>(cell);
  check(9);
  do put<11><<<1, 1>>>(cell); while (!argc);
  check(11);
  switch (argc) {
  default: put<12><<<1, 1>>>(cell);
  }
  check(12);
  argc ? put<13><<<1, 1>>>(cell) : put<14><<<1, 1>>>(cell);
  check(13);
  (put<15>)<<<1, 1>>>(cell), check(15);
  ::put<16><<<1, 1>>>(cell), check(16);
  put<17, Box<Box<Box<int>>>><<<1, 1>>>(cell), check(17);
  put<(3 > 2) ? 18 : 0><<<1, 1>>>(cell), check(18);
  put<sizeof(int) * 4 + 3><<<8 >> 3, 1>>>(cell), check(19);
  reinterpret_cast<Kernel>(erased)<<<1, 1>>>(cell), check(6);
  (*reinterpret_cast<Kernel>(erased))<<<1, 1, 0, streams[0]>>>(cell), check(6);
  box.at(1, 0)<<<1, 1>>>(cell), check(3);
  box.table[1][1]<<<1, 1>>>(cell), check(4);
  box.run(1), check(4);
  dependent(box), check(22);
  put<20><<<smaller<1, 2>(), smaller<3, 1>()>>>(cell), check(20);
  [] { put<23><<<[] { return 1; }(), 1>>>(cell); }(), check(23);
  put<24> <<< dim3(1) , dim3(1) , 0u , 0 >>> ( cell ) , check(24);
  const char *text = R"(put<25><<<1, 1>>>(cell))";
  std::printf("%s\n", text);
  int shifted = 1 << 2 >> 1;
  std::printf("%d checks, %d\n", count, shifted);
  // CHECK-NOT: expected
  // CHECK: put<25><<<1, 1>>>(cell)
  // CHECK: 21 checks, 2
}

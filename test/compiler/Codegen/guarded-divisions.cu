// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All elements of a tile are divided, also by zero, where a select leaves the quotient out. LLVM, to which no divisor is zero, must
// not take the select away.
// RUN: tilec %s -arch=sm_90a --variants=1 -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T> using Tile = ct::tile<T, ct::shape<32>>;

template <class T> __tile__ void divide(T* quotients, T* rests, const T* x, const T* y) {
  auto i = ct::iota<Tile<int>>();
  auto a = ct::load(x + i), b = ct::load(y + i);
  ct::store(quotients + i, ct::select(b != ct::zeros<Tile<T>>(), a / b, ct::full<Tile<T>>(77)));
  ct::store(rests + i, ct::select(b == ct::zeros<Tile<T>>(), a, a % b));
}

// CHECK-LABEL: .entry _Z8of_wordsPiS_PKiS1_(
// CHECK: setp.eq.b32 %[[ZERO:p[0-9]+]], %{{.*}}, 0;
// CHECK: max.u32 %[[DIVISOR:r[0-9]+]], %{{.*}}, 1;
// CHECK: div.s32 %[[QUOTIENT:r[0-9]+]], %[[X:r[0-9]+]], %[[DIVISOR]];
// CHECK: selp.b32 %{{.*}}, 77, %[[QUOTIENT]], %[[ZERO]];
// CHECK: selp.b32 %{{.*}}, %[[X]], %{{.*}}, %[[ZERO]];
__tile_global__ void of_words(int* quotients, int* rests, const int* x, const int* y) {
  divide(quotients, rests, x, y);
}

// CHECK-LABEL: .entry _Z8of_bytesPhS_PKhS1_(
// CHECK: setp.eq.b{{16|32}} %[[ZERO:p[0-9]+]], %{{.*}}, 0;
// CHECK: selp.b{{16|32}} %{{.*}}, 77, %{{.*}}, %[[ZERO]];
// CHECK: selp.b{{16|32}} %{{.*}}, %{{.*}}, %{{.*}}, %[[ZERO]];
__tile_global__ void of_bytes(unsigned char* quotients, unsigned char* rests, const unsigned char* x, const unsigned char* y) {
  divide(quotients, rests, x, y);
}

// A number divided by itself, where it is not zero.
// CHECK-LABEL: .entry _Z9by_itselfPmPKm(
// CHECK-NOT: st.global{{.*}}, 1;
// CHECK: selp.b64 %{{.*}}, {{5, %.*|%.*, 5}}, %p
__tile_global__ void by_itself(unsigned long* quotients, const unsigned long* x) {
  auto i = ct::iota<Tile<int>>();
  auto a = ct::load(x + i);
  ct::store(quotients + i, ct::select(a != ct::zeros<Tile<unsigned long>>(), a / a, ct::full<Tile<unsigned long>>(5)));
}

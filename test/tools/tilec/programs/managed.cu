// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code asks the runtime where managed variables are, and registers them by what it was told with.
// RUN: rm -rf %t && mkdir %t && cd %t && tilec %s -c -o object.o --keep && FileCheck %s < managed.host.ii
// REQUIRES: cuda-headers, nvcc
#include <cuda_tile.h>

__managed__ int hits = 4;
namespace ns {
static __managed__ float table[2][3];
}
extern __managed__ int elsewhere;

__global__ void count() {
  ++hits;
}

template <class T> T twice() {
  return T(2 * ns::table[1][2]);
}

int main() {
  int more = 1;
  int *address = &hits;
  hits += more;
  count<<<1, 1>>>();
  return *address + twice<int>() + elsewhere;
}

// CHECK: T(2 * (::__tilec_host::managed< ns::table>())[1][2]);
// CHECK: int *address = &(::__tilec_host::managed< hits>());
// CHECK-NEXT: (::__tilec_host::managed< hits>()) += more;
// CHECK: return *address + twice<int>() + (::__tilec_host::managed< elsewhere>());
// CHECK: __tilecRegisterManaged(__tilec_handle_0, &::__tilec_host::managed_address< ::hits>, (const void *)(&::hits), "hits", 4);
// CHECK-NEXT: __tilecRegisterManaged(__tilec_handle_0, &::__tilec_host::managed_address< ::ns::table>, (const void *)(&::ns::table), "{{.*}}table{{.*}}", 24);
// CHECK-NOT: elsewhere

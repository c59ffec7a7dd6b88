// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC and NVIDIA's compiler take with a warning is no error, in tile code or beside it.
// RUN: tilec -ptx %s -o /dev/null 2>&1 | FileCheck %s
// RUN: not tilec -ptx %s -DWRONG -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
#include <cinttypes>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
enum class Mode { A, B };
struct Eps { static const float value = 1e-5f; };
template <class V> __tile__ auto first(V v) {
  return v.template load_masked(0); // CHECK: :[[#@LINE]]:{{.*}} warning: a template argument list is expected
}
__tile_global__ void k(float *p, int n, double d, unsigned u) {
  int a[2] = {n, u};               // CHECK: :[[#@LINE]]:{{.*}} warning: {{.*}}cannot be narrowed from type 'unsigned int' to 'int'
  float f{d};                      // CHECK: :[[#@LINE]]:{{.*}} warning: {{.*}}cannot be narrowed from type 'double' to 'float'
  register float r = f + Eps::value; // CHECK: :[[#@LINE]]:{{.*}} warning: {{.*}}'register'
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  v.store_masked(first(v) + r, 0);
  if (0 < n < 3)                   // CHECK: :[[#@LINE]]:{{.*}} warning: chained comparison
    p[0] = a[1];
}
#ifdef WRONG
// Template arguments do not narrow.
template <unsigned N> struct Width {};
Width<-1> width;
// WRONG: error: non-type template argument evaluates to -1
__tile_global__ void none() { auto t = ct::zeros<ct::tile<int, ct::shape<-8>>>(); (void)t; }
// WRONG: error: non-type template argument evaluates to -8
#endif
int main(int argc, char **) {
  size_t n = argc;
  dim3 grid{argc, argc / 2};         // CHECK: :[[#@LINE]]:{{.*}} warning: {{.*}}cannot be narrowed from type 'int' to 'unsigned int'
  float values[] = {n, 2.0 * n};     // CHECK: :[[#@LINE]]:{{.*}} warning: {{.*}}cannot be narrowed
  std::printf("%"PRIu64"\n", n);     // CHECK: :[[#@LINE]]:{{.*}} warning: invalid suffix on literal
  enum class Mode mode = Mode::B;    // CHECK: :[[#@LINE]]:{{.*}} warning: reference to enumeration must use 'enum'
  k<<<grid, {argc, 1}>>>(values, n, 1.0, int(mode));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints that cannot be followed are dropped with a warning at the value, and never an error.
// RUN: check-source %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

[[cutile::hint(900, occupancy = 33, no_such_key = 1)]] __tile_global__ void a(float *p, int n) {
  // CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:33: warning: hint 'occupancy' is ignored: expected 1 to 32, got 33
  // CHECK-DAG: hint-warnings.cu:[[#@LINE-2]]:37: warning: unknown hint 'no_such_key' is ignored
  auto i = ct::iota<Tile<int, 8>>();
  auto f = ct::zeros<Tile<float, 8>>();
  [[cutile::hint(900, latency = 3)]] for (int j = 0; j < n; ++j) p[j] = 1;
  // CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:5: warning: a hint on this statement is ignored: hints belong on expressions, initialised declarations and 'return', with a load or store in them
  [[cutile::hint(900, latency = 11)]] ct::store(p + i, f);
  // CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:33: warning: hint 'latency' is ignored: expected 1 to 10, got 11
  [[cutile::hint(900, occupancy = 2)]] ct::store(p + i, f);
  // CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:35: warning: hint 'occupancy' belongs on a kernel, not on a statement; it is ignored
  [[cutile::hint(0, latency = 2)]] p[0] = 1;
  // CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:31: warning: hint 'latency' is ignored: there is no load or store of tiles in this statement
  [[cutile::hint(0, allow_tma = false)]] ct::store(p + i, f);
  // CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:33: warning: hint 'allow_tma' is ignored: there is no load or store through a view in this statement
}
[[cutile::hint(905, occupancy = 2)]] __tile_global__ void b(float *p) { p[0] = 1; }
// CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:16: warning: unknown architecture 905 in a hint, which is ignored; expected 0 or one of 800 to 1210
[[cutile::hint(900, occupancy = 2, occupancy = 4)]] __tile_global__ void c(float *p) { p[0] = 1; }
// CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:48: warning: hint 'occupancy' is given twice; the last one holds
[[cutile::hint(800, num_cta_in_cga = 2)]] __tile_global__ void d(float *p) { p[0] = 1; }
// CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:38: warning: hint 'num_cta_in_cga' is ignored: expected 1, since clusters need sm_90, got 2
[[cutile::hint(900, latency = 2)]] __tile_global__ void e(float *p) { p[0] = 1; }
// CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:31: warning: hint 'latency' belongs on a load or store, not on a kernel; it is ignored
[[cutile::hint(900, occupancy = 2)]] __tile__ void f(float *p) { p[0] = 1; }
// CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:3: warning: a hint on tile function 'f' is ignored: hints belong on kernels, loads and stores

// An instance for each value: the value of the template argument is what counts.
template <int N> [[cutile::hint(900, occupancy = N)]] __tile_global__ void g(float *p) { p[0] = 1; }
template __tile_global__ void g<8>(float *);
template __tile_global__ void g<64>(float *);
// CHECK-DAG: hint-warnings.cu:[[#@LINE-3]]:50: warning: hint 'occupancy' is ignored: expected 1 to 32, got 64

[[cutile::hint(0, ocupancy = 2)]] __tile_global__ void h(float *p) { p[0] = 1; }
// CHECK-DAG: hint-warnings.cu:[[#@LINE-1]]:19: warning: unknown hint 'ocupancy' is ignored; did you mean 'occupancy'?

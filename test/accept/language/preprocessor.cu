// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The preprocessor: variadic macros, stringising, X macros, conditional code.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define STR(x) #x
#define OPS(X) X(add, +) X(sub, -) X(mul, *)
#define DEFINE(name, op) template <class T> __tile__ auto CAT(ew_, name)(T a, T b) { return a op b; }
OPS(DEFINE)
#define KERNEL(name, ...) __tile_global__ void name(__VA_ARGS__)
#define CALL(name, op) x = CAT(ew_, name)(x, x);
#ifdef USE_DOUBLE
using real = double;
#else
using real = float;
#endif
#if __has_cpp_attribute(nodiscard) && !defined(NDEBUG_TILE)
#define CHECKED 1
#endif
KERNEL(CAT(run_, __LINE__), real* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto x = ct::load(p + i);
  OPS(CALL)
  ct::store(p + i, x + real(sizeof(STR(x)) + CHECKED));
}

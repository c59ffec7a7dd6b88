// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preprocessor work: lists of X macros, stringising, _Pragma, line directives, continuations, guards by feature tests.
#if defined(__CUDACC__) && !defined(MY_LIB_CUDA)
#define MY_LIB_CUDA 1
#endif
#if __has_include(<cuda_runtime.h>)
#include <cuda_runtime.h>
#endif
#ifdef __has_cpp_attribute
#if __has_cpp_attribute(likely) >= 201803L
#define LIKELY [[likely]]
#else
#define LIKELY
#endif
#endif
#include <cuda_tile.h>
#include <cstdio>
#include <cstring>
#ifdef __CUDA_ARCH__
#define PLACE "device"
#else
#define PLACE "host"
#endif
#define DO_PRAGMA(x) _Pragma(#x)
#define UNROLL DO_PRAGMA(unroll)
#define STR_(x) #x
#define STR(x) STR_(x)
#define OPS(X) \
  X(add, +, 1) \
  X(sub, -, 2) /* comment */ \
  X(mul, *, 3)
namespace ct = cuda::tiles;
enum Op : int {
#define X(name, op, code) OP_##name = code,
  OPS(X)
#undef X
  OP_count
};
#define X(name, op, code) \
  template <typename T, int N> __tile_global__ void k_##name(T *__restrict__ out, const T *a, const T *b) { \
    const auto i = ct::iota<ct::tile<int, ct::shape<N>>>(); \
    UNROLL for (int r = 0; r < 2; ++r) \
      ct::store(out + r * N + i, ct::load(a + r * N + i) op ct::load(b + r * N + i)); \
  }
OPS(X)
#undef X
template <class T> const char *run(Op op, T *o, const T *a, const T *b) {
  switch (op) {
#define X(name, sign, code) case code: k_##name<T, 16><<<1, 1>>>(o, a, b); return STR(name) " " #sign;
    OPS(X)
#undef X
  LIKELY default: return PLACE;
  }
}
#line 1000 "generated.inc"
static int line = __LINE__; static const char *file = __FILE__;
#line 70 "unusual_preprocessor.cu"
#define VARIADIC(first, ...) first __VA_OPT__(+ sum(__VA_ARGS__))
template <class... A> constexpr int sum(A... a) { return (a + ... + 0); }
%:define DIGRAPH 7
/* int main */ int ma\
in(int argc, char *argv<::>) <%
  float *a, *b, *o;
  cudaMallocManaged(&a, 128); cudaMallocManaged(&b, 128); cudaMallocManaged(&o, 128);
  for (int i = 0; i < 32; ++i) a[i] = i, b[i] = 2;
  bool ok = line == 1000 && !std::strcmp(file, "generated.inc") && VARIADIC(1) + VARIADIC(2, 3, 4) == 10 && DIGRAPH == 7 && argc > 0 && argv;
  ok and_eq !std::strcmp(run(OP_mul, o, a, b), "mul *");
  cudaDeviceSynchronize();
  ok &= o[31] == 62;
  run(OP_sub, o, a, b);
  cudaDeviceSynchronize();
  ok &= o[31] == 29 and not std::strcmp(run(OP_count, o, a, b), "host");
#if CUDART_VERSION >= 12000 && defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 12 && defined(__NVCC__) && MY_LIB_CUDA
  std::puts(ok ? "PASS" : "FAIL");
#endif
  return ok ? 0 : 1;
%>

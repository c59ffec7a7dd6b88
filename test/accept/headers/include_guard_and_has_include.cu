// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feature tests by __has_include, __cpp macros and the version header.
#if __has_include(<version>)
#include <version>
#endif
#if __has_include(<cuda/version>)
#include <cuda/version>
#endif
#if !__has_include(<cuda_tile.h>)
#error "no tile header"
#endif
#include <cuda_tile.h>

#if __cplusplus < 202002L
#error "C++20 needed"
#endif
#if !defined(__cpp_concepts) || !defined(__cpp_fold_expressions) || !defined(__cpp_if_constexpr) || !defined(__cpp_nontype_template_args)
#error "language features"
#endif
#if defined(__cpp_lib_span)
constexpr int has_span = 1;
#else
constexpr int has_span = 0;
#endif
__tile_global__ void k(int* p) { *p = has_span; }

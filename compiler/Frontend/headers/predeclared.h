// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a CUDA source has without including anything: the parts of the C and C++ libraries that the run-time and tile
// headers bring along, mathematics, and the run-time API. Each part is left out where it is not installed.
#pragma once
#pragma clang system_header
#if __has_include(<cstdlib>) && __has_include(<stdlib.h>)
#ifndef __TILEC_FORCES_SPACES // the C library's functions are declared again by CUDA's headers, for all spaces
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#pragma clang force_cuda_host_device end
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#endif
#include <cfloat>
#include <climits>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#include <math.h>
#include <stdlib.h>
#include "math_functions.h"
#include <cuda_runtime.h>
#else // no libraries: kernels alone
#include <stddef.h>
#include <stdint.h>
#include <cuda/tiles/fallback/vector_functions.h> // the Toolkit's needs the C library
#endif
#ifndef __DEVICE_FUNCTIONS_H__ // of the Toolkit, which declares it
// What `kernel<<<grid, block, bytes, stream>>>(...)` calls first; tile kernels may leave out all but the grid.
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block = dim3(1), __SIZE_TYPE__ sharedBytes = 0,
                                                struct CUstream_st *stream = nullptr);
#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Full and partial specialisations of classes, functions and kernels.
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> struct Traits { using acc = T; static constexpr int vec = 1; };
template <> struct Traits<__half> { using acc = float; static constexpr int vec = 8; };
template <class T> struct Traits<T*> : Traits<T> { static constexpr bool pointer = true; };

template <class T> __tile__ T unit() { return T(1); }
template <> __tile__ __half unit<__half>() { return __half(1.f); }

template <class T> __tile_global__ void fill(T* p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<16 * Traits<T>::vec>>>(), ct::full<ct::tile<T, ct::shape<16 * Traits<T>::vec>>>(unit<T>())); }
template <> __tile_global__ void fill<double>(double* p) { p[0] = 1.0; }
template __tile_global__ void fill<float>(float*);
template __tile_global__ void fill<__half>(__half*);

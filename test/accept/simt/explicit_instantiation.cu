// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit instantiations and specialisations of SIMT kernels and device functions.
#include <cuda_tile.h>

template <class T> __device__ __forceinline__ T my_exp(T x);
template <> __device__ __forceinline__ float my_exp<float>(float x) { return __expf(x); }
template <> __device__ __forceinline__ double my_exp<double>(double x) { return exp(x); }

template <class T, bool Causal = false> __global__ void soft(T* p, int n) { int i = threadIdx.x; if (i < n) p[i] = my_exp(p[i]); }
template __global__ void soft<float>(float*, int);
template __global__ void soft<double, true>(double*, int);
template <> __global__ void soft<int, false>(int* p, int n) { p[0] = n; }
extern template __global__ void soft<float, true>(float*, int);

template <class T> __device__ T dev(T x) { return x + 1; }
template __device__ int dev<int>(int);
template <class T> class Functor { public: __device__ T operator()(T x) const; };
template <class T> __device__ T Functor<T>::operator()(T x) const { return x * x; }
template class Functor<float>;
__tile_global__ void k(float* p) { p[0] = 1; }

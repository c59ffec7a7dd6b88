// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- tilec_host.h - what rewritten host code calls --------------------------===//
//
// Read before the first line of a source, behind the CUDA runtime's header.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma GCC system_header

#include "cuda/tiles/hide_macros.h"

namespace __tilec_host {
enum { cudart_version = CUDART_VERSION };
}

// Sources ask for the version that tile code sees, and other libraries for a runtime of the compiler's version.
#if CUDART_VERSION < 13050
#undef CUDART_VERSION
#define CUDART_VERSION 13050
#endif

// Specifiers, for headers of older Toolkits or of none.
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
#undef __launch_bounds__
#undef __grid_constant__
#undef __tile_global__
#undef __tile__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ __attribute__((grid_constant))
#define __tile_global__ __attribute__((tile_global))
#define __tile__ __attribute__((tile))

// Lambdas are what they are in the source: libraries ask for those that a compiler has wrapped.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false

// What the CUDA headers declare for host code, where there are none (runtime/Program/HostMath.cpp).
#if !defined(__MATH_FUNCTIONS_H__)
#define TILEC_HOST_FUNCTION(name)                                                                                      \
  extern "C" double name(double) noexcept;                                                                             \
  extern "C" float name##f(float) noexcept;                                                                            \
  inline float name(float x) {                                                                                         \
    return ::name##f(x);                                                                                               \
  }
TILEC_HOST_FUNCTION(rsqrt)
TILEC_HOST_FUNCTION(rcbrt)
TILEC_HOST_FUNCTION(sinpi)
TILEC_HOST_FUNCTION(cospi)
TILEC_HOST_FUNCTION(erfinv)
TILEC_HOST_FUNCTION(erfcinv)
TILEC_HOST_FUNCTION(erfcx)
TILEC_HOST_FUNCTION(normcdf)
TILEC_HOST_FUNCTION(normcdfinv)
#undef TILEC_HOST_FUNCTION
extern "C" void sincospi(double, double *, double *) noexcept;
extern "C" void sincospif(float, float *, float *) noexcept;
#endif

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes, struct CUstream_st *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *sharedBytes, void *stream);
void __tilecResolveManaged(void **address, const void *variable);
}

namespace __tilec_host {
/// Does the host compiler have constraints of templates in its symbols?
enum {
#if defined(__clang_major__) ? __clang_major__ < 18 : __GNUC__ < 14
  constraints_in_symbols = 0
#else
  constraints_in_symbols = 1
#endif
};
/// Does it number a function's lambdas by their parameters, or all of them in one?
enum {
#if !defined(__clang_major__) && __GXX_ABI_VERSION < 1018
  lambdas_by_parameters = 0
#else
  lambdas_by_parameters = 1
#endif
};

/// The type of a parameter as it is in its function's type.
template <class T> struct parameter_type {
  using type = T;
};
template <class T> struct parameter_type<T *__restrict__> {
  using type = T *;
};
template <class T> using parameter_t = typename parameter_type<T>::type;

/// Where a managed variable lies for host and device, once somebody has asked.
template <auto &Variable> inline void *managed_address = nullptr;

/// The managed variable itself. On the CPU that is the variable of host code.
template <auto &Variable> inline auto &managed() {
  if (!managed_address<Variable>)
    ::__tilecResolveManaged(&managed_address<Variable>, (const void *)__builtin_addressof(Variable));
  return *static_cast<decltype(__builtin_addressof(Variable))>(managed_address<Variable>);
}

/// Before a launch: what stands in its angle brackets. Not zero if it cannot be launched.
inline unsigned configure(dim3 grid, dim3 block = dim3(1), size_t sharedBytes = 0, cudaStream_t stream = nullptr) {
  return ::__cudaPushCallConfiguration(grid, block, sharedBytes, stream);
}

template <class T> inline constexpr bool is_reference = false;
template <class T> inline constexpr bool is_reference<T &> = true;
template <class T> inline constexpr bool is_reference<T &&> = true;

/// In a stub: launches its kernel. `places`: where its parameters are, and what those that are references refer to. To the
/// kernel a reference is a pointer.
template <int Count> void launch(const void *stub, void *(&places)[Count], const bool (&references)[Count]) {
  void *arguments[Count];
  for (int i = 0; i < Count; ++i)
    arguments[i] = references[i] ? &places[i] : places[i];
  dim3 grid, block;
  size_t sharedBytes = 0;
  cudaStream_t stream = nullptr;
  if (::__cudaPopCallConfiguration(&grid, &block, &sharedBytes, &stream) == cudaSuccess)
    ::cudaLaunchKernel(stub, grid, block, arguments, sharedBytes, stream);
}
} // namespace __tilec_host

#include "cuda/tiles/restore_macros.h"

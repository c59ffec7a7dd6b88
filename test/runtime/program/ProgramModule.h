// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A module of tile kernels, registered before main as the host part of a source does it.
#ifndef TILEC_TEST_RUNTIME_PROGRAM_PROGRAMMODULE_H
#define TILEC_TEST_RUNTIME_PROGRAM_PROGRAMMODULE_H

#include <cuda_runtime_api.h>

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream);

/// The stubs. add: out = a + b over n elements, 128 a block.
void add(float *out, const float *a, const float *b, int n);
/// Adds `step` to the variable `counter`, which begins as 3, and stores what it is then.
void count(int *out, int step);
/// Prints `hello N`.
void hello(int n);
/// Asserts that n < 5.
void check(int n);
/// A SIMT kernel.
void simt(float *out);

/// Stands for the module's variable.
extern int counter;
/// Stands for a variable of the SIMT module, of 16 bytes.
extern float simtTable[4];

/// Managed variables, 5 each: of the SIMT module, and of no device code. Host code finds them by `managedAddress`.
extern int managedVariables[2];
extern void *managedAddress[2];
/// One of them, as host code asks for it.
int &managed(int index);

/// kernel<<<grid, block, 0, stream>>>(arguments...)
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream, Arguments... arguments) {
  __cudaPushCallConfiguration(grid, block, 0, stream) ? (void)0 : kernel(arguments...);
}

template <typename Function> const void *stubOf(Function *kernel) {
  return reinterpret_cast<const void *>(kernel);
}

#endif // TILEC_TEST_RUNTIME_PROGRAM_PROGRAMMODULE_H

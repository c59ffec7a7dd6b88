// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The functions of the CUDA runtime that no header of it declares for us: host code that CUDA compilers generate calls
/// them.
#ifndef TILEC_RUNTIME_PROGRAM_COMPILERINTERFACE_H
#define TILEC_RUNTIME_PROGRAM_COMPILERINTERFACE_H

#include <cuda_runtime_api.h>

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *sharedBytes, void *stream);

void **__cudaRegisterFatBinary(void *fatbin);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *stub, char *deviceFunction, const char *symbol, int threadLimit,
                            uint3 *thread, uint3 *block, dim3 *blockDim, dim3 *gridDim, int *warpSize);
void __cudaRegisterVar(void **handle, char *hostVariable, char *deviceAddress, const char *symbol, int isExtern,
                       size_t bytes, int isConstant, int isGlobal);
void __cudaRegisterManagedVar(void **handle, void **hostPointer, char *deviceAddress, const char *symbol, int isExtern,
                              size_t bytes, int isConstant, int isGlobal);
void __cudaRegisterHostVar(void **handle, const char *symbol, char *hostVariable, size_t bytes);

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *stub);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t sharedBytes,
                                    cudaStream_t stream);
}

#endif // TILEC_RUNTIME_PROGRAM_COMPILERINTERFACE_H

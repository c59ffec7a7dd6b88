// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver API beside the runtime: contexts, modules, cuLaunchKernel.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" __tile_global__ void entry(float* p, int n) { p[cuda::tiles::bid().x] = n; }

#define DRV(x) do { CUresult r_ = (x); if (r_ != CUDA_SUCCESS) { const char* s; cuGetErrorString(r_, &s); return 1; } } while (0)

int main() {
  DRV(cuInit(0));
  CUdevice dev;
  CUcontext ctx;
  DRV(cuDeviceGet(&dev, 0));
  DRV(cuDevicePrimaryCtxRetain(&ctx, dev));
  DRV(cuCtxSetCurrent(ctx));
  std::ifstream in("kernel.cubin", std::ios::binary);
  std::vector<char> image{std::istreambuf_iterator<char>(in), {}};
  CUmodule mod;
  CUfunction fn;
  DRV(cuModuleLoadData(&mod, image.data()));
  DRV(cuModuleGetFunction(&fn, mod, "entry"));
  CUdeviceptr p;
  DRV(cuMemAlloc(&p, 1024));
  int n = 5;
  void* args[] = {&p, &n};
  DRV(cuLaunchKernel(fn, 8, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
  cudaFunction_t f;
  cudaGetFuncBySymbol(&f, (const void*)entry);
  cudaKernel_t k;
  cudaGetKernel(&k, (const void*)entry);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaLaunchKernelEx with attributes, the typed and the untyped form.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void scale(float* p, float a, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<128>>>() + int(ct::bid().x) * 128;
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) * a, i < n);
}

cudaError_t launch(float* p, int n, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3((n + 127) / 128, 1, 1);
  config.blockDim = dim3(1, 1, 1);
  config.dynamicSmemBytes = 0;
  config.stream = stream;
  cudaLaunchAttribute attr[1];
  attr[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attr[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attr;
  config.numAttrs = 1;
  cudaError_t e = cudaLaunchKernelEx(&config, scale, p, 2.0f, n);
  if (e != cudaSuccess) return e;
  float a = 3.f;
  void* args[] = {&p, &a, &n};
  e = cudaLaunchKernel((const void*)scale, config.gridDim, config.blockDim, args, 0, stream);
  if (e != cudaSuccess) return e;
  return cudaLaunchKernelExC(&config, (const void*)scale, args);
}

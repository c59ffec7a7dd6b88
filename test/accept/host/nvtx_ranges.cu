// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVTX ranges around launches.
#include <nvtx3/nvToolsExt.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct Range { explicit Range(const char* n) { nvtxRangePushA(n); } ~Range() { nvtxRangePop(); } };
__tile_global__ void k(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<64>>>(); ct::store(p + i, ct::load(p + i) * 3.f); }

int main() {
  float* p = nullptr;
  { Range r("alloc"); cudaMalloc(&p, 256); }
  { Range r("kernel"); k<<<1, 1>>>(p); nvtxMarkA("launched"); }
  nvtxEventAttributes_t attr = {0};
  attr.version = NVTX_VERSION;
  attr.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attr.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attr.message.ascii = "sync";
  nvtxRangePushEx(&attr);
  cudaDeviceSynchronize();
  nvtxRangePop();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// numeric_limits of the 16-bit types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/std/limits>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void k(T* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::full<ct::tile<T, ct::shape<64>>>(-cuda::std::numeric_limits<T>::infinity());
  ct::store(p + i, ct::max(x, ct::load(p + i)));
  p[0] = cuda::std::numeric_limits<T>::lowest();
  p[1] = cuda::std::numeric_limits<T>::max();
  p[2] = cuda::std::numeric_limits<T>::epsilon();
}
template __tile_global__ void k<__half>(__half*);
template __tile_global__ void k<__nv_bfloat16>(__nv_bfloat16*);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histograms by atomics: pointers, masks, orders and scopes.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<512>>>() + (int)ct::bid().x * 512;
  auto ok = i < n;
  auto v = ct::element_cast<int>(ct::load_masked(in + i, ok));
  ct::atomic_add_masked(bins + v, ct::ones<ct::tile<unsigned, ct::shape<512>>>(), ok, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}
__tile_global__ void top(float* best, int* flags, const float* x) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto b = ct::element_bitcast<int>(ct::load(x + i));
  ct::atomic_max<ct::memory_order::relaxed, ct::thread_scope::device>(reinterpret_cast<int*>(best) + i, b);
  int seen = ct::atomic_compare_exchange<ct::memory_order::acq_rel>(flags, 0, 1);
  if (seen == 0) ct::atomic_store<ct::memory_order::release>(flags + 1, 1);
  while (ct::atomic_load<ct::memory_order::acquire>(flags + 1) == 0) {}
  (void)ct::atomic_xchg<ct::memory_order::relaxed>(flags + 2, 5);
}

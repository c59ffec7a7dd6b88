// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's own cuda_detail, detail and impl namespaces beside the directive.
#include <cuda_tile.h>
using namespace cuda::tiles;
using namespace cuda::tiles::literals;

namespace detail {
template <int N> struct block { static constexpr int size = N; };
__tile__ int index(int b) { return b * block<64>::size; }
}  // namespace detail
namespace impl { __tile__ float scale() { return 2.f; } }
namespace internal { struct tag {}; __tile__ int get(tag) { return 1; } }

__tile_global__ void k(float* p) {
  auto i = iota<tile<int, shape<detail::block<64>::size>>>() + detail::index(bid().x);
  store(p + i, load(p + i) * impl::scale() + (float)internal::get({}));
}

#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- too few indices
__tile_global__ void tooFewIndices(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view.load_masked(0);
#else
  auto x = view.load_masked(0, 0);
#endif
  view.store_masked(x, 0, 0);
}

//--- indices in braces
__tile_global__ void indicesInBraces(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view.load_masked({0, 1});
#else
  auto x = view.load_masked(0, 1);
#endif
  view.store_masked(x, 0, 0);
}

//--- a view called
__tile_global__ void viewCalled(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view(0, 1);
#else
  auto x = view.load_masked(0, 1);
#endif
  view.store_masked(x, 0, 0);
}

//--- a span loaded from
__tile_global__ void spanLoaded(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  auto x = span.load(0);
#else
  auto x = ct::partition_view{span, ct::shape<8>{}}.load(0);
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- a view of a pointer
__tile_global__ void viewOfPointer(float *p, int n) {
#ifndef MENDED
  ct::partition_view view{p, ct::shape<8>{}};
#else
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
#endif
  view.store_masked(view.load_masked(0), 1);
}

//--- a view without braces behind its shape
__tile_global__ void shapeIsType(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  ct::partition_view view{span, ct::shape<8>};
#else
  ct::partition_view view{span, ct::shape<8>{}};
#endif
  view.store_masked(view.load_masked(0), 1);
}

//--- a view with numbers for a shape
__tile_global__ void numbersForShape(float *p, int m, int n) {
  ct::tensor_span span{p, ct::extents{m, n}};
#ifndef MENDED
  ct::partition_view view{span, 16, 32};
#else
  ct::partition_view view{span, ct::shape<16, 32>{}};
#endif
  view.store_masked(view.load_masked(0, 0), 1, 1);
}

//--- a span with numbers for extents
__tile_global__ void numbersForExtents(float *p, int m, int n) {
#ifndef MENDED
  ct::tensor_span span{p, m, n};
#else
  ct::tensor_span span{p, ct::extents{m, n}};
#endif
  ct::partition_view view{span, ct::shape<8, 8>{}};
  view.store_masked(view.load_masked(0, 0), 1, 1);
}

//--- indices before the stored tile
__tile_global__ void indicesFirst(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
  auto x = view.load_masked(0, 0);
#ifndef MENDED
  view.store_masked(1, 1, x);
#else
  view.store_masked(x, 1, 1);
#endif
}

//--- a padding behind the indices
__tile_global__ void paddingBehindIndices(float *p, int m, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{m, n}}, ct::shape<8, 8>{}};
#ifndef MENDED
  auto x = view.load_masked(0, 0, 0.0f);
#else
  auto x = view.load_masked<ct::view_padding::zero>(0, 0);
#endif
  view.store_masked(x, 1, 1);
}

//--- a view whose tile is no power of two
__tile_global__ void viewOf48(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  ct::partition_view view{span, ct::shape<48>{}};
#else
  ct::partition_view view{span, ct::shape<64>{}};
#endif
  view.store_masked(view.load_masked(0), 1);
}

//--- a view of another rank than its span
__tile_global__ void viewOfOtherRank(float *p, int m, int n) {
  ct::tensor_span span{p, ct::extents{m, n}};
#ifndef MENDED
  ct::partition_view view{span, ct::shape<8>{}};
#else
  ct::partition_view view{span, ct::shape<1, 8>{}};
#endif
  view.store_masked(view.load_masked(0, 0), 1, 1);
}

//--- a narrowing store to a view
__tile_global__ void narrowingViewStore(float *p, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
  auto x = ct::zeros<Tile<double, 8>>();
#ifndef MENDED
  view.store_masked(x, 0);
#else
  view.store_masked(ct::element_cast<float>(x), 0);
#endif
}

//--- the number of a view's tiles
__tile_global__ void numberOfTiles(float *p, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
#ifndef MENDED
  for (int i = 0; i < view.num_tiles(); ++i)
#else
  for (int i = 0; i < ct::ceildiv(n, 8); ++i)
#endif
    view.store_masked(view.load_masked(i) * 2.0f, i);
}

//--- an atomic update of a view without order
__tile_global__ void viewAtomicWithoutOrder(float *p, int n) {
  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};
#ifndef MENDED
  view.atomic_add(ct::ones<Tile<float, 8>>(), 0);
#else
  view.atomic_add(ct::ones<Tile<float, 8>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
#endif
}

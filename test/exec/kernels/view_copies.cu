// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through views of one to five dimensions: tensors row by row, column by column and with strides of their own, and
// every value that may stand for elements outside.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile__ int part(int block, int before, int parts) { return block / before % parts; }

template <class T> __tile_global__ void copy_1d(T* out, const T* in, int n) {
  auto view = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}}; };
  view(out).store_masked(view(in).load_masked((int)ct::bid().x), (int)ct::bid().x);
}

// The result is row by row, the source as `Layout` has it.
template <class T, class Layout> __tile_global__ void copy_2d(T* out, const T* in, int rows, int columns) {
  auto shape = ct::shape<16, 32>{};
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}, Layout{}}, shape};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{rows, columns}}, shape};
  int i = ct::bid().y, j = ct::bid().x;
  to.store_masked(from.load_masked(i, j), i, j);
}

// Rows of the source lie `pitch` apart.
template <class T> __tile_global__ void copy_pitched(T* out, const T* in, int rows, int columns, int pitch) {
  auto shape = ct::shape<16, 32>{};
  auto extents = ct::extents{rows, columns};
  auto from = ct::partition_view{ct::tensor_span{in, ct::layout_strided_mapping{extents, ct::extents{pitch, 1}}}, shape};
  auto to = ct::partition_view{ct::tensor_span{out, extents}, shape};
  int i = ct::bid().y, j = ct::bid().x;
  to.store_masked(from.load_masked(i, j), i, j);
}

template <class T, class Layout> __tile_global__ void copy_3d(T* out, const T* in, int a, int b, int c) {
  auto shape = ct::shape<2, 8, 16>{};
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{a, b, c}, Layout{}}, shape};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{a, b, c}}, shape};
  int i = ct::bid().z, j = ct::bid().y, k = ct::bid().x;
  to.store_masked(from.load_masked(i, j, k), i, j, k);
}

template <class T> __tile_global__ void copy_4d(T* out, const T* in, int a, int b, int c, int d) {
  auto view = [=](auto* p) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{a, b, c, d}}, ct::shape<2, 2, 4, 16>{}};
  };
  int block = ct::bid().z, parts = ct::ceildiv(b, 2);
  int i = part(block, parts, block + 1), j = part(block, 1, parts), k = ct::bid().y, l = ct::bid().x;
  view(out).store_masked(view(in).load_masked(i, j, k, l), i, j, k, l);
}

template <class T> __tile_global__ void copy_5d(T* out, const T* in, int a, int b, int c, int d, int e) {
  auto view = [=](auto* p) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{a, b, c, d, e}}, ct::shape<1, 2, 2, 2, 16>{}};
  };
  int block = ct::bid().z, bs = ct::ceildiv(b, 2), cs = ct::ceildiv(c, 2);
  int h = block / (bs * cs), i = part(block, cs, bs), j = part(block, 1, cs), k = ct::bid().y, l = ct::bid().x;
  view(out).store_masked(view(in).load_masked(h, i, j, k, l), h, i, j, k, l);
}

// The tile around the corner of the tensor, elements outside included, as `Padding` has them.
template <ct::view_padding Padding> __tile_global__ void pad_corner(float* out, const float* in, int rows, int columns) {
  auto shape = ct::shape<16, 32>{};
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, shape};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{16, 32}}, shape};
  to.store(from.template load_masked<Padding>(rows / 16, columns / 32), 0, 0);
}

#define COPIES(T)                                                                                                           \
  template __tile_global__ void copy_1d<T>(T*, const T*, int);                                                              \
  template __tile_global__ void copy_2d<T, ct::layout_right>(T*, const T*, int, int);                                       \
  template __tile_global__ void copy_2d<T, ct::layout_left>(T*, const T*, int, int);                                        \
  template __tile_global__ void copy_pitched<T>(T*, const T*, int, int, int);                                               \
  template __tile_global__ void copy_3d<T, ct::layout_right>(T*, const T*, int, int, int);                                  \
  template __tile_global__ void copy_3d<T, ct::layout_left>(T*, const T*, int, int, int);                                   \
  template __tile_global__ void copy_4d<T>(T*, const T*, int, int, int, int);                                               \
  template __tile_global__ void copy_5d<T>(T*, const T*, int, int, int, int, int);
COPIES(float)
COPIES(short)
template __tile_global__ void pad_corner<ct::view_padding::zero>(float*, const float*, int, int);
template __tile_global__ void pad_corner<ct::view_padding::negative_zero>(float*, const float*, int, int);
template __tile_global__ void pad_corner<ct::view_padding::nan>(float*, const float*, int, int);
template __tile_global__ void pad_corner<ct::view_padding::positive_inf>(float*, const float*, int, int);
template __tile_global__ void pad_corner<ct::view_padding::negative_inf>(float*, const float*, int, int);

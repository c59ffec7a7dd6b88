// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer norm and RMS norm of rows that fit a tile, of float and bfloat16, computed in float. Backward, a block takes several
// rows, keeps its share of the gradients of weight and bias in tiles, and writes it as one row of a matrix of partial sums,
// whose columns a second kernel adds up.
#include <cuda_bf16.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <int Width> using Floats = ct::tile<float, ct::shape<1, Width>>;

template <int Width, class T> struct Rows {
  T* data;
  int rows, columns;
  __tile__ auto view() const {
    return ct::partition_view{ct::tensor_span{data, ct::extents{rows, columns}}, ct::shape<1, Width>{}};
  }
  __tile__ auto load_as_is(int row) const { return view().load_masked(row, 0); }
  __tile__ Floats<Width> load(int row) const { return ct::element_cast<float>(load_as_is(row)); }
  __tile__ void store(int row, const Floats<Width>& x) const {
    view().store_masked(ct::element_cast<std::remove_cv_t<T>>(x), row, 0);
  }
};

template <int Width> __tile__ auto inside(int columns) {
  return ct::iota<ct::tile<int, ct::shape<1, Width>>>() < columns;
}

template <class T, int Width>
__tile_global__ void layer_norm_rows(T* __restrict__ out, float* __restrict__ mean_out, float* __restrict__ rstd_out,
                                     const T* __restrict__ in, const T* __restrict__ weight, const T* __restrict__ bias,
                                     int rows, int columns, float epsilon) {
  int row = ct::bid().x;
  auto x = Rows<Width, const T>{in, rows, columns}.load(row);
  auto mean = ct::sum(x, 1_ic) / (float)columns;
  auto centred = ct::select(inside<Width>(columns), x - mean, ct::zeros<Floats<Width>>());
  auto rstd = ct::rsqrt(ct::sum(centred * centred, 1_ic) / (float)columns + epsilon);
  auto w = Rows<Width, const T>{weight, 1, columns}.load(0), b = Rows<Width, const T>{bias, 1, columns}.load(0);
  Rows<Width, T>{out, rows, columns}.store(row, centred * rstd * w + b);
  mean_out[row] = static_cast<float>(mean);
  rstd_out[row] = static_cast<float>(rstd);
}

// One number for each row.
__tile__ auto of_row(const float* numbers, int row, int rows) {
  auto each = ct::partition_view{ct::tensor_span{numbers, ct::extents{rows, 1}}, ct::shape<1, 1>{}};
  return each.load_masked(row, 0);
}

// What the gradient of a row is made from. Of rows of 32 KiB and less the next is on its way while one is computed, so that
// nothing waits for memory; behind the last one that is a load of nothing.
template <class T, int Width> struct Gradient {
  Rows<Width, const T> xs, dys;
  const float *mean, *rstd;
  static constexpr bool kIsAhead = Width * sizeof(T) <= 32768;

  template <class Step> __tile__ void each_row(int first, int step, Step compute) const {
    int rows = xs.rows;
    if constexpr (kIsAhead) {
      auto next_x = xs.load_as_is(first), next_dy = dys.load_as_is(first);
      auto next_m = of_row(mean, first, rows), next_r = of_row(rstd, first, rows);
      for (int row : ct::irange(first, rows, step)) {
        auto x = next_x, dy = next_dy;
        auto m = next_m, r = next_r;
        next_x = xs.load_as_is(row + step);
        next_dy = dys.load_as_is(row + step);
        next_m = of_row(mean, row + step, rows);
        next_r = of_row(rstd, row + step, rows);
        compute(row, ct::element_cast<float>(x), ct::element_cast<float>(dy), m, r);
      }
    } else {
      for (int row : ct::irange(first, rows, step))
        compute(row, xs.load(row), dys.load(row), of_row(mean, row, rows), of_row(rstd, row, rows));
    }
  }
};

// `dweight` and `dbias` are matrices of one row for each block.
template <class T, int Width>
__tile_global__ void layer_norm_rows_backward(T* __restrict__ din, float* __restrict__ dweight, float* __restrict__ dbias,
                                              const T* __restrict__ dout, const T* __restrict__ in,
                                              const T* __restrict__ weight, const float* __restrict__ mean,
                                              const float* __restrict__ rstd, int rows, int columns) {
  int block = ct::bid().x, blocks = ct::num_blocks().x;
  auto dw = ct::zeros<Floats<Width>>(), db = ct::zeros<Floats<Width>>();
  Gradient<T, Width> gradient{{in, rows, columns}, {dout, rows, columns}, mean, rstd};
  gradient.each_row(block, blocks, [&](int row, const auto& x, const auto& dy, const auto& m, const auto& r) {
    auto xhat = ct::select(inside<Width>(columns), (x - m) * r, ct::zeros<Floats<Width>>());
    auto g = dy * Rows<Width, const T>{weight, 1, columns}.load(0);
    dw = dw + dy * xhat;
    db = db + dy;
    auto mean_g = ct::sum(g, 1_ic) / (float)columns, mean_gx = ct::sum(g * xhat, 1_ic) / (float)columns;
    Rows<Width, T>{din, rows, columns}.store(row, (g - mean_g - xhat * mean_gx) * r);
  });
  Rows<Width, float>{dweight, blocks, columns}.store(block, dw);
  Rows<Width, float>{dbias, blocks, columns}.store(block, db);
}

template <class T, int Width>
__tile_global__ void rms_norm_rows(T* __restrict__ out, float* __restrict__ rstd_out, const T* __restrict__ in,
                                   const T* __restrict__ weight, int rows, int columns, float epsilon) {
  int row = ct::bid().x;
  auto x = Rows<Width, const T>{in, rows, columns}.load(row);
  auto rstd = ct::rsqrt(ct::sum(x * x, 1_ic) / (float)columns + epsilon);
  Rows<Width, T>{out, rows, columns}.store(row, x * rstd * Rows<Width, const T>{weight, 1, columns}.load(0));
  rstd_out[row] = static_cast<float>(rstd);
}

template <class T, int Width>
__tile_global__ void rms_norm_rows_backward(T* __restrict__ din, float* __restrict__ dweight, const T* __restrict__ dout,
                                            const T* __restrict__ in, const T* __restrict__ weight,
                                            const float* __restrict__ rstd, int rows, int columns) {
  int block = ct::bid().x, blocks = ct::num_blocks().x;
  auto dw = ct::zeros<Floats<Width>>();
  Gradient<T, Width> gradient{{in, rows, columns}, {dout, rows, columns}, rstd, rstd};
  gradient.each_row(block, blocks, [&](int row, const auto& x, const auto& dy, const auto&, const auto& r) {
    auto xhat = x * r, g = dy * Rows<Width, const T>{weight, 1, columns}.load(0);
    dw = dw + dy * xhat;
    auto mean = ct::sum(g * xhat, 1_ic) / (float)columns;
    Rows<Width, T>{din, rows, columns}.store(row, (g - xhat * mean) * r);
  });
  Rows<Width, float>{dweight, blocks, columns}.store(block, dw);
}

// Each block adds up 16 columns: few, so that many blocks share the work.
template <class T> __tile__ void add_columns(T* out, const float* in, int rows, int columns) {
  auto view = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<128, 16>{}};
  int column = ct::bid().x;
  auto sums = ct::zeros<ct::tile<float, ct::shape<128, 16>>>();
  for (int t : ct::irange(0, ct::ceildiv(rows, 128))) sums = sums + view.load_masked(t, column);
  auto result = ct::partition_view{ct::tensor_span{out, ct::extents{1, columns}}, ct::shape<1, 16>{}};
  result.store_masked(ct::element_cast<T>(ct::sum(sums, 0_ic)), 0, column);
}

template <class T> __tile_global__ void add_rows(T* out, const float* in, int rows, int columns) {
  add_columns(out, in, rows, columns);
}

// Two matrices by one launch: the second row of blocks takes the second.
template <class T>
__tile_global__ void add_rows_of_two(T* first_out, T* second_out, const float* first, const float* second, int rows,
                                     int columns) {
  if (ct::bid().y == 0)
    add_columns(first_out, first, rows, columns);
  else
    add_columns(second_out, second, rows, columns);
}

#define ROWS(T, Width)                                                                                                         \
  template __tile_global__ void layer_norm_rows<T, Width>(T*, float*, float*, const T*, const T*, const T*, int, int, float);  \
  template __tile_global__ void layer_norm_rows_backward<T, Width>(T*, float*, float*, const T*, const T*, const T*,           \
                                                                   const float*, const float*, int, int);                      \
  template __tile_global__ void rms_norm_rows<T, Width>(T*, float*, const T*, const T*, int, int, float);                      \
  template __tile_global__ void rms_norm_rows_backward<T, Width>(T*, float*, const T*, const T*, const T*, const float*, int,  \
                                                                 int);
ROWS(float, 1024)
ROWS(float, 4096)
ROWS(float, 16384)
ROWS(__nv_bfloat16, 1024)
ROWS(__nv_bfloat16, 4096)
ROWS(__nv_bfloat16, 16384)
template __tile_global__ void add_rows<float>(float*, const float*, int, int);
template __tile_global__ void add_rows<__nv_bfloat16>(__nv_bfloat16*, const float*, int, int);
template __tile_global__ void add_rows_of_two<float>(float*, float*, const float*, const float*, int, int);
template __tile_global__ void add_rows_of_two<__nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, const float*, const float*, int,
                                                             int);

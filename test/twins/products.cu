// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products that are written in two ways.
// RUN: %python %S/twins.py --tilec tilec %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using H = __half;
using B = __nv_bfloat16;

template <class T, int M, int N> __tile__ auto tiles(const T *p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(p), ct::extents{rows, columns}}, ct::shape<M, N>{}};
}
template <class T, int M, int N> __tile__ auto results(T *p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(p), ct::extents{rows, columns}}, ct::shape<M, N>{}};
}
template <class T, int M, int N> using Tile = ct::tile<T, ct::shape<M, N>>;

/// C = A B, operands cast as `CastA` and `CastB` say before the product.
template <class T, class U, class CastA, class CastB> __tile__ void gemm(float *c, const T *a, const U *b, int m, int n, int k, CastA castA, CastB castB) {
  auto va = tiles<T, 128, 64>(a, m, k);
  auto vb = tiles<U, 64, 128>(b, k, n);
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  for (auto i : ct::irange(0, (k + 63) / 64))
    sum = ct::mma(castA(va.load_masked(ct::bid().x, i)), castB(vb.load_masked(i, ct::bid().y)), sum);
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}
template <class E> struct To {
  template <class T> __tile__ auto operator()(T tile) const { return ct::element_cast<E>(tile); }
};
struct Same {
  template <class T> __tile__ T operator()(T tile) const { return tile; }
};

#define GEMM(NAME, T, U, CAST_A, CAST_B)                                                                                \
  extern "C" __tile_global__ void NAME(float *__restrict__ c, const T *__restrict__ a, const U *__restrict__ b, int m,   \
                                       int n, int k) {                                                                  \
    gemm(c, a, b, m, n, k, CAST_A, CAST_B);                                                                             \
  }

// twin: widened_half grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
GEMM(widened_half_1, H, H, Same(), Same())
GEMM(widened_half_2, H, H, To<float>(), To<float>())

// twin: widened_bfloat grid=2,1 out:f32[32768] bf16[32768]=random:1 bf16[16384]=random:2 256 128 128
GEMM(widened_bfloat_1, B, B, Same(), Same())
GEMM(widened_bfloat_2, B, B, To<float>(), To<float>())

// twin: widened_to_tf32 grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
GEMM(widened_to_tf32_1, H, H, Same(), Same())
GEMM(widened_to_tf32_2, H, H, To<__nv_tf32>(), To<__nv_tf32>())

// The 8-bit units add with fewer bits, so the twin of a widened product is one in half.
// twin: widened_fp8 grid=2,1 out:f32[32768] f8E4M3FN[32768]=random:1 f8E4M3FN[16384]=random:2 256 128 128
GEMM(widened_fp8_1, __nv_fp8_e4m3, __nv_fp8_e4m3, To<H>(), To<H>())
GEMM(widened_fp8_2, __nv_fp8_e4m3, __nv_fp8_e4m3, To<float>(), To<float>())

// twin: widened_fp8_half grid=2,1 out:f32[32768] f8E5M2[32768]=random:1 f16[16384]=random:2 256 128 128
GEMM(widened_fp8_half_1, __nv_fp8_e5m2, H, To<H>(), Same())
GEMM(widened_fp8_half_2, __nv_fp8_e5m2, H, To<float>(), To<float>())

// twin: widened_int8 grid=2,1 out:f32[32768] i8[32768]=random:1 f16[16384]=random:2 256 128 128
GEMM(widened_int8_1, signed char, H, To<H>(), Same())
GEMM(widened_int8_2, signed char, H, To<float>(), To<float>())

// Half and bfloat have a type in common: tf32.
// twin: widened_mixed grid=2,1 out:f32[32768] f16[32768]=random:1 bf16[16384]=random:2 256 128 128
GEMM(widened_mixed_1, H, B, To<__nv_tf32>(), To<__nv_tf32>())
GEMM(widened_mixed_2, H, B, To<float>(), To<float>())

struct Relu {
  template <class T> __tile__ auto operator()(T tile) const { return ct::max(tile, ct::zeros<T>()); }
};
struct WideRelu {
  template <class T> __tile__ auto operator()(T tile) const { return Relu()(ct::element_cast<float>(tile)); }
};
// twin: widened_relu grid=2,1 lanes out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
GEMM(widened_relu_1, H, H, Relu(), Same())
GEMM(widened_relu_2, H, H, WideRelu(), To<float>())

/// C = A B^T, with casts before or behind what moves elements, and operands loaded an iteration ahead.
template <class E, bool Early> __tile__ void gemm_transposed(float *c, const H *a, const H *b, int m, int n, int k) {
  auto va = tiles<H, 128, 64>(a, m, k);
  auto vb = tiles<H, 128, 64>(b, n, k);
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  for (auto i : ct::irange(0, (k + 63) / 64)) {
    auto ta = va.load_masked(ct::bid().x, i);
    auto tb = vb.load_masked(ct::bid().y, i);
    if constexpr (Early)
      sum = ct::mma(ct::element_cast<E>(ta), ct::transpose(ct::element_cast<E>(tb)), sum);
    else
      sum = ct::mma(ct::element_cast<E>(ta), ct::element_cast<E>(ct::transpose(tb)), sum);
  }
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}
// twin: widened_transposed grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
extern "C" __tile_global__ void widened_transposed_1(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { gemm_transposed<H, false>(c, a, b, m, n, k); }
extern "C" __tile_global__ void widened_transposed_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { gemm_transposed<float, true>(c, a, b, m, n, k); }

/// The first operand is loaded, and cast, before the loop: keys against one tile of queries.
template <class E> __tile__ void kept(float *c, const H *a, const H *b, int n) {
  auto ta = ct::element_cast<E>(tiles<H, 64, 64>(a, 64, 64).load(0, 0));
  auto vb = tiles<H, 64, 64>(b, n, 64);
  auto vc = results<float, 64, 64>(c, n, 64);
  for (auto i : ct::irange(0, n / 64)) {
    auto tb = ct::element_cast<E>(vb.load(i, 0));
    vc.store(ct::mma(ta, tb, ct::zeros<Tile<float, 64, 64>>()), i, 0);
  }
}
// twin: widened_kept grid=1 out:f32[16384] f16[4096]=random:1 f16[16384]=random:2 256
extern "C" __tile_global__ void widened_kept_1(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int n) { kept<H>(c, a, b, n); }
extern "C" __tile_global__ void widened_kept_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int n) { kept<float>(c, a, b, n); }

/// Tiles of one product, loaded an iteration ahead and carried as what they are multiplied as.
template <class E> __tile__ void carried(float *c, const H *a, const H *b, int m, int n, int k) {
  auto va = tiles<H, 64, 64>(a, m, k);
  auto vb = tiles<H, 64, 64>(b, k, n);
  auto sum = ct::zeros<Tile<float, 64, 64>>();
  auto ta = ct::element_cast<E>(va.load_masked(ct::bid().x, 0));
  auto tb = ct::element_cast<E>(vb.load_masked(0, ct::bid().y));
  for (auto i : ct::irange(0, k / 64)) {
    sum = ct::mma(ta, tb, sum);
    ta = ct::element_cast<E>(va.load_masked(ct::bid().x, i + 1));
    tb = ct::element_cast<E>(vb.load_masked(i + 1, ct::bid().y));
  }
  results<float, 64, 64>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}
// twin: widened_carried grid=2,1 lanes out:f32[8192] f16[16384]=random:1 f16[8192]=random:2 128 64 128
extern "C" __tile_global__ void widened_carried_1(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { carried<H>(c, a, b, m, n, k); }
extern "C" __tile_global__ void widened_carried_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { carried<float>(c, a, b, m, n, k); }

/// Extents as arguments, as constants, or as views of one matrix of many.
// twin: static_extents grid=1 out:f32[16384] f16[262144]=random:1 f16[262144]=random:2 128 128 2048
GEMM(static_extents_1, H, H, Same(), Same())
extern "C" __tile_global__ void static_extents_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int, int, int) {
  gemm(c, a, b, 128, 128, 2048, Same(), Same());
}

/// Counted by `irange`, `for` and `while`.
template <int Form> __tile__ void counted(float *c, const H *a, const H *b, int m, int n, int k) {
  auto va = tiles<H, 128, 64>(a, m, k);
  auto vb = tiles<H, 64, 128>(b, k, n);
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  int steps = Form == 6 ? ct::ceildiv(k, 64) : (k + 63) / 64;
  if constexpr (Form == 1 || Form == 6)
    for (auto i : ct::irange(0, steps))
      sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
  if constexpr (Form == 2)
    for (int i = 0; i < steps; ++i)
      sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
  if constexpr (Form == 3)
    for (int i = 0; i != steps; i++)
      sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
  if constexpr (Form == 4) {
    int i = 0;
    while (i <= steps - 1) {
      sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
      i += 1;
    }
  }
  if constexpr (Form == 5)
    for (int kk = 0; kk < k; kk += 64)
      sum = ct::mma(va.load_masked(ct::bid().x, kk / 64), vb.load_masked(kk / 64, ct::bid().y), sum);
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}
#define COUNTED(NAME, FORM)                                                                                             \
  extern "C" __tile_global__ void NAME(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m,   \
                                       int n, int k) {                                                                  \
    counted<FORM>(c, a, b, m, n, k);                                                                                    \
  }
// twin: counted_for grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
COUNTED(counted_for_1, 1)
COUNTED(counted_for_2, 2)
// twin: counted_unequal grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
COUNTED(counted_unequal_1, 1)
COUNTED(counted_unequal_2, 3)
// twin: counted_while grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
COUNTED(counted_while_1, 1)
COUNTED(counted_while_2, 4)
// twin: counted_elements grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
COUNTED(counted_elements_1, 1)
COUNTED(counted_elements_2, 5)

// twin: counted_ceildiv grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
COUNTED(counted_ceildiv_1, 1)
COUNTED(counted_ceildiv_2, 6)

/// A sum that a product begins with is one that is added behind.
// twin: sum_behind grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
COUNTED(sum_behind_1, 1)
extern "C" __tile_global__ void sum_behind_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) {
  auto va = tiles<H, 128, 64>(a, m, k);
  auto vb = tiles<H, 64, 128>(b, k, n);
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  for (auto i : ct::irange(0, (k + 63) / 64))
    sum = sum + ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), ct::zeros<Tile<float, 128, 128>>());
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}

/// A transposed tile, or a tile of a transposed view.
// twin: transposed_view grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
extern "C" __tile_global__ void transposed_view_1(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { gemm_transposed<H, false>(c, a, b, m, n, k); }
extern "C" __tile_global__ void transposed_view_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) {
  auto va = tiles<H, 128, 64>(a, m, k);
  auto vb = ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(b), ct::layout_left::mapping{ct::extents{k, n}}}, ct::shape<64, 128>{}};
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  for (auto i : ct::irange(0, (k + 63) / 64))
    sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}

/// Matrices of a batch: a dimension of the view with tiles of one element, a pointer, or products of rank 3.
template <int Form> __tile__ void batched(float *c, const H *a, const H *b, int m, int n, int k) {
  int batch = ct::bid().z, count = ct::num_blocks().z;
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  a = ct::assume_aligned<16>(a);
  b = ct::assume_aligned<16>(b);
  c = ct::assume_aligned<16>(c);
  if constexpr (Form == 1) {
    auto va = ct::partition_view{ct::tensor_span{a, ct::extents{count, m, k}}, ct::shape<1, 128, 64>{}};
    auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{count, k, n}}, ct::shape<1, 64, 128>{}};
    for (auto i : ct::irange(0, (k + 63) / 64))
      sum = ct::mma(ct::reshape(va.load_masked(batch, ct::bid().x, i), ct::shape<128, 64>{}), ct::reshape(vb.load_masked(batch, i, ct::bid().y), ct::shape<64, 128>{}), sum);
  }
  if constexpr (Form == 2) {
    auto va = tiles<H, 128, 64>(a + size_t(batch) * m * k, m, k);
    auto vb = tiles<H, 64, 128>(b + size_t(batch) * k * n, k, n);
    for (auto i : ct::irange(0, (k + 63) / 64))
      sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
  }
  if constexpr (Form == 3) {
    auto va = ct::partition_view{ct::tensor_span{a, ct::extents{count, m, k}}, ct::shape<1, 128, 64>{}};
    auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{count, k, n}}, ct::shape<1, 64, 128>{}};
    auto wide = ct::zeros<ct::tile<float, ct::shape<1, 128, 128>>>();
    for (auto i : ct::irange(0, (k + 63) / 64))
      wide = ct::mma(va.load_masked(batch, ct::bid().x, i), vb.load_masked(batch, i, ct::bid().y), wide);
    sum = ct::reshape(wide, ct::shape<128, 128>{});
  }
  if constexpr (Form == 4) {
    auto va = ct::partition_view{ct::tensor_span{a, ct::extents{count, m, k}}, ct::shape<1, 128, 64>{}};
    auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{count, k, n}}, ct::shape<1, 64, 128>{}};
    auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{count, m, n}}, ct::shape<1, 128, 128>{}};
    auto wide = ct::zeros<ct::tile<float, ct::shape<1, 128, 128>>>();
    for (auto i : ct::irange(0, (k + 63) / 64))
      wide = ct::mma(va.load_masked(batch, ct::bid().x, i), vb.load_masked(batch, i, ct::bid().y), wide);
    vc.store_masked(wide, batch, ct::bid().x, ct::bid().y);
    return;
  }
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{count, m, n}}, ct::shape<1, 128, 128>{}};
  vc.store_masked(ct::reshape(sum, ct::shape<1, 128, 128>{}), batch, ct::bid().x, ct::bid().y);
}
#define BATCHED(NAME, FORM)                                                                                             \
  extern "C" __tile_global__ void NAME(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m,   \
                                       int n, int k) {                                                                  \
    batched<FORM>(c, a, b, m, n, k);                                                                                    \
  }
// twin: batch_by_pointer grid=1,1,2 out:f32[32768] f16[32768]=random:1 f16[32768]=random:2 128 128 128
BATCHED(batch_by_pointer_1, 1)
BATCHED(batch_by_pointer_2, 2)
// twin: batch_of_rank_3 grid=1,1,2 out:f32[32768] f16[32768]=random:1 f16[32768]=random:2 128 128 128
BATCHED(batch_of_rank_3_1, 1)
BATCHED(batch_of_rank_3_2, 3)
// twin: batch_sum_of_rank_3 grid=1,1,2 out:f32[32768] f16[32768]=random:1 f16[32768]=random:2 128 128 128
BATCHED(batch_sum_of_rank_3_1, 1)
BATCHED(batch_sum_of_rank_3_2, 4)

/// K steps of 32 and of 64.
template <int K> __tile__ void steps(float *c, const H *a, const H *b, int m, int n, int k) {
  auto va = tiles<H, 128, K>(a, m, k);
  auto vb = tiles<H, K, 128>(b, k, n);
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  for (auto i : ct::irange(0, (k + K - 1) / K))
    sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}
// twin: steps_of_32 grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
extern "C" __tile_global__ void steps_of_32_1(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { steps<64>(c, a, b, m, n, k); }
extern "C" __tile_global__ void steps_of_32_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { steps<32>(c, a, b, m, n, k); }

/// A tile that `if constexpr` of a helper makes, a struct that holds views, and everything written out.
struct Problem {
  float *c;
  const H *a, *b;
  int m, n, k;
  __tile__ auto multiply(int x, int y) const {
    auto va = tiles<H, 128, 64>(a, m, k);
    auto vb = tiles<H, 64, 128>(b, k, n);
    auto sum = ct::zeros<Tile<float, 128, 128>>();
    for (auto i : ct::irange(0, (k + 63) / 64))
      sum = ct::mma(va.load_masked(x, i), vb.load_masked(i, y), sum);
    return sum;
  }
  template <class Sum> __tile__ void store(Sum sum, int x, int y) const { results<float, 128, 128>(c, m, n).store_masked(sum, x, y); }
};
// twin: by_methods grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
COUNTED(by_methods_1, 1)
extern "C" __tile_global__ void by_methods_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) {
  Problem problem{c, a, b, m, n, k};
  problem.store(problem.multiply(ct::bid().x, ct::bid().y), ct::bid().x, ct::bid().y);
}

/// A factor of the operand, or of the sum: exact for a power of two.
template <int Form> __tile__ void scaled(float *c, const H *a, const H *b, int m, int n, int k) {
  auto va = tiles<H, 128, 64>(a, m, k);
  auto vb = tiles<H, 64, 128>(b, k, n);
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  for (auto i : ct::irange(0, (k + 63) / 64)) {
    auto ta = va.load_masked(ct::bid().x, i);
    sum = ct::mma(ta, vb.load_masked(i, ct::bid().y), sum);
  }
  if constexpr (Form == 1)
    sum = sum * 2.0f;
  else
    sum = sum + sum;
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}
// twin: doubled grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
extern "C" __tile_global__ void doubled_1(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { scaled<1>(c, a, b, m, n, k); }
extern "C" __tile_global__ void doubled_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { scaled<2>(c, a, b, m, n, k); }

/// Tiles loaded by views, or by pointers whose offsets count rows and columns.
// twin: by_pointers grid=2,1 out:f32[32768] f16[32768]=random:1 f16[16384]=random:2 256 128 128
extern "C" __tile_global__ void by_pointers_1(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) { counted<1>(c, a, b, m, n, k); }
extern "C" __tile_global__ void by_pointers_2(float *__restrict__ c, const H *__restrict__ a, const H *__restrict__ b, int m, int n, int k) {
  a = ct::assume_aligned<16>(a);
  b = ct::assume_aligned<16>(b);
  auto rows = ct::reshape(int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<128, 1>{});
  auto columns = ct::reshape(int(ct::bid().y) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<1, 128>{});
  auto sum = ct::zeros<Tile<float, 128, 128>>();
  for (auto i : ct::irange(0, (k + 63) / 64)) {
    auto depth = i * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
    auto ka = ct::reshape(depth, ct::shape<1, 64>{});
    auto kb = ct::reshape(depth, ct::shape<64, 1>{});
    auto ta = ct::load_masked(a + (rows * k + ka), rows < m && ka < k, H(0.0f));
    auto tb = ct::load_masked(b + (kb * n + columns), kb < k && columns < n, H(0.0f));
    sum = ct::mma(ta, tb, sum);
  }
  results<float, 128, 128>(c, m, n).store_masked(sum, ct::bid().x, ct::bid().y);
}

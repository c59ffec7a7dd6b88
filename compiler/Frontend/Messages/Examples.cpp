// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Examples.cpp - how functions of the API are called ---------------------===//
#include "compiler/Frontend/Messages/Examples.h"
#include "llvm/ADT/StringMap.h"

using llvm::StringRef;

static StringRef find(const llvm::StringMap<StringRef> &table, StringRef name) {
  auto found = table.find(name);
  return found == table.end() ? StringRef() : found->second;
}

StringRef tilec::frontend::exampleOf(StringRef name) {
  static const llvm::StringMap<StringRef> examples = {
      {"zeros", "zeros<tile<float, shape<8>>>()"},
      {"ones", "ones<tile<float, shape<8>>>()"},
      {"full", "full<tile<float, shape<8>>>(value)"},
      {"iota", "iota<tile<int, shape<8>>>()"},
      {"load", "load(pointers)"},
      {"load_masked", "load_masked(pointers, mask, padding)"},
      {"store", "store(pointers, value)"},
      {"store_masked", "store_masked(pointers, value, mask)"},
      {"reshape", "reshape(tile, shape<4, 2>{})"},
      {"broadcast", "broadcast(tile, shape<4, 2>{})"},
      {"permute", "permute(tile, dimension_map<1, 0>{})"},
      {"transpose", "transpose(tile)"},
      {"cat", "cat<0>(a, b)"},
      {"extract", "extract(tile, shape<4>{}, index)"},
      {"insert", "insert(tile, part, index)"},
      {"select", "select(condition, a, b)"},
      {"element_cast", "element_cast<float>(tile)"},
      {"element_bitcast", "element_bitcast<int>(tile)"},
      {"assume_aligned", "assume_aligned<16>(pointer)"},
      {"assume_divisible", "assume_divisible<8>(number)"},
      {"assume_bounded_below", "assume_bounded_below<0>(number)"},
      {"assume_bounded_above", "assume_bounded_above<100>(number)"},
      {"sum", "sum<0>(tile)"},
      {"prod", "prod<0>(tile)"},
      {"reduce_max", "reduce_max<0>(tile)"},
      {"reduce_min", "reduce_min<0>(tile)"},
      {"max_element", "max_element<0>(tile)"},
      {"min_element", "min_element<0>(tile)"},
      {"all_of", "all_of<0>(tile)"},
      {"any_of", "any_of<0>(tile)"},
      {"partial_sum", "partial_sum<0>(tile)"},
      {"partial_prod", "partial_prod<0>(tile)"},
      {"mma", "mma(a, b, accumulator)"},
      {"matmul", "matmul(a, b)"},
      {"fma", "fma(a, b, c)"},
      {"atomic_load", "atomic_load<memory_order::relaxed>(pointers)"},
      {"atomic_store", "atomic_store<memory_order::relaxed>(pointers, value)"},
      {"atomic_add", "atomic_add<memory_order::relaxed>(pointers, value)"},
      {"atomic_sub", "atomic_sub<memory_order::relaxed>(pointers, value)"},
      {"atomic_max", "atomic_max<memory_order::relaxed>(pointers, value)"},
      {"atomic_min", "atomic_min<memory_order::relaxed>(pointers, value)"},
      {"atomic_and", "atomic_and<memory_order::relaxed>(pointers, value)"},
      {"atomic_or", "atomic_or<memory_order::relaxed>(pointers, value)"},
      {"atomic_xor", "atomic_xor<memory_order::relaxed>(pointers, value)"},
      {"atomic_xchg", "atomic_xchg<memory_order::relaxed>(pointers, value)"},
      {"atomic_compare_exchange", "atomic_compare_exchange<memory_order::relaxed>(pointers, expected, desired)"},
      {"bid", "bid().x"},
      {"num_blocks", "num_blocks().x"},
      {"tile", "tile<float, shape<8, 4>>"},
      {"tensor_span", "tensor_span{pointer, extents{m, n}}"},
      {"partition_view", "partition_view{span, shape<16, 32>{}}"},
      {"strided_view", "strided_view{span, shape<16, 32>{}, strides{8_ic, 32_ic}}"},
      {"gather_scatter_view", "gather_scatter_view{span, shape<16, 32>{}, 0_ic}"},
  };
  return find(examples, name);
}

StringRef tilec::frontend::exampleOfMember(StringRef name) {
  static const llvm::StringMap<StringRef> examples = {
      {"load", "view.load(i, j)"},
      {"load_masked", "view.load_masked<view_padding::zero>(i, j)"},
      {"store", "view.store(tile, i, j)"},
      {"store_masked", "view.store_masked(tile, i, j)"},
      {"atomic_add", "view.atomic_add(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)"},
      {"atomic_sub", "view.atomic_sub(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)"},
      {"atomic_max", "view.atomic_max(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)"},
      {"atomic_min", "view.atomic_min(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)"},
      {"atomic_and", "view.atomic_and(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)"},
      {"atomic_or", "view.atomic_or(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)"},
      {"atomic_xor", "view.atomic_xor(tile, memory_order_relaxed_t{}, thread_scope_device_t{}, i, j)"},
  };
  return find(examples, name);
}

StringRef tilec::frontend::headerOfType(StringRef name) {
  static const llvm::StringMap<StringRef> headers = {
      {"__half", "cuda_fp16.h"},         {"half", "cuda_fp16.h"},          {"__half2", "cuda_fp16.h"},
      {"half2", "cuda_fp16.h"},          {"__nv_bfloat16", "cuda_bf16.h"}, {"nv_bfloat16", "cuda_bf16.h"},
      {"__nv_bfloat162", "cuda_bf16.h"}, {"nv_bfloat162", "cuda_bf16.h"},  {"__nv_fp8_e4m3", "cuda_fp8.h"},
      {"__nv_fp8_e5m2", "cuda_fp8.h"},   {"__nv_fp8_e8m0", "cuda_fp8.h"},  {"__nv_fp4_e2m1", "cuda_fp4.h"},
      {"__nv_tf32", "cuda_tf32.h"},
  };
  return find(headers, name);
}

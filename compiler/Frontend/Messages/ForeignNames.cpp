// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ForeignNames.cpp - names of other languages and libraries --------------===//
#include "compiler/Frontend/Messages/ForeignNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

//===----------------------------------------------------------------------===//
// SIMT code
//===----------------------------------------------------------------------===//

bool tilec::frontend::isSimtIntrinsic(StringRef name) {
  static constexpr llvm::StringLiteral starts[] = {
      "__syncthreads", "__syncwarp",  "__threadfence", "__nvvm_",      "__shfl_",   "__ballot",
      "__any_sync",    "__all_sync",  "__match_",      "__activemask", "__ldg",     "__ldc",
      "__reduce_",     "__nanosleep", "atomicAdd",     "atomicSub",    "atomicMax", "atomicMin",
      "atomicCAS",     "atomicExch",  "atomicAnd",     "atomicOr",     "atomicXor", "clock64"};
  return llvm::any_of(starts, [&](StringRef start) { return name.starts_with(start); });
}

StringRef tilec::frontend::insteadOfSimt(StringRef name) {
  static constexpr std::pair<StringRef, StringRef> starts[] = {
      {"__sync", "leave it out: a tile block is one logical thread"},
      {"__threadfence", "atomic functions have a memory order, as in atomic_store<memory_order::release>(pointer, x)"},
      {"__shfl_", "functions of whole tiles, as sum<0>(tile) and permute, move values between elements"},
      {"__reduce_", "use sum<0>(tile), reduce_max<0>(tile) and the like"},
      {"__ballot", "use any_of<0>(tile) or all_of<0>(tile)"},
      {"__any_sync", "use any_of<0>(tile)"},
      {"__all_sync", "use all_of<0>(tile)"},
      {"__activemask", "masks are tiles of bool, as in load_masked(pointers, mask, padding)"},
      {"__ld", "use load(pointer)"},
      {"atomicAdd", "use atomic_add<memory_order::relaxed>(pointer, value)"},
      {"atomicSub", "use atomic_sub<memory_order::relaxed>(pointer, value)"},
      {"atomicMax", "use atomic_max<memory_order::relaxed>(pointer, value)"},
      {"atomicMin", "use atomic_min<memory_order::relaxed>(pointer, value)"},
      {"atomicCAS", "use atomic_compare_exchange<memory_order::relaxed>(pointer, expected, desired)"},
      {"atomicExch", "use atomic_xchg<memory_order::relaxed>(pointer, value)"},
      {"atomicAnd", "use atomic_and<memory_order::relaxed>(pointer, value)"},
      {"atomicOr", "use atomic_or<memory_order::relaxed>(pointer, value)"},
      {"atomicXor", "use atomic_xor<memory_order::relaxed>(pointer, value)"}};
  const auto *found = llvm::find_if(starts, [&](const auto &start) { return name.starts_with(start.first); });
  return found == std::end(starts) ? StringRef() : found->second;
}

//===----------------------------------------------------------------------===//
// The C library
//===----------------------------------------------------------------------===//

StringRef tilec::frontend::apiCounterpart(StringRef name) {
  name.consume_front("__");
  StringRef renamed = llvm::StringSwitch<StringRef>(name)
                          .Cases({"fabs", "fabsf", "abs", "labs", "llabs"}, "abs")
                          .Cases({"fmin", "fminf", "min"}, "min")
                          .Cases({"fmax", "fmaxf", "max"}, "max")
                          .Cases({"fmaf", "fma_rn", "fmaf_rn"}, "fma")
                          .Cases({"fdividef", "fdiv_rn"}, "div")
                          .Cases({"umulhi", "mulhi", "umul64hi", "mul64hi"}, "mulhi")
                          .Cases({"fmod", "fmodf"}, "remainder")
                          .Default("");
  if (!renamed.empty())
    return renamed;
  if (name.ends_with("f"))
    name = name.drop_back();
  static constexpr llvm::StringLiteral same[] = {"ceil", "floor", "exp", "exp2",  "log",  "log2", "pow",
                                                 "sqrt", "rsqrt", "sin", "cos",   "tan",  "sinh", "cosh",
                                                 "tanh", "atan2", "fma", "isnan", "isinf"};
  const auto *found = llvm::find(same, name);
  return found == std::end(same) ? StringRef() : StringRef(*found);
}

//===----------------------------------------------------------------------===//
// Array languages
//===----------------------------------------------------------------------===//

StringRef tilec::frontend::insteadOf(StringRef name) {
  static const llvm::StringMap<StringRef> others = {
      {"where", "select(condition, a, b)"},
      {"cast", "element_cast<float>(tile)"},
      {"astype", "element_cast<float>(tile)"},
      {"convert", "element_cast<float>(tile)"},
      {"bitcast", "element_bitcast<int>(tile)"},
      {"bit_cast", "element_bitcast<int>(tile)"},
      {"arange", "iota<tile<int, shape<8>>>()"},
      {"argmax", "max_element<0>(tile)"},
      {"argmin", "min_element<0>(tile)"},
      {"amax", "reduce_max<0>(tile)"},
      {"amin", "reduce_min<0>(tile)"},
      {"reduce_sum", "sum<0>(tile)"},
      {"reduce_add", "sum<0>(tile)"},
      {"reduce_prod", "prod<0>(tile)"},
      {"reduce_mul", "prod<0>(tile)"},
      {"mean", "sum<0>(tile) / n"},
      {"any", "any_of<0>(tile)"},
      {"all", "all_of<0>(tile)"},
      {"cumsum", "partial_sum<0>(tile)"},
      {"scan", "partial_sum<0>(tile)"},
      {"inclusive_scan", "partial_sum<0>(tile)"},
      {"cumprod", "partial_prod<0>(tile)"},
      {"dot", "mma(a, b, accumulator)"},
      {"gemm", "mma(a, b, accumulator)"},
      {"maximum", "max(a, b)"},
      {"minimum", "min(a, b)"},
      {"clamp", "min(max(x, low), high)"},
      {"clip", "min(max(x, low), high)"},
      {"broadcast_to", "broadcast(tile, shape<4, 2>{})"},
      {"expand_dims", "reshape(tile, shape<1, 8>{})"},
      {"unsqueeze", "reshape(tile, shape<1, 8>{})"},
      {"squeeze", "reshape(tile, shape<8>{})"},
      {"flatten", "reshape(tile, shape<8>{})"},
      {"ravel", "reshape(tile, shape<8>{})"},
      {"concatenate", "cat<0>(a, b)"},
      {"concat", "cat<0>(a, b)"},
      {"slice", "extract(tile, shape<4>{}, index)"},
      {"swapaxes", "permute(tile, dimension_map<1, 0>{})"},
      {"gather", "load(pointer + indices)"},
      {"scatter", "store(pointer + indices, value)"},
      {"zeros_like", "zeros<decltype(tile)>()"},
      {"ones_like", "ones<decltype(tile)>()"},
      {"full_like", "full<decltype(tile)>(value)"},
      {"program_id", "bid().x"},
      {"block_id", "bid().x"},
      {"num_programs", "num_blocks().x"},
      {"cdiv", "ceildiv(a, b)"},
      {"mod", "remainder(a, b)"},
      {"fmod", "remainder(a, b)"},
      {"sigmoid", "1.0f / (1.0f + exp(-x))"},
      {"relu", "max(x, 0.0f)"},
      {"log1p", "log(1.0f + x)"},
      {"expm1", "exp(x) - 1.0f"},
      {"log10", "log(x) * 0.4342945f"},
      {"exp10", "pow(10.0f, x)"},
      {"round", "floor(x + 0.5f)"},
      {"trunc", "select(x < 0.0f, ceil(x), floor(x))"},
      {"square", "x * x"},
      {"rcp", "1.0f / x"},
      {"reciprocal", "1.0f / x"},
      {"isfinite", "!(isnan(x) | isinf(x))"},
      {"neg", "-x"},
      {"negative", "-x"},
      {"logical_not", "!x"},
      {"shl", "a << b"},
      {"shr", "a >> b"},
      {"bit_and", "a & b"},
      {"bit_or", "a | b"},
      {"bit_xor", "a ^ b"},
      {"equal", "a == b"},
      {"atomic_cas", "atomic_compare_exchange<memory_order::relaxed>(pointers, expected, desired)"},
      {"atomic_exchange", "atomic_xchg<memory_order::relaxed>(pointers, value)"},
      {"atomic_exch", "atomic_xchg<memory_order::relaxed>(pointers, value)"},
      {"atomic_inc", "atomic_add<memory_order::relaxed>(pointer, 1)"},
      {"reduce", "sum<0>(tile), prod, reduce_max or reduce_min"},
      {"barrier", "leave it out: a tile block is one logical thread"},
      {"sync", "leave it out: a tile block is one logical thread"},
      {"debug_barrier", "leave it out: a tile block is one logical thread"},
      {"syncthreads", "leave it out: a tile block is one logical thread"},
      {"atan", "atan2(x, 1.0f)"},
      {"asin", "atan2(x, sqrt(1.0f - x * x))"},
      {"acos", "atan2(sqrt(1.0f - x * x), x)"},
      {"asinh", "log(x + sqrt(x * x + 1.0f))"},
      {"acosh", "log(x + sqrt(x * x - 1.0f))"},
      {"atanh", "0.5f * log((1.0f + x) / (1.0f - x))"},
      {"cbrt", "select(x < 0.0f, -pow(-x, 1.0f / 3.0f), pow(x, 1.0f / 3.0f))"},
      {"hypot", "sqrt(a * a + b * b)"},
      {"rint", "floor(x + 0.5f)"},
      {"erfc", "an approximation, from exp and arithmetic"},
      {"tree_reduce", "sum<0>(tile), prod, reduce_max or reduce_min"},
      {"associative_scan", "partial_sum<0>(tile) or partial_prod<0>(tile)"},
      {"max_reduce", "reduce_max<0>(tile)"},
      {"min_reduce", "reduce_min<0>(tile)"},
      {"reduce_and", "reduce_bitand<0>(tile)"},
      {"reduce_or", "reduce_bitor<0>(tile)"},
      {"xor_sum", "reduce_bitxor<0>(tile)"},
      {"softmax", "exp(x - reduce_max<1>(x)), then e / sum<1>(e)"},
      {"to", "element_cast<float>(tile)"},
      {"view", "element_bitcast<int>(tile)"},
      {"trans", "transpose(tile)"},
      {"T", "transpose(tile)"},
      {"bmm", "mma(a, b, accumulator)"},
      {"einsum", "mma(a, b, accumulator)"},
      {"multiply", "a * b"},
      {"divide", "a / b"},
      {"subtract", "a - b"},
      {"power", "pow(a, b)"},
      {"greater", "a > b"},
      {"less", "a < b"},
      {"logical_and", "a & b"},
      {"logical_or", "a | b"},
      {"empty", "zeros<tile<float, shape<8>>>()"},
      {"empty_like", "zeros<decltype(tile)>()"},
      {"stack", "cat<0>(reshape(a, shape<1, 8>{}), reshape(b, shape<1, 8>{}))"},
      {"join", "cat<0>(a, b)"},
      {"hstack", "cat<1>(a, b)"},
      {"vstack", "cat<0>(a, b)"},
      {"range", "irange(0, n)"},
      {"static_range", "irange(0, n)"},
      {"num_tiles", "ceildiv(extent, 8)"},
      {"block_idx", "bid().x"},
      {"blockIdx", "bid().x"},
      {"grid_dim", "num_blocks().x"},
      {"gridDim", "num_blocks().x"},
      {"multiple_of", "assume_divisible<8>(number)"},
      {"max_contiguous", "assume_aligned<16>(pointer)"},
      {"aligned", "assume_aligned<16>(pointer)"},
      {"make_block_ptr", "partition_view{tensor_span{pointer, extents{m, n}}, shape<16, 32>{}}"},
      {"make_tensor_descriptor", "partition_view{tensor_span{pointer, extents{m, n}}, shape<16, 32>{}}"},
      {"make_tensor", "tensor_span{pointer, extents{m, n}}"},
      {"mdspan", "tensor_span{pointer, extents{m, n}}"},
      {"span", "tensor_span{pointer, extents{n}}"},
      {"tensor", "tensor_span{pointer, extents{n}}"},
      {"fmax", "max(a, b)"},
      {"fmin", "min(a, b)"},
      {"fabs", "abs(x)"},
      {"rand", "a hash of bid() and iota: there is no generator"},
      {"erf", "an approximation, from exp and arithmetic"},
      {"device_print", "printf(\"%f\n\", tile)"},
      {"print", "printf(\"%f\n\", tile)"},
      {"device_assert", "assert(condition)"},
      {"atomic_dec", "atomic_sub<memory_order::relaxed>(pointer, 1)"},
      {"float32", "float"},
      {"float16", "__half"},
      {"bfloat16", "__nv_bfloat16"},
      {"float64", "double"},
      {"int32", "int"},
      {"int64", "long long"},
      {"uint32", "unsigned"},
      {"int8", "signed char"},
      {"uint8", "unsigned char"},
  };
  auto found = others.find(name);
  return found == others.end() ? StringRef() : found->second;
}

StringRef tilec::frontend::ownerOfModule(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"tl", "triton", "gluon"}, "Triton")
      .Cases({"np", "numpy", "cp", "cupy"}, "NumPy")
      .Cases({"torch", "F"}, "PyTorch")
      .Cases({"jnp", "jax", "pl"}, "JAX")
      .Cases({"cute", "cutlass"}, "CUTLASS")
      .Cases({"wmma", "nvcuda"}, "SIMT code")
      .Cases({"cg", "cooperative_groups"}, "SIMT code")
      .Default("");
}

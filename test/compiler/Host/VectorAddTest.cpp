// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The smallest whole kernel, through pointers and through views, ragged at the end.
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include <random>

using namespace tilec::host;

static const char *kByPointers = R"(
func.func @add(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %id = tile.block_id x
  %size = arith.constant 64 : i32
  %start = arith.muli %id, %size overflow<nsw> : i32
  %starts = tile.splat %start : tensor<64xi32>
  %iota = tile.iota : tensor<64xi32>
  %i = arith.addi %starts, %iota overflow<nsw> : tensor<64xi32>
  %ns = tile.splat %n : tensor<64xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<64xi32>
  %as = tile.splat %a : tensor<64x!tile.ptr<f32>>
  %bs = tile.splat %b : tensor<64x!tile.ptr<f32>>
  %cs = tile.splat %c : tensor<64x!tile.ptr<f32>>
  %pa = tile.offset %as, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %pb = tile.offset %bs, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %pc = tile.offset %cs, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %x = tile.load %pa mask %mask : tensor<64x!tile.ptr<f32>>
  %y = tile.load %pb mask %mask : tensor<64x!tile.ptr<f32>>
  %z = arith.addf %x, %y : tensor<64xf32>
  tile.store %pc, %z mask %mask : tensor<64x!tile.ptr<f32>>
  return
}
)";

static const char *kByViews = R"(
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<64, !tensor, padding = zero>
func.func @add(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %id = tile.block_id x
  %ta = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %tb = tile.make_tensor_view %b extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %tc = tile.make_tensor_view %c extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %va = tile.make_view %ta : !view
  %vb = tile.make_view %tb : !view
  %vc = tile.make_view %tc : !view
  %x = tile.load_view %va[%id : i32] : !view
  %y = tile.load_view %vb[%id : i32] : !view
  %z = arith.addf %x, %y : tensor<64xf32>
  tile.store_view %vc[%id : i32], %z : !view
  return
}
)";

static void check(const char *text, bool checking) {
  HostKernel kernel(text);
  std::mt19937 random(1);
  for (int n : {1, 63, 64, 65, 1000}) {
    std::vector<float> a(n), b(n), c(n + 1, -1.0f);
    for (int i = 0; i < n; ++i)
      a[i] = float(random()), b[i] = float(random()) / 7;
    LaunchOptions options;
    options.check = checking;
    options.buffers = {{a.data(), a.size() * 4}, {b.data(), b.size() * 4}, {c.data(), size_t(n) * 4}};
    REQUIRE(kernel.run({uint32_t(n + 63) / 64}, options, a.data(), b.data(), c.data(), n) == "");
    for (int i = 0; i < n; ++i)
      REQUIRE(c[i] == a[i] + b[i]);
    REQUIRE(c[n] == -1.0f);
  }
}

TEST_CASE("vector add through pointers") {
  check(kByPointers, false);
  check(kByPointers, true);
}
TEST_CASE("vector add through views") {
  check(kByViews, false);
  check(kByViews, true);
}

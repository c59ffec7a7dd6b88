// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times of typical kernels on one core, with wide limits: tests of kernels stay pleasant only while these hold.
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include <cmath>
#include <ctime>

using namespace tilec::host;

/// Processor time, so that other work on the machine does not count.
template <class Fn> static double seconds(Fn fn) {
  std::clock_t start = std::clock();
  fn();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST_CASE("softmax of 4096 rows of 1024 floats") {
  HostKernel kernel(R"(
!t = !tile.tensor_view<4096x1024xf32, strides = [1024, 1]>
!v = !tile.partition_view<1x1024, !t>
func.func @k(%in: !tile.ptr<f32>, %out: !tile.ptr<f32>) attributes {tile.kernel} {
  %id = tile.block_id x
  %c0 = arith.constant 0 : i32
  %ti = tile.make_tensor_view %in : !tile.ptr<f32> -> !t
  %to = tile.make_tensor_view %out : !tile.ptr<f32> -> !t
  %vi = tile.make_view %ti : !v
  %vo = tile.make_view %to : !v
  %x = tile.load_view %vi[%id, %c0 : i32, i32] : !v
  %m = tile.reduce %x axis = 1 : (tensor<1x1024xf32>) -> tensor<1x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile.yield %c : f32
  }
  %mb = tile.broadcast %m : tensor<1x1xf32> -> tensor<1x1024xf32>
  %d = arith.subf %x, %mb : tensor<1x1024xf32>
  %e = math.exp %d : tensor<1x1024xf32>
  %s = tile.reduce %e axis = 1 : (tensor<1x1024xf32>) -> tensor<1x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  %sb = tile.broadcast %s : tensor<1x1xf32> -> tensor<1x1024xf32>
  %r = arith.divf %e, %sb : tensor<1x1024xf32>
  tile.store_view %vo[%id, %c0 : i32, i32], %r : !v
  return
}
)");
  std::vector<float> in(4096 * 1024), out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = float(i * 7919 % 1000) * 0.01f;
  LaunchOptions options;
  options.threads = 1;
  double time = seconds([&] { REQUIRE(kernel.run({4096}, options, in.data(), out.data()) == ""); });
  INFO("softmax: " << time << " s");
  CHECK(time < 1.0);
  options.check = true;
  options.buffers = {{in.data(), in.size() * 4}, {out.data(), out.size() * 4}};
  double checking = seconds([&] { REQUIRE(kernel.run({4096}, options, in.data(), out.data()) == ""); });
  INFO("softmax, checking: " << checking << " s");
  CHECK(checking < 6.0);
  double sum = 0;
  for (int j = 0; j < 1024; ++j)
    sum += std::exp(double(in[j]) - 9.99);
  REQUIRE(out[5] == Approx(std::exp(double(in[5]) - 9.99) / sum).epsilon(1e-5));
}

TEST_CASE("a product of 512 x 512 floats in tiles of 64") {
  HostKernel kernel(R"(
!t = !tile.tensor_view<512x512xf32, strides = [512, 1]>
!v = !tile.partition_view<64x64, !t>
func.func @k(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %c: !tile.ptr<f32>) attributes {tile.kernel} {
  %i = tile.block_id x
  %j = tile.block_id y
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %ta = tile.make_tensor_view %a : !tile.ptr<f32> -> !t
  %tb = tile.make_tensor_view %b : !tile.ptr<f32> -> !t
  %tc = tile.make_tensor_view %c : !tile.ptr<f32> -> !t
  %va = tile.make_view %ta : !v
  %vb = tile.make_view %tb : !v
  %vc = tile.make_view %tc : !v
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %va[%i, %k : i32, i32] : !v
    %y = tile.load_view %vb[%k, %j : i32, i32] : !v
    %z = tile.mma %x, %y, %acc : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    scf.yield %z : tensor<64x64xf32>
  }
  tile.store_view %vc[%i, %j : i32, i32], %sum : !v
  return
}
)");
  std::vector<float> a(512 * 512), b(a.size()), c(a.size());
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = float(i % 97) - 48, b[i] = float(i % 89) - 44;
  LaunchOptions options;
  options.threads = 1;
  double time = seconds([&] { REQUIRE(kernel.run({8, 8}, options, a.data(), b.data(), c.data()) == ""); });
  INFO("product: " << time << " s");
  CHECK(time < 1.5);
  double sum = 0;
  for (int k = 0; k < 512; ++k)
    sum += double(a[100 * 512 + k]) * b[k * 512 + 300];
  REQUIRE(c[100 * 512 + 300] == Approx(sum));
}

TEST_CASE("a scalar loop of ten million steps") {
  HostKernel kernel(R"(
func.func @k(%out: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> (i32) : i32 {
    %y = arith.xori %x, %i : i32
    scf.yield %y : i32
  }
  tile.store %out, %s : !tile.ptr<i32>
  return
}
)");
  int out;
  double time = seconds([&] { REQUIRE(kernel.run({1}, &out, 10000000) == ""); });
  INFO("loop: " << time << " s");
  CHECK(time < 1.5);
}

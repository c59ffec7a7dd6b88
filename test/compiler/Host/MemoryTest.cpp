// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks, padding, views, local objects and module variables.
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace tilec::host;

TEST_CASE("masked-out elements are not accessed and read as padding") {
  HostKernel kernel(R"(
func.func @k(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %i = tile.iota : tensor<8xi32>
  %ns = tile.splat %n : tensor<8xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %pad = arith.constant dense<-7.0> : tensor<8xf32>
  %ps = tile.splat %p : tensor<8x!tile.ptr<f32>>
  %from = tile.offset %ps, %i : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  %qs = tile.splat %q : tensor<8x!tile.ptr<f32>>
  %to = tile.offset %qs, %i : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  %x = tile.load %from mask %m padding %pad : tensor<8x!tile.ptr<f32>>
  tile.store %to, %x : tensor<8x!tile.ptr<f32>>
  return
}
)");
  std::vector<float> a{1, 2, 3}, b(8);
  LaunchOptions options;
  options.check = true;
  options.buffers = {{a.data(), 12}, {b.data(), 32}};
  REQUIRE(kernel.run({1}, options, a.data(), b.data(), 3) == "");
  for (int i = 0; i < 8; ++i)
    REQUIRE(b[i] == (i < 3 ? a[i] : -7.0f));
}

/// Copies tile (i, j) of `a` through VIEW to tile (0, 0) of `b`, a dense 4x8.
static std::string viewKernel(const std::string &view, const std::string &index) {
  return replaced(replaced(R"(
!in = !tile.tensor_view<?x?xf32, strides = [?, ?]>
!out = !tile.tensor_view<4x8xf32, strides = [8, 1]>
!from = VIEW
!to = !tile.partition_view<4x8, !out>
func.func @k(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>, %h: i32, %w: i64, %sh: i64, %sw: i32, %i: i32, %j: i16) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %tv = tile.make_tensor_view %a extents [%h, %w : i32, i64] strides [%sh, %sw : i64, i32] : !tile.ptr<f32> -> !in
  %v = tile.make_view %tv : !from
  %tw = tile.make_tensor_view %b : !tile.ptr<f32> -> !out
  %u = tile.make_view %tw : !to
  INDEX
  tile.store_view %u[%c0, %c0 : i32, i32], %x in_bounds : !to
  return
}
)",
                           "VIEW", view),
                  "INDEX", index);
}

static float element(const std::vector<float> &a, int64_t h, int64_t w, int64_t sh, int64_t sw, int64_t i, int64_t j,
                     float padding) {
  return i >= 0 && i < h && j >= 0 && j < w ? a[size_t(i * sh + j * sw)] : padding;
}

TEST_CASE("views against element-by-element references") {
  std::mt19937 random(4);
  std::vector<float> a(4096), b(32);
  for (float &x : a)
    x = float(random());
  struct {
    std::string view, index;
    int stepI, stepJ;
    float padding;
  } cases[] = {
      {"!tile.partition_view<4x8, !in, padding = zero>", "%x = tile.load_view %v[%i, %j : i32, i16] : !from", 4, 8,
       0.0f},
      {"!tile.partition_view<4x8, !in, padding = negative_inf>", "%x = tile.load_view %v[%i, %j : i32, i16] : !from", 4,
       8, -INFINITY},
      {"!tile.strided_view<4x8, steps = [3, 5], !in, padding = positive_inf>",
       "%x = tile.load_view %v[%i, %j : i32, i16] : !from", 3, 5, INFINITY},
  };
  for (auto &test : cases) {
    HostKernel kernel(viewKernel(test.view, test.index));
    for (int round = 0; round < 200; ++round) {
      int h = int(random() % 20 + 1), i = int(random() % 6);
      int64_t w = random() % 30 + 1;
      int16_t j = int16_t(random() % 5);
      bool columns = random() % 2;
      int64_t sh = columns ? 1 : w + int64_t(random() % 3);
      int sw = columns ? h + int(random() % 3) : 1;
      LaunchOptions options;
      options.check = round % 2;
      options.buffers = {{a.data(), a.size() * 4}, {b.data(), 128}};
      REQUIRE(kernel.run({1}, options, a.data(), b.data(), h, w, sh, sw, i, j) == "");
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 8; ++c)
          REQUIRE(b[r * 8 + c] == element(a, h, w, sh, sw, i * test.stepI + r, j * test.stepJ + c, test.padding));
    }
  }
}

TEST_CASE("a gather view takes the elements its index tile names") {
  for (int dimension : {0, 1}) {
    std::string tile = dimension == 0 ? "%v[%g, %j : tensor<4xi32>, i16]" : "%v[%i, %g : i32, tensor<8xi32>]";
    std::string count = dimension == 0 ? "4" : "8";
    std::string index =
        replaced("%n = tile.iota : tensor<Nxi32>\n%k = arith.constant dense<5> : tensor<Nxi32>\n"
                 "%l = arith.constant dense<7> : tensor<Nxi32>\n%m = arith.muli %n, %k : tensor<Nxi32>\n"
                 "%g = arith.remui %m, %l : tensor<Nxi32>\n",
                 "N", count) +
        "%x = tile.load_view " + tile + " : !from";
    HostKernel kernel(viewKernel(
        "!tile.gather_scatter_view<4x8, dimension = " + std::to_string(dimension) + ", !in, padding = zero>", index));
    std::vector<float> a(400), b(32);
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = float(i + 1);
    int64_t w = 20, h = 6;
    REQUIRE(kernel.run({1}, a.data(), b.data(), int(h), w, w, 1, 1, int16_t(1)) == "");
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 8; ++c) {
        int64_t i = dimension == 0 ? r * 5 % 7 : 4 + r, j = dimension == 1 ? c * 5 % 7 : 8 + c;
        REQUIRE(b[r * 8 + c] == element(a, h, w, w, 1, i, j, 0.0f));
      }
  }
}

TEST_CASE("an index far outside is outside, not wrapped around") {
  for (const char *index : {"-1", "4611686018427387904"}) { // times 4, the latter wraps to 0
    HostKernel kernel(
        viewKernel("!tile.partition_view<4x8, !in, padding = nan>",
                   replaced("%big = arith.constant INDEX : i64\n%x = tile.load_view %v[%big, %j : i64, i16] : !from",
                            "INDEX", index)));
    std::vector<float> a(32, 1.0f), b(32);
    REQUIRE(kernel.run({1}, a.data(), b.data(), 4, int64_t(8), int64_t(8), 1, 0, int16_t(0)) == "");
    for (float x : b)
      REQUIRE(std::isnan(x));
  }
}

TEST_CASE("local objects are private to a block, module variables are shared") {
  HostKernel kernel(R"(
tile.global @counter 8 bytes align 8 = [5, 0, 0, 0, 1, 0, 0, 0]
func.func @k(%out: !tile.ptr<i32>) attributes {tile.kernel} {
  %id = tile.block_id x
  %p = tile.alloca 16 bytes align 4 : !tile.ptr<i32>
  %c1 = arith.constant 1 : i32
  %q = tile.offset %p, %c1 : !tile.ptr<i32>, i32
  tile.store %p, %id : !tile.ptr<i32>
  tile.store %q, %c1 : !tile.ptr<i32>
  %x = tile.load %p : !tile.ptr<i32>
  %y = tile.load %q : !tile.ptr<i32>
  %g = tile.address_of @counter : !tile.ptr<i32>
  %g1 = tile.offset %g, %c1 : !tile.ptr<i32>, i32
  %old = tile.atomic_rmw add relaxed device %g1, %y : !tile.ptr<i32> -> i32
  %first = tile.load %g : !tile.ptr<i32>
  %s = arith.addi %x, %first : i32
  %o = tile.offset %out, %id : !tile.ptr<i32>, i32
  tile.store %o, %s : !tile.ptr<i32>
  return
}
)");
  std::vector<int> out(100);
  LaunchOptions options;
  options.check = true;
  options.buffers = {{out.data(), 400}};
  REQUIRE(kernel.run({100}, options, out.data()) == "");
  for (int i = 0; i < 100; ++i)
    REQUIRE(out[i] == i + 5);
  size_t bytes;
  int *counter = static_cast<int *>(kernel.module->variable("counter", &bytes));
  REQUIRE(bytes == 8);
  REQUIRE(counter[1] == 101);
  REQUIRE(kernel.module->variable("missing") == nullptr);
}

TEST_CASE("pointer differences count elements") {
  HostKernel kernel(R"(
func.func @k(%out: !tile.ptr<i64>, %a: !tile.ptr<f32>, %b: !tile.ptr<f32>) attributes {tile.kernel} {
  %d = tile.ptr_diff %a, %b : !tile.ptr<f32> -> i64
  tile.store %out, %d : !tile.ptr<i64>
  return
}
)");
  float data[10];
  int64_t out;
  REQUIRE(kernel.run({1}, &out, &data[2], &data[9]) == "");
  REQUIRE(out == -7);
}

TEST_CASE("parameters of every width arrive") {
  HostKernel kernel(R"(
func.func @k(%out: !tile.ptr<i64>, %a: i1, %b: i8, %c: i16, %d: i64, %e: f16, %f: f64) attributes {tile.kernel} {
  %xa = arith.extui %a : i1 to i64
  %xb = arith.extsi %b : i8 to i64
  %xc = arith.extsi %c : i16 to i64
  %xe = tile.ftoi %e : f16 -> i64
  %xf = tile.ftoi %f : f64 -> i64
  %s0 = arith.addi %xa, %xb : i64
  %s1 = arith.addi %s0, %xc : i64
  %s2 = arith.addi %s1, %d : i64
  %s3 = arith.addi %s2, %xe : i64
  %s4 = arith.addi %s3, %xf : i64
  tile.store %out, %s4 : !tile.ptr<i64>
  return
}
)");
  int64_t out = 0;
  REQUIRE(kernel.run({1}, &out, true, int8_t(-2), int16_t(300), int64_t(1) << 40, uint16_t(0x4900), 1e6) == "");
  REQUIRE(out == 1 - 2 + 300 + (int64_t(1) << 40) + 10 + 1000000);
  REQUIRE(kernel.module->parameterBytes("k") == std::vector<size_t>{8, 1, 1, 2, 8, 2, 8});
}

TEST_CASE("a bad pointer ends the launch with the line, whichever thread meets it, and the next launch runs") {
  HostKernel kernel(R"(
func.func @k(%p: !tile.ptr<i32>, %bad: i32) attributes {tile.kernel} {
  %i = tile.block_id x
  %q = tile.offset %p, %i : !tile.ptr<i32>, i32
  tile.store %q, %i : !tile.ptr<i32> loc("k.cu":4:2)
  %isBad = arith.cmpi eq, %i, %bad : i32
  scf.if %isBad {
    %address = arith.constant 64 : i64
    %r = tile.bitcast %address : i64 -> !tile.ptr<i32>
    %x = tile.load %r : !tile.ptr<i32> loc("k.cu":7:3)
    tile.store %q, %x : !tile.ptr<i32>
  }
  return
}
)");
  std::vector<int> out(100, -1);
  LaunchOptions options;
  for (unsigned threads : {1, 4}) {
    options.threads = threads;
    REQUIRE(kernel.run({100}, options, out.data(), 60) ==
            "k.cu:7:3: invalid access to memory, in block (60, 0, 0); a run with checks names the address");
    REQUIRE(kernel.run({100}, options, out.data(), -1) == "");
    for (int i = 0; i < 100; ++i)
      REQUIRE(out[i] == i);
  }
}

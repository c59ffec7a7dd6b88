// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that move elements, on tiles whose elements say where they came from.
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"

using namespace tilec::host;

/// Stores what BODY makes of %t, an iota of 4x8 i32, as %z of OUT elements.
static std::vector<int32_t> run(const std::string &body, int out, int argument = 0) {
  std::string text = R"(
func.func @k(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {
  %t = tile.iota : tensor<4x8xi32>
  BODY
  %flat = tile.reshape %z : TYPE -> tensor<OUTxi32>
  %i = tile.iota : tensor<OUTxi32>
  %ps = tile.splat %p : tensor<OUTx!tile.ptr<i32>>
  %to = tile.offset %ps, %i : tensor<OUTx!tile.ptr<i32>>, tensor<OUTxi32>
  tile.store %to, %flat : tensor<OUTx!tile.ptr<i32>>
  return
}
)";
  size_t colon = body.find(" as ");
  text = replaced(replaced(text, "BODY", body.substr(0, colon)), "TYPE", body.substr(colon + 4));
  HostKernel kernel(replaced(text, "OUT", std::to_string(out)));
  std::vector<int32_t> result(out, -1);
  REQUIRE(kernel.run({1}, result.data(), argument) == "");
  return result;
}

TEST_CASE("permute moves coordinates") {
  auto z = run("%z = tile.permute %t [1, 0] : tensor<4x8xi32> as tensor<8x4xi32>", 32);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 4; ++j)
      REQUIRE(z[i * 4 + j] == j * 8 + i);
}

TEST_CASE("permute of three dimensions") {
  auto z = run("%c = tile.reshape %t : tensor<4x8xi32> -> tensor<2x4x4xi32>\n"
               "%z = tile.permute %c [2, 0, 1] : tensor<2x4x4xi32> as tensor<4x2x4xi32>",
               32);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 4; ++k)
        REQUIRE(z[(i * 2 + j) * 4 + k] == (j * 4 + k) * 4 + i);
}

TEST_CASE("broadcast aligns at the right and stretches ones") {
  auto z = run("%r = tile.iota : tensor<4x1xi32>\n%z = tile.broadcast %r : tensor<4x1xi32> -> tensor<2x4x8xi32> as "
               "tensor<2x4x8xi32>",
               64);
  for (int i = 0; i < 64; ++i)
    REQUIRE(z[i] == i / 8 % 4);
}

TEST_CASE("cat along each axis") {
  const char *neg = "%o = arith.constant dense<100> : tensor<4x8xi32>\n%u = arith.addi %t, %o : tensor<4x8xi32>\n";
  auto rows = run(std::string(neg) + "%z = tile.cat %t, %u axis = 0 : tensor<4x8xi32> as tensor<8x8xi32>", 64);
  auto columns = run(std::string(neg) + "%z = tile.cat %t, %u axis = 1 : tensor<4x8xi32> as tensor<4x16xi32>", 64);
  for (int i = 0; i < 64; ++i) {
    REQUIRE(rows[i] == (i < 32 ? i : i - 32 + 100));
    int row = i / 16, column = i % 16;
    REQUIRE(columns[i] == row * 8 + column % 8 + (column < 8 ? 0 : 100));
  }
}

TEST_CASE("extract and insert count sub-tiles") {
  for (int n = 0; n < 4; ++n) {
    auto z = run("%c0 = arith.constant 1 : i32\n"
                 "%z = tile.extract %t[%c0, %n : i32, i32] : tensor<4x8xi32> -> tensor<2x2xi32> as tensor<2x2xi32>",
                 4, n);
    for (int i = 0; i < 4; ++i)
      REQUIRE(z[i] == (2 + i / 2) * 8 + 2 * n + i % 2);
    auto w =
        run("%c0 = arith.constant 1 : i32\n%s = arith.constant dense<-5> : tensor<2x2xi32>\n"
            "%z = tile.insert %s into %t[%c0, %n : i32, i32] : tensor<2x2xi32> into tensor<4x8xi32> as tensor<4x8xi32>",
            32, n);
    for (int i = 0; i < 32; ++i) {
      bool inside = i / 8 >= 2 && i % 8 / 2 == n;
      REQUIRE(w[i] == (inside ? -5 : i));
    }
  }
}

TEST_CASE("splat, to_scalar, tensor.extract, from_elements and constants") {
  auto z = run("%one = tile.splat %n : tensor<1x1xi32>\n%s = tile.to_scalar %one : tensor<1x1xi32>\n"
               "%c1 = arith.constant 1 : index\n%c3 = arith.constant 3 : index\n"
               "%e = tensor.extract %t[%c1, %c3] : tensor<4x8xi32>\n%k = arith.constant 9 : i32\n"
               "%z = tensor.from_elements %s, %e, %k, %n : tensor<4xi32> as tensor<4xi32>",
               4, 77);
  REQUIRE((z[0] == 77 && z[1] == 11 && z[2] == 9 && z[3] == 77));
  auto c = run("%z = arith.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi32> as tensor<2x2xi32>", 4);
  REQUIRE((c[0] == 1 && c[1] == -2 && c[2] == 3 && c[3] == 4));
}

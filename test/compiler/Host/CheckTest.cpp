// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a checking launch reports, and the near misses it does not.
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"

using namespace tilec::host;

/// Runs BODY with %p, a buffer of 16 i32 named "data", and %n; returns the reports.
static std::string reports(const std::string &body, int n, uint32_t blocks = 1) {
  HostKernel kernel(
      "func.func @k(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {\n"
      "%i = tile.iota : tensor<8xi32>\n%ps = tile.splat %p : tensor<8x!tile.ptr<i32>>\n"
      "%ns = tile.splat %n : tensor<8xi32>\n%id = tile.block_id x\n%ids = tile.splat %id : tensor<8xi32>\n"
      "%c8 = arith.constant dense<8> : tensor<8xi32>\n%c0 = arith.constant 0 : i32\n" +
      body + "\nreturn\n}");
  std::vector<int> data(16);
  for (int i = 0; i < 16; ++i)
    data[i] = i;
  LaunchOptions options;
  options.check = true;
  options.buffers = {{data.data(), 64, "data"}};
  return kernel.run({blocks}, options, data.data(), n);
}

static bool contains(const std::string &text, const std::string &part) {
  UNSCOPED_INFO(text);
  return text.find(part) != std::string::npos;
}

TEST_CASE("out of bounds: buffer, byte, element, block and line") {
  const char *body = "%j = arith.addi %i, %ns : tensor<8xi32>\n"
                     "%q = tile.offset %ps, %j : tensor<8x!tile.ptr<i32>>, tensor<8xi32>\n"
                     "%x = tile.load %q : tensor<8x!tile.ptr<i32>> loc(\"k.cu\":12:5)";
  REQUIRE(reports(body, 8) == "");
  std::string text = reports(body, 10);
  REQUIRE(contains(text, "k.cu:12:5: out-of-bounds load: element 6 is 0 bytes past the end of data, which has 64 "
                         "bytes, in block (0, 0, 0)"));
  REQUIRE(contains(text, "and 1 more there"));
  REQUIRE(contains(reports(body, -1), "element 0 is 4 bytes before data"));
  REQUIRE(contains(
      reports(
          "%b = tile.bitcast %p : !tile.ptr<i32> -> i64\n%o = arith.constant 2 : i64\n%s = arith.addi %b, %o : i64\n"
          "%q = tile.bitcast %s : i64 -> !tile.ptr<i32>\n%x = tile.load %q : !tile.ptr<i32>",
          0),
      "misaligned load"));
}

TEST_CASE("out of bounds of a local object") {
  const char *body =
      "%l = tile.alloca 8 bytes align 4 : !tile.ptr<i32>\n%q = tile.offset %l, %n : !tile.ptr<i32>, i32\n"
      "tile.store %q, %n : !tile.ptr<i32>";
  REQUIRE(reports(body, 1) == "");
  REQUIRE(contains(reports(body, 2), "out-of-bounds store: element 0 is outside any local object"));
}

TEST_CASE("unspecified values matter where they reach a result") {
  const char *load = "%m = arith.cmpi slt, %i, %ns : tensor<8xi32>\n"
                     "%q = tile.offset %ps, %i : tensor<8x!tile.ptr<i32>>, tensor<8xi32>\n"
                     "%x = tile.load %q mask %m : tensor<8x!tile.ptr<i32>>\n"
                     "%y = arith.addi %x, %c8 : tensor<8xi32>\n";
  auto with = [&](const std::string &rest, int n) { return reports(load + rest, n); };
  REQUIRE(contains(with("tile.store %q, %y : tensor<8x!tile.ptr<i32>>", 5),
                   "unspecified value used as value of a store, element 5"));
  REQUIRE(with("tile.store %q, %y : tensor<8x!tile.ptr<i32>>", 8) == "");
  REQUIRE(with("tile.store %q, %y mask %m : tensor<8x!tile.ptr<i32>>", 5) == "");
  REQUIRE(
      with("%z = arith.select %m, %y, %c8 : tensor<8xi1>, tensor<8xi32>\ntile.store %q, %z : tensor<8x!tile.ptr<i32>>",
           5) == "");
  REQUIRE(contains(
      with("%g = arith.cmpi sgt, %y, %ns : tensor<8xi32>\n"
           "%z = arith.select %g, %i, %c8 : tensor<8xi1>, tensor<8xi32>\ntile.store %q, %z : tensor<8x!tile.ptr<i32>>",
           5),
      "unspecified value used as value of a store, element 5"));
  // A condition masked by the same mask is known.
  REQUIRE(with("%g = arith.cmpi sgt, %y, %ns : tensor<8xi32>\n%h = arith.andi %m, %g : tensor<8xi1>\n"
               "tile.store %q, %i mask %h : tensor<8x!tile.ptr<i32>>",
               5) == "");
  REQUIRE(contains(with("%r = tile.reduce %y axis = 0 : (tensor<8xi32>) -> tensor<1xi32> {\n^bb0(%a: i32, %b: i32):\n"
                        "%s = arith.addi %a, %b : i32\ntile.yield %s : i32\n}\n%t = tile.to_scalar %r : tensor<1xi32>\n"
                        "%f = arith.cmpi eq, %t, %n : i32\nscf.if %f { scf.yield }",
                        5),
                   "unspecified value used as condition of scf.if"));
  REQUIRE(contains(reports("%u = ub.poison : i32\ntile.store %p, %u : !tile.ptr<i32>", 0),
                   "unspecified value used as value"));
  REQUIRE(contains(reports("%l = tile.alloca 8 bytes align 4 : !tile.ptr<i32>\n%u = tile.load %l : !tile.ptr<i32>\n"
                           "%q = tile.offset %p, %u : !tile.ptr<i32>, i32\n%x = tile.load %q : !tile.ptr<i32>",
                           0),
                   "unspecified value used as address of a load"));
}

TEST_CASE("a matrix product is unspecified where a row, a column or the accumulator is") {
  // %s holds the first `known` elements of %b, the others are unspecified.
  const std::string operands =
      "%b = arith.trunci %i : tensor<8xi32> to tensor<8xi8>\n%u = ub.poison : tensor<8xi8>\n"
      "%k = arith.constant dense<KNOWN> : tensor<8xi32>\n%m = arith.cmpi slt, %i, %k : tensor<8xi32>\n"
      "%s = arith.select %m, %b, %u : tensor<8xi1>, tensor<8xi8>\n";
  auto run = [&](const std::string &a, const std::string &b, int known, int element) {
    std::string body = replaced(operands, "KNOWN", std::to_string(known)) + "%x = tile.reshape " + a +
                       " : tensor<8xi8> -> tensor<2x4xi8>\n%y = tile.reshape " + b +
                       " : tensor<8xi8> -> tensor<4x2xi8>\n%z = arith.constant dense<0> : tensor<2x2xi32>\n"
                       "%r = tile.mma %x, %y, %z : tensor<2x4xi8>, tensor<4x2xi8>, tensor<2x2xi32>\n"
                       "%o = arith.constant ROW : i32\n%c = arith.constant COLUMN : i32\n"
                       "%e = tile.extract %r[%o, %c : i32, i32] : tensor<2x2xi32> -> tensor<1x1xi32>\n"
                       "%v = tile.to_scalar %e : tensor<1x1xi32>\ntile.store %p, %v : !tile.ptr<i32>";
    body = replaced(replaced(body, "ROW", std::to_string(element / 2)), "COLUMN", std::to_string(element % 2));
    return reports(body, 0);
  };
  REQUIRE(run("%s", "%b", 8, 3) == "");
  REQUIRE(run("%s", "%b", 7, 0) == ""); // only row 1 of a has an unspecified element
  REQUIRE(run("%s", "%b", 7, 1) == "");
  REQUIRE(contains(run("%s", "%b", 7, 2), "unspecified value used as value"));
  REQUIRE(run("%b", "%s", 7, 2) == ""); // only column 1 of b
  REQUIRE(contains(run("%b", "%s", 7, 1), "unspecified value used as value"));
}

TEST_CASE("integer arithmetic that the language forbids") {
  REQUIRE(contains(reports("%max = arith.constant 2147483647 : i32\n%x = arith.addi %max, %n overflow<nsw> : i32", 1),
                   "signed overflow: arith.addi of 2147483647 and 1"));
  REQUIRE(reports("%max = arith.constant 2147483647 : i32\n%x = arith.addi %max, %n : i32", 1) == "");
  REQUIRE(contains(reports("%x = arith.muli %n, %n overflow<nsw> : i32", 65536), "signed overflow"));
  REQUIRE(contains(reports("%b = arith.trunci %n : i32 to i8\n%x = arith.subi %b, %b overflow<nsw> : i8\n"
                           "%y = arith.addi %b, %b overflow<nsw> : i8",
                           100),
                   "signed overflow: arith.addi of 100 and 100"));
  REQUIRE(contains(reports("%x = arith.divsi %c8, %ns : tensor<8xi32>", 0),
                   "division by zero: arith.divsi of 8 and 0, element 0"));
  REQUIRE(contains(reports("%x = arith.remui %c8, %ns : tensor<8xi32>", 0), "division by zero"));
  // What is left out of a tile was computed with it, and may be anything.
  const std::string quotients = "%x = arith.divsi %c8, %i : tensor<8xi32>\n%one = arith.addi %x, %ns : tensor<8xi32>\n"
                                "%m = arith.cmpi ne, %i, %ns : tensor<8xi32>\n";
  const std::string chosen = quotients + "%y = arith.select %m, %one, %c8 : tensor<8xi1>, tensor<8xi32>\n"
                                         "%q = tile.offset %ps, %i : tensor<8x!tile.ptr<i32>>, tensor<8xi32>\n"
                                         "tile.store %q, %y : tensor<8x!tile.ptr<i32>>";
  const std::string masked = quotients + "%q = tile.offset %ps, %i : tensor<8x!tile.ptr<i32>>, tensor<8xi32>\n"
                                         "tile.store %q, %one mask %m : tensor<8x!tile.ptr<i32>>";
  for (const std::string &body : {chosen, masked}) {
    REQUIRE(reports(body, 0) == "");
    REQUIRE(contains(reports(body, 1), "unspecified value used as value of a store, element 0"));
  }
  REQUIRE(contains(reports("%min = arith.constant -2147483648 : i32\n%x = arith.divsi %min, %n : i32", -1),
                   "signed overflow"));
  REQUIRE(contains(reports("%x = arith.shli %c8, %ns : tensor<8xi32>", 32),
                   "shift count out of range: arith.shli of 8 and 32"));
  REQUIRE(reports("%x = arith.shli %c8, %ns : tensor<8xi32>", 31) == "");
}

TEST_CASE("false assumptions") {
  REQUIRE(contains(reports("%x = tile.assume %n [#tile.divisible<8>] : i32", 12),
                   "false assumption: element 0 is 12, expected a multiple of 8"));
  REQUIRE(reports("%x = tile.assume %n [#tile.divisible<8>] : i32", 16) == "");
  REQUIRE(contains(reports("%x = tile.assume %i [#tile.divisible<4, every = 2, along = 0>] : tensor<8xi32>", 0),
                   "element 2 is 2"));
  REQUIRE(reports("%x = tile.assume %i [#tile.divisible<4, every = 4, along = 0>] : tensor<8xi32>", 0) == "");
  REQUIRE(
      contains(reports("%x = tile.assume %n [#tile.bounded<lower = 0, upper = 10>] : i32", -1), "expected at least 0"));
  REQUIRE(
      contains(reports("%x = tile.assume %n [#tile.bounded<lower = 0, upper = 10>] : i32", 11), "expected at most 10"));
  REQUIRE(contains(reports("%x = tile.assume %i [#tile.same_elements<[2]>] : tensor<8xi32>", 0),
                   "element 1 is 1, expected 0"));
  REQUIRE(reports("%x = tile.assume %ns [#tile.same_elements<[8]>] : tensor<8xi32>", 0) == "");
}

TEST_CASE("two elements at one address, tiles outside, sub-tiles outside") {
  REQUIRE(contains(
      reports(
          "%z = tile.splat %c0 : tensor<8xi32>\n%q = tile.offset %ps, %z : tensor<8x!tile.ptr<i32>>, tensor<8xi32>\n"
          "tile.store %q, %i : tensor<8x!tile.ptr<i32>>",
          0),
      "elements 0 and 1 are stored to one address"));
  const char *view =
      "%t = tile.make_tensor_view %p : !tile.ptr<i32> -> !tile.tensor_view<12xi32, strides = [1]>\n"
      "%v = tile.make_view %t : !tile.partition_view<8, !tile.tensor_view<12xi32, strides = [1]>, padding = zero>\n";
  auto with = [&](const std::string &rest, int n) {
    return reports(view + rest + " : !tile.partition_view<8, !tile.tensor_view<12xi32, strides = [1]>, padding = zero>",
                   n);
  };
  REQUIRE(with("tile.store_view %v[%n : i32], %i", 1) == "");
  REQUIRE(
      contains(with("tile.store_view %v[%n : i32], %i", 2), "tile of a view's store is wholly outside the tensor"));
  REQUIRE(contains(with("%x = tile.load_view %v[%n : i32] in_bounds", 1),
                   "element 4 of a view's load is outside the tensor of an unmasked access"));
  REQUIRE(with("%x = tile.load_view %v[%n : i32]", 1) == "");
  REQUIRE(contains(reports("%x = tile.extract %i[%n : i32] : tensor<8xi32> -> tensor<2xi32>", 4),
                   "sub-tile index 4 is outside"));
}

TEST_CASE("blocks that write what others touch race, unless an atomic orders them") {
  const char *store = "tile.store %p, %id : !tile.ptr<i32>";
  REQUIRE(reports(store, 0, 1) == "");
  REQUIRE(contains(reports(store, 0, 2), "data race: write of byte 0 of data is not ordered with the write"));
  const char *disjoint = "%q = tile.offset %p, %id : !tile.ptr<i32>, i32\ntile.store %q, %id : !tile.ptr<i32>";
  REQUIRE(reports(disjoint, 0, 16) == "");
  REQUIRE(reports("%x = tile.load %p : !tile.ptr<i32>", 0, 16) == "");
  REQUIRE(reports("tile.atomic_rmw add relaxed device %p, %n : !tile.ptr<i32>", 1, 16) == "");
  REQUIRE(contains(reports("tile.atomic_rmw add relaxed block %p, %n : !tile.ptr<i32>", 1, 16), "data race"));
  REQUIRE(contains(
      reports("tile.atomic_rmw add relaxed device %p, %n : !tile.ptr<i32>\n%x = tile.load %p : !tile.ptr<i32>", 1, 16),
      "data race"));
}

TEST_CASE("the last block done reads what all wrote") {
  auto body = [](const char *order) {
    return replaced("%one = arith.constant 1 : i32\n%count = arith.constant 15 : i32\n%q = tile.offset %p, %id : "
                    "!tile.ptr<i32>, i32\n"
                    "tile.store %q, %id : !tile.ptr<i32>\n%done = tile.offset %p, %count : !tile.ptr<i32>, i32\n"
                    "%old = tile.atomic_rmw add ORDER device %done, %one : !tile.ptr<i32> -> i32\n"
                    "%sum = arith.addi %count, %n : i32\n%last = arith.cmpi eq, %old, %sum : i32\n"
                    "scf.if %last {\n%all = tile.offset %ps, %i : tensor<8x!tile.ptr<i32>>, tensor<8xi32>\n"
                    "%x = tile.load %all : tensor<8x!tile.ptr<i32>>\n}",
                    "ORDER", order);
  };
  // data[15] starts at 15; 8 blocks count it up, and the last sees 22 = 15 + 7.
  REQUIRE(reports(body("acq_rel"), 7, 8) == "");
  REQUIRE(contains(reports(body("relaxed"), 7, 8), "data race: read"));
  REQUIRE(contains(reports(body("release"), 7, 8), "data race: read"));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and branches in scf, and in cf as they are before structuring; printf and assert.
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"

using namespace tilec::host;

static int runScalar(const std::string &body, int n) {
  HostKernel kernel("func.func @k(%out: !tile.ptr<i32>, %n: i32) attributes {tile.kernel} {\n" + body + "\n}");
  int out = -1;
  REQUIRE(kernel.run({1}, &out, n) == "");
  int checked = -1;
  LaunchOptions options;
  options.check = true;
  options.buffers = {{&checked, 4}};
  REQUIRE(kernel.run({1}, options, &checked, n) == "");
  REQUIRE(out == checked);
  return out;
}

TEST_CASE("a counted loop carries values, swapped ones too") {
  const char *fibonacci = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1) -> (i32, i32) : i32 {
    %s = arith.addi %x, %y : i32
    scf.yield %y, %s : i32, i32
  }
  tile.store %out, %a : !tile.ptr<i32>
  return)";
  REQUIRE(runScalar(fibonacci, 0) == 0);
  REQUIRE(runScalar(fibonacci, 10) == 55);
  REQUIRE(runScalar(fibonacci, -5) == 0);
  const char *swap = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c1, %y = %c7) -> (i32, i32) : i32 {
    scf.yield %y, %x : i32, i32
  }
  tile.store %out, %a : !tile.ptr<i32>
  return)";
  REQUIRE(runScalar(swap, 4) == 1);
  REQUIRE(runScalar(swap, 5) == 7);
}

TEST_CASE("a loop ends at the largest integer without overflow") {
  REQUIRE(runScalar(R"(
  %max = arith.constant 2147483647 : i32
  %step = arith.constant 1000 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %count = scf.for %i = %n to %max step %step iter_args(%x = %c0) -> (i32) : i32 {
    %y = arith.addi %x, %c1 : i32
    scf.yield %y : i32
  }
  tile.store %out, %count : !tile.ptr<i32>
  return)",
                    2147483647 - 2500) == 3);
}

TEST_CASE("while, if and switch") {
  const char *collatz = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %end:2 = scf.while (%x = %n, %steps = %c0) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ne, %x, %c1 : i32
    scf.condition(%go) %steps, %x : i32, i32
  } do {
  ^bb0(%steps: i32, %x: i32):
    %odd = arith.andi %x, %c1 : i32
    %isOdd = arith.cmpi ne, %odd, %c0 : i32
    %next = scf.if %isOdd -> i32 {
      %t = arith.muli %x, %c3 : i32
      %u = arith.addi %t, %c1 : i32
      scf.yield %u : i32
    } else {
      %h = arith.divsi %x, %c2 : i32
      scf.yield %h : i32
    }
    %more = arith.addi %steps, %c1 : i32
    scf.yield %next, %more : i32, i32
  }
  tile.store %out, %end#0 : !tile.ptr<i32>
  return)";
  REQUIRE(runScalar(collatz, 27) == 111);
  const char *choice = R"(
  %i = arith.index_cast %n : i32 to index
  %r = scf.index_switch %i -> i32
  case 2 {
    %a = arith.constant 20 : i32
    scf.yield %a : i32
  }
  case 5 {
    %a = arith.constant 50 : i32
    scf.yield %a : i32
  }
  default {
    scf.yield %n : i32
  }
  tile.store %out, %r : !tile.ptr<i32>
  return)";
  REQUIRE(runScalar(choice, 2) == 20);
  REQUIRE(runScalar(choice, 5) == 50);
  REQUIRE(runScalar(choice, 6) == 6);
}

TEST_CASE("basic blocks: a loop, a switch, blocks in any order") {
  const char *loop = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %c1 : i32, i32)
^done(%r: i32):
  tile.store %out, %r : !tile.ptr<i32>
  return
^head(%i: i32, %product: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^done(%product : i32)
^body:
  %next = arith.addi %i, %c1 : i32
  %p = arith.muli %product, %next : i32
  cf.br ^head(%next, %p : i32, i32))";
  REQUIRE(runScalar(loop, 6) == 720);
  const char *choice = R"(
  %a = arith.constant 10 : i32
  %b = arith.constant 11 : i32
  cf.switch %n : i32, [
    default: ^done(%n : i32),
    3: ^done(%a : i32),
    -1: ^done(%b : i32)
  ]
^done(%r: i32):
  tile.store %out, %r : !tile.ptr<i32>
  return)";
  REQUIRE(runScalar(choice, 3) == 10);
  REQUIRE(runScalar(choice, -1) == 11);
  REQUIRE(runScalar(choice, 9) == 9);
}

TEST_CASE("printf of scalars and tiles") {
  HostKernel kernel(R"(
func.func @k(%n: i32, %f: f64) attributes {tile.kernel} {
  %t = tile.iota : tensor<2x2xi32>
  %g = arith.constant dense<[0.5, -2.0]> : tensor<2xf16>
  %r = arith.constant dense<3> : tensor<i64>
  %b = arith.constant true
  tile.print "n=%5d f=%.2f %% %x|" %n, %f, %n : i32, f64, i32
  tile.print "%d %g %lld %d %u\0A" %t, %g, %r, %b, %n : tensor<2x2xi32>, tensor<2xf16>, tensor<i64>, i1, i32
  return
}
)");
  std::string text;
  LaunchOptions options;
  options.print = [&](llvm::StringRef piece) { text += piece.str(); };
  REQUIRE(kernel.run({1}, options, -3, 1.125) == "");
  REQUIRE(text == "n=   -3 f=1.12 % fffffffd|[[0, 1], [2, 3]] [0.5, -2] 3 1 4294967293\n");
}

TEST_CASE("a failed assertion ends the launch with place and block") {
  HostKernel kernel(R"mlir(
func.func @k(%out: !tile.ptr<i32>) attributes {tile.kernel} {
  %id = tile.block_id x
  %c3 = arith.constant 3 : i32
  %ok = arith.cmpi ne, %id, %c3 : i32
  tile.assert %ok, "id != 3" in "void k(int *)" loc(callsite("inner.h":7:9 at "kernel.cu":20:3))
  return
}
)mlir");
  int out;
  LaunchOptions options;
  options.threads = 1;
  REQUIRE(kernel.run({8}, options, &out) ==
          "inner.h:7:9: assertion `id != 3` failed in void k(int *), in block (3, 0, 0)\n  inlined at kernel.cu:20:3");
}

TEST_CASE("a place inside the embedded headers is passed over: reports name the user's line") {
  HostKernel kernel(R"mlir(
func.func @k(%ok: i1) attributes {tile.kernel} {
  tile.assert %ok, "x" in "f" loc(callsite(callsite("/__tilec/include/load.h":1:1 at "user.h":5:5) at "user.cu":9:29))
  return
}
)mlir");
  REQUIRE(kernel.run({1}, false) ==
          "user.h:5:5: assertion `x` failed in f, in block (0, 0, 0)\n  inlined at user.cu:9:29");
}

TEST_CASE("wrong launches are errors") {
  HostKernel kernel("func.func @k(%n: i32) attributes {tile.kernel} { return }");
  auto text = [&](llvm::StringRef name, Grid grid, llvm::ArrayRef<void *> arguments) {
    return llvm::toString(kernel.module->launch(name, grid, arguments));
  };
  int n = 0;
  void *one[] = {&n};
  REQUIRE(text("missing", {1}, one) == "expected a kernel of the module, got 'missing'");
  REQUIRE(text("k", {1}, {}) == "expected 1 arguments for kernel 'k', got 0");
  REQUIRE(text("k", {0}, one) == "expected a grid of 1 to 2^32 - 1 blocks, got 0 x 1 x 1");
}

TEST_CASE("every block of a three-dimensional grid runs once") {
  HostKernel kernel(R"(
func.func @k(%out: !tile.ptr<i32>) attributes {tile.kernel} {
  %x = tile.block_id x
  %y = tile.block_id y
  %z = tile.block_id z
  %nx = tile.num_blocks x
  %ny = tile.num_blocks y
  %a = arith.muli %z, %ny : i32
  %b = arith.addi %a, %y : i32
  %c = arith.muli %b, %nx : i32
  %i = arith.addi %c, %x : i32
  %p = tile.offset %out, %i : !tile.ptr<i32>, i32
  %old = tile.load %p : !tile.ptr<i32>
  %one = arith.constant 1 : i32
  %new = arith.addi %old, %one : i32
  tile.store %p, %new : !tile.ptr<i32>
  return
}
)");
  std::vector<int> out(3 * 5 * 7, 0);
  REQUIRE(kernel.run({3, 5, 7}, out.data()) == "");
  for (int count : out)
    REQUIRE(count == 1);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All atomics, contended by many blocks on several threads; locks and look-back make progress.
#include "compiler/Host/Numerics/FloatTypes.h"
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include <numeric>

using namespace tilec::host;

/// Each of the blocks updates four cells with `value + block`; even elements only where masked.
static std::string updateKernel(const std::string &kind, const std::string &type, const std::string &order,
                                bool masked) {
  std::string text = R"(
func.func @k(%p: !tile.ptr<T>, %v: !tile.ptr<T>) attributes {tile.kernel} {
  %id = tile.block_id x
  %i = tile.iota : tensor<4xi32>
  %c1 = arith.constant dense<1> : tensor<4xi32>
  %c0 = arith.constant dense<0> : tensor<4xi32>
  %odd = arith.andi %i, %c1 : tensor<4xi32>
  %m = arith.cmpi eq, %odd, %c0 : tensor<4xi32>
  %vp = tile.offset %v, %id : !tile.ptr<T>, i32
  %x = tile.load %vp : !tile.ptr<T>
  %xs = tile.splat %x : tensor<4xT>
  %ps = tile.splat %p : tensor<4x!tile.ptr<T>>
  %to = tile.offset %ps, %i : tensor<4x!tile.ptr<T>>, tensor<4xi32>
  tile.atomic_rmw KIND ORDER device %to, %xs MASK : tensor<4x!tile.ptr<T>>
  return
}
)";
  text = replaced(replaced(text, "KIND", kind), "ORDER", order);
  return replaced(replaced(text, "MASK", masked ? "mask %m" : ""), "T>", type + ">").replace(0, 0, "");
}

template <class T, class Fn>
static void compareUpdate(const std::string &kind, const std::string &type, T start, Fn fn) {
  constexpr int kBlocks = 64;
  for (const char *order : {"relaxed", "acquire", "release", "acq_rel"})
    for (bool masked : {false, true})
      for (bool checking : {false, true}) {
        std::string text = replaced(updateKernel(kind, type, order, masked), "xT>", "x" + type + ">");
        HostKernel kernel(text);
        std::vector<T> cells(4, start), values(kBlocks);
        for (int i = 0; i < kBlocks; ++i)
          values[i] = T(i * 37 % 101 + 1);
        T expected = start;
        for (T value : values)
          expected = fn(expected, value);
        LaunchOptions options;
        options.threads = 4;
        options.check = checking;
        options.buffers = {{cells.data(), 4 * sizeof(T)}, {values.data(), values.size() * sizeof(T)}};
        REQUIRE(kernel.run({kBlocks}, options, cells.data(), values.data()) == "");
        for (int i = 0; i < 4; ++i)
          REQUIRE(cells[i] == (masked && i % 2 ? start : expected));
      }
}

template <class U> static void integerUpdates(const std::string &type) {
  using S = std::make_signed_t<U>;
  compareUpdate<U>("add", type, 5, [](U a, U b) { return U(a + b); });
  compareUpdate<U>("sub", type, 5, [](U a, U b) { return U(a - b); });
  compareUpdate<U>("and", type, U(-1), [](U a, U b) { return U(a & b); });
  compareUpdate<U>("or", type, 0, [](U a, U b) { return U(a | b); });
  compareUpdate<U>("xor", type, 0, [](U a, U b) { return U(a ^ b); });
  compareUpdate<U>("max_signed", type, U(-9), [](U a, U b) { return U(std::max(S(a), S(b))); });
  compareUpdate<U>("max_unsigned", type, U(-9), [](U a, U b) { return std::max(a, b); });
  compareUpdate<U>("min_signed", type, U(-9), [](U a, U b) { return U(std::min(S(a), S(b))); });
  compareUpdate<U>("min_unsigned", type, U(-9), [](U a, U b) { return std::min(a, b); });
}

TEST_CASE("updates of integers") {
  integerUpdates<uint32_t>("i32");
  integerUpdates<uint64_t>("i64");
}

TEST_CASE("updates of floats") {
  compareUpdate<float>("add", "f32", 0.5f, [](float a, float b) { return a + b; });
  compareUpdate<double>("sub", "f64", 0.5, [](double a, double b) { return a - b; });
}

TEST_CASE("f16 sums") {
  HostKernel kernel(replaced(updateKernel("add", "f16", "relaxed", false), "xT>", "xf16>"));
  std::vector<uint16_t> cells(4, 0), ones(64, f16FromFloat(1.0f));
  REQUIRE(kernel.run({64}, cells.data(), ones.data()) == "");
  REQUIRE(floatFromF16(cells[3]) == 64.0f);
}

TEST_CASE("exchange and compare-exchange yield the old value; masked-out elements yield the expected one") {
  HostKernel kernel(R"(
func.func @k(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>) attributes {tile.kernel} {
  %i = tile.iota : tensor<4xi32>
  %c2 = arith.constant dense<3> : tensor<4xi32>
  %m = arith.cmpi slt, %i, %c2 : tensor<4xi32>
  %e = arith.constant dense<[1.0, 2.0, -0.0, 4.0]> : tensor<4xf32>
  %d = arith.constant dense<9.0> : tensor<4xf32>
  %ps = tile.splat %p : tensor<4x!tile.ptr<f32>>
  %to = tile.offset %ps, %i : tensor<4x!tile.ptr<f32>>, tensor<4xi32>
  %old = tile.atomic_cas acq_rel system %to, %e, %d mask %m : tensor<4x!tile.ptr<f32>> -> tensor<4xf32>
  %qs = tile.splat %q : tensor<4x!tile.ptr<f32>>
  %out = tile.offset %qs, %i : tensor<4x!tile.ptr<f32>>, tensor<4xi32>
  %swapped = tile.atomic_rmw exchange relaxed device %out, %old : tensor<4x!tile.ptr<f32>> -> tensor<4xf32>
  return
}
)");
  float cells[4] = {1, 3, 0.0f, 4}, old[4] = {};
  REQUIRE(kernel.run({1}, static_cast<float *>(cells), static_cast<float *>(old)) == "");
  REQUIRE((cells[0] == 9 && cells[1] == 3 && cells[2] == 0 && cells[3] == 4)); // 0.0 and -0.0 differ in bits
  REQUIRE((old[0] == 1 && old[1] == 3 && old[2] == 0 && old[3] == 4));
}

TEST_CASE("atomic loads and stores of small elements, through pointers and views") {
  HostKernel kernel(R"(
!t = !tile.tensor_view<4xi8, strides = [1]>
!v = !tile.partition_view<8, !t, padding = zero>
func.func @k(%p: !tile.ptr<i8>, %q: !tile.ptr<i8>, %r: !tile.ptr<i32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %x = tile.atomic_load acquire device %p : !tile.ptr<i8>
  tile.atomic_store release block %q, %x : !tile.ptr<i8>
  %tp = tile.make_tensor_view %p : !tile.ptr<i8> -> !t
  %vp = tile.make_view %tp : !v
  %tile = tile.atomic_load_view relaxed system %vp[%c0 : i32] : !v
  %one = arith.constant dense<1> : tensor<8xi8>
  %sum = arith.addi %tile, %one : tensor<8xi8>
  tile.atomic_store_view relaxed system %vp[%c0 : i32], %sum : !v
  %tr = tile.make_tensor_view %r : !tile.ptr<i32> -> !tile.tensor_view<4xi32, strides = [1]>
  %vr = tile.make_view %tr : !tile.partition_view<8, !tile.tensor_view<4xi32, strides = [1]>>
  %wide = arith.extsi %sum : tensor<8xi8> to tensor<8xi32>
  tile.atomic_reduce_view add relaxed device %vr[%c0 : i32], %wide : !tile.partition_view<8, !tile.tensor_view<4xi32, strides = [1]>>
  return
}
)");
  int8_t p[5] = {1, -2, 3, 4, 100}, q = 0;
  int32_t r[5] = {10, 10, 10, 10, 77};
  LaunchOptions options;
  options.check = true;
  options.buffers = {{p, 4}, {&q, 1}, {r, 16}};
  REQUIRE(kernel.run({1}, options, static_cast<int8_t *>(p), &q, static_cast<int32_t *>(r)) == "");
  REQUIRE((p[0] == 2 && p[1] == -1 && p[3] == 5 && p[4] == 100 && q == 1));
  REQUIRE((r[0] == 12 && r[1] == 9 && r[3] == 15 && r[4] == 77));
}

/// Ticket lock around a plain counter: every block waits for those before it.
static const char *kTicketLock = R"(
func.func @k(%lock: !tile.ptr<i32>, %counter: !tile.ptr<i32>) attributes {tile.kernel} {
  %one = arith.constant 1 : i32
  %serving = tile.offset %lock, %one : !tile.ptr<i32>, i32
  %ticket = tile.atomic_rmw add relaxed device %lock, %one : !tile.ptr<i32> -> i32
  scf.while : () -> () {
    %now = tile.atomic_load ORDER device %serving : !tile.ptr<i32>
    %wait = arith.cmpi ne, %now, %ticket : i32
    scf.condition(%wait)
  } do {
    scf.yield
  }
  %x = tile.load %counter : !tile.ptr<i32>
  %y = arith.addi %x, %one : i32
  tile.store %counter, %y : !tile.ptr<i32>
  %r = tile.atomic_rmw add release device %serving, %one : !tile.ptr<i32> -> i32
  return
}
)";

TEST_CASE("a ticket lock makes progress and is no race") {
  HostKernel kernel(replaced(kTicketLock, "ORDER", "acquire"));
  for (bool checking : {false, true}) {
    int lock[2] = {0, 0}, counter = 0;
    LaunchOptions options;
    options.threads = 4;
    options.check = checking;
    options.buffers = {{lock, 8}, {&counter, 4}};
    REQUIRE(kernel.run({500}, options, static_cast<int *>(lock), &counter) == "");
    REQUIRE(counter == 500);
  }
}

TEST_CASE("a lock that does not acquire is a race") {
  HostKernel kernel(replaced(kTicketLock, "ORDER", "relaxed"));
  int lock[2] = {0, 0}, counter = 0;
  LaunchOptions options;
  options.check = true;
  options.buffers = {{lock, 8}, {&counter, 4, "counter"}};
  std::string report = kernel.run({50}, options, static_cast<int *>(lock), &counter);
  INFO(report);
  REQUIRE(report.find("data race: read of byte 0 of counter is not ordered with the write at kernel.mlir:") !=
          std::string::npos);
}

TEST_CASE("look-back: each block adds to the sum of the block before it") {
  HostKernel kernel(R"(
func.func @k(%in: !tile.ptr<i32>, %sums: !tile.ptr<i32>, %flags: !tile.ptr<i32>) attributes {tile.kernel} {
  %id = tile.block_id x
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tile.offset %in, %id : !tile.ptr<i32>, i32
  %x = tile.load %p : !tile.ptr<i32>
  %first = arith.cmpi eq, %id, %zero : i32
  %before = scf.if %first -> i32 {
    scf.yield %zero : i32
  } else {
    %prev = arith.subi %id, %one : i32
    %flag = tile.offset %flags, %prev : !tile.ptr<i32>, i32
    scf.while : () -> () {
      %f = tile.atomic_load acquire device %flag : !tile.ptr<i32>
      %wait = arith.cmpi eq, %f, %zero : i32
      scf.condition(%wait)
    } do {
      scf.yield
    }
    %q = tile.offset %sums, %prev : !tile.ptr<i32>, i32
    %s = tile.load %q : !tile.ptr<i32>
    scf.yield %s : i32
  }
  %sum = arith.addi %before, %x : i32
  %to = tile.offset %sums, %id : !tile.ptr<i32>, i32
  tile.store %to, %sum : !tile.ptr<i32>
  %mine = tile.offset %flags, %id : !tile.ptr<i32>, i32
  tile.atomic_store release device %mine, %one : !tile.ptr<i32>
  return
}
)");
  for (bool checking : {false, true}) {
    std::vector<int> in(300), sums(300), flags(300, 0), expected(300);
    std::iota(in.begin(), in.end(), 1);
    std::partial_sum(in.begin(), in.end(), expected.begin());
    LaunchOptions options;
    options.threads = 3;
    options.check = checking;
    options.buffers = {{in.data(), 1200}, {sums.data(), 1200}, {flags.data(), 1200}};
    REQUIRE(kernel.run({300}, options, in.data(), sums.data(), flags.data()) == "");
    REQUIRE(sums == expected);
  }
}

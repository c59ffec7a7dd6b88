// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// cvt of interpreted PTX between integers and floats.
#include "runtime/Ptx/FloatFormats.h"
#include "test/runtime/ptx/PtxText.h"
#include "test/support/Catch.h"

#include <cmath>

using namespace tilec::ptx;
using U = uint64_t;

TEST_CASE("integers to floats") {
  compare("cvt.rn.f32.s32 %d, %a;", "ww", [](U a, U, U) { return bitsOf(float(int32_t(a))); });
  compare("cvt.rn.f32.u64 %d, %a;", "wl", [](U a, U, U) { return bitsOf(float(a)); });
  compare("cvt.rn.f64.s64 %d, %a;", "ll", [](U a, U, U) { return bitsOf(double(int64_t(a))); });
  compare("cvt.rn.f16.u16 %d, %a;", "hh", [](U a, U, U) { return U(roundToF16(double(a)).bits); });
  std::vector<uint64_t> directed = evaluate("cvt.rz.f32.u32 %d, %a;", "ww", {{16777219}, {0xffffffff}});
  CHECK(asFloat(directed[0]) == 16777218.f);
  CHECK(asFloat(directed[1]) == 4294967040.f);
  directed = evaluate("cvt.rp.f32.s32 %d, %a;", "ww", {{16777217}, {uint32_t(-16777217)}});
  CHECK(asFloat(directed[0]) == 16777218.f);
  CHECK(asFloat(directed[1]) == -16777216.f);
}

TEST_CASE("floats to integers are rounded, and clamped to their range") {
  struct Case {
    float value;
    int32_t zero, nearest, down, up;
  };
  for (Case one : {Case{1.5f, 1, 2, 1, 2},
                   {-1.5f, -1, -2, -2, -1},
                   {2.5f, 2, 2, 2, 3},
                   {-0.25f, 0, 0, -1, 0},
                   {3e10f, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX},
                   {-3e10f, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN},
                   {NAN, 0, 0, 0, 0}}) {
    std::vector<Operands> operands = {{bitsOf(one.value)}};
    CHECK(int32_t(evaluate("cvt.rzi.s32.f32 %d, %a;", "ww", operands)[0]) == one.zero);
    CHECK(int32_t(evaluate("cvt.rni.s32.f32 %d, %a;", "ww", operands)[0]) == one.nearest);
    CHECK(int32_t(evaluate("cvt.rmi.s32.f32 %d, %a;", "ww", operands)[0]) == one.down);
    CHECK(int32_t(evaluate("cvt.rpi.s32.f32 %d, %a;", "ww", operands)[0]) == one.up);
  }
  std::vector<uint64_t> results =
      evaluate("cvt.rzi.u32.f32 %d, %a;", "ww", {{bitsOf(-5.f)}, {bitsOf(4e9f)}, {bitsOf(9e9f)}});
  CHECK(results[0] == 0);
  CHECK(results[1] == 4000000000);
  CHECK(results[2] == 0xffffffff);
  CHECK(evaluate("cvt.rzi.s64.f64 %d, %a;", "ll", {{bitsOf(1e30)}})[0] == 0x7fffffffffffffff);
  CHECK(evaluate("cvt.rzi.s8.f32 %d, %a;", "ww", {{bitsOf(300.f)}})[0] == 127);
}

TEST_CASE("floats to floats") {
  compare("cvt.f64.f32 %d, %a;", "lw", [](U a, U, U) {
    double value = asFloat(a);
    return std::isnan(value) ? bitsOf(double(asFloat(a))) : bitsOf(value);
  });
  compare("cvt.rn.f16.f32 %d, %a;", "hw", [](U a, U, U) { return U(roundToF16(asFloat(a)).bits); });
  compare("cvt.rn.bf16x2.f32 %d, %a, %b;", "www",
          [](U a, U b, U) { return U(roundToBF16(asFloat(a)).bits) << 16 | roundToBF16(asFloat(b)).bits; });
  std::vector<uint64_t> results = evaluate("cvt.rni.f32.f32 %d, %a;", "ww", {{bitsOf(2.5f)}, {bitsOf(-0.25f)}});
  CHECK(asFloat(results[0]) == 2);
  CHECK(results[1] == bitsOf(-0.f));
  CHECK(asFloat(evaluate("cvt.rz.f32.f64 %d, %a;", "wl", {{bitsOf(0.1)}})[0]) < 0.1);
  CHECK(asFloat(evaluate("cvt.rp.f32.f64 %d, %a;", "wl", {{bitsOf(0.1)}})[0]) > 0.1);
  CHECK(asFloat(evaluate("cvt.sat.f32.f32 %d, %a;", "ww", {{bitsOf(7.f)}})[0]) == 1);
}

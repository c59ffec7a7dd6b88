// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Integer arithmetic, logic, comparisons and selections of interpreted PTX against plain C++.
#include "test/runtime/ptx/PtxText.h"
#include "test/support/Catch.h"

#include <algorithm>
#include <limits>

using U = uint64_t;
using I32 = int32_t;
using U32 = uint32_t;

TEST_CASE("sums, differences and products wrap around") {
  compare("add.s32 %d, %a, %b;", "www", [](U a, U b, U) { return U32(a + b); });
  compare("sub.s64 %d, %a, %b;", "lll", [](U a, U b, U) { return a - b; });
  compare("add.s16 %d, %a, %b;", "hhh", [](U a, U b, U) { return uint16_t(a + b); });
  compare("mul.lo.s32 %d, %a, %b;", "www", [](U a, U b, U) { return U32(a * b); });
  compare("mul.hi.s32 %d, %a, %b;", "www", [](U a, U b, U) { return U32(int64_t(I32(a)) * I32(b) >> 32); });
  compare("mul.hi.u64 %d, %a, %b;", "lll", [](U a, U b, U) { return U((unsigned __int128)a * b >> 64); });
  compare("mul.wide.s32 %d, %a, %b;", "lww", [](U a, U b, U) { return U(int64_t(I32(a)) * I32(b)); });
  compare("mul.wide.u16 %d, %a, %b;", "whh", [](U a, U b, U) { return U32(a * b); });
  compare("mad.lo.s32 %d, %a, %b, %c;", "wwww", [](U a, U b, U c) { return U32(a * b + c); });
  compare("mad.wide.u32 %d, %a, %b, %c;", "lwwl", [](U a, U b, U c) { return a * b + c; });
  compare("mad.hi.u32 %d, %a, %b, %c;", "wwww", [](U a, U b, U c) { return U32((a * b >> 32) + c); });
  compare("mul24.lo.u32 %d, %a, %b;", "www", [](U a, U b, U) { return U32((a & 0xffffff) * (b & 0xffffff)); });
  compare("sad.s32 %d, %a, %b, %c;", "wwww",
          [](U a, U b, U c) { return U32(c + U(std::abs(int64_t(I32(a)) - I32(b)))); });
}

TEST_CASE("sums saturate where asked to") {
  compare("add.sat.s32 %d, %a, %b;", "www",
          [](U a, U b, U) { return U32(std::clamp<int64_t>(int64_t(I32(a)) + I32(b), INT32_MIN, INT32_MAX)); });
  compare("sub.sat.s32 %d, %a, %b;", "www",
          [](U a, U b, U) { return U32(std::clamp<int64_t>(int64_t(I32(a)) - I32(b), INT32_MIN, INT32_MAX)); });
}

TEST_CASE("carries go from one instruction to the next") {
  compare("{ .reg .b32 %x<6>; mov.b64 {%x0, %x1}, %a; mov.b64 {%x2, %x3}, %b; add.cc.u32 %x4, %x0, %x2; "
          "addc.u32 %x5, %x1, %x3; mov.b64 %d, {%x4, %x5}; }",
          "lll", [](U a, U b, U) { return a + b; });
  compare("{ .reg .b32 %x<6>; mov.b64 {%x0, %x1}, %a; mov.b64 {%x2, %x3}, %b; sub.cc.u32 %x4, %x0, %x2; "
          "subc.u32 %x5, %x1, %x3; mov.b64 %d, {%x4, %x5}; }",
          "lll", [](U a, U b, U) { return a - b; });
  compare("{ .reg .b32 %x<4>; mov.b64 {%x0, %x1}, %c; mad.lo.cc.u32 %x2, %a, %b, %x0; madc.hi.u32 %x3, %a, %b, %x1; "
          "mov.b64 %d, {%x2, %x3}; }",
          "lwwl", [](U a, U b, U c) { return a * b + c; });
}

TEST_CASE("divisions are defined for every divisor") {
  compare("div.s32 %d, %a, %b;", "www", [](U a, U b, U) { return b == 0 ? U32(-1) : U32(int64_t(I32(a)) / I32(b)); });
  compare("div.u64 %d, %a, %b;", "lll", [](U a, U b, U) { return b ? a / b : ~U(0); });
  compare("rem.s32 %d, %a, %b;", "www", [](U a, U b, U) { return b == 0 ? U32(a) : U32(int64_t(I32(a)) % I32(b)); });
  compare("rem.u32 %d, %a, %b;", "www", [](U a, U b, U) { return b ? a % b : a; });
}

TEST_CASE("smaller, larger, negated and absolute values") {
  compare("min.s32 %d, %a, %b;", "www", [](U a, U b, U) { return U32(std::min(I32(a), I32(b))); });
  compare("max.u32 %d, %a, %b;", "www", [](U a, U b, U) { return std::max(a, b); });
  compare("min.s64 %d, %a, %b;", "lll", [](U a, U b, U) { return U(std::min(int64_t(a), int64_t(b))); });
  compare("max.s16 %d, %a, %b;", "hhh", [](U a, U b, U) { return uint16_t(std::max(int16_t(a), int16_t(b))); });
  compare("abs.s32 %d, %a;", "ww", [](U a, U, U) { return U32(std::abs(int64_t(I32(a)))); });
  compare("neg.s64 %d, %a;", "ll", [](U a, U, U) { return -a; });
  compare("min.u16x2 %d, %a, %b;", "www",
          [](U a, U b, U) { return std::min(a & 0xffff, b & 0xffff) | std::min(a >> 16, b >> 16) << 16; });
}

TEST_CASE("dot products of bytes") {
  auto dot = [](U a, U b, U c, bool isSigned) {
    for (int i = 0; i < 32; i += 8)
      c += isSigned ? U(int8_t(a >> i) * int8_t(b >> i)) : (a >> i & 255) * (b >> i & 255);
    return U32(c);
  };
  compare("dp4a.s32.s32 %d, %a, %b, %c;", "wwww", [&](U a, U b, U c) { return dot(a, b, c, true); });
  compare("dp4a.u32.u32 %d, %a, %b, %c;", "wwww", [&](U a, U b, U c) { return dot(a, b, c, false); });
  compare("dp2a.hi.u32.u32 %d, %a, %b, %c;", "wwww",
          [](U a, U b, U c) { return U32((a & 0xffff) * (b >> 16 & 255) + (a >> 16) * (b >> 24) + c); });
}

TEST_CASE("logic and shifts") {
  compare("and.b32 %d, %a, %b;", "www", [](U a, U b, U) { return a & b; });
  compare("or.b64 %d, %a, %b;", "lll", [](U a, U b, U) { return a | b; });
  compare("xor.b16 %d, %a, %b;", "hhh", [](U a, U b, U) { return a ^ b; });
  compare("not.b32 %d, %a;", "ww", [](U a, U, U) { return U32(~a); });
  compare("cnot.b32 %d, %a;", "ww", [](U a, U, U) { return U(a == 0); });
  compare("shl.b32 %d, %a, %b;", "www", [](U a, U b, U) { return b > 31 ? 0 : U32(a << b); });
  compare("shr.u64 %d, %a, %b;", "llw", [](U a, U b, U) { return b > 63 ? 0 : a >> b; });
  compare("shr.s32 %d, %a, %b;", "www", [](U a, U b, U) { return U32(I32(a) >> std::min<U>(b, 31)); });
  compare("shf.l.wrap.b32 %d, %a, %b, %c;", "wwww", [](U a, U b, U c) { return U32((b << 32 | a) << (c & 31) >> 32); });
  compare("shf.r.clamp.b32 %d, %a, %b, %c;", "wwww",
          [](U a, U b, U c) { return U32((b << 32 | a) >> std::min<U>(c, 32)); });
  compare("lop3.b32 %d, %a, %b, %c, 0xd8;", "wwww", [](U a, U b, U c) {
    U result = 0;
    for (int i = 0; i < 32; ++i)
      result |= U(0xd8 >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i;
    return result;
  });
  compare("{ .reg .pred %x, %y; setp.ne.b32 %x, %a, 0; setp.ne.b32 %y, %b, 0; xor.pred %x, %x, %y; not.pred %y, %x; "
          "and.pred %d, %y, !%x; }",
          "pww", [](U a, U b, U) { return U((a != 0) == (b != 0)); });
}

TEST_CASE("instructions that look at bits") {
  compare("popc.b32 %d, %a;", "ww", [](U a, U, U) { return U(std::popcount(a)); });
  compare("clz.b64 %d, %a;", "wl", [](U a, U, U) { return U(std::countl_zero(a)); });
  compare("brev.b32 %d, %a;", "ww", [](U a, U, U) {
    U result = 0;
    for (int i = 0; i < 32; ++i)
      result |= (a >> i & 1) << (31 - i);
    return result;
  });
  compare("bfind.u32 %d, %a;", "ww", [](U a, U, U) { return a ? U(31 - std::countl_zero(U32(a))) : U32(-1); });
  compare("bfind.shiftamt.s32 %d, %a;", "ww", [](U a, U, U) {
    U32 bits = I32(a) < 0 ? ~U32(a) : U32(a);
    return bits ? U(std::countl_zero(bits)) : U32(-1);
  });
  compare("prmt.b32 %d, %a, %b, 0x9570;", "www", [](U a, U b, U) {
    U bytes = b << 32 | a, sign = bytes >> 8 & 128 ? 255 : 0;
    return (bytes & 255) | (bytes >> 56) << 8 | (bytes >> 40 & 255) << 16 | sign << 24;
  });
  compare("bfe.u32 %d, %a, 4, 8;", "ww", [](U a, U, U) { return a >> 4 & 255; });
  compare("bfe.s32 %d, %a, %b, 5;", "www", [](U a, U b, U) {
    U from = b & 255;
    int64_t wide = from > 31 ? (I32(a) < 0 ? -1 : 0) : int64_t(I32(a)) >> from;
    return U32(wide << 59 >> 59);
  });
  compare("bfi.b32 %d, %a, %b, 8, 12;", "www", [](U a, U b, U) { return (b & ~0xfff00u) | (a & 0xfff) << 8; });
  compare("bmsk.clamp.b32 %d, 3, %a;", "ww",
          [](U a, U, U) { return U32((a > 31 ? 0xffffffff : (U(1) << a) - 1) << 3); });
}

TEST_CASE("comparisons and selections") {
  compare("setp.lt.s32 %d, %a, %b;", "pww", [](U a, U b, U) { return U(I32(a) < I32(b)); });
  compare("setp.hi.u32 %d, %a, %b;", "pww", [](U a, U b, U) { return U(a > b); });
  compare("setp.ge.s64 %d, %a, %b;", "pll", [](U a, U b, U) { return U(int64_t(a) >= int64_t(b)); });
  compare("setp.ne.b16 %d, %a, %b;", "phh", [](U a, U b, U) { return U(a != b); });
  compare("setp.eq.and.s32 %d, %a, %b, !%c;", "pwwp", [](U a, U b, U c) { return U(a == b && !c); });
  compare("{ .reg .pred %x; setp.le.xor.u32 %x|%d, %a, %b, %c; }", "pwwp",
          [](U a, U b, U c) { return U(!(a <= b) != bool(c)); });
  compare("selp.b32 %d, %a, %b, %c;", "wwwp", [](U a, U b, U c) { return c ? a : b; });
  compare("selp.b64 %d, %a, %b, !%c;", "lllp", [](U a, U b, U c) { return c ? b : a; });
  compare("slct.u32.s32 %d, %a, %b, %c;", "wwww", [](U a, U b, U c) { return I32(c) >= 0 ? a : b; });
  compare("set.lt.u32.s32 %d, %a, %b;", "www", [](U a, U b, U) { return I32(a) < I32(b) ? U32(-1) : 0; });
}

TEST_CASE("values move between registers of several widths") {
  compare("mov.b64 %d, {%a, %b};", "lww", [](U a, U b, U) { return a | b << 32; });
  compare("{ .reg .b32 %x; mov.b64 {%x, %d}, %a; }", "wl", [](U a, U, U) { return a >> 32; });
  compare("{ .reg .b16 %x<4>; mov.b64 {%x0, %x1, %x2, %x3}, %a; mov.b32 %d, {%x3, %x1}; }", "wl",
          [](U a, U, U) { return (a >> 48) | (a >> 16 & 0xffff) << 16; });
  compare("cvt.u32.u64 %d, %a;", "wl", [](U a, U, U) { return U32(a); });
  compare("cvt.s64.s16 %d, %a;", "lh", [](U a, U, U) { return U(int64_t(int16_t(a))); });
  compare("cvt.u32.u8 %d, %a;", "ww", [](U a, U, U) { return a & 255; });
  compare("cvt.sat.s8.s32 %d, %a;", "ww", [](U a, U, U) { return U32(std::clamp(I32(a), -128, 127)); });
  compare("cvt.sat.u16.s32 %d, %a;", "hw", [](U a, U, U) { return U(std::clamp(I32(a), 0, 65535)); });
}

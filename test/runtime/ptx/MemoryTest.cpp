// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads, stores, atomics and state spaces of interpreted PTX.
#include "test/runtime/ptx/PtxText.h"
#include "test/support/Catch.h"

#include <cstring>
#include <numeric>

using namespace tilec::ptx;

TEST_CASE("narrow loads are extended, vectors keep their order") {
  std::vector<uint8_t> in(64);
  std::iota(in.begin(), in.end(), uint8_t(120));
  std::vector<uint32_t> out(16);
  runBody(R"(
    .reg .b32 %r<8>; .reg .b16 %rs<4>; .reg .b64 %rd<2>;
    ld.global.s8 %r0, [%in+8];
    ld.global.u8 %r1, [%in+8];
    ld.global.u16 %rs0, [%in+2];
    cvt.u32.u16 %r2, %rs0;
    ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%in+16];
    ld.global.v2.u8 {%rs1, %rs2}, [%in+4];
    cvt.u32.u16 %r7, %rs2;
    ld.global.s8 %rd0, [%in+8];
    st.global.v4.u32 [%out], {%r0, %r1, %r2, %r6};
    st.global.u32 [%out+16], %r3;
    st.global.u32 [%out+20], %r7;
    st.global.u64 [%out+24], %rd0;
    st.global.u8 [%out+32], %r6;
  )",
          out.data(), in.data(), 1);
  CHECK(out[0] == 0xffffff80);
  CHECK(out[1] == 0x80);
  CHECK(out[2] == 0x7b7a);
  CHECK(out[3] == 0x97969594);
  CHECK(out[4] == 0x8b8a8988);
  CHECK(out[5] == 0x7d);
  CHECK(out[6] == 0xffffff80);
  CHECK(out[7] == 0xffffffff);
  CHECK(out[8] == 0x94);
}

TEST_CASE("variables begin with their values, of which some are addresses") {
  std::vector<uint64_t> out(6);
  runBody(R"(
    .reg .b64 %rd<4>; .reg .b32 %r<4>;
    mov.u64 %rd0, pointers;
    ld.global.u64 %rd1, [%rd0+8];
    ld.u32 %r0, [%rd1];
    ld.const.u32 %r1, [table+8];
    ld.global.u64 %rd2, [pointers];
    ld.u32 %r2, [%rd2];
    st.global.u32 [%out], %r0;
    st.global.u32 [%out+8], %r1;
    st.global.u32 [%out+16], %r2;
    ld.const.f32 %r3, [half];
    st.global.u32 [%out+24], %r3;
    .reg .b16 %b<8>;
    ld.global.v2.u8 {%b0, %b1}, [packed];
    mov.u64 %rd3, 0;
    .reg .b64 %byte, %at;
    .reg .pred %p;
    mov.u64 %at, packed;
    mov.u32 %r3, 64;
  $byte:
    sub.s32 %r3, %r3, 8;
    shr.u32 %r2, %r3, 3;
    cvt.u64.u32 %byte, %r2;
    add.s64 %byte, %byte, %at;
    ld.u8 %byte, [%byte+1];
    shl.b64 %rd3, %rd3, 8;
    or.b64 %rd3, %rd3, %byte;
    setp.ne.u32 %p, %r3, 0;
    @%p bra $byte;
    ld.u32 %r0, [%rd3];
    st.global.u32 [%out+32], %r0;
  )",
          out.data(), nullptr, 1, R"(
    .const .align 4 .u32 table[4] = {5, 6, 7};
    .const .f32 half = 0f3F000000;
    .global .align 8 .u64 pointers[2] = {generic(table)+4, values+4};
    .global .align 1 .u8 packed[9] = {1, 0XFF(generic(table)+8), 0xFF00(generic(table)+8), 0xFF0000(generic(table)+8),
      0xFF000000(generic(table)+8), 0xFF00000000(generic(table)+8), 0xFF0000000000(generic(table)+8),
      0xFF000000000000(generic(table)+8), 0xFF00000000000000(generic(table)+8)};
    .global .align 4 .b8 values[8] = {1, 0, 0, 0, 9, 1};
  )");
  CHECK(uint32_t(out[0]) == 265);
  CHECK(out[1] == 7);
  CHECK(out[2] == 6);
  CHECK(asFloat(out[3]) == 0.5f);
  CHECK(uint32_t(out[4]) == 7);
}

TEST_CASE("generic addresses of shared and local memory") {
  std::vector<uint32_t> out(64);
  runBody(R"(
    .shared .align 4 .b8 values[256];
    .local .align 8 .b8 own[16];
    .reg .b64 %rd<6>; .reg .b32 %r<6>; .reg .pred %p<4>;
    mov.u64 %rd0, values;
    cvta.shared.u64 %rd1, %rd0;
    mul.wide.u32 %rd2, %t, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.u32 [%rd1], %t;
    mov.u64 %rd3, own;
    cvta.local.u64 %rd3, %rd3;
    st.u32 [%rd3+8], %t;
    bar.sync 0;
    mov.u32 %r0, values;
    xor.b32 %r1, %t, 1;
    mad.lo.s32 %r0, %r1, 4, %r0;
    ld.shared.u32 %r2, [%r0];
    ld.local.u32 %r3, [own+8];
    isspacep.shared %p0, %rd1;
    isspacep.local %p1, %rd3;
    isspacep.global %p2, %out;
    and.pred %p0, %p0, %p1;
    and.pred %p0, %p0, %p2;
    isspacep.local %p1, %rd1;
    not.pred %p1, %p1;
    and.pred %p0, %p0, %p1;
    mad.lo.s32 %r2, %r3, 100, %r2;
    selp.b32 %r2, %r2, -1, %p0;
    add.s64 %rd4, %out, %rd2;
    st.global.u32 [%rd4], %r2;
  )",
          out.data(), nullptr, 64);
  for (uint32_t i = 0; i < 64; ++i)
    CHECK(out[i] == i * 100 + (i ^ 1));
}

TEST_CASE("atomic operations") {
  struct Case {
    const char *text;
    uint64_t before, after;
  };
  double sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += 0.5;
  for (Case one : {Case{"atom.global.add.u32 %r0, [%out], %t;", 7, 7 + 4950},
                   {"red.global.add.u64 [%out], 3;", 1, 301},
                   {"atom.global.max.s32 %r0, [%out], %t;", 0xffffffff, 99},
                   {"atom.global.min.u32 %r0, [%out], %t;", 50, 0},
                   {"atom.global.or.b32 %r0, [%out], %t;", 0, 127},
                   {"atom.global.inc.u32 %r0, [%out], 9;", 0, 0},
                   {"atom.global.dec.u32 %r0, [%out], 6;", 0, 5},
                   {"atom.global.exch.b32 %r0, [%out], 11;", 0, 11},
                   {"atom.global.add.f32 %r0, [%out], 0f3F000000;", 0, bitsOf(float(sum))},
                   {"atom.global.add.f64 %rd0, [%out], 0d3FE0000000000000;", 0, bitsOf(sum)},
                   {"atom.global.add.noftz.f16 %rs0, [%out], %rs1;", 0, 0x5240},
                   {"atom.global.cas.b32 %r0, [%out], 5, 6;", 5, 6},
                   {"atom.global.cas.b32 %r0, [%out], 4, 6;", 5, 5}}) {
    uint64_t memory = one.before;
    runBody(std::string(".reg .b32 %r0; .reg .b64 %rd0; .reg .b16 %rs<2>; mov.b16 %rs1, 0x3800;") + one.text, &memory,
            nullptr, 100);
    INFO(one.text);
    CHECK(memory == one.after);
  }
}

TEST_CASE("parameters are read at their offsets, also by address") {
  auto module = loadPtx(R"(
    .visible .entry k(.param .u8 k_param_0, .param .align 8 .b8 k_param_1[24],
                      .param .u64 .ptr .global .align 16 k_param_2) {
      .reg .b32 %r<4>; .reg .b64 %rd<4>;
      ld.param.u8 %r0, [k_param_0];
      ld.param.v2.u32 {%r1, %r2}, [k_param_1+16];
      ld.param.u64 %rd0, [k_param_2];
      mov.b64 %rd1, k_param_1;
      cvta.param.u64 %rd2, %rd1;
      ld.u32 %r3, [%rd2+4];
      st.global.v4.u32 [%rd0], {%r0, %r1, %r2, %r3};
    })");
  KernelFacts facts = module->facts(*module->kernel("k"));
  REQUIRE(facts.parameters.size() == 3);
  CHECK(facts.parameters[1].offset == 8);
  CHECK(facts.parameters[1].bytes == 24);
  CHECK(facts.parameters[2].offset == 32);
  CHECK(facts.parameterBytes == 40);
  alignas(16) uint32_t out[4] = {};
  alignas(16) char parameters[40] = {9};
  uint32_t words[6] = {1, 2, 3, 4, 5, 6};
  std::memcpy(parameters + 8, words, 24);
  uint32_t *target = out;
  std::memcpy(parameters + 32, &target, 8);
  std::string message;
  CHECK(launch(*module, "k", {}, parameters, message) == kNoFault);
  CHECK((out[0] == 9 && out[1] == 5 && out[2] == 6 && out[3] == 2));
}

TEST_CASE("accesses that cannot be are faults") {
  alignas(16) uint32_t out[4] = {};
  std::string message;
  CHECK(runBody("mov.u64 %out, 8; st.global.u32 [%out], 1;", out, nullptr, 1, message) == kIllegalAddress);
  CHECK(message == "a store of 4 bytes at 0x8, which is not allocated, in thread (0, 0, 0) of block (0, 0, 0)");
  CHECK(runBody("st.global.u32 [%out+2], 1;", out, nullptr, 1, message) == kMisalignedAddress);
  CHECK(runBody(".shared .b32 s; .reg .b32 %r; ld.shared.u32 %r, [s+4];", out, nullptr, 1, message) == kIllegalAddress);
  CHECK(message ==
        "a load of 4 bytes at shared address 0x4, which is not allocated, in thread (0, 0, 0) of block (0, 0, 0)");

  LaunchOptions options;
  options.isChecked = true;
  auto begin = reinterpret_cast<uint64_t>(out);
  options.memory.push_back({begin, begin + 8});
  CHECK(runBody("st.global.u32 [%out+4], 1;", out, nullptr, 1, message, "", options) == kNoFault);
  CHECK(runBody("st.global.u32 [%out+8], 1;", out, nullptr, 1, message, "", options) == kIllegalAddress);
  // What is the module's or the thread's own may be touched.
  CHECK(runBody(R"(.local .b32 own; .shared .b32 s; .reg .b64 %rd<3>; mov.u64 %rd0, v; st.u32 [%rd0], 1;
                   mov.u64 %rd1, own; st.u32 [%rd1], 1; mov.u64 %rd2, s; cvta.shared.u64 %rd2, %rd2; st.u32 [%rd2], 1;)",
                out, nullptr, 1, message, ".global .u32 v;", options) == kNoFault);
}

TEST_CASE("copies that are called asynchronous, and barriers that count bytes") {
  alignas(16) uint32_t in[64], out[64] = {};
  std::iota(in, in + 64, 5u);
  runBody(R"(
    .shared .align 16 .b8 values[256];
    .shared .align 8 .b64 ready;
    .reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .pred %p<3>;
    mov.u32 %r0, values;
    mov.u32 %r1, ready;
    setp.ne.s32 %p0, %t, 0;
    @!%p0 mbarrier.init.shared.b64 [%r1], 1;
    bar.sync 0;
    @%p0 bra $wait;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r0], [%in], 128, [%r1];
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd0, [%r1], 128;
  $wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], 0;
    @!%p1 bra $wait;
    mad.lo.s32 %r2, %t, 4, %r0;
    setp.lt.u32 %p2, %t, 32;
    @%p2 bra $copied;
    mul.wide.u32 %rd1, %t, 4;
    add.s64 %rd1, %rd1, %in;
    cp.async.ca.shared.global [%r2], [%rd1], 4, 4;
    cp.async.wait_all;
  $copied:
    ld.shared.u32 %r3, [%r2];
    mul.wide.u32 %rd2, %t, 4;
    add.s64 %rd2, %rd2, %out;
    st.global.u32 [%rd2], %r3;
  )",
          out, in, 64);
  for (uint32_t i = 0; i < 64; ++i)
    CHECK(out[i] == in[i]);
}

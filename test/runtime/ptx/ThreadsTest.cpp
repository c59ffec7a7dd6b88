// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Threads of interpreted PTX: branches, calls, and what threads do together.
#include "test/runtime/ptx/PtxText.h"
#include "test/support/Catch.h"

using namespace tilec::ptx;

namespace {

/// Runs a body that leaves a value of each thread in %r.
std::vector<uint32_t> valuesOf(const std::string &body, unsigned threads, const std::string &before = "") {
  std::vector<uint32_t> out(threads);
  runBody(".reg .b32 %r, %x, %y, %z; .reg .b64 %to; .reg .pred %p, %q;\n" + body +
              "\nmul.wide.u32 %to, %t, 4;\nadd.s64 %to, %to, %out;\nst.global.u32 [%to], %r;\n",
          out.data(), nullptr, threads, before);
  return out;
}

} // namespace

TEST_CASE("threads that leave a loop at different times meet behind it") {
  std::vector<uint32_t> values = valuesOf(R"(
    mov.u32 %r, 0;
    mov.u32 %x, 0;
  $loop:
    add.s32 %r, %r, %x;
    add.s32 %x, %x, 1;
    setp.le.u32 %p, %x, %t;
    @%p bra $loop;
    vote.sync.ballot.b32 %y, 1, 0xffffffff;
    activemask.b32 %z;
    and.b32 %y, %y, %z;
    setp.ne.u32 %p, %y, 0xffffffff;
    @%p mov.u32 %r, 0;
  )",
                                          64);
  for (uint32_t i = 0; i < 64; ++i)
    CHECK(values[i] == i * (i + 1) / 2);
}

TEST_CASE("shuffles") {
  auto shuffled = [](const std::string &instruction) { return valuesOf("add.s32 %x, %t, 100;\n" + instruction, 32); };
  std::vector<uint32_t> down = shuffled("shfl.sync.down.b32 %r|%p, %x, 4, 31, 0xffffffff;\n@!%p neg.s32 %r, %r;");
  std::vector<uint32_t> up = shuffled("shfl.sync.up.b32 %r, %x, 3, 0, 0xffffffff;");
  std::vector<uint32_t> butterfly = shuffled("shfl.sync.bfly.b32 %r, %x, 5, 31, 0xffffffff;");
  std::vector<uint32_t> index = shuffled("shfl.sync.idx.b32 %r, %x, 2, 0x181f, 0xffffffff;");
  for (uint32_t i = 0; i < 32; ++i) {
    CHECK(down[i] == (i < 28 ? 104 + i : uint32_t(-int(100 + i))));
    CHECK(up[i] == (i < 3 ? 100 + i : 97 + i));
    CHECK(butterfly[i] == 100 + (i ^ 5));
    CHECK(index[i] == 100 + (i / 8 * 8 + 2));
  }
}

TEST_CASE("lanes that come one after the other wait for those in their mask") {
  std::vector<uint32_t> values = valuesOf(R"(
    and.b32 %x, %t, 1;
    setp.ne.u32 %p, %x, 0;
    @%p bra $odd;
    shfl.sync.bfly.b32 %r, %t, 1, 31, 0xffffffff;
    bra $end;
  $odd:
    shfl.sync.bfly.b32 %r, %t, 1, 31, 0xffffffff;
  $end:
  )",
                                          32);
  for (uint32_t i = 0; i < 32; ++i)
    CHECK(values[i] == (i ^ 1));
}

TEST_CASE("lanes that have ended are not waited for") {
  std::vector<uint32_t> values = valuesOf(R"(
    mov.u32 %r, 0;
    setp.gt.u32 %p, %t, 9;
    @%p exit;
    vote.sync.ballot.b32 %r, 1, 0xffffffff;
    bar.warp.sync 0xffffffff;
  )",
                                          32);
  CHECK(values[3] == 0x3ff);
}

TEST_CASE("votes, matches and reductions") {
  std::vector<uint32_t> values = valuesOf(R"(
    .reg .b32 %m;
    setp.lt.u32 %p, %t, 8;
    vote.sync.any.pred %q, %p, 0xffffffff;
    selp.b32 %r, 1, 0, %q;
    vote.sync.all.pred %q, %p, 0xffffffff;
    selp.b32 %x, 2, 0, %q;
    or.b32 %r, %r, %x;
    and.b32 %x, %t, 3;
    match.any.sync.b32 %m, %x, 0xffffffff;
    popc.b32 %m, %m;
    shl.b32 %m, %m, 4;
    or.b32 %r, %r, %m;
    redux.sync.max.u32 %x, %t, 0xffffffff;
    shl.b32 %x, %x, 16;
    or.b32 %r, %r, %x;
  )",
                                          32);
  for (uint32_t value : values)
    CHECK(value == (1 | 8 << 4 | 31 << 16));
}

TEST_CASE("barriers wait for every thread of the block, or as many as they say") {
  std::vector<uint32_t> values = valuesOf(R"(
    .shared .align 4 .b8 s[1024];
    shl.b32 %x, %t, 2;
    mov.u32 %y, s;
    add.s32 %x, %x, %y;
    st.shared.u32 [%x], %t;
    bar.sync 0;
    mov.u32 %z, 255;
    sub.s32 %z, %z, %t;
    mad.lo.s32 %z, %z, 4, %y;
    ld.shared.u32 %r, [%z];
    setp.lt.u32 %p, %t, 100;
    bar.red.popc.u32 %x, 1, %p;
    mad.lo.s32 %r, %x, 1000, %r;
    setp.ge.u32 %p, %t, 64;
    @%p bra $end;
    bar.sync 2, 64;
  $end:
  )",
                                          256);
  for (uint32_t i = 0; i < 256; ++i)
    CHECK(values[i] == 100000 + 255 - i);
}

TEST_CASE("lanes of a warp that spin let the one go on that they wait for") {
  uint32_t memory[2] = {};
  runBody(R"(
    .reg .b32 %r<3>; .reg .pred %p;
  $try:
    atom.global.cas.b32 %r0, [%out], 0, 1;
    setp.ne.u32 %p, %r0, 0;
    @%p bra $try;
    ld.volatile.global.u32 %r1, [%out+4];
    add.s32 %r1, %r1, 1;
    st.volatile.global.u32 [%out+4], %r1;
    membar.gl;
    atom.global.exch.b32 %r2, [%out], 0;
  )",
          memory, nullptr, 96);
  CHECK(memory[1] == 96);
}

TEST_CASE("calls, recursion, and functions by address") {
  const char *functions = R"(
    .func (.param .b32 result) fib(.param .b32 n) {
      .reg .b32 %r<6>; .reg .pred %p;
      ld.param.u32 %r0, [n];
      setp.gt.u32 %p, %r0, 1;
      mov.u32 %r4, %r0;
      @!%p bra $done;
      sub.s32 %r1, %r0, 1;
      { .param .b32 a; st.param.b32 [a], %r1; .param .b32 b; call.uni (b), fib, (a); ld.param.b32 %r2, [b]; }
      sub.s32 %r1, %r0, 2;
      { .param .b32 a; st.param.b32 [a], %r1; .param .b32 b; call.uni (b), fib, (a); ld.param.b32 %r3, [b]; }
      add.s32 %r4, %r2, %r3;
    $done:
      st.param.b32 [result], %r4;
      ret;
    }
    .func (.param .b32 result) seven(.param .b32 n) { st.param.b32 [result], 7; ret; }
    .global .align 8 .u64 table[2] = {fib, seven};
  )";
  std::vector<uint32_t> values = valuesOf(R"(
    .reg .b64 %f;
    and.b32 %x, %t, 1;
    mul.wide.u32 %f, %x, 8;
    mov.u64 %to, table;
    add.s64 %f, %f, %to;
    ld.global.u64 %f, [%f];
    { .param .b32 a; st.param.b32 [a], %t; .param .b32 b;
      call (b), %f, (a), proto;
      proto: .callprototype (.param .b32 _) _ (.param .b32 _);
      ld.param.b32 %r, [b]; }
  )",
                                          20, functions);
  uint32_t wanted[20] = {0, 1};
  for (int i = 2; i < 20; ++i)
    wanted[i] = wanted[i - 1] + wanted[i - 2];
  for (int i = 0; i < 20; ++i)
    CHECK(values[i] == (i % 2 ? 7 : wanted[i]));
}

TEST_CASE("indexed branches") {
  std::vector<uint32_t> values = valuesOf(R"(
    rem.u32 %x, %t, 3;
    mov.u32 %r, 9;
    targets: .branchtargets $zero, $one, $two;
    brx.idx %x, targets;
  $zero:
    mov.u32 %r, 10;
    bra $end;
  $one:
    mov.u32 %r, 11;
    bra $end;
  $two:
    mov.u32 %r, 12;
  $end:
  )",
                                          40);
  for (uint32_t i = 0; i < 40; ++i)
    CHECK(values[i] == 10 + i % 3);
}

TEST_CASE("blocks of a cooperative launch wait for each other") {
  LaunchOptions options;
  options.grid.x = 50;
  options.isCooperative = true;
  uint32_t count = 0;
  std::string message;
  CHECK(runBody(R"(
    .reg .b32 %r<2>; .reg .pred %p;
    atom.global.add.u32 %r0, [%out], 1;
  $wait:
    ld.acquire.gpu.global.u32 %r1, [%out];
    setp.lt.u32 %p, %r1, 50;
    @%p bra $wait;
  )",
                &count, nullptr, 1, message, "", options) == kNoFault);
  CHECK(count == 50);
}

TEST_CASE("a block may wait for a later one") {
  LaunchOptions options;
  options.grid.x = 5;
  options.threads = 1;
  uint32_t flags[2] = {};
  std::string message;
  CHECK(runBody(R"(
    .reg .b32 %r<2>; .reg .pred %p;
    mov.u32 %r0, %ctaid.x;
    setp.eq.u32 %p, %r0, 4;
    @%p bra $last;
  $wait:
    ld.volatile.global.u32 %r1, [%out];
    setp.eq.u32 %p, %r1, 0;
    @%p bra $wait;
    red.global.add.u32 [%out+4], 1;
    bra $end;
  $last:
    st.volatile.global.u32 [%out], 1;
  $end:
  )",
                flags, nullptr, 1, message, "", options) == kNoFault);
  CHECK(flags[1] == 4);
}

TEST_CASE("threads that wait for ever are a fault") {
  uint32_t out = 0;
  std::string message;
  CHECK(runBody(".reg .pred %p; setp.ne.u32 %p, %t, 0; @%p bra $end; bar.sync 0, 64; $end:", &out, nullptr, 32,
                message) == kDeadlock);
  CHECK(message == "1 threads wait at barrier 0, to which others do not come, in block (0, 0, 0)");
  CHECK(runBody("trap;", &out, nullptr, 32, message) == kTrap);
  CHECK(message == "trap in thread (0, 0, 0) of block (0, 0, 0)");
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Modules of interpreted PTX: what is read, what cannot be run, linking, what kernels tell of themselves.
#include "test/runtime/ptx/PtxText.h"
#include "test/support/Catch.h"

using namespace tilec::ptx;

TEST_CASE("a text that cannot be read is refused at its line") {
  std::string error;
  CHECK(!Module::load({".version 8.4\n.target sm_90\n.strange x;\n"}, error));
  CHECK(error == "PTX line 3: unknown directive '.strange'");
  error.clear();
  CHECK(!Module::load({".visible .entry k() {\n ret;\n"}, error));
  CHECK(error == "PTX line 3: the text ends in a function");
}

TEST_CASE("a kernel with an unknown instruction cannot run, others can") {
  auto module = loadPtx(R"(
    .visible .entry bad() { .reg .b32 %r; wgmma.fence.sync.aligned; add.s32 %r, %r, 1; ret; }
    .func helper() { tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%x], {%y}, [[]]; ret; }
    .visible .entry calls() { call helper, (); ret; }
    .extern .func elsewhere();
    .visible .entry lacks() { call elsewhere, (); ret; }
    .visible .entry narrow() { .reg .b16 %h; cvt.rn.satfinite.e4m3x2.f32 %h, 0f00000000, 0f00000000; ret; }
    .visible .entry clusters() .reqnctapercluster 2, 1, 1 { ret; }
    .visible .entry good() { ret; })");
  auto problem = [&](const char *name) { return module->problemOf(*module->kernel(name)); };
  CHECK(problem("bad") == "the instruction 'wgmma.fence.sync.aligned' cannot run on the CPU");
  CHECK(problem("calls").starts_with("the instruction 'tcgen05.alloc"));
  CHECK(problem("lacks") == "it calls 'elsewhere', which is nowhere");
  CHECK(problem("narrow") != "");
  CHECK(problem("clusters") == "its blocks run in clusters");
  CHECK(problem("good") == "");
  std::string message;
  CHECK(launch(*module, "bad", {}, nullptr, message) == kUnsupported);
  CHECK(launch(*module, "good", {}, nullptr, message) == kNoFault);
}

TEST_CASE("kernels tell what they need") {
  auto module = loadPtx(R"(
    .extern .shared .align 16 .b8 dynamic[];
    .func helper() { .shared .align 8 .b8 more[24]; .reg .b64 %r; mov.u64 %r, more; ret; }
    .visible .entry k(.param .u32 a, .param .u64 b) .maxntid 128, 2, 1 .minnctapersm 2 {
      .shared .align 4 .b8 s[100];
      .local .align 8 .b8 own[40];
      .reg .b64 %r;
      mov.u64 %r, s;
      mov.u64 %r, dynamic;
      call helper, ();
      ret;
    })");
  KernelFacts facts = module->facts(*module->kernel("k"));
  CHECK(facts.staticSharedBytes == 128);
  CHECK(facts.localBytes == 40);
  CHECK(facts.maxThreads == 256);
  CHECK(facts.targetChip == 90);
  CHECK(facts.parameterBytes == 16);
  CHECK(module->kernel("helper") == nullptr);
}

TEST_CASE("texts are linked: what is visible is one, all else is each text's own") {
  const std::string first = R"(
    .visible .global .u32 both = 5;
    .global .u32 own = 1;
    .extern .func (.param .b32 result) read();
    .visible .entry k(.param .u64 out) {
      .reg .b64 %o; .reg .b32 %r;
      ld.param.u64 %o, [out];
      st.global.u32 [both], 8;
      { .param .b32 x; call (x), read, (); ld.param.b32 %r, [x]; }
      st.global.u32 [%o], %r;
      ld.global.u32 %r, [own];
      st.global.u32 [%o+4], %r;
      ret;
    })";
  const std::string second = R"(
    .extern .global .u32 both;
    .global .u32 own = 2;
    .global .align 8 .u64 pointer = generic(own);
    .visible .func (.param .b32 result) read() {
      .reg .b32 %r<2>; .reg .b64 %p;
      ld.global.u32 %r0, [both];
      ld.global.u64 %p, [pointer];
      ld.u32 %r1, [%p];
      mad.lo.s32 %r0, %r1, 10, %r0;
      st.param.b32 [result], %r0;
      ret;
    })";
  std::string error, message;
  auto module = Module::load({first, second}, error);
  REQUIRE(module);
  uint32_t out[2] = {}, *target = out;
  CHECK(launch(*module, "k", {}, reinterpret_cast<const char *>(&target), message) == kNoFault);
  CHECK(out[0] == 28);
  CHECK(out[1] == 1);
  Variable *both = module->variable("both");
  REQUIRE(both);
  CHECK(*reinterpret_cast<uint32_t *>(both->memory) == 8);
  module->reset();
  CHECK(*reinterpret_cast<uint32_t *>(both->memory) == 5);
}

TEST_CASE("assertions and memory of kernels") {
  const char *declarations = R"(
    .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
    .extern .func (.param .b64 r) malloc(.param .b64 n);
    .extern .func free(.param .b64 p);
    .global .align 1 .b8 what[6] = {120, 32, 62, 32, 48};
    .global .align 1 .b8 file[5] = {97, 46, 99, 117};
    .global .align 1 .b8 name[2] = {107};)";
  uint64_t out = 0;
  std::string message;
  CHECK(runBody(R"(
    .reg .b64 %a, %b, %c;
    mov.u64 %a, what; mov.u64 %b, file; mov.u64 %c, name;
    { .param .b64 p0; st.param.b64 [p0], %a; .param .b64 p1; st.param.b64 [p1], %b; .param .b32 p2;
      st.param.b32 [p2], 12; .param .b64 p3; st.param.b64 [p3], %c; .param .b64 p4; st.param.b64 [p4], 1;
      call.uni __assertfail, (p0, p1, p2, p3, p4); })",
                &out, nullptr, 4, message, declarations) == kAssert);
  CHECK(message == "a.cu:12: assertion `x > 0` failed in k, in thread (0, 0, 0) of block (0, 0, 0)");
  runBody(R"(
    .reg .b64 %a; .reg .b32 %r;
    { .param .b64 n; st.param.b64 [n], 64; .param .b64 r; call.uni (r), malloc, (n); ld.param.b64 %a, [r]; }
    st.u32 [%a+60], %t;
    ld.u32 %r, [%a+60];
    { .param .b64 p; st.param.b64 [p], %a; call.uni free, (p); }
    red.global.add.u32 [%out], %r;)",
          &out, nullptr, 40, declarations);
  CHECK(out == 780);
}

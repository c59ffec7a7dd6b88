// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/device/HandwrittenKernels.h"
#include "test/runtime/RowsMap.h"

using namespace tilec::manifest;

static const char *const kPtx = R"(
.version 8.0
.target sm_90
.address_size 64
.extern .shared .align 16 .b8 dynamic_shared[];

.visible .entry index(.param .u64 out, .param .u32 n)
.reqntid 128, 1, 1
{
  .reg .pred %p;
  .reg .b32 %cta, %thread, %i, %n;
  .reg .b64 %out, %at;
  ld.param.u64 %out, [out];
  ld.param.u32 %n, [n];
  mov.u32 %cta, %ctaid.x;
  mov.u32 %thread, %tid.x;
  mad.lo.u32 %i, %cta, 128, %thread;
  setp.ge.u32 %p, %i, %n;
  @%p ret;
  mad.wide.u32 %at, %i, 4, %out;
  st.global.u32 [%at], %i;
  ret;
}

.visible .entry cluster(.param .u64 out)
.reqntid 32, 1, 1
{
  .reg .b32 %cta, %size;
  .reg .b64 %out, %at;
  ld.param.u64 %out, [out];
  mov.u32 %cta, %ctaid.x;
  mov.u32 %size, %cluster_nctarank;
  mad.wide.u32 %at, %cta, 4, %out;
  st.global.u32 [%at], %size;
  ret;
}

.visible .entry shared(.param .u64 out)
.reqntid 128, 1, 1
{
  .reg .b32 %thread, %base, %at32, %value;
  .reg .b64 %out, %at;
  ld.param.u64 %out, [out];
  mov.u32 %thread, %tid.x;
  mov.u32 %base, dynamic_shared;
  mad.lo.u32 %at32, %thread, 4, %base;
  st.shared.u32 [%at32+204288], %thread;
  ld.shared.u32 %value, [%at32+204288];
  mad.wide.u32 %at, %thread, 4, %out;
  st.global.u32 [%at], %value;
  ret;
}

.visible .entry count(.param .u64 out, .param .u32 n)
{
  ret;
}

.visible .entry count_persistent(.param .u64 out, .param .u32 n, .param .align 4 .b8 grid[12], .param .u64 workspace)
.reqntid 1, 1, 1
{
  .reg .b32 %n, %x, %old;
  .reg .b64 %out, %at, %workspace;
  ld.param.u64 %out, [out];
  ld.param.u32 %n, [n];
  ld.param.u32 %x, [grid];
  ld.param.u64 %workspace, [workspace];
  atom.global.add.u32 %old, [%workspace], 1;
  mad.wide.u32 %at, %old, 4, %out;
  mad.lo.u32 %x, %x, 1000, %n;
  st.global.u32 [%at], %x;
  ret;
}

.visible .entry choose$v0(.param .u64 out, .param .u64 p, .param .u64 q, .param .u32 n)
{
  .reg .b64 %out;
  ld.param.u64 %out, [out];
  st.global.u32 [%out], 100;
  ret;
}

.visible .entry choose$v1(.param .u64 out, .param .u64 p, .param .u64 q, .param .u32 n)
{
  .reg .b64 %out;
  ld.param.u64 %out, [out];
  st.global.u32 [%out], 101;
  ret;
}

.visible .entry choose(.param .u64 out, .param .u64 p, .param .u64 q, .param .u32 n)
{
  .reg .b64 %out;
  ld.param.u64 %out, [out];
  st.global.u32 [%out], 102;
  ret;
}

.visible .entry mapped(.param .u64 out, .param .u32 rows, .param .u32 columns)
{
  ret;
}

.visible .entry mapped_maps(.param .u64 out, .param .u32 rows, .param .u32 columns,
                            .param .align 64 .b8 from[128], .param .align 64 .b8 to[128])
{
  ret;
}

.visible .entry after(.param .u64 out)
.reqntid 128, 1, 1
{
  .reg .b32 %thread, %value;
  .reg .b64 %out, %at;
  ld.param.u64 %out, [out];
  griddepcontrol.launch_dependents;
  griddepcontrol.wait;
  mov.u32 %thread, %tid.x;
  mad.wide.u32 %at, %thread, 4, %out;
  ld.global.u32 %value, [%at];
  add.u32 %value, %value, 1;
  st.global.u32 [%at], %value;
  ret;
}
)";

static const Parameter kOut = {"out", Parameter::Kind::Pointer, 8, 8, false, "u32"};
static const Parameter kN = {"n", Parameter::Kind::Integer, 4, 4, false, "u32"};

static Variant plain(const std::string &name, uint32_t threads) {
  Variant variant;
  variant.entry = name;
  variant.threadsPerCta = threads;
  return variant;
}

/// Rows of floats, 8 by 32 at a time.
static TensorMap boxesOfRows() {
  Expression columns = Expression::argument(2, 4);
  Expression rowBytes = Expression::binary(Expression::Kind::Mul, columns, Expression::constant(4));
  return rowsMap("f32", columns, Expression::argument(1, 4), rowBytes, 32, 8);
}

Manifest handwrittenManifest() {
  Variant cluster = plain("cluster", 32);
  cluster.cluster = {16, 1, 1};
  Variant shared = plain("shared", 128);
  shared.dynamicSharedBytes = 200 * 1024;
  Variant persistent = plain("count_persistent", 1);
  persistent.facts = {{Fact::Kind::MultipleOf, Expression::argument(1, 4), 2}};
  persistent.grid = {GridRule::Kind::Persistent, 1};
  persistent.hiddenParameters = {{HiddenParameter::Kind::LogicalGrid, 0}, {HiddenParameter::Kind::Workspace, 0}};
  persistent.workspace = {Expression::constant(4), true};
  Variant dividing = plain("choose$v0", 32), aligned = plain("choose$v1", 32);
  for (uint32_t pointer : {0, 1, 2})
    aligned.facts.push_back({Fact::Kind::MultipleOf, Expression::argument(pointer), 16});
  dividing.facts = aligned.facts;
  dividing.facts.push_back({Fact::Kind::MultipleOf, Expression::argument(3, 4), 8});
  Variant maps = plain("mapped_maps", 32);
  maps.facts = {{Fact::Kind::MultipleOf, Expression::argument(0), 16}};
  maps.tensorMaps = {boxesOfRows(), boxesOfRows()};
  maps.tensorMaps[1].box = {32, 16};
  maps.hiddenParameters = {{HiddenParameter::Kind::TensorMap, 0}, {HiddenParameter::Kind::TensorMap, 1}};
  Variant after = plain("after", 128);
  after.programmaticLaunch = true;
  return {"0.0.0",
          "compute_90",
          {{"index", "index(unsigned *, unsigned)", {kOut, kN}, {plain("index", 128)}},
           {"cluster", "cluster(unsigned *)", {kOut}, {cluster}},
           {"shared", "shared(unsigned *)", {kOut}, {shared}},
           {"count", "count(unsigned *, unsigned)", {kOut, kN}, {persistent, plain("count", 1)}},
           {"choose",
            "choose(unsigned *, unsigned *, unsigned *, unsigned)",
            {kOut, kOut, kOut, kN},
            {dividing, aligned, plain("choose", 32)}},
           {"mapped", "mapped(unsigned *, unsigned, unsigned)", {kOut, kN, kN}, {maps, plain("mapped", 32)}},
           {"after", "after(unsigned *)", {kOut}, {after}}}};
}

std::string handwrittenPtx() {
  return std::string(kPtx) + std::string(kCommentPrefix) + toJson(handwrittenManifest()) + "\n";
}

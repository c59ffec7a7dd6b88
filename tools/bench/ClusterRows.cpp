// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax and norms of rows that the CTAs of a cluster keep on chip together.
#include "tools/bench/Bench.h"

#include <set>

using namespace tilec;
using namespace tilec::bench;

namespace {

constexpr double kGoal = 0.93;
constexpr float kEpsilon = 1e-5f;

/// Rows of one length, and the CTAs that share one.
struct Rows {
  Bench &bench;
  bool narrow;
  int columns, ctas;
  size_t bytes;
  int rows = int(bytes / (narrow ? 2 : 4) / columns);

  const runtime::Buffer &data(const std::string &which, size_t size) const {
    return narrow ? bench.bfloats(which, size) : bench.floats(which, size);
  }
  const runtime::Buffer &row(const std::string &which) const {
    return data(which, size_t(columns) * (narrow ? 2 : 4));
  }
  void run(const std::string &title, const std::string &kernel, std::vector<runtime::Argument> arguments) const {
    size_t mebibytes = bytes >> 20;
    std::string size = mebibytes == bench.options.mebibytes ? "" : ", " + std::to_string(mebibytes) + " MiB";
    std::string type = narrow ? "__nv_bfloat16" : "float";
    bench.run({.name = title + (narrow ? " bf16 " : " f32 ") + std::to_string(columns) + ", " + std::to_string(ctas) +
                       " CTAs a row" + size,
               .bytes = 2.0 * bytes,
               .goal = kGoal,
               .steps = {{"cluster_long_rows",
                          kernel + "<" + type + ", " + std::to_string(columns) + ", " + std::to_string(ctas) + ">",
                          {uint32_t(rows)},
                          std::move(arguments)}}});
  }
};

void softmax(const Rows &r) {
  r.run("softmax", "cluster_softmax", {r.data("c", r.bytes), r.data("a", r.bytes), r.rows, r.columns});
}

void norms(const Rows &r) {
  auto &out = r.data("c", r.bytes), &in = r.data("a", r.bytes), &weight = r.row("weight"), &bias = r.row("bias");
  r.run("rms norm", "long_rms_norm", {out, in, weight, r.rows, r.columns, kEpsilon});
  r.run("layer norm", "long_layer_norm", {out, in, weight, bias, r.rows, r.columns, kEpsilon});
}

} // namespace

void bench::clusterRows(Bench &bench) {
  // Each cluster has few rows, and some end a row later than others: in larger arrays that weighs less.
  for (size_t mebibytes : std::set{bench.options.mebibytes, size_t(1024)}) {
    size_t bytes = mebibytes << 20;
    for (bool narrow : {false, true})
      for (int ctas : {2, 4, 8, 16})
        softmax({bench, narrow, 65536, ctas, bytes});
    norms({bench, false, 65536, 8, bytes});
    for (Rows rows : {Rows{bench, true, 131072, 8, bytes}, Rows{bench, false, 262144, 8, bytes},
                      Rows{bench, false, 262144, 16, bytes}}) {
      softmax(rows);
      norms(rows);
    }
  }
}

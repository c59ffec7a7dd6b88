// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the groups of benchmarks are written with: arrays of random data, kernels by name, and a table that gets one
/// row a kernel: its time, its share of a plain copy's rate, and the times of others at the same work over its own.
#ifndef TILEC_BENCH_BENCH_H
#define TILEC_BENCH_BENCH_H

#include "tools/bench/Measure.h"
#include "tools/bench/OtherCompiler.h"

#include <map>
#include <optional>

namespace tilec::bench {

struct Options {
  std::string folder;              ///< PTX files
  std::string nvidia, triton, cub; ///< folders of cubins, a shared library; empty: not compared with
  std::vector<std::string> only;   ///< parts of names; empty: all
  size_t mebibytes = 256;          ///< of each array
  int repetitions = 25;
};

/// One launch; several make up one row, those behind the first as programmatic dependents.
struct Step {
  std::string file, kernel;
  runtime::Dim3 grid;
  std::vector<runtime::Argument> arguments;
};

/// One launch of a kernel that another compiler has made, by the name that its list gives it.
struct OtherStep {
  std::string kernel;
  runtime::Dim3 grid;
  std::vector<runtime::Argument> arguments;
};

struct Row {
  std::string name;
  double bytes; ///< that must be moved
  double goal;  ///< share of the copy's rate; 0: none
  std::vector<Step> steps;
  Work before = {};                   ///< part of what is timed: setting memory to zero
  std::vector<OtherStep> triton = {}; ///< launches of Triton's kernels instead
  Work beforeTriton = {};             ///< part of what is timed with them
  Work other = {};                    ///< the library's way
  bool onlyReads = false;             ///< compared with our own sum over as many bytes, not with a copy
};

class Bench {
public:
  Bench(runtime::Context context, Options options);

  const Options options;
  const runtime::Context context;
  const runtime::Stream stream;

  /// Arrays that stay until the end. `which` tells arrays of one kind apart.
  const runtime::Buffer &floats(const std::string &which, size_t bytes);
  const runtime::Buffer &bfloats(const std::string &which, size_t bytes);
  const runtime::Buffer &bytes(const std::string &which, size_t bytes);
  /// Whole numbers below `limit`.
  const runtime::Buffer &indices(const std::string &which, size_t count, uint32_t limit);
  const runtime::Buffer &zeros(const std::string &which, size_t bytes);

  /// A function of tools/bench/cub.cu: int f(out, in, n, stream). Empty without the library.
  Work cub(const char *function, const runtime::Buffer &out, const runtime::Buffer &in, int n) const;

  bool wanted(const std::string &name) const;
  void run(const Row &row);
  /// From now on launches meet an empty cache.
  void flushBetween(bool on);
  /// The table, and how many rows miss what is asked of them.
  void print() const;

private:
  struct Result {
    std::string name;
    double time, bytes, ratio, goal;
    bool small;                           ///< a launch that met an empty cache
    std::map<std::string, double> others; ///< time over ours
  };
  using Kernels = std::vector<std::pair<runtime::Kernel, const Step *>>;

  std::optional<Kernels> load(const Row &row);
  void addNvidia(const Row &row, const Kernels &kernels, std::vector<Work> &works, std::vector<std::string> &names);
  void addTriton(const Row &row, std::vector<Work> &works, std::vector<std::string> &names);
  double copyTime(double bytes);
  double sumTime(double bytes);
  void copy(size_t bytes);
  const runtime::Buffer &buffer(const std::string &name, size_t bytes,
                                const std::function<void(const runtime::Buffer &)> &fill);

  std::map<std::string, runtime::Buffer> buffers;
  std::map<std::string, runtime::Module> modules;
  std::map<double, double> copyTimes; ///< by bytes moved, with the cache as it is to be now
  std::map<double, double> sumTimes;  ///< of our own sum, by bytes read
  std::vector<Result> results;
  Work flush;
};

// The groups, each in a file of its own.
void elementwise(Bench &bench);
void rows(Bench &bench);
void arrays(Bench &bench);
void longRows(Bench &bench);
void clusterRows(Bench &bench);
void lookups(Bench &bench);
void smallLaunches(Bench &bench);
/// Rotary embedding of `bytes` of queries, in bfloat16 or float.
void rotary(Bench &bench, size_t bytes, bool narrow, const std::string &name, double goal);

} // namespace tilec::bench

#endif // TILEC_BENCH_BENCH_H

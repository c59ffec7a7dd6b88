// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tilec-bench: how near memory-bound kernels come to a plain copy of as many bytes, in one process on one GPU, beside
// other compilers and libraries. The kernels are those of test/exec, compiled beforehand to a folder of PTX:
//
//   tilec-bench FOLDER [--nvidia FOLDER] [--triton FOLDER] [--cub LIBRARY] [--only TEXT]... [--mebibytes N]
//               [--repetitions N] [--ordinal N]
//
// --nvidia names a folder with cubins of the same sources by NVIDIA's tile compiler, --triton one that
// triton_kernels.py has filled, --cub the shared library of cub.cu. --only keeps the rows whose name contains a
// text.
#include "tools/bench/Bench.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tilec;
using namespace tilec::bench;

namespace {

/// What an empty launch costs the host, of many in a row.
void emptyLaunch(Bench &bench) {
  constexpr int kLaunches = 1000;
  auto module = runtime::Module::loadFile(bench.context, bench.options.folder + "/parameters.ptx");
  if (!module || !bench.wanted("empty"))
    return;
  auto kernel = take(module->kernel("no_parameters"));
  auto times = medians(bench.context, bench.stream, {[&] {
                         for (int i = 0; i < kLaunches; ++i)
                           take(kernel.launch({.stream = &bench.stream}, {}));
                       }},
                       11);
  std::printf("empty kernel, one of %d in a row: %.2f us\n", kLaunches, times[0] / kLaunches);
}

int ordinal = 0;

Options parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    auto is = [&](const char *name) { return argument == name && i + 1 < argc; };
    if (is("--nvidia"))
      options.nvidia = argv[++i];
    else if (is("--triton"))
      options.triton = argv[++i];
    else if (is("--cub"))
      options.cub = argv[++i];
    else if (is("--only"))
      options.only.push_back(argv[++i]);
    else if (is("--mebibytes"))
      options.mebibytes = std::strtoull(argv[++i], nullptr, 10);
    else if (is("--repetitions"))
      options.repetitions = std::atoi(argv[++i]);
    else if (is("--ordinal"))
      ordinal = std::atoi(argv[++i]);
    else
      options.folder = argument;
  }
  if (options.folder.empty() || options.mebibytes < 4 || options.mebibytes > 1024 || options.repetitions < 1)
    fail("expected a folder with compiled kernels, and arrays of 4 to 1024 MiB");
  return options;
}

} // namespace

int main(int argc, char **argv) {
  Options options = parse(argc, argv);
  auto device = take(runtime::Device::open(ordinal));
  // The primary context, so that a library over the CUDA runtime works on the same memory.
  Bench bench(take(device.primaryContext()), std::move(options));
  std::printf("%s, arrays of %zu MiB\n", device.name().c_str(), bench.options.mebibytes);
  elementwise(bench);
  rows(bench);
  arrays(bench);
  longRows(bench);
  clusterRows(bench);
  lookups(bench);
  smallLaunches(bench);
  emptyLaunch(bench);
  bench.print();
  return 0;
}

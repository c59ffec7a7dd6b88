// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tilec-bench: how near memory-bound kernels come to a plain copy of as many bytes, in one process on one GPU, and what
// a launch costs. The kernels are those of test/exec, compiled beforehand:
//
//   tilec-bench FOLDER [--compare FOLDER] [--ordinal N] [--mebibytes N]
//
// FOLDER holds vector_add.ptx, softmax.ptx, layer_norm.ptx, reduce_array.ptx and parameters.ptx; a kernel whose file is
// missing is left out and named. --compare names a folder with the same files compiled to cubins by another compiler of
// the language, which are launched with one thread a block. The last lines are a table.
#include "tools/bench/Measure.h"
#include "tools/bench/OtherCompiler.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <optional>
#include <random>
#include <unistd.h>

using namespace tilec;
using namespace tilec::bench;

namespace {

struct Bench {
  runtime::Context context;
  runtime::Stream stream;
  std::string folder;
  std::string compared; ///< empty: nothing to compare with
  size_t elements;      ///< floats in each array
  runtime::Buffer a, b, c, small;
  double copyBytesPerSecond = 0;

  std::optional<runtime::Kernel> kernel(const std::string &file, const std::string &name) const;
  void row(const std::string &name, double bytes, const Times &times) const;
  void kernelRow(const std::string &file, const std::string &name, uint32_t blocks, double bytes,
                 std::vector<runtime::Argument> arguments) const;
};

std::optional<runtime::Kernel> Bench::kernel(const std::string &file, const std::string &name) const {
  std::string path = folder + "/" + file + ".ptx";
  if (access(path.c_str(), R_OK) != 0) {
    std::printf("%-34s no %s.ptx\n", name.c_str(), file.c_str());
    return std::nullopt;
  }
  return take(take(runtime::Module::loadFile(context, path)).kernel(name));
}

void Bench::row(const std::string &name, double bytes, const Times &times) const {
  double rate = bytes / (times.median * 1e-6);
  std::printf("%-34s %10.1f us %10.1f .. %-10.1f %8.0f GB/s", name.c_str(), times.median, times.fastest, times.slowest,
              rate / 1e9);
  if (copyBytesPerSecond > 0)
    std::printf(" %6.2f", rate / copyBytesPerSecond);
  std::printf("\n");
}

void Bench::kernelRow(const std::string &file, const std::string &name, uint32_t blocks, double bytes,
                      std::vector<runtime::Argument> arguments) const {
  auto found = kernel(file, name);
  if (!found)
    return;
  runtime::LaunchOptions options;
  options.grid.x = blocks;
  options.stream = &stream;
  row(name, bytes, measure(context, stream, [&] { take(found->launch(options, arguments)); }));
  if (compared.empty())
    return;
  OtherKernel other(context, compared + "/" + file + ".cubin", found->manifest().name);
  row("  other compiler", bytes, measure(context, stream, [&] { other.launch(stream, blocks, arguments); }));
}

/// The driver's copy from device memory to device memory. The runtime has no such function of its own.
std::function<void()> deviceCopy(const Bench &bench) {
  using Copy = int (*)(uint64_t, uint64_t, size_t, void *);
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  auto copy = driver ? reinterpret_cast<Copy>(dlsym(driver, "cuMemcpyDtoDAsync_v2")) : nullptr;
  if (!copy)
    fail("the driver has no cuMemcpyDtoDAsync_v2");
  return [copy, &bench] {
    if (int code = copy(bench.c.address(), bench.a.address(), 4 * bench.elements, bench.stream.native()))
      fail("cuMemcpyDtoDAsync_v2: error " + std::to_string(code));
  };
}

/// Floats between -1 and 1: what memory moves and units compute may depend on the bits.
void fillRandomly(const runtime::Buffer &buffer) {
  std::vector<float> part(std::min<size_t>(buffer.size() / 4, 1 << 20));
  std::mt19937 generator(1);
  for (size_t offset = 0; offset < buffer.size(); offset += 4 * part.size()) {
    for (float &value : part)
      value = float(int32_t(generator())) * 0x1p-31f;
    take(buffer.copyFrom(part.data(), std::min(4 * part.size(), buffer.size() - offset), offset));
  }
}

void launchRow(const Bench &bench) {
  constexpr int kLaunches = 1000;
  auto empty = bench.kernel("parameters", "no_parameters");
  if (!empty)
    return;
  runtime::LaunchOptions options;
  options.stream = &bench.stream;
  Times times = measure(
      bench.context, bench.stream,
      [&] {
        for (int i = 0; i < kLaunches; ++i)
          take(empty->launch(options, {}));
      },
      11, kLaunches);
  std::printf("%-34s %10.2f us %10.2f .. %-10.2f\n", "empty kernel, one of 1000", times.median, times.fastest,
              times.slowest);
}

void run(Bench &bench) {
  constexpr int kColumns = 1024, kVectorTile = 256, kSumTile = 1024;
  int n = int(bench.elements), rows = n / kColumns;
  double bytes = 4.0 * n;
  std::printf("%-34s %13s %24s %13s %6s\n", "", "median", "fastest .. slowest", "", "copy=1");
  Times copy = measure(bench.context, bench.stream, deviceCopy(bench));
  bench.row("copy", 2 * bytes, copy);
  bench.copyBytesPerSecond = 2 * bytes / (copy.median * 1e-6);
  for (const char *name : {"add_pointers", "add_views", "add_views_ragged"})
    bench.kernelRow("vector_add", name, n / kVectorTile, 3 * bytes, {bench.c, bench.a, bench.b, n});
  bench.kernelRow("softmax", "softmax_forward<float, 1024>", rows, 2 * bytes, {bench.c, bench.a, rows, kColumns});
  // Weight and bias are the first row of b; means and deviations go to `small`.
  const runtime::Buffer &small = bench.small;
  bench.kernelRow("layer_norm", "layer_norm_forward<1024>", rows, 2 * bytes,
                  {bench.c, small, reinterpret_cast<void *>(small.address() + 4 * size_t(rows)), bench.a, bench.b,
                   bench.b, kColumns, 1e-5f});
  bench.kernelRow("reduce_array", "sum_partials<float>", n / kSumTile, bytes, {small, bench.a, n});
  bench.kernelRow("reduce_array", "sum_atomic<float>", n / kSumTile, bytes, {small, bench.a, n});
  launchRow(bench);
}

} // namespace

int main(int argc, char **argv) {
  std::string folder, compared;
  int ordinal = 0;
  size_t mebibytes = 256;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--ordinal" && i + 1 < argc)
      ordinal = std::atoi(argv[++i]);
    else if (argument == "--compare" && i + 1 < argc)
      compared = argv[++i];
    else if (argument == "--mebibytes" && i + 1 < argc)
      mebibytes = std::strtoull(argv[++i], nullptr, 10);
    else
      folder = argument;
  }
  if (folder.empty() || mebibytes == 0 || mebibytes > 4096)
    fail("expected a folder with compiled kernels, and arrays of 1 to 4096 MiB");
  auto device = take(runtime::Device::open(ordinal));
  auto context = take(device.createContext());
  size_t bytes = mebibytes << 20;
  auto buffer = [&](size_t size) { return take(runtime::Buffer::allocate(context, size)); };
  Bench bench{context,
              take(runtime::Stream::create(context)),
              folder,
              compared,
              bytes / 4,
              buffer(bytes),
              buffer(bytes),
              buffer(bytes),
              buffer(bytes / 64)};
  fillRandomly(bench.a);
  fillRandomly(bench.b);
  take(context.synchronize());
  std::printf("%s, arrays of %zu MiB\n", device.name().c_str(), mebibytes);
  run(bench);
  return 0;
}

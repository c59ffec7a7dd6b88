// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays, launches and the table.
#include "tools/bench/Bench.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <dlfcn.h>
#include <random>
#include <unistd.h>

using namespace tilec;
using namespace tilec::bench;

namespace {

constexpr size_t kFlushBytes = 256 << 20;

/// Fills a buffer with one block of values again and again: what memory moves may depend on the bits.
template <class T, class Value> void fillRandomly(const runtime::Buffer &buffer, Value value) {
  std::vector<T> part(std::min<size_t>(buffer.size() / sizeof(T), 1 << 20));
  std::mt19937 generator(1);
  for (T &x : part)
    x = value(generator());
  size_t bytes = sizeof(T) * part.size();
  for (size_t offset = 0; offset < buffer.size(); offset += bytes)
    take(buffer.copyFrom(part.data(), std::min(bytes, buffer.size() - offset), offset));
}

/// Between -1 and 1.
float randomFloat(uint32_t bits) {
  return float(int32_t(bits)) * 0x1p-31f;
}
uint16_t randomBfloat(uint32_t bits) {
  return uint16_t(std::bit_cast<uint32_t>(randomFloat(bits)) >> 16);
}

} // namespace

Bench::Bench(runtime::Context context, Options options)
    : options(std::move(options)), context(context), stream(take(runtime::Stream::create(context))) {}

const runtime::Buffer &Bench::buffer(const std::string &name, size_t bytes,
                                     const std::function<void(const runtime::Buffer &)> &fill) {
  std::string key = name + ' ' + std::to_string(bytes);
  auto found = buffers.find(key);
  if (found == buffers.end()) {
    found = buffers.emplace(key, take(runtime::Buffer::allocate(context, bytes))).first;
    fill(found->second);
    take(context.synchronize());
  }
  return found->second;
}

const runtime::Buffer &Bench::floats(const std::string &which, size_t bytes) {
  return buffer("float " + which, bytes, [](const runtime::Buffer &b) { fillRandomly<float>(b, randomFloat); });
}
const runtime::Buffer &Bench::bfloats(const std::string &which, size_t bytes) {
  return buffer("bfloat " + which, bytes, [](const runtime::Buffer &b) { fillRandomly<uint16_t>(b, randomBfloat); });
}
const runtime::Buffer &Bench::bytes(const std::string &which, size_t bytes) {
  return buffer("bytes " + which, bytes,
                [](const runtime::Buffer &b) { fillRandomly<uint32_t>(b, [](uint32_t bits) { return bits; }); });
}
const runtime::Buffer &Bench::indices(const std::string &which, size_t count, uint32_t limit) {
  return buffer("indices " + which + " " + std::to_string(limit), 4 * count, [=](const runtime::Buffer &b) {
    fillRandomly<uint32_t>(b, [=](uint32_t bits) { return bits % limit; });
  });
}
const runtime::Buffer &Bench::zeros(const std::string &which, size_t bytes) {
  return buffer("zeros " + which, bytes, [this](const runtime::Buffer &b) { take(b.fill(stream, 0)); });
}

bool Bench::wanted(const std::string &name) const {
  for (const std::string &part : options.only)
    if (name.find(part) != std::string::npos)
      return true;
  return options.only.empty();
}

void Bench::flushBetween(bool on) {
  copyTimes.clear();
  flush = {};
  if (on)
    flush = [this, &cold = zeros("flush", kFlushBytes)] { take(cold.fill(stream, 1)); };
}

std::optional<Bench::Kernels> Bench::load(const Row &row) {
  Kernels kernels;
  for (const Step &step : row.steps) {
    std::string path = options.folder + "/" + step.file + ".ptx";
    if (access(path.c_str(), R_OK) != 0) {
      std::printf("%s: no %s.ptx\n", row.name.c_str(), step.file.c_str());
      return std::nullopt;
    }
    auto module = modules.find(path);
    if (module == modules.end())
      module = modules.emplace(path, take(runtime::Module::loadFile(context, path))).first;
    kernels.emplace_back(take(module->second.kernel(step.kernel)), &step);
  }
  return kernels;
}

void Bench::addNvidia(const Row &row, const Kernels &kernels, std::vector<Work> &works,
                      std::vector<std::string> &names) {
  std::vector<OtherKernel> others;
  for (auto &[kernel, step] : kernels) {
    std::string path = options.nvidia + "/" + step->file + ".cubin";
    if (access(path.c_str(), R_OK) != 0)
      return;
    auto other = OtherKernel::find(context, path, kernel.manifest().name);
    if (!other) {
      std::printf("%s: NVIDIA's compiler has made no %s\n", row.name.c_str(), step->kernel.c_str());
      return;
    }
    others.push_back(*other);
  }
  names.push_back("nvcc");
  works.push_back([this, &row, others] {
    if (row.before)
      row.before();
    for (size_t i = 0; i < others.size(); ++i)
      others[i].launch(stream, row.steps[i].grid, row.steps[i].arguments);
  });
}

void Bench::addTriton(const Row &row, std::vector<Work> &works, std::vector<std::string> &names) {
  std::vector<OtherKernel> kernels;
  for (const OtherStep &step : row.triton)
    kernels.push_back(tritonKernel(context, options.triton, step.kernel));
  names.push_back("Triton");
  works.push_back([this, &row, kernels] {
    if (row.beforeTriton)
      row.beforeTriton();
    for (size_t i = 0; i < kernels.size(); ++i) {
      auto arguments = row.triton[i].arguments;
      arguments.insert(arguments.end(), 2, nullptr); // scratch memory that none of them uses
      kernels[i].launch(stream, row.triton[i].grid, arguments);
    }
  });
}

void Bench::copy(size_t bytes) {
  constexpr size_t kLargest = 1 << 30;
  bytes = std::min(bytes, kLargest);
  copyOnDevice(stream, zeros("copy", kLargest).address(), floats("copy", kLargest).address(), bytes);
}

double Bench::copyTime(double bytes) {
  auto found = copyTimes.find(bytes);
  if (found == copyTimes.end())
    found =
        copyTimes
            .emplace(bytes, medians(context, stream, {[&] { copy(size_t(bytes / 2)); }}, options.repetitions, flush)[0])
            .first;
  return found->second;
}

double Bench::sumTime(double bytes) {
  auto found = sumTimes.find(bytes);
  if (found != sumTimes.end())
    return found->second;
  const runtime::Buffer &in = floats("sum", size_t(bytes)), &cell = zeros("cell", 4);
  uint32_t blocks = uint32_t(context.device().multiprocessors() * 8);
  Row sum{"sum", bytes, 0, {{"reduce_array", "sum_by_stride<float, 4096>", {blocks}, {cell, in, int(bytes / 4)}}}};
  auto kernels = load(sum);
  if (!kernels)
    fail("the sum that a row is compared with is missing");
  Work work = [&] { take((*kernels)[0].first.launch({.grid = {blocks}, .stream = &stream}, sum.steps[0].arguments)); };
  return sumTimes.emplace(bytes, medians(context, stream, {work}, options.repetitions, flush)[0]).first->second;
}

Work Bench::cub(const char *function, const runtime::Buffer &out, const runtime::Buffer &in, int n) const {
  if (options.cub.empty())
    return {};
  using Function = int (*)(uint64_t, uint64_t, int, void *);
  void *library = dlopen(options.cub.c_str(), RTLD_NOW);
  auto call = library ? reinterpret_cast<Function>(dlsym(library, function)) : nullptr;
  if (!call)
    fail(options.cub + ": " + dlerror());
  return [=, this, &out, &in] {
    if (int code = call(out.address(), in.address(), n, stream.native()))
      fail(std::string(function) + ": error " + std::to_string(code));
  };
}

void Bench::run(const Row &row) {
  if (!wanted(row.name))
    return;
  auto kernels = load(row);
  if (!kernels)
    return;
  std::vector<Work> works{[&] {
    if (row.before)
      row.before();
    bool isFirst = true;
    for (auto &[kernel, step] : *kernels) {
      take(kernel.launch({.grid = step->grid, .stream = &stream, .programmaticDependentLaunch = !isFirst},
                         step->arguments));
      isFirst = false;
    }
  }};
  std::vector<std::string> names{"tilec"};
  if (!options.nvidia.empty())
    addNvidia(row, *kernels, works, names);
  if (!options.triton.empty() && !row.triton.empty())
    addTriton(row, works, names);
  if (row.other) {
    names.push_back("CUB");
    works.push_back(row.other);
  }
  // Alone, as the copy is: in turn with one that takes ten times as long, a kernel takes 1 to 2 % more.
  double time = medians(context, stream, {works[0]}, options.repetitions, flush)[0];
  double ofOther = row.onlyReads ? sumTime(row.bytes) : copyTime(row.bytes);
  Result result{row.name, time, row.bytes, ofOther / time, row.goal, bool(flush), {}};
  if (works.size() > 1) {
    auto times = medians(context, stream, works, options.repetitions, flush);
    for (size_t i = 1; i < times.size(); ++i)
      result.others[names[i]] = times[i] / times[0];
  }
  results.push_back(result);
}

void Bench::print() const {
  std::printf("%-42s %8s %6s %6s %6s %6s %6s %5s\n", "", "us", "GB/s", "copy=1", "nvcc", "Triton", "CUB", "goal");
  int missed = 0;
  for (const Result &r : results) {
    std::printf("%-42s %8.1f %6.0f %6.3f", r.name.c_str(), r.time, r.bytes / r.time / 1e3, r.ratio);
    bool ok = r.ratio >= r.goal;
    for (const char *name : {"nvcc", "Triton", "CUB"}) {
      auto other = r.others.find(name);
      other == r.others.end() ? std::printf(" %6s", "") : std::printf(" %6.2f", other->second);
    }
    auto library = r.others.find("CUB"), triton = r.others.find("Triton"), nvcc = r.others.find("nvcc");
    // A small launch may do either: 0.95 of the copy, or 1.2 times the other compiler.
    if (r.small && nvcc != r.others.end())
      ok |= nvcc->second >= 1.2;
    for (auto &other : {library, triton})
      ok &= other == r.others.end() || other->second >= 0.995;
    missed += !ok;
    std::printf(" %5.2f %s\n", r.goal, ok ? "ok" : "MISS");
  }
  std::printf("%zu rows, %d miss their goal; nvcc, Triton, CUB: their time over ours\n", results.size(), missed);
}

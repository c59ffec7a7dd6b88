// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime on a real driver: `tilec-runtime-device [file.ptx|cubin|fatbin ...]` runs every check and loads every
// file named. One line per check; exit code 1 if one failed; 77 where there is no device.
#include "runtime/ContextState.h"
#include "test/runtime/device/HandwrittenKernels.h"
#include "tilec/Runtime.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <stdexcept>

using namespace tilec::runtime;

/// By `new`, of this program.
static std::atomic<size_t> allocations = 0;

void *operator new(size_t bytes) {
  ++allocations;
  if (void *memory = std::malloc(bytes ? bytes : 1))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, size_t) noexcept {
  std::free(memory);
}

namespace {

/// Ends one check.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void require(bool holds, const std::string &text) {
  if (!holds)
    throw Failure(text);
}

void must(const Status &status) {
  if (!status)
    throw Failure(status.error().message());
}

template <typename T> T must(Expected<T> result) {
  if (!result)
    throw Failure(result.error().message());
  return std::move(*result);
}

/// An error that is expected, as text.
template <typename T> std::string errorOf(const T &result) {
  require(!result, "expected an error, got success");
  return result.error().message();
}

void requireText(const std::string &text, const std::string &part) {
  require(text.find(part) != std::string::npos, "expected '" + part + "' in: " + text);
}

/// A module of the handwritten kernels, and one array.
struct Fixture {
  explicit Fixture(const Context &context, size_t words = 4096)
      : context(context), module(must(Module::load(context, handwrittenPtx()))),
        out(must(Buffer::allocate(context, words * 4))), host(words) {
    must(out.copyFrom(host.data(), out.size()));
  }
  Kernel kernel(const char *name) {
    return must(module.kernel(name));
  }
  const std::vector<uint32_t> &result() {
    must(context.synchronize());
    must(out.copyTo(host.data(), out.size()));
    return host;
  }
  void expect(size_t index, uint32_t value) {
    require(host[index] == value, "out[" + std::to_string(index) + "]: expected " + std::to_string(value) + ", got " +
                                      std::to_string(host[index]));
  }

  Context context;
  Module module;
  Buffer out;
  std::vector<uint32_t> host;
};

LaunchOptions grid(uint32_t x, const Stream *stream = nullptr) {
  LaunchOptions options;
  options.grid = {x, 1, 1};
  options.stream = stream;
  return options;
}

void plainLaunch(const Context &context) {
  Fixture f(context);
  must(f.kernel("index").launch(grid(8), {f.out, 1000}));
  f.result();
  for (uint32_t i = 0; i < 1024; ++i)
    f.expect(i, i < 1000 ? i : 0);
}

void clusterOfSixteen(const Context &context) {
  Fixture f(context);
  must(f.kernel("cluster").launch(grid(3), {f.out}));
  f.result();
  for (uint32_t i = 0; i < 49; ++i)
    f.expect(i, i < 48 ? 16 : 0);
}

void largeSharedMemory(const Context &context) {
  Fixture f(context);
  LaunchOptions options = grid(1);
  options.sharedMemoryCarveout = 100;
  must(f.kernel("shared").launch(options, {f.out}));
  f.result();
  for (uint32_t i = 0; i < 128; ++i)
    f.expect(i, i);
}

void persistentWithWorkspace(const Context &context) {
  Fixture f(context);
  uint32_t resident = context.device().multiprocessors();
  for (int repeat = 0; repeat < 3; ++repeat) // a workspace that is not zeroed again would show
    must(f.kernel("count").launch(grid(100000), {f.out, 2 * repeat}));
  f.result();
  for (uint32_t i = 0; i < resident + 1; ++i)
    f.expect(i, i < resident ? 100000 * 1000 + 4 : 0);
}

void graphs(const Context &context) {
  Fixture f(context);
  Stream stream = must(Stream::create(context));
  Kernel after = f.kernel("after"), count = f.kernel("count");
  must(context.synchronize());
  must(stream.beginCapture());
  must(after.launch(grid(1, &stream), {f.out}));
  must(after.launch(grid(1, &stream), {f.out}));
  Graph graph = must(stream.endCapture());
  must(graph.launch(stream));
  must(graph.launch(stream));
  must(stream.synchronize());
  f.result();
  f.expect(5, 4);
  must(stream.beginCapture());
  must(count.launch(grid(7, &stream), {f.out, 2})); // its workspace becomes part of the graph
  Graph withMemory = must(stream.endCapture());
  must(withMemory.launch(stream));
  must(withMemory.launch(stream));
  must(stream.synchronize());
  f.result();
  f.expect(6, 7002);
}

void dependentLaunches(const Context &context) {
  Fixture f(context);
  Stream stream = must(Stream::create(context));
  LaunchOptions options = grid(1, &stream);
  options.programmaticDependentLaunch = true;
  Kernel after = f.kernel("after");
  must(context.synchronize());
  for (int i = 0; i < 100; ++i)
    must(after.launch(options, {f.out}));
  must(stream.synchronize());
  f.result();
  f.expect(127, 100);
}

void eventsMeasure(const Context &context) {
  Fixture f(context);
  Stream stream = must(Stream::create(context, -1));
  Event start = must(Event::create(context)), stop = must(Event::create(context));
  must(start.record(stream));
  must(f.kernel("after").launch(grid(1, &stream), {f.out}));
  must(stop.record(stream));
  must(stop.synchronize());
  float milliseconds = must(stop.millisecondsSince(start));
  require(milliseconds > 0 && milliseconds < 1000, "measured " + std::to_string(milliseconds) + " ms");
}

void severalContexts(const Context &primary) {
  Context own = must(primary.device().createContext());
  Fixture a(own), b(primary);
  must(a.kernel("index").launch(grid(1), {a.out, 100}));
  must(b.kernel("index").launch(grid(1), {b.out, 50}));
  a.result(), b.result();
  a.expect(99, 99);
  b.expect(49, 49);
  b.expect(99, 0);
}

void errors(const Context &context) {
  Fixture f(context);
  requireText(errorOf(f.kernel("index").launch(grid(1), {f.out})), "expected 2 arguments, got 1");
  requireText(errorOf(f.kernel("index").launch(grid(1), {f.out, 1.5f})), "expected u32, got f32");
  requireText(errorOf(Buffer::allocate(context, size_t(1) << 44)), "CUDA_ERROR_OUT_OF_MEMORY");
  std::string ptx = handwrittenPtx();
  requireText(errorOf(Module::load(context, ptx.substr(0, ptx.size() - 9))), "kBadManifest");
  std::string wrong = ptx;
  wrong.replace(wrong.find("griddepcontrol.wait"), 19, "griddepcontrol.what");
  requireText(errorOf(Module::load(context, wrong)), "cuModuleLoadDataEx: ");
  tilec::manifest::Manifest later = handwrittenManifest();
  later.architecture = "sm_100a";
  requireText(errorOf(Module::load(context, ptx, tilec::manifest::toJson(later))), "module is built for sm_100a");
  // A grid that the rules allow and the driver refuses: an error of the driver, not a crash.
  LaunchOptions tooDeep = grid(1);
  tooDeep.grid.z = 65536;
  requireText(errorOf(f.kernel("index").launch(tooDeep, {f.out, 1})), "kBadGrid");
}

void variants(const Context &context) {
  Fixture f(context);
  Kernel kernel = f.kernel("choose");
  Stream stream = must(Stream::create(context));
  const void *odd = reinterpret_cast<const void *>(f.out.address() + 4);
  auto runs = [&](const Argument &p, int n, std::optional<size_t> pinned = {}) {
    LaunchOptions options = grid(1, &stream);
    options.variant = pinned;
    must(kernel.launch(options, {f.out, p, f.out, n}));
    must(stream.synchronize());
    return f.result()[0];
  };
  require(runs(f.out, 8) == 100, "expected variant 0 of aligned pointers and a divisible number");
  require(runs(f.out, 7) == 101, "expected variant 1 of an odd number");
  require(runs(odd, 8) == 102, "expected variant 2 of an odd address");
  require(runs(f.out, 8, 2) == 102 && kernel.lastVariant() == 2, "expected the variant that was asked for");
  LaunchOptions options = grid(1, &stream);
  options.variant = 0;
  requireText(errorOf(kernel.launch(options, {f.out, odd, f.out, 8})),
              "needs argument 1 'out' to be a multiple of 16, got ");
  // A captured launch keeps the variant that was right for its arguments.
  must(stream.beginCapture());
  must(kernel.launch(grid(1, &stream), {f.out, odd, f.out, 8}));
  Graph graph = must(stream.endCapture());
  must(graph.launch(stream));
  must(stream.synchronize());
  require(f.result()[0] == 102, "expected variant 2 in the graph");
}

/// Mean time of one call, in microseconds.
double microsecondsOf(const Stream &stream, const std::function<void()> &call) {
  constexpr int kRounds = 20, kCalls = 500; // fewer than the driver queues
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i)
      call();
    std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
    must(stream.synchronize());
    best = std::min(best, elapsed.count() / kCalls);
  }
  return best;
}

void launchOverhead(const Context &context) {
  Fixture f(context);
  Stream stream = must(Stream::create(context));
  Kernel index = f.kernel("index"), choose = f.kernel("choose");
  LaunchOptions options = grid(1, &stream);
  Argument two[] = {f.out, 1000}, four[] = {f.out, f.out, f.out, 1000}, odd[] = {f.out, f.out, f.out, 1001};
  auto launching = [&](const Kernel &kernel, std::span<const Argument> arguments) {
    return microsecondsOf(stream, [&, arguments] { must(kernel.launch(options, arguments)); });
  };
  std::printf(
      "     host side of a launch: %.2f us; 4 arguments, 4 facts of variant 0: %.2f us; 7 facts of both: %.2f us\n",
      launching(index, two), launching(choose, four), launching(choose, odd));
  std::printf("     of it before the driver: %.3f us; %.3f us; %.3f us\n",
              microsecondsOf(stream, [&] { must(index.selectVariant(options, two)); }),
              microsecondsOf(stream, [&] { must(choose.selectVariant(options, four)); }),
              microsecondsOf(stream, [&] { must(choose.selectVariant(options, odd)); }));
  const ContextState &state = *context.shared();
  {
    ContextScope current(state);
    std::printf("     with the context current already: %.2f us; %.2f us; %.2f us\n", launching(index, two),
                launching(choose, four), launching(choose, odd));
  }
  cu::FunctionHandle function = nullptr;
  ContextScope scope(state);
  must(scope.call(state.driver->moduleGetFunction, &function, f.module.native(), "index"));
  uint64_t out = f.out.address();
  unsigned n = 1000;
  void *parameters[] = {&out, &n};
  cu::LaunchConfig config = {1, 1, 1, 128, 1, 1, 0, stream.native(), nullptr, 0};
  std::printf(
      "     cuLaunchKernelEx alone: %.2f us; making the context current and back: %.3f us\n",
      microsecondsOf(stream,
                     [&] { must(scope.call(state.driver->launchKernel, &config, function, parameters, nullptr)); }),
      microsecondsOf(stream, [&] { ContextScope inner(state); }));
}

/// A launch with two tensor maps that are there already, beside the driver's own with the same parameters.
void launchWithMaps(const Context &context) {
  Fixture f(context);
  Stream stream = must(Stream::create(context));
  Kernel mapped = f.kernel("mapped");
  LaunchOptions options = grid(1, &stream);
  Argument arguments[] = {f.out, 8, 32};
  const ContextState &state = *context.shared();
  ContextScope scope(state);
  cu::FunctionHandle function = nullptr;
  must(scope.call(state.driver->moduleGetFunction, &function, f.module.native(), "mapped_maps"));
  uint64_t out = f.out.address();
  unsigned rows = 8, columns = 32;
  cu::TensorMap from = {}, to = {};
  void *parameters[] = {&out, &rows, &columns, &from, &to};
  cu::LaunchConfig config = {1, 1, 1, 32, 1, 1, 0, stream.native(), nullptr, 0};
  auto throughRuntime = [&] { must(mapped.launch(options, arguments)); };
  auto byDriver = [&] { must(scope.call(state.driver->launchKernel, &config, function, parameters, nullptr)); };
  throughRuntime();
  must(stream.synchronize());
  size_t before = allocations;
  throughRuntime();
  require(allocations == before, "a launch with cached tensor maps allocates");
  // In turn, so that both meet the same machine; 100000 launches of each.
  constexpr int kTurns = 10;
  double ours = 1e9, theirs = 1e9;
  for (int turn = 0; turn < kTurns; ++turn) {
    ours = std::min(ours, microsecondsOf(stream, throughRuntime));
    theirs = std::min(theirs, microsecondsOf(stream, byDriver));
  }
  std::printf("     two tensor maps: %.3f us; cuLaunchKernelEx with the same parameters: %.3f us; more: %.3f us\n",
              ours, theirs, ours - theirs);
}

void loadFile(const Context &context, const std::string &path) {
  Module module = must(Module::loadFile(context, path));
  std::string kernels;
  for (const tilec::manifest::Kernel &kernel : module.manifest().kernels) {
    must(module.kernel(kernel.name));
    kernels += " " + kernel.displayName;
  }
  std::printf("     %s:%s\n", path.c_str(), kernels.c_str());
}

bool run(const std::string &name, const std::function<void()> &check) {
  try {
    check();
    std::printf("ok   %s\n", name.c_str());
    return true;
  } catch (const Failure &failure) {
    std::printf("FAIL %s: %s\n", name.c_str(), failure.what());
    return false;
  }
}

} // namespace

int main(int argc, char **argv) {
  auto device = Device::open();
  if (!device) {
    std::printf("no device: %s\n", device.error().message().c_str());
    return 77;
  }
  auto context = device->primaryContext();
  if (!context) {
    std::printf("FAIL primary context: %s\n", context.error().message().c_str());
    return 1;
  }
  std::printf("runtime on %s (%s)\n", device->name().c_str(), device->architecture().c_str());
  std::pair<const char *, void (*)(const Context &)> checks[] = {{"plain launch", plainLaunch},
                                                                 {"16 CTAs per cluster", clusterOfSixteen},
                                                                 {"200 KB of shared memory", largeSharedMemory},
                                                                 {"persistent with workspace", persistentWithWorkspace},
                                                                 {"graphs", graphs},
                                                                 {"programmatic dependent launch", dependentLaunches},
                                                                 {"events", eventsMeasure},
                                                                 {"variants", variants},
                                                                 {"several contexts", severalContexts},
                                                                 {"errors", errors},
                                                                 {"launch overhead", launchOverhead},
                                                                 {"launch with tensor maps", launchWithMaps}};
  bool ok = true;
  for (auto [name, check] : checks)
    ok &= run(name, [&, check = check] { check(*context); });
  for (int i = 1; i < argc; ++i)
    ok &= run("load", [&] { loadFile(*context, argv[i]); });
  return ok ? 0 : 1;
}

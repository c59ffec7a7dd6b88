// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch hands to the driver: variant, grid, attributes, parameters; and which arguments it refuses.
#include "runtime/ContextState.h"
#include "test/runtime/FakeDevice.h"
#include "test/support/Catch.h"

#include <cstring>

using namespace tilec::runtime;

namespace {

struct Record {
  int a = 1, b = 2, c = 3;
};

const Argument kHalf = Argument::bits("f16", 0x3c00, 2);
const Record kRecordValue;
const Argument kRecord = Argument::record(&kRecordValue, sizeof(kRecordValue));

const void *address(uint64_t value) {
  return reinterpret_cast<const void *>(value);
}

Kernel loadKernel(const char *name) {
  auto module = Module::load(fakeContext(), fakePtx());
  REQUIRE(module);
  auto kernel = module->kernel(name);
  REQUIRE(kernel);
  return *kernel;
}

std::string messageOf(const Status &status) {
  REQUIRE(!status);
  return status.error().message();
}

} // namespace

TEST_CASE("a launch that fulfils no facts takes the plain variant with the grid of tile blocks") {
  Kernel kernel = loadKernel("a_add");
  REQUIRE(kernel.launch({.grid = {5, 6, 7}}, {address(4), 7, 2.0, kHalf, kRecord}));
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=5x6x7 block=128x1x1 shared=0");
  int n = 0;
  std::memcpy(&n, fakeLaunchParameter(1), sizeof(n));
  CHECK(n == 7);
  CHECK(fakePushedContexts() == 0);
}

TEST_CASE("a launch takes the addresses of values, as the driver does") {
  Kernel kernel = loadKernel("a_add");
  uint64_t p = 8;
  int n = 7;
  double scale = 2;
  uint16_t half = 0x3c00;
  Record record;
  void *addresses[] = {&p, &n, &scale, &half, &record};
  REQUIRE(kernel.launchAddresses({.grid = {5, 6, 7}}, addresses));
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=5x6x7 block=128x1x1 shared=0");
  CHECK(std::memcmp(fakeLaunchParameter(0), &p, sizeof(p)) == 0);
  CHECK(std::memcmp(fakeLaunchParameter(3), &half, sizeof(half)) == 0);
  p = 16, n = 8;
  REQUIRE(kernel.launchAddresses({.grid = {5}}, addresses));
  CHECK(kernel.lastVariant() == 0u);
  CHECK(kernel.launchAddresses({}, std::span(addresses).first(4)).error().code == kArgumentCount);
}

TEST_CASE("a launch takes values one after the other, at multiples of 8 bytes") {
  Kernel kernel = loadKernel("a_add");
  struct alignas(8) Words {
    uint64_t p = 0x1230;
    alignas(8) int32_t n = 3;
    alignas(8) double scale = 2;
    alignas(8) uint16_t half = 0x3c00;
    alignas(8) Record record;
  } words;
  REQUIRE(kernel.launchWords({.grid = {5, 6, 7}}, &words));
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=5x6x7 block=128x1x1 shared=0");
  CHECK(std::memcmp(fakeLaunchParameter(0), &words.p, sizeof(words.p)) == 0);
  CHECK(std::memcmp(fakeLaunchParameter(1), &words.n, sizeof(words.n)) == 0);
  CHECK(std::memcmp(fakeLaunchParameter(3), &words.half, sizeof(words.half)) == 0);
  words.p = 16, words.n = 8;
  REQUIRE(kernel.launchWords({.grid = {5}}, &words));
  CHECK(kernel.lastVariant() == 0u);
}

TEST_CASE("a kernel says how many of its blocks a multiprocessor holds") {
  Kernel kernel = loadKernel("a_add");
  CHECK(*kernel.residentBlocks(1) == 2);
  CHECK(lastCall("cuOccupancy") == "cuOccupancyMaxActiveBlocksPerMultiprocessor 128 0");
  CHECK(kernel.native(1) == reinterpret_cast<void *>(uintptr_t('a')));
  CHECK(*kernel.attribute(4, 1) == 0);
  // Of 16 CTAs each; those of a cluster need not lie on one multiprocessor.
  Kernel wide = loadKernel("wide");
  CHECK(*wide.residentBlocks(0) == 1);
  fakeResidentCtas(0);
  CHECK(*wide.residentBlocks(0) == 0);
}

TEST_CASE("each fact decides: alignment, divisibility, bound") {
  Kernel kernel = loadKernel("a_add");
  auto variant = [&](uint64_t pointer, int n) {
    Argument arguments[] = {address(pointer), n, 2.0, kHalf, kRecord};
    return *kernel.selectVariant({}, arguments);
  };
  CHECK(variant(16, 8) == 0);
  CHECK(variant(8, 8) == 1);
  CHECK(variant(16, 7) == 1);
  CHECK(variant(16, -4) == 1);
  CHECK(variant(0, 0) == 0);
}

TEST_CASE("a persistent variant gets the logical grid, a zeroed workspace and a grid that fits the device") {
  Kernel kernel = loadKernel("a_add");
  REQUIRE(kernel.launch({.grid = {1000, 1, 1}}, {address(16), 8, 2.0, kHalf, kRecord}));
  CHECK(std::string(fakeLog()).find("cuMemPoolCreate 0\ncuMemPoolSetAttribute 4 18446744073709551615\n") !=
        std::string::npos);
  CHECK(std::string(fakeLog()).find("cuMemAllocFromPoolAsync 4000\ncuMemsetD8Async 0 4000\n"
                                    "cuLaunchKernelEx b grid=264x1x1 block=256x1x1 shared=0\ncuMemFreeAsync\n") !=
        std::string::npos);
  REQUIRE(kernel.launch({.grid = {10, 2, 1}}, {address(16), 8, 2.0, kHalf, kRecord}));
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx b grid=20x1x1 block=256x1x1 shared=0");
}

TEST_CASE("a persistent variant gets no more CTAs than a multiprocessor holds, and one at least") {
  for (int held : {0, 1, 2, 9}) {
    auto module = Module::load(fakeContext(), fakePtx());
    REQUIRE(module);
    fakeResidentCtas(held);
    auto kernel = module->kernel("a_add");
    REQUIRE(kernel);
    REQUIRE(kernel->launch({.grid = {1000, 1, 1}}, {address(16), 8, 2.0, kHalf, kRecord}));
    int ctas = 132 * std::clamp(held, 1, 2); // the manifest allows 2
    CHECK(lastCall("cuLaunchKernelEx") ==
          "cuLaunchKernelEx b grid=" + std::to_string(ctas) + "x1x1 block=256x1x1 shared=0");
  }
}

TEST_CASE("a variant whose blocks are several of the source's gets as many CTAs less, and counts its own blocks") {
  tilec::manifest::Manifest manifest = fakeModuleManifest();
  auto &fast = manifest.kernels[0].variants[0];
  fast.grid = {};
  fast.grid.joined = {4, 2, 1};
  fast.hiddenParameters = {};
  fast.workspace = {};
  auto launched = [&](Dim3 grid) {
    auto module = Module::load(fakeContext(), fakePtx(manifest));
    REQUIRE(module);
    auto kernel = module->kernel("a_add");
    REQUIRE(kernel);
    REQUIRE(kernel->launch({.grid = grid}, {address(16), 8, 2.0, kHalf, kRecord}));
    return std::string(lastCall("cuLaunchKernelEx"));
  };
  CHECK(launched({1000, 6, 2}) == "cuLaunchKernelEx b grid=250x3x2 block=256x1x1 shared=0");
  fast.grid.kind = tilec::manifest::GridRule::Kind::Persistent;
  CHECK(launched({8, 6, 2}) == "cuLaunchKernelEx b grid=12x1x1 block=256x1x1 shared=0");
}

TEST_CASE("a variant whose blocks are parts gets a grid of parts, and counts them in persistent CTAs") {
  tilec::manifest::Manifest manifest = fakeModuleManifest();
  auto &fast = manifest.kernels[0].variants[0];
  fast.grid = {};
  fast.grid.parts = {2, 4, 1};
  fast.hiddenParameters = {};
  fast.workspace = {};
  auto launched = [&](tilec::runtime::Dim3 grid) {
    auto module = Module::load(fakeContext(), fakePtx(manifest));
    REQUIRE(module);
    auto kernel = module->kernel("a_add");
    REQUIRE(kernel);
    REQUIRE(kernel->launch({.grid = grid}, {address(16), 8, 2.0, kHalf, kRecord}));
    return std::string(lastCall("cuLaunchKernelEx"));
  };
  CHECK(launched({10, 3, 2}) == "cuLaunchKernelEx b grid=20x12x2 block=256x1x1 shared=0");
  fast.grid.kind = tilec::manifest::GridRule::Kind::Persistent;
  CHECK(launched({3, 2, 1}) == "cuLaunchKernelEx b grid=48x1x1 block=256x1x1 shared=0");
}

// Clusters lie in one part of the device each: with one more than fits, all would wait for it.
TEST_CASE("a persistent variant gets no more clusters than the device holds at a time") {
  for (int held : {0, 5, 30, 99}) {
    tilec::manifest::Manifest manifest = fakeModuleManifest();
    manifest.kernels[0].variants[0].cluster = {8, 1, 1};
    auto context = fakeContext();
    fakeResidentClusters(held);
    auto module = Module::load(context, fakePtx(manifest));
    REQUIRE(module);
    auto kernel = module->kernel("a_add");
    REQUIRE(kernel);
    REQUIRE(kernel->launch({.grid = {1000, 1, 1}}, {address(16), 8, 2.0, kHalf, kRecord}));
    int clusters = std::clamp(held, 1, 2 * 132 / 8);
    CHECK(lastCall("cuLaunchKernelEx") ==
          "cuLaunchKernelEx b grid=" + std::to_string(8 * clusters) + "x1x1 block=256x1x1 shared=0 cluster=8x1x1");
  }
}

TEST_CASE("a workspace that stays zero is cleared once for each stream, and each time in a captured one") {
  int before = fakeLiveObjects();
  {
    tilec::manifest::Manifest manifest = fakeModuleManifest();
    manifest.kernels[0].variants[0].workspace = {tilec::manifest::Expression::constant(4), true, true};
    auto context = fakeContext();
    auto module = Module::load(context, fakePtx(manifest));
    REQUIRE(module);
    auto kernel = module->kernel("a_add");
    REQUIRE(kernel);
    auto stream = Stream::create(context);
    REQUIRE(stream);
    auto callsOf = [&](const std::string &call, const Stream *on) {
      size_t start = std::string(fakeLog()).size(), count = 0;
      REQUIRE(kernel->launch({.grid = {7, 1, 1}, .stream = on}, {address(16), 8, 2.0, kHalf, kRecord}));
      std::string log = std::string(fakeLog()).substr(start);
      for (size_t at = log.find(call); at != std::string::npos; at = log.find(call, at + 1))
        ++count;
      return count;
    };
    CHECK(callsOf("cuMemsetD8Async 0 256", nullptr) == 1);
    CHECK(callsOf("cuMem", nullptr) == 0);
    CHECK(callsOf("cuMemsetD8Async 0 256", &*stream) == 1);
    CHECK(callsOf("cuMem", &*stream) == 0);
    REQUIRE(stream->beginCapture());
    CHECK(callsOf("cuMemsetD8Async 0 4\n", &*stream) == 1);
    CHECK(callsOf("cuMemFreeAsync", &*stream) == 1);
    REQUIRE(stream->endCapture());
    CHECK(callsOf("cuMem", &*stream) == 0);
  }
  CHECK(fakeLiveObjects() == before);
}

TEST_CASE("a failing launch still frees its workspace") {
  int before = fakeLiveObjects();
  {
    Kernel kernel = loadKernel("a_add");
    int loaded = fakeLiveObjects();
    fakeFail("cuLaunchKernelEx", 719);
    Status status = kernel.launch({.grid = {1, 1, 1}}, {address(16), 8, 2.0, kHalf, kRecord});
    CHECK(messageOf(status) == "cuLaunchKernelEx: CUDA_ERROR_SOMETHING (719): something failed");
    CHECK(fakeLiveObjects() == loaded);
  }
  CHECK(fakeLiveObjects() == before);
}

TEST_CASE("large shared memory, its part of the L1 cache and 16 CTAs per cluster are asked for before the launch, and "
          "multiply the grid") {
  Kernel kernel = loadKernel("wide");
  CHECK(std::string(fakeLog()).find(
            "cuFuncSetAttribute 8 204800\ncuFuncSetAttribute 9 91\ncuFuncSetAttribute 14 1\n") != std::string::npos);
  REQUIRE(kernel.launch({.grid = {3, 1, 1}}, {address(16), 8, 2.0, kHalf, kRecord}));
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx w grid=12x2x2 block=128x1x1 shared=204800 cluster=4x2x2");
}

TEST_CASE("launch options become attributes") {
  Kernel kernel = loadKernel("a_add");
  LaunchOptions options;
  options.sharedMemoryCarveout = 40;
  options.programmaticDependentLaunch = true;
  REQUIRE(kernel.launch(options, {address(4), 8, 2.0, kHalf, kRecord}));
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=1x1x1 block=128x1x1 shared=0 pdl=1 carveout=40");
  options.sharedMemoryCarveout = 101;
  CHECK(messageOf(kernel.launch(options, {address(4), 8, 2.0, kHalf, kRecord})) ==
        "Kernel::launch: kSharedMemory (-10): expected a carveout of 0 to 100 percent, got 101");
}

TEST_CASE("a launch is like the latest one only with its arguments, grid and options") {
  Kernel kernel = loadKernel("a_add");
  auto launched = [&](const LaunchOptions &options, int n) {
    REQUIRE(kernel.launch(options, {address(4), n, 2.0, kHalf, kRecord}));
    int got = 0;
    std::memcpy(&got, fakeLaunchParameter(1), sizeof(got));
    CHECK(got == n);
    return lastCall("cuLaunchKernelEx");
  };
  for (int again = 0; again < 2; ++again)
    CHECK(launched({.grid = {5, 6, 7}}, 7) == "cuLaunchKernelEx a grid=5x6x7 block=128x1x1 shared=0");
  CHECK(launched({.grid = {5, 6, 7}}, 8) == "cuLaunchKernelEx a grid=5x6x7 block=128x1x1 shared=0");
  CHECK(launched({.grid = {5, 6, 8}}, 8) == "cuLaunchKernelEx a grid=5x6x8 block=128x1x1 shared=0");
  CHECK(launched({.grid = {5, 6, 8}, .sharedMemoryCarveout = 25}, 8) ==
        "cuLaunchKernelEx a grid=5x6x8 block=128x1x1 shared=0 carveout=25");
  CHECK(launched({.grid = {5, 6, 8}}, 8) == "cuLaunchKernelEx a grid=5x6x8 block=128x1x1 shared=0");
  CHECK(kernel.lastVariant() == size_t(1));
  CHECK(fakePushedContexts() == 0);
}

TEST_CASE("what does not wait for the kernel ahead is not launched beside it") {
  Kernel kernel = loadKernel("wide");
  REQUIRE(kernel.launch({.programmaticDependentLaunch = true}, {address(16), 8, 2.0, kHalf, kRecord}));
  CHECK(lastCall("cuLaunchKernelEx").find("pdl") == std::string::npos);
}

TEST_CASE("the number of arguments is checked") {
  Kernel kernel = loadKernel("a_add");
  CHECK(messageOf(kernel.launch({}, {address(4), 8})) ==
        "Kernel::launch: kArgumentCount (-7): kernel 'ns::add<float, 128>(float*, int, double, __half, R)': expected 5 "
        "arguments, got 2");
}

TEST_CASE("argument types are checked, with kernel, parameter and both types in the message") {
  Kernel kernel = loadKernel("wide");
  auto refused = [&](const Argument &p, const Argument &n, const Argument &scale, const Argument &h,
                     const Argument &r) {
    std::string text = messageOf(kernel.launch({}, {p, n, scale, h, r}));
    std::string start = "Kernel::launch: kArgumentType (-8): argument ";
    REQUIRE(text.starts_with(start));
    return text.substr(start.size());
  };
  std::string of = " of kernel 'wide(float*, int, double, __half, R)': expected ";
  Argument pointer = address(16);
  CHECK(refused(7, 8, 2.0, kHalf, kRecord) == "0 'p'" + of + "pointer to f32, got i32");
  CHECK(refused(pointer, 2.0, 2.0, kHalf, kRecord) == "1 'n'" + of + "i32, got f64");
  CHECK(refused(pointer, int64_t(1) << 31, 2.0, kHalf, kRecord) ==
        "1 'n'" + of + "i32, got i64 2147483648, which does not fit");
  CHECK(refused(pointer, ~uint64_t(0), 2.0, kHalf, kRecord) ==
        "1 'n'" + of + "i32, got u64 18446744073709551615, which does not fit");
  CHECK(refused(pointer, 8, 2, kHalf, kRecord) == "2 'scale'" + of + "f64, got i32");
  CHECK(refused(pointer, 8, 2.0, 1.0f, kRecord) == "3 'h'" + of + "f16, got f32");
  CHECK(refused(pointer, 8, 2.0, Argument::bits("bf16", 0, 2), kRecord) == "3 'h'" + of + "f16, got bf16");
  CHECK(refused(pointer, 8, 2.0, Argument::bits("f16", 0, 4), kRecord) == "3 'h'" + of + "f16, got f16 of 4 bytes");
  CHECK(refused(pointer, 8, 2.0, kHalf, Argument::record(&kRecordValue, 8)) ==
        "4 'r'" + of + "record of 12 bytes, got record of 8 bytes");
}

TEST_CASE("arguments convert where no value is lost") {
  Kernel kernel = loadKernel("wide");
  for (const Argument &n : {Argument(uint8_t(200)), Argument(int64_t(-5)), Argument(size_t(7)), Argument(true)})
    CHECK(kernel.launch({}, {nullptr, n, 2.0f, kHalf, kRecord}));
  REQUIRE(kernel.launch({}, {nullptr, int64_t(-5), 2.0f, kHalf, kRecord}));
  int n = 0;
  std::memcpy(&n, fakeLaunchParameter(1), sizeof(n));
  CHECK(n == -5);
}

TEST_CASE("integers go to parameters that can hold them, and to no others") {
  auto accepts = [](const char *type, uint32_t size, const Argument &argument) {
    tilec::manifest::Parameter parameter = {"x", tilec::manifest::Parameter::Kind::Integer, size, size, type[0] == 'i',
                                            type};
    tilec::manifest::Variant variant;
    variant.entry = "k";
    tilec::manifest::Kernel kernel{"k", "k(x)", {parameter}, {variant}};
    auto module = Module::load(fakeContext(), fakePtx({"0.1.0", "sm_90a", {kernel}}));
    REQUIRE(module);
    Argument arguments[] = {argument};
    return bool(module->kernel("k")->selectVariant({}, arguments));
  };
  CHECK(accepts("u8", 1, 255));
  CHECK_FALSE(accepts("u8", 1, 256));
  CHECK_FALSE(accepts("u8", 1, -1));
  CHECK(accepts("i8", 1, -128));
  CHECK_FALSE(accepts("i8", 1, 128));
  CHECK(accepts("u32", 4, int64_t(4294967295)));
  CHECK_FALSE(accepts("u32", 4, int64_t(4294967296)));
  CHECK(accepts("i32", 4, int64_t(-2147483648)));
  CHECK_FALSE(accepts("i32", 4, int64_t(-2147483649)));
  CHECK(accepts("u64", 8, ~uint64_t(0)));
  CHECK_FALSE(accepts("u64", 8, int64_t(-1)));
  CHECK(accepts("i64", 8, int64_t(-1)));
  CHECK_FALSE(accepts("i64", 8, ~uint64_t(0)));
  CHECK(accepts("bool", 1, true));
  CHECK_FALSE(accepts("bool", 1, 2));
}

TEST_CASE("empty and oversized grids are refused") {
  Kernel kernel = loadKernel("wide");
  CHECK(messageOf(kernel.launch({.grid = {0, 1, 1}}, {nullptr, 1, 2.0, kHalf, kRecord})) ==
        "Kernel::launch: kBadGrid (-9): expected a grid of at least 1 tile block in each dimension, got 0x1x1");
  CHECK(messageOf(kernel.launch({.grid = {1, 40000, 1}}, {nullptr, 1, 2.0, kHalf, kRecord})) ==
        "Kernel::launch: kBadGrid (-9): expected a grid of at most 2147483647x65535x65535 CTAs, got 4x80000x2");
}

TEST_CASE("a launch can name its variant, if the variant's facts hold") {
  Kernel kernel = loadKernel("a_add");
  CHECK_FALSE(kernel.lastVariant());
  LaunchOptions options;
  REQUIRE(kernel.launch(options, {address(16), 8, 2.0, kHalf, kRecord}));
  CHECK(kernel.lastVariant() == 0);
  options.variant = 1;
  REQUIRE(kernel.launch(options, {address(16), 8, 2.0, kHalf, kRecord}));
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=1x1x1 block=128x1x1 shared=0");
  CHECK(kernel.lastVariant() == 1);
  options.variant = 0;
  std::string start = "Kernel::launch: kVariantFacts (-17): variant 0 of kernel 'ns::add<float, 128>(float*, int, "
                      "double, __half, R)' needs ";
  CHECK(messageOf(kernel.launch(options, {address(24), 8, 2.0, kHalf, kRecord})) ==
        start + "argument 0 'p' to be a multiple of 16, got 24");
  CHECK(messageOf(kernel.launch(options, {address(32), -4, 2.0, kHalf, kRecord})) ==
        start + "argument 1 'n' to be at least 0, got -4");
  CHECK(kernel.lastVariant() == 1);
  options.variant = 2;
  CHECK(messageOf(kernel.launch(options, {address(16), 8, 2.0, kHalf, kRecord})) ==
        "Kernel::launch: kNoVariant (-16): kernel 'ns::add<float, 128>(float*, int, double, __half, R)': expected a "
        "variant below 2, got 2");
}

TEST_CASE("facts about several numbers are named in full") {
  using namespace tilec::manifest;
  Manifest manifest = fakeModuleManifest();
  Expression gridX;
  gridX.kind = Expression::Kind::GridX;
  Expression covered = Expression::binary(Expression::Kind::Sub, Expression::argument(1, 4, true),
                                          Expression::binary(Expression::Kind::Mul, gridX, Expression::constant(256)));
  manifest.kernels[0].variants[0].facts = {{Fact::Kind::AtLeast, covered, 0}};
  auto module = tilec::runtime::Module::load(fakeContext(), fakePtx(manifest));
  REQUIRE(module);
  auto kernel = module->kernel("a_add");
  REQUIRE(kernel);
  LaunchOptions options;
  options.grid = {4, 1, 1};
  Argument covering[] = {address(4), 1024, 2.0, kHalf, kRecord}, ragged[] = {address(4), 1023, 2.0, kHalf, kRecord};
  CHECK(*kernel->selectVariant(options, covering) == 0);
  CHECK(*kernel->selectVariant(options, ragged) == 1);
  options.variant = 0;
  std::string text = messageOf(kernel->launch(options, ragged));
  CHECK(text.find("needs argument 1 'n' - grid x * 256 to be at least 0, got -1") != std::string::npos);
}

namespace {
/// Sets TILEC_VARIANT while it lives.
struct VariantSetting {
  explicit VariantSetting(const char *value) {
    setenv("TILEC_VARIANT", value, 1);
  }
  ~VariantSetting() {
    unsetenv("TILEC_VARIANT");
  }
};
} // namespace

TEST_CASE("the environment can name the variant of every kernel") {
  const Argument arguments[] = {address(16), 8, 2.0, kHalf, kRecord};
  {
    VariantSetting setting("last");
    CHECK(*loadKernel("a_add").selectVariant({}, arguments) == 1);
    CHECK(*loadKernel("wide").selectVariant({}, arguments) == 0);
  }
  {
    VariantSetting setting("0");
    Kernel kernel = loadKernel("a_add");
    CHECK(*kernel.selectVariant({}, arguments) == 0);
    LaunchOptions options;
    options.variant = 1; // who launches knows better
    CHECK(*kernel.selectVariant(options, arguments) == 1);
    CHECK(messageOf(kernel.launch({}, {address(8), 8, 2.0, kHalf, kRecord})).find("kVariantFacts") !=
          std::string::npos);
  }
  VariantSetting setting("fast");
  auto module = Module::load(fakeContext(), fakePtx());
  REQUIRE(module);
  auto kernel = module->kernel("wide");
  REQUIRE_FALSE(kernel);
  CHECK(kernel.error().message() == "Module::kernel: kNoVariant (-16): expected TILEC_VARIANT to be the number of a "
                                    "variant or 'last', got 'fast'");
}

TEST_CASE("a context that is current already is not pushed again, another is") {
  Context context = fakeContext(), other = *context.device().createContext();
  auto here = Module::load(context, fakePtx())->kernel("a_add"),
       there = Module::load(other, fakePtx())->kernel("a_add");
  REQUIRE(here);
  REQUIRE(there);
  const Argument arguments[] = {address(4), 8, 2.0, kHalf, kRecord};
  auto pushesOf = [&](const Kernel &kernel) {
    int before = fakeContextPushes();
    REQUIRE(kernel.launch({}, arguments));
    return fakeContextPushes() - before;
  };
  CHECK(pushesOf(*here) == 1);
  {
    ContextScope scope(*context.shared());
    CHECK(pushesOf(*here) == 0);
    CHECK(pushesOf(*there) == 1);
    CHECK(pushesOf(*here) == 0);
  }
  CHECK(pushesOf(*here) == 1);
  CHECK(fakePushedContexts() == 0);
}

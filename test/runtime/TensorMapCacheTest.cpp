// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps of launches: what the driver is asked for, how often, and what happens where there is no map.
#include "runtime/TensorMapCache.h"
#include "test/runtime/FakeDevice.h"
#include "test/runtime/RowsMap.h"
#include "test/support/Catch.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>

using namespace tilec;
using namespace tilec::runtime;

namespace {

std::atomic<long> allocations;

} // namespace

// Every allocation of this program is counted, for the test that a launch makes none.
void *operator new(size_t bytes) {
  ++allocations;
  if (void *memory = std::malloc(bytes))
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

using manifest::Expression;

/// `n` rows of 64 halves, each n * 16 bytes behind the one before; boxes of 32 rows, swizzled.
manifest::TensorMap matrixMap() {
  Expression rowBytes = Expression::binary(Expression::Kind::Mul, Expression::argument(1, 4), Expression::constant(16));
  manifest::TensorMap map = rowsMap("f16", Expression::constant(64), Expression::argument(1, 4), rowBytes, 64, 32);
  map.swizzle = manifest::TensorMap::Swizzle::Bytes128;
  return map;
}

/// Kernel `a_add` whose first variant `b_fast` has no facts but a tensor map.
manifest::Manifest manifestWithMap(const manifest::TensorMap &map = matrixMap()) {
  manifest::Manifest manifest = fakeModuleManifest();
  manifest::Variant &fast = manifest.kernels[0].variants[0];
  fast.facts.clear();
  fast.grid = {};
  fast.workspace = {};
  fast.tensorMaps = {map};
  fast.hiddenParameters = {{manifest::HiddenParameter::Kind::LogicalGrid, 0},
                           {manifest::HiddenParameter::Kind::TensorMap, 0}};
  return manifest;
}

/// `keepMap`: only where every launch takes the variant that has one.
Kernel loadKernel(bool keepMap = true) {
  auto module = Module::load(fakeContext(), fakePtx(manifestWithMap()));
  REQUIRE(module);
  auto kernel = module->kernel("a_add");
  REQUIRE(kernel);
  constexpr int kSourceParameters = 5;
  fakeKeepTensorMap(keepMap ? kSourceParameters + 1 : -1);
  return *kernel;
}

Status launch(const Kernel &kernel, uint64_t base, int n, std::optional<size_t> variant = {}) {
  static const int record[3] = {};
  LaunchOptions options;
  options.variant = variant;
  return kernel.launch(options, {reinterpret_cast<const void *>(base), n, 2.0, Argument::bits("f16", 0, 2),
                                 Argument::record(record, sizeof(record))});
}

size_t countCalls(const std::string &function) {
  std::string log = fakeLog();
  size_t count = 0;
  for (size_t at = log.find(function); at != std::string::npos; at = log.find(function, at + 1))
    ++count;
  return count;
}

const char kEncode[] = "cuTensorMapEncodeTiled";

std::string whyNot(void (*change)(manifest::TensorMap &, TensorMapValues &)) {
  manifest::TensorMap map = matrixMap();
  TensorMapValues values{4096, {64, 100}, {1600}};
  change(map, values);
  return whyNotEncodable(map, values);
}

} // namespace

TEST_CASE("a launch hands the encoded map to the kernel, behind the other parameters") {
  Kernel kernel = loadKernel();
  REQUIRE(launch(kernel, 4096, 100));
  CHECK(lastCall(kEncode) == "cuTensorMapEncodeTiled type=6 base=4096 extents=64x100 strides=1600 box=64x32 steps=1x1 "
                             "swizzle=3 promotion=2 fill=0");
  CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx b grid=1x1x1 block=256x1x1 shared=0");
  CHECK(fakeTensorMapBase() == 4096);
  CHECK(kernel.lastVariant() == size_t(0));
}

TEST_CASE("floats that the copy engine rounds have a data type of their own") {
  manifest::TensorMap map = matrixMap();
  map.elementType = "f32_to_tf32";
  map.box = {32, 32};
  auto module = Module::load(fakeContext(), fakePtx(manifestWithMap(map)));
  REQUIRE(module);
  auto kernel = module->kernel("a_add");
  REQUIRE(kernel);
  REQUIRE(launch(*kernel, 4096, 100));
  CHECK(lastCall(kEncode) == "cuTensorMapEncodeTiled type=11 base=4096 extents=64x100 strides=1600 box=32x32 steps=1x1 "
                             "swizzle=3 promotion=2 fill=0");
}

TEST_CASE("a map is encoded once for each argument set, and the right one is passed") {
  Kernel kernel = loadKernel();
  for (int round = 0; round < 3; ++round)
    for (int set = 1; set <= 4; ++set) {
      REQUIRE(launch(kernel, 4096 * set, 100));
      CHECK(fakeTensorMapBase() == 4096u * set);
    }
  CHECK(countCalls(kEncode) == 4);
  REQUIRE(launch(kernel, 4096, 101));
  CHECK(countCalls(kEncode) == 5);
}

TEST_CASE("more argument sets than are kept still get their own maps") {
  Kernel kernel = loadKernel();
  for (int round = 0; round < 2; ++round)
    for (uint64_t set = 1; set <= 40; ++set) {
      REQUIRE(launch(kernel, 4096 * set, 100));
      CHECK(fakeTensorMapBase() == 4096 * set);
    }
}

TEST_CASE("a launch with a known argument set allocates nothing for its map") {
  auto driver = DriverTable::open(FAKE_DRIVER_PATH);
  REQUIRE(driver);
  manifest::Manifest manifest = manifestWithMap();
  manifest::TensorMap map = matrixMap();
  TensorMapCache cache(map);
  PackedArguments packed(manifest.kernels[0]);
  uint64_t base = 4096;
  int n = 100;
  std::memcpy(packed[0], &base, sizeof(base));
  std::memcpy(packed[1], &n, sizeof(n));
  cu::TensorMap into;
  cu::ContextHandle context = nullptr;
  REQUIRE((*driver)->call((*driver)->contextPush, context));
  REQUIRE(cache.get(**driver, packed, {}, into));
  long before = allocations;
  bool found = cache.get(**driver, packed, {}, into);
  long after = allocations;
  REQUIRE((*driver)->call((*driver)->contextPop, &context));
  CHECK(found);
  CHECK(after == before);
}

TEST_CASE("a launch like the latest one needs the driver's launch and nothing else") {
  constexpr int kLaunches = 200;
  Kernel kernel = loadKernel();
  auto driver = DriverTable::open(FAKE_DRIVER_PATH);
  REQUIRE(driver);
  REQUIRE(launch(kernel, 4096, 100));
  uint64_t base = 4096;
  int n = 100, record[3] = {};
  double scale = 2;
  uint16_t half = 0;
  Dim3 grid;
  cu::TensorMap map = {};
  map.opaque[0] = base;
  void *parameters[] = {&base, &n, &scale, &half, record, &grid, &map};
  cu::LaunchConfig config = {1, 1, 1, 256, 1, 1, 0, nullptr, nullptr, 0};
  auto function = reinterpret_cast<cu::FunctionHandle>(uintptr_t('b'));
  // The fake driver writes down what it is asked: so much is allocated without us.
  auto allocatedBy = [&](auto call) {
    long before = allocations;
    for (int i = 0; i < kLaunches; ++i)
      call();
    return allocations - before;
  };
  const Argument arguments[] = {reinterpret_cast<const void *>(base), n, scale, Argument::bits("f16", half, 2),
                                Argument::record(record, sizeof(record))};
  long ours = allocatedBy([&] { (void)kernel.launch({}, arguments); });
  CHECK(fakeTensorMapBase() == base);
  long bare = allocatedBy([&] {
    cu::ContextHandle current = nullptr;
    (void)(*driver)->call((*driver)->contextGetCurrent, &current);
    (void)(*driver)->call((*driver)->launchKernel, &config, function, parameters, nullptr);
  });
  CHECK(ours < bare + kLaunches / 2);
  CHECK(countCalls(kEncode) == 1);
}

TEST_CASE("arguments without a map take the next variant, unless the first is asked for by number") {
  Kernel kernel = loadKernel(/*keepMap=*/false);
  REQUIRE(launch(kernel, 4098, 100)); // base
  CHECK(kernel.lastVariant() == size_t(1));
  REQUIRE(launch(kernel, 4096, 0)); // no rows
  CHECK(kernel.lastVariant() == size_t(1));
  CHECK(countCalls(kEncode) == 0);
  Status status = launch(kernel, 4098, 100, 0);
  REQUIRE(!status);
  CHECK(status.error().message() ==
        "Kernel::launch: kVariantFacts (-17): variant 0 of kernel 'ns::add<float, 128>(float*, int, double, __half, "
        "R)' needs tensor map 0, which these arguments do not have: base address: expected a multiple of 16 other "
        "than null, got 4098");
}

TEST_CASE("a driver that refuses a map is taken at its word, and named on request") {
  Kernel kernel = loadKernel(/*keepMap=*/false);
  fakeFail(kEncode, 1);
  REQUIRE(launch(kernel, 4096, 100));
  CHECK(kernel.lastVariant() == size_t(1));
  Status status = launch(kernel, 4096, 100, 0);
  REQUIRE(!status);
  CHECK(status.error().text.ends_with("cuTensorMapEncodeTiled: CUDA_ERROR_SOMETHING (1): something failed"));
  fakeReset();
  REQUIRE(launch(kernel, 4096, 100)); // a failure is not kept
  CHECK(kernel.lastVariant() == size_t(0));
}

/// For 100 rows from address 4096 on.
static void packRows(PackedArguments &packed, int n) {
  uint64_t base = 4096;
  std::memcpy(packed[0], &base, sizeof(base));
  std::memcpy(packed[1], &n, sizeof(n));
}

TEST_CASE("a grid whose block numbers are no coordinates has no map") {
  manifest::Manifest manifest = manifestWithMap();
  PackedArguments packed(manifest.kernels[0]);
  packRows(packed, 100);
  CHECK(evaluate(matrixMap(), packed, {0x7fff0000, 1, 1}));
  CHECK_FALSE(evaluate(matrixMap(), packed, {0x7fff0001, 1, 1}));
}

TEST_CASE("threads share the maps of a kernel") {
  Kernel kernel = loadKernel(/*keepMap=*/false);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i)
        failures += !kernel.selectVariant(
            {}, std::array<Argument, 5>{reinterpret_cast<const void *>(4096ull * (i % 30 + t + 1)), 100, 2.0,
                                        Argument::bits("f16", 0, 2), Argument::record("aaaabbbbcccc", 12)});
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(failures == 0);
}

TEST_CASE("every rule of hardware is named with what was expected") {
  using Map = manifest::TensorMap;
  using Values = TensorMapValues;
  CHECK(whyNot([](Map &, Values &) {}) == "");
  CHECK(whyNot([](Map &m, Values &) { m.elementType = "f4E2M1FN"; }) ==
        "elements of type 'f4E2M1FN' have no tensor maps");
  CHECK(whyNot([](Map &, Values &v) { v.base = 8; }) ==
        "base address: expected a multiple of 16 other than null, got 8");
  CHECK(whyNot([](Map &, Values &v) { v.base = 0; }) ==
        "base address: expected a multiple of 16 other than null, got 0");
  CHECK(whyNot([](Map &, Values &v) { v.extents[1] = 0; }) ==
        "extent of dimension 1: expected 1 to 2147418112 elements, got 0");
  CHECK(whyNot([](Map &, Values &v) { v.extents[0] = uint64_t(1) << 31; }) ==
        "extent of dimension 0: expected 1 to 2147418112 elements, got 2147483648");
  CHECK(whyNot([](Map &, Values &v) { v.strides[0] = 24; }) ==
        "stride of dimension 1: expected a multiple of 16 bytes below 1099511627776, got 24");
  CHECK(whyNot([](Map &, Values &v) { v.strides[0] = uint64_t(1) << 40; }) ==
        "stride of dimension 1: expected a multiple of 16 bytes below 1099511627776, got 1099511627776");
  CHECK(whyNot([](Map &m, Values &) { m.box[1] = 257; }) == "box of dimension 1: expected 1 to 256 elements, got 257");
  CHECK(whyNot([](Map &m, Values &) { m.elementSteps[1] = 9; }) ==
        "element step of dimension 1: expected 1 to 8, got 9");
  CHECK(whyNot([](Map &m, Values &) { m.box[0] = 4; }) ==
        "innermost dimension of the box: expected a multiple of 16 bytes, got 8");
  CHECK(whyNot([](Map &m, Values &) { m.box[0] = 128; }) ==
        "innermost dimension of the box: expected at most 128 bytes, the swizzle's, got 256");
}

TEST_CASE("formulas of launches give what expressions give") {
  using manifest::Expression;
  using Kind = Expression::Kind;
  manifest::Kernel kernel;
  kernel.parameters = {{"n", manifest::Parameter::Kind::Integer, 4, 4, true, "i32"},
                       {"b", manifest::Parameter::Kind::Integer, 1, 1, true, "i8"},
                       {"p", manifest::Parameter::Kind::Integer, 8, 8, true, "i64"}};
  auto x = Expression::argument(0, 4, true), u = Expression::argument(0, 4), b = Expression::argument(1, 1, true),
       p = Expression::argument(2, 8);
  Expression gridX, gridZ;
  gridX.kind = Kind::GridX;
  gridZ.kind = Kind::GridZ;
  auto c = [](int64_t value) { return Expression::constant(value); };
  auto of = [](Kind kind, Expression lhs, Expression rhs) { return Expression::binary(kind, lhs, rhs); };
  const Expression sums[] = {c(7),
                             x,
                             u,
                             b,
                             of(Kind::Sub, x, of(Kind::Mul, gridX, c(512))),
                             of(Kind::Add, p, of(Kind::Mul, c(-3), of(Kind::Add, b, gridZ))),
                             of(Kind::Sub, c(0), of(Kind::Mul, of(Kind::Mul, x, c(4)), c(1ll << 40)))};
  const Expression others[] = {of(Kind::Mul, gridX, gridZ), of(Kind::FloorDiv, p, x), of(Kind::Max, b, x),
                               of(Kind::Add, of(Kind::Add, x, b), of(Kind::Add, p, gridX))};
  for (int n : {-5, 0, 1, 2147483647})
    for (int64_t wide : {int64_t(-1), int64_t(1) << 62}) {
      PackedArguments arguments(kernel);
      Argument values[] = {n, (signed char)(n % 100), wide};
      REQUIRE(pack(kernel, values, arguments));
      Dim3 grid{65535, 3, 9};
      for (const Expression &e : sums) {
        CHECK(Formula(e).isSum());
        CHECK(Formula(e).value(arguments, grid) == evaluate(e, arguments, grid));
      }
      for (const Expression &e : others) {
        CHECK_FALSE(Formula(e).isSum());
        CHECK(Formula(e).value(arguments, grid) == evaluate(e, arguments, grid));
      }
    }
}

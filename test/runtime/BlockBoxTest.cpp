// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which numberings of blocks fill a box, and what a launch makes of that.
#include "runtime/BlockBox.h"
#include "test/runtime/FakeDevice.h"
#include "test/support/Catch.h"

#include <algorithm>
#include <chrono>

using namespace tilec;
using namespace tilec::runtime;

namespace {

using manifest::Numbering;
using Kind = Numbering::Step::Kind;

/// Builds a numbering: each function gives the number of a step.
struct Steps {
  uint32_t push(Numbering::Step step) {
    numbering.steps.push_back(std::move(step));
    return uint32_t(numbering.steps.size()) - 1;
  }
  uint32_t leaf(Kind kind) {
    Numbering::Step step;
    step.kind = kind;
    return push(step);
  }
  uint32_t constant(int64_t value) {
    Numbering::Step step;
    step.value = value;
    return push(step);
  }
  uint32_t argument(uint32_t parameter) {
    Numbering::Step step;
    step.kind = Kind::Argument;
    step.parameter = parameter;
    step.bytes = 4;
    step.isSigned = true;
    return push(step);
  }
  uint32_t op(Kind kind, std::vector<uint32_t> operands, uint32_t bits = 32) {
    Numbering::Step step;
    step.kind = kind;
    step.bits = bits;
    step.operands = std::move(operands);
    return push(step);
  }
  Numbering with(std::vector<uint32_t> coordinates) {
    numbering.coordinates = std::move(coordinates);
    return numbering;
  }
  Numbering numbering;
};

/// Two int parameters.
manifest::Kernel kernelOf(const Numbering &numbering) {
  using Parameter = manifest::Parameter;
  manifest::Kernel kernel;
  kernel.name = "a_add";
  kernel.parameters = {{"m", Parameter::Kind::Integer, 4, 4, true, "i32"},
                       {"n", Parameter::Kind::Integer, 4, 4, true, "i32"}};
  kernel.numbering = numbering;
  return kernel;
}

std::string boxOf(const Numbering &numbering, int m, int n, Dim3 grid) {
  manifest::Kernel kernel = kernelOf(numbering);
  PackedArguments packed(kernel);
  REQUIRE(pack(kernel, std::initializer_list<Argument>{m, n}, packed));
  std::optional<Dim3> box = findBox(numbering, packed, grid);
  return box ? std::to_string(box->x) + "x" + std::to_string(box->y) + "x" + std::to_string(box->z) : "none";
}

/// x = b / n, y = b % n.
Numbering rows() {
  Steps s;
  uint32_t b = s.leaf(Kind::BlockX), n = s.argument(1);
  return s.with({s.op(Kind::DivS, {b, n}), s.op(Kind::RemS, {b, n})});
}

/// Groups of 8 rows of m, columns n: as a source has it that keeps operands in L2.
Numbering groups() {
  Steps s;
  uint32_t b = s.leaf(Kind::BlockX), m = s.argument(0), n = s.argument(1), eight = s.constant(8);
  uint32_t area = s.op(Kind::Mul, {n, eight}), first = s.op(Kind::Mul, {s.op(Kind::DivS, {b, area}), eight});
  uint32_t width = s.op(Kind::MinS, {s.op(Kind::Sub, {m, first}), eight}), in = s.op(Kind::RemS, {b, area});
  return s.with({s.op(Kind::Add, {first, s.op(Kind::RemS, {in, width})}), s.op(Kind::DivS, {in, width})});
}

} // namespace

TEST_CASE("a numbering that gives each place of a box to one block has this box") {
  CHECK(boxOf(rows(), 0, 7, {21}) == "3x7x1");
  CHECK(boxOf(rows(), 0, 7, {7}) == "1x7x1");
  for (int m : {1, 7, 8, 9, 24, 61})
    for (int n : {1, 3, 40})
      CHECK(boxOf(groups(), m, n, {uint32_t(m * n)}) == std::to_string(m) + "x" + std::to_string(n) + "x1");
  // Three coordinates of a grid of three dimensions, changed about; y runs backwards in odd rows.
  Steps s;
  uint32_t x = s.leaf(Kind::BlockX), y = s.leaf(Kind::BlockY), z = s.leaf(Kind::BlockZ);
  uint32_t last = s.op(Kind::Sub, {s.leaf(Kind::GridX), s.constant(1)});
  uint32_t isOdd = s.op(Kind::And, {y, s.constant(1)});
  uint32_t snake = s.op(Kind::Select, {isOdd, s.op(Kind::Sub, {last, x}), x});
  CHECK(boxOf(s.with({z, snake, y}), 0, 0, {5, 3, 2}) == "2x5x3");
}

TEST_CASE("a numbering that leaves places empty, or gives one to two blocks, has no box") {
  CHECK(boxOf(rows(), 0, 7, {20}) == "none");
  CHECK(boxOf(groups(), 9, 5, {44}) == "none");
  CHECK(boxOf(groups(), 9, 5, {46}) == "none");
  // All blocks at one place; and as many places as blocks, of which one is taken twice and one is empty.
  Steps zero;
  uint32_t none = zero.constant(0);
  CHECK(boxOf(zero.with({none, none}), 0, 0, {4}) == "none");
  CHECK(boxOf(zero.with({none, none}), 0, 0, {1}) == "1x1x1");
  Steps twice;
  uint32_t b = twice.leaf(Kind::BlockX);
  uint32_t notOne = twice.op(Kind::Select, {twice.op(Kind::Equal, {b, twice.constant(1)}, 1), twice.constant(0), b});
  CHECK(boxOf(twice.with({notOne, twice.constant(0)}), 0, 0, {4}) == "none");
  // From 1 on, and from -1 on.
  for (int64_t from : {1, -1}) {
    Steps s;
    uint32_t x = s.op(Kind::Add, {s.leaf(Kind::BlockX), s.constant(from)});
    CHECK(boxOf(s.with({x, s.constant(0)}), 0, 0, {4}) == "none");
  }
}

TEST_CASE("a block without a number has no place: division by zero, a quotient that does not fit, a shift too far") {
  CHECK(boxOf(rows(), 0, 0, {4}) == "none");
  auto of = [](Kind kind, int64_t a, int64_t b, uint32_t bits) {
    Steps s;
    uint32_t value = s.op(kind, {s.constant(a), s.constant(b)}, bits);
    uint32_t none = s.op(Kind::And, {value, s.constant(0)}, bits);
    return boxOf(s.with({s.leaf(Kind::BlockX), none}), 0, 0, {4});
  };
  for (Kind kind : {Kind::DivS, Kind::DivU, Kind::RemS, Kind::RemU})
    CHECK(of(kind, 1, 0, 32) == "none");
  for (Kind kind : {Kind::DivS, Kind::RemS}) {
    CHECK(of(kind, INT32_MIN, -1, 32) == "none");
    CHECK(of(kind, INT64_MIN, -1, 64) == "none");
    CHECK(of(kind, INT32_MIN, -1, 64) == "4x1x1");
  }
  for (Kind kind : {Kind::Shl, Kind::ShrS, Kind::ShrU}) {
    CHECK(of(kind, 1, 32, 32) == "none");
    CHECK(of(kind, 1, -1, 32) == "none");
    CHECK(of(kind, 1, 31, 32) == "4x1x1");
  }
}

/// What a step of constants gives, as the device has it.
static int64_t valueOf(Kind kind, int64_t a, int64_t b, uint32_t bits) {
  Steps s;
  uint32_t value = s.op(kind, {s.constant(a), s.constant(b)}, bits);
  // Bit by bit: one block at 0 is a box, at 1 none.
  int64_t found = 0;
  for (uint32_t bit = 0; bit < bits; ++bit) {
    Steps one = s;
    uint32_t isSet = one.op(Kind::And, {one.op(Kind::ShrU, {value, one.constant(bit)}, bits), one.constant(1)}, bits);
    uint32_t wide = one.op(Kind::ZeroExtend, {isSet}, bits);
    uint32_t place = one.op(Kind::Select, {wide, one.constant(1), one.constant(0)}, 64);
    if (boxOf(one.with({place}), 0, 0, {1}) == "none")
      found |= int64_t(uint64_t(1) << bit);
  }
  uint32_t rest = 64 - bits;
  return int64_t(uint64_t(found) << rest) >> rest;
}

TEST_CASE("steps wrap and round as on the device") {
  CHECK(valueOf(Kind::Add, INT32_MAX, 1, 32) == INT32_MIN);
  CHECK(valueOf(Kind::Sub, INT32_MIN, 1, 32) == INT32_MAX);
  CHECK(valueOf(Kind::Mul, 65536, 65537, 32) == 65536);
  CHECK(valueOf(Kind::Mul, 65536, 65537, 64) == int64_t(65536) * 65537);
  CHECK(valueOf(Kind::DivS, -7, 2, 32) == -3);
  CHECK(valueOf(Kind::RemS, -7, 2, 32) == -1);
  CHECK(valueOf(Kind::DivU, -7, 2, 32) == 0x7ffffffc);
  CHECK(valueOf(Kind::RemU, -7, 10, 32) == 9);
  CHECK(valueOf(Kind::DivU, -7, 2, 64) == 0x7ffffffffffffffc);
  CHECK(valueOf(Kind::MinS, -1, 1, 32) == -1);
  CHECK(valueOf(Kind::MinU, -1, 1, 32) == 1);
  CHECK(valueOf(Kind::MaxS, -1, 1, 32) == 1);
  CHECK(valueOf(Kind::MaxU, -1, 1, 32) == -1);
  CHECK(valueOf(Kind::Or, 5, 3, 32) == 7);
  CHECK(valueOf(Kind::Xor, -1, 3, 32) == -4);
  CHECK(valueOf(Kind::Shl, 3, 31, 32) == INT32_MIN);
  CHECK(valueOf(Kind::ShrS, -8, 1, 32) == -4);
  CHECK(valueOf(Kind::ShrU, -8, 1, 32) == 0x7ffffffc);
  CHECK(valueOf(Kind::Equal, 3, 3, 1) == -1);
  CHECK(valueOf(Kind::LessS, -1, 0, 1) == -1);
  CHECK(valueOf(Kind::LessU, -1, 0, 1) == 0);
  CHECK(valueOf(Kind::LessU, 0, -1, 1) == -1);
}

TEST_CASE("numbers change their width") {
  Steps s;
  uint32_t b = s.leaf(Kind::BlockX), large = s.op(Kind::Add, {b, s.constant(int64_t(1) << 32)}, 64);
  CHECK(boxOf(s.with({large}), 0, 0, {4}) == "none");
  CHECK(boxOf(s.with({s.op(Kind::Truncate, {large}, 32)}), 0, 0, {4}) == "4x1x1");
  // -1 as 8 bits, less 255.
  Steps narrow;
  uint32_t byte = narrow.op(Kind::ZeroExtend, {narrow.op(Kind::Sub, {narrow.constant(0), narrow.constant(1)}, 8)}, 8);
  uint32_t zero = narrow.op(Kind::Sub, {byte, narrow.constant(255)});
  CHECK(boxOf(narrow.with({narrow.leaf(Kind::BlockX), zero}), 0, 0, {4}) == "4x1x1");
}

TEST_CASE("grids of more blocks than are looked through have no box, nor boxes that no grid may be") {
  uint32_t most = uint32_t(kMostNumberedBlocks);
  CHECK(boxOf(rows(), 0, 512, {most}) == std::to_string(most / 512) + "x512x1");
  CHECK(boxOf(rows(), 0, 512, {most + 512}) == "none");
  Steps s;
  Numbering same = s.with({s.leaf(Kind::BlockX), s.leaf(Kind::BlockY), s.leaf(Kind::BlockZ)});
  CHECK(boxOf(same, 0, 0, {65536, 65535, 1}) == "none");
  CHECK(boxOf(same, 0, 0, {65536, 65536, 65536}) == "none"); // 2^48 blocks
  CHECK(boxOf(same, 0, 0, {65536, 4, 1}) == "65536x4x1");
  Steps turned;
  Numbering tall = turned.with({turned.leaf(Kind::BlockY), turned.leaf(Kind::BlockX)});
  CHECK(boxOf(tall, 0, 0, {65535, 4, 1}) == "4x65535x1");
  CHECK(boxOf(tall, 0, 0, {65536, 4, 1}) == "none"); // y has at most 65535
}

namespace {

/// `a_add` with a first variant for boxes of an even number of rows.
Kernel loadNumbered() {
  manifest::Manifest manifest = fakeModuleManifest();
  manifest::Kernel &kernel = manifest.kernels[0];
  manifest::Variant &fast = kernel.variants[0];
  kernel.numbering = rows();
  manifest::Expression x;
  x.kind = manifest::Expression::Kind::GridX;
  fast.facts = {{manifest::Fact::Kind::MultipleOf, x, 2},
                {manifest::Fact::Kind::Numbered, manifest::Expression::constant(0), 0}};
  fast.grid = {};
  fast.workspace = {};
  fast.hiddenParameters = {{manifest::HiddenParameter::Kind::LogicalGrid, 0}};
  auto module = Module::load(fakeContext(), fakePtx(manifest));
  REQUIRE(module);
  auto loaded = module->kernel("a_add");
  REQUIRE(loaded);
  return *loaded;
}

Status launch(const Kernel &kernel, Dim3 grid, int n, std::optional<size_t> variant = {}) {
  static const int record[3] = {};
  LaunchOptions options;
  options.grid = grid;
  options.variant = variant;
  return kernel.launch(options, {reinterpret_cast<const void *>(16), n, 2.0, Argument::bits("f16", 0, 2),
                                 Argument::record(record, sizeof(record))});
}

} // namespace

TEST_CASE("a variant with a numbering is launched with its box, and its facts are about the box") {
  Kernel kernel = loadNumbered();
  for (int round = 0; round < 2; ++round) {
    REQUIRE(launch(kernel, {12}, 3));
    CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx b grid=4x3x1 block=256x1x1 shared=0");
    REQUIRE(launch(kernel, {12}, 4)); // three rows
    CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=12x1x1 block=128x1x1 shared=0");
    REQUIRE(launch(kernel, {13}, 3)); // no box
    CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=13x1x1 block=128x1x1 shared=0");
    REQUIRE(launch(kernel, {12}, 0)); // no number
    CHECK(lastCall("cuLaunchKernelEx") == "cuLaunchKernelEx a grid=12x1x1 block=128x1x1 shared=0");
  }
}

TEST_CASE("a launch that names a variant whose numbering fills no box says so") {
  Kernel kernel = loadNumbered();
  CHECK(launch(kernel, {13}, 3, 0).error().text ==
        "variant 0 of kernel 'ns::add<float, 128>(float*, int, double, __half, R)' needs the numbers that the kernel "
        "gives its blocks to fill a box, one block for each place");
  CHECK(launch(kernel, {12}, 4, 0).error().text ==
        "variant 0 of kernel 'ns::add<float, 128>(float*, int, double, __half, R)' needs grid x to be a multiple of 2, "
        "got 3");
  REQUIRE(launch(kernel, {12}, 3, 0));
}

TEST_CASE("what was found out is kept, for each grid and each argument that is read") {
  Numbering numbering = rows();
  manifest::Kernel kernel = kernelOf(numbering);
  BlockBoxCache cache(*kernel.numbering);
  auto get = [&](int m, int n, uint32_t blocks) {
    PackedArguments packed(kernel);
    REQUIRE(pack(kernel, std::initializer_list<Argument>{m, n}, packed));
    std::optional<Dim3> box = cache.get(packed, {blocks});
    return box ? box->x : 0;
  };
  for (int round = 0; round < 2; ++round)
    for (int n = 1; n <= 20; ++n) { // more than are kept
      CHECK(get(1, n, uint32_t(3 * n)) == 3);
      CHECK(get(1, n, uint32_t(3 * n + 1)) == (n == 1 ? 4u : 0u));
    }
  // An argument that is not read makes no difference: 2^18 blocks take a thousand times as long as a comparison.
  uint32_t most = uint32_t(kMostNumberedBlocks);
  auto timeOf = [&](int m) {
    auto begin = std::chrono::steady_clock::now();
    CHECK(get(m, 512, most) == most / 512);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  };
  double cold = timeOf(0), warm = timeOf(1);
  for (int m = 2; m < 12; ++m)
    warm = std::min(warm, timeOf(m));
  INFO("first " << cold << " us, then " << warm << " us");
  CHECK(warm * 20 < cold);
}

TEST_CASE("a node of a graph takes a numbered variant where it can say which grid was launched") {
  Kernel kernel = loadNumbered();
  uint64_t p = 16;
  int n = 3, record[3] = {};
  double scale = 2;
  uint16_t half = 0;
  void *arguments[] = {&p, &n, &scale, &half, record};
  int graph = 0;
  auto add = [&](Dim3 grid) {
    auto node = kernel.addNode(&graph, {}, {.grid = grid}, arguments);
    REQUIRE(node);
    return *node;
  };
  void *node = add({12});
  CHECK(lastCall("cuGraphAddKernelNode") == "cuGraphAddKernelNode b grid=4x3x1 block=256x1x1 shared=0 dependencies 0");
  REQUIRE(kernel.launchOf(node));
  CHECK(kernel.launchOf(node)->grid == Dim3{12, 1, 1});
  n = 4; // three rows
  REQUIRE(kernel.setNode(node, {.grid = {12}}, arguments));
  CHECK(lastCall("cuGraphKernelNodeSetParams") == "cuGraphKernelNodeSetParams a grid=12x1x1 block=128x1x1 shared=0");
  CHECK(kernel.launchOf(node)->grid == Dim3{12, 1, 1});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes of graphs: which variant a node takes, how it is changed, what it says that it launches.
#include "test/runtime/FakeDevice.h"
#include "test/support/Catch.h"

#include <cstring>

using namespace tilec;
using namespace tilec::runtime;

namespace {

/// Arguments of the fake module's kernels.
struct Arguments {
  uint64_t p = 16;
  int n = 8;
  double scale = 2;
  uint16_t half = 0x3c00;
  int record[3] = {1, 2, 3};
  void *addresses[5] = {&p, &n, &scale, &half, record};
};

Kernel loadKernel(const char *name, const manifest::Manifest &manifest = fakeModuleManifest()) {
  auto module = Module::load(fakeContext(), fakePtx(manifest));
  REQUIRE(module);
  auto kernel = module->kernel(name);
  REQUIRE(kernel);
  return *kernel;
}

void *add(const Kernel &kernel, const LaunchOptions &options, Arguments &arguments) {
  int graph = 0;
  void *before[] = {&graph, &graph};
  auto node = kernel.addNode(&graph, before, options, arguments.addresses);
  REQUIRE(node);
  return *node;
}

/// The fast variant without workspace.
manifest::Manifest manifestWithoutWorkspace() {
  manifest::Manifest manifest = fakeModuleManifest();
  manifest::Variant &fast = manifest.kernels[0].variants[0];
  fast.hiddenParameters = {{manifest::HiddenParameter::Kind::LogicalGrid, 0}};
  fast.workspace = {};
  return manifest;
}

} // namespace

TEST_CASE("a node takes no variant with workspace, which would be nodes of its own") {
  Arguments arguments;
  add(loadKernel("a_add"), {.grid = {5, 6, 7}}, arguments);
  CHECK(lastCall("cuGraph") == "cuGraphAddKernelNode a grid=5x6x7 block=128x1x1 shared=0 dependencies 2");
  CHECK(lastCall("cuMemAllocFromPool").empty());
}

TEST_CASE("a node takes the variant of a launch where that has no workspace, and says what it launches") {
  Arguments arguments;
  Kernel kernel = loadKernel("a_add", manifestWithoutWorkspace()), other = loadKernel("wide");
  void *node = add(kernel, {.grid = {50, 6, 7}}, arguments);
  CHECK(lastCall("cuGraph") == "cuGraphAddKernelNode b grid=264x1x1 block=256x1x1 shared=0 dependencies 2");
  arguments.n = 99;
  auto launch = kernel.launchOf(node);
  REQUIRE(launch);
  CHECK(launch->grid == Dim3{50, 6, 7});
  REQUIRE(launch->arguments.size() == 5);
  CHECK(*static_cast<int *>(launch->arguments[1]) == 8);
  CHECK(!other.launchOf(node));
  CHECK(fakePushedContexts() == 0);

  arguments.p = 4; // not aligned any more
  REQUIRE(kernel.setNode(node, {.grid = {3, 2, 1}}, arguments.addresses));
  CHECK(lastCall("cuGraph") == "cuGraphKernelNodeSetParams a grid=3x2x1 block=128x1x1 shared=0");
  CHECK(kernel.launchOf(node)->grid == Dim3{3, 2, 1});
  CHECK(*static_cast<int *>(kernel.launchOf(node)->arguments[1]) == 99);
}

TEST_CASE("a node of a graph may get other clusters, its copy in an executable graph keeps those it has") {
  Arguments arguments;
  Kernel plain = loadKernel("a_add"), wide = loadKernel("wide");
  void *node = add(plain, {.grid = {2, 2, 2}}, arguments);
  CHECK(lastCall("cuGraphKernelNodeSetAttribute").empty());
  REQUIRE(wide.setNode(node, {.grid = {2, 2, 2}}, arguments.addresses));
  CHECK(lastCall("cuGraphKernelNodeSetParams") ==
        "cuGraphKernelNodeSetParams w grid=8x4x4 block=128x1x1 shared=204800");
  CHECK(lastCall("cuGraphKernelNodeSetAttribute") == "cuGraphKernelNodeSetAttribute 4 4 2 2");
  CHECK(wide.launchOf(node)->grid == Dim3{2, 2, 2});
  int exec = 0;
  REQUIRE(wide.setNodeOfExec(&exec, node, {.grid = {1, 1, 1}}, arguments.addresses));
  CHECK(lastCall("cuGraphExec") == "cuGraphExecKernelNodeSetParams w grid=4x2x2 block=128x1x1 shared=204800");
  Status refused = plain.setNodeOfExec(&exec, node, {.grid = {1, 1, 1}}, arguments.addresses);
  REQUIRE(!refused);
  CHECK(refused.error().code == kNoVariant);
  CHECK(refused.error().text == "kernel 'ns::add<float, 128>(float*, int, double, __half, R)' has no variant with "
                                "clusters of 4x2x2 CTAs, which the node keeps");
}

TEST_CASE("what no launch may be, no node may be") {
  Arguments arguments;
  Kernel kernel = loadKernel("a_add");
  int graph = 0;
  CHECK(kernel.addNode(&graph, {}, {.grid = {0, 1, 1}}, arguments.addresses).error().code == kBadGrid);
  CHECK(kernel.addNode(&graph, {}, {}, std::span(arguments.addresses).first(4)).error().code == kArgumentCount);
  CHECK(lastCall("cuGraph").empty());
}

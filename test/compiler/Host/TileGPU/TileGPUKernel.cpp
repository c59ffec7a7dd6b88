// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/compiler/Host/TileGPU/TileGPUKernel.h"
#include "compiler/Host/HostModule.h"
#include "compiler/Host/TileGPU/TileGPULevel.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "test/support/Catch.h"

using namespace mlir;

namespace tilec::host::test {

static MLIRContext &testContext() {
  static MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<tile::TileDialect, tile_gpu::TileGPUDialect, arith::ArithDialect, func::FuncDialect>();
  return context;
}

std::string tileType(const LinearLayout &layout, const std::string &element) {
  std::string text = "tensor<";
  for (int64_t extent : layout.shape())
    text += std::to_string(extent) + "x";
  text += element + ", ";
  llvm::raw_string_ostream(text) << tile_gpu::LayoutAttr::get(&testContext(), layout);
  return text + ">";
}

std::vector<int64_t> randomTileShape(Random &random, unsigned maxBits) {
  std::vector<int64_t> shape(1 + below(random, 3), 1);
  for (unsigned bits = below(random, maxBits + 1); bits > 0; --bits)
    shape[below(random, shape.size())] *= 2;
  return shape;
}

LinearLayout randomTileLayout(Random &random, const std::vector<int64_t> &shape, unsigned warpBits) {
  LinearLayout simple = layout::test::randomPermutationLayout(random, shape, 5, warpBits);
  LinearLayout::Bases bases = simple.bases();
  std::vector<uint64_t *> columns;
  for (auto &place : bases)
    for (uint64_t &column : place)
      columns.push_back(&column);
  // Adding one column to another keeps what they span.
  for (unsigned step = below(random, 8); step > 0; --step) {
    unsigned to = below(random, columns.size()), from = below(random, columns.size());
    if (to != from)
      *columns[to] ^= *columns[from];
  }
  return LinearLayout(shape, bases);
}

std::string TileGPUKernel::pointers(unsigned parameter, const LinearLayout &layout) {
  std::string n = std::to_string(temporaries++), pointer = "!tile.ptr<" + elements[parameter] + ">";
  LinearLayout flat = layout.reshaped({layout.numElements()});
  std::string flatIndex = tileType(flat, "i32"), index = tileType(layout, "i32"), tile = tileType(layout, pointer);
  line("%flat" + n + " = tile.iota : " + flatIndex);
  line("%index" + n + " = tile_gpu.reshape %flat" + n + " : " + flatIndex + " -> " + index);
  line("%base" + n + " = tile.splat %arg" + std::to_string(parameter) + " : " + tile);
  line("%pointers" + n + " = tile.offset %base" + n + ", %index" + n + " : " + tile + ", " + index);
  return "%pointers" + n;
}

void TileGPUKernel::load(const std::string &name, unsigned parameter, const LinearLayout &layout) {
  std::string from = pointers(parameter, layout);
  line("%" + name + " = tile_gpu.load " + from + " : " + tileType(layout, "!tile.ptr<" + elements[parameter] + ">"));
}

void TileGPUKernel::store(const std::string &name, unsigned parameter, const LinearLayout &layout) {
  std::string to = pointers(parameter, layout);
  line("tile_gpu.store " + to + ", %" + name + " : " + tileType(layout, "!tile.ptr<" + elements[parameter] + ">"));
}

static LogicalResult finish(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.nest<func::FuncOp>().addPass(tile_gpu::createAllocateSharedMemory());
  passes.nest<func::FuncOp>().addPass(tile_gpu::createPlaceMemoryBarriers());
  return passes.run(module);
}

std::string TileGPUKernel::run(std::vector<std::vector<char>> &arrays) {
  std::string text = "func.func @kernel(";
  for (size_t i = 0; i < elements.size(); ++i)
    text += (i ? ", %arg" : "%arg") + std::to_string(i) + ": !tile.ptr<" + elements[i] + ">";
  text += ") attributes {tile.kernel, tile_gpu.num_warps = " + std::to_string(1 << warpBits) + " : i32} {\n" + body +
          "  return\n}\n";
  INFO(text);
  std::string diagnostics;
  ScopedDiagnosticHandler handler(&testContext(), [&](Diagnostic &diagnostic) {
    diagnostics += diagnostic.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(text, &testContext());
  bool isGood = module && succeeded(finish(*module));
  INFO(diagnostics);
  REQUIRE(isGood);
  auto executable = HostModule::create(*module, &tileGPULevel());
  INFO(diagnostics);
  REQUIRE(bool(executable));
  LaunchOptions options;
  options.threads = 1;
  std::vector<void *> addresses, arguments;
  for (std::vector<char> &array : arrays) {
    addresses.push_back(array.data());
    options.buffers.push_back({array.data(), array.size()});
  }
  for (void *&address : addresses)
    arguments.push_back(&address);
  std::string report = llvm::toString(executable->launch("kernel", {}, arguments, options));
  CHECK(report == "");
  return report;
}

} // namespace tilec::host::test

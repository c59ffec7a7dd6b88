// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/KernelWork.h"
#include "compiler/Conversion/TileToTileGPU/KernelPlan.h"
#include "compiler/Jit/LargeStack.h"
#include "compiler/Jit/Stages.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/Tile/IR/UserLocations.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::jit;

namespace {

KernelWork workOf(func::FuncOp kernel, const Target &target) {
  strategy::KernelStrategy plan = prepareAndPlan(kernel, target, /*remarks=*/false);
  strategy::BlockWork work = strategy::workOfBlock(kernel, plan, target);
  KernelWork result;
  result.entry = kernel.getName().str();
  result.ctas = tile::numCtasOf(kernel);
  result.joined = tile::joinedBlocksOf(kernel);
  if (!work.once.isEmpty())
    result.parts.push_back({{}, std::move(work.once)});
  for (strategy::LoopWork &loop : work.loops) {
    WorkPart &part = result.parts.emplace_back();
    for (FileLineColLoc position : tile::userLocations(loop.loop))
      part.loop.push_back({position.getFilename().str(), position.getLine()});
    if (part.loop.empty())
      part.loop.push_back({"", 0});
    part.work = std::move(loop.work);
  }
  return result;
}

llvm::Expected<std::vector<KernelWork>> count(llvm::StringRef text, const CompileOptions &options,
                                              const Target &target) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  registerDialects(context);
  // What there is to say about the module its compilation has said.
  ScopedDiagnosticHandler silence(&context, [](mlir::Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  PassManager passes(&context);
  PipelineOptions pipeline = pipelineOptions(options, target);
  pipeline.remarks = false;
  addTilePasses(passes, pipeline);
  if (!module || failed(passes.run(*module)))
    return llvm::createStringError("the kernels' work could not be counted");
  std::vector<KernelWork> kernels;
  for (auto kernel : module->getOps<func::FuncOp>())
    if (kernel->hasAttr("tile.kernel"))
      kernels.push_back(workOf(kernel, target));
  return kernels;
}

} // namespace

llvm::Expected<std::vector<KernelWork>> jit::workOfKernels(llvm::StringRef module, const CompileOptions &options,
                                                           const Target &target) {
  std::optional<llvm::Expected<std::vector<KernelWork>>> result;
  onLargeStack([&] { result.emplace(count(module, options, target)); });
  return std::move(*result);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings the loads of counted loops ahead of their iteration: an N-stage buffer in shared memory, filled by
// asynchronous copies while earlier iterations compute. PipelinePlan.h says what is brought ahead and how far,
// PipelineRewrite.h what becomes of the loop.
//
// It works on addresses, behind tile-gpu-select-memory-paths: what a load needs for a later iteration is then ordinary
// arithmetic, which is copied with the counter replaced; masks and widths are there; and views, gathers and pointer
// tiles are one case. Layouts are final, so it is known whether lanes read back what they copied.
//
// Declined, with a remark that says so: loops without a trip count (`while`), loops around other loops, short loops,
// and loads whose address the loop carries but does not move by one step, or loads in two steps, whose condition the
// loop computes, that a break may forbid, or that the loop may write.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/PipelineRewrite.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/IR/RareLoops.h"
#include "dialects/Tile/IR/Remarks.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_PIPELINELOOPS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// `4`, or `2, 4` where stage buffers differ.
std::string describeStages(const PipelinePlan &plan) {
  std::string text;
  for (unsigned distance : plan.getDistances())
    text += (text.empty() ? "" : ", ") + std::to_string(plan.stagesOf(distance));
  return text;
}

std::string describe(const PipelinePlan &plan) {
  auto countBy = [&](Producer producer) {
    return llvm::count_if(plan.loads, [&](const PipelinedLoad &ahead) { return ahead.producer == producer; });
  };
  unsigned boxes = countBy(Producer::TensorMap), copies = countBy(Producer::Copies),
           registers = countBy(Producer::Registers);
  bool isPrivate = llvm::all_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.isPrivate; });
  auto count = [](unsigned number) { return std::to_string(number) + (number == 1 ? " load" : " loads"); };
  if (llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.isRefilled; }))
    return count(boxes) + " by tensor map into " +
           (llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return ahead.takesTurn; }) ? "one stage in turn"
                                                                                                 : "one stage each") +
           ", " + std::to_string(plan.getStageBufferBytes()) +
           " bytes; one lane of the consumers starts the next one behind the last MMA that reads it";
  std::string text, stages = " into " + describeStages(plan) + " stages, " + std::to_string(plan.getBytesInFlight()) +
                             " bytes of a CTA in flight";
  if (boxes)
    text = count(boxes) + " by tensor map" + (copies ? "" : stages) + "; one lane of the consumers starts them" +
           (copies ? "; " : "");
  if (copies)
    text += count(copies) + " by asynchronous copies" + stages + "; every lane copies, and " +
            (isPrivate              ? "reads only what it copied itself"
             : plan.copiesInPlace() ? "the MMA reads the stages where they are, behind a fence and a barrier"
                                    : "reads what others copied behind a barrier");
  if (unsigned indices = llvm::count_if(
          plan.loads, [](const PipelinedLoad &ahead) { return ahead.stage && !ahead.slice.getIndices().empty(); }))
    text += "; the place of " + std::to_string(indices) + " of them is loaded one iteration earlier still";
  if (registers)
    text += (copies ? "; " : "") + count(registers) + " one iteration ahead in registers";
  return text;
}

void reportPipeline(Operation *loop, const PipelinePlan &plan) {
  tile::Remark remark(loop, "Pipelined");
  remark << "pipelined: " << describe(plan);
  remark.with("loads", int64_t(plan.loads.size())).with("bytesInFlight", plan.getBytesInFlight());
  if (auto distances = plan.getDistances(); !distances.empty())
    remark.with("stages", plan.stagesOf(*llvm::max_element(distances)));
}

struct PipelineLoops : tile_gpu::impl::PipelineLoopsBase<PipelineLoops> {
  using PipelineLoopsBase::PipelineLoopsBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<Target> target = readTarget(kernel, architecture);
    if (failed(target))
      return signalPassFailure();
    if (!kernel->hasAttr(kNumWarpsAttr))
      return;
    SmallVector<LoopLikeOpInterface> loops;
    kernel.walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
    // Stage buffers live around their own loops only, so what one takes is free for the next.
    PipelineLimits limits{*target, stages, sharedBytesInUse(kernel)};
    // Shared memory is for loops that run.
    for (LoopLikeOpInterface loop : loops)
      if (!tile::isRare(loop))
        visit(loop, limits);
    // Whatever is left lanes load.
    kernel.walk([](LoadOp load) { load.forgetBox(); });
  }

  void visit(LoopLikeOpInterface loop, const PipelineLimits &limits) {
    auto counted = dyn_cast<scf::ForOp>(*loop);
    if (!counted)
      return report(loop, "NotPipelined",
                    "not pipelined: the number of iterations is not known before the loop; a counted loop without "
                    "break would help");
    PipelinePlan plan = planPipeline(counted, limits);
    for (auto &[load, reason] : plan.left)
      report(load, "LoadNotPipelined", "load not brought ahead of its iteration: " + reason);
    if (!plan.declined.empty())
      report(counted, "NotPipelined", "not pipelined: " + plan.declined);
    if (plan.loads.empty())
      return;
    if (remarks && tile::isPreferredVariant(getOperation()))
      reportPipeline(counted, plan);
    pipelineLoop(counted, plan);
  }

  void report(Operation *op, StringRef name, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(op, name) << text;
  }
};

} // namespace

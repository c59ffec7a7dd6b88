// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-choose-cache-policies: how long caches should keep what is accessed (see Passes.td).
//
// | access                                                             | says        |
// |--------------------------------------------------------------------|-------------|
// | load of a tile that depends on the block, whose memory no other access of the kernel reads or writes | streaming |
// | store of such a tile                                               | streaming   |
// | load whose address does not depend on the block: all blocks read it | reused     |
// | load of what no store or atomic of the kernel may reach            | read_only   |
//
// Policies change no result and may be wrong about what happens; `read_only` must be right.
//
// The pipeline does not run this pass. Loads that do not allocate in L1 fetch the sectors of neighbouring lanes and
// rows again (docs/Experiments.md, "Constants of the model").
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Analysis/SliceAnalysis.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_CHOOSECACHEPOLICIES
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

bool isWrite(Operation *op) {
  return isa<StoreOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(op);
}

/// Where an access goes; null for other ops.
Value accessedPointer(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<LoadOp, StoreOp, AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(
          [](auto access) { return access.getPointer(); })
      .Default([](Operation *) { return Value(); });
}

/// Something that differs from block to block goes into `value`: its number, or anything that was loaded.
bool dependsOnBlock(Value value) {
  SetVector<Operation *> makers;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = false;
  if (failed(getBackwardSlice(value, &makers, options)))
    return true;
  return llvm::any_of(
      makers, [](Operation *op) { return isa<tile::BlockIdOp, LoadOp, AtomicLoadOp, AtomicRmwOp, AtomicCasOp>(op); });
}

class PolicyChooser {
public:
  explicit PolicyChooser(func::FuncOp kernel) {
    kernel.walk([&](Operation *op) {
      if (accessedPointer(op))
        accesses.push_back(op);
    });
  }

  std::optional<CachePolicy> policyOf(Operation *access) {
    Value pointer = accessedPointer(access);
    if (!dependsOnBlock(pointer))
      return isWrite(access) ? std::nullopt : std::optional(CachePolicy::Reused);
    if (!isDistributed(pointer.getType()) || !areElementsApart(pointer))
      return std::nullopt;
    bool isOnlyOne =
        llvm::none_of(accesses, [&](Operation *other) { return other != access && haveOneRoot(access, other); });
    return isOnlyOne ? std::optional(CachePolicy::Streaming) : std::nullopt;
  }

  bool isReadOnly(LoadOp load) {
    return llvm::none_of(accesses, [&](Operation *other) {
      return isWrite(other) && tile::mayAlias(load.getPointer(), 0, accessedPointer(other), 0);
    });
  }

private:
  /// No two elements in one cell, as far as can be seen.
  bool areElementsApart(Value pointer) {
    for (int64_t d = 0; d < int64_t(tile::shapeOf(pointer.getType()).size()); ++d)
      if (facts.of(pointer, d).constancy > 1)
        return false;
    return true;
  }

  static bool haveOneRoot(Operation *first, Operation *second) {
    tile::AddressRoots a = tile::findAddressRoots(accessedPointer(first)),
                       b = tile::findAddressRoots(accessedPointer(second));
    return a.unknown || b.unknown ||
           llvm::any_of(a.values, [&](Value root) { return llvm::is_contained(b.values, root); });
  }

  SmallVector<Operation *> accesses;
  tile::Divisibility facts;
};

struct ChooseCachePolicies : tile_gpu::impl::ChooseCachePoliciesBase<ChooseCachePolicies> {
  using ChooseCachePoliciesBase::ChooseCachePoliciesBase;

  void runOnOperation() override {
    PolicyChooser chooser(getOperation());
    getOperation().walk([&](LoadOp load) {
      if (policies)
        setPolicy(load, chooser.policyOf(load));
      load.setReadOnly(readOnly && chooser.isReadOnly(load));
    });
    getOperation().walk([&](StoreOp store) {
      if (policies)
        setPolicy(store, chooser.policyOf(store));
    });
  }

  template <typename Op> static void setPolicy(Op access, std::optional<CachePolicy> policy) {
    if (policy)
      access.setCache(*policy);
  }
};

} // namespace

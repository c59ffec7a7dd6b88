// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/ProducerTrial.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/ExpandTmaAccesses.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRolePlan.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// A copy of a kernel in which accesses go by tensor map.
class Trial {
public:
  Trial(func::FuncOp kernel, const TensorMapChoices &choices) {
    IRMapping map;
    copy = cast<func::FuncOp>(kernel->clone(map));
    for (auto &[op, choice] : choices)
      if (choice.map)
        expand(op, map.lookup(op), inCopy(choice, map));
  }

  func::FuncOp getKernel() {
    return *copy;
  }
  /// The load of the kernel that became this copy.
  Operation *originalOf(TmaLoadOp load) const {
    return originals.lookup(load);
  }
  ArrayRef<Operation *> loads() const {
    return loadOps;
  }

private:
  static TensorMapChoice inCopy(TensorMapChoice choice, const IRMapping &map) {
    for (OuterDimension &dimension : choice.outer)
      for (Value &factor : dimension.factors)
        factor = map.lookup(factor);
    for (SmallVector<Value> *values : {&choice.values, &choice.extents})
      for (Value &value : *values)
        value = value ? map.lookup(value) : value;
    return choice;
  }

  void expand(Operation *original, Operation *twin, const TensorMapChoice &choice) {
    OpBuilder builder(twin);
    auto load = dyn_cast<LoadViewOp>(twin);
    if (!load)
      return expandStore(builder, twin, choice);
    FailureOr<Value> tile = createTmaLoad(builder, load, choice);
    if (failed(tile))
      return;
    loadOps.push_back(original);
    originals[findCopy(load)] = original;
    load.replaceAllUsesWith(*tile);
    twin->erase();
  }

  /// Expands a store. Layout conversions of the stored tile are erased with it, since their scratch would be counted.
  static void expandStore(OpBuilder &builder, Operation *store, const TensorMapChoice &choice) {
    createTmaStore(builder, store, choice);
    SmallVector<Value> operands(store->getOperands());
    store->erase();
    for (Value operand : operands)
      if (auto conversion = operand.getDefiningOp<ConvertLayoutOp>(); conversion && conversion->use_empty())
        conversion.erase();
  }

  /// Finds the TMA load into the buffer that is read before `behind`.
  static TmaLoadOp findCopy(Operation *behind) {
    Operation *op = behind->getPrevNode();
    while (!isa<BufferLoadOp>(op))
      op = op->getPrevNode();
    for (Operation *user : cast<BufferLoadOp>(op).getBuffer().getUsers())
      if (auto copy = dyn_cast<TmaLoadOp>(user))
        return copy;
    llvm_unreachable("expected a copy into the buffer");
  }

  OwningOpRef<func::FuncOp> copy;
  DenseMap<Operation *, Operation *> originals;
  SmallVector<Operation *> loadOps;
};

} // namespace

llvm::MapVector<Operation *, std::string>
tile_gpu::findLoadsWithoutProducer(func::FuncOp kernel, const TensorMapChoices &choices, const Target &target) {
  Trial trial(kernel, choices);
  WarpRolePlan plan = planRoles(trial.getKernel(), {target});
  llvm::MapVector<Operation *, std::string> without;
  for (auto &[load, obstacle] : plan.left)
    without[trial.originalOf(load)] = obstacle.reason;
  if (plan.declined.empty())
    return without;
  for (Operation *load : trial.loads())
    without.insert({load, plan.declined});
  return without;
}

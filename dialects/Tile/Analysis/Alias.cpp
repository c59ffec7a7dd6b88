// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

/// By name, for ops of dialects above this one.
bool isNamed(Operation *op, ArrayRef<StringRef> names) {
  return llvm::is_contained(names, op->getName().getStringRef());
}

/// Walks from an address to its roots, once over each value.
class RootFinder {
public:
  AddressRoots find(Value address) {
    visit(address);
    if (roots.values.size() == 1 && !roots.unknown && isa<PtrType>(address.getType()))
      roots.offset = constantOffset(address, roots.values.front());
    return std::move(roots);
  }

private:
  void visit(Value value) {
    if (!seen.insert(value.getAsOpaquePointer()).second)
      return;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return visitArgument(argument);
    visitResult(cast<OpResult>(value));
  }

  void visitArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<FunctionOpInterface>(parent) && argument.getOwner()->isEntryBlock()) {
      roots.values.push_back(argument);
      return;
    }
    // A value carried around a loop: where it starts and what comes around.
    if (auto loop = dyn_cast<LoopLikeOpInterface>(parent))
      if (OpOperand *initial = loop.getTiedLoopInit(argument))
        if (OpOperand *yielded = loop.getTiedLoopYieldedValue(argument)) {
          visit(initial->get());
          return visit(yielded->get());
        }
    roots.unknown = true;
  }

  void visitResult(OpResult result) {
    Operation *op = result.getOwner();
    if (isa<AllocaOp, AddressOfOp>(op) || isNamed(op, {"tile_gpu.alloca"})) {
      roots.values.push_back(result);
      return;
    }
    if (auto insert = dyn_cast<InsertOp>(op)) {
      visit(insert.getSource());
      return visit(insert.getDestination());
    }
    if (isNamed(op, {"tile_gpu.cat", "tile_gpu.insert"})) {
      visit(op->getOperand(0));
      return visit(op->getOperand(1));
    }
    if (isa<CatOp>(op) || isNamed(op, {"arith.select"})) {
      for (Value operand : op->getOperands().take_back(2))
        visit(operand);
      return;
    }
    if (isAddressPreserving(op))
      return visit(op->getOperand(0));
    visitRegionResult(result);
  }

  /// The result of an `if` or a loop: whatever its regions yield, and what a loop starts with.
  void visitRegionResult(OpResult result) {
    auto branch = dyn_cast<RegionBranchOpInterface>(result.getOwner());
    if (!branch) {
      roots.unknown = true;
      return;
    }
    for (Region &region : branch->getRegions()) {
      if (region.empty())
        continue;
      Operation *terminator = region.front().getTerminator();
      if (terminator->getNumOperands() != branch->getNumResults()) {
        roots.unknown = true;
        return;
      }
      visit(terminator->getOperand(result.getResultNumber()));
    }
    if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner()))
      for (Value initial : loop.getInits())
        if (initial.getType() == result.getType())
          visit(initial);
  }

  /// Ops whose first operand the address comes from, moved by less than an object.
  static bool isAddressPreserving(Operation *op) {
    if (auto bitcast = dyn_cast<BitcastOp>(op))
      return isa<PtrType>(getElementTypeOrSelf(bitcast.getSource().getType()));
    return isa<OffsetOp, SplatOp, ToScalarOp, BroadcastOp, ReshapeOp, PermuteOp, ExtractOp, AssumeOp, MakeTensorViewOp,
               MakeViewOp>(op) ||
           isNamed(op, {"tile_gpu.convert_layout", "tile_gpu.broadcast", "tile_gpu.reshape", "tile_gpu.permute",
                        "tile_gpu.extract"});
  }

  /// Bytes between a scalar pointer and its root, if constant. A pointer that a loop or a branch yields has one root
  /// and yet no one offset.
  static std::optional<int64_t> constantOffset(Value pointer, Value root) {
    int64_t bytes = 0;
    while (pointer != root) {
      Operation *op = pointer.getDefiningOp();
      if (!op)
        return std::nullopt;
      if (auto offset = dyn_cast<OffsetOp>(op)) {
        APInt count;
        if (!matchPattern(offset.getOffset(), m_ConstantInt(&count)))
          return std::nullopt;
        bytes += count.getSExtValue() * storageBytes(cast<PtrType>(pointer.getType()).getPointee());
      } else if (!isa<AssumeOp, BitcastOp>(op)) {
        return std::nullopt;
      }
      pointer = op->getOperand(0);
      if (!isa<PtrType>(pointer.getType()))
        return std::nullopt;
    }
    return bytes;
  }

  AddressRoots roots;
  llvm::SmallPtrSet<const void *, 16> seen;
};

bool isRestrict(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  if (!argument)
    return false;
  auto function = dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function && function.getArgAttr(argument.getArgNumber(), "tile.restrict");
}

bool isLocalObject(Value root) {
  Operation *op = root.getDefiningOp();
  return op && (isa<AllocaOp>(op) || isNamed(op, {"tile_gpu.alloca"}));
}

/// Two roots can be addresses into one object.
bool rootsMayMeet(Value first, Value second) {
  if (first == second)
    return true;
  auto firstVariable = first.getDefiningOp<AddressOfOp>(), secondVariable = second.getDefiningOp<AddressOfOp>();
  if (firstVariable && secondVariable)
    return firstVariable.getVariableAttr() == secondVariable.getVariableAttr();
  // A local object is no one else's; nor is what a restrict parameter reaches.
  return !isLocalObject(first) && !isLocalObject(second) && !isRestrict(first) && !isRestrict(second);
}

bool intervalsMeet(int64_t first, int64_t firstBytes, int64_t second, int64_t secondBytes) {
  return first < second + secondBytes && second < first + firstBytes;
}

} // namespace

AddressRoots tilec::tile::findAddressRoots(Value address) {
  return RootFinder().find(address);
}

bool tilec::tile::mayAlias(Value first, int64_t firstBytes, Value second, int64_t secondBytes) {
  AddressRoots a = findAddressRoots(first), b = findAddressRoots(second);
  // What cannot be traced may be based on any parameter, a restrict one too, and on any object whose address was
  // stored.
  if (a.unknown || b.unknown)
    return true;
  for (Value rootA : a.values)
    for (Value rootB : b.values) {
      if (!rootsMayMeet(rootA, rootB))
        continue;
      bool apart = rootA == rootB && a.offset && b.offset && firstBytes > 0 && secondBytes > 0 &&
                   !intervalsMeet(*a.offset, firstBytes, *b.offset, secondBytes);
      if (!apart)
        return true;
    }
  return false;
}

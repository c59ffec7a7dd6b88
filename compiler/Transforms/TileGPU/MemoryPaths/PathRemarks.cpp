// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/PathRemarks.h"
#include "compiler/Strategy/TileAccess.h"
#include "compiler/Strategy/WidestAtomicAdd.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/AtomicWidths.h"
#include "dialects/Tile/IR/Remarks.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Why a lane does not move all it could at a time, and what would change it; empty if it does.
std::string explain(const strategy::TileAccess &access, int64_t vector, Value pointers, Value mask,
                    tile::Divisibility &facts) {
  int64_t bytes = access.elementBytes, elements = llvm::product_of(access.shape);
  if (vector * bytes >= facts.getAccessBytes() || access.shape.empty())
    return "";
  layout::LinearLayout places = LayoutAttr::of(pointers.getType());
  if (int64_t lanes = int64_t(kLanesPerWarp) << places.bits(layout::Place::Warp).count; elements <= vector * lanes)
    return "; not wider: the tile has " + std::to_string(elements) + " elements for " + std::to_string(lanes) +
           " lanes";
  int64_t dimension = facts.contiguousDimension(pointers);
  tile::ValueFacts address = facts.of(pointers, dimension);
  if (address.contiguity == 1)
    return "; not wider: adjacent elements are not known to be adjacent in memory (a gather, or a stride other "
           "than 1)";
  if (address.divisor < facts.getAccessBytes() && vector * bytes >= address.divisor)
    return "; not wider: addresses are only known to be multiples of " + std::to_string(address.divisor) +
           " bytes; add assume_aligned(p, " + std::to_string(facts.getAccessBytes()) +
           "_ic), and assume_divisible to strides and offsets";
  if (mask && facts.of(mask, dimension).constancy <= vector)
    return "; not wider: adjacent elements may be masked differently; add assume_divisible to the extent";
  if (vector < access.width)
    return "; not wider: a lane holds " + std::to_string(vector) + " adjacent element" + (vector == 1 ? "" : "s") +
           " in the layout of this tile";
  return "";
}

std::string describe(const DeclinedPaths &declined, Operation *op) {
  if (std::string reason = declined.noTensorMap.lookup(op); !reason.empty())
    return "; no tensor map: " + reason;
  std::string reason = declined.noBulkCopy.lookup(op);
  return reason.empty() ? "" : "; no bulk copy: " + reason;
}

StringRef describeAdjacent(Operation *access) {
  auto load = dyn_cast<LoadOp>(access);
  return load && load.getAdjacentBlocks() ? "; what lies beside comes into L2 for adjacent blocks" : "";
}

/// `4 boxes of 64x32 elements`.
std::string describeBoxes(TensorMapAttr map, ArrayRef<int64_t> shape) {
  size_t count = map.getBoxStarts(shape).size();
  std::string swizzle = map.getSwizzle() ? ", swizzle of " + std::to_string(map.getSwizzle()) + " bytes" : "";
  if (map.getGathered()) {
    count *= map.getBox()[1] / TensorMapAttr::kRowsOfCopy;
    return std::to_string(count) + (count == 1 ? " copy" : " copies") + " of 4 rows of " +
           std::to_string(map.getBox()[0]) + " elements" + swizzle;
  }
  std::string text = std::to_string(count) + (count == 1 ? " box of " : " boxes of ");
  for (auto [i, extent] : llvm::enumerate(llvm::reverse(map.getBox())))
    text += (i ? "x" : "") + std::to_string(extent);
  return text + " elements" + swizzle;
}

std::string describeBox(Operation *access) {
  auto load = dyn_cast<LoadOp>(access);
  return load && load.getMap() ? "; by tensor map where the loop has stages, " +
                                     describeBoxes(TensorMapAttr::ofMap(load.getMap()), tile::shapeOf(load.getType()))
                               : "";
}

template <typename Op> void report(Op op, StringRef verb, tile::Divisibility &facts, const DeclinedPaths &declined) {
  std::optional<strategy::TileAccess> access = strategy::describeAccess(op, facts);
  if (!access)
    return;
  int64_t bytes = tile::elementCount(op.getPointer().getType()) * access->elementBytes;
  int64_t bytesPerLane = op.getVector() * access->elementBytes;
  tile::Remark(op, "DirectAccess").with("bytes", bytes).with("bytesPerLane", bytesPerLane)
      << verb << " of " << bytes << " bytes by registers, " << bytesPerLane << " bytes a lane and instruction"
      << explain(*access, op.getVector(), op.getPointer(), op.getMask(), facts) << describeAdjacent(op)
      << describeBox(op) << describe(declined, op);
}

/// Whether the cells are the block's own (PrivatizeAtomics.cpp).
bool isInOwnTable(Value pointers) {
  while (Operation *op = pointers.getDefiningOp()) {
    if (isa<AllocaOp>(op))
      return true;
    if (!isa<tile::OffsetOp, tile::SplatOp, tile::AssumeOp, ConvertLayoutOp, BroadcastOp, ReshapeOp>(op))
      return false;
    pointers = op->getOperand(0);
  }
  return false;
}

/// What `red` of the PTX ISA does, which gives nothing back and has no acquire; `atom` does the others.
bool isReduction(AtomicRmwOp op) {
  bool acquires = op.getOrder() != tile::MemoryOrder::Relaxed && op.getOrder() != tile::MemoryOrder::Release;
  return !op.getResult() && !acquires && op.getKind() != tile::AtomicKind::Exchange;
}

/// The same as `explain`, for updates: `widest` elements at most go at once.
std::string explainUpdate(AtomicRmwOp op, const strategy::TileAccess &access, unsigned widest, const std::string &who,
                          tile::Divisibility &facts) {
  if (!isReduction(op))
    return "; not wider: what gives old values back, acquires or exchanges goes one by one";
  if (!op.hasWideForms())
    return "; not wider: only sums of f32, f16 and bf16 have wide forms";
  if (op.getVector() < widest)
    return explain(access, op.getVector(), op.getPointer(), op.getMask(), facts);
  if (widest * access.elementBytes >= facts.getAccessBytes())
    return "";
  std::string element;
  llvm::raw_string_ostream(element) << getElementTypeOrSelf(op.getValue().getType());
  return "; not wider: " + who + " adds " + element + (widest == 1 ? " one by one" : " in pairs");
}

std::string describeJoining(AtomicRmwOp op, bool isShared) {
  if (!mayMeet(op))
    return "";
  std::string reason = whyNotJoined(op, isShared);
  return reason.empty() ? "; lanes that meet in a cell are joined"
                        : "; lanes that meet in a cell are not joined: " + reason;
}

void reportUpdate(AtomicRmwOp op, const Target &target, const DeclinedPaths &declined) {
  tile::Divisibility facts; // no wider on chips that load more
  std::optional<strategy::TileAccess> access = strategy::describeAccess(op, facts);
  StringRef verb = isReduction(op) ? "reduction" : "update", instruction = isReduction(op) ? "red" : "atom";
  if (!access) {
    tile::Remark(op, "ScalarAccess") << verb << " of one element by one lane, " << instruction;
    return;
  }
  bool isShared = isInOwnTable(op.getPointer());
  unsigned widest = strategy::widestAtomicAdd(getElementTypeOrSelf(op.getValue().getType()), !isShared, target);
  int64_t bytes = tile::elementCount(op.getPointer().getType()) * access->elementBytes;
  int64_t bytesPerLane = std::min<int64_t>(widest, op.getVector()) * access->elementBytes;
  tile::Remark(op, "DirectAccess").with("bytes", bytes).with("bytesPerLane", bytesPerLane)
      << verb << " of " << bytes << " bytes by registers, " << bytesPerLane << " bytes a lane and instruction, "
      << instruction << (isShared ? " in shared memory" : "")
      << explainUpdate(op, *access, widest, isShared ? "shared memory" : target.name(), facts)
      << describeJoining(op, isShared) << describe(declined, op);
}

/// Atomics that go one by one.
template <typename Op> void reportAtomic(Op op, StringRef verb) {
  Type type = op.getPointer().getType();
  int64_t bytes = tile::storageBytes(cast<tile::PtrType>(getElementTypeOrSelf(type)).getPointee());
  if (isDistributed(type))
    tile::Remark(op, "DirectAccess").with("bytes", tile::elementCount(type) * bytes).with("bytesPerLane", bytes)
        << verb << " of " << tile::elementCount(type) * bytes << " bytes by registers, " << bytes
        << " bytes a lane and instruction; not wider: it goes one by one";
  else
    tile::Remark(op, "ScalarAccess") << verb << " of one element by one lane";
}

StringRef verbOf(Operation *access) {
  return isa<LoadOp, LoadViewOp>(access) ? "load" : isa<StoreOp, StoreViewOp>(access) ? "store" : "reduction";
}

} // namespace

void tile_gpu::reportRegisterPaths(func::FuncOp kernel, const Target &target, const DeclinedPaths &declined) {
  tile::Divisibility facts(accessBytesOf(kernel));
  kernel.walk([&](LoadOp op) { report(op, "load", facts, declined); });
  kernel.walk([&](StoreOp op) { report(op, "store", facts, declined); });
  kernel.walk([&](AtomicRmwOp op) { reportUpdate(op, target, declined); });
  kernel.walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case([](AtomicLoadOp load) { reportAtomic(load, "atomic load"); })
        .Case([](AtomicStoreOp store) { reportAtomic(store, "atomic store"); })
        .Case([](AtomicCasOp exchange) { reportAtomic(exchange, "compare-exchange"); });
  });
}

void tile_gpu::reportTensorMap(Operation *access, const TensorMapChoice &choice) {
  tile::Remark(access, "TensorMap")
          .with("bytes", choice.buffer.getBytes())
          .with("boxes", int64_t(choice.map.getBoxStarts(choice.buffer.getShape()).size()))
          .with("swizzle", choice.map.getSwizzle())
      << verbOf(access) << " of " << choice.buffer.getBytes() << " bytes by tensor map, "
      << describeBoxes(choice.map, choice.buffer.getShape()) << ", through shared memory"
      << (choice.values.empty() ? "" : "; the kernel makes the map: " + choice.whyNot);
}

void tile_gpu::reportBulkCopy(Operation *access) {
  TypeSwitch<Operation *>(access).Case<LoadOp, StoreOp, AtomicRmwOp>([](auto op) {
    auto type = cast<RankedTensorType>(op.getPointer().getType());
    int64_t bytes = tile::storageBytes(cast<tile::PtrType>(type.getElementType()).getPointee());
    tile::Remark(op, "BulkCopy").with("bytes", type.getNumElements() * bytes)
        << verbOf(op) << " of " << type.getNumElements() * bytes
        << " bytes as one run by the copy engine, through shared memory";
  });
}

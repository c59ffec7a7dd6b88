// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps tiles that a loop carries in shared memory, where a lane would have too few registers for them.
//
// Sums that grow from row to row are touched once in each iteration, and held through all of it:
//
//     %r = scf.for .. iter_args(%sum = %zero) {     %b = tile_gpu.alloc_buffer
//       ..                                           tile_gpu.buffer_store %zero, %b
//       %next = math.fma %x, %y, %sum                scf.for .. {
//       ..                                     =>      ..
//       scf.yield %next                                %sum = tile_gpu.buffer_load %b
//     }                                                %next = math.fma %x, %y, %sum
//                                                      tile_gpu.buffer_store %next, %b
//                                                      ..
//                                                    }
//                                                    %r = tile_gpu.buffer_load %b
//
// A lane reads what it wrote itself, 16 bytes at a time and without bank conflicts, so nothing waits for a barrier.
// Local memory, where the assembler would put what is over, goes through L1 with a line for each register of a warp,
// and displaces the data that streams by.
//
// Registers of a lane are estimated as in compiler/Strategy: 32, some for masks and addresses where elements are
// accessed alone or by masks, and the tiles, carried ones and others, that have to be held over a reduction of the
// body, where all of it waits for other lanes. Tiles go to shared memory, the first ones first, until the rest fits
// what the CTAs of the launch bounds leave to a lane. Without launch bounds nothing is done: registers are not scarce
// then. Not done for tiles of which lanes hold copies, nor for what is loaded an iteration ahead.
//
// Where that is not enough, what is loaded for the next iteration alone is loaded at the end of this one, when it needs
// its own tiles no more: as far down as the loop's stores let it. Narrow elements that arrive one by one take a
// register each until they are packed.
//
// Operands of MMAs that no iteration changes: LoopInvariantOperands.h.
#include "compiler/Transforms/TileGPU/Layouts/MoveRemarks.h"
#include "compiler/Transforms/TileGPU/Loops/LoopInvariantOperands.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/LaneBuffers.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/Remarks.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SPILLCARRIEDTILES
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

constexpr int64_t kBaseRegisters = 32;
/// Besides, where a lane accesses a tile in many pieces: of few bytes each, or some of which masks leave out.
constexpr int64_t kManyAccesses = 8, kFewBytes = 8, kRegistersForPieces = 16, kRegistersForMasks = 8;
/// Left free where tiles are moved, so that the loads of the next iteration need not wait for the end of this one.
constexpr int64_t kRoomForLoads = 16;

/// What a load or store of `tile` needs besides the tile.
int64_t registersBeside(Value tile, int64_t vector, bool isMasked) {
  auto type = dyn_cast<RankedTensorType>(tile.getType());
  if (!type || !isDistributed(type) || LayoutAttr::of(type).size(layout::Place::Register) < kManyAccesses * vector)
    return 0;
  if (vector * tile::storageBytes(type.getElementType()) < kFewBytes)
    return kRegistersForPieces;
  return isMasked ? kRegistersForMasks : 0;
}

/// Registers for addresses and masks.
int64_t registersOfAccesses(scf::ForOp loop) {
  int64_t most = 0;
  loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op))
      most = std::max(most, registersBeside(load.getResult(), load.getVector(), load.getMask() != nullptr));
    else if (auto store = dyn_cast<StoreOp>(op))
      most = std::max(most, registersBeside(store.getValue(), store.getVector(), store.getMask() != nullptr));
  });
  return most;
}

/// Copies of one value take no registers of their own.
bool isMadeOfFew(Value value) {
  return value.getDefiningOp<BroadcastOp>() || value.getDefiningOp<tile::SplatOp>();
}

bool isUsedBehind(Value value, Operation *op) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    return inBlock && op->isBeforeInBlock(inBlock);
  });
}

/// Registers that wait with `reduction`: tiles of its block, carried ones among them, that are used behind it.
int64_t heldOver(ReduceOp reduction) {
  int64_t held = 0;
  auto add = [&](Value value) {
    held += isUsedBehind(value, reduction) && !isMadeOfFew(value) ? registersOf(value.getType()) : 0;
  };
  for (Value argument : reduction->getBlock()->getArguments())
    add(argument);
  for (Operation &op : llvm::make_range(reduction->getBlock()->begin(), reduction->getIterator()))
    for (Value result : op.getResults())
      add(result);
  return held;
}

/// A carried tile that can live in shared memory: one that each iteration makes from what it was.
bool canBeSpilled(scf::ForOp loop, unsigned index) {
  BlockArgument carried = loop.getRegionIterArg(index);
  Operation *next = loop.getYieldedValues()[index].getDefiningOp();
  if (!registersOf(carried.getType()) || !next || next->getBlock() != loop.getBody() ||
      !llvm::is_contained(next->getOperands(), carried))
    return false;
  auto type = cast<RankedTensorType>(carried.getType());
  return tile::storageBytes(type.getElementType()) >= 4 && LayoutAttr::of(type).hasOneOwner();
}

/// The first op of the loop's body that needs the carried tile.
Operation *firstUser(scf::ForOp loop, unsigned index) {
  Operation *first = loop.getBody()->getTerminator();
  for (Operation *user : loop.getRegionIterArg(index).getUsers())
    if (Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user); inBody->isBeforeInBlock(first))
      first = inBody;
  return first;
}

/// Does what the file's header shows; the loop goes on carrying the first tile, which nobody reads.
void spill(scf::ForOp loop, unsigned index) {
  auto type = cast<RankedTensorType>(loop.getRegionIterArg(index).getType());
  Location at = loop.getLoc();
  OpBuilder builder(loop);
  Value initial = loop.getInitArgs()[index];
  Value buffer = AllocBufferOp::create(builder, at, bufferOfLanes(type), IntegerAttr());
  BufferStoreOp::create(builder, at, initial, buffer);

  Operation *user = firstUser(loop, index);
  builder.setInsertionPoint(user);
  Value held = BufferLoadOp::create(builder, user->getLoc(), type, buffer, Value());
  loop.getRegionIterArg(index).replaceAllUsesWith(held);
  Value next = loop.getYieldedValues()[index];
  builder.setInsertionPointAfter(next.getDefiningOp());
  BufferStoreOp::create(builder, next.getLoc(), next, buffer);
  (*loop.getYieldedValuesMutable())[index].set(loop.getRegionIterArg(index));

  builder.setInsertionPointAfter(loop);
  Value result = BufferLoadOp::create(builder, at, type, buffer, Value());
  loop.getResult(index).replaceAllUsesWith(result);
  FreeBufferOp::create(builder, at, buffer);
}

bool mayPass(LoadOp load, Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto store = dyn_cast<StoreOp>(op))
    return !tile::mayAlias(load.getPointer(), 0, store.getPointer(), 0);
  return isMemoryEffectFree(op) || isa<LoadOp, BufferLoadOp, BufferStoreOp, ReduceOp>(op);
}

/// Loads late what only the next iteration wants; returns how many tiles.
unsigned loadLate(scf::ForOp loop) {
  unsigned moved = 0;
  Operation *yield = loop.getBody()->getTerminator();
  // As they stand now: those that were moved are met again.
  for (LoadOp load : llvm::to_vector(loop.getBody()->getOps<LoadOp>())) {
    bool isCarriedOnly = llvm::all_of(load->getUsers(), [&](Operation *user) { return user == yield; });
    if (load->use_empty() || !isCarriedOnly || registersOf(load.getType()) < kManyAccesses)
      continue;
    Operation *before = load->getNextNode();
    while (mayPass(load, before))
      before = before->getNextNode();
    load->moveBefore(before);
    ++moved;
  }
  return moved;
}

struct SpillCarriedTiles : tile_gpu::impl::SpillCarriedTilesBase<SpillCarriedTiles> {
  using SpillCarriedTilesBase::SpillCarriedTilesBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<Target> target = readTarget(kernel, architecture);
    if (failed(target))
      return signalPassFailure();
    if (std::optional<int64_t> registers = availableRegisters(kernel)) {
      available = *registers;
      makeRoom(kernel, *target);
    }
    // No pass behind this one changes what lanes read from where.
    if (remarks)
      reportMoves(kernel);
  }

  /// The copy engine fills stages that lanes wait for, which have taken what they can get.
  static bool hasStages(func::FuncOp kernel) {
    bool hasMbarriers = false;
    kernel.walk([&](AllocMbarriersOp) { hasMbarriers = true; });
    return hasMbarriers && areBuffersOfLanes(kernel);
  }

  /// The scratch of a layout conversion that goes in passes, as AllocateSharedMemory.cpp lets it where there is no more
  /// room.
  static int64_t scratchInPasses(Operation *op) {
    constexpr int64_t kScratchOfPass = 2048;
    int64_t bytes = scratchOf(op);
    if (!isa<ConvertLayoutOp>(op) || bytes <= kScratchOfPass)
      return bytes;
    op->setAttr(kMaxScratchAttr, Builder(op->getContext()).getI64IntegerAttr(kScratchOfPass));
    bytes = scratchOf(op);
    op->removeAttr(kMaxScratchAttr);
    return bytes;
  }

  void makeRoom(func::FuncOp kernel, const Target &target) {
    int64_t ctas = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr).getInt();
    int64_t ofCta = target.sharedMemoryPerMultiprocessor() / ctas - kReservedSharedMemory;
    int64_t ofKernel = std::min<int64_t>(ofCta, target.sharedMemoryPerCta());
    sharedBytes = ofKernel - sharedBytesInUse(kernel);
    kernel.walk([&](scf::ForOp loop) { visit(loop); });
    sharedBytes = ofKernel - leastSharedBytes(kernel, hasStages(kernel) ? scratchInPasses : scratchOf);
    kernel.walk([&](scf::ForOp loop) {
      unsigned kept = keepOperands(loop, available, sharedBytes);
      if (kept && remarks && tile::isPreferredVariant(kernel))
        tile::Remark(loop, "OperandsInSharedMemory").with("operands", kept).with("registers", available)
            << "kept in shared memory: " << kept << (kept == 1 ? " operand" : " operands") << " of MMAs, as a lane has "
            << available << " registers";
    });
    kernel.walk([&](scf::ForOp loop) {
      unsigned read = readOperandsFromBuffers(loop, available, ofKernel);
      if (read && remarks && tile::isPreferredVariant(kernel))
        tile::Remark(loop, "OperandsReadFromSharedMemory").with("operands", read).with("registers", available)
            << "read from shared memory where they are multiplied: " << read << (read == 1 ? " operand" : " operands")
            << ", as a lane has " << available << " registers";
    });
  }

  void visit(scf::ForOp loop) {
    int64_t held = 0;
    for (ReduceOp reduction : loop.getBody()->getOps<ReduceOp>())
      held = std::max(held, heldOver(reduction));
    int64_t ofAccesses = registersOfAccesses(loop), spilled = 0;
    int64_t over = kBaseRegisters + ofAccesses + held - available;
    if (held == 0 || over <= 0)
      return;
    over += kRoomForLoads;
    for (unsigned index = 0; index < loop.getNumRegionIterArgs() && over > 0; ++index) {
      if (!canBeSpilled(loop, index))
        continue;
      BufferType type = bufferOfLanes(cast<RankedTensorType>(loop.getRegionIterArg(index).getType()));
      if (type.getBytes() > sharedBytes)
        continue;
      over -= registersOf(loop.getRegionIterArg(index).getType());
      sharedBytes -= type.getBytes();
      ++spilled;
      spill(loop, index);
    }
    if (spilled && remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(loop, "CarriedTilesInSharedMemory").with("tiles", spilled).with("registers", available)
          << "kept in shared memory: " << spilled << (spilled == 1 ? " tile" : " tiles")
          << " that the loop carries, as a lane has " << available << " registers";
    // Whole pieces of 16 bytes are worth their registers: they travel while this iteration computes.
    if (over <= kRoomForLoads || ofAccesses < kRegistersForPieces)
      return;
    unsigned late = loadLate(loop);
    if (late && remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(loop, "LateLoads").with("tiles", late)
          << "loaded at an iteration's end: " << late << (late == 1 ? " tile" : " tiles") << " for the next one";
  }

  int64_t available = 0, sharedBytes = 0;
};

} // namespace

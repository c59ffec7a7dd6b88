// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores a block's result under the first MMAs of the next block, behind tile-gpu-overlap-mmas.
//
//     scf.for blocks {                                   %o:3 = scf.for blocks iter_args(%last, %at, %any = false) {
//       %s = scf.if any iteration {                         %s = scf.if any iteration {
//         %r = warpgroup_mma ..                               %w = scf.if %any {
//         %w = warpgroup_wait %r pending 0                      %r = warpgroup_mma ..
//         the other iterations                                  store %last at %at
//       } else { zeros }                          =>            warpgroup_wait %r pending 0
//       %v = narrow %s                                        } else { the same without the store }
//       store %v at %place                                    the other iterations
//     }                                                     } else { scf.if %any { store %last at %at }; zeros }
//                                                           %v = narrow %s
//                                                           scf.yield %v, %place, true
//                                                         }
//                                                         scf.if %o#2 { store %o#0 at %o#1 }
//
// So the tensor core does not wait for the way through shared memory: only for the last accumulators, which the lanes
// turn into what is stored. Pieces (SplitStores.cpp) are dealt out to the iterations that stand before the loop. A
// CTA's first block has nothing to store; the condition stands around the MMAs with their wait, since with one around
// an MMA in flight the assembler waits for it at once.
//
// What the loop does at its end must be nothing but stores by tensor map. Blocks do not depend on each other (a loop
// over blocks exists only where nothing could tell), so the store may pass what the next block does first. Where a lane
// has no registers for accumulators and result at a time, as for 128x256 accumulators of 32 bits that are stored as
// they are, only the last pieces are carried, as many as fit; the others are stored before the next block. It declines
// where none fits.
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaPipeliningPlan.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/RegisterShares.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_OVERLAPEPILOGUE
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

struct StorePlan {
  SmallVector<Operation *> end;    ///< the loop's, in order
  SmallVector<Operation *> stores; ///< what is deferred of it
  llvm::SetVector<Value> captured; ///< what they use of the loop's body: tiles, and scalars for places
  scf::IfOp around;                ///< the block's MMAs
  WarpgroupMmaOp first;            ///< the first of them
  int64_t registers = 0;           ///< of a lane, for tiles
  int64_t pieces = 0;              ///< that end with a group each
  int64_t overlapped = 0;          ///< of them, the last ones
  std::string declined;
};

bool isOfStore(Operation *op) {
  return isa<BulkWaitOp, BufferStageOp, ExtractOp, BufferStoreOp, ProxyFenceOp, TmaStoreOp, BulkCommitOp>(op) ||
         (op->getNumResults() == 1 && isScalarArithmetic(op));
}

/// It begins MMAs and then waits for them, before all loops and branches; none is in flight on the way there.
bool beginsMmas(Block *block) {
  bool hasBegun = false;
  for (Operation &op : *block) {
    if (isa<WarpgroupWaitOp>(op))
      return hasBegun;
    if (op.getNumRegions() > 0)
      return false;
    hasBegun |= isa<WarpgroupMmaOp>(op);
  }
  return false;
}

/// What has effects, from a first MMA or behind another wait, up to a wait for MMAs.
using Flight = SmallVector<Operation *>;

/// The iterations that stand alone in a block that begins MMAs.
SmallVector<Flight> flightsOf(Block *block) {
  SmallVector<Flight> flights(1);
  for (Operation &op : *block) {
    if (op.getNumRegions() > 0)
      break;
    if (!isPure(&op))
      flights.back().push_back(&op);
    if (isa<WarpgroupWaitOp>(op))
      flights.emplace_back();
  }
  flights.pop_back();
  return flights;
}

/// Its first branch does, or one in there.
bool hasMmas(scf::IfOp around) {
  if (!around.elseBlock())
    return false;
  return beginsMmas(around.thenBlock()) || llvm::any_of(around.thenBlock()->getOps<scf::IfOp>(), hasMmas);
}

class Planner {
public:
  Planner(scf::ForOp loop, WarpRolesOp roles) : loop(loop), roles(roles) {}

  StorePlan run() {
    collectStores();
    if (llvm::none_of(plan.stores, llvm::IsaPred<TmaStoreOp>))
      return {};
    findMmas();
    if (!plan.first)
      return {};
    overlapWhatFits();
    capture();
    checkBuffers();
    checkFlights(plan.around);
    checkRegisters();
    return std::move(plan);
  }

private:
  void decline(StringRef reason) {
    if (plan.declined.empty())
      plan.declined = reason.str();
  }

  void collectStores() {
    for (Operation *op = loop.getBody()->getTerminator()->getPrevNode(); op && isOfStore(op); op = op->getPrevNode())
      plan.stores.push_back(op);
    std::reverse(plan.stores.begin(), plan.stores.end());
    auto begin = llvm::find_if(plan.stores, [](Operation *op) { return !isPure(op); });
    plan.stores.erase(plan.stores.begin(), begin);
    // Parts of the store end with a group each: what comes behind the last one would be in none.
    auto last = llvm::find_if(llvm::reverse(plan.stores), [](Operation *op) { return !isPure(op); });
    if (last != plan.stores.rend() && !isa<BulkCommitOp>(*last))
      decline("something is behind its last group");
  }

  /// The registers of a lane besides what is stored.
  int64_t registersOfMmas() {
    int64_t registers = registersOf(plan.first.getType());
    for (Value carried : loop.getRegionIterArgs())
      registers += registersOf(carried.getType());
    return registers;
  }

  /// All pieces, or the last ones, where all together have no room beside the next block's accumulators.
  void overlapWhatFits() {
    plan.end = plan.stores;
    plan.overlapped = plan.pieces = llvm::count_if(plan.end, llvm::IsaPred<BulkCommitOp>);
    llvm::SmallSetVector<Value, 2> wholes;
    int64_t whole = 0, piece = 0;
    for (Operation *op : plan.end)
      if (auto part = dyn_cast<ExtractOp>(op)) {
        wholes.insert(part.getSource());
        piece = std::max(piece, registersOf(part.getType()));
      }
    for (Value tile : wholes)
      whole += registersOf(tile.getType());
    int64_t others = registersOfMmas(), fitting = plan.pieces;
    if (piece == 0 || fitsConsumers(roles, others + whole))
      return;
    while (fitting > 0 && !fitsConsumers(roles, others + fitting * piece))
      --fitting;
    if (fitting > 0)
      overlapLastPieces(fitting);
  }

  /// Their tiles are carried as they are taken from the whole; what is computed for their places is computed again.
  void overlapLastPieces(int64_t count) {
    int64_t piece = 0;
    plan.overlapped = count;
    plan.stores.clear();
    for (Operation *op : plan.end) {
      bool isOfLast = piece >= plan.pieces - count;
      if (!isa<ExtractOp>(op) && (isOfLast || isPure(op)))
        plan.stores.push_back(op);
      piece += isa<BulkCommitOp>(op);
    }
  }

  void findMmas() {
    for (auto around : loop.getBody()->getOps<scf::IfOp>())
      if (around.elseBlock() && hasMmas(around)) {
        plan.around = around;
        around->walk([&](WarpgroupMmaOp mma) { plan.first = plan.first ? plan.first : mma; });
        return;
      }
  }

  void capture() {
    for (Operation *op : plan.stores) {
      for (Value operand : op->getOperands())
        if (operand.getParentBlock() == loop.getBody() && !llvm::is_contained(plan.stores, operand.getDefiningOp()))
          plan.captured.insert(operand);
      for (Operation *user : op->getUsers())
        if (!llvm::is_contained(plan.end, user))
          decline("what follows uses the store");
    }
    for (Value value : plan.captured)
      if (!isDistributed(value.getType()) && !value.getType().isInteger())
        decline("it needs more of its block than a tile and its place");
  }

  /// Nothing else of the loop touches what they go through.
  void checkBuffers() {
    for (Operation *op : plan.stores)
      for (Value operand : op->getOperands())
        if (auto buffer = operand.getDefiningOp<AllocBufferOp>())
          for (Operation *user : buffer->getUsers())
            if (loop->isAncestor(user) && !llvm::is_contained(plan.end, user))
              decline("the loop uses the buffer elsewhere");
  }

  /// What is done until MMAs are waited for gives nothing else on.
  void checkFlights(scf::IfOp around) {
    around->walk([&](Block *block) {
      if (beginsMmas(block) && isa<scf::IfOp>(block->getParentOp()))
        for (const Flight &flight : flightsOf(block))
          for (Operation *op : ArrayRef(flight).drop_back())
            for (Operation *user : op->getUsers())
              if (!llvm::is_contained(flight, user))
                decline("its first MMAs are not all that is done until they are waited for");
    });
  }

  void checkRegisters() {
    plan.registers = registersOfMmas();
    for (Value value : plan.captured)
      plan.registers += registersOf(value.getType());
    if (!fitsConsumers(roles, plan.registers))
      decline("a lane would hold " + std::to_string(plan.registers) + " registers of tiles");
  }

  scf::ForOp loop;
  WarpRolesOp roles;
  StorePlan plan;
};

class EpilogueOverlapper {
public:
  EpilogueOverlapper(scf::ForOp loop, StorePlan &plan) : loop(loop), plan(plan), rewriter(loop.getContext()) {}

  void run() {
    carryResults();
    storeUnderMmas(plan.around);
    rewriter.setInsertionPointAfter(loop);
    storeIf(loop.getResults().back(), loop.getResults().drop_back().take_back(plan.captured.size()));
    for (Operation *op : llvm::reverse(plan.stores))
      if (op->use_empty())
        op->erase();
  }

private:
  Value constant(TypedAttr value) {
    return arith::ConstantOp::create(rewriter, loop.getLoc(), value);
  }

  void carryResults() {
    rewriter.setInsertionPoint(loop);
    SmallVector<Value> inits;
    for (Value value : plan.captured)
      inits.push_back(constant(rewriter.getZeroAttr(value.getType())));
    inits.push_back(constant(rewriter.getBoolAttr(false)));
    Value yes = constant(rewriter.getBoolAttr(true));
    auto yields = [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
      last.assign(arguments.begin(), arguments.end());
      SmallVector<Value> values(plan.captured.begin(), plan.captured.end());
      values.push_back(yes);
      return values;
    };
    SmallVector<std::optional<unsigned>> numbers = numbersOfArguments();
    LoopLikeOpInterface changed =
        *cast<LoopLikeOpInterface>(*loop).replaceWithAdditionalYields(rewriter, inits, false, yields);
    loop = cast<scf::ForOp>(*changed);
    hasLast = last.pop_back_val();
    for (auto [value, number] : llvm::zip_equal(plan.captured.takeVector(), numbers))
      plan.captured.insert(number ? loop.getBody()->getArgument(*number) : value);
  }

  /// The captured values that are arguments of the loop, by number: the arguments are others when the loop is rebuilt.
  SmallVector<std::optional<unsigned>> numbersOfArguments() {
    SmallVector<std::optional<unsigned>> numbers;
    for (Value value : plan.captured) {
      auto argument = dyn_cast<BlockArgument>(value);
      numbers.push_back(argument ? std::optional(argument.getArgNumber()) : std::nullopt);
    }
    return numbers;
  }

  /// Once on each way through `around`: before the first wait for an MMA, or where there is none.
  void storeUnderMmas(scf::IfOp around) {
    for (Block *block : {around.thenBlock(), around.elseBlock()}) {
      auto inner = llvm::find_if(block->getOps<scf::IfOp>(), hasMmas);
      if (beginsMmas(block))
        storeUnderFlights(block);
      else if (inner != block->getOps<scf::IfOp>().end())
        storeUnderMmas(*inner);
      else {
        rewriter.setInsertionPointToStart(block);
        storeIf(hasLast, last);
      }
    }
  }

  /// Part of the store under each flight.
  void storeUnderFlights(Block *block) {
    SmallVector<Flight> flights = flightsOf(block);
    SmallVector<SmallVector<Operation *>> parts = partsOfStore(flights.size());
    for (auto [flight, part] : llvm::zip(flights, parts))
      storeUnder(flight, part);
  }

  /// As many parts, at most, one behind the other. Pure ops belong to all of them.
  SmallVector<SmallVector<Operation *>> partsOfStore(size_t most) {
    size_t groups = llvm::count_if(plan.stores, llvm::IsaPred<BulkCommitOp>), group = 0;
    SmallVector<SmallVector<Operation *>> parts(std::min(most, groups));
    for (Operation *op : plan.stores) {
      for (auto [i, part] : llvm::enumerate(parts))
        if (isPure(op) || i == group * parts.size() / groups)
          part.push_back(op);
      group += isa<BulkCommitOp>(op);
    }
    return parts;
  }

  /// The flight twice: with the store in front of its wait, and without.
  void storeUnder(const Flight &flight, ArrayRef<Operation *> part) {
    Operation *wait = flight.back();
    rewriter.setInsertionPointAfter(wait);
    auto branch = scf::IfOp::create(rewriter, loop.getLoc(), wait->getResultTypes(), hasLast, /*withElseRegion=*/true);
    for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
      rewriter.setInsertionPointToStart(block);
      IRMapping copies;
      for (Operation *op : flight) {
        if (op == wait && block == branch.thenBlock())
          storeAt(part, last);
        rewriter.clone(*op, copies);
      }
      scf::YieldOp::create(rewriter, loop.getLoc(), copies.lookup(wait)->getResults());
    }
    wait->replaceAllUsesWith(branch.getResults());
    for (Operation *op : llvm::reverse(flight))
      op->erase();
  }

  void storeIf(Value condition, ValueRange values) {
    OpBuilder::InsertionGuard guard(rewriter);
    auto branch = scf::IfOp::create(rewriter, loop.getLoc(), condition, /*withElseRegion=*/false);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    storeAt(plan.stores, values);
  }

  void storeAt(ArrayRef<Operation *> stores, ValueRange values) {
    IRMapping mapping;
    for (auto [captured, value] : llvm::zip_equal(plan.captured, values))
      mapping.map(captured, value);
    for (Operation *op : stores)
      rewriter.clone(*op, mapping);
  }

  scf::ForOp loop;
  StorePlan &plan;
  IRRewriter rewriter;
  SmallVector<Value> last; ///< of the block before
  Value hasLast;           ///< there is one
};

struct OverlapEpilogue : tile_gpu::impl::OverlapEpilogueBase<OverlapEpilogue> {
  using OverlapEpilogueBase::OverlapEpilogueBase;

  void runOnOperation() override {
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    // Groups store under each other's MMAs.
    if (!roles || roles.getGroups() > 1)
      return;
    SmallVector<scf::ForOp> loops;
    for (auto loop : roles.getConsumers().getOps<scf::ForOp>())
      if (tile::isBlockLoop(loop))
        loops.push_back(loop);
    for (scf::ForOp loop : loops) {
      StorePlan plan = Planner(loop, roles).run();
      if (plan.stores.empty())
        continue;
      if (!plan.declined.empty()) {
        report(plan, "EpilogueNotOverlapped", "stored before the next block begins: " + plan.declined);
        continue;
      }
      std::string last =
          "the last " + std::to_string(plan.overlapped) + " of " + std::to_string(plan.pieces) + " pieces ";
      report(plan, "EpilogueOverlap",
             (plan.overlapped < plan.pieces ? last : "") + "stored under the first MMAs of the next block");
      EpilogueOverlapper(loop, plan).run();
      dealOutRegisters(roles, plan.registers);
    }
  }

private:
  void report(StorePlan &plan, StringRef name, const std::string &text) {
    if (remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(*llvm::find_if(plan.stores, llvm::IsaPred<TmaStoreOp>), name) << text;
  }
};

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/MmaSchedule.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// 32-bit registers of a lane that tiles may take.
static constexpr int64_t kMaxTileRegisters = 200;

/// What the buffer behind a stage, or a view of one, was allocated as.
static Operation *allocationOf(Value buffer) {
  for (;;) {
    Operation *op = buffer.getDefiningOp();
    if (!isa_and_nonnull<BufferViewOp, BufferStageOp>(op))
      return op;
    buffer = op->getOperand(0);
  }
}

/// Lanes store into the buffer somewhere.
static bool isStoredTo(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [](Operation *user) {
    return isa<BufferViewOp, BufferStageOp>(user) ? isStoredTo(user->getResult(0))
                                                  : !isa<WarpgroupMmaOp, BufferLoadOp, TmaLoadOp, BulkLoadOp>(user);
  });
}

MmaSchedule::MmaSchedule(Block &block, WarpRolesOp roles) : block(block), roles(roles) {
  for (auto start : block.getOps<WarpgroupMmaOp>())
    if (auto wait = waitOf(start))
      mmas.push_back({start, wait, start.getResult()});
}

bool MmaSchedule::isPlain() const {
  size_t starts = 0, waits = 0;
  block.walk([&](WarpgroupMmaOp) { ++starts; });
  block.walk([&](WarpgroupWaitOp) { ++waits; });
  return mmas.size() > 1 && starts == mmas.size() && waits == mmas.size();
}

WarpgroupWaitOp MmaSchedule::waitOf(WarpgroupMmaOp start) const {
  if (!start.getResult().hasOneUse())
    return {};
  auto wait = dyn_cast<WarpgroupWaitOp>(*start->user_begin());
  bool isPlain = wait && wait->getBlock() == &block && wait.getPending() == 0 && wait.getAccumulators().size() == 1;
  return isPlain ? wait : WarpgroupWaitOp();
}

//===- Starts ----------------------------------------------------------------------------------------------------===//

/// A wait for a stage that moves over an arrival: the producer may need that arrival to get on to the stage, if it is
/// one of a stage buffer with only one.
static bool mayPass(Operation *first, Operation *mma, const llvm::SetVector<Operation *> &slice) {
  bool waits = false, arrives = false;
  for (Operation *op = first->getNextNode(); op != mma; op = op->getNextNode()) {
    waits |= isa<MbarrierWaitOp>(op) && slice.contains(op);
    op->walk([&](MbarrierArriveOp arrive) { arrives |= arrive.getBarriers().getType().getCount() < 2; });
  }
  return !waits || !arrives;
}

static Operation *moveBehind(Operation *last, Operation *mma, llvm::SetVector<Operation *> &slice) {
  SmallVector<Operation *> inOrder(slice.begin(), slice.end());
  llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  inOrder.push_back(mma);
  for (Operation *op : inOrder) {
    if (op->isBeforeInBlock(last))
      continue;
    op->moveAfter(last);
    last = op;
  }
  return last;
}

unsigned MmaSchedule::moveUp(int64_t registers) {
  registers += registersOf(mmas.front().start.getType());
  Operation *last = mmas.front().start;
  unsigned together = 1;
  for (Mma &mma : llvm::drop_begin(mmas)) {
    llvm::SetVector<Operation *> slice;
    int64_t more = registersOf(mma.start.getType());
    if (registers + more > kMaxTileRegisters || !comesFromStages(mma.start, slice) || !mayPass(last, mma.start, slice))
      continue;
    last = moveBehind(last, mma.start, slice);
    registers += more;
    ++together;
  }
  return together;
}

/// Its accumulators begin at zero, and what starts it, `slice`, needs nothing that lanes compute.
bool MmaSchedule::comesFromStages(WarpgroupMmaOp start, llvm::SetVector<Operation *> &slice) const {
  if (start.getAccumulator() || start.hasAInRegisters())
    return false;
  for (Value mmaOperand : {start.getA(), Value(start.getB())}) {
    Operation *allocation = allocationOf(mmaOperand);
    if (!isa_and_nonnull<AllocBufferOp>(allocation) || allocation->getBlock() == &block ||
        isStoredTo(allocation->getResult(0)))
      return false;
  }
  return llvm::all_of(start->getOperands(), [&](Value operand) { return addToSlice(operand, slice); });
}

bool MmaSchedule::addToSlice(Value value, llvm::SetVector<Operation *> &slice) const {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &block || slice.contains(op))
    return true;
  if (!isa<BufferStageOp, BufferViewOp, MbarrierWaitOp>(op) && !isScalarArithmetic(op))
    return false;
  if (!llvm::all_of(op->getOperands(), [&](Value operand) { return addToSlice(operand, slice); }))
    return false;
  slice.insert(op);
  return true;
}

//===- Waits -----------------------------------------------------------------------------------------------------===//

void MmaSchedule::findReleases() {
  llvm::MapVector<Operation *, Release> found;
  for (Mma &mma : mmas)
    for (Value token : mma.start.getAfter())
      if (auto full = token.getDefiningOp<MbarrierWaitOp>(); full && full->getBlock() == &block)
        for (MbarrierArriveOp arrive : arrivalsFor(block, roles, full.getBarriers())) {
          found[arrive].arrive = arrive;
          found[arrive].readers.insert(mma.start);
        }
  for (auto &[op, release] : found)
    releases.push_back(release);
}

/// What writes the buffer, or ends its life.
static void forChangesOf(Value buffer, llvm::function_ref<void(Operation *)> add) {
  for (Operation *user : buffer.getUsers()) {
    if (isa<BufferViewOp, BufferStageOp>(user))
      forChangesOf(user->getResult(0), add);
    else if (!isa<WarpgroupMmaOp, BufferLoadOp>(user))
      add(user);
  }
}

/// The first op of the block that must not come before the MMA's end.
Operation *MmaSchedule::firstNeed(Mma &mma) const {
  Operation *first = block.getTerminator();
  auto add = [&](Operation *user) {
    Operation *here = block.findAncestorOpInBlock(*user);
    if (here && mma.start->isBeforeInBlock(here) && here->isBeforeInBlock(first))
      first = here;
  };
  for (Operation *user : mma.wait.getResult(0).getUsers())
    add(user);
  for (Value mmaOperand : {mma.start.getA(), Value(mma.start.getB())})
    if (isa<BufferType>(mmaOperand.getType()))
      if (Operation *allocation = allocationOf(mmaOperand))
        forChangesOf(allocation->getResult(0), add);
  return first;
}

unsigned MmaSchedule::placeWaits() {
  findReleases();
  llvm::DenseMap<Mma *, Operation *> needs;
  for (Mma &mma : mmas)
    needs[&mma] = firstNeed(mma);
  unsigned overlapped = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    size_t done = 0;
    for (auto [i, mma] : llvm::enumerate(inFlight))
      if (needs[mma] == &op)
        done = i + 1;
    if (waitsForHeldBack(op))
      done = inFlight.size();
    overlapped += done && done < inFlight.size();
    if (done)
      waitBefore(&op, done);
    if (auto arrive = dyn_cast<MbarrierArriveOp>(op))
      holdBack(arrive);
    for (Mma &mma : mmas)
      if (mma.start == &op)
        inFlight.push_back(&mma);
  }
  for (Mma &mma : mmas)
    mma.wait.erase();
  return overlapped;
}

/// For the `done` oldest of those in flight.
void MmaSchedule::waitBefore(Operation *op, size_t done) {
  OpBuilder builder(op);
  SmallVector<Value> accumulators = llvm::map_to_vector(inFlight, [](Mma *mma) { return mma->accumulators; });
  auto wait =
      WarpgroupWaitOp::create(builder, inFlight[done - 1]->wait.getLoc(), accumulators, accumulators.size() - done);
  for (auto [mma, result] : llvm::zip_equal(inFlight, wait.getResults()))
    mma->accumulators = result;
  for (Mma *mma : ArrayRef(inFlight).take_front(done))
    mma->wait.getResult(0).replaceAllUsesWith(mma->accumulators);
  inFlight.erase(inFlight.begin(), inFlight.begin() + done);
  llvm::erase_if(heldBack, [&](const Release &release) {
    if (isRead(release))
      return false;
    MbarrierArriveOp(release.arrive)->moveBefore(op);
    return true;
  });
}

/// For a stage of a stage buffer of which all are held back: copies of an iteration (UnrollAccumulatorSwaps.cpp) have
/// them one by one.
bool MmaSchedule::waitsForHeldBack(Operation &op) const {
  if (heldBack.empty())
    return false;
  auto isOver = [&](MbarrierWaitOp full) {
    SmallVector<MbarrierArriveOp> arrivals = arrivalsFor(block, roles, full.getBarriers());
    int64_t held =
        llvm::count_if(heldBack, [&](const Release &release) { return llvm::is_contained(arrivals, release.arrive); });
    return held < full.getBarriers().getType().getCount() ? WalkResult::advance() : WalkResult::interrupt();
  };
  return op.walk(isOver).wasInterrupted();
}

/// Until all that read its stage are done.
void MmaSchedule::holdBack(MbarrierArriveOp arrive) {
  for (const Release &release : releases)
    if (release.arrive == arrive && isRead(release))
      heldBack.push_back(release);
}

bool MmaSchedule::isRead(const Release &release) const {
  return llvm::any_of(inFlight, [&](Mma *mma) { return release.readers.contains(mma->start); });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/ProductSchedule.h"
#include "dialects/TileGPU/Transforms/Occupancy.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// 32-bit registers of a lane that tiles may take.
static constexpr int64_t kMaxTileRegisters = 200;

/// What the buffer behind a slot, or a view of one, was allocated as.
static Operation *allocationOf(Value buffer) {
  for (;;) {
    Operation *op = buffer.getDefiningOp();
    if (!isa_and_nonnull<BufferViewOp, BufferSlotOp>(op))
      return op;
    buffer = op->getOperand(0);
  }
}

/// Lanes store into the buffer somewhere.
static bool isStoredTo(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [](Operation *user) {
    return isa<BufferViewOp, BufferSlotOp>(user) ? isStoredTo(user->getResult(0))
                                                 : !isa<WarpgroupMmaOp, BufferLoadOp, TmaLoadOp, BulkLoadOp>(user);
  });
}

ProductSchedule::ProductSchedule(Block &block, WarpRolesOp roles) : block(block), roles(roles) {
  for (auto start : block.getOps<WarpgroupMmaOp>())
    if (auto wait = waitOf(start))
      products.push_back({start, wait, start.getResult()});
}

bool ProductSchedule::isPlain() const {
  size_t starts = 0, waits = 0;
  block.walk([&](WarpgroupMmaOp) { ++starts; });
  block.walk([&](WarpgroupWaitOp) { ++waits; });
  return products.size() > 1 && starts == products.size() && waits == products.size();
}

WarpgroupWaitOp ProductSchedule::waitOf(WarpgroupMmaOp start) const {
  if (!start.getResult().hasOneUse())
    return {};
  auto wait = dyn_cast<WarpgroupWaitOp>(*start->user_begin());
  bool isPlain = wait && wait->getBlock() == &block && wait.getPending() == 0 && wait.getSums().size() == 1;
  return isPlain ? wait : WarpgroupWaitOp();
}

//===- Starts ----------------------------------------------------------------------------------------------------===//

/// A wait for a slot that moves over an arrival: the producer may need that arrival to get on to the slot, if it is one
/// of a ring with only one.
static bool mayPass(Operation *first, Operation *product, const llvm::SetVector<Operation *> &slice) {
  bool waits = false, arrives = false;
  for (Operation *op = first->getNextNode(); op != product; op = op->getNextNode()) {
    waits |= isa<MbarrierWaitOp>(op) && slice.contains(op);
    op->walk([&](MbarrierArriveOp arrive) { arrives |= arrive.getBarriers().getType().getCount() < 2; });
  }
  return !waits || !arrives;
}

static Operation *moveBehind(Operation *last, Operation *product, llvm::SetVector<Operation *> &slice) {
  SmallVector<Operation *> inOrder(slice.begin(), slice.end());
  llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  inOrder.push_back(product);
  for (Operation *op : inOrder) {
    if (op->isBeforeInBlock(last))
      continue;
    op->moveAfter(last);
    last = op;
  }
  return last;
}

unsigned ProductSchedule::moveUp(int64_t registers) {
  registers += registersOf(products.front().start.getType());
  Operation *last = products.front().start;
  unsigned together = 1;
  for (Product &product : llvm::drop_begin(products)) {
    llvm::SetVector<Operation *> slice;
    int64_t more = registersOf(product.start.getType());
    if (registers + more > kMaxTileRegisters || !comesFromSlots(product.start, slice) ||
        !mayPass(last, product.start, slice))
      continue;
    last = moveBehind(last, product.start, slice);
    registers += more;
    ++together;
  }
  return together;
}

/// Its sums begin at zero, and what starts it, `slice`, needs nothing that lanes compute.
bool ProductSchedule::comesFromSlots(WarpgroupMmaOp start, llvm::SetVector<Operation *> &slice) const {
  if (start.getAccumulator() || start.hasAInRegisters())
    return false;
  for (Value factor : {start.getA(), Value(start.getB())}) {
    Operation *allocation = allocationOf(factor);
    if (!isa_and_nonnull<AllocBufferOp>(allocation) || allocation->getBlock() == &block ||
        isStoredTo(allocation->getResult(0)))
      return false;
  }
  return llvm::all_of(start->getOperands(), [&](Value operand) { return addToSlice(operand, slice); });
}

bool ProductSchedule::addToSlice(Value value, llvm::SetVector<Operation *> &slice) const {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &block || slice.contains(op))
    return true;
  if (!isa<BufferSlotOp, BufferViewOp, MbarrierWaitOp>(op) && !isScalarArithmetic(op))
    return false;
  if (!llvm::all_of(op->getOperands(), [&](Value operand) { return addToSlice(operand, slice); }))
    return false;
  slice.insert(op);
  return true;
}

//===- Waits -----------------------------------------------------------------------------------------------------===//

void ProductSchedule::findGiveBacks() {
  llvm::MapVector<Operation *, GiveBack> found;
  for (Product &product : products)
    for (Value token : product.start.getAfter())
      if (auto full = token.getDefiningOp<MbarrierWaitOp>(); full && full->getBlock() == &block)
        for (MbarrierArriveOp arrive : arrivalsFor(block, roles, full.getBarriers())) {
          found[arrive].arrive = arrive;
          found[arrive].readers.insert(product.start);
        }
  for (auto &[op, giveBack] : found)
    giveBacks.push_back(giveBack);
}

/// What writes the buffer, or ends its life.
static void forChangesOf(Value buffer, llvm::function_ref<void(Operation *)> add) {
  for (Operation *user : buffer.getUsers()) {
    if (isa<BufferViewOp, BufferSlotOp>(user))
      forChangesOf(user->getResult(0), add);
    else if (!isa<WarpgroupMmaOp, BufferLoadOp>(user))
      add(user);
  }
}

/// The first op of the block that must not come before the product's end.
Operation *ProductSchedule::firstNeed(Product &product) const {
  Operation *first = block.getTerminator();
  auto add = [&](Operation *user) {
    Operation *here = block.findAncestorOpInBlock(*user);
    if (here && product.start->isBeforeInBlock(here) && here->isBeforeInBlock(first))
      first = here;
  };
  for (Operation *user : product.wait.getResult(0).getUsers())
    add(user);
  for (Value factor : {product.start.getA(), Value(product.start.getB())})
    if (isa<BufferType>(factor.getType()))
      if (Operation *allocation = allocationOf(factor))
        forChangesOf(allocation->getResult(0), add);
  return first;
}

unsigned ProductSchedule::placeWaits() {
  findGiveBacks();
  llvm::DenseMap<Product *, Operation *> needs;
  for (Product &product : products)
    needs[&product] = firstNeed(product);
  unsigned overlapped = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    size_t done = 0;
    for (auto [i, product] : llvm::enumerate(inFlight))
      if (needs[product] == &op)
        done = i + 1;
    if (waitsForHeldBack(op))
      done = inFlight.size();
    overlapped += done && done < inFlight.size();
    if (done)
      waitBefore(&op, done);
    if (auto arrive = dyn_cast<MbarrierArriveOp>(op))
      holdBack(arrive);
    for (Product &product : products)
      if (product.start == &op)
        inFlight.push_back(&product);
  }
  for (Product &product : products)
    product.wait.erase();
  return overlapped;
}

/// For the `done` oldest of those in flight.
void ProductSchedule::waitBefore(Operation *op, size_t done) {
  OpBuilder builder(op);
  SmallVector<Value> sums = llvm::map_to_vector(inFlight, [](Product *product) { return product->sums; });
  auto wait = WarpgroupWaitOp::create(builder, inFlight[done - 1]->wait.getLoc(), sums, sums.size() - done);
  for (auto [product, result] : llvm::zip_equal(inFlight, wait.getResults()))
    product->sums = result;
  for (Product *product : ArrayRef(inFlight).take_front(done))
    product->wait.getResult(0).replaceAllUsesWith(product->sums);
  inFlight.erase(inFlight.begin(), inFlight.begin() + done);
  llvm::erase_if(heldBack, [&](const GiveBack &giveBack) {
    if (isRead(giveBack))
      return false;
    MbarrierArriveOp(giveBack.arrive)->moveBefore(op);
    return true;
  });
}

/// For a slot of a ring of which all are held back: copies of an iteration (UnrollExchanges.cpp) have them one by one.
bool ProductSchedule::waitsForHeldBack(Operation &op) const {
  if (heldBack.empty())
    return false;
  auto isOver = [&](MbarrierWaitOp full) {
    SmallVector<MbarrierArriveOp> arrivals = arrivalsFor(block, roles, full.getBarriers());
    int64_t held = llvm::count_if(
        heldBack, [&](const GiveBack &giveBack) { return llvm::is_contained(arrivals, giveBack.arrive); });
    return held < full.getBarriers().getType().getCount() ? WalkResult::advance() : WalkResult::interrupt();
  };
  return op.walk(isOver).wasInterrupted();
}

/// Until all that read its slot are done.
void ProductSchedule::holdBack(MbarrierArriveOp arrive) {
  for (const GiveBack &giveBack : giveBacks)
    if (giveBack.arrive == arrive && isRead(giveBack))
      heldBack.push_back(giveBack);
}

bool ProductSchedule::isRead(const GiveBack &giveBack) const {
  return llvm::any_of(inFlight, [&](Product *product) { return giveBack.readers.contains(product->start); });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/PipelinePlan.h"
#include "compiler/Layout/MatrixSlots.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::Place;

namespace {

constexpr unsigned kMaxDistance = 7, kMinDistance = 2, kProductSlots = 4;
/// Fewer iterations than this are over before a ring is of use.
constexpr int64_t kMinTrips = 4;
/// Bytes of an element below which a loop computes enough for what it loads to hide the latency by itself; and, where
/// it reduces too, below which a few CTAs do.
constexpr int64_t kMinElementBytes = 2, kMinReducedBytes = 4, kFewCtas = 8;
/// Warps of a multiprocessor that rings must leave shared memory for: what is in flight no longer comes from there
/// being more of them.
constexpr int64_t kWantedWarps = 16;
/// Registers of a lane that a CTA is expected to take where the kernel does not say how many CTAs there are.
constexpr unsigned kExpectedRegisters = 64;

std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getSExtValue();
}

/// A loop that UnrollLoops left for what its copies of the body do not cover.
bool isRestOfUnrolled(scf::ForOp loop) {
  return llvm::any_of(loop.getLowerBound().getUsers(), [&](Operation *user) {
    auto other = dyn_cast<scf::ForOp>(user);
    return other && other != loop && other.getUpperBound() == loop.getLowerBound();
  });
}

bool hasWarpgroupProduct(scf::ForOp loop) {
  return llvm::any_of(*loop.getBody(), llvm::IsaPred<WarpgroupMmaOp>);
}

/// What about the loop itself speaks against it; empty if nothing does. Beside products of warpgroups the copy engine's
/// loads stand in place until a producer warp takes them.
std::string whyNot(scf::ForOp loop) {
  if (loop.getUnsignedCmp())
    return "the loop counts unsigned";
  std::optional<int64_t> first = constantOf(loop.getLowerBound()), last = constantOf(loop.getUpperBound()),
                         step = constantOf(loop.getStep());
  if (first && last && step && *last - *first <= (kMinTrips - 1) * *step)
    return "the loop has fewer than " + std::to_string(kMinTrips) + " iterations";
  if (isRestOfUnrolled(loop))
    return "the loop is what unrolling left over";
  std::string reason;
  loop.getBody()->walk([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op))
      reason = "the loop has another loop inside";
    else if (isa<AsyncCopyOp, AsyncWaitOp>(op) || (isa<MbarrierWaitOp>(op) && !hasWarpgroupProduct(loop)))
      reason = "the loop has asynchronous copies of its own";
    else if (auto order = op->getAttrOfType<tile::MemoryOrderAttr>("order");
             order && (order.getValue() == tile::MemoryOrder::Acquire || order.getValue() == tile::MemoryOrder::AcqRel))
      reason = "the loop has an acquire, which no later load may pass";
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return reason;
}

/// The pointer through which `op` writes memory of the program; null if it writes none.
Value writtenPointer(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<StoreOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>([](auto write) { return write.getPointer(); })
      .Default([](Operation *) { return Value(); });
}

bool isWrittenIn(scf::ForOp loop, Value pointer) {
  return loop.getBody()
      ->walk([&](Operation *op) {
        Value written = writtenPointer(op);
        return written && tile::mayAlias(pointer, 0, written, 0) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Kernel parameters and module variables alone.
bool leadsToGlobalMemory(Value pointer) {
  tile::AddressRoots roots = tile::findAddressRoots(pointer);
  return !roots.unknown && !roots.values.empty() && llvm::all_of(roots.values, [](Value root) {
    return isa<BlockArgument>(root) || root.getDefiningOp<tile::AddressOfOp>();
  });
}

bool isProductOfWarps(Operation *op) {
  auto product = dyn_cast<MmaOp>(op);
  return product && product.getInstruction() == ProductInstruction::MmaSync;
}

bool isZeroPadded(LoadOp load) {
  return !load.getPadding() || matchPattern(load.getPadding(), m_Zero()) ||
         matchPattern(load.getPadding(), m_PosZeroFloat());
}

/// What brings a load to the layout of the products that are its only readers; null if anything else reads it.
ConvertLayoutOp conversionForProduct(LoadOp load) {
  auto conversion = load->hasOneUse() ? dyn_cast<ConvertLayoutOp>(*load->user_begin()) : ConvertLayoutOp();
  bool isForProduct = conversion && isZeroPadded(load) && conversion->getBlock() == load->getBlock() &&
                      !conversion->use_empty() && llvm::all_of(conversion->getUsers(), isProductOfWarps);
  return isForProduct ? conversion : ConvertLayoutOp();
}

/// An operand is loaded for it alone.
bool isFedByLoads(MmaOp product) {
  return llvm::any_of(product->getOperands(), [](Value operand) {
    auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
    auto load = conversion ? conversion.getSource().getDefiningOp<LoadOp>() : LoadOp();
    return load && conversionForProduct(load) == conversion;
  });
}

/// Collects the ops of a loop's body that a value is computed by.
class AddressSlice {
public:
  explicit AddressSlice(scf::ForOp loop) : loop(loop) {}

  /// Why the value cannot be computed ahead; empty if it can.
  std::string add(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      bool isCarried = argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
      return isCarried ? "its address is carried by the loop" : "";
    }
    Operation *op = value.getDefiningOp();
    if (!loop->isAncestor(op) || !ops.insert(op))
      return "";
    if (isa<LoadOp>(op))
      return "its address is loaded in the loop";
    auto scratch = dyn_cast<ScratchInterface>(op);
    if (op->getNumRegions() > 0 || !isMemoryEffectFree(op) || (scratch && scratch.getScratchBytes() > 0))
      return "its address is computed by '" + op->getName().getStringRef().str() + "'";
    for (Value operand : op->getOperands())
      if (std::string reason = add(operand); !reason.empty())
        return reason;
    return "";
  }

  SmallVector<Operation *> inOrder() const {
    SmallVector<Operation *> sorted(ops.begin(), ops.end());
    llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return sorted;
  }

private:
  scf::ForOp loop;
  llvm::SmallSetVector<Operation *, 16> ops;
};

class Planner {
public:
  Planner(scf::ForOp loop, const PipelineLimits &limits) : loop(loop), limits(limits) {}

  PipelinePlan run() {
    if (!hasLoads())
      return {};
    plan.declined = whyNot(loop);
    if (plan.declined.empty() && !limits.slots)
      plan.declined = whyNotByItself();
    if (!plan.declined.empty())
      return std::move(plan);
    loop.getBody()->walk([&](LoadOp load) { consider(load); });
    if (plan.loads.empty())
      plan.declined = "no load can be brought ahead";
    else
      chooseDistance();
    if (!plan.declined.empty())
      plan.loads.clear();
    return std::move(plan);
  }

private:
  /// Why a ring would not pay, where none is asked for; empty if it may.
  std::string whyNotByItself() {
    if (hasWarpgroupProduct(loop))
      return loadsOperand() ? "" : "the loop has a matrix product, whose operands take the shared memory";
    std::string reason;
    loop.getBody()->walk([&](Operation *op) {
      auto load = dyn_cast<LoadOp>(op);
      auto product = dyn_cast<MmaOp>(op);
      if (product && !(isProductOfWarps(op) && isFedByLoads(product)))
        reason = "the loop has a matrix product, whose operands take the shared memory";
      else if (load && isDistributed(load.getType()) && !hintsOf(load) && !conversionForProduct(load) &&
               elementBytes(load) < kMinElementBytes)
        reason = "what it loads is so narrow that computing takes longer than loading";
      return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
    });
    return reason;
  }

  /// Lanes load what a product of warpgroups would have to wait for: a tile of some size, which they then store to
  /// where it is read (rows that a list names, for example).
  bool loadsOperand() {
    constexpr int64_t kMinOperandBytes = 4096;
    return llvm::any_of(loop.getBody()->getOps<LoadOp>(), [](LoadOp load) {
      return isDistributed(load.getType()) &&
             tile::elementCount(load.getType()) * elementBytes(load) >= kMinOperandBytes;
    });
  }

  static int64_t elementBytes(LoadOp load) {
    return tile::storageBytes(getElementTypeOrSelf(load.getType()));
  }
  /// Null without hints; they are resolved.
  static tile::HintsAttr hintsOf(LoadOp load) {
    ArrayAttr hints = load.getHintsAttr();
    return hints && !hints.empty() ? cast<tile::HintsAttr>(hints[0]) : tile::HintsAttr();
  }

  /// CTAs of a multiprocessor whose loads together may be enough without a ring.
  int64_t ctasInFlight() {
    bool reduces = loop.getBody()
                       ->walk([](Operation *op) {
                         return isa<ReduceOp, ScanOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
                       })
                       .wasInterrupted();
    bool isNarrow =
        llvm::any_of(plan.loads, [](PipelinedLoad &ahead) { return elementBytes(ahead.load) < kMinReducedBytes; });
    return reduces && isNarrow ? kFewCtas : 1;
  }

  bool hasLoads() {
    return loop.getBody()
        ->walk(
            [](LoadOp load) { return isDistributed(load.getType()) ? WalkResult::interrupt() : WalkResult::advance(); })
        .wasInterrupted();
  }

  void consider(LoadOp load) {
    if (!isDistributed(load.getType()))
      return;
    PipelinedLoad candidate;
    candidate.load = load;
    std::string reason = whyNotAhead(load, candidate);
    if (!reason.empty())
      return plan.left.push_back({load, reason});
    chooseProducer(candidate);
    plan.loads.push_back(candidate);
  }

  std::string whyNotAhead(LoadOp load, PipelinedLoad &candidate) {
    if (load->getBlock() != loop.getBody())
      return "it is conditional";
    if (isWrittenIn(loop, load.getPointer()))
      return "the loop may write what it reads";
    AddressSlice slice(loop);
    for (Value value : {load.getPointer(), load.getMask()})
      if (value)
        if (std::string reason = slice.add(value); !reason.empty())
          return reason;
    candidate.address = slice.inOrder();
    return "";
  }

  void chooseProducer(PipelinedLoad &candidate) {
    LoadOp load = candidate.load;
    Type element = getElementTypeOrSelf(load.getType());
    constexpr int64_t kMinCopyBytes = 4, kMaxCopyBytes = 16;
    int64_t elementBytes = tile::storageBytes(element);
    candidate.vector = std::min<int64_t>(load.getVector(), kMaxCopyBytes / elementBytes);
    if (candidate.vector * elementBytes < kMinCopyBytes || !leadsToGlobalMemory(load.getPointer())) {
      candidate.producer = Producer::Registers;
      return;
    }
    auto type = cast<RankedTensorType>(load.getType());
    layout::LinearLayout places = LayoutAttr::of(type);
    if (!chooseSlotForProduct(candidate)) {
      SharedLayoutAttr layout = laneByLane(load.getContext(), places, candidate.vector);
      candidate.slot = BufferType::get(load.getContext(), type.getShape(), element, layout, /*stages=*/1,
                                       BufferType::kDefaultAlignment);
      candidate.isPrivate = places.hasOneOwner();
    }
    plan.bytesPerIteration += candidate.slot.getStageBytes();
  }

  bool chooseSlotForProduct(PipelinedLoad &candidate) {
    LoadOp load = candidate.load;
    ConvertLayoutOp conversion = conversionForProduct(load);
    if (!conversion)
      return false;
    auto type = cast<RankedTensorType>(load.getType());
    Type element = type.getElementType();
    std::optional<layout::LinearMap> elementAt = layout::slotBetween(
        LayoutAttr::of(type), LayoutAttr::of(conversion.getType()), 8 * tile::storageBytes(element), candidate.vector);
    if (!elementAt)
      return false;
    auto layout = SharedLayoutAttr::get(load.getContext(), *elementAt, type.getShape());
    constexpr int64_t kBanksAlignment = 128;
    candidate.slot =
        BufferType::get(load.getContext(), type.getShape(), element, layout, /*stages=*/1, kBanksAlignment);
    candidate.isPrivate = false;
    candidate.conversion = conversion;
    return true;
  }

  bool hasProductSlots() const {
    return llvm::any_of(plan.loads, [](const PipelinedLoad &ahead) { return bool(ahead.conversion); });
  }

  /// Shared memory besides the rings: scratch of conversions that slots stand for is none.
  int64_t otherSharedBytes() {
    if (!hasProductSlots())
      return limits.otherSharedBytes;
    int64_t scratch = 0, buffers = 0;
    loop->getParentOfType<func::FuncOp>().walk([&](Operation *op) {
      bool isReplaced =
          llvm::any_of(plan.loads, [&](PipelinedLoad &ahead) { return ahead.conversion.getOperation() == op; });
      if (auto user = dyn_cast<ScratchInterface>(op); user && !isReplaced)
        scratch = std::max(scratch, user.getScratchBytes());
      if (auto local = dyn_cast<AllocaOp>(op))
        buffers += local.getBytes();
      if (auto buffer = dyn_cast<AllocBufferOp>(op))
        buffers += buffer.getType().getBytes();
    });
    constexpr int64_t kAlignment = 256;
    return buffers + scratch + kAlignment;
  }

  /// The hint with the most slots among the loads; hints are resolved.
  std::optional<int64_t> hintedSlots() {
    std::optional<int64_t> most;
    for (PipelinedLoad &ahead : plan.loads)
      if (tile::HintsAttr hints = hintsOf(ahead.load))
        if (std::optional<int64_t> latency = hints.getLatency())
          most = std::max(most.value_or(0), *latency);
    return most;
  }

  /// CTAs that share a multiprocessor.
  int64_t expectedCtas() {
    auto kernel = loop->getParentOfType<func::FuncOp>();
    if (auto ctas = kernel->getAttrOfType<IntegerAttr>(kMinCtasAttr))
      return ctas.getInt();
    int64_t warps = numWarpsOf(loop), lanes = Target::kLanesPerWarp * warps;
    int64_t byRegisters = Target::kRegistersPerMultiprocessor / (kExpectedRegisters * lanes);
    return std::max<int64_t>(1, std::min(byRegisters, kWantedWarps / warps));
  }

  void chooseDistance() {
    if (!plan.hasCopies()) {
      if (!limits.slots)
        plan.declined = "no load is wide enough to go into a ring";
      plan.distance = 1;
      return;
    }
    int64_t ctas = expectedCtas(), wanted = limits.target.bytesInFlight();
    std::optional<int64_t> slots = limits.slots ? std::optional<int64_t>(limits.slots) : hintedSlots();
    if (!slots && hasWarpgroupProduct(loop))
      slots = kMinDistance + 1;
    else if (!slots && hasProductSlots())
      slots = kProductSlots;
    else if (!slots && plan.bytesPerIteration * ctasInFlight() >= wanted) {
      std::string ofCtas = ctasInFlight() > 1 ? " by a few CTAs" : "";
      plan.declined = "the loads of one iteration, " + std::to_string(plan.bytesPerIteration) + " bytes" + ofCtas +
                      ", are enough in flight";
      return;
    }
    int64_t distance =
        slots ? *slots - 1
              : std::clamp<int64_t>(llvm::divideCeil(wanted, plan.bytesPerIteration), kMinDistance, kMaxDistance);
    int64_t available =
        slots && !(hasProductSlots() && !limits.slots)
            ? limits.target.sharedMemoryPerCta()
            : std::min<int64_t>(limits.target.sharedMemoryPerCta(),
                                limits.target.sharedMemoryPerMultiprocessor() / ctas - Target::kReservedSharedMemory);
    int64_t fits = (available - otherSharedBytes()) / plan.bytesPerIteration - 1;
    plan.distance = unsigned(std::max<int64_t>(0, std::min(distance, fits)));
    if (plan.distance == 0)
      plan.declined = slots && *slots == 1
                          ? "the hint latency = 1 asks for one slot"
                          : "two slots of " + std::to_string(plan.bytesPerIteration) + " bytes do not fit into " +
                                std::to_string(available) + " bytes of shared memory";
  }

  scf::ForOp loop;
  const PipelineLimits &limits;
  PipelinePlan plan;
};

} // namespace

SharedLayoutAttr tile_gpu::laneByLane(MLIRContext *context, const layout::LinearLayout &places, int64_t vector) {
  unsigned registers = places.bits(Place::Register).count, inputs = places.asMap().numInputs();
  unsigned inAccess = llvm::Log2_64(vector);
  SmallVector<unsigned> order;
  for (unsigned input = 0; input < inAccess; ++input)
    order.push_back(input);
  for (unsigned input = registers; input < inputs; ++input)
    order.push_back(input);
  for (unsigned input = inAccess; input < registers; ++input)
    order.push_back(input);
  std::vector<uint64_t> columns;
  unsigned outputs = places.asMap().numOutputs();
  for (unsigned input : order) {
    columns.push_back(places.asMap().column(input));
    if (!layout::LinearMap(outputs, columns).isInjective())
      columns.pop_back();
  }
  return SharedLayoutAttr::get(context, layout::LinearMap(outputs, columns), places.shape());
}

int64_t tile_gpu::sharedBytesInUse(func::FuncOp kernel) {
  int64_t bytes = 0, scratch = 0;
  kernel.walk([&](Operation *op) {
    if (auto local = dyn_cast<AllocaOp>(op))
      bytes += local.getBytes();
    if (auto buffer = dyn_cast<AllocBufferOp>(op))
      bytes += buffer.getType().getBytes();
    if (auto user = dyn_cast<ScratchInterface>(op))
      scratch = std::max(scratch, user.getScratchBytes());
  });
  return bytes + 2 * scratch;
}

PipelinePlan tile_gpu::planPipeline(scf::ForOp loop, const PipelineLimits &limits) {
  return Planner(loop, limits).run();
}

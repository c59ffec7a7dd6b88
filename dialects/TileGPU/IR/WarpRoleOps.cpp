// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp roles: what may stand before them and inside each, registers that add up, and who may take turns.
#include "dialects/Layout/Multiprocessor.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// The registers of a lane (PTX ISA, "setmaxnreg").
static constexpr int64_t kRegisterStep = 8, kLeastRegisters = 24, kMostRegisters = 256;

void WarpRolesOp::build(OpBuilder &builder, OperationState &state, int64_t groups, int64_t producerWarps) {
  state.getOrAddProperties<Properties>().setGroups(builder.getI64IntegerAttr(groups));
  state.getOrAddProperties<Properties>().setProducerWarps(builder.getI64IntegerAttr(producerWarps));
  Block &consumers = state.addRegion()->emplaceBlock();
  if (groups > 1)
    consumers.addArgument(builder.getI32Type(), state.location);
  state.addRegion()->emplaceBlock();
  state.addRegion();
}

WarpRolesOp WarpRolesOp::of(Operation *kernel) {
  for (Region &region : kernel->getRegions())
    for (Block &block : region)
      for (auto roles : block.getOps<WarpRolesOp>())
        return roles;
  return {};
}

WarpRolesOp WarpRolesOp::around(Block *block) {
  Operation *parent = block ? block->getParentOp() : nullptr;
  while (parent && !isa<WarpRolesOp>(parent))
    parent = parent->getParentOp();
  return cast_or_null<WarpRolesOp>(parent);
}

int64_t WarpRolesOp::getNumConsumerWarps() {
  return int64_t(getGroups()) * numWarpsOf(*this);
}

int64_t WarpRolesOp::getNumWarps() {
  constexpr int64_t kProducerAndIssuer = 2;
  return getNumConsumerWarps() + std::max<int64_t>(getProducerWarps(), hasIssuer() ? kProducerAndIssuer : 1);
}

int64_t WarpRolesOp::getRegistersAtEntry() {
  auto minCtas = (*this)->getParentOp()->getAttrOfType<IntegerAttr>(kMinCtasAttr);
  int64_t ctas = minCtas ? minCtas.getInt() : 1,
          ofThread = kRegistersPerMultiprocessor / (ctas * getNumWarps() * kLanesPerWarp);
  // A kernel can ask for 255 at most.
  return std::min(ofThread / kRegisterStep * kRegisterStep, kMostRegisters - kRegisterStep);
}

static bool usesScratch(Operation *op) {
  auto scratch = dyn_cast<ScratchInterface>(op);
  return scratch && scratch.getScratchBytes() != 0;
}

static bool isOfScalars(Operation *op) {
  return llvm::none_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()), isDistributed);
}

/// Warps that no layout knows run it, too: it must do the same in any number of them.
static bool mayStandBefore(Operation *op) {
  if (isa<AllocBufferOp, AllocMbarriersOp, AllocTensorMemoryOp, MbarrierInitOp, MemoryBarrierOp, TmaPrefetchMapOp,
          AllocaOp>(op))
    return true;
  if (isa<LoadOp>(op))
    return isOfScalars(op);
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) && !usesScratch(op);
}

/// One lane can do it.
static bool mayProduce(Operation *op) {
  if (!isOfScalars(op) || usesScratch(op))
    return false;
  if (isa<MbarrierExpectTxOp, MbarrierWaitOp, TmaLoadOp, BulkLoadOp, TmaPrefetchMapOp, TmaPrefetchOp, BuildTensorMapOp,
          TensorMapFenceOp, LoadOp, NextBlockOp, BufferPutOp, BufferGetOp, ClusterPutOp>(op))
    return true;
  if (auto arrive = dyn_cast<MbarrierArriveOp>(op))
    return arrive.getArrivers() == MbarrierArrivers::First;
  return isa<scf::SCFDialect>(op->getDialect()) || isMemoryEffectFree(op);
}

static bool mayIssue(Operation *op) {
  return isOfScalars(op) && !usesScratch(op) &&
         (isa<MbarrierWaitOp, TensorMmaOp, TensorCommitOp>(op) || isa<scf::SCFDialect>(op->getDialect()) ||
          isMemoryEffectFree(op));
}

static LogicalResult verifyPlace(WarpRolesOp roles) {
  auto kernel = dyn_cast<func::FuncOp>(roles->getParentOp());
  if (!kernel || roles->getBlock() != &kernel.getBody().front() || !kernel->hasAttr(kNumWarpsAttr))
    return roles.emitOpError() << "expected to stand in the entry block of a kernel with '" << kNumWarpsAttr << "'";
  if (!roles->getNextNode() || !roles->getNextNode()->hasTrait<OpTrait::IsTerminator>())
    return roles.emitOpError("expected nothing but the kernel's return behind it");
  for (Operation &op : *roles->getBlock()) {
    if (&op == roles)
      return success();
    if (!mayStandBefore(&op))
      return (roles.emitOpError() << "expected only what any number of warps may run before it, got "
                                  << op.getName().getStringRef())
                 .attachNote(op.getLoc())
             << "here";
  }
  return success();
}

static LogicalResult verifyRegisters(WarpRolesOp roles) {
  std::optional<int64_t> ofConsumers = roles.getConsumerRegisters(), ofProducer = roles.getProducerRegisters();
  if (!ofConsumers && !ofProducer)
    return success();
  if (!ofConsumers || !ofProducer)
    return roles.emitOpError("expected registers of both consumers and producer, or of none");
  for (int64_t registers : {*ofConsumers, *ofProducer})
    if (registers < kLeastRegisters || registers > kMostRegisters || registers % kRegisterStep != 0)
      return roles.emitOpError() << "expected registers that are a multiple of " << kRegisterStep << " from "
                                 << kLeastRegisters << " to " << kMostRegisters << ", got " << registers;
  for (int64_t warps : {roles.getNumConsumerWarps(), int64_t(roles.getProducerWarps())})
    if (warps % kWarpsPerWarpgroup != 0)
      return roles.emitOpError() << "expected whole warpgroups where registers are dealt out, got " << warps
                                 << " warps";
  int64_t threads = roles.getNumWarps() * kLanesPerWarp, atEntry = roles.getRegistersAtEntry() * threads;
  int64_t needed =
      (roles.getNumConsumerWarps() * *ofConsumers + int64_t(roles.getProducerWarps()) * *ofProducer) * kLanesPerWarp;
  if (needed > atEntry)
    return roles.emitOpError() << "expected at most " << atEntry << " registers in all, which " << threads
                               << " threads begin with, got " << needed;
  return success();
}

/// Groups synchronise at barriers of their own, which count whole warps of them.
static LogicalResult verifyGroups(WarpRolesOp roles) {
  int64_t groups = roles.getGroups();
  if (groups < 1)
    return roles.emitOpError() << "expected 1 group of consumers or more, got " << groups;
  if (roles.getProducer().getNumArguments() != 0 || (groups == 1 && roles.getConsumers().getNumArguments() != 0))
    return roles.emitOpError("expected no arguments of its regions");
  if (groups == 1)
    return success();
  if (roles.getConsumers().getNumArguments() != 1 || !roles.getGroup().getType().isInteger(32))
    return roles.emitOpError("expected the group's number, an i32, as the argument of consumers in groups");
  if (int64_t warps = numWarpsOf(roles); warps % kWarpsPerWarpgroup != 0)
    return roles.emitOpError() << "expected whole warpgroups in each group, got " << warps << " warps";
  return success();
}

LogicalResult WarpRolesOp::verifyRegions() {
  // Where ops have become instructions, they are not to be told by name.
  Operation *parent = (*this)->getParentOp();
  bool isLowered = isa<FunctionOpInterface>(parent) && !isa<func::FuncOp>(parent);
  if (!isLowered && failed(verifyPlace(*this)))
    return failure();
  if (int64_t warps = getProducerWarps(); warps != 1 && warps != kWarpsPerWarpgroup)
    return emitOpError() << "expected 1 or " << kWarpsPerWarpgroup << " warps of the producer, got " << warps;
  if (int64_t threads = getNumWarps() * kLanesPerWarp; threads > kThreadsPerCta)
    return emitOpError() << "expected at most " << kThreadsPerCta << " threads in all, got " << threads;
  if (failed(verifyGroups(*this)))
    return failure();
  auto verifyLane = [&](Region &region, StringRef name, bool (*mayDo)(Operation *)) {
    return region.walk([&](Operation *op) {
      if (isLowered || mayDo(op))
        return WalkResult::advance();
      (emitOpError() << "expected only what one lane can do in the " << name << "'s region, got "
                     << op->getName().getStringRef())
              .attachNote(op->getLoc())
          << "here";
      return WalkResult::interrupt();
    });
  };
  if (verifyLane(getProducer(), "producer", mayProduce).wasInterrupted() ||
      verifyLane(getIssuer(), "issuer", mayIssue).wasInterrupted())
    return failure();
  if (hasIssuer() && (getIssuer().getNumArguments() != 0 || getGroups() > 1))
    return emitOpError("expected an issuer without arguments, beside one group of consumers");
  return verifyRegisters(*this);
}

//===- Turns -----------------------------------------------------------------------------------------------------===//

/// Named barriers of a CTA: one for all its warps, one for each group of its consumers, the others for their
/// warpgroups' turns.
static constexpr int64_t kNamedBarriers = 16;

static LogicalResult verifyPingPong(Operation *op) {
  auto roles = WarpRolesOp::around(op->getBlock());
  if (!roles || roles.isOfOneLane(op->getBlock()))
    return op->emitOpError("expected to stand in the consumers' region of warp_roles");
  if (!roles->getParentOp()->hasAttr(kNumWarpsAttr))
    return success(); // for the roles' verifier to say
  int64_t warps = roles.getNumConsumerWarps(), takers = warps / kWarpsPerWarpgroup;
  int64_t most = kNamedBarriers - 1 - int64_t(roles.getGroups());
  if (warps % kWarpsPerWarpgroup != 0 || takers < 2 || takers > most)
    return op->emitOpError() << "expected 2 to " << most << " warpgroups that take turns, got " << warps << " warps";
  return success();
}

LogicalResult PingPongWaitOp::verify() {
  return verifyPingPong(*this);
}

LogicalResult PingPongArriveOp::verify() {
  return verifyPingPong(*this);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-summarize-kernel: says in a few lines what became of a kernel (see Passes.td).
//
// Copies of an op that stem from one place in the source, such as those of prologue and loop or of a producer warp,
// count once.
#include "compiler/Target/LaneRegisters.h"
#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/Tile/IR/KernelNames.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SUMMARIZEKERNEL
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// `1 CTA`, `2 CTAs`
std::string counted(int64_t count, StringRef what) {
  return (Twine(count) + " " + what + (count == 1 ? "" : "s")).str();
}

/// Places in the source by what is done there, in the order of the kernel.
class Places {
public:
  void add(StringRef what, Operation *op) {
    places[what].insert(op->getLoc());
  }

  /// `2 by TMA, 1 direct`; empty without any.
  std::string text() const {
    std::string text;
    for (const auto &[what, locations] : places)
      text += (text.empty() ? "" : ", ") + std::to_string(locations.size()) + " " + what.str();
    return text;
  }

private:
  llvm::MapVector<StringRef, llvm::SetVector<Location>> places;
};

class Summary {
public:
  Summary(func::FuncOp kernel, const Target &target) : kernel(kernel), target(target) {
    kernel.walk([&](Operation *op) { add(op); });
  }

  void report() {
    CtaOccupancy occupancy = occupancyOf(kernel, target);
    tile::Remark remark(kernel, "Summary");
    remark << text(occupancy);
    remark.with("ctas", occupancy.ctas).with("warps", warpsOfCta(kernel)).with("sharedBytes", sharedBytes());
    remark.with("registers", registersOf(occupancy));
    if (WarpRolesOp roles = WarpRolesOp::of(kernel); roles && roles.getConsumerRegisters())
      remark.with("consumerRegisters", *roles.getConsumerRegisters())
          .with("producerRegisters", *roles.getProducerRegisters());
  }

private:
  std::string text(const CtaOccupancy &occupancy) {
    tile::VariantAttr variant = kernel->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
    std::string name = (variant ? variant.getKernel().getValue() : kernel.getName()).str();
    std::string lines = "summary of " + tile::displayNameOf(name) + " for " + target.name();
    if (variant && variant.getNumber() >= 0)
      lines += ", variant " + std::to_string(variant.getNumber());
    auto line = [&](StringRef what, const std::string &text) {
      if (!text.empty())
        lines += llvm::formatv("\n  {0,-10} {1}", what.str() + ":", text).str();
    };
    line("grid", grid());
    line("warps", warps());
    line("MMA", llvm::join(mmas, ", "));
    line("loads", loads.text());
    line("stages", stages());
    line("stores", stores.text());
    line("occupancy", describe(occupancy));
    return lines;
  }

  void add(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](TmaLoadOp load) { addCopy(load.getMulticast() ? "by TMA multicast" : "by TMA", load); })
        .Case([&](BulkLoadOp load) { addCopy("by bulk copy", load); })
        .Case([&](AsyncCopyOp copy) { addCopy("by cp.async", copy); })
        .Case<LoadOp, LoadStructsOp>([&](auto) { addDirect(loads, op, op->getResult(0).getType()); })
        .Case([&](TmaStoreOp) { stores.add("by TMA", op); })
        .Case([&](TmaReduceOp) { stores.add("by TMA reduction", op); })
        .Case([&](BulkStoreOp) { stores.add("by bulk copy", op); })
        .Case([&](BulkReduceOp) { stores.add("by bulk reduction", op); })
        .Case([&](StoreOp store) { addDirect(stores, op, store.getValue().getType()); })
        .Case<AtomicRmwOp, AtomicCasOp>([&](auto) { stores.add("by atomic updates", op); })
        .Case([&](MmaOp mma) { addMma(mma.isOfLanes() ? "FMA" : "mma.sync", mma); })
        .Case([&](WarpgroupMmaOp mma) { addMma("wgmma", mma); })
        .Case([&](TensorMmaOp) { addMma("tcgen05.mma"); })
        .Case([&](ScaledMmaOp) { addMma("mma.sync with block scales"); })
        .Case([&](PingPongArriveOp) { isPingPong = true; });
  }

  /// Scalars are no tiles.
  static void addDirect(Places &places, Operation *op, Type type) {
    if (isa<RankedTensorType>(type))
      places.add("by each lane", op);
  }

  template <typename Op> void addMma(StringRef instruction, Op op) {
    layout::TileMma mma = op.mma();
    Type b = op.getB().getType();
    auto buffer = dyn_cast<BufferType>(b);
    std::string element;
    llvm::raw_string_ostream(element) << (buffer ? buffer.getElementType() : getElementTypeOrSelf(b));
    addMma(llvm::formatv("{0} of {1}x{2}x{3} {4}", instruction, mma.m, mma.n, mma.k, element).str());
  }

  void addMma(const std::string &mma) {
    if (!llvm::is_contained(mmas, mma))
      mmas.push_back(mma);
  }

  template <typename Copy> void addCopy(StringRef how, Copy copy) {
    loads.add(how, copy);
    Value buffer = bufferOf(copy.getBuffer());
    auto type = cast<BufferType>(buffer.getType());
    if (type.getStages() < 2 || !stageBuffers.insert(buffer).second)
      return;
    stageBytes[type.getStages()] += type.getBytes() / type.getStages();
  }

  std::string grid() {
    bool isPersistent = kernel->hasAttr(kLogicalGridAttr) || kernel->hasAttr(tile::kPersistentAttr);
    std::string text = isPersistent ? "persistent CTAs, which loop over tile blocks" : "one CTA for each tile block";
    if (std::array<uint32_t, 3> joined = tile::joinedBlocksOf(kernel); llvm::product_of(joined) > 1)
      text += llvm::formatv(", {0}x{1}x{2} of the source's blocks as one", joined[0], joined[1], joined[2]).str();
    int64_t ctas = tile::ctasOfCluster(kernel);
    return ctas > 1 ? text + ", clusters of " + std::to_string(ctas) : text;
  }

  std::string warps() {
    WarpRolesOp roles = WarpRolesOp::of(kernel);
    if (!roles)
      return std::to_string(numWarpsOf(kernel));
    int64_t groups = roles.getGroups();
    std::string text = (groups > 1 ? std::to_string(groups) + " groups of " : "") +
                       std::to_string(roles.getNumConsumerWarps() / groups) + " for computing";
    return text + (isPingPong ? " (ping-pong)" : "") + ", 1 producer warp for loads";
  }

  std::string stages() {
    return llvm::join(llvm::map_range(stageBytes,
                                      [](const auto &entry) {
                                        return std::to_string(entry.first) + " of " + std::to_string(entry.second) +
                                               " bytes";
                                      }),
                      ", ");
  }

  int64_t sharedBytes() {
    return kernel->getAttrOfType<IntegerAttr>(kSharedBytesAttr).getInt();
  }

  /// How many a lane may have so that they are not what limits: ptxas deals them out.
  int64_t registersOf(const CtaOccupancy &occupancy) {
    return registersAmong(unsigned(occupancy.ctas * warpsOfCta(kernel)));
  }

  std::string describe(const CtaOccupancy &occupancy) {
    std::string text =
        llvm::formatv("{0} of {1} and {2} bytes of shared memory on a multiprocessor, limited by {3}; {4} registers or "
                      "fewer a lane",
                      counted(occupancy.ctas, "CTA"), counted(warpsOfCta(kernel), "warp"), sharedBytes(),
                      occupancy.limit, registersOf(occupancy));
    if (WarpRolesOp roles = WarpRolesOp::of(kernel); roles && roles.getConsumerRegisters())
      text += llvm::formatv(", then {0} in consumers and {1} in the producer", *roles.getConsumerRegisters(),
                            *roles.getProducerRegisters());
    return text;
  }

  func::FuncOp kernel;
  const Target &target;
  Places loads, stores;
  std::vector<std::string> mmas;
  llvm::DenseSet<Value> stageBuffers;
  /// Bytes of one stage, by the number of stages, most first.
  std::map<int64_t, int64_t, std::greater<>> stageBytes;
  bool isPingPong = false;
};

struct SummarizeKernel : tile_gpu::impl::SummarizeKernelBase<SummarizeKernel> {
  using SummarizeKernelBase::SummarizeKernelBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<Target> target = readTarget(kernel, architecture);
    if (failed(target))
      return signalPassFailure();
    markAllAnalysesPreserved();
    if (kernel->hasAttr(kNumWarpsAttr) && kernel->hasAttr(kSharedBytesAttr) && tile::isPreferredVariant(kernel))
      Summary(kernel, *target).report();
  }
};

} // namespace

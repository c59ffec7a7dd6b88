// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/KernelStrategy.h"
#include "compiler/Strategy/KernelTraits.h"
#include "compiler/Strategy/MmaStrategy.h"
#include "compiler/Strategy/TileAccess.h"
#include "compiler/Target/LaneRegisters.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/Tile/IR/TileDialect.h"
#include <algorithm>
#include <bit>
#include <cmath>

using namespace mlir;

namespace tilec::strategy {

namespace {

constexpr int64_t kWantedElements = 8, kWantedReducedElements = 16, kWantedReducedBytes = 64,
                  kWantedScannedElements = 128, kWantedScannedBytes = 512;
/// Of a lane whose loops compute for longer than they load: many lanes hide what an instruction takes, and few elements
/// leave them registers (docs/Experiments.md, "Constants of the model").
constexpr int64_t kWantedComputedElements = 2;
/// Accesses of a lane that are on their way before the first has to arrive, where nothing is reduced.
constexpr int64_t kWantedAccesses = 2, kMaxWantedElements = 16;
/// Addresses, masks, and pieces of the tiles that go by.
constexpr unsigned kBaseRegisters = 32;
/// Beyond this estimate it matters how many registers the assembler takes, even without barriers to wait at.
constexpr unsigned kModestRegisters = 64;
/// The bytes of a lane that the loads of one block of ops bring. From there on the assembler splits them into turns, if
/// it is left alone.
constexpr int64_t kLoadedInTurns = 64;
/// Up to this estimate of it the assembler gets along with what a multiprocessor full of lanes has.
constexpr unsigned kLeanRegisters = 48;
/// With more CTAs it does not; and what must be kept is that there is a second one.
constexpr unsigned kFewCtas = 4, kHeldCtas = 2;
/// The number of CTAs of one warp, with registers for two more tiles of narrow elements. With 24 they spill where rows
/// are masked (docs/Experiments.md, "Constants of the model").
constexpr unsigned kLoneWarps = 16;
/// CTAs of row kernels of which one loads at any time.
constexpr unsigned kRowsInTurn = 3;
constexpr int64_t kWarpsWithoutPenalty = 8, kManyElements = 64;
/// The warps that a multiprocessor should have: four for each of its schedulers.
constexpr int64_t kWantedWarps = 16;
constexpr double kSpillPenalty = 2, kIdlePenalty = 1.5, kTurnPenalty = 1;

int64_t wantedElements(const KernelTraits &traits) {
  if (traits.computesLonger)
    return kWantedComputedElements;
  // A lane scans its own elements at an instruction each; what lies in other lanes and warps costs several.
  if (traits.scannedBytes)
    return std::min(kWantedScannedElements, kWantedScannedBytes / traits.scannedBytes);
  if (traits.hasFloatRows())
    return kWantedElements;
  // A lane with more does not wait less: there is one barrier.
  if (traits.reductionsInTurn == 1 && traits.leastBytes == 2)
    return kWantedReducedElements;
  if (traits.isReduced)
    return std::max(kWantedReducedElements, std::min<int64_t>(32, kWantedReducedBytes / traits.leastBytes));
  // A lane has of narrow data what one access of the widest has.
  int64_t ofAccess = traits.accessBytes / (traits.mostBytes ? std::min<int64_t>(traits.mostBytes, 4) : 4);
  return std::max({kWantedElements, ofAccess, std::min(kMaxWantedElements, kWantedAccesses * ofAccess)});
}

unsigned estimateRegisters(const KernelTraits &traits, int64_t warps) {
  return kBaseRegisters + unsigned(traits.liveWords / (32 * warps));
}

/// CTAs that fit a multiprocessor and what keeps more from it.
std::pair<unsigned, std::string_view> countCtas(const Target &target, unsigned registers, unsigned warps) {
  unsigned rounded = (registers + 7) / 8 * 8;
  unsigned byRegisters = kRegistersPerMultiprocessor / (rounded * kLanesPerWarp * warps);
  unsigned byWarps = target.warpsPerMultiprocessor() / warps, byCtas = target.ctasPerMultiprocessor();
  if (byRegisters < std::min(byWarps, byCtas))
    return {std::max(1u, byRegisters), "registers"};
  return byWarps < byCtas ? std::pair(byWarps, std::string_view("warps")) : std::pair(byCtas, "CTAs");
}

double penaltyOf(const KernelTraits &traits, const Target &target, int64_t warps) {
  double elements = std::max(1.0, double(traits.largest) / double(32 * warps));
  double doublings = std::log2(elements / double(wantedElements(traits)));
  double penalty = doublings < 0 ? -doublings : doublings * (traits.isReduced || traits.computesLonger ? 0.5 : 0.1);
  penalty += std::max(0.0, std::log2(elements / double(std::max(kManyElements, wantedElements(traits)))));
  // A lane of which there are twice as many has too few registers for four rows.
  bool isLean = traits.hasFloatRows() && (traits.loads <= 3 || elements > double(kWantedElements));
  int64_t withoutPenalty = isLean ? 2 * kWarpsWithoutPenalty : kWarpsWithoutPenalty;
  penalty += 0.5 * std::max(0.0, std::log2(double(warps) / double(withoutPenalty)));
  // Warps that share a row synchronise in each iteration.
  if (traits.rowsInTurn && warps > traits.rowsInTurn)
    penalty += kTurnPenalty;
  unsigned registers = estimateRegisters(traits, warps);
  double available = std::min<double>(kRegistersPerLane, kRegistersPerMultiprocessor / (32 * warps));
  if (registers > available)
    penalty += kSpillPenalty * (registers / available - 1);
  unsigned ctas = countCtas(target, registers, warps).first;
  if (ctas == 1)
    penalty += traits.isReduced ? 3 : 0.5;
  else if (ctas < 4)
    penalty += 0.25;
  if (ctas * warps < kWantedWarps)
    penalty += kIdlePenalty * std::log2(double(kWantedWarps) / double(ctas * warps));
  return penalty;
}

/// Rows of narrow elements are computed for longer than they are loaded: a third CTA loads while two compute, where
/// half as many warps let one in.
bool makesRoomForThirdRow(const KernelTraits &traits, const Target &target, unsigned warps) {
  auto ctasAt = [&](unsigned warps) { return countCtas(target, estimateRegisters(traits, warps), warps).first; };
  return traits.reductionsInTurn > 1 && traits.leastBytes == 2 && traits.loads <= 2 && warps > 1 &&
         ctasAt(warps) < kRowsInTurn && ctasAt(warps / 2) >= kRowsInTurn;
}

unsigned chooseWarps(const KernelTraits &traits, const Target &target) {
  unsigned best = 1;
  for (unsigned warps = 2; warps <= kWarpsPerCta; warps *= 2)
    if (penaltyOf(traits, target, warps) < penaltyOf(traits, target, best))
      best = warps;
  return makesRoomForThirdRow(traits, target, best) ? best / 2 : best;
}

/// Parts of rows that the CTAs of a cluster share: each CTA loads, synchronises with the others and stores, and a
/// cluster begins once all of its CTAs have room. So as much as registers hold has to be under way on a multiprocessor.
/// Where one reduction waits for another, longer parts synchronise less often (docs/Experiments.md, "Constants of the
/// model").
struct ClusterRows {
  int64_t elements; ///< of a lane
  unsigned warps;   ///< of a multiprocessor
};

ClusterRows clusterRowsOf(const KernelTraits &traits) {
  if (traits.reductionsInTurn <= 1)
    return {32, 32};
  // Narrow elements take more registers while they are made wide.
  return {64, traits.leastBytes == 2 ? 16u : 20u};
}

/// Whether as many of the kernel's CTAs are persistent as would run otherwise, so that one computes while the other
/// waits. Rows of floats do so where a multiprocessor has registers for two CTAs (docs/Experiments.md, "Rows that
/// clusters share").
bool areInTurn(const KernelTraits &traits) {
  constexpr int64_t kFewFloats = 16384;
  return traits.reductionsInTurn > 1 && (traits.leastBytes == 2 || traits.largest <= kFewFloats);
}

/// The number of persistent CTAs for rows. These load the next row meanwhile, so fewer lanes are enough: two CTAs with
/// 16 warps and 16 elements a lane. For longer rows, or with weights beside them, one CTA has the registers. Where
/// reductions wait for each other only long rows of floats do so (docs/Experiments.md, "Constants of the model").
unsigned ctasOfStayingRows(const KernelTraits &traits, unsigned warps) {
  constexpr int64_t kWords = 16;
  if (areInTurn(traits))
    return std::max(1u, clusterRowsOf(traits).warps / warps);
  int64_t words = traits.largest * std::max<int64_t>(1, traits.largeLoads) / (int64_t(warps) * kLanesPerWarp);
  return words <= kWords ? 2 : 1;
}

unsigned warpsOfClusterRows(const KernelTraits &traits, bool stays) {
  constexpr int64_t kStayingElements = 16, kStayingWarps = 16;
  if (stays && !areInTurn(traits))
    return unsigned(std::clamp<int64_t>(traits.largest / (kStayingElements * kLanesPerWarp), 1, kStayingWarps));
  int64_t warps = traits.largest / (clusterRowsOf(traits).elements * kLanesPerWarp);
  return unsigned(std::clamp<int64_t>(warps, 1, kWarpsPerCta));
}

/// What the loads of a lane bring is used behind them all, and there are registers for it, twice as many as for the
/// bytes where elements are widened (operands of an MMA take more than these in the layout in which they are
/// multiplied). The assembler alone would load those in turns, so that there is room for all the lanes that there can
/// be: each turn waits for memory again.
bool loadsAtOnce(const KernelStrategy &plan, const KernelTraits &traits) {
  bool isStraight = !traits.isReduced && !traits.hasLoop && !traits.multiplies && traits.loads > 1;
  bool isWide = 2 * plan.bytesPerAccess >= tile::kPortableAccessBytes;
  bool loadsMuch = traits.loadBytes >= kLoadedInTurns * int64_t(plan.numWarps) * kLanesPerWarp;
  return isStraight && isWide && loadsMuch && traits.leastBytes < 4 && plan.registers > kBaseRegisters &&
         plan.ctas * plan.numWarps >= kWantedWarps;
}

/// A loop reduces narrow elements and carries little: its lanes compute for longer than they load, so as many of them
/// as have registers for the tile (cross entropy in bf16 with tiles of 8192, by 4 CTAs instead of 2, 149 instead of 216
/// us).
bool reducesStream(const KernelTraits &traits) {
  return traits.hasLoop && traits.isReduced && !traits.scannedBytes && !traits.multiplies && !traits.carriesLarge &&
         traits.leastBytes == 2;
}

/// MMAs of f64 by mma.sync in CTAs of one warp, whose tiles alone take more registers than as many CTAs as there
/// can be would leave. Left alone, the assembler keeps to these where it is only a few short, and spills.
bool multipliesWideInFew(const KernelStrategy &plan, const KernelTraits &traits, const Target &target) {
  bool isOfWarps = traits.multiplies && !target.hasMatrixUnit();
  bool isWide = traits.mostBytes == 8 && plan.bytesPerAccess >= 8;
  unsigned most = std::min(target.warpsPerMultiprocessor(), target.ctasPerMultiprocessor());
  return isOfWarps && isWide && traits.hasLoop && plan.numWarps == 1 &&
         traits.liveWords / kLanesPerWarp > registersAmong(most);
}

/// As many CTAs of those planned as leave a lane so many registers.
unsigned ctasWith(unsigned registers, const KernelStrategy &plan) {
  unsigned ctas = plan.ctas;
  while (ctas > 1 && registersAmong(ctas * plan.numWarps) < registers)
    --ctas;
  return ctas;
}

/// CTAs to hold the registers to; see the file's header.
std::optional<unsigned> chooseMinCtas(const KernelStrategy &plan, const KernelTraits &traits, tile::HintsAttr hints,
                                      const Target &target) {
  unsigned fits = std::min(target.warpsPerMultiprocessor() / plan.numWarps, target.ctasPerMultiprocessor());
  if (hints)
    if (std::optional<int64_t> occupancy = hints.getOccupancy())
      return std::min<unsigned>(*occupancy, fits);
  // As many lanes as there can be, where each has little.
  if (traits.hasFloatRows() && plan.numWarps > kWarpsWithoutPenalty && plan.elementsPerLane <= kWantedElements)
    if (plan.registers <= kLeanRegisters)
      return fits;
  if (loadsAtOnce(plan, traits))
    return ctasWith(kBaseRegisters + unsigned(traits.loadWords / (int64_t(plan.numWarps) * kLanesPerWarp)), plan);
  if (multipliesWideInFew(plan, traits, target))
    return ctasWith(plan.registers, plan);
  bool isNarrowRow = traits.reductionsInTurn > 1 && traits.leastBytes == 2;
  // Registers for what the end of the row needs besides, to be loaded while the row is reduced.
  if (isNarrowRow && traits.loads > 2 && plan.ctas > kFewCtas)
    return plan.numWarps > 1 ? kFewCtas : std::min(fits, kLoneWarps);
  // As many lanes as planned: the assembler would take 72 registers for what 64 are enough for, which leaves room for a
  // CTA less.
  bool isWide = 2 * traits.bytesPerLargeLoad >= tile::kPortableAccessBytes;
  if (reducesStream(traits) && isWide && plan.numWarps > 1 && plan.ctas > kFewCtas)
    return std::min(plan.ctas, fits);
  if (plan.ctas > kFewCtas || (!traits.isReduced && plan.registers <= kModestRegisters))
    return std::nullopt;
  unsigned held = std::min(plan.ctas, isNarrowRow ? kRowsInTurn : reducesStream(traits) ? kFewCtas : kHeldCtas);
  unsigned available = kRegistersPerMultiprocessor / (held * plan.numWarps * kLanesPerWarp);
  if (held > 1 && available < plan.registers)
    return std::nullopt;
  // The warp that brings a loop's operands takes registers as well. Two CTAs with too few are slower than one
  // (docs/Experiments.md, "Constants of the model").
  bool hasProducer = traits.multiplies && traits.hasLoop && target.hasProducers() && target.hasMatrixUnit();
  unsigned needed = kBaseRegisters + unsigned(traits.liveBesideOperands / (kLanesPerWarp * plan.numWarps));
  while (hasProducer && held > 1 && registersOfLane(held, plan.numWarps) < needed)
    --held;
  return held;
}

/// Lanes that access few bytes at a time hold addresses and masks besides what the estimate counts, and would spill
/// where registers are held to several CTAs: half as many, of twice the warps, are as many lanes with half the tile.
/// What limits such a kernel are its instructions, not the bytes on their way. Where none are held, the assembler is
/// told that it has registers to spare. MMAs say themselves how many warps they want.
void makeRoomForMasks(KernelStrategy &plan, const KernelTraits &traits, const Target &target) {
  bool isNarrow = plan.bytesPerAccess > 0 && plan.bytesPerAccess < tile::kPortableAccessBytes / 2;
  if (!isNarrow || plan.elementsPerLane <= kWantedReducedElements)
    return;
  if (!plan.minCtas) {
    plan.minCtas = std::max(1u, plan.ctas * 3 / 8);
    return;
  }
  if (traits.multiplies || *plan.minCtas < 2 || 2 * plan.numWarps > kWarpsPerCta)
    return;
  plan.numWarps *= 2;
  plan.elementsPerLane /= 2;
  plan.minCtas = *plan.minCtas / 2;
  plan.registers = estimateRegisters(traits, plan.numWarps);
  std::tie(plan.ctas, plan.limitedBy) = countCtas(target, plan.registers, plan.numWarps);
}

/// What a lane needs and does not have.
unsigned missing(unsigned needed, unsigned had) {
  return needed - std::min(needed, had);
}

/// The registers of a lane whose MMAs are those of warpgroups or of tensor memory.
unsigned registersForMmas(func::FuncOp kernel, unsigned warps, unsigned ctas, const Target &target) {
  warps *= tile::blockGroupsOf(kernel.getBody().front().getTerminator());
  if (target.has(Capability::Wgmma))
    return registersOfConsumer(ctas, warps);
  // Beside the producer a warp starts the MMAs.
  return registersOfLane(ctas, target.has(Capability::Tcgen05) ? warps + 1 : warps);
}

/// The registers of a lane that multiplies by fragments. With f64 it gets what a producer's lanes do not need.
unsigned registersForFragments(func::FuncOp kernel, const KernelStrategy &plan, unsigned ctas, const Target &target) {
  if (!hasProducer(plan, target))
    return registersAmong(ctas * plan.numWarps);
  bool hasDoubles = false;
  kernel.walk([&](tile::MmaOp op) { hasDoubles |= getElementTypeOrSelf(op.getA().getType()).isF64(); });
  return hasDoubles ? registersOfConsumer(ctas, plan.numWarps) : registersOfLane(ctas, plan.numWarps);
}

/// The registers that all lanes lack for the MMAs of a kernel whose CTAs have a multiprocessor to themselves.
unsigned missingForMmas(func::FuncOp kernel, const KernelStrategy &plan, const Target &target) {
  unsigned ofMmas =
      missing(registersOfMmas(kernel, plan, target), registersForMmas(kernel, plan.numWarps, /*ctas=*/1, target));
  unsigned ofFragments =
      missing(registersOfFragments(kernel, plan, target), registersForFragments(kernel, plan, /*ctas=*/1, target));
  return plan.numWarps * std::max(ofMmas, ofFragments);
}

/// By a hint, unless MMAs have too few registers with so many warps, or so few: then the next number that has
/// enough, first on the way to what the kernel would have without it, then above both; where none of these has, the
/// one of them that misses the fewest. However narrow a variant's loads are, it has the warps of the others.
void hintWarps(KernelStrategy &plan, func::FuncOp kernel, unsigned hinted, const Target &target) {
  unsigned own = plan.numWarps;
  SmallVector<unsigned> others;
  for (unsigned warps = hinted / 2; warps >= own; warps /= 2)
    others.push_back(warps);
  for (unsigned warps = 2 * hinted; warps <= kWarpsPerCta; warps *= 2)
    others.push_back(warps);
  plan.numWarps = hinted;
  unsigned best = hinted, fewest = missingForMmas(kernel, plan, target);
  for (unsigned warps : others) {
    if (fewest == 0)
      break;
    plan.numWarps = warps;
    if (unsigned count = missingForMmas(kernel, plan, target); count < fewest)
      std::tie(best, fewest) = std::pair(warps, count);
  }
  plan.numWarps = best;
  if (best != hinted)
    plan.refusedWarps = hinted;
  else if (fewest > 0)
    plan.shortWarps = hinted;
}

/// Bounds the number of CTAs of a multiprocessor as the hint asks.
void boundCtas(KernelStrategy &plan, func::FuncOp kernel, tile::HintsAttr hints, const Target &target) {
  if (!hints || !plan.minCtas)
    return;
  unsigned wanted = *plan.minCtas, best = wanted;
  unsigned ofMmas = registersOfMmas(kernel, plan, target);
  while (best > 1 && ofMmas > registersForMmas(kernel, plan.numWarps, best, target))
    --best;
  if (hints.getOccupancy() || hints.getNumWorkerWarpsPerCta()) {
    unsigned ofFragments = registersOfFragments(kernel, plan, target);
    auto missingWith = [&](unsigned ctas) {
      return missing(ofFragments, registersForFragments(kernel, plan, ctas, target));
    };
    for (unsigned ctas = best - 1; ctas > 0; --ctas)
      if (missingWith(ctas) < missingWith(best))
        best = ctas;
  }
  if (best != wanted && hints.getOccupancy())
    plan.refusedCtas = wanted;
  plan.minCtas = best;
}

} // namespace

unsigned registersOfLane(unsigned ctas, unsigned warps) {
  unsigned ofProducer = warps < kWarpsPerCta ? 1 : 0;
  return registersAmong(ctas * (warps + ofProducer));
}

unsigned registersOfConsumer(unsigned ctas, unsigned warps) {
  return ctas == 1 && warps == kDealtOutWarps ? kConsumerRegisters : registersOfLane(ctas, warps);
}

layout::LinearLayout KernelStrategy::layoutOf(ArrayRef<int64_t> shape) const {
  return plainLayout({shape.begin(), shape.end()}, numWarps);
}

void KernelStrategy::report(func::FuncOp kernel) const {
  auto count = [](int64_t number, std::string_view one) {
    return std::to_string(number) + " " + std::string(one) + (number == 1 ? "" : "s");
  };
  std::string text = count(numWarps, "warp") + ", " + count(elementsPerLane, "element") + " a lane";
  if (bytesPerAccess)
    text += ", up to " + count(bytesPerAccess, "byte") + " a lane and access";
  if (minCtas)
    text += "; planned with registers for " + count(*minCtas, "CTA");
  constexpr std::string_view kRefused = " by a hint, would leave MMAs too few registers";
  if (refusedWarps)
    text += "; " + count(*refusedWarps, "warp") + "," + std::string(kRefused);
  if (refusedCtas)
    text += "; " + count(*refusedCtas, "CTA") + "," + std::string(kRefused);
  if (shortWarps)
    text += "; " + count(*shortWarps, "warp") + ", by a hint, leave MMAs too few registers";
  tile::Remark remark(kernel, "KernelPlan");
  remark << text;
  remark.with("warps", numWarps).with("elementsPerLane", elementsPerLane).with("bytesPerAccess", bytesPerAccess);
  remark.with("plannedLoads", loads).with("plannedLoadBytes", loadBytes);
  remark.with("plannedRegisters", registers).with("plannedCtas", minCtas.value_or(ctas));
}

KernelStrategy planKernel(func::FuncOp kernel, const Target &target) {
  KernelTraits traits = describe(kernel, target);
  tile::HintsAttr hints = tile::hintsOf(kernel);
  std::optional<int64_t> hinted = tile::hintedWarps(kernel);
  KernelStrategy plan;
  plan.hasWarpgroups = canUseWarpgroups(kernel, target);
  kernel.walk([&](tile::MmaOp op) {
    if (hasOperandInRegisters(op))
      plan.operandsInRegisters.insert(op);
    if (hasOperandAcrossK(op))
      plan.operandsAcrossK.insert(op);
  });
  if (std::optional<unsigned> ofMmas = warpsOfMmas(kernel, target))
    plan.numWarps = *ofMmas;
  else
    plan.numWarps = chooseWarps(traits, target);
  bool hasClusterRows = tile::numCtasOf(kernel) > 1 && traits.isReduced;
  bool stays = hasClusterRows && kernel->hasAttr(tile::kPersistentAttr);
  if (hasClusterRows)
    plan.numWarps = warpsOfClusterRows(traits, stays);
  // As far as lanes hold so much at all: a hint makes no kernel impossible.
  constexpr int64_t kMaxElementsPerWarp = 32 * 1024;
  if (hinted)
    hintWarps(plan, kernel, std::max(unsigned(*hinted), unsigned(traits.largest / kMaxElementsPerWarp)), target);
  plan.elementsPerLane = std::max<int64_t>(1, traits.largest / (32 * plan.numWarps));
  plan.bytesPerAccess = traits.bytesPerAccess;
  // This comes after hintWarps: variants differ in these figures, and are to have the same warps.
  plan.bytesPerLoad = traits.bytesPerLoad;
  plan.loads = traits.loads;
  plan.loadBytes = traits.loadBytes;
  plan.registers = std::min(estimateRegisters(traits, plan.numWarps), kRegistersPerLane);
  std::tie(plan.ctas, plan.limitedBy) = countCtas(target, plan.registers, plan.numWarps);
  plan.minCtas = chooseMinCtas(plan, traits, hints, target);
  if (!hints && !hasClusterRows)
    makeRoomForMasks(plan, traits, target);
  if (hasClusterRows && (!hints || !hints.getOccupancy()))
    plan.minCtas =
        stays ? ctasOfStayingRows(traits, plan.numWarps)
              : std::min(std::max(1u, clusterRowsOf(traits).warps / plan.numWarps), target.ctasPerMultiprocessor());
  if (!hints || !hints.getOccupancy())
    if (std::optional<unsigned> ofMmas = ctasOfMmas(kernel, target))
      plan.minCtas = ofMmas;
  boundCtas(plan, kernel, hints, target);
  return plan;
}

} // namespace tilec::strategy

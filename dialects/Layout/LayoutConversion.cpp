// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/LayoutConversion.h"
#include "dialects/Layout/Subspace.h"
#include <algorithm>
#include <cassert>

namespace tilec::layout {

namespace {
/// See the header.
constexpr unsigned kShuffleCost = 4, kWavefrontCost = 4, kSelectCost = 2, kSharedLatency = 30, kCtaBarrier = 30,
                   kWarpBarrier = 8;
} // namespace

/// Where a destination bit with element `element` finds it, given that the bit itself, moved to the source, is `same`.
static uint64_t findSource(const LinearLayout &source, uint64_t element, uint64_t same) {
  const LinearMap &map = source.asMap();
  uint64_t rest = element ^ map.apply(same);
  // Registers count first: lanes are used only where registers are not enough.
  if (auto places = map.solve(rest, source.bits(Place::Register).mask() | source.bits(Place::Lane).mask()))
    return same ^ *places;
  return *map.solve(element);
}

static LinearMap sourceOfPlaces(const LinearLayout &source, const LinearLayout &destination) {
  std::vector<uint64_t> columns;
  for (unsigned p = 0; p < kNumPlaces; ++p) {
    Place place = Place(p);
    assert((place == Place::Register || source.bits(place).count == destination.bits(place).count) &&
           "a conversion keeps lanes, warps and CTAs");
    for (unsigned bit = 0; bit < destination.bits(place).count; ++bit) {
      uint64_t same = place == Place::Register ? 0 : uint64_t(1) << (source.bits(place).first + bit);
      columns.push_back(findSource(source, destination.basis(place, bit), same));
    }
  }
  return LinearMap(source.asMap().numInputs(), std::move(columns));
}

static SourcePlaces findPlaces(const Transfer &transfer) {
  SourcePlaces places;
  places.ofPlace = sourceOfPlaces(transfer.source, transfer.destination);
  places.ofStart = findSource(transfer.source, transfer.start, 0);
  std::vector<uint64_t> varying;
  for (unsigned bit = 0; bit < transfer.source.asMap().numOutputs(); ++bit)
    varying.push_back(findSource(transfer.source, transfer.varying & uint64_t(1) << bit, 0));
  places.ofVarying = LinearMap(transfer.source.asMap().numInputs(), std::move(varying));
  places.sourceRegisterBits = transfer.source.bits(Place::Register).count;
  places.destinationRegisterBits = transfer.destination.bits(Place::Register).count;
  return places;
}

/// The map of the varying bits, with one more input for what is added always.
static LinearMap withConstant(const LinearMap &ofVarying, uint64_t constant) {
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < ofVarying.numInputs(); ++bit)
    columns.push_back(ofVarying.column(bit));
  columns.push_back(constant);
  return LinearMap(ofVarying.numOutputs(), std::move(columns));
}

/// A part of a tile leaves other registers idle than its passes would.
static bool mayUsePasses(const Transfer &transfer) {
  return transfer.start == 0 && transfer.varying == 0;
}

/// All of the tile in one scratch.
static SharedTransferPlan planAcrossWarps(const Transfer &transfer) {
  const LinearMap &source = transfer.source.asMap();
  std::vector<uint64_t> varying;
  for (unsigned bit = 0; bit < source.numOutputs(); ++bit)
    varying.push_back(transfer.varying & uint64_t(1) << bit);
  LinearMap start = withConstant(LinearMap(source.numOutputs(), std::move(varying)), transfer.start);
  ScratchMaps elements = {source, transfer.destination.asMap(), start, transfer.source.bits(Place::Register).count,
                          transfer.destination.bits(Place::Register).count};
  return planSharedMemory(elements, source.redundantInputs(), transfer.elementBits, 0, mayUsePasses(transfer),
                          transfer.maxScratchBytes);
}

/// What each warp holds in a scratch of its own, numbered by the places that are not copies.
static SharedTransferPlan planInWarps(const Transfer &transfer, const SourcePlaces &places) {
  const LinearMap &source = transfer.source.asMap();
  unsigned inWarp = transfer.source.bits(Place::Lane).first + transfer.source.bits(Place::Lane).count;
  std::vector<uint64_t> held;
  for (unsigned input = 0; input < inWarp; ++input)
    held.push_back(source.column(input));
  LinearMap basis(source.numOutputs(), Subspace().extendedBy(held));
  // Places of one warp -> numbers of what it holds; the warp itself does not count.
  std::vector<uint64_t> numbers;
  for (unsigned input = 0; input < source.numInputs(); ++input)
    numbers.push_back(input < inWarp ? *basis.solve(source.column(input)) : 0);
  LinearMap numberOf(basis.numInputs(), std::move(numbers));
  LinearMap start = withConstant(numberOf.after(places.ofVarying), numberOf.apply(places.ofStart));
  ScratchMaps elements = {numberOf, numberOf.after(places.ofPlace), start, places.sourceRegisterBits,
                          places.destinationRegisterBits};
  uint64_t copies = LinearMap(source.numOutputs(), held).redundantInputs();
  return planSharedMemory(elements, copies, transfer.elementBits, transfer.source.size(Place::Warp),
                          mayUsePasses(transfer), transfer.maxScratchBytes);
}

static unsigned costOf(const SharedTransferPlan &plan) {
  unsigned barrier = plan.inWarp ? 2 * kWarpBarrier : kCtaBarrier;
  return kWavefrontCost * plan.numWavefronts + plan.numStores + plan.numLoads + plan.numSwizzles + kSharedLatency +
         barrier * plan.passes;
}

static unsigned costOf(const ShufflePlan &plan) {
  return kShuffleCost * plan.numShuffles + kSelectCost * plan.numSelects;
}

LayoutConversion planTransfer(const Transfer &transfer) {
  assert(transfer.source.isSurjective() && "every element needs a place");
  assert(transfer.source.size(Place::Cta) == 1 && "elements stay in their CTA");
  LayoutConversion plan;
  plan.places = findPlaces(transfer);
  plan.sourceOf = plan.places.ofPlace;
  using Kind = LayoutConversion::Kind;
  bool staysInWarp = plan.places.stayInWarp();
  if (staysInWarp) {
    plan.shuffles = planShuffles(plan.places, transfer.elementBits);
    plan.cost = costOf(plan.shuffles);
    plan.kind = plan.cost ? Kind::Shuffles : Kind::Registers;
    if (plan.shuffles.numShuffles == 0)
      return plan;
  }
  if (staysInWarp)
    plan.sharedMemory = planInWarps(transfer, plan.places);
  // A part for each warp may be much where all warps hold the same.
  if (!staysInWarp || plan.sharedMemory.bytes > std::min(kMaxScratchBytesOfPass, transfer.maxScratchBytes))
    plan.sharedMemory = planAcrossWarps(transfer);
  unsigned cost = costOf(plan.sharedMemory);
  if (staysInWarp && (plan.cost <= cost || plan.sharedMemory.bytes > transfer.maxScratchBytes))
    return plan;
  plan.kind = Kind::SharedMemory;
  plan.cost = cost;
  return plan;
}

LayoutConversion planConversion(const LinearLayout &source, const LinearLayout &destination, unsigned elementBits,
                                int64_t maxScratchBytes) {
  assert(source.shape() == destination.shape() && "a conversion keeps the shape");
  assert(destination.isSurjective() && "every element needs a place");
  return planTransfer({source, destination, elementBits, /*start=*/0, /*varying=*/0, maxScratchBytes});
}

} // namespace tilec::layout

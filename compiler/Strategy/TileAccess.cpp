// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/TileAccess.h"
#include "dialects/Tile/Analysis/StructLoads.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>
#include <numeric>

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::strategy {

namespace {

std::vector<int64_t> shapeVector(Type type) {
  ArrayRef<int64_t> shape = tile::shapeOf(type);
  return std::vector<int64_t>(shape.begin(), shape.end());
}

unsigned countBits(const std::vector<int64_t> &shape) {
  unsigned bits = 0;
  for (int64_t extent : shape)
    bits += layout::log2OfExtent(extent);
  return bits;
}

/// Distances along one dimension (or, along the last, through the whole tile) from what is known of pointers.
void addSteps(TileAccess &access, layout::BitRange bits, const tile::ValueFacts &facts) {
  for (unsigned i = 0; i < bits.count; ++i) {
    int64_t &step = access.steps[bits.first + i];
    if (facts.contiguity > int64_t(1) << i)
      step = access.elementBytes << i;
    else if (facts.constancy > int64_t(1) << i)
      step = 0;
  }
}

std::optional<TileAccess> describePointers(Value pointers, Value mask, tile::Divisibility &facts) {
  if (!tile_gpu::isDistributed(pointers.getType()))
    return std::nullopt;
  TileAccess access;
  access.shape = shapeVector(pointers.getType());
  access.elementBytes = tile::storageBytes(cast<tile::PtrType>(getElementTypeOrSelf(pointers.getType())).getPointee());
  access.steps.assign(countBits(access.shape), TileAccess::kFar);
  LinearLayout numbers(access.shape, {});
  int64_t last = int64_t(access.shape.size()) - 1;
  for (int64_t d = 0; d < last; ++d)
    addSteps(access, numbers.dimensionBits(d), facts.of(pointers, d));
  addSteps(access, {0, unsigned(access.steps.size())}, facts.of(pointers));
  access.width = facts.accessWidth(pointers, mask);
  return access;
}

/// A struct as one element: as wide a run of members as the run of structs is long.
std::optional<TileAccess> describeStructs(tile_gpu::LoadStructsOp load, tile::Divisibility &facts) {
  std::optional<tile::StridedPointers> pointers = tile::findStridedPointers(load.getPointer());
  if (!tile_gpu::isDistributed(load.getPointer().getType()) || !pointers)
    return std::nullopt;
  TileAccess access;
  access.shape = shapeVector(load.getPointer().getType());
  access.elementBytes = pointers->stride * tile::storageBytes(getElementTypeOrSelf(load.getResult(0).getType()));
  access.steps.assign(countBits(access.shape), TileAccess::kFar);
  addSteps(access, {0, unsigned(access.steps.size())}, facts.of(pointers->index));
  access.width = tile::structRun(facts, *pointers, load.getMask());
  return access;
}

/// Strides that the type knows; those given at run time are taken as far.
template <typename Op> TileAccess describeView(Op op, tile::Divisibility &facts) {
  auto view = cast<tile::ViewType>(op.getView().getType());
  auto gather = dyn_cast<tile::GatherScatterViewType>(view);
  ArrayRef<int64_t> shape = view.getTileShape(), strides = view.getTensorView().getStrides();
  TileAccess access;
  access.shape = {shape.begin(), shape.end()};
  access.elementBytes = tile::storageBytes(view.getTensorView().getElementType());
  access.steps.assign(countBits(access.shape), TileAccess::kFar);
  LinearLayout numbers(access.shape, {});
  for (int64_t d = 0; d < int64_t(shape.size()); ++d) {
    if (ShapedType::isDynamic(strides[d]) || (gather && gather.getDimension() == d))
      continue;
    layout::BitRange bits = numbers.dimensionBits(d);
    for (unsigned i = 0; i < bits.count; ++i)
      access.steps[bits.first + i] = std::min(TileAccess::kFar, std::abs(strides[d] * access.elementBytes) << i);
  }
  bool inBounds = false;
  if constexpr (requires { op.getInBounds(); })
    inBounds = op.getInBounds();
  access.width = facts.viewAccessWidth(op.getView(), op.getIndices(), inBounds);
  return access;
}

bool isAtomic(Operation *op) {
  using namespace tile_gpu;
  return isa<AtomicRmwOp, AtomicLoadOp, AtomicStoreOp, AtomicCasOp, AtomicReduceViewOp, AtomicLoadViewOp,
             AtomicStoreViewOp>(op);
}

/// An atomic that no target does for several elements at once.
bool isElementwiseAtomic(Operation *op) {
  using namespace tile_gpu;
  if (auto update = dyn_cast<AtomicRmwOp>(op))
    return !update.hasWideForms();
  if (auto update = dyn_cast<AtomicReduceViewOp>(op))
    return !isa<FloatType>(getElementTypeOrSelf(update.getValue().getType())) ||
           getElementTypeOrSelf(update.getValue().getType()).isF64();
  return isa<AtomicLoadOp, AtomicStoreOp, AtomicCasOp, AtomicLoadViewOp, AtomicStoreViewOp>(op);
}

} // namespace

std::optional<TileAccess> describeAccess(Operation *op, tile::Divisibility &facts) {
  using namespace tile_gpu;
  std::optional<TileAccess> access =
      TypeSwitch<Operation *, std::optional<TileAccess>>(op)
          .Case<LoadOp, StoreOp, AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(
              [&](auto access) { return describePointers(access.getPointer(), access.getMask(), facts); })
          .Case<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
              [&](auto access) { return describeView(access, facts); })
          .Case([&](LoadStructsOp load) { return describeStructs(load, facts); })
          .Default([](Operation *) { return std::nullopt; });
  // Wide loads and stores there are on some targets, wider atomics on none.
  if (access && isAtomic(op))
    access->width = std::min(access->width, std::max<int64_t>(1, tile::kPortableAccessBytes / access->elementBytes));
  // Lanes side by side: elements go one by one.
  if (access && isElementwiseAtomic(op))
    access->width = 1;
  return access;
}

std::vector<unsigned> TileAccess::bitsInMemoryOrder() const {
  std::vector<std::pair<int64_t, unsigned>> nearestFirst;
  for (unsigned bit = 0; bit < steps.size(); ++bit)
    nearestFirst.push_back({steps[bit] == 0 ? 2 * kFar : steps[bit], bit});
  std::sort(nearestFirst.begin(), nearestFirst.end());
  std::vector<unsigned> bits;
  for (auto [distance, bit] : nearestFirst)
    bits.push_back(bit);
  return bits;
}

int64_t TileAccess::vectorIn(const LinearLayout &layout) const {
  unsigned bits = 0;
  while (bits < layout.bits(Place::Register).count && int64_t(2) << bits <= width) {
    uint64_t element = layout.basis(Place::Register, bits);
    auto step = std::find(steps.begin(), steps.end(), elementBytes << bits);
    if (step == steps.end() || element != uint64_t(1) << (step - steps.begin()))
      break;
    // No other place may count the same neighbours.
    for (unsigned input = 0; input < layout.asMap().numInputs(); ++input)
      if (input != bits && (layout.asMap().column(input) & element))
        return int64_t(1) << bits;
    ++bits;
  }
  return int64_t(1) << bits;
}

LinearLayout TileAccess::withNeighboursFirst(const LinearLayout &layout) const {
  LinearLayout::Bases bases = layout.bases();
  std::vector<uint64_t> &registers = bases[unsigned(Place::Register)];
  for (unsigned first = 0; first < registers.size() && int64_t(2) << first <= width; ++first) {
    auto step = std::find(steps.begin(), steps.end(), elementBytes << first);
    if (step == steps.end())
      break;
    auto found = std::find(registers.begin() + first, registers.end(), uint64_t(1) << (step - steps.begin()));
    if (found == registers.end())
      break;
    std::rotate(registers.begin() + first, found, found + 1);
  }
  LinearLayout ordered(layout.shape(), bases);
  return vectorIn(ordered) > vectorIn(layout) ? ordered : layout;
}

LinearLayout dealBits(const std::vector<int64_t> &shape, const std::vector<unsigned> &bits, int64_t elementsPerLane,
                      unsigned numWarps, WarpPlace warps) {
  LinearLayout::Bases bases;
  auto next = bits.begin();
  auto take = [&](Place place, size_t count, bool fill) {
    for (size_t i = 0; i < count; ++i) {
      if (next != bits.end())
        bases[unsigned(place)].push_back(uint64_t(1) << *next++);
      else if (fill)
        bases[unsigned(place)].push_back(0);
    }
  };
  size_t warpBits = layout::log2OfExtent(numWarps);
  take(Place::Register, layout::log2OfExtent(elementsPerLane), false);
  take(Place::Lane, layout::log2OfExtent(layout::kLanesPerWarp), true);
  size_t left = bits.end() - next;
  if (warps == WarpPlace::Far && left > warpBits)
    take(Place::Register, left - warpBits, false);
  take(Place::Warp, warpBits, true);
  take(Place::Register, bits.size(), false);
  return LinearLayout(shape, bases);
}

LinearLayout plainLayout(const std::vector<int64_t> &shape, unsigned numWarps) {
  std::vector<unsigned> bits(countBits(shape));
  std::iota(bits.begin(), bits.end(), 0);
  return dealBits(shape, bits, 1, numWarps, WarpPlace::Near);
}

std::vector<LinearLayout> layoutsFor(const TileAccess &access, unsigned numWarps) {
  std::vector<unsigned> bits = access.bitsInMemoryOrder();
  // No lane is left without an element for the sake of width.
  int64_t lanes = int64_t(layout::kLanesPerWarp) * numWarps;
  int64_t wide = std::clamp<int64_t>((int64_t(1) << bits.size()) / lanes, 1, access.width);
  std::vector<LinearLayout> layouts;
  for (int64_t width = wide; width >= 1; width /= 2)
    for (WarpPlace place : {WarpPlace::Near, WarpPlace::Far})
      layouts.push_back(dealBits(access.shape, bits, width, numWarps, place));
  return layouts;
}

} // namespace tilec::strategy

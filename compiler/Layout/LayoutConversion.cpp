// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Layout/LayoutConversion.h"
#include <algorithm>
#include <cassert>

namespace tilec::layout {

namespace {
struct Column {
  uint64_t places;
  LayoutConversion::Kind kind;
};
} // namespace

/// Where a destination bit with element `element` finds it, given that the bit itself, moved to the source, is `same`.
static Column findSource(const LinearLayout &source, uint64_t element, uint64_t same, bool isRegister) {
  const LinearMap &map = source.asMap();
  uint64_t rest = element ^ map.apply(same);
  uint64_t registers = source.bits(Place::Register).mask(), lanes = source.bits(Place::Lane).mask();
  // A register that depends on the lane could not be named at compile time, so for lane and warp bits nothing may
  // remain.
  if (rest == 0)
    return {same, LayoutConversion::Kind::Registers};
  if (isRegister)
    if (auto places = map.solve(rest, registers))
      return {*places, LayoutConversion::Kind::Registers};
  if (auto places = map.solve(rest, registers | lanes))
    return {same ^ *places, LayoutConversion::Kind::Shuffles};
  return {*map.solve(element), LayoutConversion::Kind::SharedMemory};
}

LayoutConversion planConversion(const LinearLayout &source, const LinearLayout &destination) {
  assert(source.shape() == destination.shape() && "a conversion keeps the shape");
  assert(source.isSurjective() && destination.isSurjective() && "every element needs a place");
  LayoutConversion plan;
  std::vector<uint64_t> columns;
  for (unsigned p = 0; p < kNumPlaces; ++p) {
    Place place = Place(p);
    assert((place == Place::Register || source.bits(place).count == destination.bits(place).count) &&
           "a conversion keeps lanes, warps and CTAs");
    for (unsigned bit = 0; bit < destination.bits(place).count; ++bit) {
      bool isRegister = place == Place::Register;
      uint64_t same = isRegister ? 0 : uint64_t(1) << (source.bits(place).first + bit);
      Column column = findSource(source, destination.basis(place, bit), same, isRegister);
      plan.kind = std::max(plan.kind, column.kind);
      columns.push_back(column.places);
    }
  }
  plan.sourceOf = LinearMap(source.asMap().numInputs(), std::move(columns));
  return plan;
}

} // namespace tilec::layout

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/StructLoads.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include <algorithm>

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

constexpr int64_t kMaxMembers = 8;

/// The value that all elements have, if it is constant and small.
std::optional<int64_t> constantOf(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) || number.getSignificantBits() > 31)
    return std::nullopt;
  return number.getSExtValue();
}

bool cannotWrap(Operation *op) {
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.hasNoSignedWrap();
}

/// Takes constant additions off an index; `offset` gets their sum.
Value withoutConstants(Value index, int64_t &offset) {
  while (true) {
    if (auto extended = index.getDefiningOp<arith::ExtSIOp>()) {
      index = extended.getIn();
      continue;
    }
    auto sum = index.getDefiningOp<arith::AddIOp>();
    std::optional<int64_t> constant = sum && cannotWrap(sum) ? constantOf(sum.getRhs()) : std::nullopt;
    if (!constant)
      return index;
    offset += *constant;
    index = sum.getLhs();
  }
}

bool splitProduct(StridedPointers &pointers) {
  Operation *op = pointers.scaled.getDefiningOp();
  if (!op || !isa<arith::MulIOp, arith::ShLIOp>(op) || !cannotWrap(op))
    return false;
  std::optional<int64_t> factor = constantOf(op->getOperand(1));
  if (factor && isa<arith::ShLIOp>(op))
    factor = *factor >= 0 && *factor < 30 ? std::optional(int64_t(1) << *factor) : std::nullopt;
  pointers.index = op->getOperand(0);
  pointers.stride = factor.value_or(1);
  return pointers.stride > 1 && pointers.stride <= kMaxMembers;
}

int64_t elementBytes(Value pointers) {
  return storageBytes(cast<PtrType>(getElementTypeOrSelf(pointers.getType())).getPointee());
}

} // namespace

std::optional<StridedPointers> tile::findStridedPointers(Value pointers) {
  StridedPointers found;
  for (found.base = pointers; !found.scaled;) {
    auto moved = found.base.getDefiningOp<OffsetOp>();
    if (!moved)
      return std::nullopt;
    found.base = moved->getOperand(0);
    Value index = moved->getOperand(1);
    if (std::optional<int64_t> constant = constantOf(index))
      found.offset += *constant;
    else
      found.scaled = withoutConstants(index, found.offset);
  }
  return splitProduct(found) ? std::optional(found) : std::nullopt;
}

int64_t tile::structRun(Divisibility &facts, const StridedPointers &pointers, Value mask) {
  ValueFacts index = facts.of(pointers.index);
  int64_t bytes = elementBytes(pointers.base), run = std::min(index.contiguity, facts.getAccessBytes() / bytes);
  if (mask)
    run = std::min(run, facts.of(mask).constancy);
  int64_t alignment = facts.divisorOfElements(pointers.base);
  auto isAligned = [&](int64_t run) {
    int64_t first = run >= index.contiguity ? index.divisor : std::min(index.divisor, run);
    return first >= run && alignment >= run * bytes && pointers.offset % run == 0;
  };
  while (run > 1 && !isAligned(run))
    run /= 2;
  return std::max<int64_t>(run, 1);
}

SmallVector<SmallVector<Operation *>> tile::groupMembers(ArrayRef<MemberLoad> loads) {
  struct Member {
    Operation *op;
    StridedPointers pointers;
  };
  using Key = std::tuple<Value, Value, Value, Value>;
  llvm::MapVector<Key, SmallVector<Member>> families;
  for (const MemberLoad &load : loads)
    if (isa<RankedTensorType>(load.pointer.getType()))
      if (std::optional<StridedPointers> pointers = findStridedPointers(load.pointer))
        families[{pointers->base, pointers->scaled, load.mask, load.padding}].push_back({load.op, *pointers});
  SmallVector<SmallVector<Operation *>> groups;
  for (auto &[key, members] : families) {
    llvm::sort(members, [](const Member &a, const Member &b) { return a.pointers.offset < b.pointers.offset; });
    bool isWhole = int64_t(members.size()) == members.front().pointers.stride;
    for (size_t i = 0; i < members.size(); ++i)
      isWhole &= members[i].pointers.offset == members.front().pointers.offset + int64_t(i);
    if (isWhole)
      groups.push_back(llvm::map_to_vector(members, [](const Member &member) { return member.op; }));
  }
  return groups;
}

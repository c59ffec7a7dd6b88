// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/BlockBox.h"
#include "runtime/GridLimits.h"

#include <algorithm>

namespace tilec::runtime {

namespace {

using manifest::Numbering;
using Step = Numbering::Step;
using Kind = Step::Kind;

/// Blocks that are computed at once, step by step: long enough that a step's decoding costs nothing.
constexpr size_t kLanes = 256;
using Lanes = std::array<int64_t, kLanes>;

/// The low `bits` bits, as a signed number: the form in which values are kept.
int64_t truncated(uint64_t value, uint32_t bits) {
  uint32_t rest = 64 - bits;
  return int64_t(value << rest) >> rest;
}

uint64_t zeroExtended(int64_t value, uint32_t bits) {
  uint32_t rest = 64 - bits;
  return uint64_t(value) << rest >> rest;
}

/// Computes steps for many blocks.
class Evaluation {
public:
  Evaluation(const Numbering &numbering, const PackedArguments &arguments, Dim3 grid)
      : numbering(numbering), arguments(arguments), grid(grid), values(numbering.steps.size()) {
    for (size_t i = 0; i < values.size(); ++i) {
      const Step &step = numbering.steps[i];
      bool isOfBlock = step.kind >= Kind::BlockX && step.kind <= Kind::BlockZ;
      for (uint32_t operand : step.operands)
        isOfBlock |= isOfBlocks[operand];
      isOfBlocks.push_back(isOfBlock);
      if (!isOfBlock)
        isDefined &= compute(i, 0, kLanes);
    }
  }

  /// Blocks from `first` on; false if one of them has no value.
  bool run(uint64_t first, size_t count) {
    for (size_t i = 0; isDefined && i < values.size(); ++i)
      if (isOfBlocks[i])
        isDefined = compute(i, first, count);
    return isDefined;
  }
  const Lanes &at(uint32_t step) const {
    return values[step];
  }

private:
  bool compute(size_t number, uint64_t first, size_t count) {
    const Step &step = numbering.steps[number];
    Lanes &into = values[number];
    if (step.operands.empty())
      return leaf(step, first, count, into);
    const Lanes &a = values[step.operands.front()], &b = values[step.operands.back()];
    uint32_t bits = step.bits;
    auto each = [&](auto &&function) {
      for (size_t i = 0; i < count; ++i)
        into[i] = truncated(uint64_t(function(a[i], b[i])), bits);
      return true;
    };
    auto eachUnsigned = [&](auto &&function) {
      return each([&](int64_t x, int64_t y) { return function(zeroExtended(x, bits), zeroExtended(y, bits)); });
    };
    auto ifAll = [&](auto &&allowed, auto &&function) {
      for (size_t i = 0; i < count; ++i)
        if (!allowed(a[i], b[i]))
          return false;
      return each(function);
    };
    auto unsignedOf = [bits](auto &&function) {
      return [bits, function](int64_t x, int64_t y) {
        return int64_t(function(zeroExtended(x, bits), zeroExtended(y, bits)));
      };
    };
    int64_t least = truncated(uint64_t(1) << (bits - 1), bits);
    auto dividesSigned = [&](int64_t x, int64_t y) { return y != 0 && !(x == least && y == -1); };
    auto divides = [](int64_t, int64_t y) { return y != 0; };
    auto shifts = [&](int64_t, int64_t y) { return zeroExtended(y, bits) < bits; };
    switch (step.kind) {
    case Kind::Truncate:
      return each([](int64_t x, int64_t) { return x; });
    case Kind::ZeroExtend:
      for (size_t i = 0; i < count; ++i)
        into[i] = int64_t(zeroExtended(a[i], bits));
      return true;
    case Kind::Add:
      return each([](int64_t x, int64_t y) { return uint64_t(x) + uint64_t(y); });
    case Kind::Sub:
      return each([](int64_t x, int64_t y) { return uint64_t(x) - uint64_t(y); });
    case Kind::Mul:
      return each([](int64_t x, int64_t y) { return uint64_t(x) * uint64_t(y); });
    case Kind::DivS:
      return ifAll(dividesSigned, [](int64_t x, int64_t y) { return x / y; });
    case Kind::RemS:
      return ifAll(dividesSigned, [](int64_t x, int64_t y) { return x % y; });
    case Kind::DivU:
      return ifAll(divides, unsignedOf([](uint64_t x, uint64_t y) { return x / y; }));
    case Kind::RemU:
      return ifAll(divides, unsignedOf([](uint64_t x, uint64_t y) { return x % y; }));
    case Kind::MinS:
      return each([](int64_t x, int64_t y) { return std::min(x, y); });
    case Kind::MaxS:
      return each([](int64_t x, int64_t y) { return std::max(x, y); });
    case Kind::MinU:
      return eachUnsigned([](uint64_t x, uint64_t y) { return std::min(x, y); });
    case Kind::MaxU:
      return eachUnsigned([](uint64_t x, uint64_t y) { return std::max(x, y); });
    case Kind::And:
      return each([](int64_t x, int64_t y) { return x & y; });
    case Kind::Or:
      return each([](int64_t x, int64_t y) { return x | y; });
    case Kind::Xor:
      return each([](int64_t x, int64_t y) { return x ^ y; });
    case Kind::Shl:
      return ifAll(shifts, [](int64_t x, int64_t y) { return uint64_t(x) << (y & 63); });
    case Kind::ShrS:
      return ifAll(shifts, [](int64_t x, int64_t y) { return x >> (y & 63); });
    case Kind::ShrU:
      return ifAll(shifts, unsignedOf([](uint64_t x, uint64_t y) { return x >> (y & 63); }));
    case Kind::Equal:
      return each([](int64_t x, int64_t y) { return x == y; });
    case Kind::LessS:
      return each([](int64_t x, int64_t y) { return x < y; });
    case Kind::LessU: // extends keep the order
      return each([](int64_t x, int64_t y) { return uint64_t(x) < uint64_t(y); });
    case Kind::Select: {
      const Lanes &chosen = values[step.operands[1]];
      for (size_t i = 0; i < count; ++i)
        into[i] = a[i] ? chosen[i] : b[i];
      return true;
    }
    default:
      return false;
    }
  }

  bool leaf(const Step &step, uint64_t first, size_t count, Lanes &into) const {
    auto fill = [&](uint64_t value) {
      into.fill(int64_t(value));
      return true;
    };
    uint64_t row = grid.x, plane = row * grid.y;
    switch (step.kind) {
    case Kind::Constant:
      return fill(uint64_t(step.value));
    case Kind::Argument: {
      uint64_t value = arguments.bits(step.parameter, step.offset, step.bytes);
      return fill(step.isSigned ? uint64_t(truncated(value, 8 * step.bytes)) : value);
    }
    case Kind::GridX:
      return fill(grid.x);
    case Kind::GridY:
      return fill(grid.y);
    case Kind::GridZ:
      return fill(grid.z);
    case Kind::BlockX:
      for (size_t i = 0; i < count; ++i)
        into[i] = int64_t((first + i) % row);
      return true;
    case Kind::BlockY:
      for (size_t i = 0; i < count; ++i)
        into[i] = int64_t((first + i) % plane / row);
      return true;
    case Kind::BlockZ:
      for (size_t i = 0; i < count; ++i)
        into[i] = int64_t((first + i) / plane);
      return true;
    default:
      return false;
    }
  }

  const Numbering &numbering;
  const PackedArguments &arguments;
  Dim3 grid;
  std::vector<Lanes> values;
  std::vector<bool> isOfBlocks;
  bool isDefined = true; ///< all values so far
};

uint64_t placeIn(Dim3 box, const std::array<uint32_t, 3> &place) {
  return (uint64_t(place[2]) * box.y + place[1]) * box.x + place[0];
}

uint64_t argumentOf(const Step &step, const PackedArguments &arguments) {
  return arguments.bits(step.parameter, step.offset, step.bytes);
}

} // namespace

std::optional<Dim3> findBox(const Numbering &numbering, const PackedArguments &arguments, Dim3 grid) {
  uint64_t plane = uint64_t(grid.x) * grid.y;
  if (plane == 0 || grid.z == 0 || plane > kMostNumberedBlocks || plane * grid.z > kMostNumberedBlocks)
    return std::nullopt;
  uint64_t blocks = plane * grid.z;
  std::vector<std::array<uint32_t, 3>> places(blocks);
  std::array<uint32_t, 3> largest = {};
  Evaluation evaluation(numbering, arguments, grid);
  for (uint64_t first = 0; first < blocks; first += kLanes) {
    size_t count = size_t(std::min<uint64_t>(kLanes, blocks - first));
    if (!evaluation.run(first, count))
      return std::nullopt;
    for (size_t dimension = 0; dimension < numbering.coordinates.size(); ++dimension) {
      const Lanes &values = evaluation.at(numbering.coordinates[dimension]);
      for (size_t i = 0; i < count; ++i) {
        if (uint64_t(values[i]) >= blocks) // negative ones are, too
          return std::nullopt;
        places[first + i][dimension] = uint32_t(values[i]);
        largest[dimension] = std::max(largest[dimension], uint32_t(values[i]));
      }
    }
  }
  Dim3 box = {largest[0] + 1, largest[1] + 1, largest[2] + 1};
  bool isAsLarge = uint64_t(box.x) * box.y <= blocks && uint64_t(box.x) * box.y * box.z == blocks;
  if (!isAsLarge || !isLaunchable(box.x, box.y, box.z))
    return std::nullopt;
  std::vector<bool> isTaken(blocks);
  for (const std::array<uint32_t, 3> &place : places) {
    uint64_t at = placeIn(box, place);
    if (isTaken[at])
      return std::nullopt;
    isTaken[at] = true;
  }
  return box;
}

BlockBoxCache::BlockBoxCache(const Numbering &numbering) : numbering(&numbering) {
  for (const Step &step : numbering.steps)
    if (step.kind == Kind::Argument)
      reads.push_back(&step);
}

bool BlockBoxCache::isOf(const Entry &entry, const PackedArguments &arguments, Dim3 grid) const {
  if (entry.grid.x != grid.x || entry.grid.y != grid.y || entry.grid.z != grid.z)
    return false;
  for (size_t i = 0; i < reads.size(); ++i)
    if (entry.values[i] != argumentOf(*reads[i], arguments))
      return false;
  return true;
}

const BlockBoxCache::Entry *BlockBoxCache::find(const PackedArguments &arguments, Dim3 grid) {
  if (latest < used && isOf(entries[latest], arguments, grid))
    return &entries[latest];
  for (size_t i = 0; i < used; ++i)
    if (isOf(entries[i], arguments, grid))
      return &entries[latest = i];
  return nullptr;
}

std::optional<Dim3> BlockBoxCache::get(const PackedArguments &arguments, Dim3 grid) {
  std::lock_guard lock(mutex);
  if (const Entry *known = find(arguments, grid))
    return known->box;
  Entry &entry = entries[next];
  entry.grid = grid;
  entry.values.clear();
  for (const Step *step : reads)
    entry.values.push_back(argumentOf(*step, arguments));
  entry.box = findBox(*numbering, arguments, grid);
  latest = next;
  next = (next + 1) % kEntries;
  used = std::min(used + 1, kEntries);
  return entry.box;
}

} // namespace tilec::runtime

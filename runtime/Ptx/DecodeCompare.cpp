// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// setp, set, selp, slct.
#include "runtime/Ptx/Decoder.h"
#include "runtime/Ptx/FloatArithmetic.h"

using namespace tilec::ptx;

namespace {

enum Comparison : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kNumbers,
  kNotNumbers,
  kOrUnordered = 16, ///< added: also where one is no number
};

struct ComparisonName {
  std::string_view name;
  uint8_t comparison;
};

std::optional<uint8_t> comparisonOf(const Statement &statement) {
  static constexpr ComparisonName kNames[] = {
      {"eq", kEqual},
      {"ne", kNotEqual},
      {"lt", kLess},
      {"lo", kLess},
      {"le", kLessEqual},
      {"ls", kLessEqual},
      {"gt", kGreater},
      {"hi", kGreater},
      {"ge", kGreaterEqual},
      {"hs", kGreaterEqual},
      {"equ", kEqual | kOrUnordered},
      {"neu", kNotEqual | kOrUnordered},
      {"ltu", kLess | kOrUnordered},
      {"leu", kLessEqual | kOrUnordered},
      {"gtu", kGreater | kOrUnordered},
      {"geu", kGreaterEqual | kOrUnordered},
      {"num", kNumbers},
      {"nan", kNotNumbers},
  };
  for (const ComparisonName &one : kNames)
    if (!statement.modifiers.empty() && statement.modifiers[0] == one.name)
      return one.comparison;
  return std::nullopt;
}

enum Combination : uint8_t { kAlone, kAnd, kOr, kXor };

/// What decides a comparison.
struct Comparing {
  uint8_t comparison, combination;
  bool isNegated, flushes;

  uint8_t flags() const {
    return uint8_t(comparison | combination << 5 | isNegated << 7);
  }
  static Comparing of(const Instruction &instruction) {
    return {uint8_t(instruction.flags & 31), uint8_t(instruction.flags >> 5 & 3), bool(instruction.flags >> 7),
            bool(instruction.count & 2)};
  }
};

template <typename T, typename F> uint32_t bitsOf(uint32_t lanes, const T *a, const T *b, F compare) {
  uint32_t result = 0;
  each(lanes, [&](unsigned lane) { result |= uint32_t(compare(a[lane], b[lane])) << lane; });
  return result;
}

template <typename T> uint32_t compareValues(uint8_t comparison, uint32_t lanes, const T *a, const T *b) {
  uint32_t unordered = 0;
  if constexpr (std::is_floating_point_v<T>)
    if (comparison & kOrUnordered || comparison == kNumbers || comparison == kNotNumbers || comparison == kNotEqual)
      unordered = bitsOf(lanes, a, b, [](T x, T y) { return (x != x) | (y != y); });
  uint32_t more = comparison & kOrUnordered ? unordered : 0;
  switch (comparison & 15) {
  case kEqual:
    return bitsOf(lanes, a, b, [](T x, T y) { return x == y; }) | more;
  case kNotEqual:
    return (bitsOf(lanes, a, b, [](T x, T y) { return x != y; }) & ~unordered) | more;
  case kLess:
    return bitsOf(lanes, a, b, [](T x, T y) { return x < y; }) | more;
  case kLessEqual:
    return bitsOf(lanes, a, b, [](T x, T y) { return x <= y; }) | more;
  case kGreater:
    return bitsOf(lanes, a, b, [](T x, T y) { return x > y; }) | more;
  case kGreaterEqual:
    return bitsOf(lanes, a, b, [](T x, T y) { return x >= y; }) | more;
  case kNumbers:
    return ~unordered & lanes;
  default:
    return unordered;
  }
}

template <typename T> struct Compared {
  using Type = T;
};
template <> struct Compared<F16> {
  using Type = float;
};
template <> struct Compared<BF16> {
  using Type = float;
};

/// Operands 1 and 2 compared, the elements of pairs one after the other.
template <typename T>
uint32_t compareOperands(Warp &warp, const Instruction &instruction, uint32_t lanes, unsigned element) {
  using Value = typename Compared<T>::Type;
  Comparing comparing = Comparing::of(instruction);
  auto *a = warp.source<T>(instruction.operands[1]);
  auto *b = warp.source<T>(instruction.operands[2]);
  Value left[kWarpLanes], right[kWarpLanes];
  each(lanes, [&](unsigned lane) {
    if constexpr (std::is_same_v<T, Value>) {
      left[lane] = fromStorage<T>(a[lane]);
      right[lane] = fromStorage<T>(b[lane]);
    } else {
      left[lane] = Value(toDouble(T{uint16_t(a[lane] >> 16 * element)}));
      right[lane] = Value(toDouble(T{uint16_t(b[lane] >> 16 * element)}));
    }
    if constexpr (std::is_floating_point_v<T>)
      if (comparing.flushes) {
        left[lane] = flushed(left[lane]);
        right[lane] = flushed(right[lane]);
      }
  });
  uint32_t result = compareValues<Value>(comparing.comparison, lanes, left, right);
  return result;
}

uint32_t combine(uint8_t combination, uint32_t a, uint32_t b) {
  switch (combination) {
  case kAnd:
    return a & b;
  case kOr:
    return a | b;
  case kXor:
    return a ^ b;
  default:
    return a;
  }
}

/// Operands: p, a, b, c, q.
template <typename T> void setPredicate(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  Comparing comparing = Comparing::of(instruction);
  uint32_t first = compareOperands<T>(warp, instruction, lanes, 0), second = ~first;
  if (instruction.count & 1) // a pair
    second = compareOperands<T>(warp, instruction, lanes, 1);
  if (comparing.combination != kAlone) {
    uint32_t c = warp.predicate(instruction.operands[3], comparing.isNegated);
    first = combine(comparing.combination, first, c);
    second = combine(comparing.combination, second, c);
  }
  warp.setPredicate(instruction.operands[0], lanes, first);
  warp.setPredicate(instruction.operands[4], lanes, second);
}

/// Operands: d, a, b, c. `immediate`: what is written where it holds.
template <typename T> void set(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  Comparing comparing = Comparing::of(instruction);
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  uint32_t halves[2];
  for (unsigned element = 0; element < 2; ++element) {
    halves[element] = element <= (instruction.count & 1) ? compareOperands<T>(warp, instruction, lanes, element) : 0;
    if (comparing.combination != kAlone)
      halves[element] =
          combine(comparing.combination, halves[element], warp.predicate(instruction.operands[3], comparing.isNegated));
  }
  auto value = uint32_t(instruction.immediate);
  bool isPair = instruction.count & 1;
  eachInOrder(lanes, [&](unsigned lane) {
    uint32_t low = halves[0] >> lane & 1 ? value : 0;
    target[lane] = isPair ? low | (halves[1] >> lane & 1 ? value << 16 : 0) : low;
  });
}

Handler handlerOf(ScalarType type, bool isSet) {
  Handler handler = nullptr;
  auto pick = [&]<typename T>(T) {
    handler = isSet ? &set<T> : &setPredicate<T>;
    return true;
  };
  if (type.kind == ScalarType::Kind::BFloat)
    pick(BF16());
  else if (type.kind == ScalarType::Kind::Float && (type.bits == 16 || (type.isPair && type.bits == 32)))
    pick(F16());
  else if (type.kind == ScalarType::Kind::Float && !type.isPair)
    type.bits == 64 ? pick(double()) : pick(float());
  else
    withInteger(type, pick);
  return handler;
}

uint8_t combinationOf(Decoder &decoder) {
  return decoder.has("and") ? kAnd : decoder.has("or") ? kOr : decoder.has("xor") ? kXor : kAlone;
}

bool decodeSet(Decoder &decoder, bool isSet) {
  const Statement &statement = decoder.statement();
  std::optional<uint8_t> comparison = comparisonOf(statement);
  std::vector<ScalarType> types = decoder.types();
  uint8_t combination = combinationOf(decoder);
  size_t count = combination == kAlone ? 3 : 4;
  if (!comparison || types.size() != (isSet ? 2 : 1) || !hasOperands(decoder, count))
    return false;
  ScalarType type = types.back();
  Handler handler = handlerOf(type, isSet);
  if (!handler)
    return false;
  Comparing comparing{*comparison, combination, false, decoder.has("ftz")};
  int32_t places[5] = {Instruction::kNone, decoder.source(statement.operands[1], type),
                       decoder.source(statement.operands[2], type), 0, Instruction::kNone};
  if (combination != kAlone)
    places[3] = decoder.predicateSource(statement.operands[3], comparing.isNegated);
  int64_t value = 0;
  if (isSet) {
    ScalarType result = types[0];
    places[0] = decoder.target(statement.operands[0], result);
    bool isNarrow = result.bits == 16 || result.isPair;
    value = result.kind == ScalarType::Kind::Float    ? (isNarrow ? 0x3c00 : 0x3f800000)
            : result.kind == ScalarType::Kind::BFloat ? 0x3f80
            : isNarrow || type.isPair                 ? 0xffff
                                                      : 0xffffffff;
  } else {
    const Operand &first = statement.operands[0];
    bool isPair = first.kind == Operand::Kind::Pair;
    places[0] = decoder.predicateTarget(isPair ? first.elements[0] : first);
    places[4] = isPair ? decoder.predicateTarget(first.elements[1]) : Instruction::kNone;
  }
  if (places[1] == Instruction::kNone || places[2] == Instruction::kNone || places[3] == Instruction::kNone ||
      (isSet && places[0] == Instruction::kNone))
    return false;
  Instruction &instruction = decoder.emit(handler);
  std::copy(std::begin(places), std::end(places), instruction.operands);
  instruction.flags = comparing.flags();
  instruction.count = uint8_t(type.isPair | comparing.flushes << 1);
  instruction.immediate = value;
  return true;
}

//===- Selection -------------------------------------------------------------------------------------------------===//

template <typename T> void select(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<T>(instruction.operands[0]);
  auto *a = warp.source<T>(instruction.operands[1]);
  auto *b = warp.source<T>(instruction.operands[2]);
  uint32_t condition = warp.predicate(instruction.operands[3], instruction.flags);
  each(lanes, [&](unsigned lane) { target[lane] = condition >> lane & 1 ? a[lane] : b[lane]; });
}

template <typename T, typename C> void selectBySign(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<T>(instruction.operands[0]);
  auto *a = warp.source<T>(instruction.operands[1]);
  auto *b = warp.source<T>(instruction.operands[2]);
  auto *c = warp.source<C>(instruction.operands[3]);
  eachInOrder(lanes, [&](unsigned lane) { target[lane] = fromStorage<C>(c[lane]) >= 0 ? a[lane] : b[lane]; });
}

bool decodeSelect(Decoder &decoder) {
  const Statement &statement = decoder.statement();
  ScalarType type = decoder.type();
  if (!hasOperands(decoder, 4) || type.bits == 0 || type.bits > 64)
    return false;
  bool isNegated = false;
  int32_t target = decoder.target(statement.operands[0], type), a = decoder.source(statement.operands[1], type),
          b = decoder.source(statement.operands[2], type),
          condition = decoder.predicateSource(statement.operands[3], isNegated);
  if (target == Instruction::kNone || a == Instruction::kNone || b == Instruction::kNone ||
      condition == Instruction::kNone)
    return false;
  Instruction &instruction = decoder.emit(type.bits == 64 ? &select<uint64_t> : &select<uint32_t>);
  instruction.operands[0] = target;
  instruction.operands[1] = a;
  instruction.operands[2] = b;
  instruction.operands[3] = condition;
  instruction.flags = isNegated;
  return true;
}

bool decodeSelectBySign(Decoder &decoder) {
  std::vector<ScalarType> types = decoder.types();
  if (!hasOperands(decoder, 4) || types.size() != 2)
    return false;
  bool isFloat = types[1].isFloat(), isWide = types[0].bits == 64;
  Handler handler = isWide ? (isFloat ? &selectBySign<uint64_t, float> : &selectBySign<uint64_t, int32_t>)
                           : (isFloat ? &selectBySign<uint32_t, float> : &selectBySign<uint32_t, int32_t>);
  emitElementwise(decoder, handler, {types[0], types[0], types[0], types[1]});
  return true;
}

} // namespace

bool tilec::ptx::decodeCompare(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "selp")
    return decodeSelect(decoder);
  if (opcode == "slct")
    return decodeSelectBySign(decoder);
  return decodeSet(decoder, opcode == "set");
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Logic, shifts, and instructions that look at bits.
#include "runtime/Ptx/BitOperations.h"
#include "runtime/Ptx/Decoder.h"

#include <algorithm>

using namespace tilec::ptx;

namespace {

constexpr ScalarType kWord{ScalarType::Kind::Unsigned, 32};

struct Not {
  template <typename T> T operator()(T a) const {
    return T(~a);
  }
};
struct LogicalNot {
  template <typename T> T operator()(T a) const {
    return T(a == 0);
  }
};
/// Shifts by the width or more leave zeros, or the sign.
struct ShiftLeft {
  template <typename T> T operator()(T a, uint32_t by) const {
    return by >= sizeof(T) * 8 ? T(0) : T(std::make_unsigned_t<T>(a) << by);
  }
};
struct ShiftRight {
  template <typename T> T operator()(T a, uint32_t by) const {
    if (by >= sizeof(T) * 8)
      by = std::is_signed_v<T> ? sizeof(T) * 8 - 1 : 64;
    return by == 64 ? T(0) : T(a >> by);
  }
};
template <bool isLeft, bool wraps> struct Funnel {
  uint32_t operator()(uint32_t low, uint32_t high, uint32_t by) const {
    uint64_t both = uint64_t(high) << 32 | low;
    unsigned count = wraps ? by & 31 : std::min(by, 32u);
    return isLeft ? uint32_t(both << count >> 32) : uint32_t(both >> count);
  }
};
struct PopulationCount {
  template <typename T> uint32_t operator()(T a) const {
    return uint32_t(std::popcount(std::make_unsigned_t<T>(a)));
  }
};
struct LeadingZeros {
  template <typename T> uint32_t operator()(T a) const {
    return uint32_t(std::countl_zero(std::make_unsigned_t<T>(a)));
  }
};
struct Reverse {
  template <typename T> T operator()(T a) const {
    if constexpr (sizeof(T) == 8)
      return T(__builtin_bitreverse64(uint64_t(a)));
    else
      return T(__builtin_bitreverse32(uint32_t(a)));
  }
};
/// The first bit from above that differs from the sign, or is set; how far it would be shifted up.
template <bool isShift> struct FindBit {
  template <typename T> uint32_t operator()(T a) const {
    auto bits = std::make_unsigned_t<T>(a < 0 ? ~a : a);
    if (!bits)
      return ~0u;
    auto shift = uint32_t(std::countl_zero(bits));
    return isShift ? shift : uint32_t(sizeof(T) * 8 - 1) - shift;
  }
};
struct Extract {
  template <typename T> T operator()(T a, uint32_t from, uint32_t count) const {
    constexpr unsigned kBits = sizeof(T) * 8;
    from &= 255;
    count &= 255;
    if (count == 0)
      return 0;
    bool isNegative = std::is_signed_v<T> && (a >> std::min(from + count - 1, kBits - 1) & 1);
    using U = std::make_unsigned_t<T>;
    U field = from >= kBits ? U(0) : U(U(a) >> from);
    unsigned present = from >= kBits ? 0 : std::min(count, kBits - from);
    U mask = present >= kBits ? U(~U(0)) : U((U(1) << present) - 1);
    field &= mask;
    return T(isNegative ? U(field | U(~mask)) : field);
  }
};
struct ClampedMask {
  uint32_t operator()(uint32_t from, uint32_t count) const {
    uint64_t ones = count >= 32 ? 0xffffffffull : (1ull << count) - 1;
    return from >= 32 ? 0 : uint32_t(ones << from);
  }
};
struct WrappedMask {
  uint32_t operator()(uint32_t from, uint32_t count) const {
    return uint32_t(((1ull << (count & 31)) - 1) << (from & 31));
  }
};

/// The table of lop3, or the mode of prmt.
template <typename T> void lop3(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<T>(instruction.operands[0]);
  auto *a = warp.source<T>(instruction.operands[1]);
  auto *b = warp.source<T>(instruction.operands[2]);
  auto *c = warp.source<T>(instruction.operands[3]);
  T table[8];
  for (unsigned i = 0; i < 8; ++i)
    table[i] = instruction.immediate >> i & 1 ? ~T(0) : T(0);
  each(lanes, [&](unsigned lane) {
    T x = a[lane], y = b[lane], z = c[lane], result = 0;
    for (unsigned i = 0; i < 8; ++i)
      result |= table[i] & (i & 4 ? x : ~x) & (i & 2 ? y : ~y) & (i & 1 ? z : ~z);
    target[lane] = result;
  });
}

enum PermuteMode : uint8_t { kSelectors, kForward4, kBackward4, kReplicate8, kEdgeLeft, kEdgeRight, kReplicate16 };

uint32_t selectorsOf(uint8_t mode, uint32_t c) {
  static constexpr uint16_t kTables[][4] = {{0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
                                            {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
                                            {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  return mode == kSelectors ? c : kTables[mode - 1][c & 3];
}

void permute(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  auto *a = warp.source<uint32_t>(instruction.operands[1]);
  auto *b = warp.source<uint32_t>(instruction.operands[2]);
  auto *c = warp.source<uint32_t>(instruction.operands[3]);
  eachInOrder(lanes, [&](unsigned lane) {
    uint64_t bytes = uint64_t(b[lane]) << 32 | a[lane];
    uint32_t selectors = selectorsOf(instruction.flags, c[lane]), result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned selector = selectors >> 4 * i & 15;
      auto byte = uint8_t(bytes >> 8 * (selector & 7));
      if (selector & 8 && instruction.flags == kSelectors)
        byte = byte & 128 ? 255 : 0;
      result |= uint32_t(byte) << 8 * i;
    }
    target[lane] = result;
  });
}

template <typename T> void insert(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<T>(instruction.operands[0]);
  auto *a = warp.source<T>(instruction.operands[1]);
  auto *b = warp.source<T>(instruction.operands[2]);
  auto *from = warp.source<uint32_t>(instruction.operands[3]);
  auto *count = warp.source<uint32_t>(instruction.operands[4]);
  eachInOrder(lanes, [&](unsigned lane) {
    constexpr unsigned kBits = sizeof(T) * 8;
    unsigned begin = from[lane] & 255, bits = count[lane] & 255;
    T result = b[lane];
    if (bits && begin < kBits) {
      T mask = bits >= kBits ? ~T(0) : (T(1) << bits) - 1;
      result = (result & ~(mask << begin)) | (a[lane] & mask) << begin;
    }
    target[lane] = result;
  });
}

/// The position of the nth set bit from a base, upwards or downwards.
void findNth(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  auto *bits = warp.source<uint32_t>(instruction.operands[1]);
  auto *base = warp.source<uint32_t>(instruction.operands[2]);
  auto *offset = warp.source<int32_t>(instruction.operands[3]);
  eachInOrder(lanes, [&](unsigned lane) {
    auto nth = int32_t(offset[lane]);
    int step = nth < 0 ? -1 : 1;
    int32_t left = nth == 0 ? 1 : std::abs(nth);
    uint32_t found = ~0u;
    for (int64_t at = base[lane]; at >= 0 && at < 32; at += step) {
      if (bits[lane] >> at & 1 && --left == 0) {
        found = uint32_t(at);
        break;
      }
      if (nth == 0)
        break;
    }
    target[lane] = found;
  });
}

//===- Logic of predicates ---------------------------------------------------------------------------------------===//

enum PredicateLogic : uint8_t { kAnd, kOr, kXor, kNot };

void predicateLogic(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint32_t a = warp.predicate(instruction.operands[1], instruction.count & 1);
  uint32_t b = warp.predicate(instruction.operands[2], instruction.count & 2);
  uint32_t result = instruction.flags == kAnd   ? a & b
                    : instruction.flags == kOr  ? a | b
                    : instruction.flags == kXor ? a ^ b
                                                : ~a;
  warp.setPredicate(instruction.operands[0], lanes, result);
}

bool decodePredicateLogic(Decoder &decoder) {
  const auto &[opcode, operands] = std::pair(decoder.statement().opcode, decoder.statement().operands);
  uint8_t which = opcode == "and" ? kAnd : opcode == "or" ? kOr : opcode == "xor" ? kXor : kNot;
  if ((opcode != "not" && which == kNot) || operands.size() != (which == kNot ? 2 : 3))
    return false;
  bool aIsNegated = false, bIsNegated = false;
  int32_t target = decoder.predicateTarget(operands[0]), a = decoder.predicateSource(operands[1], aIsNegated);
  int32_t b = which == kNot ? a : decoder.predicateSource(operands[2], bIsNegated);
  if (a == Instruction::kNone || b == Instruction::kNone)
    return false;
  Instruction &instruction = decoder.emit(predicateLogic);
  instruction.operands[0] = target;
  instruction.operands[1] = a;
  instruction.operands[2] = b;
  instruction.flags = which;
  instruction.count = uint8_t(aIsNegated | bIsNegated << 1);
  return true;
}

//===- Which function does a statement ---------------------------------------------------------------------------===//

template <typename F> bool emitLogic(Decoder &decoder, ScalarType type) {
  if (!hasOperands(decoder, 3))
    return false;
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &binary<T, T, T, F>, {type, type, type});
    return true;
  });
}

template <typename F> bool emitUnary(Decoder &decoder, ScalarType type) {
  if (!hasOperands(decoder, 2))
    return false;
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &unary<T, T, F>, {type, type});
    return true;
  });
}

/// The result has 32 bits.
template <typename F> bool emitCount(Decoder &decoder, ScalarType type) {
  if (!hasOperands(decoder, 2) || type.bits < 32)
    return false;
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &unary<uint32_t, T, F>, {kWord, type});
    return true;
  });
}

template <typename F> bool emitShift(Decoder &decoder, ScalarType type) {
  if (!hasOperands(decoder, 3))
    return false;
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &binary<T, T, uint32_t, F>, {type, type, kWord});
    return true;
  });
}

bool decodeLop3(Decoder &decoder, ScalarType type) {
  const auto &operands = decoder.statement().operands;
  if (operands.size() != 5 || operands[4].kind != Operand::Kind::Integer || decoder.has("and") || decoder.has("or"))
    return false;
  emitElementwise(decoder, type.bits == 64 ? &lop3<uint64_t> : &lop3<uint32_t>, {type, type, type, type});
  decoder.function.code.back().immediate = int64_t(operands[4].bits);
  return true;
}

bool decodeFunnel(Decoder &decoder) {
  if (!hasOperands(decoder, 4))
    return false;
  bool isLeft = decoder.has("l"), wraps = decoder.has("wrap");
  using U = uint32_t;
  Handler handler =
      isLeft ? (wraps ? &ternary<U, U, U, U, Funnel<true, true>> : &ternary<U, U, U, U, Funnel<true, false>>)
             : (wraps ? &ternary<U, U, U, U, Funnel<false, true>> : &ternary<U, U, U, U, Funnel<false, false>>);
  emitElementwise(decoder, handler, {kWord, kWord, kWord, kWord});
  return true;
}

bool decodePermute(Decoder &decoder) {
  if (!hasOperands(decoder, 4))
    return false;
  static constexpr std::string_view kModes[] = {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
  emitElementwise(decoder, permute, {kWord, kWord, kWord, kWord});
  for (size_t i = 0; i < std::size(kModes); ++i)
    if (decoder.has(kModes[i]))
      decoder.function.code.back().flags = uint8_t(i + 1);
  return true;
}

bool decodeField(Decoder &decoder, ScalarType type) {
  if (decoder.statement().opcode == "bfi") {
    if (!hasOperands(decoder, 5))
      return false;
    emitElementwise(decoder, type.bits == 64 ? &insert<uint64_t> : &insert<uint32_t>, {type, type, type, kWord, kWord});
    return true;
  }
  if (!hasOperands(decoder, 4))
    return false;
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &ternary<T, T, uint32_t, uint32_t, Extract>, {type, type, kWord, kWord});
    return true;
  });
}

bool decodeFindBit(Decoder &decoder, ScalarType type) {
  return decoder.has("shiftamt") ? emitCount<FindBit<true>>(decoder, type) : emitCount<FindBit<false>>(decoder, type);
}

} // namespace

bool tilec::ptx::decodeBits(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  ScalarType type = decoder.type();
  if (type.kind == ScalarType::Kind::Predicate)
    return decodePredicateLogic(decoder);
  if (opcode == "and")
    return emitLogic<And>(decoder, type);
  if (opcode == "or")
    return emitLogic<Or>(decoder, type);
  if (opcode == "xor")
    return emitLogic<Xor>(decoder, type);
  if (opcode == "not")
    return emitUnary<Not>(decoder, type);
  if (opcode == "cnot")
    return emitUnary<LogicalNot>(decoder, type);
  if (opcode == "lop3")
    return decodeLop3(decoder, type);
  if (opcode == "shl")
    return emitShift<ShiftLeft>(decoder, type);
  if (opcode == "shr")
    return emitShift<ShiftRight>(decoder, type);
  if (opcode == "shf")
    return decodeFunnel(decoder);
  if (opcode == "prmt")
    return decodePermute(decoder);
  if (opcode == "bfe" || opcode == "bfi")
    return decodeField(decoder, type);
  if (opcode == "bfind")
    return decodeFindBit(decoder, type);
  if (opcode == "popc")
    return emitCount<PopulationCount>(decoder, type);
  if (opcode == "clz")
    return emitCount<LeadingZeros>(decoder, type);
  if (opcode == "brev")
    return type.bits >= 32 && emitUnary<Reverse>(decoder, type);
  if (opcode == "bmsk" && hasOperands(decoder, 3)) {
    emitElementwise(decoder,
                    decoder.has("wrap") ? &binary<uint32_t, uint32_t, uint32_t, WrappedMask>
                                        : &binary<uint32_t, uint32_t, uint32_t, ClampedMask>,
                    {kWord, kWord, kWord});
    return true;
  }
  if (opcode == "fns" && hasOperands(decoder, 4)) {
    emitElementwise(decoder, findNth, {kWord, kWord, kWord, kWord});
    return true;
  }
  return false;
}

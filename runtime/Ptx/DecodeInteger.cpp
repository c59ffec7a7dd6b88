// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Integer arithmetic: add, sub, mul, mad, div, rem, min, max, abs, neg, sad, carries, dot products of bytes.
#include "runtime/Ptx/Decoder.h"

#include <algorithm>
#include <limits>

using namespace tilec::ptx;

namespace {

template <typename T> struct Wider;
template <> struct Wider<int8_t> {
  using Type = int16_t;
};
template <> struct Wider<uint8_t> {
  using Type = uint16_t;
};
template <> struct Wider<int16_t> {
  using Type = int32_t;
};
template <> struct Wider<uint16_t> {
  using Type = uint32_t;
};
template <> struct Wider<int32_t> {
  using Type = int64_t;
};
template <> struct Wider<uint32_t> {
  using Type = uint64_t;
};
template <> struct Wider<int64_t> {
  using Type = __int128;
};
template <> struct Wider<uint64_t> {
  using Type = unsigned __int128;
};

template <typename T> using Wide = typename Wider<T>::Type;

/// An unsigned type of the same size, in which sums wrap around.
template <typename T> using Wrapping = std::conditional_t<sizeof(T) < 4, uint32_t, std::make_unsigned_t<T>>;

template <typename T> T saturated(Wide<T> value) {
  return T(std::clamp<Wide<T>>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

struct Add {
  template <typename T> T operator()(T a, T b) const {
    return T(Wrapping<T>(a) + Wrapping<T>(b));
  }
};
struct Subtract {
  template <typename T> T operator()(T a, T b) const {
    return T(Wrapping<T>(a) - Wrapping<T>(b));
  }
};
struct AddSaturated {
  template <typename T> T operator()(T a, T b) const {
    return saturated<T>(Wide<T>(a) + b);
  }
};
struct SubtractSaturated {
  template <typename T> T operator()(T a, T b) const {
    return saturated<T>(Wide<T>(a) - b);
  }
};
struct MultiplyLow {
  template <typename T> T operator()(T a, T b) const {
    return T(Wrapping<T>(a) * Wrapping<T>(b));
  }
};
struct MultiplyHigh {
  template <typename T> T operator()(T a, T b) const {
    return T(Wide<T>(a) * b >> sizeof(T) * 8);
  }
};
struct MultiplyWide {
  template <typename T> Wide<T> operator()(T a, T b) const {
    return Wide<T>(a) * b;
  }
};
template <typename T> T low24(T a) {
  return T(T(Wrapping<T>(a) << 8) >> 8);
}
struct Multiply24Low {
  template <typename T> T operator()(T a, T b) const {
    return T(Wide<T>(low24(a)) * low24(b));
  }
};
struct Multiply24High {
  template <typename T> T operator()(T a, T b) const {
    return T(Wide<T>(low24(a)) * low24(b) >> 16);
  }
};
template <typename Product> struct Then {
  template <typename T, typename R> R operator()(T a, T b, R c) const {
    return Add()(Product()(a, b), c);
  }
};
struct MultiplyHighAddSaturated {
  template <typename T> T operator()(T a, T b, T c) const {
    return AddSaturated()(MultiplyHigh()(a, b), c);
  }
};
struct Sad {
  template <typename T> T operator()(T a, T b, T c) const {
    return Add()(c, a < b ? Subtract()(b, a) : Subtract()(a, b));
  }
};
/// A divisor of 0 gives all bits set, as GPUs do.
struct Divide {
  template <typename T> T operator()(T a, T b) const {
    if (b == 0)
      return T(-1);
    return std::is_signed_v<T> && b == T(-1) ? Subtract()(T(0), a) : T(a / b);
  }
};
struct Remainder {
  template <typename T> T operator()(T a, T b) const {
    if (b == 0)
      return a;
    return std::is_signed_v<T> && b == T(-1) ? T(0) : T(a % b);
  }
};
struct Minimum {
  template <typename T> T operator()(T a, T b) const {
    return std::min(a, b);
  }
};
struct Maximum {
  template <typename T> T operator()(T a, T b) const {
    return std::max(a, b);
  }
};
template <typename Base> struct Relu {
  template <typename T> T operator()(T a, T b) const {
    return std::max(Base()(a, b), T(0));
  }
};
struct Absolute {
  template <typename T> T operator()(T a) const {
    return a < 0 ? Subtract()(T(0), a) : a;
  }
};
struct Negate {
  template <typename T> T operator()(T a) const {
    return Subtract()(T(0), a);
  }
};
/// Two elements of 16 bits.
template <typename Element, typename F> struct Pairwise {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    auto low = uint16_t(F()(Element(a), Element(b))), high = uint16_t(F()(Element(a >> 16), Element(b >> 16)));
    return low | uint32_t(high) << 16;
  }
};

template <typename F> bool emitBinary(Decoder &decoder, ScalarType type) {
  if (type.isPair) {
    bool isSigned = type.kind == ScalarType::Kind::Signed;
    emitElementwise(decoder,
                    isSigned ? &binary<uint32_t, uint32_t, uint32_t, Pairwise<int16_t, F>>
                             : &binary<uint32_t, uint32_t, uint32_t, Pairwise<uint16_t, F>>,
                    {type, type, type});
    return true;
  }
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &binary<T, T, T, F>, {type, type, type});
    return true;
  });
}

template <typename F> bool emitUnary(Decoder &decoder, ScalarType type) {
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &unary<T, T, F>, {type, type});
    return true;
  });
}

template <typename F> bool emitTernary(Decoder &decoder, ScalarType type) {
  return withInteger(type, [&]<typename T>(T) {
    emitElementwise(decoder, &ternary<T, T, T, T, F>, {type, type, type, type});
    return true;
  });
}

bool decodeWide(Decoder &decoder, ScalarType type, bool hasSum) {
  ScalarType wide{type.kind, uint8_t(type.bits * 2)};
  return withInteger(type, [&]<typename T>(T) {
    if constexpr (sizeof(T) == 2 || sizeof(T) == 4) {
      if (hasSum)
        emitElementwise(decoder, &ternary<Wide<T>, T, T, Wide<T>, Then<MultiplyWide>>, {wide, type, type, wide});
      else
        emitElementwise(decoder, &binary<Wide<T>, T, T, MultiplyWide>, {wide, type, type});
      return true;
    }
    return false;
  });
}

//===- Carries ---------------------------------------------------------------------------------------------------===//

enum CarryFlags { kReadsCarry = 1, kWritesCarry = 2, kSubtracts = 4 };

/// a + b, or a - b, with the carry, or borrow, of an instruction before.
template <typename T>
void addWithCarry(Warp &warp, const Instruction &instruction, uint32_t lanes, const T *b, int32_t aPlace) {
  auto *target = warp.target<T>(instruction.operands[0]);
  auto *a = warp.source<T>(aPlace);
  uint32_t carries = 0, before = instruction.flags & kReadsCarry ? warp.carry : 0;
  eachInOrder(lanes, [&](unsigned lane) {
    T left = a[lane], right = b[lane], carry = before >> lane & 1, result, next;
    bool first, second;
    if (instruction.flags & kSubtracts) {
      first = __builtin_sub_overflow(left, right, &next);
      second = __builtin_sub_overflow(next, carry, &result);
    } else {
      first = __builtin_add_overflow(left, right, &next);
      second = __builtin_add_overflow(next, carry, &result);
    }
    target[lane] = result;
    carries |= uint32_t(first | second) << lane;
  });
  if (instruction.flags & kWritesCarry)
    warp.carry = (warp.carry & ~lanes) | carries;
}

template <typename T> void carry(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  addWithCarry<T>(warp, instruction, lanes, warp.source<T>(instruction.operands[2]), instruction.operands[1]);
}

/// c + a * b.
template <typename T, typename Product> void madCarry(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  using Unsigned = std::make_unsigned_t<T>;
  auto *a = warp.source<T>(instruction.operands[1]);
  auto *b = warp.source<T>(instruction.operands[2]);
  Unsigned products[kWarpLanes] = {};
  eachInOrder(lanes, [&](unsigned lane) {
    products[lane] = Unsigned(Product()(fromStorage<T>(a[lane]), fromStorage<T>(b[lane])));
  });
  addWithCarry<Unsigned>(warp, instruction, lanes, products, instruction.operands[3]);
}

bool decodeCarry(Decoder &decoder, ScalarType type) {
  const std::string &opcode = decoder.statement().opcode;
  uint8_t flags = (opcode.ends_with("c") ? kReadsCarry : 0) | (decoder.has("cc") ? kWritesCarry : 0) |
                  (opcode.starts_with("sub") ? kSubtracts : 0);
  bool isMad = opcode.starts_with("mad"), isHigh = decoder.has("hi");
  if (type.bits < 32 || !hasOperands(decoder, isMad ? 4 : 3))
    return false;
  return withInteger(type, [&]<typename T>(T) {
    if constexpr (sizeof(T) >= 4) {
      if (isMad)
        emitElementwise(decoder, isHigh ? &madCarry<T, MultiplyHigh> : &madCarry<T, MultiplyLow>,
                        {type, type, type, type});
      else
        emitElementwise(decoder, &carry<std::make_unsigned_t<T>>, {type, type, type});
      decoder.function.code.back().flags = flags;
      return true;
    }
    return false;
  });
}

//===- Dot products ----------------------------------------------------------------------------------------------===//

/// The dot product of 4 bytes with 4 bytes, or of 2 halves with the 2 bytes from `First` on; with a sum.
template <bool aIsSigned, bool bIsSigned, bool areHalves, unsigned First> struct Dot {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t sum) const {
    for (unsigned i = 0; i < (areHalves ? 2 : 4); ++i) {
      unsigned bits = areHalves ? 16 : 8;
      uint32_t left = a >> bits * i & ((1u << bits) - 1), right = b >> 8 * (First + i) & 255;
      int64_t x = aIsSigned ? (areHalves ? int16_t(left) : int8_t(left)) : int64_t(left);
      int64_t y = bIsSigned ? int8_t(right) : int64_t(right);
      sum += uint32_t(x * y);
    }
    return sum;
  }
};

template <bool aIsSigned, bool bIsSigned> Handler dotOf(Decoder &decoder) {
  if (decoder.statement().opcode == "dp4a")
    return &ternary<uint32_t, uint32_t, uint32_t, uint32_t, Dot<aIsSigned, bIsSigned, false, 0>>;
  return decoder.has("hi") ? &ternary<uint32_t, uint32_t, uint32_t, uint32_t, Dot<aIsSigned, bIsSigned, true, 2>>
                           : &ternary<uint32_t, uint32_t, uint32_t, uint32_t, Dot<aIsSigned, bIsSigned, true, 0>>;
}

bool decodeDot(Decoder &decoder) {
  std::vector<ScalarType> types = decoder.types();
  if (types.size() != 2 || !hasOperands(decoder, 4))
    return false;
  bool a = types[0].kind == ScalarType::Kind::Signed, b = types[1].kind == ScalarType::Kind::Signed;
  Handler handler = a ? (b ? dotOf<true, true>(decoder) : dotOf<true, false>(decoder))
                      : (b ? dotOf<false, true>(decoder) : dotOf<false, false>(decoder));
  ScalarType word{ScalarType::Kind::Unsigned, 32};
  emitElementwise(decoder, handler, {word, word, word, word});
  return true;
}

bool decodeBinary(Decoder &decoder, ScalarType type) {
  const std::string &opcode = decoder.statement().opcode;
  bool saturates = decoder.has("sat");
  if (opcode == "add")
    return saturates ? emitBinary<AddSaturated>(decoder, type) : emitBinary<Add>(decoder, type);
  if (opcode == "sub")
    return saturates ? emitBinary<SubtractSaturated>(decoder, type) : emitBinary<Subtract>(decoder, type);
  if (opcode == "mul")
    return decoder.has("hi") ? emitBinary<MultiplyHigh>(decoder, type) : emitBinary<MultiplyLow>(decoder, type);
  if (opcode == "div")
    return emitBinary<Divide>(decoder, type);
  if (opcode == "rem")
    return emitBinary<Remainder>(decoder, type);
  if (opcode == "min")
    return decoder.has("relu") ? emitBinary<Relu<Minimum>>(decoder, type) : emitBinary<Minimum>(decoder, type);
  if (opcode == "max")
    return decoder.has("relu") ? emitBinary<Relu<Maximum>>(decoder, type) : emitBinary<Maximum>(decoder, type);
  if (opcode == "mul24")
    return decoder.has("hi") ? emitBinary<Multiply24High>(decoder, type) : emitBinary<Multiply24Low>(decoder, type);
  return false;
}

bool decodeTernary(Decoder &decoder, ScalarType type) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "sad")
    return emitTernary<Sad>(decoder, type);
  if (opcode == "mad24")
    return decoder.has("hi") ? emitTernary<Then<Multiply24High>>(decoder, type)
                             : emitTernary<Then<Multiply24Low>>(decoder, type);
  if (opcode != "mad")
    return false;
  if (decoder.has("hi"))
    return decoder.has("sat") ? emitTernary<MultiplyHighAddSaturated>(decoder, type)
                              : emitTernary<Then<MultiplyHigh>>(decoder, type);
  return emitTernary<Then<MultiplyLow>>(decoder, type);
}

} // namespace

bool tilec::ptx::decodeInteger(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "dp4a" || opcode == "dp2a")
    return decodeDot(decoder);
  ScalarType type = decoder.type();
  if (type.isFloat())
    return decodeFloat(decoder);
  if (decoder.has("cc") || opcode == "addc" || opcode == "subc" || opcode == "madc")
    return decodeCarry(decoder, type);
  size_t count = decoder.statement().operands.size();
  if (decoder.has("wide"))
    return (count == 3 || count == 4) && decodeWide(decoder, type, count == 4);
  if (count == 2)
    return opcode == "abs"   ? emitUnary<Absolute>(decoder, type)
           : opcode == "neg" ? emitUnary<Negate>(decoder, type)
                             : false;
  return count == 3 ? decodeBinary(decoder, type) : count == 4 && decodeTernary(decoder, type);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// atom, red, membar and fence. Every atomic is one of the host's, ordered for all.
#include "runtime/Ptx/BitOperations.h"
#include "runtime/Ptx/FloatArithmetic.h"
#include "runtime/Ptx/MemoryAccess.h"

#include <atomic>

using namespace tilec::ptx;

namespace {

struct Exchange {
  template <typename T> T operator()(T, T b) const {
    return b;
  }
};
struct Sum {
  template <typename T> T operator()(T a, T b) const {
    return T(a + b);
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
struct Increment {
  template <typename T> T operator()(T a, T b) const {
    return a >= b ? T(0) : T(a + 1);
  }
};
struct Decrement {
  template <typename T> T operator()(T a, T b) const {
    return a == 0 || a > b ? b : T(a - 1);
  }
};
/// One or two narrow floats.
template <typename Format, typename Op, unsigned Count> struct Narrow {
  template <typename T> T operator()(T a, T b) const {
    uint32_t result = 0;
    for (unsigned half = 0; half < Count; ++half) {
      double value = Op::odd(toDouble(Format{uint16_t(a >> 16 * half)}), toDouble(Format{uint16_t(b >> 16 * half)}));
      uint16_t bits;
      if constexpr (std::is_same_v<Format, F16>)
        bits = roundToF16(value).bits;
      else
        bits = roundToBF16(value).bits;
      result |= uint32_t(bits) << 16 * half;
    }
    return T(result);
  }
};

enum Flags : uint8_t { kIsShared = 1 };

AddressKind kindOf(const Instruction &instruction) {
  return instruction.flags & kIsShared ? AddressKind::Shared : AddressKind::Absolute;
}

/// The integer of a type's size.
template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

/// Operands: address, b, d (kNone for red).
template <typename T, typename Op> void update(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  using Bits = BitsOf<T>;
  uint64_t addresses[kWarpLanes];
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), sizeof(T), "an atomic access", addresses))
    return;
  auto *b = warp.source<T>(instruction.operands[1]);
  auto *target = instruction.operands[2] == Instruction::kNone ? nullptr : warp.target<T>(instruction.operands[2]);
  eachInOrder(lanes, [&](unsigned lane) {
    auto *memory = reinterpret_cast<Bits *>(addresses[lane]);
    Bits before = __atomic_load_n(memory, __ATOMIC_RELAXED), after;
    T operand = fromStorage<T>(b[lane]);
    do
      after = std::bit_cast<Bits>(Op()(std::bit_cast<T>(before), operand));
    while (!__atomic_compare_exchange_n(memory, &before, after, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    if (target)
      target[lane] = Storage<T>(before);
  });
}

/// Operands: address, expected, d, new value.
template <typename T> void compareAndSwap(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint64_t addresses[kWarpLanes];
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), sizeof(T), "an atomic access", addresses))
    return;
  auto *expected = warp.source<T>(instruction.operands[1]);
  auto *value = warp.source<T>(instruction.operands[3]);
  auto *target = instruction.operands[2] == Instruction::kNone ? nullptr : warp.target<T>(instruction.operands[2]);
  eachInOrder(lanes, [&](unsigned lane) {
    T before = fromStorage<T>(expected[lane]);
    __atomic_compare_exchange_n(reinterpret_cast<T *>(addresses[lane]), &before, fromStorage<T>(value[lane]), false,
                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (target)
      target[lane] = Storage<T>(before);
  });
}

template <typename Op> Handler floatHandler(ScalarType type) {
  if (type.kind == ScalarType::Kind::BFloat)
    return type.isPair ? &update<uint32_t, Narrow<BF16, Op, 2>> : &update<uint16_t, Narrow<BF16, Op, 1>>;
  if (type.bits == 64)
    return type.isPair ? nullptr : &update<double, Op>;
  if (type.isPair)
    return &update<uint32_t, Narrow<F16, Op, 2>>;
  return type.bits == 16 ? &update<uint16_t, Narrow<F16, Op, 1>> : &update<float, Op>;
}

template <typename Op> Handler integerHandler(ScalarType type) {
  Handler handler = nullptr;
  withInteger(type, [&]<typename T>(T) {
    if constexpr (sizeof(T) >= 4)
      handler = &update<T, Op>;
    return true;
  });
  return handler;
}

Handler handlerOf(const Statement &statement, ScalarType type) {
  if (type.isFloat()) {
    return statement.has("add")   ? floatHandler<FloatAdd>(type)
           : statement.has("min") ? floatHandler<FloatMinimum>(type)
           : statement.has("max") ? floatHandler<FloatMaximum>(type)
                                  : nullptr;
  }
  if (statement.has("cas"))
    return type.bits == 64   ? &compareAndSwap<uint64_t>
           : type.bits == 32 ? &compareAndSwap<uint32_t>
           : type.bits == 16 ? &compareAndSwap<uint16_t>
                             : nullptr;
  return statement.has("add")    ? integerHandler<Sum>(type)
         : statement.has("exch") ? integerHandler<Exchange>(type)
         : statement.has("and")  ? integerHandler<And>(type)
         : statement.has("or")   ? integerHandler<Or>(type)
         : statement.has("xor")  ? integerHandler<Xor>(type)
         : statement.has("min")  ? integerHandler<Minimum>(type)
         : statement.has("max")  ? integerHandler<Maximum>(type)
         : statement.has("inc")  ? integerHandler<Increment>(type)
         : statement.has("dec")  ? integerHandler<Decrement>(type)
                                 : nullptr;
}

bool decodeUpdate(Decoder &decoder, bool hasResult) {
  const Statement &statement = decoder.statement();
  ScalarType type = decoder.type();
  bool isSwap = statement.has("cas");
  size_t first = hasResult ? 1 : 0;
  Handler handler = handlerOf(statement, type);
  // A cache policy may stand behind the operands.
  if (!handler || statement.operands.size() < first + 2 + isSwap || statement.has("v2") || statement.has("v4") ||
      statement.has("v8"))
    return false;
  int32_t base = 0;
  AddressKind kind = AddressKind::Absolute;
  if (!decodeAddressOperand(decoder, statement.operands[first], base, kind))
    return false;
  int32_t target = Instruction::kNone;
  if (hasResult && statement.operands[0].kind != Operand::Kind::Sink) {
    target = decoder.target(statement.operands[0], type);
    if (target == Instruction::kNone)
      return false;
  }
  int32_t b = decoder.source(statement.operands[first + 1], type);
  int32_t c = isSwap ? decoder.source(statement.operands[first + 2], type) : 0;
  if (b == Instruction::kNone || c == Instruction::kNone)
    return false;
  Instruction &instruction = decoder.emit(handler);
  decoder.setAddress(instruction, base, statement.operands[first]);
  instruction.operands[1] = b;
  instruction.operands[2] = target;
  instruction.operands[3] = c;
  instruction.flags = kind == AddressKind::Shared ? kIsShared : 0;
  return true;
}

void fence(Warp &, const Instruction &, uint32_t) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace

bool tilec::ptx::decodeAtomic(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "atom" || opcode == "red")
    return !decoder.has("async") && decodeUpdate(decoder, opcode == "atom");
  decoder.emit(fence);
  return true;
}

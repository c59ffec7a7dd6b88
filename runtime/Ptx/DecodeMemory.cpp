// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Decodes ld and st, of single values and vectors. Cache operators and scopes make no difference on the host: an
/// ordered access is ordered for all threads.
#include "runtime/Ptx/Block.h"
#include "runtime/Ptx/MemoryAccess.h"

#include <algorithm>
#include <atomic>

using namespace tilec::ptx;

namespace {

enum AccessFlags : uint8_t { kIsShared = 1, kAcquires = 2, kReleases = 4 };

AddressKind kindOf(const Instruction &instruction) {
  return instruction.flags & kIsShared ? AddressKind::Shared : AddressKind::Absolute;
}

/// Memory that other threads may touch at the same time is read and written in one piece, if it is of at most 8 bytes.
template <typename T> T loadFrom(uint64_t address) {
  return __atomic_load_n(reinterpret_cast<const T *>(address), __ATOMIC_RELAXED);
}

template <typename T> void storeTo(uint64_t address, T value) {
  __atomic_store_n(reinterpret_cast<T *>(address), value, __ATOMIC_RELAXED);
}

/// Operands: the address, then the targets. One vector is of at most 32 bytes.
template <typename T> void load(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint64_t addresses[kWarpLanes];
  unsigned count = instruction.count;
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), sizeof(T) * count, "a load", addresses))
    return;
  for (unsigned i = 0; i < count; ++i) {
    auto *target = warp.target<T>(instruction.operands[1 + i]);
    eachInOrder(lanes,
                [&](unsigned lane) { target[lane] = toStorage<T>(loadFrom<T>(addresses[lane] + i * sizeof(T))); });
  }
  if (instruction.flags & kAcquires)
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

template <typename T> void store(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint64_t addresses[kWarpLanes];
  unsigned count = instruction.count;
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), sizeof(T) * count, "a store", addresses))
    return;
  if (instruction.flags & kReleases)
    std::atomic_thread_fence(std::memory_order_seq_cst);
  const Storage<T> *sources[8];
  for (unsigned i = 0; i < count; ++i)
    sources[i] = warp.source<T>(instruction.operands[1 + i]);
  eachInOrder(lanes, [&](unsigned lane) {
    for (unsigned i = 0; i < count; ++i)
      storeTo<T>(addresses[lane] + i * sizeof(T), fromStorage<T>(sources[i][lane]));
  });
}

/// Loads up to 16 bytes in one piece.
void loadPiece(uint64_t address, void *target, unsigned bytes) {
  using Wide = long long __attribute__((vector_size(16)));
  if (bytes == 16) {
    Wide value = *reinterpret_cast<const volatile Wide *>(address);
    std::memcpy(target, &value, 16);
  } else if (bytes == 8) {
    auto value = loadFrom<uint64_t>(address);
    std::memcpy(target, &value, 8);
  } else {
    auto value = loadFrom<uint32_t>(address);
    std::memcpy(target, &value, 4);
  }
}

void storePiece(uint64_t address, const void *from, unsigned bytes) {
  using Wide = long long __attribute__((vector_size(16)));
  if (bytes == 16) {
    Wide value;
    std::memcpy(&value, from, 16);
    *reinterpret_cast<volatile Wide *>(address) = value;
  } else if (bytes == 8) {
    uint64_t value;
    std::memcpy(&value, from, 8);
    storeTo(address, value);
  } else {
    uint32_t value;
    std::memcpy(&value, from, 4);
    storeTo(address, value);
  }
}

/// Vectors that other threads must see whole: a block of a scan publishes its state and its value in one.
template <typename T> void loadWhole(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint64_t addresses[kWarpLanes];
  unsigned count = instruction.count;
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), sizeof(T) * count, "a load", addresses))
    return;
  eachInOrder(lanes, [&](unsigned lane) {
    T elements[16 / sizeof(T)];
    loadPiece(addresses[lane], elements, sizeof(T) * count);
    for (unsigned i = 0; i < count; ++i)
      warp.target<T>(instruction.operands[1 + i])[lane] = toStorage<T>(elements[i]);
  });
  if (instruction.flags & kAcquires)
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

template <typename T> void storeWhole(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint64_t addresses[kWarpLanes];
  unsigned count = instruction.count;
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), sizeof(T) * count, "a store", addresses))
    return;
  if (instruction.flags & kReleases)
    std::atomic_thread_fence(std::memory_order_seq_cst);
  eachInOrder(lanes, [&](unsigned lane) {
    T elements[16 / sizeof(T)];
    for (unsigned i = 0; i < count; ++i)
      elements[i] = fromStorage<T>(warp.source<T>(instruction.operands[1 + i])[lane]);
    storePiece(addresses[lane], elements, sizeof(T) * count);
  });
}

/// Whether an access moves such a vector.
bool isWhole(const Statement &statement, unsigned bytes, size_t count) {
  bool isOrdered =
      statement.has("relaxed") || statement.has("acquire") || statement.has("release") || statement.has("volatile");
  return isOrdered && count > 1 && (bytes == 4 || bytes == 8 || bytes == 16);
}

/// Loads a kernel's parameter, which is equal for all threads.
template <typename T> void loadParameter(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  for (unsigned i = 0; i < instruction.count; ++i) {
    T value;
    std::memcpy(&value, warp.block.launch.parameters + instruction.immediate + i * sizeof(T), sizeof(T));
    auto *target = warp.target<T>(instruction.operands[1 + i]);
    each(lanes, [&, stored = toStorage<T>(value)](unsigned lane) { target[lane] = stored; });
  }
}

/// Loads 16 bytes into one register.
void loadWide(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint64_t addresses[kWarpLanes];
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), 16, "a load", addresses))
    return;
  auto *target = reinterpret_cast<char *>(warp.target<uint32_t>(instruction.operands[1]));
  eachInOrder(lanes, [&](unsigned lane) {
    std::memcpy(target + lane * 16, reinterpret_cast<const void *>(addresses[lane]), 16);
  });
}

void storeWide(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint64_t addresses[kWarpLanes];
  if (!addressesOf(warp, instruction, lanes, kindOf(instruction), 16, "a store", addresses))
    return;
  auto *from = reinterpret_cast<const char *>(warp.source<uint32_t>(instruction.operands[1]));
  eachInOrder(lanes,
              [&](unsigned lane) { std::memcpy(reinterpret_cast<void *>(addresses[lane]), from + lane * 16, 16); });
}

/// Loads and stores of types with fewer bits than a register depend on the number of bits alone.
ScalarType integerOf(ScalarType type) {
  bool isSigned = type.kind == ScalarType::Kind::Signed;
  return {isSigned ? ScalarType::Kind::Signed : ScalarType::Kind::Unsigned, type.bits};
}

void nothing(Warp &, const Instruction &, uint32_t) {}

bool decodeLoad(Decoder &decoder) {
  const Statement &statement = decoder.statement();
  ScalarType type = integerOf(decoder.type());
  if (statement.operands.size() < 2 || type.bits < 8)
    return false;
  const Operand &address = statement.operands[1], &result = statement.operands[0];
  if (address.kind != Operand::Kind::Address)
    return false;
  bool isVector = result.kind == Operand::Kind::Vector;
  size_t count = isVector ? result.elements.size() : 1;
  if (count > 8 || (type.bits == 128 && count > 1))
    return false;
  const Operand &base = address.elements[0];
  bool isParameter = base.kind == Operand::Kind::Variable && base.variable->isKernelParameter && type.bits <= 64;
  int32_t place = 0;
  AddressKind kind = AddressKind::Absolute;
  if (!isParameter && !decodeAddressOperand(decoder, address, place, kind))
    return false;
  int32_t targets[8];
  for (size_t i = 0; i < count; ++i) {
    targets[i] = decoder.target(isVector ? result.elements[i] : result, type);
    if (targets[i] == Instruction::kNone)
      return false;
  }
  bool whole = isWhole(statement, unsigned(type.bytes() * count), count);
  Handler handler = type.bits == 128 ? loadWide : nullptr;
  if (!handler)
    withInteger(type, [&]<typename T>(T) {
      handler = isParameter ? &loadParameter<T> : whole ? &loadWhole<T> : &load<T>;
      return true;
    });
  Instruction &instruction = decoder.emit(handler);
  decoder.setAddress(instruction, place, address);
  if (isParameter)
    instruction.immediate += int64_t(base.variable->offset);
  std::copy_n(targets, count, instruction.operands + 1);
  instruction.count = uint8_t(count);
  instruction.flags = uint8_t((kind == AddressKind::Shared ? kIsShared : 0) | (decoder.has("acquire") ? kAcquires : 0));
  return true;
}

bool decodeStore(Decoder &decoder) {
  const Statement &statement = decoder.statement();
  ScalarType type = integerOf(decoder.type());
  if (statement.operands.size() < 2 || type.bits < 8)
    return false;
  const Operand &address = statement.operands[0], &value = statement.operands[1];
  if (decoder.has("async"))
    return false;
  bool isVector = value.kind == Operand::Kind::Vector;
  size_t count = isVector ? value.elements.size() : 1;
  int32_t place = 0;
  AddressKind kind = AddressKind::Absolute;
  if (count > 8 || (type.bits == 128 && count > 1) || !decodeAddressOperand(decoder, address, place, kind))
    return false;
  int32_t sources[8];
  for (size_t i = 0; i < count; ++i) {
    const Operand &one = isVector ? value.elements[i] : value;
    // Floats are given by their bits where a number stands in the text.
    sources[i] = decoder.source(
        one, one.kind == Operand::Kind::Float32 || one.kind == Operand::Kind::Float64 ? decoder.type() : type);
    if (sources[i] == Instruction::kNone)
      return false;
  }
  Handler handler = type.bits == 128 ? storeWide : nullptr;
  if (!handler)
    withInteger(type, [&]<typename T>(T) {
      using Bits = std::make_unsigned_t<T>;
      handler = isWhole(statement, unsigned(sizeof(T) * count), count) ? &storeWhole<Bits> : &store<Bits>;
      return true;
    });
  Instruction &instruction = decoder.emit(handler);
  decoder.setAddress(instruction, place, address);
  std::copy_n(sources, count, instruction.operands + 1);
  instruction.count = uint8_t(count);
  instruction.flags = uint8_t((kind == AddressKind::Shared ? kIsShared : 0) | (decoder.has("release") ? kReleases : 0));
  return true;
}

} // namespace

bool tilec::ptx::decodeMemory(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "ld" || opcode == "ldu")
    return decodeLoad(decoder);
  if (opcode == "st")
    return decodeStore(decoder);
  if (opcode == "createpolicy") { // how long caches keep what is touched
    ScalarType word{ScalarType::Kind::Unsigned, 64};
    const auto &operands = decoder.statement().operands;
    int32_t target = operands.empty() ? Instruction::kNone : decoder.target(operands[0], word);
    if (target == Instruction::kNone)
      return false;
    Instruction &instruction = decoder.emit(nothing);
    instruction.operands[0] = target;
    return true;
  }
  decoder.emit(nothing); // prefetch, discard
  return true;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// mov, of values, predicates, and parts of vectors; cvta, isspacep. Addresses are the host's, but for those of shared
/// memory, which are offsets from its begin.
#include "runtime/Ptx/Block.h"
#include "runtime/Ptx/Decoder.h"

#include <algorithm>

using namespace tilec::ptx;

namespace {

constexpr ScalarType kAddress{ScalarType::Kind::Unsigned, 64};

template <typename T> void copy(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<T>(instruction.operands[0]);
  auto *a = warp.source<T>(instruction.operands[1]);
  each(lanes, [&](unsigned lane) { target[lane] = a[lane]; });
}

struct Wide {
  uint64_t low, high;
};

void copyWide(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = reinterpret_cast<Wide *>(warp.target<uint64_t>(instruction.operands[0]));
  auto *a = reinterpret_cast<const Wide *>(warp.source<uint64_t>(instruction.operands[1]));
  eachInOrder(lanes, [&](unsigned lane) { target[lane] = a[lane]; });
}

void copyPredicate(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  warp.setPredicate(instruction.operands[0], lanes, warp.predicate(instruction.operands[1], instruction.flags));
}

/// How wide a register of a whole, and an element of it, are.
struct Packing {
  unsigned wholeBytes, elementBytes, elementStorage;
};

Packing packingOf(const Instruction &instruction) {
  return {1u << (instruction.flags & 7), 1u << (instruction.flags >> 3 & 7), 1u << (instruction.flags >> 6 | 2)};
}

/// Operand 0 gets operands 1 and on.
void pack(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  Packing packing = packingOf(instruction);
  unsigned storage = std::max(packing.wholeBytes, 4u);
  auto *target = reinterpret_cast<char *>(warp.target<uint32_t>(instruction.operands[0]));
  eachInOrder(lanes, [&](unsigned lane) {
    char bytes[16] = {};
    for (unsigned i = 0; i < instruction.count; ++i) {
      auto *from = reinterpret_cast<const char *>(warp.source<uint32_t>(instruction.operands[1 + i]));
      std::memcpy(bytes + i * packing.elementBytes, from + lane * packing.elementStorage, packing.elementBytes);
    }
    std::memcpy(target + lane * storage, bytes, storage);
  });
}

/// Operands 1 and on get operand 0.
void unpack(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  Packing packing = packingOf(instruction);
  unsigned storage = std::max(packing.wholeBytes, 4u);
  auto *from = reinterpret_cast<const char *>(warp.source<uint32_t>(instruction.operands[0]));
  eachInOrder(lanes, [&](unsigned lane) {
    char bytes[16];
    std::memcpy(bytes, from + lane * storage, storage);
    for (unsigned i = 0; i < instruction.count; ++i) {
      char element[8] = {};
      std::memcpy(element, bytes + i * packing.elementBytes, packing.elementBytes);
      auto *target = reinterpret_cast<char *>(warp.target<uint32_t>(instruction.operands[1 + i]));
      std::memcpy(target + lane * packing.elementStorage, element, packing.elementStorage);
    }
  });
}

bool decodePacking(Decoder &decoder, ScalarType whole, bool packs) {
  const auto &operands = decoder.statement().operands;
  const Operand &vector = operands[packs ? 1 : 0], &single = operands[packs ? 0 : 1];
  auto count = unsigned(vector.elements.size());
  if (count < 2 || count > 8 || whole.bytes() % count)
    return false;
  ScalarType element{ScalarType::Kind::Bits, uint8_t(whole.bits / count)};
  int32_t places[Instruction::kMaxOperands];
  places[0] = packs ? decoder.target(single, whole) : decoder.source(single, whole);
  bool ok = places[0] != Instruction::kNone;
  for (unsigned i = 0; i < count; ++i) {
    places[1 + i] = packs ? decoder.source(vector.elements[i], element) : decoder.target(vector.elements[i], element);
    ok &= places[1 + i] != Instruction::kNone;
  }
  if (!ok)
    return false;
  Instruction &instruction = decoder.emit(packs ? pack : unpack);
  std::copy_n(places, count + 1, instruction.operands);
  instruction.count = uint8_t(count);
  auto exponent = [](unsigned bytes) { return unsigned(std::countr_zero(bytes)); };
  instruction.flags =
      uint8_t(exponent(whole.bytes()) | exponent(element.bytes()) << 3 | (element.storageBytes() == 8 ? 1 : 0) << 6);
  return true;
}

bool decodePredicateMove(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  bool isNegated = false;
  int32_t from = decoder.predicateSource(operands[1], isNegated);
  if (from == Instruction::kNone)
    return false;
  Instruction &instruction = decoder.emit(copyPredicate);
  instruction.operands[0] = decoder.predicateTarget(operands[0]);
  instruction.operands[1] = from;
  instruction.flags = isNegated;
  return true;
}

bool decodeMoveValue(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  ScalarType type = decoder.type();
  if (operands.size() != 2 || type.bits == 0)
    return false;
  if (type.kind == ScalarType::Kind::Predicate)
    return decodePredicateMove(decoder);
  if (operands[1].kind == Operand::Kind::Vector)
    return decodePacking(decoder, type, true);
  if (operands[0].kind == Operand::Kind::Vector)
    return decodePacking(decoder, type, false);
  int32_t target = decoder.target(operands[0], type), from = decoder.source(operands[1], type);
  if (target == Instruction::kNone || from == Instruction::kNone)
    return false;
  Instruction &instruction = decoder.emit(type.bits == 128  ? copyWide
                                          : type.bits == 64 ? &copy<uint64_t>
                                                            : &copy<uint32_t>);
  instruction.operands[0] = target;
  instruction.operands[1] = from;
  return true;
}

//===- Addresses -------------------------------------------------------------------------------------------------===//

/// From an offset in shared memory, or to one.
template <bool isToShared> void convertShared(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint64_t>(instruction.operands[0]);
  auto *a = warp.source<uint64_t>(instruction.operands[1]);
  auto base = reinterpret_cast<uint64_t>(warp.block.shared);
  each(lanes, [&](unsigned lane) { target[lane] = isToShared ? a[lane] - base : a[lane] + base; });
}

bool decodeAddress(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  if (operands.size() != 2)
    return false;
  // `cvta.shared.u64` of a variable takes its address in the space, too.
  int32_t from = decoder.source(operands[1], kAddress), target = decoder.target(operands[0], kAddress);
  if (target == Instruction::kNone || from == Instruction::kNone)
    return false;
  bool isShared = decoder.has("shared") || decoder.has("shared::cta") || decoder.has("shared::cluster");
  Instruction &instruction = decoder.emit(!isShared           ? &copy<uint64_t>
                                          : decoder.has("to") ? &convertShared<true>
                                                              : &convertShared<false>);
  instruction.operands[0] = target;
  instruction.operands[1] = from;
  return true;
}

void isInSpace(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *a = warp.source<uint64_t>(instruction.operands[1]);
  Launch &launch = warp.block.launch;
  auto shared = reinterpret_cast<uint64_t>(warp.block.shared),
       parameters = reinterpret_cast<uint64_t>(launch.parameters);
  uint32_t result = 0;
  eachInOrder(lanes, [&](unsigned lane) {
    uint64_t address = a[lane];
    bool isShared = address - shared < std::max<uint64_t>(launch.sharedBytes, 1);
    bool isParameter = address - parameters < launch.kernel.syntax->parameterBytes;
    bool isLocal = !isShared && warp.pool.isLaneMemory(address);
    bool is = false;
    switch (Space(instruction.flags)) {
    case Space::Shared:
      is = isShared;
      break;
    case Space::Local:
      is = isLocal;
      break;
    case Space::Parameter:
      is = isParameter;
      break;
    case Space::Constant:
      is = launch.module.isConstant(address);
      break;
    default:
      is = !isShared && !isLocal;
    }
    result |= uint32_t(is) << lane;
  });
  warp.setPredicate(instruction.operands[0], lanes, result);
}

bool decodeIsInSpace(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  if (operands.size() != 2)
    return false;
  int32_t from = decoder.source(operands[1], kAddress);
  if (from == Instruction::kNone)
    return false;
  Space space = decoder.has("local")                                  ? Space::Local
                : decoder.has("const")                                ? Space::Constant
                : decoder.has("param") || decoder.has("param::entry") ? Space::Parameter
                : decoder.has("shared") || decoder.has("shared::cta") || decoder.has("shared::cluster") ? Space::Shared
                                                                                                        : Space::Global;
  Instruction &instruction = decoder.emit(isInSpace);
  instruction.operands[0] = decoder.predicateTarget(operands[0]);
  instruction.operands[1] = from;
  instruction.flags = uint8_t(space);
  return true;
}

/// A cluster has one block.
bool decodeMapped(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  ScalarType type = decoder.type();
  if (operands.size() != 3 || type.bits < 32)
    return false;
  int32_t target = decoder.target(operands[0], type), from = decoder.source(operands[1], type);
  if (target == Instruction::kNone || from == Instruction::kNone)
    return false;
  Instruction &instruction = decoder.emit(type.bits == 64 ? &copy<uint64_t> : &copy<uint32_t>);
  instruction.operands[0] = target;
  instruction.operands[1] = from;
  return true;
}

} // namespace

bool tilec::ptx::decodeMove(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "mov")
    return decodeMoveValue(decoder);
  if (opcode == "cvta")
    return decodeAddress(decoder);
  if (opcode == "isspacep")
    return decodeIsInSpace(decoder);
  return opcode == "mapa" && decodeMapped(decoder);
}

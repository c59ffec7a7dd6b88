// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// cp.async, cp.async.bulk without tensor maps, mbarrier. Copies are done at once, so there is nothing to wait for but
/// other threads.
///
/// An mbarrier's 64 bits: 20 of arrivals that are missing in this phase, 20 of those that a phase has, 23 of bytes that
/// are still expected, and the phase.
#include "runtime/Ptx/Block.h"
#include "runtime/Ptx/MemoryAccess.h"

using namespace tilec::ptx;

namespace {

constexpr ScalarType kWord{ScalarType::Kind::Unsigned, 32}, kAddress{ScalarType::Kind::Unsigned, 64};

void nothing(Warp &, const Instruction &, uint32_t) {}

struct BarrierState {
  uint64_t missing : 20, arrivals : 20;
  int64_t bytes : 23;
  uint64_t phase : 1;

  /// Begins the next phase once this one is complete.
  void check() {
    if (missing || bytes)
      return;
    missing = arrivals;
    phase ^= 1;
  }
};
static_assert(sizeof(BarrierState) == 8);

BarrierState *barrierAt(uint64_t address) {
  return reinterpret_cast<BarrierState *>(address);
}

enum Flags : uint8_t { kIsShared = 1, kExpectsBytes = 2, kDrops = 4, kHasParity = 8 };

AddressKind kindOf(const Instruction &instruction) {
  return instruction.flags & kIsShared ? AddressKind::Shared : AddressKind::Absolute;
}

/// The barrier at operand 0 for each lane, one after the other.
template <typename F> void eachBarrier(Warp &warp, const Instruction &instruction, uint32_t lanes, F body) {
  uint64_t addresses[kWarpLanes];
  if (addressesOf(warp, instruction, lanes, kindOf(instruction), 8, "an mbarrier", addresses))
    eachInOrder(lanes, [&](unsigned lane) { body(*barrierAt(addresses[lane]), lane); });
}

void initialize(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *count = warp.source<uint32_t>(instruction.operands[1]);
  eachBarrier(warp, instruction, lanes,
              [&](BarrierState &barrier, unsigned lane) { barrier = {count[lane], count[lane], 0, 0}; });
}

/// Operands: address, count or bytes, state or kNone.
void arrive(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *operand =
      instruction.operands[1] == Instruction::kNone ? nullptr : warp.source<uint32_t>(instruction.operands[1]);
  eachBarrier(warp, instruction, lanes, [&](BarrierState &barrier, unsigned lane) {
    bool expects = instruction.flags & kExpectsBytes;
    uint32_t count = operand && !expects ? operand[lane] : 1;
    if (instruction.operands[2] != Instruction::kNone)
      warp.target<uint64_t>(instruction.operands[2])[lane] = std::bit_cast<uint64_t>(barrier);
    if (expects)
      barrier.bytes += operand[lane];
    if (instruction.flags & kDrops)
      barrier.arrivals -= count;
    barrier.missing -= count;
    barrier.check();
  });
}

/// Bytes that are expected, or negated: that have come.
template <int Sign> void expectBytes(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *bytes = warp.source<uint32_t>(instruction.operands[1]);
  eachBarrier(warp, instruction, lanes, [&](BarrierState &barrier, unsigned lane) {
    barrier.bytes += Sign * int64_t(bytes[lane]);
    if (Sign < 0)
      barrier.check();
  });
}

/// Operands: address, state or parity, predicate.
void testWait(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  uint32_t done = 0;
  eachBarrier(warp, instruction, lanes, [&](BarrierState &barrier, unsigned lane) {
    uint64_t phase = instruction.flags & kHasParity
                         ? warp.source<uint32_t>(instruction.operands[1])[lane] & 1
                         : std::bit_cast<BarrierState>(warp.source<uint64_t>(instruction.operands[1])[lane]).phase;
    done |= uint32_t(barrier.phase != phase) << lane;
  });
  warp.setPredicate(instruction.operands[2], lanes, done);
}

void pendingCount(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *state = warp.source<uint64_t>(instruction.operands[1]);
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  eachInOrder(lanes, [&](unsigned lane) { target[lane] = uint32_t(std::bit_cast<BarrierState>(state[lane]).missing); });
}

bool decodeBarrier(Decoder &decoder) {
  const Statement &statement = decoder.statement();
  const auto &operands = statement.operands;
  if (statement.has("inval")) {
    decoder.emit(nothing);
    return true;
  }
  if (statement.has("pending_count") && operands.size() == 2) {
    emitElementwise(decoder, pendingCount, {kWord, kAddress});
    return true;
  }
  size_t at = 0;
  while (at < operands.size() && operands[at].kind != Operand::Kind::Address)
    ++at;
  int32_t base = 0;
  AddressKind kind = AddressKind::Absolute;
  if (at == operands.size() || !decodeAddressOperand(decoder, operands[at], base, kind))
    return false;
  const Operand *operand = at + 1 < operands.size() ? &operands[at + 1] : nullptr;
  bool isWait = statement.has("test_wait") || statement.has("try_wait"), hasParity = statement.has("parity");
  bool isArrival = statement.has("arrive") || statement.has("arrive_drop"), expects = statement.has("expect_tx");
  int32_t value = operand ? decoder.source(*operand, isWait && !hasParity ? kAddress : kWord) : Instruction::kNone;
  int32_t result = Instruction::kNone;
  Handler handler = nullptr;
  if (isWait && operand && at == 1) {
    handler = testWait;
    result = decoder.predicateTarget(operands[0]);
  } else if (isArrival && (operand || !expects)) {
    handler = arrive;
    if (at == 1 && operands[0].kind == Operand::Kind::Register)
      result = decoder.target(operands[0], kAddress);
  } else if (operand && statement.has("init")) {
    handler = initialize;
  } else if (operand && (expects || statement.has("complete_tx"))) {
    handler = expects ? &expectBytes<1> : &expectBytes<-1>;
  }
  if (!handler || (operand && value == Instruction::kNone))
    return false;
  // Who waits in vain lets others go on.
  Instruction &instruction = decoder.emit(handler, isWait ? Instruction::Kind::Yield : Instruction::Kind::Plain);
  decoder.setAddress(instruction, base, operands[at]);
  instruction.operands[1] = value;
  instruction.operands[2] = result;
  instruction.flags = uint8_t((kind == AddressKind::Shared ? kIsShared : 0) | (expects ? kExpectsBytes : 0) |
                              (statement.has("arrive_drop") ? kDrops : 0) | (hasParity ? kHasParity : 0));
  return true;
}

//===- Copies ----------------------------------------------------------------------------------------------------===//

enum CopyFlags : uint8_t { kTargetIsShared = 1, kSourceIsShared = 2, kIsBulk = 4, kSkips = 8 };

/// Where an address lies on the host.
uint64_t hostAddress(Warp &warp, uint64_t address, bool isShared) {
  return isShared ? reinterpret_cast<uint64_t>(warp.block.shared) + uint32_t(address) : address;
}

bool isInShared(Warp &warp, uint64_t address, uint64_t bytes) {
  uint64_t offset = address - reinterpret_cast<uint64_t>(warp.block.shared), all = warp.block.launch.sharedBytes;
  return offset < all && bytes <= all - offset;
}

/// Operands: target, source, bytes, bytes that are read or kNone, mbarrier or kNone, a predicate that skips or kNone.
/// `immediate`: the offset of the target in its lower half, of the source in its upper one.
void copy(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  const int32_t *places = instruction.operands;
  auto *target = warp.source<uint64_t>(places[0]);
  auto *source = warp.source<uint64_t>(places[1]);
  auto *bytes = warp.source<uint32_t>(places[2]);
  auto *read = places[3] == Instruction::kNone ? nullptr : warp.source<uint32_t>(places[3]);
  auto *barrier = places[4] == Instruction::kNone ? nullptr : warp.source<uint64_t>(places[4]);
  uint32_t skipped = places[5] == Instruction::kNone ? 0 : warp.predicate(places[5]);
  bool toShared = instruction.flags & kTargetIsShared, fromShared = instruction.flags & kSourceIsShared;
  eachInOrder(lanes, [&](unsigned lane) {
    uint64_t to = hostAddress(warp, target[lane] + uint64_t(int32_t(instruction.immediate)), toShared);
    uint64_t from = hostAddress(warp, source[lane] + uint64_t(instruction.immediate >> 32), fromShared);
    uint32_t count = bytes[lane], present = skipped >> lane & 1 ? 0 : read ? std::min(read[lane], count) : count;
    bool checks = warp.block.launch.isChecked;
    bool isValid =
        (!toShared || isInShared(warp, to, count)) && (!fromShared || isInShared(warp, from, present)) &&
        (!checks || ((!count || isAllowed(warp, to, count)) && (!present || isAllowed(warp, from, present))));
    if (!isValid)
      return warp.fail(kIllegalAddress, "an asynchronous copy of " + std::to_string(count) + " bytes from " +
                                            hexadecimal(from) + " to " + hexadecimal(to) +
                                            ", which is not allocated, " + warp.place(lane));
    std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), present);
    std::memset(reinterpret_cast<void *>(to + present), 0, count - present);
    if (barrier) {
      uint64_t at = hostAddress(warp, barrier[lane], true);
      if (!isInShared(warp, at, 8))
        return warp.fail(kIllegalAddress, "an mbarrier outside of shared memory, " + warp.place(lane));
      barrierAt(at)->bytes -= int64_t(count);
      barrierAt(at)->check();
    }
  });
}

bool decodeCopy(Decoder &decoder) {
  const Statement &statement = decoder.statement();
  const auto &operands = statement.operands;
  if (statement.has("commit_group") || statement.has("wait_group") || statement.has("wait_all") ||
      statement.has("prefetch")) {
    decoder.emit(nothing);
    return true;
  }
  bool isBulk = statement.has("bulk"), hasBarrier = isBulk && statement.has("mbarrier::complete_tx::bytes");
  if (!statement.has("async") || statement.has("tensor") || statement.has("reduce") || statement.has("mbarrier") ||
      statement.has("multicast::cluster") || operands.size() < (hasBarrier ? 4u : 3u) ||
      operands[0].kind != Operand::Kind::Address || operands[1].kind != Operand::Kind::Address)
    return false;
  // The spaces come in the order target, source.
  bool isShared[2] = {};
  size_t spaces = 0;
  for (const std::string &modifier : statement.modifiers)
    if (bool shared = modifier.starts_with("shared"); (shared || modifier == "global") && spaces < 2)
      isShared[spaces++] = shared;
  int32_t places[6] = {0, 0, 0, Instruction::kNone, Instruction::kNone, Instruction::kNone};
  Space space = Space::Global;
  places[0] = decoder.addressBase(operands[0], space);
  places[1] = decoder.addressBase(operands[1], space);
  places[2] = decoder.source(operands[2], kWord);
  bool ok = spaces == 2;
  if (hasBarrier) {
    places[4] = decoder.addressBase(operands[3], space);
    ok &= places[4] != Instruction::kNone && operands[3].bits == 0;
  } else if (!isBulk && operands.size() > 3) {
    bool isNegated = false;
    if (decoder.isPredicate(operands[3]))
      places[5] = decoder.predicateSource(operands[3], isNegated);
    else
      places[3] = decoder.source(operands[3], kWord);
    ok &= !isNegated && (places[3] != Instruction::kNone || places[5] != Instruction::kNone);
  }
  for (size_t i = 0; i < 3; ++i)
    ok &= places[i] != Instruction::kNone;
  if (!ok)
    return false;
  Instruction &instruction = decoder.emit(copy);
  std::copy(std::begin(places), std::end(places), instruction.operands);
  instruction.immediate = int64_t(uint32_t(operands[0].bits) | operands[1].bits << 32);
  instruction.flags = uint8_t((isShared[0] ? kTargetIsShared : 0) | (isShared[1] ? kSourceIsShared : 0));
  return true;
}

} // namespace

bool tilec::ptx::decodeAsynchronous(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "cp")
    return decodeCopy(decoder);
  if (opcode == "mbarrier")
    return decodeBarrier(decoder);
  decoder.emit(nothing); // griddepcontrol: kernels do not overlap
  return true;
}

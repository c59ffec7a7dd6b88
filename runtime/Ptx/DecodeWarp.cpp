// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What threads of a warp or a block do together: shfl, vote, match, redux, elect, activemask, bar, barrier.
#include "runtime/Ptx/Decoder.h"
#include "runtime/Ptx/FloatArithmetic.h"

#include <thread>

using namespace tilec::ptx;

namespace {

constexpr ScalarType kWord{ScalarType::Kind::Unsigned, 32};

//===- Values of lanes that have met -----------------------------------------------------------------------------===//

template <typename T> Storage<T> read(Warp &warp, const WarpGroup &group, unsigned lane, unsigned operand) {
  return warp.sourceIn<T>(*group.frames[lane], group.instructions[lane]->operands[operand])[lane];
}

template <typename T> void write(const WarpGroup &group, unsigned lane, unsigned operand, Storage<T> value) {
  int32_t place = group.instructions[lane]->operands[operand];
  if (place != Instruction::kNone)
    reinterpret_cast<Storage<T> *>(group.frames[lane]->registers + place)[lane] = value;
}

bool readPredicate(const WarpGroup &group, unsigned lane, unsigned operand) {
  const Instruction &instruction = *group.instructions[lane];
  bool value = group.frames[lane]->predicates[instruction.operands[operand]] >> lane & 1;
  return value != bool(instruction.count & 1);
}

void writePredicate(const WarpGroup &group, unsigned lane, unsigned operand, bool value) {
  int32_t place = group.instructions[lane]->operands[operand];
  if (place == Instruction::kNone)
    return;
  uint32_t &bits = group.frames[lane]->predicates[place];
  bits = value ? bits | 1u << lane : bits & ~(1u << lane);
}

//===- Shuffles --------------------------------------------------------------------------------------------------===//

enum Shuffle : uint8_t { kUp, kDown, kButterfly, kIndex };

/// Operands: d, a, b, c, p.
void shuffle(Warp &warp, const WarpGroup &group) {
  uint32_t values[kWarpLanes];
  eachInOrder(group.lanes, [&](unsigned lane) { values[lane] = uint32_t(read<uint32_t>(warp, group, lane, 1)); });
  eachInOrder(group.lanes, [&](unsigned lane) {
    uint32_t b = read<uint32_t>(warp, group, lane, 2) & 31, c = read<uint32_t>(warp, group, lane, 3);
    int clamp = int(c & 31), segment = int(c >> 8 & 31), own = int(lane);
    int last = (own & segment) | (clamp & ~segment), first = own & segment, from = own;
    bool isValid = false;
    switch (group.instructions[lane]->flags) {
    case kUp:
      from = own - int(b);
      isValid = from >= last;
      break;
    case kDown:
      from = own + int(b);
      isValid = from <= last;
      break;
    case kButterfly:
      from = own ^ int(b);
      isValid = from <= last;
      break;
    case kIndex:
      from = first | (int(b) & ~segment);
      isValid = from <= last;
      break;
    }
    if (!isValid)
      from = own;
    // What lanes give that do not take part is not said.
    uint32_t value = group.lanes >> from & 1 ? values[from] : values[own];
    write<uint32_t>(group, lane, 0, value);
    writePredicate(group, lane, 4, isValid);
  });
}

/// The mask of lanes that take part: a statement's last operand with .sync; all that are there without.
int32_t maskOf(Decoder &decoder, size_t count) {
  const auto &operands = decoder.statement().operands;
  return operands.size() == count ? decoder.source(operands.back(), kWord) : Instruction::kNone;
}

Instruction &emitGroup(Decoder &decoder, GroupHandler handler, int32_t mask) {
  Instruction &instruction = decoder.emit(nullptr, Instruction::Kind::WarpSync);
  instruction.group = handler;
  instruction.mask = mask;
  return instruction;
}

/// `d|p`, or `d` alone.
void splitPair(const Operand &operand, const Operand *&first, const Operand *&second) {
  bool isPair = operand.kind == Operand::Kind::Pair;
  first = isPair ? &operand.elements[0] : &operand;
  second = isPair ? &operand.elements[1] : nullptr;
}

bool decodeShuffle(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  bool isSync = decoder.has("sync");
  if (operands.size() != (isSync ? 5 : 4))
    return false;
  const Operand *first, *second;
  splitPair(operands[0], first, second);
  int32_t target = decoder.target(*first, kWord), sources[3];
  for (size_t i = 0; i < 3; ++i) {
    sources[i] = decoder.source(operands[1 + i], kWord);
    if (sources[i] == Instruction::kNone)
      return false;
  }
  int32_t mask = maskOf(decoder, 5);
  if (target == Instruction::kNone || (isSync && mask == Instruction::kNone))
    return false;
  Instruction &instruction = emitGroup(decoder, shuffle, mask);
  instruction.operands[0] = target;
  std::copy_n(sources, 3, instruction.operands + 1);
  instruction.operands[4] = second ? decoder.predicateTarget(*second) : Instruction::kNone;
  instruction.flags = decoder.has("up") ? kUp : decoder.has("down") ? kDown : decoder.has("bfly") ? kButterfly : kIndex;
  return true;
}

//===- Votes -----------------------------------------------------------------------------------------------------===//

enum Vote : uint8_t { kAll, kAny, kUniform, kBallot };

/// Operands: d or p, a.
void vote(Warp &warp, const WarpGroup &group) {
  uint32_t ballot = 0;
  eachInOrder(group.lanes, [&](unsigned lane) { ballot |= uint32_t(readPredicate(group, lane, 1)) << lane; });
  eachInOrder(group.lanes, [&](unsigned lane) {
    switch (group.instructions[lane]->flags) {
    case kAll:
      return writePredicate(group, lane, 0, ballot == group.lanes);
    case kAny:
      return writePredicate(group, lane, 0, ballot != 0);
    case kUniform:
      return writePredicate(group, lane, 0, ballot == 0 || ballot == group.lanes);
    default:
      write<uint32_t>(group, lane, 0, ballot);
    }
  });
}

bool decodeVote(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  bool isSync = decoder.has("sync"), isBallot = decoder.has("ballot"), isNegated = false;
  if (operands.size() != (isSync ? 3 : 2))
    return false;
  int32_t target = isBallot ? decoder.target(operands[0], kWord) : decoder.predicateTarget(operands[0]);
  int32_t source = decoder.predicateSource(operands[1], isNegated), mask = maskOf(decoder, 3);
  if (target == Instruction::kNone || source == Instruction::kNone || (isSync && mask == Instruction::kNone))
    return false;
  Instruction &instruction = emitGroup(decoder, vote, mask);
  instruction.operands[0] = target;
  instruction.operands[1] = source;
  instruction.count = isNegated;
  instruction.flags = isBallot ? kBallot : decoder.has("all") ? kAll : decoder.has("any") ? kAny : kUniform;
  return true;
}

/// Operands: d, a, p.
template <typename T, bool isAll> void match(Warp &warp, const WarpGroup &group) {
  uint32_t equals[kWarpLanes] = {};
  eachInOrder(group.lanes, [&](unsigned lane) {
    eachInOrder(group.lanes, [&](unsigned other) {
      bool isEqual = read<T>(warp, group, lane, 1) == read<T>(warp, group, other, 1);
      equals[lane] |= uint32_t(isEqual) << other;
    });
  });
  eachInOrder(group.lanes, [&](unsigned lane) {
    bool areAll = equals[lane] == group.lanes;
    write<uint32_t>(group, lane, 0, isAll && !areAll ? 0 : equals[lane]);
    writePredicate(group, lane, 2, areAll);
  });
}

bool decodeMatch(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  ScalarType type = decoder.type();
  if (operands.size() != 3 || type.bits < 32)
    return false;
  const Operand *first, *second;
  splitPair(operands[0], first, second);
  int32_t target = decoder.target(*first, kWord), source = decoder.source(operands[1], type), mask = maskOf(decoder, 3);
  if (target == Instruction::kNone || source == Instruction::kNone || mask == Instruction::kNone)
    return false;
  bool isAll = decoder.has("all");
  GroupHandler handler = type.bits == 64 ? (isAll ? &match<uint64_t, true> : &match<uint64_t, false>)
                                         : (isAll ? &match<uint32_t, true> : &match<uint32_t, false>);
  Instruction &instruction = emitGroup(decoder, handler, mask);
  instruction.operands[0] = target;
  instruction.operands[1] = source;
  instruction.operands[2] = second ? decoder.predicateTarget(*second) : Instruction::kNone;
  return true;
}

//===- Reductions ------------------------------------------------------------------------------------------------===//

struct Sum {
  template <typename T> T operator()(T a, T b) const {
    return T(uint32_t(a) + uint32_t(b));
  }
};
struct And {
  template <typename T> T operator()(T a, T b) const {
    return a & b;
  }
};
struct Or {
  template <typename T> T operator()(T a, T b) const {
    return a | b;
  }
};
struct Xor {
  template <typename T> T operator()(T a, T b) const {
    return a ^ b;
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

/// Operands: d, a.
template <typename T, typename Op> void reduce(Warp &warp, const WarpGroup &group) {
  auto first = unsigned(std::countr_zero(group.lanes));
  T result = fromStorage<T>(read<T>(warp, group, first, 1));
  eachInOrder(group.lanes & (group.lanes - 1),
              [&](unsigned lane) { result = Op()(result, fromStorage<T>(read<T>(warp, group, lane, 1))); });
  eachInOrder(group.lanes, [&](unsigned lane) { write<T>(group, lane, 0, toStorage<T>(result)); });
}

template <typename T> GroupHandler reductionOf(const Statement &statement) {
  if (statement.has("add"))
    return &reduce<T, Sum>;
  if (statement.has("and"))
    return &reduce<T, And>;
  if (statement.has("or"))
    return &reduce<T, Or>;
  if (statement.has("xor"))
    return &reduce<T, Xor>;
  return statement.has("min") ? &reduce<T, Minimum> : statement.has("max") ? &reduce<T, Maximum> : nullptr;
}

bool decodeReduction(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  ScalarType type = decoder.type();
  if (operands.size() != 3 || type.bits != 32 || type.isPair || decoder.has("abs") || decoder.has("NaN"))
    return false;
  GroupHandler handler = nullptr;
  if (type.isFloat())
    handler = decoder.has("min")   ? &reduce<float, FloatMinimum>
              : decoder.has("max") ? &reduce<float, FloatMaximum>
                                   : nullptr;
  else
    handler = type.kind == ScalarType::Kind::Signed ? reductionOf<int32_t>(decoder.statement())
                                                    : reductionOf<uint32_t>(decoder.statement());
  int32_t target = decoder.target(operands[0], type), source = decoder.source(operands[1], type),
          mask = maskOf(decoder, 3);
  if (!handler || target == Instruction::kNone || source == Instruction::kNone || mask == Instruction::kNone)
    return false;
  Instruction &instruction = emitGroup(decoder, handler, mask);
  instruction.operands[0] = target;
  instruction.operands[1] = source;
  return true;
}

/// Operands: d, -, p.
void electLeader(Warp &, const WarpGroup &group) {
  auto leader = unsigned(std::countr_zero(group.lanes));
  eachInOrder(group.lanes, [&](unsigned lane) {
    write<uint32_t>(group, lane, 0, leader);
    writePredicate(group, lane, 2, lane == leader);
  });
}

bool decodeElection(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  int32_t mask = maskOf(decoder, 2);
  if (mask == Instruction::kNone || operands[0].kind != Operand::Kind::Pair)
    return false;
  int32_t target = decoder.target(operands[0].elements[0], kWord);
  Instruction &instruction = emitGroup(decoder, electLeader, mask);
  instruction.operands[0] = target;
  instruction.operands[2] = decoder.predicateTarget(operands[0].elements[1]);
  return true;
}

void activeMask(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint32_t>(instruction.operands[0]);
  each(lanes, [&](unsigned lane) { target[lane] = lanes; });
}

bool decodeActiveMask(Decoder &decoder) {
  if (!hasOperands(decoder, 1))
    return false;
  emitElementwise(decoder, activeMask, {kWord});
  return true;
}

//===- Barriers --------------------------------------------------------------------------------------------------===//

void sleep(Warp &, const Instruction &, uint32_t) {
  std::this_thread::yield();
}

void nothing(Warp &, const Instruction &, uint32_t) {}

/// `bar.sync a{, b}`, `bar.arrive a, b`, `bar.red.op d, a{, b}, p`.
bool decodeBlockBarrier(Decoder &decoder) {
  const auto &operands = decoder.statement().operands;
  using Kind = Instruction::BarrierKind;
  bool isReduction = decoder.has("red");
  Kind kind = !isReduction          ? (decoder.has("arrive") ? Kind::Arrive : Kind::Wait)
              : decoder.has("popc") ? Kind::Count
              : decoder.has("and")  ? Kind::And
                                    : Kind::Or;
  size_t first = isReduction ? 1 : 0, last = operands.size() - (isReduction ? 1 : 0);
  if (operands.size() < (isReduction ? 3 : 1) || last > first + 2)
    return false;
  int32_t places[4] = {decoder.source(operands[first], kWord), Instruction::kNone, 0, 0};
  bool isNegated = false;
  if (last == first + 2) {
    places[1] = decoder.source(operands[first + 1], kWord);
    if (places[1] == Instruction::kNone)
      return false;
  }
  if (isReduction) {
    places[2] = decoder.predicateSource(operands.back(), isNegated);
    places[3] = kind == Kind::Count ? decoder.target(operands[0], kWord) : decoder.predicateTarget(operands[0]);
  }
  if (places[0] == Instruction::kNone || places[2] == Instruction::kNone || places[3] == Instruction::kNone)
    return false;
  Instruction &instruction = decoder.emit(nullptr, Instruction::Kind::Barrier);
  std::copy(std::begin(places), std::end(places), instruction.operands);
  instruction.flags = uint8_t(kind);
  instruction.count = isNegated;
  return true;
}

bool decodeBarrier(Decoder &decoder) {
  if (decoder.has("warp")) {
    int32_t mask = maskOf(decoder, 1);
    if (mask == Instruction::kNone)
      return false;
    emitGroup(decoder, nullptr, mask);
    return true;
  }
  if (decoder.has("cluster")) {
    if (decoder.has("arrive")) {
      decoder.emit(nothing); // who waits arrives then
      return true;
    }
    int32_t number = decoder.constant(kClusterBarrier, 4);
    Instruction &instruction = decoder.emit(nullptr, Instruction::Kind::Barrier);
    instruction.operands[0] = number;
    instruction.operands[1] = Instruction::kNone;
    return true;
  }
  return decodeBlockBarrier(decoder);
}

} // namespace

bool tilec::ptx::decodeWarp(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "shfl")
    return decodeShuffle(decoder);
  if (opcode == "vote")
    return decodeVote(decoder);
  if (opcode == "match")
    return decodeMatch(decoder);
  if (opcode == "redux")
    return decodeReduction(decoder);
  if (opcode == "activemask")
    return decodeActiveMask(decoder);
  if (opcode == "elect")
    return decodeElection(decoder);
  if (opcode == "nanosleep") {
    decoder.emit(sleep, Instruction::Kind::Yield);
    return true;
  }
  return decodeBarrier(decoder);
}

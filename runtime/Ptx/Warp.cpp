// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/Warp.h"

#include "runtime/Ptx/Block.h"
#include "runtime/Ptx/Module.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace tilec::ptx;

namespace {

constexpr unsigned kSlice = 4096; ///< instructions that lanes run while others could
constexpr unsigned kMaxDepth = 10000;

} // namespace

//===- Frames ----------------------------------------------------------------------------------------------------===//

FramePool::~FramePool() {
  for (const auto &frame : all)
    std::free(frame->registers);
}

Frame *FramePool::take(Function &function) {
  std::vector<Frame *> &free = unused[&function];
  if (!free.empty()) {
    Frame *frame = free.back();
    free.pop_back();
    return frame;
  }
  auto frame = std::make_unique<Frame>();
  frame->function = &function;
  frame->constants = function.constants.data();
  uint64_t alignment = function.syntax->laneAlignment;
  frame->laneBytes = (function.syntax->laneBytes + alignment - 1) / alignment * alignment;
  uint64_t registers = (function.registerBytes + 127) / 128 * 128;
  uint64_t predicates = (function.predicateCount * 4 + 127) / 128 * 128;
  uint64_t bytes = registers + predicates + (frame->laneBytes * kWarpLanes + 127) / 128 * 128;
  auto *memory = static_cast<char *>(std::aligned_alloc(128, std::max<uint64_t>(bytes, 128)));
  if (!memory)
    return nullptr;
  std::memset(memory, 0, bytes);
  frame->registers = memory;
  frame->predicates = reinterpret_cast<uint32_t *>(memory + registers);
  frame->predicates[1] = kAllLanes;
  frame->laneMemory = memory + registers + predicates;
  if (frame->laneBytes) {
    auto begin = reinterpret_cast<uint64_t>(frame->laneMemory);
    this->memory[begin] = begin + frame->laneBytes * kWarpLanes;
  }
  all.push_back(std::move(frame));
  return all.back().get();
}

void FramePool::giveBack(Frame *frame) {
  unused[frame->function].push_back(frame);
}

bool FramePool::isLaneMemory(uint64_t address, uint64_t bytes) const {
  auto next = memory.upper_bound(address);
  return next != memory.begin() && address + bytes <= std::prev(next)->second;
}

//===- Scheduling ------------------------------------------------------------------------------------------------===//

Warp::Warp(Block &block, unsigned number, uint32_t lanes, Function &kernel)
    : block(block), number(number), pool(block.pool), alive(lanes) {
  Frame *first = pool.take(kernel);
  first->caller = nullptr;
  first->lanes = lanes;
  first->depth = 0;
  frame = first;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    pcs[lane] = 0;
    frames[lane] = first;
    syncMasks[lane] = 0;
  }
}

Warp::~Warp() {
  // A launch that failed leaves frames.
  uint32_t rest = alive;
  park();
  while (rest) {
    unsigned lane = unsigned(std::countr_zero(rest));
    rest &= rest - 1;
    for (Frame *at = frames[lane]; at;) {
      Frame *caller = at->caller;
      at->lanes &= ~(1u << lane);
      if (!at->lanes)
        pool.giveBack(at);
      at = caller;
    }
  }
}

/// The running lanes keep their place, and none runs. Gives which ran.
uint32_t Warp::park() {
  for (uint32_t rest = current; rest; rest &= rest - 1) {
    unsigned lane = unsigned(std::countr_zero(rest));
    pcs[lane] = pc;
    frames[lane] = frame;
  }
  return std::exchange(current, 0);
}

/// Lanes that are parked go past their instruction.
void Warp::pass(uint32_t lanes) {
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    ++pcs[std::countr_zero(rest)];
}

/// Chooses which lanes run; false if none can.
bool Warp::select() {
  if (waiting)
    completeSync();
  uint32_t ready = alive & ~waiting;
  for (uint32_t lanes : barrierLanes)
    ready &= ~lanes;
  if (!ready)
    return false;
  unsigned first = unsigned(std::countr_zero(ready));
  if (isRotating) {
    uint32_t others = ready & ~lastRun ? ready & ~lastRun : ready;
    uint32_t behind = others & ~((2u << nextRotated) - 1);
    first = unsigned(std::countr_zero(behind ? behind : others));
    nextRotated = first;
  } else {
    for (uint32_t rest = ready; rest; rest &= rest - 1) {
      unsigned lane = unsigned(std::countr_zero(rest));
      if (frames[lane]->depth > frames[first]->depth || (frames[lane] == frames[first] && pcs[lane] < pcs[first]))
        first = lane;
    }
  }
  frame = frames[first];
  pc = pcs[first];
  limit = ~0u;
  current = 0;
  for (uint32_t rest = ready; rest; rest &= rest - 1) {
    unsigned lane = unsigned(std::countr_zero(rest));
    if (frames[lane] != frame)
      continue;
    if (pcs[lane] == pc)
      current |= 1u << lane;
    else if (pcs[lane] > pc)
      limit = std::min(limit, pcs[lane]);
  }
  isDiverged = current != ready;
  sliceLeft = kSlice;
  return true;
}

bool Warp::run(unsigned budget) {
  bool hasRun = false;
  while (budget--) {
    if (!current && !select())
      return hasRun;
    hasRun = true;
    if (pc >= limit || (isDiverged && --sliceLeft == 0)) {
      // Where others wait long for the running lanes, they have a turn, and then those that are furthest behind again.
      isRotating = pc < limit && !isRotating;
      lastRun = park();
      continue;
    }
    const Instruction &instruction = frame->function->code[pc];
    uint32_t active = current;
    if (instruction.guard != Instruction::kNone)
      active &= predicate(instruction.guard, instruction.guardIsNegated);
    if (!active) {
      ++pc;
      continue;
    }
    switch (instruction.kind) {
    case Instruction::Kind::Plain:
      instruction.run(*this, instruction, active);
      ++pc;
      break;
    case Instruction::Kind::Yield:
      instruction.run(*this, instruction, active);
      ++pc;
      isRotating = isDiverged;
      lastRun = park();
      return true;
    case Instruction::Kind::Branch:
      branch(instruction, active);
      break;
    case Instruction::Kind::IndexedBranch:
      branchIndexed(instruction, active);
      break;
    case Instruction::Kind::Call:
      call(instruction, active);
      break;
    case Instruction::Kind::Return:
      leave(active);
      break;
    case Instruction::Kind::Exit:
      end(active);
      break;
    case Instruction::Kind::WarpSync:
      synchronize(instruction, active);
      break;
    case Instruction::Kind::Barrier:
      arrive(instruction, active);
      break;
    case Instruction::Kind::Unknown:
      fail(kUnsupported, "the instruction '" + frame->function->syntax->statements[instruction.line].text +
                             "' cannot run on the CPU");
      break;
    }
    if (block.launch.hasFailed())
      return true;
  }
  return hasRun;
}

void Warp::branch(const Instruction &instruction, uint32_t taken) {
  if (taken == current) {
    pc = instruction.target;
    return;
  }
  pass(park() & ~taken);
  for (uint32_t rest = taken; rest; rest &= rest - 1)
    pcs[std::countr_zero(rest)] = instruction.target;
}

void Warp::branchIndexed(const Instruction &instruction, uint32_t active) {
  const std::vector<uint32_t> &targets = frame->function->targets[instruction.target];
  const uint32_t *index = source<uint32_t>(instruction.operands[0]);
  pass(park() & ~active);
  eachInOrder(active, [&](unsigned lane) { pcs[lane] = targets[std::min<size_t>(index[lane], targets.size() - 1)]; });
}

//===- Calls -----------------------------------------------------------------------------------------------------===//

void Warp::call(const Instruction &instruction, uint32_t active) {
  const CallSite &site = frame->function->calls[instruction.target];
  if (site.callee)
    return enter(*site.callee, site, active);
  // By address: lanes that call the same function do so together.
  const uint64_t *addresses = source<uint64_t>(instruction.operands[0]);
  uint64_t address = addresses[std::countr_zero(active)];
  uint32_t same = 0;
  eachInOrder(active, [&](unsigned lane) { same |= addresses[lane] == address ? 1u << lane : 0; });
  Function *callee = block.launch.module.functionAt(address);
  if (!callee)
    return fail(kIllegalAddress, "a call of address " + hexadecimal(address) + ", where no function is, " +
                                     place(unsigned(std::countr_zero(active))));
  if (current != same) {
    // Lanes that call other functions come to this instruction again.
    pass(park() & ~active);
    current = same;
    isDiverged = true;
  }
  enter(*callee, site, same);
}

void Warp::enter(Function &callee, const CallSite &site, uint32_t active) {
  if (callee.system) {
    callee.system(*this, site, active);
    ++pc;
    return;
  }
  if (frame->depth >= kMaxDepth)
    return fail(kIllegalAddress, "the stack is used up, " + place(unsigned(std::countr_zero(active))));
  if (!callee.isDecoded && !block.launch.module.prepare(callee))
    return fail(kUnsupported, "'" + callee.syntax->name + "' cannot run on the CPU");
  Frame *called = pool.take(callee);
  if (!called)
    return fail(kIllegalAddress, "no memory is left for calls");
  const auto &parameters = callee.syntax->parameters;
  for (size_t i = 0; i < std::min(parameters.size(), site.arguments.size()); ++i) {
    uint64_t bytes = std::min(parameters[i]->bytes, site.arguments[i]->bytes);
    eachInOrder(active, [&](unsigned lane) {
      std::memcpy(called->memoryOf(lane) + parameters[i]->offset, frame->memoryOf(lane) + site.arguments[i]->offset,
                  bytes);
    });
  }
  called->caller = frame;
  called->callIndex = pc;
  called->lanes = active;
  called->depth = frame->depth + 1;
  uint32_t rest = park() & ~active;
  pass(rest);
  isDiverged |= rest != 0;
  frame = called;
  pc = 0;
  current = active;
  limit = ~0u;
}

void Warp::leave(uint32_t active) {
  Frame *caller = frame->caller;
  if (!caller)
    return end(active);
  const Function &function = *frame->function;
  const CallSite &site = caller->function->calls[caller->function->code[frame->callIndex].target];
  const auto &results = function.syntax->results;
  for (size_t i = 0; i < std::min(results.size(), site.results.size()); ++i) {
    uint64_t bytes = std::min(results[i]->bytes, site.results[i]->bytes);
    eachInOrder(active, [&](unsigned lane) {
      std::memcpy(caller->memoryOf(lane) + site.results[i]->offset, frame->memoryOf(lane) + results[i]->offset, bytes);
    });
  }
  Frame *left = frame;
  pass(park() & ~active);
  for (uint32_t rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(std::countr_zero(rest));
    frames[lane] = caller;
    pcs[lane] = left->callIndex + 1;
  }
  left->lanes &= ~active;
  if (!left->lanes)
    pool.giveBack(left);
}

void Warp::end(uint32_t active) {
  for (Frame *at = frame; at;) {
    Frame *caller = at->caller;
    at->lanes &= ~active;
    if (!at->lanes)
      pool.giveBack(at);
    at = caller;
  }
  pass(park() & ~active);
  alive &= ~active;
  block.lanesEnded(unsigned(std::popcount(active)));
}

//===- Waiting ---------------------------------------------------------------------------------------------------===//

void Warp::synchronize(const Instruction &instruction, uint32_t active) {
  const uint32_t *masks = instruction.mask == Instruction::kNone ? nullptr : source<uint32_t>(instruction.mask);
  bool areAllHere = true;
  for (uint32_t lanes = active; lanes; lanes &= lanes - 1) {
    unsigned lane = unsigned(std::countr_zero(lanes));
    syncMasks[lane] = (masks ? masks[lane] : active) | 1u << lane;
    areAllHere &= (syncMasks[lane] & alive & ~active) == 0;
  }
  uint32_t rest = park() & ~active;
  pass(rest);
  waiting |= active;
  if (!areAllHere)
    return;
  // Lanes with other masks meet among themselves.
  while (uint32_t left = waiting & active) {
    uint32_t mask = syncMasks[std::countr_zero(left)], group = 0;
    eachInOrder(left, [&](unsigned lane) { group |= syncMasks[lane] == mask ? 1u << lane : 0; });
    finishGroup(group);
  }
  if (!rest) {
    current = active;
    ++pc;
  }
}

/// Does what lanes have met for.
void Warp::finishGroup(uint32_t lanes) {
  WarpGroup group;
  group.lanes = lanes;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned lane = unsigned(std::countr_zero(rest));
    group.frames[lane] = frames[lane];
    group.instructions[lane] = &frames[lane]->function->code[pcs[lane]];
    ++pcs[lane];
  }
  waiting &= ~lanes;
  if (GroupHandler handler = group.instructions[std::countr_zero(lanes)]->group)
    handler(*this, group);
}

/// Looks for lanes that wait for each other and are all there now.
bool Warp::completeSync() {
  bool any = false;
  for (uint32_t rest = waiting; rest;) {
    unsigned first = unsigned(std::countr_zero(rest));
    GroupHandler handler = frames[first]->function->code[pcs[first]].group;
    uint32_t mask = syncMasks[first] & alive, group = 0;
    for (uint32_t lanes = waiting & mask; lanes; lanes &= lanes - 1) {
      unsigned lane = unsigned(std::countr_zero(lanes));
      if ((syncMasks[lane] & alive) == mask && frames[lane]->function->code[pcs[lane]].group == handler)
        group |= 1u << lane;
    }
    rest &= ~group & ~(1u << first);
    if (group == mask) {
      finishGroup(group);
      any = true;
    }
  }
  return any;
}

void Warp::arrive(const Instruction &instruction, uint32_t active) {
  unsigned lane = unsigned(std::countr_zero(active));
  unsigned barrier = std::min(source<uint32_t>(instruction.operands[0])[lane], kClusterBarrier);
  uint32_t threads =
      instruction.operands[1] == Instruction::kNone ? 0 : source<uint32_t>(instruction.operands[1])[lane];
  auto kind = Instruction::BarrierKind(instruction.flags);
  uint32_t truths = 0;
  if (kind >= Instruction::BarrierKind::Count)
    truths = predicate(instruction.operands[2], instruction.count) & active;
  pass(park());
  if (kind != Instruction::BarrierKind::Arrive)
    barrierLanes[barrier] |= active;
  block.arrive(barrier, kind, unsigned(std::popcount(active)), threads, unsigned(std::popcount(truths)));
}

void Warp::releaseBarrier(unsigned barrier, uint32_t result) {
  uint32_t lanes = barrierLanes[barrier];
  barrierLanes[barrier] = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned lane = unsigned(std::countr_zero(rest));
    const Instruction &instruction = frames[lane]->function->code[pcs[lane] - 1];
    auto kind = Instruction::BarrierKind(instruction.flags);
    uint32_t bit = 1u << lane;
    if (kind == Instruction::BarrierKind::Count)
      reinterpret_cast<uint32_t *>(frames[lane]->registers + instruction.operands[3])[lane] = result;
    else if (kind > Instruction::BarrierKind::Count) {
      uint32_t &predicate = frames[lane]->predicates[instruction.operands[3]];
      predicate = result ? predicate | bit : predicate & ~bit;
    }
  }
}

//===- Failures --------------------------------------------------------------------------------------------------===//

void Warp::fail(int fault, const std::string &message) {
  block.launch.fail(fault, message);
}

std::string Warp::place(unsigned lane) const {
  return block.place(threadOf(lane));
}

std::string Warp::waitingText() const {
  if (!waiting)
    return {};
  unsigned lane = unsigned(std::countr_zero(waiting));
  const Function &function = *frames[lane]->function;
  return "'" + function.syntax->statements[function.code[pcs[lane]].line].text + "', " + place(lane);
}

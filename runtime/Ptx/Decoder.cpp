// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/Decoder.h"

#include "runtime/Ptx/Block.h"
#include "runtime/Ptx/SpecialRegisters.h"

#include <algorithm>

using namespace tilec::ptx;

namespace {

using Family = bool (*)(Decoder &);

const std::unordered_map<std::string_view, Family> &families() {
  static const auto *all = [] {
    auto *map = new std::unordered_map<std::string_view, Family>;
    auto add = [&](Family family, std::initializer_list<std::string_view> opcodes) {
      for (std::string_view opcode : opcodes)
        map->emplace(opcode, family);
    };
    add(decodeInteger, {"mul24", "mad24", "sad", "addc", "subc", "madc", "dp4a", "dp2a", "div", "rem", "add", "sub",
                        "mul", "mad", "min", "max", "abs", "neg"});
    add(decodeFloat, {"fma", "copysign", "testp"});
    add(decodeFloatFunction, {"rcp", "sqrt", "rsqrt", "sin", "cos", "ex2", "lg2", "tanh"});
    add(decodeBits, {"and", "or", "xor", "not", "cnot", "lop3", "shl", "shr", "shf", "prmt", "bfe", "bfi", "bfind",
                     "popc", "clz", "brev", "fns", "bmsk", "szext"});
    add(decodeCompare, {"setp", "set", "selp", "slct"});
    add(decodeConversion, {"cvt"});
    add(decodeMove, {"mov", "cvta", "isspacep", "mapa", "getctarank"});
    add(decodeMemory, {"ld", "ldu", "st", "prefetch", "prefetchu", "applypriority", "discard", "createpolicy"});
    add(decodeAtomic, {"atom", "red", "membar", "fence"});
    add(decodeAsynchronous, {"cp", "mbarrier", "griddepcontrol"});
    add(decodeWarp, {"shfl", "vote", "match", "redux", "activemask", "elect", "bar", "barrier", "nanosleep"});
    add(decodeControl, {"bra", "brx", "call", "ret", "exit", "trap", "brkpt", "pmevent", "setmaxnreg"});
    return map;
  }();
  return *all;
}

void laneAddress(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint64_t>(instruction.operands[0]);
  auto base = reinterpret_cast<uint64_t>(warp.frame->laneMemory) + uint64_t(instruction.immediate);
  uint64_t step = warp.frame->laneBytes;
  each(lanes, [&](unsigned lane) { target[lane] = base + lane * step; });
}

template <typename From, typename To> void moveValue(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<To>(instruction.operands[0]);
  auto *a = warp.source<From>(instruction.operands[1]);
  each(lanes, [&](unsigned lane) { target[lane] = toStorage<To>(To(fromStorage<From>(a[lane]))); });
}

void sharedAddress(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint64_t>(instruction.operands[0]);
  auto *variable = reinterpret_cast<const Variable *>(instruction.immediate);
  const auto &offsets = warp.block.launch.sharedOffsets;
  auto found = offsets.find(variable);
  if (found == offsets.end())
    return warp.fail(kUnsupported, "the shared variable '" + variable->name + "' is of a function called by address");
  each(lanes, [&, offset = uint64_t(found->second)](unsigned lane) { target[lane] = offset; });
}

void parameterAddress(Warp &warp, const Instruction &instruction, uint32_t lanes) {
  auto *target = warp.target<uint64_t>(instruction.operands[0]);
  auto address = reinterpret_cast<uint64_t>(warp.block.launch.parameters) + uint64_t(instruction.immediate);
  each(lanes, [&](unsigned lane) { target[lane] = address; });
}

} // namespace

void tilec::ptx::decode(Function &function, Module &module) {
  Decoder(function, module).run();
}

Decoder::Decoder(Function &function, Module &module) : function(function), module(module) {
  function.registerBytes = function.syntax->registerBytes;
  function.predicateCount = function.syntax->predicateCount;
}

void Decoder::run() {
  for (const Statement &statement : function.syntax->statements) {
    starts.push_back(uint32_t(function.code.size()));
    decodeStatement(statement);
  }
  starts.push_back(uint32_t(function.code.size()));
  emit(nullptr, Instruction::Kind::Return).guard = Instruction::kNone;
  for (Instruction &instruction : function.code)
    if (instruction.kind == Instruction::Kind::Branch)
      instruction.target = starts[instruction.target];
  for (auto &targets : function.targets)
    for (uint32_t &target : targets)
      target = starts[target];
  std::sort(function.callees.begin(), function.callees.end());
  function.callees.erase(std::unique(function.callees.begin(), function.callees.end()), function.callees.end());
}

void Decoder::decodeStatement(const Statement &statement) {
  current = &statement;
  moves.clear();
  size_t begin = function.code.size();
  auto family = families().find(statement.opcode);
  if (family == families().end() || !family->second(*this)) {
    function.code.resize(begin);
    function.unknown.push_back(statement.text);
    emit(nullptr, Instruction::Kind::Unknown);
    return;
  }
  for (const Move &move : std::vector(moves)) {
    bool isSigned = move.type.kind == ScalarType::Kind::Signed;
    Instruction &instruction = emit(move.type.storageBytes() == 8 ? &moveValue<uint64_t, uint32_t>
                                    : isSigned                    ? &moveValue<int32_t, int64_t>
                                                                  : &moveValue<uint32_t, uint64_t>);
    instruction.operands[0] = move.to;
    instruction.operands[1] = move.from;
  }
}

Instruction &Decoder::emit(Handler handler, Instruction::Kind kind) {
  Instruction &instruction = function.code.emplace_back();
  instruction.kind = kind;
  instruction.run = handler;
  if (current) {
    instruction.line = uint32_t(current - function.syntax->statements.data());
    if (current->hasGuard) {
      instruction.guard = current->guard.reg.place;
      instruction.guardIsNegated = current->guard.isNegated;
    }
  }
  return instruction;
}

ScalarType Decoder::type() const {
  std::vector<ScalarType> all = types();
  return all.empty() ? ScalarType{ScalarType::Kind::Bits, 0} : all.back();
}

std::vector<ScalarType> Decoder::types() const {
  std::vector<ScalarType> all;
  for (const std::string &modifier : current->modifiers)
    if (std::optional<ScalarType> type = scalarType(modifier))
      all.push_back(*type);
  return all;
}

int32_t Decoder::constant(uint64_t value, unsigned bytes) {
  auto [known, isNew] = knownConstants.try_emplace({value, bytes}, 0);
  if (isNew) {
    std::vector<char> &pool = function.constants;
    known->second = ~int32_t(pool.size());
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
      const char *from = reinterpret_cast<const char *>(&value);
      pool.insert(pool.end(), from, from + std::min(bytes, 8u));
      pool.insert(pool.end(), bytes - std::min(bytes, 8u), 0);
    }
  }
  return known->second;
}

int32_t Decoder::temporary(unsigned bytes) {
  auto place = int32_t(function.registerBytes);
  function.registerBytes += bytes * kWarpLanes;
  return place;
}

bool Decoder::isPredicate(const Operand &operand) const {
  return operand.kind == Operand::Kind::Register && operand.reg.type.kind == ScalarType::Kind::Predicate;
}

/// A symbol's address, in 64 bits; kNone for what is none.
int32_t Decoder::address(const Operand &operand) {
  if (operand.kind == Operand::Kind::Name) {
    Function *named = module.functionNamed(operand.name);
    return named ? constant(reinterpret_cast<uint64_t>(named), 8) : Instruction::kNone;
  }
  const Variable &variable = *operand.variable;
  if (variable.memory)
    return constant(reinterpret_cast<uint64_t>(variable.memory) + operand.bits, 8);
  bool isShared = variable.space == Space::Shared;
  if (variable.space != Space::Parameter && variable.space != Space::Local && !isShared)
    return Instruction::kNone;
  int32_t place = temporary(8);
  Instruction &instruction = emit(isShared                     ? sharedAddress
                                  : variable.isKernelParameter ? parameterAddress
                                                               : laneAddress);
  instruction.operands[0] = place;
  instruction.immediate = isShared ? reinterpret_cast<int64_t>(&variable) : int64_t(variable.offset + operand.bits);
  if (isShared) {
    function.shared.push_back(&variable);
    if (operand.bits) {
      Instruction &sum = emit(&binary<uint64_t, uint64_t, uint64_t, std::plus<uint64_t>>);
      sum.operands[0] = sum.operands[1] = place;
      sum.operands[2] = constant(operand.bits, 8);
    }
  }
  return place;
}

int32_t Decoder::source(const Operand &operand, ScalarType type) {
  unsigned bytes = type.storageBytes();
  int32_t place = Instruction::kNone;
  unsigned placeBytes = bytes;
  switch (operand.kind) {
  case Operand::Kind::Register:
    if (operand.reg.type.kind == ScalarType::Kind::Predicate)
      return Instruction::kNone;
    place = operand.reg.place;
    placeBytes = operand.reg.type.storageBytes();
    break;
  case Operand::Kind::Integer:
    return constant(bytes == 4 ? uint32_t(operand.bits) : operand.bits, bytes);
  case Operand::Kind::Float32: {
    uint64_t bits = operand.bits;
    if (type.isFloat() && type.bits == 64)
      bits = std::bit_cast<uint64_t>(double(std::bit_cast<float>(uint32_t(operand.bits))));
    return constant(bits, bytes);
  }
  case Operand::Kind::Float64: {
    uint64_t bits = operand.bits;
    if (type.bits <= 32)
      bits = std::bit_cast<uint32_t>(float(std::bit_cast<double>(operand.bits)));
    return constant(bits, bytes);
  }
  case Operand::Kind::Special: {
    SpecialRegister special = specialRegister(operand.name);
    if (!special.read)
      return Instruction::kNone;
    place = temporary(special.bytes);
    placeBytes = special.bytes;
    Instruction &instruction = emit(special.read);
    instruction.operands[0] = place;
    instruction.flags = uint8_t(special.index);
    break;
  }
  case Operand::Kind::Variable:
  case Operand::Kind::Name:
    place = address(operand);
    placeBytes = 8;
    break;
  default:
    return Instruction::kNone;
  }
  if (place == Instruction::kNone || placeBytes == bytes || bytes == 16 || placeBytes == 16)
    return placeBytes == bytes ? place : Instruction::kNone;
  if (place < 0 && bytes == 4) { // an address of which the lower half is wanted
    uint64_t value = 0;
    std::memcpy(&value, function.constants.data() + ~place, sizeof(value));
    return constant(uint32_t(value), 4);
  }
  int32_t moved = temporary(bytes);
  Instruction &instruction = emit(bytes == 4 ? &moveValue<uint64_t, uint32_t> : &moveValue<uint32_t, uint64_t>);
  instruction.operands[0] = moved;
  instruction.operands[1] = place;
  return moved;
}

int32_t Decoder::target(const Operand &operand, ScalarType type) {
  unsigned bytes = type.storageBytes();
  if (operand.kind == Operand::Kind::Sink) {
    int32_t &place = scratch[bytes == 4 ? 0 : bytes == 8 ? 1 : 2];
    if (place == Instruction::kNone)
      place = temporary(bytes);
    return place;
  }
  if (operand.kind != Operand::Kind::Register || operand.reg.type.kind == ScalarType::Kind::Predicate)
    return Instruction::kNone;
  unsigned placeBytes = operand.reg.type.storageBytes();
  if (placeBytes == bytes)
    return operand.reg.place;
  if (placeBytes == 16 || bytes == 16)
    return Instruction::kNone;
  int32_t place = temporary(bytes);
  moves.push_back({place, operand.reg.place, type});
  return place;
}

int32_t Decoder::predicateSource(const Operand &operand, bool &isNegated) {
  isNegated = operand.isNegated;
  if (operand.kind == Operand::Kind::Integer)
    return operand.bits ? 1 : 0;
  return isPredicate(operand) ? operand.reg.place : Instruction::kNone;
}

int32_t Decoder::predicateTarget(const Operand &operand) {
  return isPredicate(operand) ? operand.reg.place : Instruction::kNone;
}

int32_t Decoder::addressBase(const Operand &operand, Space &space) {
  if (operand.kind != Operand::Kind::Address)
    return Instruction::kNone;
  const Operand &base = operand.elements[0];
  if (base.kind == Operand::Kind::Variable && space == Space::Generic && base.variable->space == Space::Shared)
    space = Space::Shared; // a variable's own space is meant
  return source(base, {ScalarType::Kind::Unsigned, 64});
}

void Decoder::setAddress(Instruction &instruction, int32_t base, const Operand &operand) {
  instruction.operands[0] = base;
  instruction.immediate = int64_t(operand.bits);
}

void tilec::ptx::emitElementwise(Decoder &decoder, Handler handler, std::initializer_list<ScalarType> types) {
  int32_t places[Instruction::kMaxOperands];
  size_t count = 0;
  const auto &operands = decoder.statement().operands;
  for (ScalarType type : types) {
    places[count] = count ? decoder.source(operands[count], type) : decoder.target(operands[0], type);
    ++count;
  }
  Instruction &instruction = decoder.emit(handler);
  std::copy_n(places, count, instruction.operands);
}

uint32_t Decoder::labelIndex(unsigned scope, const std::string &name, bool &isFound) const {
  const FunctionSyntax &syntax = *function.syntax;
  for (;;) {
    if (auto found = syntax.labels.find({scope, name}); found != syntax.labels.end()) {
      isFound = true;
      return found->second;
    }
    if (scope == 0)
      break;
    scope = syntax.scopeParents[scope];
  }
  isFound = false;
  return 0;
}

//===- Branches and calls ----------------------------------------------------------------------------------------===//

bool Decoder::decodeBranch() {
  bool isFound = false;
  if (current->operands.size() != 1)
    return false;
  uint32_t index = labelIndex(current->scope, current->operands[0].name, isFound);
  if (isFound)
    emit(nullptr, Instruction::Kind::Branch).target = index;
  return isFound;
}

bool Decoder::decodeIndexedBranch() {
  if (current->operands.size() != 2)
    return false;
  const FunctionSyntax &syntax = *function.syntax;
  const std::string &name = current->operands[1].name;
  std::vector<uint32_t> targets;
  for (unsigned scope = current->scope;; scope = syntax.scopeParents[scope]) {
    if (auto found = syntax.labelLists.find({scope, name}); found != syntax.labelLists.end()) {
      for (const std::string &label : found->second) {
        bool isFound = false;
        targets.push_back(labelIndex(scope, label, isFound));
        if (!isFound)
          return false;
      }
      break;
    }
    if (scope == 0)
      return false;
  }
  int32_t index = source(current->operands[0], {ScalarType::Kind::Unsigned, 32});
  if (index == Instruction::kNone || targets.empty())
    return false;
  Instruction &instruction = emit(nullptr, Instruction::Kind::IndexedBranch);
  instruction.operands[0] = index;
  instruction.target = uint32_t(function.targets.size());
  function.targets.push_back(std::move(targets));
  return true;
}

/// `call (results), callee, (arguments), prototype`: all but the callee may be left out.
bool Decoder::decodeCall() {
  CallSite site;
  int32_t address = Instruction::kNone;
  bool hasCallee = false;
  for (const Operand &operand : current->operands) {
    if (operand.kind == Operand::Kind::List) {
      for (const Operand &element : operand.elements) {
        if (element.kind != Operand::Kind::Variable)
          return false;
        (hasCallee ? site.arguments : site.results).push_back(element.variable);
      }
    } else if (hasCallee) {
      continue; // the prototype
    } else if (operand.kind == Operand::Kind::Name) {
      site.callee = module.functionNamed(operand.name);
      if (!site.callee)
        return false;
      function.callees.push_back(site.callee);
      hasCallee = true;
    } else {
      address = source(operand, {ScalarType::Kind::Unsigned, 64});
      if (address == Instruction::kNone)
        return false;
      hasCallee = true;
    }
  }
  if (!hasCallee)
    return false;
  Instruction &instruction = emit(nullptr, Instruction::Kind::Call);
  instruction.operands[0] = address;
  instruction.target = uint32_t(function.calls.size());
  function.calls.push_back(std::move(site));
  return true;
}

static void trap(Warp &warp, const Instruction &, uint32_t lanes) {
  warp.fail(kTrap, "trap " + warp.place(unsigned(std::countr_zero(lanes))));
}

static void nothing(Warp &, const Instruction &, uint32_t) {}

bool tilec::ptx::decodeControl(Decoder &decoder) {
  const std::string &opcode = decoder.statement().opcode;
  if (opcode == "bra")
    return decoder.decodeBranch();
  if (opcode == "brx")
    return decoder.decodeIndexedBranch();
  if (opcode == "call")
    return decoder.decodeCall();
  if (opcode == "ret")
    decoder.emit(nullptr, Instruction::Kind::Return);
  else if (opcode == "exit")
    decoder.emit(nullptr, Instruction::Kind::Exit);
  else
    decoder.emit(opcode == "trap" ? trap : nothing);
  return true;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Atomics/AtomicInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Strategy/WidestAtomicAdd.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tilec;
using tile::AtomicKind;
using tile::MemoryOrder;
using tile::MemoryScope;

namespace {

llvm::StringRef orderName(MemoryOrder order) {
  switch (order) {
  case MemoryOrder::Relaxed:
    return "relaxed";
  case MemoryOrder::Acquire:
    return "acquire";
  case MemoryOrder::Release:
    return "release";
  case MemoryOrder::AcqRel:
    return "acq_rel";
  }
  llvm_unreachable("four orders");
}

llvm::StringRef scopeName(MemoryScope scope) {
  switch (scope) {
  case MemoryScope::Block:
    return "cta";
  case MemoryScope::Device:
    return "gpu";
  case MemoryScope::System:
    return "sys";
  }
  llvm_unreachable("three scopes");
}

/// Operation and type as PTX spells them: `add.noftz.f16`, `max.s32`. Both may differ from the value's own type.
std::string operationName(AtomicKind kind, Type type) {
  unsigned bits = registerBits(type);
  std::string width = std::to_string(bits);
  switch (kind) {
  case AtomicKind::Exchange:
    return "exch.b" + width;
  case AtomicKind::Add:
  case AtomicKind::Sub: // of the negated value
    if (type.isF16() || type.isBF16())
      return type.isF16() ? "add.noftz.f16" : "add.noftz.bf16";
    return (isa<FloatType>(type) ? "add.f" : "add.u") + width;
  case AtomicKind::And:
    return "and.b" + width;
  case AtomicKind::Or:
    return "or.b" + width;
  case AtomicKind::Xor:
    return "xor.b" + width;
  case AtomicKind::MaxSigned:
    return "max.s" + width;
  case AtomicKind::MaxUnsigned:
    return "max.u" + width;
  case AtomicKind::MinSigned:
    return "min.s" + width;
  case AtomicKind::MinUnsigned:
    return "min.u" + width;
  }
  llvm_unreachable("ten kinds");
}

/// One predicated instruction under construction. `%` in its text stands for the next operand.
class Instruction {
public:
  Instruction(ImplicitLocOpBuilder &builder, const AtomicAccess &access) : builder(builder), access(access) {}

  /// `ld.acquire.gpu.global`
  std::string start(llvm::StringRef mnemonic) const {
    return (mnemonic + "." + orderName(access.order) + "." + scopeName(access.scope) + stateSpace(access.address))
        .str();
  }

  /// Emits `<text> [address], {values...};`
  void emitVector(std::string text, ValueRange values) {
    std::string constraints = "l", list;
    SmallVector<Value> operands = {access.address};
    for (Value value : values) {
      PtxOperand operand = toPtxOperand(builder, value);
      list += (list.empty() ? "$" : ", $") + std::to_string(operands.size());
      constraints += std::string(",") + operand.constraint;
      operands.push_back(operand.value);
    }
    text += " [$0], {" + list + "};";
    if (access.predicate) {
      text = "@$" + std::to_string(operands.size()) + " " + text;
      constraints += ",b";
      operands.push_back(access.predicate);
    }
    emitInlinePtx(builder, TypeRange(), text, constraints, operands);
  }

  /// Emits `<text> $0, [address], values...;`, or without the `$0` when `result` is null; yields the result, which
  /// starts as `initial` if that is given.
  Value emit(std::string text, Type result, ValueRange values, Value initial = {}) {
    bool hasResult = bool(result);
    unsigned next = hasResult ? 1 : 0;
    std::string constraints;
    Type word;
    if (hasResult) {
      auto [type, constraint] = ptxResult(result);
      word = type;
      constraints = std::string("=") + constraint + ",";
      text += " $0,";
    }
    text += " [$" + std::to_string(next++) + "]";
    constraints += "l";
    SmallVector<Value> operands = {access.address};
    for (Value value : values) {
      PtxOperand operand = toPtxOperand(builder, value);
      text += ", $" + std::to_string(next++);
      constraints += std::string(",") + operand.constraint;
      operands.push_back(operand.value);
    }
    if (access.predicate) {
      text = "@$" + std::to_string(next++) + " " + text;
      constraints += ",b";
      operands.push_back(access.predicate);
    }
    if (initial) {
      constraints += ",0";
      operands.push_back(toPtxOperand(builder, initial).value);
    }
    Value loaded = emitInlinePtx(builder, hasResult ? TypeRange(word) : TypeRange(), text + ";", constraints, operands);
    return hasResult ? fromPtxResult(builder, loaded, result) : Value();
  }

private:
  ImplicitLocOpBuilder &builder;
  const AtomicAccess &access;
};

Value negated(ImplicitLocOpBuilder &builder, Value value) {
  if (isa<FloatType>(value.getType()))
    return arith::NegFOp::create(builder, value);
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(value.getType()));
  return arith::SubIOp::create(builder, zero, value);
}

std::string bits(Type type) {
  return ".b" + std::to_string(registerBits(type));
}

} // namespace

Value tilec::emitAtomicLoad(ImplicitLocOpBuilder &builder, const AtomicAccess &access, Type stored, Value padding) {
  Instruction instruction(builder, access);
  return instruction.emit(instruction.start("ld") + bits(stored), stored, {}, access.predicate ? padding : Value());
}

void tilec::emitAtomicStore(ImplicitLocOpBuilder &builder, const AtomicAccess &access, Value value) {
  Instruction instruction(builder, access);
  instruction.emit(instruction.start("st") + bits(value.getType()), Type(), value);
}

Value tilec::emitAtomicRmw(ImplicitLocOpBuilder &builder, const AtomicAccess &access, AtomicKind kind, Value value,
                           bool wantsResult) {
  if (kind == AtomicKind::Sub)
    value = negated(builder, value);
  // `red` has no acquire, and no exchange.
  bool canDrop =
      kind != AtomicKind::Exchange && (access.order == MemoryOrder::Relaxed || access.order == MemoryOrder::Release);
  Instruction instruction(builder, access);
  std::string operation = "." + operationName(kind, value.getType());
  if (!wantsResult && canDrop)
    return instruction.emit(instruction.start("red") + operation, Type(), value);
  return instruction.emit(instruction.start("atom") + operation, value.getType(), value);
}

/// Adds two halves as one word.
static void emitPairAdd(ImplicitLocOpBuilder &builder, const AtomicAccess &access, ValueRange values) {
  Type element = values.front().getType();
  Value pair = LLVM::PoisonOp::create(builder, VectorType::get({2}, element));
  for (auto [i, value] : llvm::enumerate(values))
    pair = LLVM::InsertElementOp::create(builder, pair, value,
                                         LLVM::ConstantOp::create(builder, builder.getI32IntegerAttr(i)));
  Value word = LLVM::BitcastOp::create(builder, builder.getI32Type(), pair);
  Instruction instruction(builder, access);
  instruction.emit(instruction.start("red") + ".add.noftz" + (element.isF16() ? ".f16x2" : ".bf16x2"), Type(), word);
}

Value tilec::emitAtomicCount(ImplicitLocOpBuilder &builder, const AtomicAccess &access, Value last) {
  Instruction instruction(builder, access);
  return instruction.emit(instruction.start("atom") + ".inc.u32", last.getType(), last);
}

void tilec::emitAtomicVectorAdd(ImplicitLocOpBuilder &builder, const AtomicAccess &access, AtomicKind kind,
                                ValueRange values, const Target &target) {
  Type type = values.front().getType();
  bool isGlobal = stateSpace(access.address) == ".global";
  unsigned step = std::min<unsigned>(values.size(), strategy::widestAtomicAdd(type, isGlobal, target));
  for (unsigned i = 0; i < values.size(); i += step) {
    AtomicAccess part = access;
    if (i > 0)
      part.address = LLVM::GEPOp::create(builder, access.address.getType(), type, access.address,
                                         ArrayRef<LLVM::GEPArg>{int32_t(i)});
    if (step == 1) {
      emitAtomicRmw(builder, part, kind, values[i], /*wantsResult=*/false);
      continue;
    }
    SmallVector<Value> added(values.slice(i, step));
    if (kind == AtomicKind::Sub)
      for (Value &value : added)
        value = negated(builder, value);
    if (step == 2 && registerBits(type) == 16) {
      emitPairAdd(builder, part, added);
      continue;
    }
    Instruction instruction(builder, part);
    std::string width = ".v" + std::to_string(step);
    std::string operation =
        type.isF32() ? ".add" + width + ".f32" : ".add.noftz" + width + (type.isF16() ? ".f16" : ".bf16");
    instruction.emitVector(instruction.start("red") + operation, added);
  }
}

Value tilec::emitAtomicCas(ImplicitLocOpBuilder &builder, const AtomicAccess &access, Value expected, Value desired) {
  Instruction instruction(builder, access);
  return instruction.emit(instruction.start("atom") + ".cas" + bits(expected.getType()), expected.getType(),
                          {expected, desired}, access.predicate ? expected : Value());
}

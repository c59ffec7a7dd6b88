// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/SharedMemory.h"

using namespace mlir;
using namespace tilec;

Value tilec::inKnownSpace(ImplicitLocOpBuilder &builder, Value address, bool isGlobal) {
  if (!isGlobal)
    return address;
  Type global = LLVM::LLVMPointerType::get(builder.getContext(), kGlobalAddressSpace);
  return LLVM::AddrSpaceCastOp::create(builder, global, address);
}

Type tilec::storedType(Type registerType) {
  return registerType.isInteger(1) ? IntegerType::get(registerType.getContext(), 8) : registerType;
}

Value tilec::toStored(ImplicitLocOpBuilder &builder, Value value) {
  if (!value || !value.getType().isInteger(1))
    return value;
  return arith::ExtUIOp::create(builder, builder.getI8Type(), value);
}

Value tilec::fromStored(ImplicitLocOpBuilder &builder, Value value, Type type) {
  return value.getType() == type ? value : arith::TruncIOp::create(builder, type, value).getResult();
}

Value tilec::emitInlinePtx(ImplicitLocOpBuilder &builder, TypeRange results, const std::string &text,
                           const std::string &constraints, ValueRange operands) {
  SmallVector<Type> type(results);
  if (type.size() > 1)
    type = {LLVM::LLVMStructType::getLiteral(builder.getContext(), type)};
  return LLVM::InlineAsmOp::create(builder, type, operands, text, constraints, /*has_side_effects=*/true,
                                   /*is_align_stack=*/false, LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
                                   ArrayAttr())
      .getRes();
}

llvm::StringRef tilec::stateSpace(Value address) {
  switch (cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace()) {
  case kGlobalAddressSpace:
    return ".global";
  case kSharedAddressSpace:
    return ".shared";
  default:
    return "";
  }
}

std::pair<Type, char> tilec::ptxResult(Type type) {
  unsigned bits = registerBits(type);
  MLIRContext *context = type.getContext();
  if (bits <= 8)
    return {IntegerType::get(context, 32), 'r'};
  return {IntegerType::get(context, bits), bits == 16 ? 'h' : bits == 32 ? 'r' : 'l'};
}

PtxOperand tilec::toPtxOperand(ImplicitLocOpBuilder &builder, Value value) {
  auto [type, constraint] = ptxResult(value.getType());
  if (registerBits(value.getType()) <= 8)
    return {arith::ExtUIOp::create(builder, type, value), constraint};
  if (isa<LLVM::LLVMPointerType>(value.getType()))
    return {LLVM::PtrToIntOp::create(builder, type, value), constraint};
  if (value.getType() == type)
    return {value, constraint};
  return {LLVM::BitcastOp::create(builder, type, value), constraint};
}

Value tilec::fromPtxResult(ImplicitLocOpBuilder &builder, Value value, Type type) {
  if (registerBits(type) <= 8)
    return arith::TruncIOp::create(builder, type, value);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, type, value);
  return value.getType() == type ? value : LLVM::BitcastOp::create(builder, type, value).getResult();
}

namespace {

/// An access of several values cut into the machine words of one instruction.
struct Words {
  unsigned bits;  ///< of a word
  unsigned count; ///< 1, 2 or 4

  static Words of(Type element, unsigned count) {
    unsigned bits = registerBits(element), total = bits * count;
    unsigned word = std::max(bits, std::min(total, 32u));
    return {word, total / word};
  }
  /// `.v4.b32`
  std::string suffix() const {
    return (count > 1 ? ".v" + std::to_string(count) : std::string()) + ".b" + std::to_string(bits);
  }
};

Value vectorOf(ImplicitLocOpBuilder &builder, ValueRange values) {
  if (values.size() == 1)
    return values.front();
  Value vector = LLVM::UndefOp::create(builder, VectorType::get({int64_t(values.size())}, values.front().getType()));
  for (auto [i, value] : llvm::enumerate(values))
    vector = LLVM::InsertElementOp::create(builder, vector, value, constant32(builder, i));
  return vector;
}

SmallVector<Value> elementsOf(ImplicitLocOpBuilder &builder, Value vector) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type)
    return {vector};
  SmallVector<Value> values;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    values.push_back(LLVM::ExtractElementOp::create(builder, vector, constant32(builder, i)));
  return values;
}

/// Pointers travel as integers, which vectors and casts accept.
Value withoutPointer(ImplicitLocOpBuilder &builder, Value value) {
  if (!isa<LLVM::LLVMPointerType>(value.getType()))
    return value;
  return LLVM::PtrToIntOp::create(builder, builder.getI64Type(), value);
}

/// `values` as the words of one instruction.
SmallVector<Value> pack(ImplicitLocOpBuilder &builder, ValueRange values, Words words) {
  SmallVector<Value> plain;
  for (Value value : values)
    plain.push_back(withoutPointer(builder, value));
  unsigned perWord = plain.size() / words.count;
  SmallVector<Value> packed;
  for (unsigned i = 0; i < words.count; ++i) {
    Value word = vectorOf(builder, ValueRange(plain).slice(i * perWord, perWord));
    packed.push_back(
        perWord == 1 ? word : LLVM::BitcastOp::create(builder, builder.getIntegerType(words.bits), word).getResult());
  }
  return packed;
}

SmallVector<Value> unpack(ImplicitLocOpBuilder &builder, ValueRange packed, Type element, unsigned count) {
  unsigned perWord = count / packed.size();
  SmallVector<Value> values;
  for (Value word : packed) {
    if (perWord == 1) {
      values.push_back(fromPtxResult(builder, word, element));
      continue;
    }
    Type vector = VectorType::get({int64_t(perWord)}, element);
    llvm::append_range(values, elementsOf(builder, LLVM::BitcastOp::create(builder, vector, word)));
  }
  return values;
}

std::string operandList(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return count > 1 ? "{" + text + "}" : text;
}

SmallVector<Value> predicatedLoad(ImplicitLocOpBuilder &builder, Value address, Type element, unsigned count,
                                  Value predicate, ValueRange padding) {
  Words words = Words::of(element, count);
  auto [wordType, constraint] = ptxResult(builder.getIntegerType(words.bits));
  std::string text = "@$" + std::to_string(words.count + 1) + " ld" + stateSpace(address).str() + words.suffix() + " " +
                     operandList(0, words.count) + ", [$" + std::to_string(words.count) + "];";
  std::string constraints;
  for (unsigned i = 0; i < words.count; ++i)
    constraints += std::string("=") + constraint + ",";
  constraints += "l,b";
  SmallVector<Value> operands = {address, predicate};
  if (!padding.empty())
    for (auto [i, word] : llvm::enumerate(pack(builder, padding, words))) {
      constraints += "," + std::to_string(i); // the result starts as the padding
      operands.push_back(toPtxOperand(builder, word).value);
    }
  Value loaded = emitInlinePtx(builder, SmallVector<Type>(words.count, wordType), text, constraints, operands);
  SmallVector<Value> packed;
  if (words.count == 1)
    packed.push_back(loaded);
  else
    for (unsigned i = 0; i < words.count; ++i)
      packed.push_back(LLVM::ExtractValueOp::create(builder, loaded, i));
  return unpack(builder, packed, element, count);
}

void predicatedStore(ImplicitLocOpBuilder &builder, Value address, ValueRange values, Value predicate) {
  Words words = Words::of(values.front().getType(), values.size());
  std::string text =
      "@$1 st" + stateSpace(address).str() + words.suffix() + " [$0], " + operandList(2, words.count) + ";";
  std::string constraints = "l,b";
  SmallVector<Value> operands = {address, predicate};
  for (Value word : pack(builder, values, words)) {
    PtxOperand operand = toPtxOperand(builder, word);
    constraints += std::string(",") + operand.constraint;
    operands.push_back(operand.value);
  }
  emitInlinePtx(builder, {}, text, constraints, operands);
}

} // namespace

SmallVector<Value> tilec::loadVector(ImplicitLocOpBuilder &builder, Value address, Type element, unsigned count,
                                     Value predicate, ValueRange padding) {
  if (predicate)
    return predicatedLoad(builder, address, element, count, predicate, padding);
  unsigned alignment = registerBits(element) / 8 * count;
  bool viaIntegers = count > 1 && isa<LLVM::LLVMPointerType>(element);
  Type loaded = viaIntegers ? builder.getI64Type() : element;
  if (count > 1)
    loaded = VectorType::get({count}, loaded);
  SmallVector<Value> values = elementsOf(builder, LLVM::LoadOp::create(builder, loaded, address, alignment));
  if (viaIntegers)
    for (Value &value : values)
      value = LLVM::IntToPtrOp::create(builder, element, value);
  return values;
}

void tilec::storeVector(ImplicitLocOpBuilder &builder, Value address, ValueRange values, Value predicate) {
  if (predicate)
    return predicatedStore(builder, address, values, predicate);
  unsigned alignment = registerBits(values.front().getType()) / 8 * values.size();
  SmallVector<Value> plain(values);
  if (plain.size() > 1)
    for (Value &value : plain)
      value = withoutPointer(builder, value);
  LLVM::StoreOp::create(builder, vectorOf(builder, plain), address, alignment);
}

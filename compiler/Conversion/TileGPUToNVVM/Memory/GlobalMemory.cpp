// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilec;

static Value inSpace(ImplicitLocOpBuilder &builder, Value address, unsigned space) {
  return LLVM::AddrSpaceCastOp::create(builder, LLVM::LLVMPointerType::get(builder.getContext(), space), address);
}

Value tilec::inKnownSpace(ImplicitLocOpBuilder &builder, Value address, bool isGlobal) {
  return isGlobal ? inSpace(builder, address, kGlobalAddressSpace) : address;
}

Value tilec::inKnownSpace(ImplicitLocOpBuilder &builder, Value address, Operation *access, const KnownSpaces &spaces) {
  if (spaces.shared.contains(access))
    return inSpace(builder, address, kSharedAddressSpace);
  return inKnownSpace(builder, address, spaces.global.contains(access));
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

static LLVM::InlineAsmOp createInlinePtx(ImplicitLocOpBuilder &builder, TypeRange results, const std::string &text,
                                         const std::string &constraints, ValueRange operands) {
  SmallVector<Type> type(results);
  if (type.size() > 1)
    type = {LLVM::LLVMStructType::getLiteral(builder.getContext(), type)};
  return LLVM::InlineAsmOp::create(builder, type, operands, text, constraints, /*has_side_effects=*/true,
                                   /*is_align_stack=*/false, LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
                                   ArrayAttr());
}

Value tilec::emitInlinePtx(ImplicitLocOpBuilder &builder, TypeRange results, const std::string &text,
                           const std::string &constraints, ValueRange operands) {
  return createInlinePtx(builder, results, text, constraints, operands).getRes();
}

void tilec::emitProloguePtx(ImplicitLocOpBuilder &builder, const std::string &text, const std::string &constraints,
                            ValueRange operands) {
  createInlinePtx(builder, {}, text, constraints, operands)->setAttr(tile_gpu::kPrologueAttr, builder.getUnitAttr());
}

llvm::StringRef tilec::stateSpace(Value address) {
  switch (cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace()) {
  case kGlobalAddressSpace:
    return ".global";
  case kSharedAddressSpace:
    return ".shared";
  case kClusterAddressSpace:
    return ".shared::cluster";
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
  unsigned count; ///< 1, 2, 4 or 8

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

bool isGlobal(Value address) {
  return stateSpace(address) == ".global";
}

/// `.nc.L1::no_allocate`; nothing outside of global memory, which these are for.
std::string loadModifiers(Value address, const CacheUse &cache) {
  if (!isGlobal(address))
    return "";
  std::string text = cache.readOnly ? ".nc" : "";
  if (cache.policy)
    text += *cache.policy == tile_gpu::CachePolicy::Streaming ? ".L1::no_allocate" : ".L1::evict_last";
  return text;
}

std::string storeModifiers(Value address, const CacheUse &cache) {
  if (!isGlobal(address) || !cache.policy)
    return "";
  return *cache.policy == tile_gpu::CachePolicy::Streaming ? ".cs" : ".L1::evict_last";
}

/// One of two loads: whether what lies beside comes into L2 is decided by the operand behind the address, the blocks
/// along x.
std::string chooseAdjacent(const std::string &modifiers, const std::string &rest, unsigned address, uint64_t most) {
  std::string blocks = "$" + std::to_string(address + 1);
  return "{ .reg .pred near; setp.le.u32 near, " + blocks + ", " + std::to_string(most) + "; @near ld.global" +
         modifiers + ".L2::256B" + rest + " @!near ld.global" + modifiers + rest + " }";
}

SmallVector<Value> inlineLoad(ImplicitLocOpBuilder &builder, Value address, Type element, unsigned count,
                              Value predicate, ValueRange padding, const CacheUse &cache) {
  Words words = Words::of(element, count);
  auto [wordType, constraint] = ptxResult(builder.getIntegerType(words.bits));
  std::string modifiers = loadModifiers(address, cache);
  std::string rest = words.suffix() + " " + operandList(0, words.count) + ", [$" + std::to_string(words.count) + "];";
  std::string text = "ld" + stateSpace(address).str() + modifiers + rest;
  std::string constraints;
  for (unsigned i = 0; i < words.count; ++i)
    constraints += std::string("=") + constraint + ",";
  constraints += "l";
  SmallVector<Value> operands = {address};
  if (predicate) {
    text = "@$" + std::to_string(words.count + 1) + " " + text;
    constraints += ",b";
    operands.push_back(predicate);
  } else if (cache.adjacentBlocks == tile_gpu::LoadOp::kAnyGrid) {
    text = "ld.global" + modifiers + ".L2::256B" + rest;
  } else if (cache.adjacentBlocks) {
    text = chooseAdjacent(modifiers, rest, words.count, cache.adjacentBlocks);
    constraints += ",r";
    operands.push_back(NVVM::GridDimXOp::create(builder, builder.getI32Type()));
  }
  if (predicate && !padding.empty())
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

void inlineStore(ImplicitLocOpBuilder &builder, Value address, ValueRange values, Value predicate,
                 const CacheUse &cache) {
  Words words = Words::of(values.front().getType(), values.size());
  std::string text = "st" + stateSpace(address).str() + storeModifiers(address, cache) + words.suffix() + " [$0], " +
                     operandList(predicate ? 2 : 1, words.count) + ";";
  std::string constraints = "l";
  SmallVector<Value> operands = {address};
  if (predicate) {
    text = "@$1 " + text;
    constraints += ",b";
    operands.push_back(predicate);
  }
  for (Value word : pack(builder, values, words)) {
    PtxOperand operand = toPtxOperand(builder, word);
    constraints += std::string(",") + operand.constraint;
    operands.push_back(operand.value);
  }
  emitInlinePtx(builder, {}, text, constraints, operands);
}

/// More than memory other than global takes at once.
bool isTooWide(Value address, Type element, unsigned count) {
  return !isGlobal(address) && count * registerBits(element) / 8 > tile::kPortableAccessBytes;
}

} // namespace

Value tilec::addressBehind(ImplicitLocOpBuilder &builder, Value address, Type element, unsigned count) {
  Type stepped = isa<LLVM::LLVMPointerType>(element) ? Type(builder.getI64Type()) : element;
  return LLVM::GEPOp::create(builder, address.getType(), stepped, address, ArrayRef<LLVM::GEPArg>{int32_t(count)});
}

SmallVector<Value> tilec::loadVector(ImplicitLocOpBuilder &builder, Value address, Type element, unsigned count,
                                     Value predicate, ValueRange padding, const CacheUse &cache) {
  if (isTooWide(address, element, count)) {
    unsigned half = count / 2;
    SmallVector<Value> values =
        loadVector(builder, address, element, half, predicate, padding.take_front(padding.empty() ? 0 : half), cache);
    llvm::append_range(values, loadVector(builder, addressBehind(builder, address, element, half), element, half,
                                          predicate, padding.take_back(padding.empty() ? 0 : half), cache));
    return values;
  }
  if (predicate || ((cache.policy || cache.adjacentBlocks) && isGlobal(address)))
    return inlineLoad(builder, address, element, count, predicate, padding, cache);
  unsigned alignment = registerBits(element) / 8 * count;
  bool viaIntegers = count > 1 && isa<LLVM::LLVMPointerType>(element);
  Type loaded = viaIntegers ? builder.getI64Type() : element;
  if (count > 1)
    loaded = VectorType::get({count}, loaded);
  SmallVector<Value> values = elementsOf(
      builder, LLVM::LoadOp::create(builder, loaded, address, alignment, /*isVolatile=*/false,
                                    /*isNonTemporal=*/false, /*isInvariant=*/cache.readOnly && isGlobal(address)));
  if (viaIntegers)
    for (Value &value : values)
      value = LLVM::IntToPtrOp::create(builder, element, value);
  return values;
}

void tilec::storeVector(ImplicitLocOpBuilder &builder, Value address, ValueRange values, Value predicate,
                        const CacheUse &cache) {
  Type element = values.front().getType();
  if (isTooWide(address, element, values.size())) {
    unsigned half = values.size() / 2;
    storeVector(builder, address, values.take_front(half), predicate, cache);
    return storeVector(builder, addressBehind(builder, address, element, half), values.drop_front(half), predicate,
                       cache);
  }
  if (predicate || (cache.policy && isGlobal(address)))
    return inlineStore(builder, address, values, predicate, cache);
  unsigned alignment = registerBits(values.front().getType()) / 8 * values.size();
  SmallVector<Value> plain(values);
  if (plain.size() > 1)
    for (Value &value : plain)
      value = withoutPointer(builder, value);
  LLVM::StoreOp::create(builder, vectorOf(builder, plain), address, alignment);
}

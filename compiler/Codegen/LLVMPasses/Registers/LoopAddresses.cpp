// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/Registers/LoopAddresses.h"
#include "compiler/Codegen/LLVMPasses/Registers/RegisterPressure.h"
#include "compiler/Codegen/LLVMPasses/Registers/RepeatableArithmetic.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace tilec;
using namespace tilec::codegen;

/// With at most so many registers of a lane, arithmetic at each store is worth it: two CTAs of 8 warps share a
/// multiprocessor.
static constexpr unsigned kFewRegisters = 128;

/// The number, as nothing knows it.
static Value *hidden(IRBuilder<> &builder, Value *number) {
  Type *type = number->getType();
  auto *assembly = InlineAsm::get(FunctionType::get(type, {type}, false), "", type->isIntegerTy(64) ? "=l,0" : "=r,0",
                                  /*hasSideEffects=*/true);
  return builder.CreateCall(assembly, {number});
}

namespace {

/// Blocks of loops that multiply by `mma.sync`, as far as registers are short there.
class ShortLoops {
public:
  ShortLoops(Function &function, const LoopInfo &loops, const RegisterPressure &pressure) {
    SmallPtrSet<const Loop *, 4> multiplying;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
          call && call->getCalledFunction()->getName().starts_with("llvm.nvvm.mma."))
        multiplying.insert(loops.getLoopFor(instruction.getParent()));
    for (BasicBlock &block : function)
      if (const Loop *loop = loops.getLoopFor(&block);
          loop && multiplying.contains(loop) && pressure.countIn(&block) > 0)
        blocks.insert({&block, loop});
  }

  /// The blocks, each with its innermost loop, in the function's order.
  const MapVector<BasicBlock *, const Loop *> &get() const {
    return blocks;
  }

private:
  MapVector<BasicBlock *, const Loop *> blocks;
};

} // namespace

//===- Lanes apart -----------------------------------------------------------------------------------------------===//

namespace {

enum class Whose { AllLanes, OneLane, Unknown };

} // namespace

/// Which lanes a number is the same for, by what it is computed of.
static Whose whose(const Value *number) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *> open = {number};
  bool isOfLane = false;
  while (!open.empty()) {
    const auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
    if (!instruction || !seen.insert(instruction).second)
      continue;
    if (std::string name = specialRegister(instruction); !name.empty())
      isOfLane |= StringRef(name).starts_with("%tid");
    else if (!isCheap(*instruction) && !isa<PHINode>(instruction))
      return Whose::Unknown;
    else
      append_range(open, instruction->operand_values());
  }
  return isOfLane ? Whose::OneLane : Whose::AllLanes;
}

/// Whether the address adds what the loop changes, for all lanes alike, to what each lane has computed before.
static bool addsToOwnAddress(const GetElementPtrInst &address, const Loop &loop) {
  auto *own = dyn_cast<GetElementPtrInst>(address.getPointerOperand());
  return own && own->hasOneUse() && loop.isLoopInvariant(own) && own->getNumIndices() == 1 &&
         address.getNumIndices() == 1 && !loop.isLoopInvariant(address.getOperand(1)) &&
         whose(own->getPointerOperand()) == Whose::AllLanes && whose(own->getOperand(1)) == Whose::OneLane &&
         whose(address.getOperand(1)) == Whose::AllLanes;
}

static void keepApart(GetElementPtrInst &address) {
  auto *own = cast<GetElementPtrInst>(address.getPointerOperand());
  IRBuilder<> builder(&address);
  Value *common = builder.CreateGEP(address.getSourceElementType(), own->getPointerOperand(), address.getOperand(1));
  Value *lane = own->getOperand(1);
  auto *wider = dyn_cast<CastInst>(lane);
  if (wider && wider->getSrcTy()->isIntegerTy(32))
    lane = builder.CreateCast(wider->getOpcode(), hidden(builder, wider->getOperand(0)), wider->getType());
  else
    lane = hidden(builder, lane);
  address.replaceAllUsesWith(builder.CreateGEP(own->getSourceElementType(), common, lane));
  address.eraseFromParent();
  own->eraseFromParent();
}

static bool keepApart(const ShortLoops &loops) {
  bool isChanged = false;
  for (auto [block, loop] : loops.get())
    for (Instruction &instruction : make_early_inc_range(*block))
      if (auto *address = dyn_cast<GetElementPtrInst>(&instruction); address && addsToOwnAddress(*address, *loop)) {
        keepApart(*address);
        isChanged = true;
      }
  return isChanged;
}

//===- Places that differ by bits --------------------------------------------------------------------------------===//

namespace {

/// `shared[place xor bits] + bytes`.
struct Toggled {
  GetElementPtrInst *element = nullptr; ///< of the variable of shared memory
  CastInst *wider = nullptr;            ///< from the place to the index, if it is narrower
  BinaryOperator *place = nullptr;      ///< the exclusive or
  uint64_t bits = 0;                    ///< in bytes
  int64_t bytes = 0;
};

} // namespace

static std::optional<Toggled> toggledPlace(Instruction *address) {
  const DataLayout &layout = address->getDataLayout();
  Toggled toggled;
  APInt bytes(64, 0);
  auto *element = dyn_cast<GetElementPtrInst>(address);
  while (element && element->accumulateConstantOffset(layout, bytes))
    element = dyn_cast<GetElementPtrInst>(element->getPointerOperand());
  auto *shared = element ? dyn_cast<GlobalVariable>(element->getPointerOperand()) : nullptr;
  if (!shared || shared->getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED || element->getNumIndices() != 1)
    return std::nullopt;
  toggled.element = element;
  toggled.wider = dyn_cast<ZExtInst>(element->getOperand(1));
  toggled.place = dyn_cast<BinaryOperator>(toggled.wider ? toggled.wider->getOperand(0) : element->getOperand(1));
  auto *bits = toggled.place && toggled.place->getOpcode() == Instruction::Xor
                   ? dyn_cast<ConstantInt>(toggled.place->getOperand(1))
                   : nullptr;
  uint64_t size = layout.getTypeAllocSize(element->getSourceElementType()).getFixedValue();
  if (!bits || bits->isNegative() || !isPowerOf2_64(size))
    return std::nullopt;
  toggled.bits = bits->getZExtValue() * size;
  toggled.bytes = bytes.getSExtValue();
  // The variable's own address has none of these bits.
  if (toggled.bits >= shared->getAlign().valueOrOne().value())
    return std::nullopt;
  return toggled;
}

namespace {

/// Computes addresses where they are used; each block has one copy of what they differ from.
class Toggler {
public:
  void replace(Use &use, const Toggled &toggled) {
    auto *user = cast<Instruction>(use.getUser());
    IRBuilder<> builder(user);
    Value *&first = firsts[{firstOf(toggled), user->getParent()}];
    if (!first)
      first = hidden(builder, builder.CreatePtrToInt(firstOf(toggled), builder.getInt64Ty()));
    Value *address = builder.CreateIntToPtr(builder.CreateXor(first, toggled.bits), use->getType());
    use.set(toggled.bytes ? builder.CreatePtrAdd(address, builder.getInt64(toggled.bytes)) : address);
  }

private:
  /// The place without the bits, beside the one with them.
  Value *firstOf(const Toggled &toggled) {
    Value *place = toggled.place->getOperand(0);
    Value *&known = places[{place, toggled.element->getPointerOperand(), toggled.element->getSourceElementType(),
                            toggled.wider ? toggled.wider->getType() : nullptr}];
    if (known)
      return known;
    auto *maker = dyn_cast<Instruction>(place);
    IRBuilder<> builder(toggled.place);
    if (maker)
      builder.SetInsertPoint(*maker->getInsertionPointAfterDef());
    else
      builder.SetInsertPointPastAllocas(toggled.place->getFunction());
    Value *index = toggled.wider ? builder.CreateZExt(place, toggled.wider->getType()) : place;
    return known =
               builder.CreateGEP(toggled.element->getSourceElementType(), toggled.element->getPointerOperand(), index);
  }

  /// The addresses by index, base, element type, and the index's type where it is wider.
  DenseMap<std::tuple<Value *, Value *, Type *, Type *>, Value *> places;
  DenseMap<std::pair<Value *, BasicBlock *>, Value *> firsts;
};

} // namespace

/// Toggles bits of addresses, in the order of the blocks' instructions.
static bool toggle(const ShortLoops &loops) {
  SmallVector<std::pair<Use *, Toggled>> found;
  for (auto [block, loop] : loops.get())
    for (Instruction &instruction : *block)
      for (Use &use : instruction.operands())
        if (auto *address = dyn_cast<Instruction>(use.get());
            address && !isa<PHINode>(instruction) && loop->isLoopInvariant(address))
          if (std::optional<Toggled> toggled = toggledPlace(address))
            found.emplace_back(&use, *toggled);
  Toggler toggler;
  for (auto &[use, toggled] : found)
    toggler.replace(*use, toggled);
  return !found.empty();
}

//===- Places of stores ------------------------------------------------------------------------------------------===//

/// What follows from a thread's number and a block's, computed anew.
static Value *computedAgain(IRBuilder<> &builder, Value *value, DenseMap<Value *, Value *> &made) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  if (Value *known = made.lookup(value))
    return known;
  if (std::string name = specialRegister(value); !name.empty()) {
    auto *assembly = InlineAsm::get(FunctionType::get(value->getType(), {}, false), "mov.u32 $0, " + name + ";", "=r",
                                    /*hasSideEffects=*/true);
    return made[value] = builder.CreateCall(assembly);
  }
  SmallVector<Value *> operands;
  for (Value *operand : instruction->operands())
    operands.push_back(computedAgain(builder, operand, made));
  Instruction *copy = instruction->clone();
  for (auto [use, operand] : zip(copy->operands(), operands))
    use.set(operand);
  return made[value] = builder.Insert(copy);
}

/// Computes addresses at the stores. Nobody waits for a store, so its address may come late.
static bool computeAtStores(const ShortLoops &loops, Repeatable &repeatable) {
  bool isChanged = false;
  for (auto [block, loop] : loops.get()) {
    DenseMap<Value *, Value *> bases;
    for (Instruction &instruction : make_early_inc_range(*block)) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (!store || store->getPointerAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED)
        continue;
      APInt bytes(64, 0);
      auto *base = dyn_cast<Instruction>(store->getPointerOperand()->stripAndAccumulateConstantOffsets(
          store->getDataLayout(), bytes, /*AllowNonInbounds=*/true));
      if (!base || base->getType() != store->getPointerOperandType() || !loop->isLoopInvariant(base) ||
          !repeatable.contains(base))
        continue;
      IRBuilder<> builder(store);
      Value *&again = bases[base];
      if (!again) {
        DenseMap<Value *, Value *> made;
        again = computedAgain(builder, base, made);
      }
      store->setOperand(1, builder.CreatePtrAdd(again, builder.getInt64(bytes.getSExtValue())));
      isChanged = true;
    }
  }
  return isChanged;
}

PreservedAnalyses HoldFewerAddresses::run(Function &function, FunctionAnalysisManager &analyses) {
  Repeatable repeatable;
  std::optional<RegisterPressure> pressure = RegisterPressure::find(
      function, [&](const Instruction &instruction) { return !repeatable.contains(&instruction); });
  if (!pressure)
    return PreservedAnalyses::all();
  ShortLoops loops(function, analyses.getResult<LoopAnalysis>(function), *pressure);
  bool isChanged = toggle(loops);
  if (pressure->registers() <= kFewRegisters)
    isChanged |= computeAtStores(loops, repeatable);
  isChanged |= keepApart(loops);
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/InterleaveLoads.h"
#include "compiler/Codegen/Ptx/InlinePtx.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace tilec::codegen;

/// The loads of a lane that are on their way at once, and how many make it worth it.
static constexpr unsigned kAtOnce = 32, kMany = 96;
static constexpr unsigned kWordBits = 32;

//===- What a block consists of ----------------------------------------------------------------------------------===//

/// Whether the instruction loads one register from global memory, under a predicate or not.
static bool isNarrowLoad(const Instruction &instruction) {
  unsigned bits = instruction.getType()->getPrimitiveSizeInBits();
  if (bits == 0 || bits > kWordBits)
    return false;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() && load->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_GLOBAL;
  StringRef text = inlinePtxOf(instruction);
  return (text.starts_with("ld.global") || text.starts_with("@$2 ld.global")) && text.count(';') == 1;
}

static bool isSharedStore(const Instruction &instruction) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() && store->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
}

/// Whether the instruction is a barrier of all lanes of the block, or of a role.
static bool isBarrier(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == Intrinsic::nvvm_barrier_cta_sync_aligned_all ||
                  call->getIntrinsicID() == Intrinsic::nvvm_barrier_cta_sync_aligned_count);
}
static bool isWarpBarrier(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::nvvm_bar_warp_sync;
}

/// Fences what lanes store to shared memory, or gives other lanes registers.
static bool isFenceOrShuffle(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  StringRef name = call ? call->getCalledFunction()->getName() : StringRef();
  return name.starts_with("llvm.nvvm.fence.proxy.async") || name.starts_with("llvm.nvvm.shfl.");
}

/// Assembly of no instruction, which hides a value (AddressChains.h).
static bool isNothing(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->isInlineAsm() && inlinePtxOf(instruction).empty();
}

/// A warpgroup's MMA, or what it waits for: all of it is in registers and shared memory.
static bool isOfMma(const Instruction &instruction) {
  StringRef text = inlinePtxOf(instruction);
  return text.contains("wgmma.") && !text.contains("global");
}

/// May write global memory, or order what does.
static bool isObstacle(const Instruction &instruction) {
  return instruction.mayWriteToMemory() && !isNarrowLoad(instruction) && !isSharedStore(instruction) &&
         !isBarrier(instruction) && !isWarpBarrier(instruction) && !isFenceOrShuffle(instruction) &&
         !isNothing(instruction) && !isOfMma(instruction);
}

/// Makes one value of loaded ones.
static bool isJoin(const Instruction &instruction) {
  return isa<TruncInst, ZExtInst, BitCastInst, InsertElementInst>(instruction) ||
         instruction.getOpcode() == Instruction::Or || instruction.getOpcode() == Instruction::Shl;
}

//===- The loads -------------------------------------------------------------------------------------------------===//

namespace {

/// A store and what only it needs, down to loads.
struct Transfer {
  StoreInst *store;
  SmallVector<Instruction *> makers; ///< each before those that need it
  unsigned loads = 0;
};

} // namespace

/// False where the value does not come from loads of the block alone.
static bool addMakers(Value *value, Transfer &transfer) {
  if (isa<Constant>(value))
    return true;
  auto *maker = dyn_cast<Instruction>(value);
  if (!maker || maker->getParent() != transfer.store->getParent() || !maker->hasOneUse())
    return false;
  if (isNarrowLoad(*maker))
    ++transfer.loads;
  else if (!isJoin(*maker) || !all_of(maker->operands(), [&](Use &use) { return addMakers(use, transfer); }))
    return false;
  transfer.makers.push_back(maker);
  return true;
}

/// Those between two obstacles each.
static SmallVector<SmallVector<Transfer>> findTransfers(BasicBlock &block) {
  SmallVector<SmallVector<Transfer>> groups(1);
  SmallPtrSet<const Instruction *, 32> loads; // of the current group's part of the block
  for (Instruction &instruction : block) {
    if (isNarrowLoad(instruction))
      loads.insert(&instruction);
    if (isObstacle(instruction) && !loads.empty()) {
      loads.clear();
      groups.emplace_back();
    }
    if (!isSharedStore(instruction))
      continue;
    Transfer transfer{cast<StoreInst>(&instruction), {}};
    if (addMakers(transfer.store->getValueOperand(), transfer) && transfer.loads &&
        all_of(transfer.makers, [&](Instruction *maker) { return !isNarrowLoad(*maker) || loads.contains(maker); }))
      groups.back().push_back(std::move(transfer));
  }
  return groups;
}

/// Whether nothing stands in the way from the first load to the barrier behind the last store, or to the block's end if
/// there is no barrier.
static bool isFree(BasicBlock &block, ArrayRef<Transfer> transfers) {
  SmallPtrSet<const Instruction *, 32> loads;
  for (const Transfer &transfer : transfers)
    loads.insert_range(make_filter_range(transfer.makers, [](Instruction *maker) { return isNarrowLoad(*maker); }));
  bool hasBegun = false, hasEnded = false, passesBarrier = false, passesWarpBarrier = false;
  for (Instruction &instruction : block) {
    hasBegun |= loads.contains(&instruction);
    if (!hasBegun)
      continue;
    // What warps pass between each other they order by the former only.
    bool isForAll = isBarrier(instruction), isForWarp = isWarpBarrier(instruction);
    if (hasEnded && (isForAll || (isForWarp && !passesBarrier)))
      return true;
    passesBarrier |= isForAll;
    passesWarpBarrier |= isForWarp;
    if (isObstacle(instruction))
      return hasEnded && !passesBarrier && !passesWarpBarrier;
    hasEnded |= &instruction == transfers.back().store;
  }
  return !passesBarrier && !passesWarpBarrier;
}

static bool interleaveLoads(BasicBlock &block, MutableArrayRef<Transfer> transfers) {
  unsigned loads = 0;
  for (const Transfer &transfer : transfers)
    loads += transfer.loads;
  if (loads < kMany || !isFree(block, transfers))
    return false;
  // Neither a store nor a load that waits for its turn has moved when it is asked where it stands.
  DenseMap<const Instruction *, unsigned> places;
  for (auto [place, instruction] : enumerate(block))
    places[&instruction] = place;
  // The first transfer that is under way with the current one, and loads of these.
  size_t first = 0;
  unsigned underWay = 0;
  DenseMap<StoreInst *, Instruction *> endOfTurn;
  for (size_t i = 0; i < transfers.size(); ++i) {
    underWay += transfers[i].loads;
    while (first < i && underWay > kAtOnce)
      underWay -= transfers[first++].loads;
    if (first == 0)
      continue;
    StoreInst *before = transfers[first - 1].store;
    Instruction *&last = endOfTurn.try_emplace(before, before).first->second;
    for (Instruction *maker : transfers[i].makers)
      if (places.at(maker) < places.at(before)) {
        maker->moveAfter(last);
        last = maker;
      }
  }
  return true;
}

/// Whether the instruction stores one register to global memory under a predicate.
static bool isMaskedStore(const Instruction &instruction) {
  StringRef text = inlinePtxOf(instruction);
  return text.starts_with("@") && text.contains("st.global") && !text.contains(".v") && text.count(';') == 1;
}

/// What tells an access where it is, and whether.
static bool isOfAccess(const Instruction &instruction) {
  Type *type = instruction.getType();
  return isa<GetElementPtrInst, ICmpInst, AddrSpaceCastInst>(instruction) ||
         (instruction.isBinaryOp() && (type->isIntegerTy(1) || type->isIntegerTy(64)));
}

namespace {

/// The order of a block's instructions while some of them move up before others, without numbering all of them again
/// for each move as the block itself does. What moves before an instruction that stays is in that one's list.
class MovingOrder {
public:
  explicit MovingOrder(BasicBlock &block) : moved(block.size()) {
    for (auto [place, instruction] : enumerate(block))
      places[&instruction] = {unsigned(place), kStays};
  }
  bool isBefore(const Instruction *first, const Instruction *second) const {
    return places.at(first) < places.at(second);
  }
  void moveBefore(Instruction *instruction, Instruction *next) {
    auto [anchor, number] = places.at(next);
    std::vector<Instruction *> &list = moved[anchor];
    auto position = number == kStays ? list.end() : find(list, next);
    int64_t low = position == list.begin() ? number - 2 * kGap : places.at(*std::prev(position)).second;
    if (list.empty())
      low = -kGap;
    int64_t high = number == kStays ? low + 2 * kGap : number;
    position = list.insert(position, instruction);
    places[instruction] = {anchor, low + (high - low) / 2};
    if (high - low < 2)
      for (auto [i, each] : enumerate(list))
        places[each].second = int64_t(i) * kGap;
    instruction->moveBefore(next->getIterator());
  }

private:
  static constexpr int64_t kGap = int64_t(1) << 20, kStays = std::numeric_limits<int64_t>::max();
  /// The instruction that stays by its number in the block, and the number in its list.
  DenseMap<const Instruction *, std::pair<unsigned, int64_t>> places;
  std::vector<std::vector<Instruction *>> moved;
};

} // namespace

/// Addresses and masks are computed where the first op needs them: all of them before the first load would take more
/// registers than what is on its way.
static void sinkAccesses(BasicBlock &block) {
  MovingOrder order(block);
  for (Instruction &instruction : make_early_inc_range(reverse(block))) {
    if (!isOfAccess(instruction) || instruction.use_empty())
      continue;
    Instruction *first = nullptr;
    for (User *user : instruction.users()) {
      auto *op = cast<Instruction>(user);
      bool isHere = op->getParent() == &block && !isa<PHINode>(op);
      first = !isHere ? nullptr : !first || order.isBefore(op, first) ? op : first;
      if (!isHere)
        break;
    }
    if (first && first != instruction.getNextNode())
      order.moveBefore(&instruction, first);
  }
}

PreservedAnalyses tilec::codegen::InterleaveLoads::run(Function &function, FunctionAnalysisManager &) {
  bool isChanged = false;
  for (BasicBlock &block : function) {
    bool areMoved = count_if(block, isMaskedStore) >= kMany;
    if (count_if(block, isNarrowLoad) >= kMany)
      for (MutableArrayRef<Transfer> transfers : findTransfers(block))
        areMoved |= interleaveLoads(block, transfers);
    if (areMoved)
      sinkAccesses(block);
    isChanged |= areMoved;
  }
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/SlowPaths.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tilec;

namespace {

/// Up to so many registers a slow path is short enough. Lanes with few registers to spare have no more.
constexpr size_t kFew = 32;
/// The number of registers that one iteration takes: their instructions fill each other's latencies.
constexpr size_t kTogether = 8;
constexpr unsigned kAlignment = 16;

bool areMany(ArrayRef<Value> values) {
  return values.size() > kFew && values.size() % kTogether == 0;
}

Value integer(ImplicitLocOpBuilder &b, int32_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

Value elementAt(ImplicitLocOpBuilder &b, Value memory, LLVM::GEPArg index) {
  return LLVM::GEPOp::create(b, memory.getType(), b.getF32Type(), memory, ArrayRef<LLVM::GEPArg>{index},
                             LLVM::GEPNoWrapFlags::inbounds);
}

/// Room for so many floats of the lane. Long ways of one function follow one another, so they share it.
Value laneMemory(ImplicitLocOpBuilder &b, size_t count) {
  Operation *parent = b.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<FunctionOpInterface>(parent);
  if (!function)
    function = parent->getParentOfType<FunctionOpInterface>();
  Block &entry = function.getFunctionBody().front();
  auto type = LLVM::LLVMArrayType::get(b.getF32Type(), count);
  for (auto memory : entry.getOps<LLVM::AllocaOp>())
    if (memory.getElemType() == type)
      return memory;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&entry);
  return LLVM::AllocaOp::create(b, LLVM::LLVMPointerType::get(b.getContext()), type, integer(b, 1), kAlignment);
}

Attribute keptAsLoop(MLIRContext *context) {
  return parseAttribute("#llvm.loop_annotation<unroll = <disable = true>>", context);
}

/// The values go to the lane's memory and come back from there.
SmallVector<Value> inGroups(ImplicitLocOpBuilder &b, ArrayRef<Value> values, RegisterEmission emit) {
  Value memory = laneMemory(b, values.size());
  for (auto [i, value] : llvm::enumerate(values))
    LLVM::StoreOp::create(b, value, elementAt(b, memory, int32_t(i)));
  auto loop = scf::ForOp::create(b, integer(b, 0), integer(b, int32_t(values.size())), integer(b, kTogether));
  loop->setAttr("loop_annotation", keptAsLoop(b.getContext()));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(loop.getBody()->getTerminator());
    Value first = elementAt(b, memory, loop.getInductionVar());
    SmallVector<Value> addresses, some;
    for (size_t i = 0; i < kTogether; ++i) {
      addresses.push_back(elementAt(b, first, int32_t(i)));
      some.push_back(LLVM::LoadOp::create(b, b.getF32Type(), addresses.back()));
    }
    for (auto [address, result] : llvm::zip(addresses, emit(some)))
      LLVM::StoreOp::create(b, result, address);
  }
  SmallVector<Value> results;
  for (size_t i = 0; i < values.size(); ++i)
    results.push_back(LLVM::LoadOp::create(b, b.getF32Type(), elementAt(b, memory, int32_t(i))));
  return results;
}

void fill(ImplicitLocOpBuilder &b, Block *block, llvm::function_ref<SmallVector<Value>()> emit) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(block);
  scf::YieldOp::create(b, emit());
}

} // namespace

SmallVector<Value> tilec::choosePath(ImplicitLocOpBuilder &b, Value condition, ArrayRef<Value> values,
                                     RegisterEmission fastPath, RegisterEmission slowPath, SlowPath form) {
  SmallVector<Type> types(values.size(), b.getF32Type());
  bool inLoop = form == SlowPath::LoopOfMany && areMany(values);
  if (inLoop)
    condition = NVVM::VoteSyncOp::create(b, b.getI1Type(), integer(b, -1), condition, NVVM::VoteSyncKind::all);
  auto choice = scf::IfOp::create(b, types, condition, /*withElseRegion=*/true);
  fill(b, choice.thenBlock(), [&] { return fastPath(values); });
  fill(b, choice.elseBlock(), [&] { return inLoop ? inGroups(b, values, slowPath) : slowPath(values); });
  return choice.getResults();
}

bool tilec::isOfLane(Operation *op) {
  auto isOwn = [](Value address) {
    while (auto element = address.getDefiningOp<LLVM::GEPOp>())
      address = element.getBase();
    return address.getDefiningOp<LLVM::AllocaOp>() != nullptr;
  };
  return !op->walk([&](Operation *inner) {
              bool isApart = isMemoryEffectFree(inner) || inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
              if (auto load = dyn_cast<LLVM::LoadOp>(inner))
                isApart = isOwn(load.getAddr());
              else if (auto store = dyn_cast<LLVM::StoreOp>(inner))
                isApart = isOwn(store.getAddr());
              return isApart ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

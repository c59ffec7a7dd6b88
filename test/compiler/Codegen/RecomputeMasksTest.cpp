// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random masks of rows, used in several blocks and behind MMAs: they stay what they are.
#include "compiler/Codegen/LLVMPasses/Registers/RecomputeMasks.h"
#include "test/support/Catch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/NoFolder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include <random>

using namespace llvm;

namespace {

/// Stores masks of two counts, with and without a flag, that are made at any place before.
struct Masks {
  LLVMContext context;
  Module module{"masks", context};
  Function *function;

  explicit Masks(unsigned seed) {
    std::mt19937 random(seed);
    auto below = [&](unsigned bound) { return unsigned(random() % bound); };
    IRBuilder<NoFolder> builder(context);
    Type *flag = builder.getInt1Ty(), *pointer = builder.getPtrTy();
    Type *types[] = {builder.getInt64Ty(), builder.getInt32Ty(), flag, pointer};
    function = Function::Create(FunctionType::get(builder.getVoidTy(), types, false), GlobalValue::ExternalLinkage,
                                "masks", module);
    builder.SetInsertPoint(BasicBlock::Create(context, "", function));
    InlineAsm *product = InlineAsm::get(FunctionType::get(builder.getVoidTy(), false), "wgmma.mma_async;", "", true);
    SmallVector<Value *> comparisons, masks;
    CmpInst::Predicate isAbove = below(2) ? CmpInst::ICMP_UGT : CmpInst::ICMP_SGT;
    unsigned stored = 0;
    for (unsigned stretch = 0; stretch < 6; ++stretch) {
      for (unsigned i = 0; i < 20; ++i) {
        Value *count = function->getArg(below(2));
        comparisons.push_back(builder.CreateICmp(isAbove, count, ConstantInt::get(count->getType(), below(40))));
        masks.push_back(comparisons.back());
      }
      for (unsigned i = 0; i < 60; ++i)
        masks.push_back(builder.CreateAnd(function->getArg(2), comparisons[below(comparisons.size())]));
      for (unsigned i = 0; i < 60; ++i)
        builder.CreateStore(masks[below(masks.size())],
                            builder.CreateConstGEP1_32(flag, function->getArg(3), stored++));
      if (below(3)) {
        builder.CreateCall(product);
      } else {
        BasicBlock *next = BasicBlock::Create(context, "", function);
        builder.CreateBr(next);
        builder.SetInsertPoint(next);
      }
    }
    builder.CreateRetVoid();
  }

  bool run() {
    FunctionAnalysisManager functions;
    PassBuilder().registerFunctionAnalyses(functions);
    bool isChanged = !tilec::codegen::RecomputeMasks().run(*function, functions).areAllPreserved();
    REQUIRE_FALSE(verifyFunction(*function, &errs()));
    return isChanged;
  }

  std::vector<bool> storedFor(uint64_t first, uint32_t second, bool flag) {
    DenseMap<Value *, APInt> numbers;
    numbers.try_emplace(function->getArg(0), 64, first);
    numbers.try_emplace(function->getArg(1), 32, second);
    numbers.try_emplace(function->getArg(2), 1, flag);
    auto numberOf = [&](Value *value) {
      auto *constant = dyn_cast<ConstantInt>(value);
      return constant ? constant->getValue() : numbers.at(value);
    };
    std::vector<bool> stored;
    for (Instruction &op : instructions(*function)) {
      if (auto *store = dyn_cast<StoreInst>(&op))
        stored.push_back(numberOf(store->getValueOperand()).getBoolValue());
      else if (op.getType()->isIntegerTy())
        numbers.try_emplace(&op, compute(op, numberOf));
    }
    return stored;
  }

private:
  static APInt compute(Instruction &op, function_ref<APInt(Value *)> numberOf) {
    APInt a = numberOf(op.getOperand(0));
    if (auto *comparison = dyn_cast<ICmpInst>(&op))
      return APInt(1, ICmpInst::compare(a, numberOf(op.getOperand(1)), comparison->getPredicate()));
    if (isa<SelectInst>(op))
      return numberOf(op.getOperand(a.getBoolValue() ? 1 : 2));
    if (auto *least = dyn_cast<MinMaxIntrinsic>(&op))
      return ICmpInst::compare(a, numberOf(op.getOperand(1)), least->getPredicate()) ? a : numberOf(op.getOperand(1));
    switch (op.getOpcode()) {
    case Instruction::And:
      return a & numberOf(op.getOperand(1));
    case Instruction::Add:
      return a + numberOf(op.getOperand(1));
    default:
      REQUIRE(isa<TruncInst, ZExtInst>(op));
      return a.zextOrTrunc(op.getType()->getIntegerBitWidth());
    }
  }
};

} // namespace

TEST_CASE("masks are true where they were, wherever they are computed") {
  unsigned changed = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Masks before(seed), after(seed);
    changed += after.run();
    for (int64_t count : {int64_t(-3), int64_t(0), int64_t(1), int64_t(7), int64_t(20), int64_t(39), int64_t(41),
                          int64_t(1) << 31, (int64_t(1) << 32) + 5})
      for (bool flag : {false, true}) {
        INFO("seed " << seed << ", count " << count << ", flag " << flag);
        CHECK(before.storedFor(count, uint32_t(count), flag) == after.storedFor(count, uint32_t(count), flag));
      }
  }
  CHECK(changed > 50);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random places of lanes: what they are stays, and what is said of their bits is true.
#include "compiler/Codegen/LLVMPasses/ConstantsLast.h"
#include "test/support/Catch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/NoFolder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/KnownBits.h"
#include <random>

using namespace llvm;

namespace {

constexpr unsigned kLanes = 128;

struct Places {
  LLVMContext context;
  Module module{"places", context};
  Function *function;

  /// Of a lane: as strategies make them, of parts without common bits and constants on top.
  explicit Places(unsigned seed) {
    std::mt19937 random(seed);
    auto below = [&](unsigned bound) { return unsigned(random() % bound); };
    IRBuilder<NoFolder> builder(context);
    Type *number = builder.getInt32Ty(), *pointer = builder.getPtrTy();
    function = Function::Create(FunctionType::get(builder.getVoidTy(), {number, pointer}, false),
                                GlobalValue::ExternalLinkage, "places", module);
    builder.SetInsertPoint(BasicBlock::Create(context, "", function));
    SmallVector<Value *> values = {builder.CreateAnd(function->getArg(0), kLanes - 1)};
    for (int i = 0; i < 40; ++i) {
      Value *a = values[below(values.size())], *b = values[below(values.size())];
      KnownBits bits = computeKnownBits(a, module.getDataLayout());
      unsigned shift = 1 + below(5), constant = below(2) ? 1u << below(12) : below(4096);
      switch (below(5)) {
      case 0:
        values.push_back(builder.CreateAnd(a, constant));
        break;
      case 1:
        if (bits.countMinLeadingZeros() > shift + 1)
          values.push_back(builder.CreateShl(a, shift, "", true, true));
        break;
      case 2:
        values.push_back(builder.CreateLShr(a, shift));
        break;
      case 3:
        b = builder.getInt32(constant);
        [[fallthrough]];
      default:
        values.push_back(builder.CreateOr(a, b));
        if (haveNoCommonBitsSet(a, b, SimplifyQuery(module.getDataLayout())))
          cast<PossiblyDisjointInst>(values.back())->setIsDisjoint(true);
      }
    }
    for (auto [index, value] : enumerate(values))
      builder.CreateStore(value, builder.CreateConstGEP1_32(number, function->getArg(1), unsigned(index)));
    builder.CreateRetVoid();
  }

  void run() {
    FunctionAnalysisManager functions;
    PassBuilder().registerFunctionAnalyses(functions);
    tilec::codegen::ConstantsLast().run(*function, functions);
    REQUIRE_FALSE(verifyFunction(*function, &errs()));
  }

  /// What is stored by a lane, in order.
  std::vector<uint32_t> storedBy(uint32_t lane) {
    DenseMap<Value *, uint32_t> numbers = {{function->getArg(0), lane}};
    auto numberOf = [&](Value *value) {
      auto *constant = dyn_cast<ConstantInt>(value);
      return constant ? uint32_t(constant->getZExtValue()) : numbers.at(value);
    };
    std::vector<uint32_t> stored;
    for (Instruction &op : instructions(*function)) {
      if (auto *store = dyn_cast<StoreInst>(&op))
        stored.push_back(numberOf(store->getValueOperand()));
      if (!op.isBinaryOp())
        continue;
      uint32_t a = numberOf(op.getOperand(0)), b = numberOf(op.getOperand(1));
      if (auto *sum = dyn_cast<PossiblyDisjointInst>(&op); sum && sum->isDisjoint())
        REQUIRE((a & b) == 0);
      if (op.getOpcode() == Instruction::Shl && op.hasNoUnsignedWrap())
        REQUIRE((uint64_t(a) << b) >> 32 == 0);
      numbers[&op] = op.getOpcode() == Instruction::And   ? a & b
                     : op.getOpcode() == Instruction::Or  ? a | b
                     : op.getOpcode() == Instruction::Shl ? a << b
                                                          : a >> b;
    }
    return stored;
  }
};

} // namespace

TEST_CASE("constants change their place, and no number") {
  unsigned changed = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    Places before(seed), after(seed);
    after.run();
    changed += before.function->getInstructionCount() != after.function->getInstructionCount();
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      REQUIRE(before.storedBy(lane) == after.storedBy(lane));
  }
  CHECK(changed > 100);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels arrive here canonical and scalar, so LLVM's default pipeline, which runs most passes several times, spends
/// most of its time to find nothing. The list below is what changes the machine code of the test kernels: code,
/// registers and spills are those of the default pipeline. Some passes look for pairs of instructions, in time that
/// grows with the square of a function; they run only where they have something to find:
///
///   SLPVectorizer                 packs arithmetic in pairs: where something is done with values narrower than 32 bits
///                                 besides rounding to them, or there are floats and an instruction for two of them. In
///                                 large functions numbers that are only loaded and narrowed do not count
///   StraightLineStrengthReduce    one product by a run-time stride serves all rows: where there are several such
///                                 products, and in small functions; not in large ones with many, whose machine code
///                                 comes out the same. The back end would run it on every function: PtxEmission leaves
///                                 it out.
///   DSE, ADCE                     in functions of medium size: a kernel's stores are those of its author, and few
///                                 write to one place twice. In none of the tests' kernels is there one to remove
///
/// Loop vectorisation has no meaning for one lane's code; merging of functions would merge kernels.
#include "compiler/Codegen/Optimization.h"
#include "compiler/Codegen/LLVMPasses/ConstantsLast.h"
#include "compiler/Codegen/LLVMPasses/ConvertNarrowIntegers.h"
#include "compiler/Codegen/LLVMPasses/HighWordMultiplications.h"
#include "compiler/Codegen/LLVMPasses/InterleaveLoads.h"
#include "compiler/Codegen/LLVMPasses/JoinBytes.h"
#include "compiler/Codegen/LLVMPasses/Registers/AddressChains.h"
#include "compiler/Codegen/LLVMPasses/Registers/LoopAddresses.h"
#include "compiler/Codegen/LLVMPasses/Registers/RecomputeArithmetic.h"
#include "compiler/Codegen/LLVMPasses/Registers/RecomputeMasks.h"
#include "compiler/Codegen/LLVMPasses/SelectPairs.h"
#include "compiler/Codegen/LLVMPasses/ShareBroadcasts.h"
#include "compiler/Codegen/LLVMPasses/SplitLongBlocks.h"
#include "compiler/Codegen/LLVMPasses/WidenPackedFloats.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/StraightLineStrengthReduce.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace tilec;

namespace {

/// Functions of libdevice become part of the kernels that call them.
constexpr const char *kInline = "nvvm-reflect,always-inline,cgscc(inline),globaldce";

/// Jumps that masks leave, then loops, then values; addresses of unrolled loops last.
constexpr const char *kSimplify =
    "nvvm-intr-range,sroa<modify-cfg>,early-cse<memssa>,"
    "speculative-execution<only-if-divergent-target>,jump-threading,correlated-propagation,simplifycfg,"
    "instcombine<no-verify-fixpoint>,"
    "loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>,simple-loop-unswitch<nontrivial;trivial>),"
    "simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop(loop-idiom,indvars,simple-loop-unswitch<nontrivial;trivial>,loop-deletion,loop-unroll-full),"
    "sroa<modify-cfg>";

/// Within blocks of bounded length.
constexpr const char *kCombine = "vector-combine,reassociate,gvn,sccp,bdce,instcombine<no-verify-fixpoint>";

constexpr const char *kUnroll =
    "loop-unroll<O3>,instcombine<no-verify-fixpoint>,loop-mssa(licm<allowspeculation>),early-cse,simplifycfg";

/// Instructions of a function in which strength reduction costs nothing that counts.
constexpr unsigned kSmallFunction = 256;
/// Instructions of one up to which stores are compared with each other, and strength reduction all terms; how many
/// terms there may be in larger ones, where its pairs can cost half a second.
constexpr unsigned kMediumFunction = 1280, kManyTerms = 256;
/// Instructions of one in which looking for narrow numbers that lie beside each other takes a tenth of the time.
constexpr unsigned kLargeFunction = 2048;

/// Does one instruction work on two floats, as on newer chips?
bool packsFloats(const llvm::TargetTransformInfo &target, llvm::LLVMContext &context) {
  auto cost = [&](llvm::Type *type) { return target.getArithmeticInstrCost(llvm::Instruction::FAdd, type); };
  llvm::Type *one = llvm::Type::getFloatTy(context);
  return cost(llvm::FixedVectorType::get(one, 2)) < 2 * cost(one);
}

bool isNarrow(const llvm::Type *type) {
  unsigned bits = type->getScalarSizeInBits();
  return bits > 1 && bits < 32;
}

bool isPackable(const llvm::Type *type, bool floats) {
  return isNarrow(type) || (floats && type->getScalarType()->isFloatTy());
}

const llvm::Type *firstOperandType(const llvm::Instruction &instruction) {
  return instruction.getNumOperands() ? instruction.getOperand(0)->getType() : nullptr;
}

/// Becomes part of an instruction that works on two narrow numbers, and is none by itself.
bool isOnlyMoved(const llvm::Instruction &instruction) {
  bool isIntegerPhi = llvm::isa<llvm::PHINode>(instruction) && instruction.getType()->isIntegerTy();
  return isIntegerPhi || llvm::isa<llvm::LoadInst, llvm::TruncInst, llvm::ZExtInst>(instruction);
}

/// Does more with a narrow number than to round another to it or to pass it on? Results that are rounded and stored are
/// paired before.
bool isNarrowWork(const llvm::Instruction &instruction) {
  auto isNarrowNumber = [](const llvm::Type *type) { return type && !type->isVectorTy() && isNarrow(type); };
  if (!isNarrowNumber(instruction.getType()) && !isNarrowNumber(firstOperandType(instruction)))
    return false;
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return !(call && call->isInlineAsm()) &&
         !llvm::isa<llvm::FPTruncInst, llvm::FPExtInst, llvm::BitCastInst, llvm::StoreInst, llvm::SelectInst,
                    llvm::ExtractElementInst>(instruction);
}

/// Is there arithmetic on values of which two fit one register?
bool hasPackableArithmetic(const llvm::Function &function, bool floats) {
  bool isFound = llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
    bool isArithmetic =
        instruction.isBinaryOp() || instruction.isUnaryOp() || llvm::isa<llvm::CallInst, llvm::CastInst>(instruction);
    const llvm::Type *first = firstOperandType(instruction);
    return isArithmetic && (isPackable(instruction.getType(), floats) || (first && isPackable(first, floats)));
  });
  bool isLarge = function.getInstructionCount() > kLargeFunction;
  return isFound && (floats || llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
                       return isNarrowWork(instruction) && !(isLarge && isOnlyMoved(instruction));
                     }));
}

bool hasSeveralRuntimeProducts(const llvm::Function &function) {
  return llvm::hasNItemsOrMore(llvm::make_filter_range(llvm::instructions(function),
                                                       [](const llvm::Instruction &instruction) {
                                                         return instruction.getOpcode() == llvm::Instruction::Mul &&
                                                                !llvm::isa<llvm::Constant>(instruction.getOperand(1));
                                                       }),
                               2);
}

/// What strength reduction compares with each other: integer sums and products, addresses.
bool hasManyTerms(const llvm::Function &function) {
  auto isTerm = [](const llvm::Instruction &instruction) {
    unsigned kind = instruction.getOpcode();
    return kind == llvm::Instruction::Add || kind == llvm::Instruction::Mul ||
           llvm::isa<llvm::GetElementPtrInst>(instruction);
  };
  return llvm::hasNItemsOrMore(llvm::make_filter_range(llvm::instructions(function), isTerm), kManyTerms);
}

struct PackArithmetic : llvm::PassInfoMixin<PackArithmetic> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    bool floats = packsFloats(analyses.getResult<llvm::TargetIRAnalysis>(function), function.getContext());
    if (!hasPackableArithmetic(function, floats))
      return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SLPVectorizerPass());
    return passes.run(function, analyses);
  }
};

struct RemoveDeadStores : llvm::PassInfoMixin<RemoveDeadStores> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    if (function.getInstructionCount() > kMediumFunction)
      return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::DSEPass());
    passes.addPass(llvm::ADCEPass());
    return passes.run(function, analyses);
  }
};

struct ShareRuntimeProducts : llvm::PassInfoMixin<ShareRuntimeProducts> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    unsigned count = function.getInstructionCount();
    if (count > kSmallFunction && !hasSeveralRuntimeProducts(function))
      return llvm::PreservedAnalyses::all();
    if (count > kMediumFunction && hasManyTerms(function))
      return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SeparateConstOffsetFromGEPPass());
    passes.addPass(llvm::StraightLineStrengthReducePass());
    passes.addPass(llvm::EarlyCSEPass());
    return passes.run(function, analyses);
  }
};

llvm::ModulePassManager buildPipeline(llvm::PassBuilder &builder) {
  llvm::ModulePassManager modules;
  llvm::FunctionPassManager functions;
  llvm::cantFail(builder.parsePassPipeline(modules, kInline));
  // First: vector-combine takes loads of vectors to pieces, to be put together again by the back end.
  functions.addPass(codegen::WidenPackedFloats());
  functions.addPass(codegen::ConvertNarrowIntegers());
  functions.addPass(codegen::HighWordMultiplications());
  llvm::cantFail(builder.parsePassPipeline(functions, kSimplify));
  functions.addPass(codegen::SplitLongBlocks());
  llvm::cantFail(builder.parsePassPipeline(functions, kCombine));
  functions.addPass(RemoveDeadStores());
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(PackArithmetic());
  llvm::cantFail(builder.parsePassPipeline(functions, kUnroll));
  // Nothing takes their words to pieces any more.
  functions.addPass(codegen::JoinBytes());
  functions.addPass(codegen::SelectPairs());
  functions.addPass(codegen::ConstantsLast());
  functions.addPass(ShareRuntimeProducts());
  functions.addPass(codegen::RecomputeMasks());
  functions.addPass(codegen::InterleaveLoads());
  // Where one product serves all rows, one address leads to the next, in the order in which they are loaded.
  functions.addPass(codegen::ChainAddresses());
  functions.addPass(codegen::HoldFewerAddresses());
  functions.addPass(codegen::ShareBroadcasts());
  // Nothing may put together again what it computes twice.
  functions.addPass(codegen::RecomputeArithmetic());
  // Last: for what the back end does first.
  functions.addPass(codegen::SplitLongBlocks());
  modules.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  return modules;
}

} // namespace

void codegen::optimize(llvm::Module &module, llvm::TargetMachine &machine, unsigned level, bool timePasses) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::TimePassesHandler timing(timePasses);
  timing.registerCallbacks(callbacks);
  llvm::PassBuilder builder(&machine, llvm::PipelineTuningOptions(), std::nullopt, &callbacks);
  machine.registerPassBuilderCallbacks(builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::ModulePassManager passes =
      level == 0 ? builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0) : buildPipeline(builder);
  passes.run(module, modules);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels arrive here already canonical, so most of LLVM's default pipeline finds nothing to do. Loop vectorisation
/// and interleaving have no meaning for one lane's code and are off; merging of functions would merge kernels.
#include "compiler/Codegen/Optimization.h"
#include "llvm/Passes/PassBuilder.h"

using namespace tilec;

static llvm::OptimizationLevel levelOf(unsigned level) {
  switch (level) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

void codegen::optimize(llvm::Module &module, llvm::TargetMachine &machine, unsigned level) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopInterleaving = false;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = level >= 2; // packs f16 pairs
  tuning.MergeFunctions = false;

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  machine.registerPassBuilderCallbacks(builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::ModulePassManager passes = level == 0 ? builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
                                              : builder.buildPerModuleDefaultPipeline(levelOf(level));
  passes.run(module, modules);
}

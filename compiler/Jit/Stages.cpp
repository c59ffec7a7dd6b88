// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/Stages.h"
#include "compiler/Jit/RemarkOrigin.h"

#include "compiler/Codegen/Codegen.h"
#include "compiler/Codegen/Manifest/ManifestFromKernel.h"
#include "compiler/Codegen/Ptx/Ptxas.h"
#include "compiler/Pipeline/Pipeline.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassManager.h"
#include <chrono>

using namespace mlir;
using namespace tilec;
using namespace tilec::jit;

void Stopwatch::measure(const char *name, llvm::function_ref<void()> work) {
  auto start = std::chrono::steady_clock::now();
  work();
  std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  times.push_back({name, elapsed.count()});
}

void jit::registerDialects(MLIRContext &context) {
  context
      .loadDialect<tile::TileDialect, arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect, LLVM::LLVMDialect,
                   NVVM::NVVMDialect, math::MathDialect, scf::SCFDialect, tensor::TensorDialect, ub::UBDialect>();
}

MathMode jit::mathMode(const CompileOptions &options) {
  return {options.flushSubnormals, options.preciseDivision, options.preciseSqrt, options.fastMath};
}

PipelineOptions jit::pipelineOptions(const CompileOptions &options, const Target &target) {
  PipelineOptions pipeline{int64_t(target.hintArchitecture()), target.name(), mathMode(options)};
  pipeline.remarks = options.remarks;
  pipeline.maxVariants = options.maxVariants;
  pipeline.pipelineLoops = options.pipelineLoops;
  pipeline.pipelineStages = options.pipelineStages;
  pipeline.specializeWarps = options.specializeWarps;
  pipeline.tensorMaps = options.tensorMaps;
  pipeline.persistent = options.persistent;
  pipeline.splitMmas = options.splitMmas;
  pipeline.skewMmas = options.skewMmas;
  pipeline.pipelineBlocks = options.pipelineBlocks;
  pipeline.overlapEpilogue = options.overlapEpilogue;
  pipeline.multicast = options.multicast;
  pipeline.warpgroupPingPong = options.warpgroupPingPong;
  pipeline.pingPong = options.pingPong;
  pipeline.scheduleMmas = options.scheduleMmas;
  pipeline.startMmasEarly = options.startMmasEarly;
  pipeline.withoutHints = options.withoutHints;
  pipeline.hintsEverywhere = options.hintsEverywhere;
  return pipeline;
}

namespace {

std::string print(ModuleOp module, bool locations) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  if (locations)
    flags.enableDebugInfo(true, /*prettyForm=*/false);
  module.print(stream, flags);
  return text;
}

/// Registers stay as they are dealt out at the launch: the most that a lane may have is the caller's.
void keepRegisters(ModuleOp module) {
  module.walk([](tile_gpu::WarpRolesOp roles) {
    roles.removeConsumerRegistersAttr();
    roles.removeProducerRegistersAttr();
  });
}

void limitRegisters(ModuleOp module, unsigned most) {
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!kernel->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      continue;
    kernel->removeAttr(NVVM::NVVMDialect::getMinctasmAttrName());
    kernel->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(), Builder(module.getContext()).getI32IntegerAttr(most));
  }
}

/// Everything up to NVVM runs as one list of passes; it ends where `stage` is reached.
LogicalResult runPasses(ModuleOp module, Stage stage, const Target &target, const CompileOptions &compileOptions,
                        Stopwatch &stopwatch) {
  PipelineOptions options = pipelineOptions(compileOptions, target);
  auto run = [&](const char *name, auto add) {
    PassManager passes(module.getContext());
#ifdef NDEBUG
    passes.enableVerifier(false); // after each pass: it looks for our own mistakes
#endif
    if (compileOptions.timePasses)
      passes.enableTiming();
    add(passes, options);
    std::optional<RemarkOrigins> origins;
    if (compileOptions.remarks)
      origins.emplace(passes);
    LogicalResult result = failure();
    stopwatch.measure(name, [&] { result = passes.run(module); });
    return result;
  };
  if (failed(run("tile", addTilePasses)))
    return failure();
  if (failed(run("tile-gpu", addTileGPUPasses)))
    return failure();
  if (compileOptions.maxRegisters)
    keepRegisters(module);
  if (stage < Stage::NVVM)
    return success();
  if (failed(run("nvvm", addNVVMPasses)))
    return failure();
  if (compileOptions.maxRegisters)
    limitRegisters(module, compileOptions.maxRegisters);
  return success();
}

/// A toolkit program's complaint becomes a diagnostic of the module.
FailureOr<std::string> reportError(ModuleOp module, llvm::Error error) {
  return emitError(UnknownLoc::get(module.getContext())) << llvm::toString(std::move(error));
}

FailureOr<std::string> assemblePtx(ModuleOp module, const std::string &ptx, const Target &target,
                                   const CompileOptions &options, Stopwatch &stopwatch) {
  codegen::AssembleOptions assembleOptions;
  assembleOptions.target = target;
  assembleOptions.optimizationLevel = options.optimizationLevel;
  assembleOptions.lineInfo = options.lineInfo;
  assembleOptions.verbose = options.assemblerVerbose;
  assembleOptions.extraArguments = options.ptxasArguments;
  FailureOr<std::string> cubin = failure();
  stopwatch.measure("ptxas", [&] {
    llvm::Expected<codegen::Assembly> assembly = codegen::assemble(ptx, assembleOptions);
    if (!assembly) {
      cubin = reportError(module, assembly.takeError());
      return;
    }
    if (!assembly->log.empty())
      tile::Remark(UnknownLoc::get(module.getContext()), module, "Ptxas") << StringRef(assembly->log).rtrim();
    cubin = std::move(assembly->cubin);
  });
  return cubin;
}

} // namespace

FailureOr<std::string> jit::lower(ModuleOp original, Stage stage, const CompileOptions &options,
                                  manifest::Manifest &manifest, Stopwatch stopwatch) {
  if (stage == Stage::Tile)
    return print(original, options.lineInfo);
  llvm::Expected<Target> target = Target::parse(options.architecture);
  if (!target)
    return reportError(original, target.takeError());
  OwningOpRef<ModuleOp> clone = original.clone();
  if (failed(runPasses(*clone, stage, *target, options, stopwatch)))
    return failure();
  if (stage == Stage::TileGPU)
    return print(*clone, options.lineInfo);
  codegen::describeVariants(*clone, manifest);
  if (stage == Stage::NVVM)
    return print(*clone, options.lineInfo);

  codegen::CodegenOptions codegenOptions;
  codegenOptions.target = *target;
  codegenOptions.optimizationLevel = options.optimizationLevel;
  codegenOptions.lineInfo = options.lineInfo;
  codegenOptions.flushSubnormals = options.flushSubnormals;
  codegenOptions.timePasses = options.timePasses;
  codegenOptions.manifest = &manifest;
  FailureOr<std::string> text = failure();
  if (stage == Stage::LLVM) {
    stopwatch.measure("llvm", [&] { text = codegen::compileToLLVM(*clone, codegenOptions); });
    return text;
  }
  stopwatch.measure("ptx", [&] { text = codegen::compileToPtx(*clone, codegenOptions); });
  if (failed(text) || stage == Stage::PTX)
    return text;
  FailureOr<std::string> cubin = assemblePtx(*clone, *text, *target, options, stopwatch);
  if (failed(cubin) || stage == Stage::Cubin)
    return cubin;
  llvm::Expected<std::string> sass = codegen::disassemble(*cubin);
  if (!sass)
    return reportError(*clone, sass.takeError());
  return *sass;
}

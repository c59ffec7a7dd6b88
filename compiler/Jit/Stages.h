// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The stages behind the front end, as far as one is asked for.
#pragma once
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Target/Target.h"
#include "tilec/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include <functional>

namespace tilec::jit {

/// Runs `work` and notes its wall time under `name`.
class Stopwatch {
public:
  explicit Stopwatch(std::vector<StageTime> &times) : times(times) {}
  void measure(const char *name, llvm::function_ref<void()> work);

private:
  std::vector<StageTime> &times;
};

/// Makes every dialect of the path known to `context`.
void registerDialects(mlir::MLIRContext &context);

MathMode mathMode(const CompileOptions &options);
/// What the passes are asked for, the same for PTX and for execution on the CPU.
PipelineOptions pipelineOptions(const CompileOptions &options, const Target &target);

/// The module at `stage`, from the front end's `module`, which is not changed. Fills the variants of `manifest` from
/// NVVM on. On failure the context has got a diagnostic.
mlir::FailureOr<std::string> lower(mlir::ModuleOp module, Stage stage, const CompileOptions &options,
                                   manifest::Manifest &manifest, Stopwatch stopwatch);

} // namespace tilec::jit

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From a module of the LLVM and NVVM dialects to PTX, in one call: translate, link libdevice, optimise, print.
///
/// Safe from many threads, one MLIR context each. Nothing is printed and no process is ended; the same input gives the
/// same bytes.
#pragma once
#include "compiler/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "tilec/Manifest.h"
#include <string>

namespace tilec::codegen {

struct CodegenOptions {
  Target target = Target::defaultTarget();
  unsigned optimizationLevel = 3;               ///< 0 to 3
  bool lineInfo = false;                        ///< `.loc` directives
  bool flushSubnormals = false;                 ///< libdevice functions flush subnormals
  bool timePasses = false;                      ///< print the time of each pass on standard error
  std::string libdevice;                        ///< path of libdevice.10.bc; empty: search
  const manifest::Manifest *manifest = nullptr; ///< written into the PTX when given
};

/// PTX of `module`, which is changed on the way. On failure the module's context has got a diagnostic.
mlir::FailureOr<std::string> compileToPtx(mlir::ModuleOp module, const CodegenOptions &options);

/// The LLVM IR that PTX would be made from, as text.
mlir::FailureOr<std::string> compileToLLVM(mlir::ModuleOp module, const CodegenOptions &options);

} // namespace tilec::codegen

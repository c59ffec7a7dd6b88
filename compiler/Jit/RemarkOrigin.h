// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which pass emitted a diagnostic: while passes run, the pass's name is added to each diagnostic as metadata.
#pragma once

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

namespace tilec::jit {

/// Names the running pass in all diagnostics of `passes` while this object lives. It passes them on to other handlers.
class RemarkOrigins {
public:
  explicit RemarkOrigins(mlir::PassManager &passes);

private:
  class Watch;

  Watch *watch; ///< owned by the pass manager
  mlir::ScopedDiagnosticHandler handler;
};

/// The name of the pass that emitted `diagnostic`; empty where unknown.
llvm::StringRef passOf(const mlir::Diagnostic &diagnostic);

} // namespace tilec::jit

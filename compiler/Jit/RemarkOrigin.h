// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which pass made a diagnostic: while passes run, its name becomes metadata of each diagnostic.
#pragma once

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

namespace tilec::jit {

/// Adds the pass to the diagnostics of `passes`, while this object lives. Other handlers still get them.
class RemarkOrigins {
public:
  explicit RemarkOrigins(mlir::PassManager &passes);

private:
  class Watch;

  Watch *watch; ///< owned by the pass manager
  mlir::ScopedDiagnosticHandler handler;
};

/// Empty where unknown.
llvm::StringRef passOf(const mlir::Diagnostic &diagnostic);

} // namespace tilec::jit

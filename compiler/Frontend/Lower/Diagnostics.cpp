// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Diagnostics.cpp - errors at source lines, and source locations of ops ===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace tilec::frontend;

void KernelLowering::error(SourceLocation where, const llvm::Twine &message) {
  if (failed)
    return;
  failed = true;
  if (where.isInvalid())
    where = here;
  DiagnosticsEngine &engine = instance.getDiagnostics();
  engine.Report(where, engine.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << message.str();
  noteInlining();
}

void KernelLowering::unsupported(SourceLocation where, const llvm::Twine &what) {
  error(where, "not supported yet: " + what);
}

void KernelLowering::noteInlining() {
  DiagnosticsEngine &engine = instance.getDiagnostics();
  unsigned id = engine.getCustomDiagID(DiagnosticsEngine::Note, "while inlining %0");
  for (Frame *f = frame; f && f->caller; f = f->caller)
    engine.Report(f->function->getLocation(), id) << f->function;
}

/// Line and column of the expansion, inside the chain of inlined calls.
mlir::Location KernelLowering::location(SourceLocation where) {
  PresumedLoc presumed = instance.getSourceManager().getPresumedLoc(where);
  mlir::Location here = b.getUnknownLoc();
  if (presumed.isValid())
    here = mlir::FileLineColLoc::get(b.getContext(), presumed.getFilename(), presumed.getLine(), presumed.getColumn());
  if (!frame || !frame->caller)
    return here;
  return mlir::CallSiteLoc::get(here, frame->callLocation);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MessageFilter.cpp - Clang's messages in the words of tile code ---------===//
#include "compiler/Frontend/MessageFilter.h"

using namespace tilec::frontend;

void MessageFilter::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  next.HandleDiagnostic(level, info);
}

void MessageFilter::flush() {}

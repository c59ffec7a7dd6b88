// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// libtilec.so: the compiler as a library, opened when the first kernel runs on the CPU.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_TILECOMPILER_H
#define TILEC_RUNTIME_PROGRAM_HOST_TILECOMPILER_H

#include "tilec-c/Compiler.h"

namespace tilec::program::host {

/// Its functions.
struct TileCompiler {
  decltype(&::tilecCompileOptionsInit) compileOptionsInit = nullptr;
  decltype(&::tilecCompilationFromTile) compilationFromTile = nullptr;
  decltype(&::tilecCompilationDestroy) compilationDestroy = nullptr;
  decltype(&::tilecCompilationSucceeded) compilationSucceeded = nullptr;
  decltype(&::tilecCompilationDiagnosticCount) diagnosticCount = nullptr;
  decltype(&::tilecCompilationDiagnostic) diagnostic = nullptr;
  decltype(&::tilecCompilationParameters) parameters = nullptr;
  decltype(&::tilecCompilationLaunchOnHost) launchOnHost = nullptr;
  decltype(&::tilecCompilationHostVariable) hostVariable = nullptr;
  decltype(&::tilecCompilationResetHostVariables) resetHostVariables = nullptr;
  decltype(&::tilecErrorText) errorText = nullptr;
  decltype(&::tilecErrorCode) errorCode = nullptr;
  decltype(&::tilecErrorDestroy) errorDestroy = nullptr;
};

/// Opens the file that TILEC_LIBRARY names, or else the first of: where it was when the program was compiled, the
/// folder of the program and lib beside it, what the system's search rules give. Null, said on standard error once, if
/// there is none.
const TileCompiler *tileCompiler();

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_TILECOMPILER_H

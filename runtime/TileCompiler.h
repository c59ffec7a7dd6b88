// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// libtilec.so: the compiler as a library, opened when the first kernel runs on the CPU.
#ifndef TILEC_RUNTIME_TILECOMPILER_H
#define TILEC_RUNTIME_TILECOMPILER_H

#include "tilec-c/Compiler.h"
#include "tilec/Error.h"

#include <string>

namespace tilec::runtime {

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
  decltype(&::tilecErrorName) errorName = nullptr;
  decltype(&::tilecErrorDestroy) errorDestroy = nullptr;
};

/// Opens the file that TILEC_LIBRARY names, or else the first of: `known`, if not empty; the folders of this code's
/// file and of the program, and lib beside each; what the system's search rules give. Once in a process: later calls
/// get what the first one got. Fails with kNoCompiler.
Expected<const TileCompiler *> openTileCompiler(const std::string &known);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_TILECOMPILER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CUDA Toolkit's assembler and disassembler, run as programs.
#pragma once
#include "compiler/Target/Target.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tilec::codegen {

/// Path of a program of the CUDA Toolkit (`ptxas`, `nvdisasm`), or empty: below $CUDA_PATH or $CUDA_HOME, on $PATH,
/// beside the ptxas found when this library was built, or in /usr/local/cuda.
std::string findToolkitProgram(llvm::StringRef name);

struct AssembleOptions {
  Target target = Target::defaultTarget();
  unsigned optimizationLevel = 3;
  bool lineInfo = false;
  bool verbose = false;                    ///< ask for registers and spills of each kernel (`-v`)
  std::vector<std::string> extraArguments; ///< `-Xptxas`
  std::string ptxas;                       ///< path; empty: search
};

struct Assembly {
  std::string cubin; ///< ELF bytes
  std::string log;   ///< what ptxas said: warnings, and with `verbose` the resource usage
};

/// Assembles PTX. The error holds ptxas' own messages, or says that there is no ptxas.
llvm::Expected<Assembly> assemble(llvm::StringRef ptx, const AssembleOptions &options);

/// SASS of a cubin as text, by nvdisasm or cuobjdump; with `lineInfo` also the source's lines, where nvdisasm is there.
llvm::Expected<std::string> disassemble(llvm::StringRef cubin, bool lineInfo = false);

} // namespace tilec::codegen

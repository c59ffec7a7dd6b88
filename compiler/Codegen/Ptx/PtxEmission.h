// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An LLVM module becomes PTX text.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <string>

namespace tilec::codegen {

/// PTX of `module`, which is used up. Fails, rather than printing or ending the process, when the back end cannot
/// compile something. `timePasses`: prints the time of each pass.
llvm::Expected<std::string> emitPtx(llvm::Module &module, llvm::TargetMachine &machine, bool timePasses);

} // namespace tilec::codegen

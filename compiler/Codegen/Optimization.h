// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// LLVM's optimisations before instruction selection.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tilec::codegen {

/// Optimises `module` in place at `level` 0 to 3. Level 0 still inlines what must be and folds libdevice's switches.
/// `timePasses`: prints the time of each pass.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, unsigned level, bool timePasses);

} // namespace tilec::codegen

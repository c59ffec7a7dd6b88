// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `%tid.x` and the like.
#ifndef TILEC_RUNTIME_PTX_SPECIALREGISTERS_H
#define TILEC_RUNTIME_PTX_SPECIALREGISTERS_H

#include "runtime/Ptx/Instruction.h"

namespace tilec::ptx {

struct SpecialRegister {
  Handler read = nullptr; ///< writes operand 0; null where the register is not known
  unsigned bytes = 4;
  unsigned index = 0; ///< for the handler's flags
};

/// `name` is without its %.
SpecialRegister specialRegister(std::string_view name);

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_SPECIALREGISTERS_H

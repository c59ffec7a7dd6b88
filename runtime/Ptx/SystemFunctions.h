// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What kernels may call without defining it: vprintf, malloc, free, __assertfail.
#ifndef TILEC_RUNTIME_PTX_SYSTEMFUNCTIONS_H
#define TILEC_RUNTIME_PTX_SYSTEMFUNCTIONS_H

#include "runtime/Ptx/Instruction.h"

namespace tilec::ptx {

using SystemFunction = void (*)(Warp &, const CallSite &, uint32_t lanes);

/// Null if there is none of that name.
SystemFunction systemFunction(std::string_view name);

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_SYSTEMFUNCTIONS_H

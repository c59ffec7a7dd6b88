// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels whose stubs have other symbols in the host compiler's object than Clang gives them.
///
/// Compilers differ in the symbols of some instances: arguments that are parts of objects, or `decltype` of what
/// templates of the library give. The registration would not find these.
#pragma once
#include "compiler/HostPart/Registration.h"

namespace tilec::hostpart {

/// Has the registration name those kernels by an expression, and gives their names.
std::vector<std::string> nameBySpelling(llvm::MutableArrayRef<DeviceModule> modules, llvm::StringRef object);

} // namespace tilec::hostpart

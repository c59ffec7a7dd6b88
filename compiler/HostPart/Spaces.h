// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where a declaration of the host part's parse runs or lies, by its annotations.
#pragma once
#include "clang/AST/Decl.h"

namespace tilec::hostpart {

/// Is `declaration`, or the template that it comes from, in `space` ("global", "tile", ...)?
bool isInSpace(const clang::Decl *declaration, llvm::StringRef space);
/// `__global__` or `__tile_global__`
bool isKernel(const clang::Decl *declaration);
/// Neither a kernel nor for the host.
bool isDeviceOnly(const clang::FunctionDecl *function);
/// A variable at file level in the device's memory.
bool isDeviceVariable(const clang::VarDecl *variable);

} // namespace tilec::hostpart

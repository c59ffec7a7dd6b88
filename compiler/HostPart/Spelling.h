// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Types and kernels as C++ text that any host compiler reads, at any place where their names are visible.
#pragma once
#include "clang/AST/Decl.h"
#include <string>

namespace tilec::hostpart {

/// `ns::c<float, 3>`, without an alias.
std::string spellingOf(clang::QualType type, const clang::ASTContext &context);

/// `static_cast<void (*)(int *, float)>(&::ns::k<3>)`: the address of a kernel's stub.
std::string spellingOf(const clang::FunctionDecl *kernel);

} // namespace tilec::hostpart

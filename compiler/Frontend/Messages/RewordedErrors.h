// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What is said in place of Clang's errors that speak of device code where the rule is one of tile code.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include <string>

namespace tilec::frontend {

/// Our words for a message of Clang's, whose text is `text`; empty to keep its own.
std::string reworded(const clang::Diagnostic &info, llvm::StringRef text);

} // namespace tilec::frontend

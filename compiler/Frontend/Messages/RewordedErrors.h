// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What is said in place of Clang's errors that speak of device code where the rule is one of tile code.
#pragma once

#include "compiler/Frontend/Messages/DeclaredNames.h"
#include "compiler/Frontend/Messages/Message.h"
#include <string>

namespace tilec::frontend {

/// Our words for a message of Clang's, of which `message` is the copy; empty to keep its own.
std::string reworded(const clang::Diagnostic &info, const Message &message, const DeclaredNames &names);

} // namespace tilec::frontend

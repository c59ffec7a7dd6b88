// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Frontend/Restrictions.h"
void tilec::frontend::checkTileCode(clang::CompilerInstance &, const FrontendOptions &) {}

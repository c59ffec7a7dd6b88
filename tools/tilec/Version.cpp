// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilec/Compiler.h"
#include "tools/tilec/Help.h"

#include "tools/tilec/Commit.h" // written by each build (cmake/TilecCommit.cmake)
#include "llvm/Config/llvm-config.h"

std::string tilec::tool::versionText() {
  return std::string("tilec ") + version() + ", commit " TILEC_COMMIT ", LLVM " LLVM_VERSION_STRING "\n";
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/RunKernel.h"
#include "tools/tilec/Jobs.h"

using namespace tilec;
using namespace tilec::tool;

bool tool::runKernel(Compilation &compilation, const RunOptions &options) {
  printError("not supported yet: --run");
  return false;
}

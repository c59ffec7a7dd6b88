// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Functions.h"

#include <vector>

using namespace tilec::program;

std::span<const Entry> tilec::program::hostEntries() {
  static const std::vector<Entry> *all = [] {
    auto *joined = new std::vector<Entry>;
    for (std::span<const Entry> part :
         {host::errorEntries(), host::deviceEntries(), host::memoryEntries(), host::copyEntries(),
          host::streamEntries(), host::eventEntries(), host::captureEntries(), host::graphEntries(),
          host::symbolEntries(), host::kernelEntries()})
      joined->insert(joined->end(), part.begin(), part.end());
    return joined;
  }();
  return *all;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `tilec cache`: what is kept between runs (tilec/CodeCache.h, compiler/Cache/CacheFolder.h).
#pragma once
#include "llvm/ADT/ArrayRef.h"

namespace tilec::tool {

/// `--stats`, `--clear`, or `--warm LIST`. False after an error, which is printed.
bool runCacheCommand(llvm::ArrayRef<const char *> arguments);

} // namespace tilec::tool

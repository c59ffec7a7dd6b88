// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where things are kept between runs: `$TILEC_CACHE_DIR`, else `$XDG_CACHE_HOME/tilec`, else `~/.cache/tilec`.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilec::cache {

/// The folder for one kind of things, which need not exist yet; empty if the user has no place for caches.
std::string folderFor(llvm::StringRef kind);

/// The time of a kept file says when it was last used: what was not for longest goes first.
void markUsed(const std::string &path);

} // namespace tilec::cache

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that follows a bad pointer ends its launch with an error, not the process.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <mutex>

namespace tilec::host {

/// While any of these lives, runGuarded catches signals. Whatever handled them before does so again afterwards.
class CrashGuard {
public:
  CrashGuard();
  CrashGuard(const CrashGuard &) = delete;
  ~CrashGuard();

  /// Runs `work` on this thread. Returns 0, or the signal (SIGSEGV, SIGBUS, ...) that ended it: then `work` was left
  /// where it stood, and what it had allocated is lost.
  int runGuarded(llvm::function_ref<void()> work) const;
};

} // namespace tilec::host

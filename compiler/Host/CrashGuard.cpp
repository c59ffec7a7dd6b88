// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/CrashGuard.h"
#include "llvm/Support/CrashRecoveryContext.h"

namespace tilec::host {

/// Guards alive in the process; the first turns LLVM's handlers on, the last off.
static std::mutex guardsMutex;
static int guards = 0;

CrashGuard::CrashGuard() {
  std::lock_guard lock(guardsMutex);
  if (guards++ == 0)
    llvm::CrashRecoveryContext::Enable();
}

CrashGuard::~CrashGuard() {
  std::lock_guard lock(guardsMutex);
  if (--guards == 0)
    llvm::CrashRecoveryContext::Disable();
}

int CrashGuard::runGuarded(llvm::function_ref<void()> work) const {
  llvm::CrashRecoveryContext recovery;
  if (recovery.RunSafely(work))
    return 0;
  constexpr int kSignalBase = 128; // of a shell's exit codes, which LLVM gives
  return recovery.RetCode > kSignalBase ? recovery.RetCode - kSignalBase : recovery.RetCode;
}

} // namespace tilec::host

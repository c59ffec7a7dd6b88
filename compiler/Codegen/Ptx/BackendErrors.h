// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Turns what LLVM's back end would print, or end the process for, into an error value.
///
/// Two channels: diagnostics of the LLVMContext (an invalid inline PTX constraint, say), which are collected, and
/// `report_fatal_error` ("Cannot select"), which ends the process by default. The lowering asks the capability table
/// first, so neither should happen; when one does it is our mistake, and the program that embeds us must survive it.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Error.h"

namespace tilec::codegen {

/// What LLVM calls fatal. Its objects are in no state to be destroyed afterwards.
class FatalBackendError : public llvm::ErrorInfo<FatalBackendError, llvm::StringError> {
public:
  static char ID;
  explicit FatalBackendError(const llvm::Twine &message) : ErrorInfo(message, llvm::inconvertibleErrorCode()) {}
};

/// Runs `work`, which uses `context` on this thread only. Fails with the messages of all errors that LLVM reported.
/// After a FatalBackendError, what `work` had allocated is lost, and neither module nor context may be used or
/// destroyed.
llvm::Error collectBackendErrors(llvm::LLVMContext &context, llvm::function_ref<void()> work);

} // namespace tilec::codegen

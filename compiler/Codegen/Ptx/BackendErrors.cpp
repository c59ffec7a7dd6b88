// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `report_fatal_error` calls one handler per process and exits when it returns. Ours jumps back to the thread's
/// innermost `collectBackendErrors`, as LLVM's own CrashRecoveryContext does, but without its signal handlers, which a
/// library has no business to install. On threads that are not in our back end it does what LLVM does without handler.
#include "compiler/Codegen/Ptx/BackendErrors.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <csetjmp>
#include <mutex>
#include <string>

using namespace tilec;

char codegen::FatalBackendError::ID = 0;

namespace {

/// Where a fatal error on this thread returns to.
struct RecoveryPoint {
  std::jmp_buf position;
  std::string message;
  RecoveryPoint *outer = nullptr;
};
thread_local RecoveryPoint *innermost = nullptr;

void onFatalError(void *, const char *reason, bool) {
  if (!innermost) {
    llvm::errs() << "LLVM ERROR: " << reason << "\n";
    return; // LLVM exits
  }
  innermost->message = reason;
  std::longjmp(innermost->position, 1);
}

void installFatalErrorHandler() {
  static std::once_flag once;
  std::call_once(once, [] { llvm::install_fatal_error_handler(onFatalError); });
}

/// Collects the errors of one LLVMContext; drops remarks and warnings.
class ErrorCollector : public llvm::DiagnosticHandler {
public:
  explicit ErrorCollector(std::string &messages) : messages(messages) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream os(messages);
    llvm::DiagnosticPrinterRawOStream printer(os);
    if (!messages.empty())
      os << "; ";
    info.print(printer);
    return true;
  }

private:
  std::string &messages;
};

/// Runs `work`; false after a fatal error. Holds no object with a destructor across the jump.
bool runRecoverably(RecoveryPoint &point, llvm::function_ref<void()> work) {
  point.outer = innermost;
  innermost = &point;
  const void *stackTrace = llvm::SavePrettyStackState();
  bool finished = setjmp(point.position) == 0;
  if (finished)
    work();
  else
    llvm::RestorePrettyStackState(stackTrace);
  innermost = point.outer;
  return finished;
}

} // namespace

llvm::Error codegen::collectBackendErrors(llvm::LLVMContext &context, llvm::function_ref<void()> work) {
  installFatalErrorHandler();
  std::string messages;
  std::unique_ptr<llvm::DiagnosticHandler> previous = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<ErrorCollector>(messages));
  RecoveryPoint point;
  bool finished = runRecoverably(point, work);
  context.setDiagnosticHandler(std::move(previous));
  if (!finished)
    return llvm::make_error<FatalBackendError>("LLVM: " + point.message);
  if (!messages.empty())
    return llvm::createStringError("LLVM: " + messages);
  return llvm::Error::success();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/RemarkOrigin.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::jit;

/// Knows the pass that runs.
class RemarkOrigins::Watch : public PassInstrumentation {
public:
  void runBeforePass(Pass *pass, Operation *) override {
    running.push_back(pass);
  }
  void runAfterPass(Pass *, Operation *) override {
    running.pop_back();
  }
  void runAfterPassFailed(Pass *, Operation *) override {
    running.pop_back();
  }

  void mark(Diagnostic &diagnostic) const {
    if (running.empty())
      return;
    MLIRContext *context = diagnostic.getLocation().getContext();
    diagnostic.getMetadata().emplace_back(StringAttr::get(context, running.back()->getArgument()));
  }

private:
  SmallVector<Pass *> running;
};

RemarkOrigins::RemarkOrigins(PassManager &passes)
    : watch(new Watch), handler(passes.getContext(), [watch = watch](Diagnostic &diagnostic) {
        watch->mark(diagnostic);
        return failure(); // to the next handler
      }) {
  passes.addInstrumentation(std::unique_ptr<Watch>(watch));
}

StringRef tilec::jit::passOf(const Diagnostic &diagnostic) {
  for (const DiagnosticArgument &argument : const_cast<Diagnostic &>(diagnostic).getMetadata())
    if (argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Attribute)
      if (auto pass = dyn_cast<StringAttr>(argument.getAsAttribute()))
        return pass.getValue();
  return {};
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/RemarkOrigin.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::jit;

/// Knows the pass that runs.
class RemarkOrigins::Watch : public PassInstrumentation {
public:
  void runBeforePass(Pass *pass, Operation *op) override {
    running.push_back({pass, op});
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
    auto [pass, op] = running.back();
    auto kernel = dyn_cast<FunctionOpInterface>(op);
    for (StringRef text : {pass->getArgument(), kernel ? kernel.getName() : StringRef()})
      diagnostic.getMetadata().push_back(DiagnosticArgument(StringAttr::get(op->getContext(), text)));
  }

private:
  SmallVector<std::pair<Pass *, Operation *>> running;
};

RemarkOrigins::RemarkOrigins(PassManager &passes)
    : watch(new Watch), handler(passes.getContext(), [watch = watch](Diagnostic &diagnostic) {
        watch->mark(diagnostic);
        return failure(); // to the next handler
      }) {
  passes.addInstrumentation(std::unique_ptr<Watch>(watch));
}

RemarkOrigin tilec::jit::originOf(const Diagnostic &diagnostic) {
  ArrayRef<DiagnosticArgument> metadata = const_cast<Diagnostic &>(diagnostic).getMetadata();
  if (metadata.size() != 2)
    return {};
  auto text = [](const DiagnosticArgument &argument) { return cast<StringAttr>(argument.getAsAttribute()).getValue(); };
  return {text(metadata[0]), text(metadata[1])};
}

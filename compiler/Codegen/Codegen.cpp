// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/Codegen.h"
#include "compiler/Codegen/LLVMTranslation.h"
#include "compiler/Codegen/Libdevice.h"
#include "compiler/Codegen/Manifest/ManifestIntoPtx.h"
#include "compiler/Codegen/Optimization.h"
#include "compiler/Codegen/Ptx/BackendErrors.h"
#include "compiler/Codegen/Ptx/PtxEmission.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::codegen;
using mlir::failure;

namespace {

/// One compilation's LLVM objects. Destroyed in reverse order: the module before its context.
struct LLVMState {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};

/// Owns the LLVM objects, and leaves them behind after a fatal error.
class LLVMStateOwner {
public:
  LLVMStateOwner() : state(std::make_unique<LLVMState>()) {}
  LLVMState *operator->() {
    return state.get();
  }
  /// A diagnostic at `module` if there is an error.
  mlir::LogicalResult check(mlir::ModuleOp module, llvm::Error error) {
    if (!error)
      return mlir::success();
    if (error.isA<FatalBackendError>())
      (void)state.release();
    return mlir::emitError(module.getLoc()) << llvm::toString(std::move(error));
  }

private:
  std::unique_ptr<LLVMState> state;
};

/// Everything up to optimised LLVM IR.
mlir::LogicalResult prepare(mlir::ModuleOp module, const CodegenOptions &options, LLVMStateOwner &state) {
  auto machine = createTargetMachine(options.target, options.optimizationLevel);
  if (!machine)
    return state.check(module, machine.takeError());
  state->machine = std::move(*machine);
  state->module = translateToLLVM(module, state->context, *state->machine, {options.lineInfo, options.flushSubnormals});
  if (!state->module)
    return failure();
  if (options.manifest)
    addManifestArray(*state->module, *options.manifest);
  if (mlir::failed(state.check(module, linkLibdevice(*state->module, options.libdevice))))
    return failure();
  return state.check(module, collectBackendErrors(state->context, [&] {
                       optimize(*state->module, *state->machine, options.optimizationLevel, options.timePasses);
                     }));
}

} // namespace

mlir::FailureOr<std::string> codegen::compileToPtx(mlir::ModuleOp module, const CodegenOptions &options) {
  LLVMStateOwner state;
  state->context.setDiscardValueNames(true); // PTX has none
  if (mlir::failed(prepare(module, options, state)))
    return failure();
  std::optional<llvm::Expected<std::string>> ptx;
  llvm::Error error =
      collectBackendErrors(state->context, [&] { ptx = emitPtx(*state->module, *state->machine, options.timePasses); });
  if (error) {
    if (ptx)
      llvm::consumeError(ptx->takeError());
    return state.check(module, std::move(error));
  }
  if (!*ptx)
    return state.check(module, ptx->takeError());
  if (options.manifest)
    addManifestComment(**ptx, *options.manifest);
  return std::move(**ptx);
}

mlir::FailureOr<std::string> codegen::compileToLLVM(mlir::ModuleOp module, const CodegenOptions &options) {
  LLVMStateOwner state;
  if (mlir::failed(prepare(module, options, state)))
    return failure();
  std::string text;
  llvm::raw_string_ostream stream(text);
  state->module->print(stream, nullptr);
  return text;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compilations that begin with a module of the `tile` dialect instead of a source.
#include "compiler/Jit/CompilationState.h"
#include "compiler/Target/Target.h"
#include "dialects/Tile/IR/ElementTypes.h"
#include "dialects/Tile/IR/TileDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Demangle/Demangle.h"

using namespace tilec;
using namespace tilec::jit;

namespace {

/// The spelling of manifest::Parameter::elementType.
std::string elementTypeOf(mlir::Type type) {
  if (type.isInteger(1))
    return "bool";
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

manifest::Parameter describe(mlir::func::FuncOp kernel, unsigned index) {
  mlir::Type type = kernel.getArgumentTypes()[index];
  manifest::Parameter parameter;
  if (auto name = kernel.getArgAttrOfType<mlir::StringAttr>(index, "tile.parameter"))
    parameter.name = name.str();
  if (auto pointer = llvm::dyn_cast<tile::PtrType>(type)) {
    parameter.kind = manifest::Parameter::Kind::Pointer;
    parameter.size = parameter.alignment = 8;
    parameter.elementType = elementTypeOf(pointer.getPointee());
    return parameter;
  }
  bool isInteger = type.isIntOrIndex();
  parameter.kind = isInteger ? manifest::Parameter::Kind::Integer : manifest::Parameter::Kind::Float;
  parameter.isSigned = isInteger && !type.isInteger(1);
  parameter.size = parameter.alignment = uint32_t(tile::storageBytes(type));
  parameter.elementType = elementTypeOf(type);
  return parameter;
}

manifest::Kernel describe(mlir::func::FuncOp function) {
  manifest::Kernel kernel;
  kernel.name = function.getSymName().str();
  kernel.displayName = llvm::demangle(kernel.name);
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    kernel.parameters.push_back(describe(function, i));
  return kernel;
}

} // namespace

void Compilation::State::readTile(std::string_view text) {
  isFromTile = true;
  MlirCollector collector(context, diagnostics, files, options.remarks);
  llvm::Expected<Target> target = Target::parse(options.architecture);
  if (!target)
    return collector.reportError(llvm::toString(target.takeError()));
  manifest.architecture = target->name();
  auto parsed =
      mlir::parseSourceString<mlir::ModuleOp>(llvm::StringRef(text), mlir::ParserConfig(&context), "tile module");
  if (!parsed)
    return;
  module = std::move(parsed);
  for (auto function : module->getOps<mlir::func::FuncOp>())
    if (function->hasAttr("tile.kernel"))
      manifest.kernels.push_back(describe(function));
  accepted = true;
}

Compilation Compilation::startTile(std::string_view module, const CompileOptions &options) {
  auto state = std::make_unique<State>(options, nullptr);
  state->readTile(module);
  return Compilation(std::move(state));
}

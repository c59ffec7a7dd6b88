// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tilec::tile;

/// The symbol of the function that `op` is or is part of; empty without one.
static StringRef kernelOf(Operation *op) {
  auto kernel = dyn_cast<FunctionOpInterface>(op);
  if (!kernel)
    kernel = op->getParentOfType<FunctionOpInterface>();
  return kernel ? kernel.getName() : StringRef();
}

Remark::Remark(Operation *op, StringRef name) : Remark(op->getLoc(), op, name) {}

Remark::Remark(Location where, Operation *op, StringRef name)
    : diagnostic(emitRemark(where)), name(name), kernel(kernelOf(op)) {}

Remark &Remark::with(StringRef field, int64_t number) {
  Builder builder(diagnostic.getUnderlyingDiagnostic()->getLocation().getContext());
  numbers.push_back(builder.getNamedAttr(field, builder.getI64IntegerAttr(number)));
  return *this;
}

Remark::~Remark() {
  Diagnostic *reported = diagnostic.getUnderlyingDiagnostic();
  Builder builder(reported->getLocation().getContext());
  NamedAttribute fields[] = {builder.getNamedAttr("name", builder.getStringAttr(name)),
                             builder.getNamedAttr("kernel", builder.getStringAttr(kernel)),
                             builder.getNamedAttr("numbers", builder.getDictionaryAttr(numbers))};
  reported->getMetadata().emplace_back(builder.getDictionaryAttr(fields));
}

RemarkFields tilec::tile::fieldsOf(const Diagnostic &diagnostic) {
  for (const DiagnosticArgument &argument : const_cast<Diagnostic &>(diagnostic).getMetadata()) {
    auto fields = argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Attribute
                      ? dyn_cast<DictionaryAttr>(argument.getAsAttribute())
                      : DictionaryAttr();
    if (!fields)
      continue;
    RemarkFields found{fields.getAs<StringAttr>("name").getValue(), fields.getAs<StringAttr>("kernel").getValue(), {}};
    for (NamedAttribute number : fields.getAs<DictionaryAttr>("numbers"))
      found.numbers.push_back({number.getName().getValue(), cast<IntegerAttr>(number.getValue()).getInt()});
    return found;
  }
  return {};
}

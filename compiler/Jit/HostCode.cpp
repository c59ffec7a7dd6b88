// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/HostCode.h"
#include "compiler/Cache/CacheEntry.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilec;

static bool holdsHints(Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  return list && !list.empty() && isa<tile::HintsAttr>(list[0]);
}

/// The function's text without what the executor does not look at.
static std::string textOf(func::FuncOp function) {
  OwningOpRef<func::FuncOp> clone = function.clone();
  clone.get()->removeAttr(tile_gpu::kMinCtasAttr);
  clone.get()->removeAttr(tile_gpu::kCarveoutAttr);
  clone.get()->walk([](Operation *op) {
    for (NamedAttribute named : op->getAttrDictionary())
      if (holdsHints(named.getValue()))
        op->removeAttr(named.getName());
  });
  std::string text;
  llvm::raw_string_ostream stream(text);
  clone.get()->print(stream);
  return text;
}

std::map<std::string, std::string> jit::hostCodeOf(ModuleOp module) {
  std::map<std::string, std::string> code;
  if (!module.getOps<tile::GlobalOp>().empty())
    return code;
  std::string called; // by any kernel
  for (auto function : module.getOps<func::FuncOp>())
    (function->hasAttr("tile.kernel") ? code[function.getSymName().str()] : called) += textOf(function);
  for (auto &[name, text] : code)
    text = hashOf(text + called);
  return code;
}

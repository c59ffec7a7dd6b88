// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// PTX knows one line for each instruction; how it was inlined cannot be said. So each op gets the innermost line of
/// its inlining chain that the user wrote (headers of our own, below `/__tilec/`, are passed over), in the scope of its
/// kernel. A line of another file than the kernel's has a block of that file around it:
///
///   loc(callsite("/__tilec/include/math.h":9:3 at "k.h":4:7 at "k.cu":12:5))
///     -> loc(fused<#llvm.di_lexical_block_file<scope = kernel, file = "k.h">>["k.h":4:7])
#include "compiler/Codegen/LineTables.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tilec;

namespace {

constexpr llvm::StringLiteral kEmbeddedPrefix = "/__tilec/";

/// The innermost line outside our headers; null when there is none.
FileLineColLoc userLine(Location location) {
  FileLineColLoc found;
  // Callees are visited before their callers.
  location->walk([&](Location part) {
    auto line = dyn_cast<FileLineColLoc>(part);
    if (!line || line.getFilename().getValue().starts_with(kEmbeddedPrefix))
      return WalkResult::advance();
    found = line;
    return WalkResult::interrupt();
  });
  return found;
}

LLVM::DIFileAttr fileOf(MLIRContext *context, llvm::StringRef path) {
  return LLVM::DIFileAttr::get(context, llvm::sys::path::filename(path), llvm::sys::path::parent_path(path));
}

/// Line tables of one module: one compile unit, one scope for each function.
class LineTables {
public:
  explicit LineTables(ModuleOp module) : context(module.getContext()) {
    unit = LLVM::DICompileUnitAttr::get(distinct(), llvm::dwarf::DW_LANG_C_plus_plus_14,
                                        fileOf(context, firstFile(module)), StringAttr::get(context, "tilec"),
                                        /*isOptimized=*/true,
                                        // Anything more than directives makes ptxas believe that this is a debug build.
                                        LLVM::DIEmissionKind::DebugDirectivesOnly);
  }

  void add(LLVM::LLVMFuncOp function) {
    FileLineColLoc line = userLine(function.getLoc());
    if (!line)
      line = FileLineColLoc::get(context, unit.getFile().getName(), 0, 0);
    LLVM::DISubprogramAttr scope = scopeOf(function, line);
    function->setLoc(FusedLoc::get(context, {line}, scope));
    function.getBody().walk([&](Operation *op) { op->setLoc(lineIn(scope, op->getLoc(), line)); });
  }

private:
  /// The file of the first function that has one; LLVM insists on a name.
  static llvm::StringRef firstFile(ModuleOp module) {
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (FileLineColLoc line = userLine(function.getLoc()))
        return line.getFilename().getValue();
    return "unknown";
  }

  DistinctAttr distinct() const {
    return DistinctAttr::create(UnitAttr::get(context));
  }

  LLVM::DISubprogramAttr scopeOf(LLVM::LLVMFuncOp function, FileLineColLoc line) {
    LLVM::DIFileAttr file = fileOf(context, line.getFilename());
    auto type = LLVM::DISubroutineTypeAttr::get(context, llvm::dwarf::DW_CC_normal, {});
    auto flags = LLVM::DISubprogramFlags::Definition | LLVM::DISubprogramFlags::Optimized;
    return LLVM::DISubprogramAttr::get(context, distinct(), unit, file, function.getNameAttr(), function.getNameAttr(),
                                       file, line.getLine(), line.getLine(), flags, type, {}, {});
  }

  Location lineIn(LLVM::DISubprogramAttr scope, Location location, FileLineColLoc functionLine) {
    FileLineColLoc line = userLine(location);
    if (!line)
      return functionLine;
    if (line.getFilename() == functionLine.getFilename())
      return line;
    auto block = LLVM::DILexicalBlockFileAttr::get(scope, fileOf(context, line.getFilename()), /*discriminator=*/0);
    return FusedLoc::get(context, {line}, block);
  }

  MLIRContext *context;
  LLVM::DICompileUnitAttr unit;
};

} // namespace

void codegen::addLineTables(ModuleOp module) {
  LineTables tables(module);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.getBody().empty())
      tables.add(function);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Remarks: what a pass decided, as text for users and as fields for tools.
///
///     Remark(load, "ProducerWarp").with("stages", stages) << "loaded by a producer warp into " << stages << " stages";
///
/// A remark has three parts. The text may be improved at any time. The name says which decision it is, and stays. The
/// numbers are those of the text, by names that stay. `--remarks-file` writes all three, with the pass and the kernel.
///
/// MLIR's own remarks (mlir/IR/Remarks.h) have such fields, too. They bypass the handlers of diagnostics, which give
/// ours their source lines, their order and their notes, and which tests verify.
#pragma once

#include "mlir/IR/Diagnostics.h"

namespace tilec::tile {

class Remark {
public:
  /// At `op`, about the kernel that it is part of.
  Remark(mlir::Operation *op, llvm::StringRef name);
  /// At `where`, about the kernel of `op`.
  Remark(mlir::Location where, mlir::Operation *op, llvm::StringRef name);
  Remark(const Remark &) = delete;
  /// Reports it.
  ~Remark();

  template <typename Part> Remark &operator<<(Part &&part) {
    diagnostic << std::forward<Part>(part);
    return *this;
  }
  /// A number that the text contains, or follows from.
  Remark &with(llvm::StringRef field, int64_t number);
  mlir::Diagnostic &attachNote(mlir::Location where) {
    return diagnostic.attachNote(where);
  }

private:
  mlir::InFlightDiagnostic diagnostic;
  llvm::StringRef name, kernel;
  llvm::SmallVector<mlir::NamedAttribute> numbers;
};

/// What a diagnostic has beside its text, if it is a `Remark`.
struct RemarkFields {
  llvm::StringRef name;   ///< empty: it is no `Remark`
  llvm::StringRef kernel; ///< its symbol
  llvm::SmallVector<std::pair<llvm::StringRef, int64_t>> numbers;
};

RemarkFields fieldsOf(const mlir::Diagnostic &diagnostic);

} // namespace tilec::tile

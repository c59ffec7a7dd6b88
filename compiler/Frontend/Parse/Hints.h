// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Hints.h - keys and values of [[cutile::hint(...)]] ---------------------===//
//
//   key                       on         values
//   num_cta_in_cga            kernel     1, 2, 4, 8, 16; only 1 below sm_90
//   occupancy                 kernel     1..32
//   num_worker_warps_per_cta  kernel     1, 2, 4, 8, 16, 32
//   latency                   statement  1..10, reaches the loads and stores written in the statement
//   allow_tma                 statement  true, false, likewise, through views only
//
// Architectures: 0 for all, or 800 860 870 880 890 900 1000 1030 1070 1100 1200 1210.
//
// An unknown key or architecture, a value out of range, a hint in the wrong place and a hint given twice (the last one
// holds) are warnings, and the hint is dropped. A value that is no integer constant is an error.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace tilec::frontend {

enum class HintPlace { Kernel, Statement };

struct Hint {
  /// 0 for all.
  int64_t architecture;
  std::string key;
  int64_t value;
  clang::SourceLocation where;
};

struct HintProblem {
  bool isError;
  clang::SourceLocation where;
  std::string text;
};

/// The valid hints among `attributes`, at most one for each architecture and key; what is wrong with the others goes to
/// `problems`.
std::vector<Hint> readHints(const clang::ASTContext &ast, llvm::ArrayRef<const clang::Attr *> attributes,
                            HintPlace place, llvm::SmallVectorImpl<HintProblem> &problems);
std::vector<Hint> readKernelHints(const clang::FunctionDecl *kernel, llvm::SmallVectorImpl<HintProblem> &problems);

/// The valid ones as an array of `#tile.hints`, one for each architecture, or null when there is none.
mlir::ArrayAttr kernelHints(const clang::FunctionDecl *kernel, mlir::MLIRContext *context);
mlir::ArrayAttr statementHints(const clang::ASTContext &ast, llvm::ArrayRef<const clang::Attr *> attributes,
                               mlir::MLIRContext *context);

} // namespace tilec::frontend

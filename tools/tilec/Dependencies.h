// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Makefile rules of the headers that a source includes. Clang writes them; tilec's built-in headers are taken out.
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// One rule being made: Clang writes it to a temporary file while the source is parsed.
class DependencyRule {
public:
  /// Does nothing unless `options` asks for a rule. `output` is the default target.
  static llvm::Expected<DependencyRule> begin(const Options &options, llvm::StringRef input, llvm::StringRef output,
                                              CompileOptions &compile);
  DependencyRule(DependencyRule &&other);
  ~DependencyRule();

  /// Writes the rule where it belongs.
  llvm::Error finish();

private:
  DependencyRule() = default;
  std::string temporary, destination;
};

/// Takes prerequisites below the folder of built-in headers out of a rule.
std::string withoutBuiltinHeaders(llvm::StringRef rule);

} // namespace tilec::tool

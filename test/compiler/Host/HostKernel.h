// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs kernels given as MLIR text.
#pragma once

#include "compiler/Host/HostModule.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>
#include <string>

namespace tilec::host {

class HostKernel {
public:
  /// Parses `text`; a test fails where it does not parse. What cannot be executed is in `loadError`.
  /// `verify` is off for IR before structuring, whose combining regions may have several blocks.
  explicit HostKernel(const std::string &text, bool verify = true);

  /// Runs the module's first kernel: the error's text, empty if none. Arguments are values: pointers and scalars.
  template <class... Arguments> std::string run(Grid grid, const LaunchOptions &options, Arguments... arguments) {
    void *addresses[] = {static_cast<void *>(&arguments)...};
    return launch(grid, options, addresses);
  }
  template <class... Arguments> std::string run(Grid grid, Arguments... arguments) {
    return run(grid, LaunchOptions(), arguments...);
  }

  std::string loadError;
  std::optional<HostModule> module;

private:
  std::string launch(Grid grid, const LaunchOptions &options, llvm::ArrayRef<void *> arguments);
};

/// The shared context; its dialects are loaded.
mlir::MLIRContext &testContext();

/// `text` with every `from` replaced.
std::string replaced(std::string text, const std::string &from, const std::string &to);

} // namespace tilec::host

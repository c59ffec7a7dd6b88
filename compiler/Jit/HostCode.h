// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Hashes of what the lane-by-lane executor runs, by which a test finds code that it has run before.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include <map>
#include <string>

namespace tilec::jit {

/// A hash for each kernel of a module as the GPU passes leave it. Locations, hints and what only decides how many CTAs
/// share a multiprocessor are no part of it. Empty where the module has variables, whose values are no part of the
/// code.
std::map<std::string, std::string> hostCodeOf(mlir::ModuleOp module);

} // namespace tilec::jit

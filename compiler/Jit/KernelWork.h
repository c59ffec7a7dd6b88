// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What each variant of a module's kernels does for one tile block: the passes on `tile` and the plans run once more,
/// on a copy.
#pragma once
#include "compiler/Strategy/BlockWork.h"
#include "compiler/Target/Target.h"
#include "tilec/Compiler.h"

#include "llvm/Support/Error.h"

namespace tilec::jit {

/// A roofline's point.
struct WorkPart {
  /// Lines of the loop in the user's sources, from the innermost callee out, as pairs of file and line; empty: no loop.
  std::vector<std::pair<std::string, unsigned>> loop;
  strategy::Work work;
};

struct KernelWork {
  std::string entry; ///< the variant's symbol
  /// What is in no loop of an unknown number of iterations, if anything; then one iteration of each such loop.
  std::vector<WorkPart> parts;
  unsigned ctas = 1;                          ///< that share the tile block; `parts` are what one of them does
  std::array<uint32_t, 3> joined = {1, 1, 1}; ///< blocks of the source that are one here
};

/// `module` is what Compilation::emitTileWithLocations gives.
llvm::Expected<std::vector<KernelWork>> workOfKernels(llvm::StringRef module, const CompileOptions &options,
                                                      const Target &target);

} // namespace tilec::jit

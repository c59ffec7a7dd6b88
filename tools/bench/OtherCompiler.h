// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels of the same source from another compiler, to be timed beside ours. Their cubins have no manifest of ours: a
/// tile block is launched as one thread, with the parameters of the source.
#ifndef TILEC_BENCH_OTHERCOMPILER_H
#define TILEC_BENCH_OTHERCOMPILER_H

#include "tilec/Runtime.h"

#include <span>

namespace tilec::bench {

class OtherKernel {
public:
  /// Ends the program if the driver cannot load `path` or has no kernel of this mangled name in it.
  OtherKernel(const runtime::Context &context, const std::string &path, const std::string &symbol);
  void launch(const runtime::Stream &stream, uint32_t blocks, std::span<const runtime::Argument> arguments) const;

private:
  void *function = nullptr;
};

} // namespace tilec::bench

#endif // TILEC_BENCH_OTHERCOMPILER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels of other compilers, to be timed beside ours: cubins with no manifest of ours, launched through the plain
/// driver.
#ifndef TILEC_BENCH_OTHERCOMPILER_H
#define TILEC_BENCH_OTHERCOMPILER_H

#include "tilec/Runtime.h"

#include <optional>
#include <span>
#include <string>

namespace tilec::bench {

class OtherKernel {
public:
  /// None where the cubin has no kernel of this name. Ends the program if the driver cannot load `path`.
  static std::optional<OtherKernel> find(const runtime::Context &context, const std::string &path,
                                         const std::string &symbol, unsigned threads = 1, unsigned sharedBytes = 0);
  void launch(const runtime::Stream &stream, runtime::Dim3 grid, std::span<const runtime::Argument> arguments) const;

private:
  OtherKernel(void *function, unsigned threads, unsigned sharedBytes)
      : function(function), threads(threads), sharedBytes(sharedBytes) {}

  void *function = nullptr;
  unsigned threads, sharedBytes;
};

/// A kernel of Triton's from FOLDER, where `kernels.txt` has a line `NAME FILE SYMBOL THREADS SHARED_BYTES` for each.
/// Two pointers to scratch memory follow a kernel's own parameters.
OtherKernel tritonKernel(const runtime::Context &context, const std::string &folder, const std::string &name);

/// The driver's copy from device memory to device memory.
void copyOnDevice(const runtime::Stream &stream, uint64_t target, uint64_t source, size_t bytes);

} // namespace tilec::bench

#endif // TILEC_BENCH_OTHERCOMPILER_H

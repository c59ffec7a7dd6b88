// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- EmbeddedKernels.h - kernels as C++ functions -----------------------===//
//
// `--emit=embed` writes C++ that holds the kernels of a source, for GPUs as a fatbin and for the CPU as a module of the
// `tile` dialect, and a header with a function for each kernel:
//
//   template <int N> __tile_global__ void scale(float *out, const float *in, int n);     // scale<256>
//
//   void scale_256(void *stream, const tilec::Grid &grid, float *out, const float *in, int32_t n);
//
// Any compiler of C++17 takes them; libtilec-runtime.so launches (tilecEmbeddedLaunch in tilec-c/Runtime.h). A scalar
// that C++ has no type for (f16, bf16, ...) is taken by its bits.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// Compiles `input` for all architectures and writes both files; the header's name is that of the C++ file with `.h`
/// for its ending. False if anything failed, which is then printed.
bool embedKernels(const Options &options, const std::string &input);

} // namespace tilec::tool

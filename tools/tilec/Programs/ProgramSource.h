// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One CUDA source on its way to an object: its tile kernels, its SIMT kernels, and its host code, which registers
/// them.
#pragma once
#include "compiler/HostPart/HostCompiler.h"
#include "tools/tilec/Commands.h"

namespace tilec::tool {

/// The host compiler that `options` names; its headers will lie in `temporary`.
hostpart::HostCompiler hostCompilerOf(const Options &options, const TemporaryFolder &temporary);

llvm::Error compileCudaSource(const Options &options, const std::string &input, const std::string &object,
                              const std::string &libraryFolder, const TemporaryFolder &temporary,
                              const Commands &commands);

} // namespace tilec::tool

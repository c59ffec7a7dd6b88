// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The SIMT kernels of a source, which nvcc compiles.
#pragma once
#include "compiler/HostPart/HostCompiler.h"
#include "compiler/HostPart/Registration.h"
#include "tools/tilec/Commands.h"

namespace tilec::tool {

/// What of `host` is SIMT code, compiled for all architectures; no image where there is none. Without a nvcc, kernels
/// that nothing launches are left out with a warning.
llvm::Expected<hostpart::DeviceModule> compileSimtModule(const Options &options, const std::string &input,
                                                         const std::string &object,
                                                         const hostpart::HostCompiler &compiler,
                                                         const hostpart::HostSource &host,
                                                         const TemporaryFolder &temporary, const Commands &commands);

} // namespace tilec::tool

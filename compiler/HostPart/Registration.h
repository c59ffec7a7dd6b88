// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The end of the rewritten text: a constructor that registers what the source has for the device
/// (runtime/Program/Registration.h).
#pragma once
#include "compiler/HostPart/HostSource.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilec::hostpart {

/// Device code of one source, and what of it the host names.
struct DeviceModule {
  bool isTile = true;
  /// A fatbin, or PTX.
  std::string image;
  /// The `tile` dialect, for execution on the CPU.
  std::string tileModule;
  /// How its arithmetic was asked for, in the bits of Registration.h.
  unsigned arithmetic = 0;
  std::vector<HostKernel> kernels;
  std::vector<HostVariable> variables;
};

/// `libraryPath`: the compiler as a shared library, which runs tile kernels on the CPU.
std::string registrationText(llvm::ArrayRef<DeviceModule> modules, llvm::StringRef libraryPath);

} // namespace tilec::hostpart

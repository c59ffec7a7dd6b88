// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The end of the rewritten text: a constructor that registers what the source has for the device
/// (runtime/Program/Registration.h).
#pragma once
#include "compiler/HostPart/HostSource.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilec::hostpart {

/// Sections of objects: the SIMT code that linking takes, and the mark of an object that linking made.
inline constexpr llvm::StringLiteral kRelocatableSection = ".tilec_simt", kLinkedSection = ".tilec_linked";

/// Device code of one source, and what of it the host names.
struct DeviceModule {
  bool isTile = true;
  /// The image is for linking, which gives the module of all sources.
  bool isRelocatable = false;
  /// A fatbin, or PTX; empty where there is none for managed variables, which host code has nevertheless.
  std::string image;
  /// The `tile` dialect, for execution on the CPU.
  std::string tileModule;
  /// Texts that run on the CPU, each with a zero byte behind it; of SIMT modules.
  std::string ptx;
  /// How its arithmetic was asked for, in the bits of Registration.h.
  unsigned arithmetic = 0;
  std::vector<HostKernel> kernels;
  std::vector<HostVariable> variables;
};

/// Bytes as a literal of C++, in lines that compilers and people can bear.
std::string literal(llvm::StringRef bytes);

/// `libraryPath`: the compiler as a shared library, which runs tile kernels on the CPU.
std::string registrationText(llvm::ArrayRef<DeviceModule> modules, llvm::StringRef libraryPath);

/// The source of the object that device linking makes, from the linked fatbin and the sources' PTX.
std::string linkedModuleText(llvm::StringRef image, llvm::StringRef ptx);

} // namespace tilec::hostpart

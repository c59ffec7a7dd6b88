// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// SIMT code made with -rdc=true, which is linked when objects are. An object carries it in a section of its own:
///
///   per architecture: u64 length of its name, name, u64 length of the cubin, cubin
///   the PTX that runs on the CPU, as if `ptx` were an architecture
///
/// The sources' constructors register their kernels with what `__tilecLinkedSimt` gives, the module of all sources,
/// which is in the object that linking makes.
#pragma once
#include "compiler/Codegen/Ptx/Fatbin.h"

#include "llvm/Support/Error.h"
#include <map>

namespace tilec::tool {

/// The section's bytes.
std::string packRelocatable(llvm::ArrayRef<codegen::FatbinImage> images, llvm::StringRef ptx);

struct RelocatableCode {
  /// Cubins by architecture.
  std::map<std::string, std::vector<std::string>> cubins;
  /// Texts, each with a zero byte behind it.
  std::string ptx;
  /// One of the objects came of linking.
  bool isLinked = false;

  /// Some kernel launches kernels.
  bool launchesKernels() const {
    return ptx.find("cudaCDP2LaunchDevice") != std::string::npos;
  }
};

/// What the objects and static libraries among `files` carry.
llvm::Expected<RelocatableCode> findRelocatable(llvm::ArrayRef<std::string> files);

} // namespace tilec::tool

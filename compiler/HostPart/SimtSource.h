// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The SIMT part of a CUDA source, from its text preprocessed for the device: what a CUDA compiler without tile code
/// compiles. Tile kernels are empty SIMT kernels in there, so that their launches stay what they are; tile functions
/// are host functions that nobody calls.
#pragma once
#include "compiler/HostPart/HostSource.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilec::hostpart {

llvm::Expected<std::string> rewriteForSimt(const std::string &preprocessed, const HostOptions &options);

/// Gives what `references` name the symbols that it has in `cubin`: the CUDA compiler names what is of one source alone
/// in its own way. An error names one that is missing;
/// the symbol of an optional one becomes empty.
llvm::Error findSymbols(llvm::StringRef cubin, llvm::ArrayRef<HostReference *> references);

} // namespace tilec::hostpart

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VariantNames.h - what the entries of variants are called ---------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilec::tile {

/// The symbol of variant `number` of `kernel`: the kernel's name with the ABI tag `v0`, `v1`, ... so that profilers and
/// demanglers show `softmax[abi:v0]<float>(float*)`; a name that is not mangled gets `$v0` behind it, since PTX has no
/// dots in names.
std::string variantName(llvm::StringRef kernel, unsigned number);
/// The entry's name with the tag `few`, of the variant for grids of few tile blocks.
std::string fewBlocksName(llvm::StringRef kernel);
/// The entry's name with the tag `wide`, of the variant whose CTAs take several tile blocks at once.
std::string wideBlocksName(llvm::StringRef kernel);

} // namespace tilec::tile

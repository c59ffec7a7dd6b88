// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the manifest says of kernels that only the source knows: their C++ names, and their parameters with signedness
/// and pointees. And which symbol a name expression means.
#pragma once
#include "tilec/Manifest.h"

#include "clang/Frontend/CompilerInstance.h"
#include <map>
#include <string>
#include <vector>

namespace tilec::jit {

/// Text to append to a source so that every expression's kernel is instantiated and can be found by findLoweredNames.
std::string nameExpressionText(const std::vector<std::string> &expressions);

/// Symbols of the kernels that nameExpressionText named; an expression that names no kernel is an error at its place.
std::map<std::string, std::string> findLoweredNames(clang::CompilerInstance &instance,
                                                    const std::vector<std::string> &expressions);

/// Every kernel with a body that is not a template, in source order, without variants.
std::vector<manifest::Kernel> describeKernels(clang::CompilerInstance &instance);

/// Warns that the source has no kernel, and names a kernel template that is nowhere instantiated.
void warnWithoutKernels(clang::CompilerInstance &instance);

} // namespace tilec::jit

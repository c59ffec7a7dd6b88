// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options of whole programs, and what an output's name says.
#pragma once
#include "tools/tilec/OptionTable.h"

#include "llvm/Support/Error.h"

namespace tilec::tool {

/// Options of the host compiler and the linker.
std::vector<Option> programOptionTable();

/// Chooses the product where no option has. An output named *.ptx, *.cubin or *.fatbin is that; one that is standard
/// output or no file gets PTX; all others are programs. Without an output what links makes a program, else PTX is made.
void chooseProductByName(Options &options);

/// Rules between options of programs.
llvm::Error checkProgram(const Options &options);

/// Is the input compiled as CUDA?
bool isCudaSource(const Options &options, llvm::StringRef input);
/// Is it compiled by the host compiler alone?
bool isHostSource(const Options &options, llvm::StringRef input);

} // namespace tilec::tool

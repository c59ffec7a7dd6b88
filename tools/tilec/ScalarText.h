// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Scalars of every element type, as text and as bytes in memory. Types are spelled as in the manifest: `i32`, `bf16`,
/// ...
#pragma once
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace tilec::tool {

/// Bytes of one element; 0 for an unknown type.
unsigned elementBytes(llvm::StringRef type);
bool isFloatType(llvm::StringRef type);

/// Writes the number that `text` spells, rounded to nearest; an integer that does not fit is an error.
llvm::Error encodeScalar(llvm::StringRef type, llvm::StringRef text, unsigned char *into);
/// Writes `value`, rounded to nearest; integers are taken modulo their width.
void encodeNumber(llvm::StringRef type, double value, unsigned char *into);
/// Shortest text that says the value: `3`, `0.5`, `nan`.
std::string decodeScalar(llvm::StringRef type, const unsigned char *from);

} // namespace tilec::tool

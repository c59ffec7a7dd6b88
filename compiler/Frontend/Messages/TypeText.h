// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TypeText.h - what a printed type says ----------------------------------===//
//
// Messages reach us as text, in which `TypeNames` has named types as users write them:
//
//   tile<float *, shape<8, 4>>    element "float *", extents {8, 4}
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilec::frontend {

/// Is a tile named in it?
bool isTile(llvm::StringRef type);
/// "float" for `tile<float, shape<8>>`; the type itself if it is no tile.
llvm::StringRef elementOf(llvm::StringRef type);
/// "shape<8>" for `tile<float, shape<8>>`, or empty.
llvm::StringRef shapeOf(llvm::StringRef type);
/// {8, 4} for `tile<float, shape<8, 4>>` or `shape<8, 4>`.
llvm::SmallVector<unsigned long long> extentsOf(llvm::StringRef type);
/// `shape<8, 4>` for {8, 4}.
std::string shapeText(llvm::ArrayRef<unsigned long long> extents);
/// "float" for `const float *`; empty if the type is no pointer.
llvm::StringRef pointeeOf(llvm::StringRef type);
/// Is it a type of numbers in which 0.5 is 0.5?
bool isFloating(llvm::StringRef element);

/// "float(x)", or "static_cast<unsigned int>(x)" where a name of two words needs that.
std::string castText(llvm::StringRef type, llvm::StringRef value);

/// The parts of a list between commas that stand in no bracket.
llvm::SmallVector<llvm::StringRef> splitList(llvm::StringRef list);

} // namespace tilec::frontend

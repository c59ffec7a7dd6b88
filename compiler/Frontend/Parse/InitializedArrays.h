// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InitializedArrays.h - `int a[n] = {}` in host code ---------------------===//
//
// GCC initialises arrays whose length is known at run time only; Clang takes such arrays without an initializer. The
// values concern the host's compiler alone, which gets the source as it is. Tile code has no such arrays in any case.
// The source is therefore parsed again without the initializers.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Messages/Message.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace tilec::frontend {

/// The files with blanks in place of the initializers that errors are about; nothing if there are none.
std::optional<std::vector<PreambleFile>> withoutArrayInitializers(llvm::ArrayRef<Message> messages,
                                                                  const clang::SourceManager &sources);

} // namespace tilec::frontend

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TypeNames.h - types as users write them --------------------------------===//
#pragma once

#include <string>

namespace tilec::frontend {

/// Names types as users write them: `tile<float, shape<8>>` for
/// `cuda::tiles::tile<float, cuda::tiles::extents<unsigned int, 8>>`.
void shortenTypeNames(std::string &text);

} // namespace tilec::frontend

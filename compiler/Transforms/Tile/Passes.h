// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors and registration of the passes on the `tile` dialect.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/Pass/Pass.h"
#include "tilec/Choice.h"
#include <memory>

namespace tilec::tile {

#define GEN_PASS_DECL
#include "compiler/Transforms/Tile/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compiler/Transforms/Tile/Passes.h.inc"

} // namespace tilec::tile

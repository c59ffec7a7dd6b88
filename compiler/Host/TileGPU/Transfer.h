// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements on their way to other lanes, carried out as dialects/Layout plans it and TileGPUToNVVM emits it: registers
// that are turned, shuffled and turned back, or swizzled offsets in scratch, in passes, for each warp or for all.
#pragma once

#include "compiler/Host/TileGPU/Scratch.h"
#include "dialects/Layout/LayoutConversion.h"

namespace tilec::host {

/// `varying` (i64) is the plan's run-time number; without it, that is zero.
void emitTransfer(tile_gpu::ScratchInterface op, Decoder &decoder, const layout::LayoutConversion &plan, Slot result,
                  Slot source, PlacesRef sourcePlaces, std::optional<Slot> varying = std::nullopt);

} // namespace tilec::host

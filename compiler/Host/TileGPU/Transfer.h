// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The executor's layout conversions: elements go to other lanes as layout::LayoutConversion plans it and generated code
// does it, by shuffles or through swizzled scratch memory, in one pass or several, within warps or the whole CTA.
#pragma once

#include "compiler/Host/TileGPU/Scratch.h"
#include "dialects/Layout/LayoutConversion.h"

namespace tilec::host {

/// `varying` (i64): what the plan adds to element numbers at run time; zero without it.
void emitTransfer(tile_gpu::ScratchInterface op, Decoder &decoder, const layout::LayoutConversion &plan, Slot result,
                  Slot source, PlacesRef sourcePlaces, std::optional<Slot> varying = std::nullopt);

} // namespace tilec::host

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that bring the same tile to all CTAs of a cluster whose blocks are next to each other (`tile.neighbours`): each
// CTA copies a part of it into the buffers of all.
//
// The tile's place, and whether and how often it is loaded, must not depend on the CTA's rank; and products alone may
// read it: an ordinary read could still be under way when another CTA hears that the slot is free.
#pragma once

#include "dialects/TileGPU/Transforms/Paths/LoadSites.h"

namespace tilec::tile_gpu {

/// So it was found to be: `shareAmongNeighbours` has marked the copy.
bool isSharedByNeighbours(const LoadSite &site);

/// Marks the load if it can be shared, and divides its boxes where there are fewer than CTAs.
void shareAmongNeighbours(const LoadSite &site);

} // namespace tilec::tile_gpu

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that bring the same tile to all CTAs of a cluster whose blocks are next to each other (`tile.multicast_ctas`):
// each CTA copies a part of it into the buffers of all.
//
// The tile's place, and whether and how often it is loaded, must not depend on the CTA's rank; and MMAs alone may
// read it: an ordinary read could still be under way when another CTA hears that the stage is free.
#pragma once

#include "compiler/Transforms/TileGPU/MemoryPaths/LoadSites.h"

namespace tilec::tile_gpu {

/// So it was found to be: `shareInCluster` has marked the copy.
bool isSharedInCluster(const LoadSite &site);

/// Marks the load if it can be shared, and divides its boxes where there are fewer than CTAs.
void shareInCluster(const LoadSite &site);

} // namespace tilec::tile_gpu

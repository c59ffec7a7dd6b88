// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the producer draws the block that comes next.
//
//     %next = next_block                             scf.for %i = %a to %m { loads }
//     scf.for %i = %a to %n { loads }         =>     %next = next_block
//     .. of %next                                    scf.for %i = %m to %n { loads }   // the last few
//                                                    .. of %next
//
// What is drawn where a block begins waits for all of that block, when other CTAs may be free already: in the end a CTA
// has one more block before it and the others have none. What is drawn behind the loads comes too late for the next
// block's first load, for drawing takes about a microsecond. So the last iterations are twice as many as there are
// stages (docs/Experiments.md, "Constants of the model").
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// Moves the draws of producers that draw for their own CTA under a tile block's last loads.
void drawUnderLastLoads(WarpRolesOp roles);

} // namespace tilec::tile_gpu

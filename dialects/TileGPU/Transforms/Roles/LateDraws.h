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
// block's first load, for drawing takes about a microsecond. So the last iterations are twice as many as the ring has
// slots. On an H200 causal attention with heads of 128 and two slots takes, of the time with draws where blocks begin,
// for 4096, 8192 and 16384 keys, in two turns each:
//
//   behind the loads       0.988 to 0.989, 1.006 to 1.007, 1.004 to 1.007
//   1 iteration before     0.974 to 0.975, 0.994 to 0.996, 0.995 to 0.999
//   2 iterations           0.974, 0.995 to 0.996, 0.997 to 0.998
//   4 iterations           0.970 to 0.972, 0.993 to 0.994, 0.992 to 0.995
//   8 iterations           0.969 to 0.971, 0.993, 0.991 to 0.994
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// Moves the draws of producers that draw for their own CTA under a tile block's last loads.
void drawUnderLastLoads(WarpRolesOp roles);

} // namespace tilec::tile_gpu

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets MMAs into tensor memory run under the lanes' work between them (attention).
//
// It works on loops of consumers with two MMAs, of which the second one multiplies what lanes make of the first
// one's accumulators, and adds to what the loop carries. In iteration j:
//
// | before                                           | after                                                         |
// |--------------------------------------------------|---------------------------------------------------------------|
// | start the first MMA                              | it has been started by the iteration before, or before the    |
// |                                                  | loop                                                          |
// | wait; load its accumulators; release its stage   | the same start the first MMA of iteration j + 1, into other   |
// |                                                  | columns                                                       |
// | lanes compute                                    | the same wait for the second MMA of j - 1, release its stage, |
// |                                                  | load its accumulators                                         |
// | store operand and accumulators; start the second | the same                                                      |
// | wait; load its accumulators; release its stage   | behind the loop                                               |
//
// MMAs end in the order of their starts. So a wait that leaves one in flight ends both waits above: the first
// MMA of j is older than the second one of j - 1, and that one older than the first one of j + 1. Where there is no
// next MMA the wait is for all.
//
// What the first MMA needs in its next iteration (stages, waits for them, counters) is computed from scalars that
// the loop carries. Of a stage buffer that both MMAs read three stages are needed, else two of what the second one
// reads.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// Rotates the MMAs of a kernel whose consumers start them, where its loops and tensor memory allow it.
void pipelineTcgen05Mmas(WarpRolesOp roles, AllocTensorMemoryOp memory, bool remarks);

} // namespace tilec::tile_gpu

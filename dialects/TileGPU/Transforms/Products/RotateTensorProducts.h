// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets products into tensor memory run under the lanes' work between them (attention).
//
// It works on loops of consumers with two products, of which the second one multiplies what lanes make of the first
// one's sums, and adds to what the loop carries. In iteration j:
//
// | before                                     | after                                                            |
// |--------------------------------------------|------------------------------------------------------------------|
// | start the first product                    | it has been started by the iteration before, or before the loop  |
// | wait; load its sums; give its slot back    | the same                                                         |
// |                                            | start the first product of iteration j + 1, into other columns   |
// | lanes compute                              | the same                                                         |
// |                                            | wait for the second product of j - 1, give its slot back, load   |
// |                                            | its sums                                                         |
// | store factor and sums; start the second    | the same                                                         |
// | wait; load its sums; give its slot back    | behind the loop                                                  |
//
// Products end in the order of their starts. So a wait that leaves one in flight ends both waits above: the first
// product of j is older than the second one of j - 1, and that one older than the first one of j + 1. Where there is no
// next product the wait is for all.
//
// What the first product needs in its next iteration (slots, waits for them, counters) is computed from scalars that
// the loop carries. Of a ring that both products read three slots are needed, else two of what the second one reads.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// Rotates the MMAs of a kernel whose consumers start them, where its loops and tensor memory allow it.
void rotateTensorProducts(WarpRolesOp roles, AllocTensorMemoryOp memory, bool remarks);

} // namespace tilec::tile_gpu

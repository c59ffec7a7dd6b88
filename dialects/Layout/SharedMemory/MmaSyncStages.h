// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stages of shared memory that copies fill and MMAs read: where each element lies, so that neither meets in
// banks.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include "dialects/Layout/SharedMemory/SharedTransferPlan.h"

namespace tilec::layout {

/// How `ldmatrix` gives lanes what lies at these offsets, in elements, of packed places; None where it cannot, or where
/// lanes side by side read as much at once by themselves.
MatrixLoads matrixLoadsOf(const LinearMap &offsets, unsigned registerBits, unsigned elementBits);

/// `ldmatrix` reads lanes of `loaded` from a stage with these elements, a matrix at once.
bool readsMatricesApart(const LinearMap &elementAt, const LinearLayout &loaded, unsigned elementBits);

/// The element at each offset of a stage that lanes of `stored` fill with `vector` registers side by side, and from
/// which lanes of each layout of `loaded` read. None where such copies would lie wrong for the reads; where there are
/// several, each is read by `ldmatrix`, with no two rows of a matrix in the same banks; and by `vector` 1 lanes store
/// as many registers at once as lie side by side.
std::optional<LinearMap> stageBetween(const LinearLayout &stored, const std::vector<LinearLayout> &loaded,
                                      unsigned elementBits, unsigned vector);

} // namespace tilec::layout

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view's tile element by element, for atomics and checked accesses.
#pragma once

#include "compiler/Host/Check/CheckedMemory.h"
#include "compiler/Host/Ops/ViewAccess.h"

namespace tilec::host {

/// Address of each element; enabled where it lies inside the tensor. Reports elements outside if the access promised
/// none.
ElementAccess elementsOf(Frame &frame, const ViewAccess &access, const Site &site);

/// Reports a store of which no element lies inside.
void reportWhollyOutside(Frame &frame, const Site &site, const ElementAccess &elements);

/// Fills a load's result with the view's padding, or with zeros that count as undefined.
void emitViewPadding(Decoder &decoder, const ViewAccess &access, Slot result);

/// Bytes read as i1 become 0 or 1.
void emitNormalisedBits(Decoder &decoder, Slot result);

} // namespace tilec::host

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations on the elements of one access, whatever names them: pointers, a view, or the places of a layout.
#pragma once

#include "compiler/Host/Check/CheckedMemory.h"
#include "compiler/Host/Check/RaceDetector.h"
#include "compiler/Host/Decoder.h"
#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::host {

/// What all atomic ops share.
struct AtomicMode {
  std::memory_order order;
  AtomicAccess access;
};
AtomicMode modeOf(tile::MemoryOrder order, tile::MemoryScope scope, bool reads, bool writes);

/// Which elements an atomic op accesses.
using Elements = std::function<ElementAccess(Frame &)>;

void emitAtomicLoad(Decoder &decoder, const Site *site, Slot result, Elements elements, AtomicMode mode);
void emitAtomicStore(Decoder &decoder, const Site *site, Slot value, Elements elements, AtomicMode mode);
/// `result` may be missing.
void emitAtomicUpdate(Decoder &decoder, const Site *site, std::optional<Slot> result, Slot value, Elements elements,
                      AtomicMode mode, tile::AtomicKind kind);
/// `result` holds what elements that are not accessed yield.
void emitAtomicCompareExchange(Decoder &decoder, const Site *site, Slot result, Slot expected, Slot desired,
                               Elements elements, AtomicMode mode);

/// Updates the element at an address with an operand's bits, relaxed.
using ElementUpdate = std::function<void(uintptr_t address, uint64_t operandBits)>;
ElementUpdate elementUpdate(tile::AtomicKind kind, Kind element);
/// The number by which updates of this kind without a result commute (AtomicAccess::commutes).
uint8_t commutingNumber(tile::AtomicKind kind, Kind element);

} // namespace tilec::host

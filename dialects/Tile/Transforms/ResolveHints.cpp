// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-resolve-hints: of the hints written for several architectures, those that hold for the target stay (see
// Passes.td).
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/Tile/Transforms/Passes.h"

namespace tilec::tile {
#define GEN_PASS_DEF_RESOLVEHINTS
#include "dialects/Tile/Transforms/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

/// The entry for `architecture`, each missing key taken from the entry for every architecture; null if neither exists.
static HintsAttr resolve(ArrayAttr hints, int64_t architecture) {
  HintsAttr general, specific;
  for (HintsAttr entry : hints.getAsRange<HintsAttr>()) {
    if (entry.getArch() == 0)
      general = entry;
    if (entry.getArch() == architecture)
      specific = entry;
  }
  if (!general && !specific)
    return {};
  if (!general || !specific)
    general = specific = general ? general : specific;
  auto either = [](auto first, auto second) { return first ? first : second; };
  return HintsAttr::get(hints.getContext(), architecture, either(specific.getNumCtaInCga(), general.getNumCtaInCga()),
                        either(specific.getOccupancy(), general.getOccupancy()),
                        either(specific.getNumWorkerWarpsPerCta(), general.getNumWorkerWarpsPerCta()),
                        either(specific.getLatency(), general.getLatency()),
                        either(specific.getAllowTma(), general.getAllowTma()));
}

/// Replaces the array under `name`, or removes it where nothing holds.
static void resolveAttribute(Operation *op, StringRef name, int64_t architecture) {
  auto hints = op->getAttrOfType<ArrayAttr>(name);
  if (!hints)
    return;
  if (HintsAttr resolved = resolve(hints, architecture))
    op->setAttr(name, ArrayAttr::get(op->getContext(), {resolved}));
  else
    op->removeAttr(name);
}

namespace {
struct ResolveHints : tilec::tile::impl::ResolveHintsBase<ResolveHints> {
  using Base::Base;
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp, LoadViewOp, StoreViewOp>(op))
        resolveAttribute(op, "hints", architecture);
      resolveAttribute(op, "tile.hints", architecture);
    });
  }
};
} // namespace

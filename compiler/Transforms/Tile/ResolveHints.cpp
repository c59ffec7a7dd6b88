// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-resolve-hints: of the hints written for several architectures, those that hold for the target stay (see
// Passes.td).
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/AsmParser/AsmParser.h"

namespace tilec::tile {
#define GEN_PASS_DEF_RESOLVEHINTS
#include "compiler/Transforms/Tile/Passes.h.inc"
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
static void resolveAttribute(Operation *op, StringRef name, ArrayAttr hints, int64_t architecture) {
  if (HintsAttr resolved = hints ? resolve(hints, architecture) : HintsAttr())
    op->setAttr(name, ArrayAttr::get(op->getContext(), {resolved}));
  else
    op->removeAttr(name);
}

/// The keys of `hints` that mean something on kernels, or on accesses; null where there is none.
static HintsAttr partFor(HintsAttr hints, bool isKernel) {
  if (!hints)
    return {};
  if (isKernel ? !hints.getNumCtaInCga() && !hints.getOccupancy() && !hints.getNumWorkerWarpsPerCta()
               : !hints.getLatency() && !hints.getAllowTma())
    return {};
  std::optional<int64_t> none;
  MLIRContext *context = hints.getContext();
  return isKernel ? HintsAttr::get(context, 0, hints.getNumCtaInCga(), hints.getOccupancy(),
                                   hints.getNumWorkerWarpsPerCta(), none, BoolAttr())
                  : HintsAttr::get(context, 0, none, none, none, hints.getLatency(), hints.getAllowTma());
}

namespace {
struct ResolveHints : tilec::tile::impl::ResolveHintsBase<ResolveHints> {
  using Base::Base;
  void runOnOperation() override {
    HintsAttr everywhereHints;
    if (!everywhere.empty()) {
      std::string text = "#tile.hints<arch = 0, " + everywhere + ">";
      everywhereHints = dyn_cast_or_null<HintsAttr>(parseAttribute(text, &getContext()));
      if (!everywhereHints) {
        getOperation()->emitError() << "expected hints as 'latency = 4, allow_tma = false', got '" << everywhere << "'";
        return signalPassFailure();
      }
    }
    HintsAttr ofAccesses = partFor(everywhereHints, /*isKernel=*/false),
              ofKernels = partFor(everywhereHints, /*isKernel=*/true);
    getOperation()->walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp, LoadViewOp, StoreViewOp>(op))
        resolveAttribute(op, "hints", joined(op, "hints", ofAccesses), architecture);
      if (op->hasAttr("tile.hints") || op->hasAttr("tile.kernel"))
        resolveAttribute(op, "tile.hints", joined(op, "tile.hints", ofKernels), architecture);
    });
  }

private:
  /// The op's own hints, and `all` where they say nothing: as entries for every architecture.
  ArrayAttr joined(Operation *op, StringRef name, HintsAttr all) {
    SmallVector<Attribute> entries;
    if (auto own = op->getAttrOfType<ArrayAttr>(name); own && !without)
      if (HintsAttr resolved = resolve(own, architecture))
        entries.push_back(resolved);
    if (all)
      entries.push_back(all);
    return entries.empty() ? ArrayAttr() : ArrayAttr::get(op->getContext(), entries);
  }
};
} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which chip can do what. Lines follow the "target ISA notes" of the PTX ISA.
#include "compiler/Target/Target.h"

using namespace tilec;

namespace {

/// How a capability spreads over chips.
struct Availability {
  unsigned from;         ///< first compute capability times ten
  unsigned below = ~0u;  ///< first one that lacks it again
  bool specific = false; ///< only with a chip's (or family's) own features
  bool chipOnly = false; ///< with a chip's, not with a family's
};

Availability availabilityOf(Capability capability) {
  switch (capability) {
  case Capability::ConvertFp8:
  case Capability::MmaFp8:
    return {89};
  case Capability::RoundToTf32Even:
  case Capability::AddBf16:
  case Capability::PackedI16:
  case Capability::AtomicAddBf16:
  case Capability::AtomicAddVector:
  case Capability::Atomic128:
  case Capability::BulkCopy:
  case Capability::Cluster:
  case Capability::ElectSync:
  case Capability::ProgrammaticDependentLaunch:
    return {90};
  case Capability::Wgmma:
    return {90, 91, true};
  case Capability::SetMaxRegisters:
  case Capability::BuildTensorMap:
    return {90, ~0u, true};
  case Capability::PackedF32:
    return {100};
  case Capability::Load256:
    return {100};
  case Capability::GatherRows: // sm_120, and all by code for later chips, gather only
    return {100, 120, true};
  case Capability::ConvertNarrow:
    return {100, ~0u, true};
  case Capability::ReduxF32:
    return {100, 110, true};
  case Capability::Tcgen05:
    return {100, 120, true};
  case Capability::Tcgen05Int8:
    return {100, 103, true, true};
  case Capability::MmaBlockScaled:
    return {120, ~0u, true};
  }
  return {~0u};
}

} // namespace

bool Target::has(Capability capability) const {
  Availability a = availabilityOf(capability);
  return number >= a.from && number < a.below && (!a.specific || suffix) && (!a.chipOnly || suffix == 'a');
}

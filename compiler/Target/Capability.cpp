// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which capabilities a target keeps of its chip's. Lines follow the "target ISA notes" of the PTX ISA.
#include "compiler/Target/Target.h"

using namespace tilec;

namespace {

/// The PTX that may use a capability.
enum class Scope {
  Portable, ///< any: every later chip has it
  Family,   ///< that of a chip or of its family, `a` and `f`
  Chip,     ///< that of a chip, `a`
};

Scope scopeOf(Capability capability) {
  switch (capability) {
  case Capability::Wgmma:
  case Capability::Multicast:
  case Capability::SetMaxRegisters:
  case Capability::BuildTensorMap:
  case Capability::GatherRows: // Chips with graphics, and portable PTX, gather only.
  case Capability::ConvertNarrow:
  case Capability::ReduxF32:
  case Capability::Tcgen05:
  case Capability::MmaBlockScaled:
    return Scope::Family;
  case Capability::Tcgen05Int8:
    return Scope::Chip;
  default:
    return Scope::Portable;
  }
}

} // namespace

bool Target::has(Capability capability) const {
  Scope scope = scopeOf(capability);
  return can.has(capability) && (scope == Scope::Portable || suffix) && (scope != Scope::Chip || suffix == 'a');
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which device runs code of which architecture.
#ifndef TILEC_RUNTIME_ARCHITECTURE_H
#define TILEC_RUNTIME_ARCHITECTURE_H

#include <string>
#include <string_view>

namespace tilec::runtime {

/// `sm_90a` for compute capability 90: with the chip's own features where it has some (90 and later).
std::string architectureOf(int computeCapability);

/// Whether a device of `computeCapability` (10 * major + minor) runs code built for `architecture`. PTX for sm_80 or
/// compute_80 runs on that and every later device; a cubin within its major version; `a` on the very chip only, `f`
/// within the major version from its minor on. False for a malformed name.
bool runsOn(std::string_view architecture, int computeCapability, bool isPtx);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_ARCHITECTURE_H

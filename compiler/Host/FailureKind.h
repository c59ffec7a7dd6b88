// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tilec::host {

/// What made a launch fail: an access that may not be, a failed assertion, or something else.
enum class FailureKind { Other, Access, Assertion };

} // namespace tilec::host

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The timeline of a report: what the warps of a CTA do, in an order that the CPU executor took them in.
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// As HTML. Runs what `run` says; without it the text says how to get a timeline.
std::string drawTimeline(Compilation &compilation, const std::string &sourceName, const RunOptions *run);

} // namespace tilec::tool

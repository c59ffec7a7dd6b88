// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The compatibility rules of the CUDA programming guide, "Compute capabilities" and "Feature availability".
#include "runtime/Architecture.h"

#include <charconv>

namespace tilec::runtime {

std::string architectureOf(int computeCapability) {
  return "sm_" + std::to_string(computeCapability) + (computeCapability >= 90 ? "a" : "");
}

bool runsOn(std::string_view architecture, int computeCapability, bool isPtx) {
  size_t underscore = architecture.find('_');
  if (underscore == std::string_view::npos)
    return false;
  std::string_view digits = architecture.substr(underscore + 1);
  int built = 0;
  auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), built);
  if (status != std::errc())
    return false;
  std::string_view suffix = digits.substr(end - digits.data());
  bool sameMajor = built / 10 == computeCapability / 10;
  if (suffix == "a")
    return built == computeCapability;
  if (suffix == "f")
    return sameMajor && computeCapability >= built;
  return suffix.empty() && computeCapability >= built && (isPtx || sameMajor);
}

} // namespace tilec::runtime

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What --help, --help-all and --version print.
#pragma once
#include <string>

namespace tilec::tool {

/// The options by group, an example and the environment variables. `all` adds the switches that developers of tilec and
/// scripts for nvcc use.
std::string helpText(bool all);

/// The version, the commit that it was built from, and LLVM's version.
std::string versionText();

} // namespace tilec::tool

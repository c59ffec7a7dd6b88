// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The list of all cases.
#ifndef TILEC_TEST_EXEC_CASES_H
#define TILEC_TEST_EXEC_CASES_H

#include "test/exec/harness/Run.h"

namespace tilec::exec {

struct Case {
  std::string name; ///< `softmax/backward`
  std::string file; ///< source in test/exec/kernels, without the ending
  std::function<void(Run &)> body;
  enum class Where { Everywhere, HostOnly } where = Where::Everywhere;
  /// The kernels promise alignment beyond an element's, or read elements as larger ones.
  bool needsAlignment = false;
};

using Cases = std::vector<Case>;

/// Every case, in a fixed order.
Cases allCases();

/// The whole program: options (CaseOptions.h), one line for each case, then `N passed, N failed`; all of it again for the
/// options behind each `--then`. `openWith` makes the device as the rest of the options says; it is called in a process
/// of its own, the same for all of them, which is started again after a crash or a hang. Returns the exit status.
int runCases(std::span<char *> arguments,
             const std::function<std::unique_ptr<Device>(std::span<char *> rest)> &openWith);

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_CASES_H

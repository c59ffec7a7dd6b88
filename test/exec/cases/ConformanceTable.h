// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of what each operation promises and how far from it the worst result was: `--table` prints it.
#ifndef TILEC_TEST_EXEC_CONFORMANCETABLE_H
#define TILEC_TEST_EXEC_CONFORMANCETABLE_H

#include "test/exec/harness/Run.h"

#include <cstdio>
#include <map>

namespace tilec::exec {

/// Lines of one case, one for each operation; the worst of all shapes and inputs counts.
class ConformanceTable {
public:
  ConformanceTable(Run &run, std::string type) : run(run), type(std::move(type)) {}
  ~ConformanceTable() {
    if (!run.table)
      return;
    for (const std::string &name : order) {
      const Line &line = lines.at(name);
      std::string bound = line.bound == 0 ? "exact" : text(line.bound) + " ulp";
      std::printf("| `%s` | %s | %s | %s | %zu |\n", name.c_str(), type.c_str(), bound.c_str(),
                  line.bound == 0 ? "exact" : text(line.worst).c_str(), line.checked);
    }
  }

  /// Counts one result that is `distance` units in the last place from its reference. More than `bound` is a mistake;
  /// `describe` says what was computed.
  template <class Describe>
  void add(const std::string &operation, double bound, double distance, const Describe &describe) {
    auto [at, isNew] = lines.try_emplace(operation);
    if (isNew)
      order.push_back(operation);
    at->second.bound = std::max(at->second.bound, bound);
    at->second.worst = std::max(at->second.worst, distance);
    ++at->second.checked;
    if (!(distance <= bound) && at->second.failures++ == 0)
      at->second.firstFailure = describe() + " (" + text(distance) + " ulp, at most " + text(bound) + " allowed)";
  }

  /// Fails with the first mistake of each operation, if there are any.
  void check() const {
    std::string message;
    for (const std::string &name : order)
      if (const Line &line = lines.at(name); line.failures)
        message += "\n        " + name + " on " + type + ", " + std::to_string(line.failures) + " of " +
                   std::to_string(line.checked) + ": " + line.firstFailure;
    run.require(message.empty(), message);
  }

private:
  struct Line {
    double bound = 0, worst = 0;
    size_t checked = 0, failures = 0;
    std::string firstFailure;
  };
  static std::string text(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.4g", value);
    return buffer;
  }

  Run &run;
  std::string type;
  std::map<std::string, Line> lines;
  std::vector<std::string> order;
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_CONFORMANCETABLE_H

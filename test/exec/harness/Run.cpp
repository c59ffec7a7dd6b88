// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of a case, and what they print.
#include "test/exec/harness/Run.h"

#include <cstdio>
#include <unistd.h>

using namespace tilec::exec;

Outcome Run::start(const std::string &kernel, Grid grid, std::span<const Argument> arguments) {
  std::vector<Range> memory;
  for (auto &array : arrays) {
    array->upload();
    memory.push_back(array->range());
  }
  ++launches;
  Outcome outcome = device.launch({file, kernel, grid, arguments, memory});
  if (outcome.kind != Outcome::Kind::Done)
    return outcome;
  if (outcome.variant)
    ++launchesOfVariant[*outcome.variant];
  for (size_t i = 0; i < arrays.size(); ++i)
    require(arrays[i]->download(), kernel + " wrote outside of array " + std::to_string(i));
  return outcome;
}

void Run::check(const Outcome &outcome) {
  if (outcome.kind == Outcome::Kind::NotCompiled)
    throw NotCompiled(outcome.message);
  require(outcome.kind == Outcome::Kind::Done, outcome.message);
}

namespace {
/// Turns standard output into a temporary file while it lives.
class CapturedOutput {
public:
  CapturedOutput() : file(std::tmpfile()), saved(dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
  }
  ~CapturedOutput() {
    restore();
    std::fclose(file);
  }
  std::string text() {
    restore();
    std::string result;
    std::rewind(file);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
      result += char(c);
    return result;
  }

private:
  void restore() {
    if (saved < 0)
      return;
    std::fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    saved = -1;
  }
  std::FILE *file;
  int saved;
};
} // namespace

std::string Run::printed(const std::function<void()> &body) {
  CapturedOutput output;
  body();
  return output.text();
}

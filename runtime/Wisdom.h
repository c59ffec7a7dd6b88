// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What tuners have found: a file of JSON lines, one for each finding. Lines are appended whole under a lock, so that
/// any number of processes may share the file. A line that cannot be read is passed over.
#ifndef TILEC_RUNTIME_WISDOM_H
#define TILEC_RUNTIME_WISDOM_H

#include "tilec/Launch.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tilec {

/// The first 8 bytes of an argument, a smaller integer extended by its sign.
uint64_t wordOf(const runtime::Argument &argument);

/// What a finding holds for.
struct WisdomKey {
  std::string gpu;            ///< `NVIDIA H200`, or `cpu`
  std::string architecture;   ///< `sm_90a`
  std::string kernel;         ///< as the space names it: `scale<{N}>`
  std::string source;         ///< hash of the source and of the options that hold for all candidates
  std::vector<int64_t> facts; ///< of each argument: the power of two up to 16 that divides it
  std::vector<int64_t> sizes; ///< of each argument: the next power of two of a number, or of an array's bytes

  /// Adds an argument of the kernel; `bytes` of an array, 0 for others.
  void add(const runtime::Argument &argument, size_t bytes);

  bool operator==(const WisdomKey &) const = default;
};

struct WisdomEntry {
  WisdomKey key;
  std::vector<std::pair<std::string, std::string>> constants, options;
  double milliseconds = 0, defaultMilliseconds = 0;

  /// The kernel with the constants in their places: `scale<256>`.
  std::string instance() const;
  /// What is compiled: the instance with the options, `scale<256>, pipeline-loops=3`.
  std::string candidate() const;
  std::string toJson() const;
  static std::optional<WisdomEntry> fromJson(const std::string &line);
};

class Wisdom {
public:
  /// No file is no wisdom. Fails with kBadFile if it cannot be read.
  static runtime::Expected<Wisdom> read(const std::string &path);
  static Wisdom ofLines(const std::vector<std::string> &lines);
  /// The latest entry of this key that `fits`; with `nearest` the one of such a kernel whose sizes are closest, on this
  /// GPU or else on another of its architecture, if none has the key.
  const WisdomEntry *find(const WisdomKey &key, bool nearest,
                          const std::function<bool(const WisdomEntry &)> &fits) const;
  /// The entry of the longest time of those that `fits`: what a build without arguments takes.
  const WisdomEntry *longest(const std::function<bool(const WisdomEntry &)> &fits) const;
  /// Number of lines that could not be read.
  size_t damaged() const {
    return damagedLines;
  }
  /// Appends a line.
  static runtime::Status append(const std::string &path, const WisdomEntry &entry);

  const std::vector<WisdomEntry> &all() const {
    return entries;
  }

private:
  void addLine(const std::string &line);

  std::vector<WisdomEntry> entries;
  size_t damagedLines = 0;
};

} // namespace tilec

#endif // TILEC_RUNTIME_WISDOM_H

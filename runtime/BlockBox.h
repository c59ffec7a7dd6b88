// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The box that a kernel's numbering fills.
///
/// A source may number its tiles itself: from `bid().x` it computes a row and a column, in groups, in a snake, as it
/// likes. A variant with the fact `numbered` takes row and column as numbers of its block, so it computes the same
/// wherever the numbering takes the launched grid one to one to a whole box from 0 on. Nothing is known about
/// the formula: the launcher computes it for every block, and looks whether each place of the box is there once.
///
///     grid 6, x = b / 2, y = b % 2:  (0,0) (0,1) (1,0) (1,1) (2,0) (2,1)   a box of 3x2
///     grid 5, the same:              (0,0) (0,1) (1,0) (1,1) (2,0)         none: (2,1) is missing
///
/// The answers of the last few grids and arguments are kept. Only arguments that the numbering reads tell them apart.
#ifndef TILEC_RUNTIME_BLOCKBOX_H
#define TILEC_RUNTIME_BLOCKBOX_H

#include "runtime/PackedArguments.h"

#include <mutex>

namespace tilec::runtime {

/// Larger grids have no box: a launch would wait too long for the answer.
inline constexpr uint64_t kMostNumberedBlocks = uint64_t(1) << 18;

/// Computes the box anew; nothing if the numbering fills none, or the grid has more than kMostNumberedBlocks blocks.
std::optional<Dim3> findBox(const manifest::Numbering &numbering, const PackedArguments &arguments, Dim3 grid);

/// The boxes of a kernel's last few launches that differed. Launches of several threads may share it.
class BlockBoxCache {
public:
  explicit BlockBoxCache(const manifest::Numbering &numbering);

  std::optional<Dim3> get(const PackedArguments &arguments, Dim3 grid);

private:
  /// Answers that are kept; the oldest makes room.
  static constexpr size_t kEntries = 16;
  struct Entry {
    Dim3 grid;
    std::vector<uint64_t> values; ///< of the arguments that the numbering reads
    std::optional<Dim3> box;
  };

  bool isOf(const Entry &entry, const PackedArguments &arguments, Dim3 grid) const;
  const Entry *find(const PackedArguments &arguments, Dim3 grid);

  const manifest::Numbering *numbering; ///< in the module's manifest
  std::vector<const manifest::Numbering::Step *> reads;
  std::mutex mutex;
  std::array<Entry, kEntries> entries;
  size_t used = 0, next = 0, latest = 0;
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_BLOCKBOX_H

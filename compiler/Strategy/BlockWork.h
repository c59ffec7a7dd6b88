// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a CTA does for one tile block, and what limits it: a roofline.
//
// Counted on a kernel in `tile` form once it is planned, where each op stands once: no prologue, no second copy for a
// producer's warp.
//
// | what               | counts                                                                                    |
// |--------------------|-------------------------------------------------------------------------------------------|
// | operations of MMAs | two for each multiply-add                                                                 |
// | of lanes           | one for each element that float arithmetic of tiles makes, two for `fma`; functions count |
// |                    | as one; reductions and scans one for each element and op of their combination             |
// | bytes              | elements that loads give, stores and atomics take, in global memory. What a mask leaves   |
// |                    | out counts; so does what L1 or L2 has                                                     |
// | loops              | of constant counts: all their iterations. Others: one iteration each, apart from the rest |
// | branches           | the side that takes longest                                                               |
//
// Rates are those of MmaCycles.h and of the table of chips. Operands of MMAs that other blocks load, too, come from L2
// instead of memory, by the rule of MmaCycles.h.
#pragma once

#include "compiler/Strategy/KernelStrategy.h"

namespace tilec::strategy {

/// What one kind of unit computes.
struct UnitWork {
  std::string unit; ///< `tensor core, bf16`, `FMA units`, ...
  double operations = 0;
  double cycles = 0;
  /// Operations in a cycle of a multiprocessor, at most; 0: no table has a rate, and `cycles` means nothing.
  double peak = 0;
};

/// What keeps a multiprocessor from being faster.
struct Limit {
  std::string name;
  double cycles = 0;
};

struct Work {
  double loaded = 0, stored = 0; ///< bytes of global memory
  double reused = 0;             ///< those of `loaded` that other blocks load, too
  double shared = 0;             ///< bytes that MMAs read from shared memory
  std::vector<UnitWork> units;

  double bytes() const {
    return loaded + stored;
  }
  double operations() const;
  bool isEmpty() const {
    return bytes() == 0 && units.empty();
  }
  /// Adds `times` of what `other` is.
  void add(const Work &other, double times = 1);
  void add(const UnitWork &unit);
  /// The cycles of each limit that there is any work for, units first.
  std::vector<Limit> limits(const Target &target) const;
  /// The first one of most cycles; of no cycles where there is no work.
  Limit limit(const Target &target) const;
};

/// One iteration of a loop whose number of iterations is not known, without those of such loops in it.
struct LoopWork {
  mlir::Location loop;
  Work work;
};

struct BlockWork {
  Work once; ///< what is in no such loop
  std::vector<LoopWork> loops;
};

BlockWork workOfBlock(mlir::func::FuncOp kernel, const KernelStrategy &plan, const Target &target);

} // namespace tilec::strategy

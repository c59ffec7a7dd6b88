// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of transfers carried out on arrays: every thread's registers hold element numbers, and instructions are loops.
#pragma once

#include "dialects/Layout/LayoutConversion.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/Subspace.h"
#include <map>
#include <set>
#include <stdexcept>

namespace tilec::layout::test {

/// Registers of all threads of a CTA: [thread][register].
using RegisterFile = std::vector<std::vector<int64_t>>;

inline void expect(bool condition, const char *what) {
  if (!condition)
    throw std::runtime_error(what);
}

inline uint64_t turnOf(const Turn &turn, uint64_t thread, uint64_t varying) {
  uint64_t bits = turn.bitsOfThread.apply(thread) ^ turn.bitsOfVarying.apply(varying), result = 0;
  for (size_t i = 0; i < turn.vectors.size(); ++i)
    result ^= bits >> i & 1 ? turn.vectors[i] : 0;
  return result;
}

inline RegisterFile fill(const LinearLayout &layout) {
  unsigned threads = layout.size(Place::Lane) * layout.size(Place::Warp);
  RegisterFile file(threads);
  for (unsigned t = 0; t < threads; ++t)
    for (unsigned r = 0; r < layout.size(Place::Register); ++r)
      file[t].push_back(layout.elementAt({r, t % layout.size(Place::Lane), t / layout.size(Place::Lane), 0}));
  return file;
}

/// Turns exchange whole words: no sum of vectors of a turn is a difference between elements of a word.
inline void expectWholeWords(const ShufflePlan &plan) {
  const ShufflePlan::Word &word = plan.words.front();
  auto check = [](const Turn &turn, const std::vector<uint32_t> &members) {
    Subspace turns(turn.vectors);
    for (size_t i = 1; i < members.size(); ++i)
      expect(!turns.contains(members[0] ^ members[i]), "a turn keeps words whole");
  };
  check(plan.sourceTurn, word.sources);
  check(plan.receiverTurn, word.sources);
  check(plan.resultTurn, word.slots);
}

/// What each destination register holds after the shuffles.
inline RegisterFile runShuffles(const ShufflePlan &plan, const RegisterFile &source, uint64_t varying) {
  expectWholeWords(plan);
  RegisterFile result(source.size());
  for (uint64_t thread = 0; thread < source.size(); ++thread) {
    std::vector<int64_t> slots(uint64_t(1) << plan.canonical.numInputs(), -1);
    for (const ShufflePlan::Word &word : plan.words) {
      uint64_t sender = plan.sender.apply(thread) ^ word.senderConstant ^ plan.senderOfVarying.apply(varying);
      expect(sender / 32 == thread / 32, "a shuffle stays in its warp");
      expect(word.moves || sender == thread, "what does not move comes from the lane itself");
      uint64_t taken = turnOf(plan.receiverTurn, thread, varying), sent = turnOf(plan.sourceTurn, sender, varying);
      for (size_t i = 0; i < word.slots.size(); ++i)
        slots[word.slots[i]] = source[sender][word.sources[i] ^ taken ^ sent];
    }
    for (uint64_t r = 0; r < slots.size(); ++r)
      result[thread].push_back(slots[plan.canonical.apply(r) ^ turnOf(plan.resultTurn, thread, varying)]);
  }
  return result;
}

/// What each destination register holds after the way through scratch. Checks that vectors are aligned and whole, and
/// that no warp reads what another wrote where warps do not wait.
inline RegisterFile runSharedMemory(const SharedTransferPlan &plan, const RegisterFile &source, uint64_t varying,
                                    unsigned elementBits) {
  struct Cell {
    int64_t value = -1;
    uint64_t warp = 0;
  };
  unsigned storeBits = plan.offsets.storeRegisterBits, loadBits = plan.offsets.loadRegisterBits;
  uint64_t start = plan.offsets.start.apply(varying | uint64_t(1) << (plan.offsets.start.numInputs() - 1));
  RegisterFile result(source.size(), std::vector<int64_t>(uint64_t(1) << loadBits, -1));
  for (uint64_t thread = 0; thread < source.size(); ++thread) {
    expect(plan.offsets.store.apply(thread << storeBits) % plan.storeVector == 0, "lanes store at aligned vectors");
    expect((plan.offsets.load.apply(thread << loadBits) ^ start) % plan.loadVector == 0, "lanes load aligned vectors");
  }
  for (unsigned pass = 0; pass < plan.passes; ++pass) {
    std::map<std::pair<uint64_t, uint64_t>, Cell> scratch; // part, offset
    for (uint64_t thread = 0; thread < source.size(); ++thread) {
      std::set<uint64_t> offsets;
      for (uint64_t r = 0; r < source[thread].size(); ++r) {
        uint64_t place = r | thread << storeBits;
        if (plan.storePass.apply(place) != pass || (place & plan.copyBits))
          continue;
        uint64_t offset = plan.offsets.store.apply(place);
        expect(int64_t(offset * elementBits / 8) < plan.bytesOfHalf, "offsets lie in the scratch");
        Cell &cell = scratch[{plan.inWarp ? thread / 32 : 0, offset}];
        expect(cell.value == -1, "no two owners store to one offset");
        cell = {source[thread][r], thread / 32};
        offsets.insert(offset);
      }
      for (uint64_t offset : offsets)
        for (unsigned i = 0; i < plan.storeVector; ++i)
          expect(offsets.count((offset & ~uint64_t(plan.storeVector - 1)) + i), "stored vectors are whole");
    }
    for (uint64_t thread = 0; thread < source.size(); ++thread) {
      std::set<uint64_t> offsets;
      for (uint64_t r = 0; r < result[thread].size(); ++r) {
        uint64_t place = r | thread << loadBits;
        if (plan.loadPass.apply(place) != pass)
          continue;
        uint64_t offset = plan.offsets.load.apply(place) ^ start;
        Cell cell = scratch[{plan.inWarp ? thread / 32 : 0, offset}];
        expect(!plan.inWarp || cell.warp == thread / 32, "warps that do not wait read their own");
        result[thread][r] = cell.value;
        offsets.insert(offset);
      }
      for (uint64_t offset : offsets)
        for (unsigned i = 0; i < plan.loadVector; ++i)
          expect(offsets.count((offset & ~uint64_t(plan.loadVector - 1)) + i), "loaded vectors are whole");
    }
  }
  return result;
}

/// What each destination register must hold.
inline RegisterFile wanted(const Transfer &transfer, uint64_t varying) {
  RegisterFile file = fill(transfer.destination);
  for (auto &registers : file)
    for (int64_t &element : registers)
      element ^= transfer.start ^ varying;
  return file;
}

} // namespace tilec::layout::test

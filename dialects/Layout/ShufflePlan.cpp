// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/ShufflePlan.h"
#include "dialects/Layout/Subspace.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace tilec::layout {

static constexpr unsigned kLaneBits = 5;
static constexpr unsigned kWordBits = 32;

bool SourcePlaces::stayInWarp() const {
  unsigned firstWarpBit = sourceRegisterBits + kLaneBits;
  for (unsigned input = 0; input < ofPlace.numInputs(); ++input) {
    bool isWarp = input >= destinationRegisterBits + kLaneBits;
    uint64_t own = isWarp ? uint64_t(1) << (input - destinationRegisterBits - kLaneBits) : 0;
    if (ofPlace.column(input) >> firstWarpBit != own)
      return false;
  }
  for (unsigned input = 0; input < ofVarying.numInputs(); ++input)
    if (ofVarying.column(input) >> firstWarpBit)
      return false;
  return ofStart >> firstWarpBit == 0;
}

namespace {

/// The parts of the formula above.
struct Parts {
  LinearMap a, b, c, d;                        ///< registers and threads found, of registers and of threads wanted
  LinearMap varyingRegisters, varyingThreads;  ///< added by the run-time number
  uint64_t startRegister = 0, startThread = 0; ///< added always
  unsigned threadBits = 0;

  explicit Parts(const SourcePlaces &places) : threadBits(places.threadBits()) {
    unsigned from = places.sourceRegisterBits, to = places.destinationRegisterBits;
    LinearMap ofRegisters = places.ofPlace.ofInputs(0, to), ofThreads = places.ofPlace.ofInputs(to, threadBits);
    a = ofRegisters.toOutputs(0, from);
    c = ofRegisters.toOutputs(from, threadBits);
    b = ofThreads.toOutputs(0, from);
    d = ofThreads.toOutputs(from, threadBits);
    varyingRegisters = places.ofVarying.toOutputs(0, from);
    varyingThreads = places.ofVarying.toOutputs(from, threadBits);
    startRegister = places.ofStart & ((uint64_t(1) << from) - 1);
    startThread = places.ofStart >> from;
  }
};

/// The turn by `ofThread(thread) ^ ofVarying(number)`.
Turn makeTurn(const LinearMap &ofThread, const LinearMap &ofVarying) {
  Turn turn;
  std::vector<uint64_t> columns;
  for (const LinearMap *map : {&ofThread, &ofVarying})
    for (unsigned input = 0; input < map->numInputs(); ++input)
      columns.push_back(map->column(input));
  turn.vectors = Subspace().extendedBy(columns);
  LinearMap vectors(ofThread.numOutputs(), turn.vectors);
  turn.bitsOfThread = *ofThread.leftDividedBy(vectors);
  turn.bitsOfVarying = *ofVarying.leftDividedBy(vectors);
  return turn;
}

/// Redundant registers as sums of the others.
LinearMap canonicalRegisters(const LinearMap &ofRegisters) {
  uint64_t redundant = ofRegisters.redundantInputs();
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < ofRegisters.numInputs(); ++bit)
    columns.push_back(redundant >> bit & 1 ? *ofRegisters.solve(ofRegisters.column(bit), ~redundant)
                                           : uint64_t(1) << bit);
  return LinearMap(ofRegisters.numInputs(), std::move(columns));
}

/// Adds what `vector` times a functional gives: threads with bit `bit` set turn by `vector`.
LinearMap withTurn(const LinearMap &map, unsigned bit, uint64_t vector) {
  std::vector<uint64_t> columns;
  for (unsigned input = 0; input < map.numInputs(); ++input)
    columns.push_back(map.column(input) ^ (input == bit ? vector : 0));
  return LinearMap(map.numOutputs(), std::move(columns));
}

/// F such that every lane receives from itself first of all; none if that is not possible.
std::optional<LinearMap> turnToSelf(const Parts &parts) {
  return parts.d.plus(LinearMap::identity(parts.threadBits)).leftDividedBy(parts.c);
}

/// F such that what a lane sends depends on itself alone, changed from zero as little as needed; none if that fails.
std::optional<LinearMap> turnToDistinctSenders(const Parts &parts) {
  LinearMap turn = LinearMap::zero(parts.threadBits, parts.a.numInputs());
  for (unsigned attempt = 0; attempt <= parts.threadBits; ++attempt) {
    LinearMap senders = parts.d.plus(parts.c.after(turn)), sent = parts.b.plus(parts.a.after(turn));
    // Receivers that differ by `clash` have one sender but want different registers of it.
    std::vector<uint64_t> kernel = senders.kernel();
    auto clash = std::ranges::find_if(kernel, [&](uint64_t x) { return sent.apply(x) != 0; });
    if (clash == kernel.end())
      return turn;
    // Kernel vectors are told apart by their highest bits.
    unsigned bit = std::bit_width(*clash) - 1;
    Subspace image;
    for (unsigned input = 0; input < senders.numInputs(); ++input)
      image.add(senders.column(input));
    std::optional<uint64_t> vector;
    for (unsigned input = 0; input < parts.c.numInputs() && !vector; ++input)
      if (!image.contains(parts.c.column(input)))
        vector = uint64_t(1) << input; // another sender
    if (!vector)
      for (uint64_t same : parts.c.kernel())
        if (parts.a.apply(same) == sent.apply(*clash))
          vector = same; // another slot of that sender
    if (!vector)
      return std::nullopt;
    turn = withTurn(turn, bit, *vector);
  }
  return std::nullopt;
}

class Builder {
public:
  Builder(const SourcePlaces &places, unsigned elementBits) : places(places), parts(places), elementBits(elementBits) {}

  /// The plan with result turn F; where senders cannot tell what to send, receivers choose.
  ShufflePlan build(const LinearMap &wantedTurn) {
    ShufflePlan plan;
    LinearMap none = LinearMap::zero(places.ofVarying.numInputs(), parts.a.numInputs());
    plan.canonical = canonicalRegisters(places.ofPlace.ofInputs(0, places.destinationRegisterBits));
    LinearMap turn = plan.canonical.after(wantedTurn);
    plan.sender = parts.d.plus(parts.c.after(turn));
    plan.senderOfVarying = parts.varyingThreads;
    plan.resultTurn = makeTurn(turn, none);

    LinearMap sent = parts.b.plus(parts.a.after(turn));
    std::optional<LinearMap> bySender = sent.rightDividedBy(plan.sender);
    LinearMap zero = LinearMap::zero(parts.threadBits, places.sourceRegisterBits);
    sourceTurn = bySender.value_or(zero);
    plan.sourceTurn = makeTurn(sourceTurn, parts.varyingRegisters.plus(sourceTurn.after(parts.varyingThreads)));
    plan.receiverTurn =
        makeTurn(bySender ? zero : sent, LinearMap::zero(places.ofVarying.numInputs(), places.sourceRegisterBits));
    addWords(plan);
    count(plan);
    return plan;
  }

private:
  /// Differences between slots that travel in one word: they have one sender, and no turn takes one for the other.
  std::vector<uint64_t> packedSlots(const ShufflePlan &plan) const {
    std::vector<uint64_t> candidates;
    Subspace canonical;
    for (unsigned bit = 0; bit < plan.canonical.numInputs(); ++bit)
      canonical.add(plan.canonical.column(bit));
    Subspace kernel(parts.c.kernel());
    candidates = kernel.intersect(canonical).basis();
    std::ranges::sort(candidates, {}, [&](uint64_t slot) { return parts.a.apply(slot); });
    Subspace slots(plan.resultTurn.vectors), sent(plan.sourceTurn.vectors), taken(plan.receiverTurn.vectors);
    std::vector<uint64_t> packed;
    for (uint64_t slot : candidates) {
      if (elementBits << packed.size() >= kWordBits)
        break;
      uint64_t source = parts.a.apply(slot);
      if (slots.contains(slot) || sent.contains(source) || taken.contains(source))
        continue;
      slots.add(slot);
      sent.add(source);
      taken.add(source);
      packed.push_back(slot);
    }
    return packed;
  }

  void addWords(ShufflePlan &plan) const {
    std::vector<uint64_t> packed = packedSlots(plan), rest;
    for (unsigned bit = 0; bit < plan.canonical.numInputs(); ++bit)
      rest.push_back(plan.canonical.column(bit));
    rest = Subspace(packed).extendedBy(rest);
    LinearMap inside(64, packed), outside(64, rest);
    bool mayStay = plan.sendsToItself() &&
                   parts.varyingThreads == LinearMap::zero(parts.varyingThreads.numInputs(), parts.threadBits);
    for (uint64_t i = 0; i < uint64_t(1) << rest.size(); ++i) {
      ShufflePlan::Word word;
      uint64_t slot = outside.apply(i);
      word.senderConstant = parts.c.apply(slot) ^ parts.startThread;
      word.moves = !mayStay || word.senderConstant != 0;
      for (uint64_t k = 0; k < uint64_t(1) << packed.size(); ++k) {
        word.slots.push_back(slot ^ inside.apply(k));
        word.sources.push_back(parts.a.apply(word.slots.back()) ^ parts.startRegister ^
                               sourceTurn.apply(word.senderConstant));
      }
      plan.words.push_back(std::move(word));
    }
  }

  void count(ShufflePlan &plan) const {
    unsigned halves = std::max(1u, elementBits / kWordBits);
    unsigned variants = 1u << plan.receiverTurn.vectors.size();
    for (const ShufflePlan::Word &word : plan.words)
      plan.numShuffles += word.moves ? halves * variants : 0;
    unsigned perWord = plan.sourceTurn.vectors.size() + plan.resultTurn.vectors.size() + variants - 1;
    plan.numSelects = halves * perWord * plan.words.size();
  }

  const SourcePlaces &places;
  Parts parts;
  unsigned elementBits;
  LinearMap sourceTurn;
};

} // namespace

ShufflePlan planShuffles(const SourcePlaces &places, unsigned elementBits) {
  assert(places.stayInWarp() && "shuffles do not leave the warp");
  Parts parts(places);
  // Without a turn receivers may have to choose; that always works.
  ShufflePlan best =
      Builder(places, elementBits).build(LinearMap::zero(parts.threadBits, places.destinationRegisterBits));
  auto weight = [](const ShufflePlan &plan) { return 2 * plan.numShuffles + plan.numSelects; };
  for (const std::optional<LinearMap> &turn : {turnToSelf(parts), turnToDistinctSenders(parts)}) {
    if (!turn)
      continue;
    ShufflePlan plan = Builder(places, elementBits).build(*turn);
    if (weight(plan) < weight(best))
      best = std::move(plan);
  }
  return best;
}

} // namespace tilec::layout

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/Subspace.h"
#include <algorithm>
#include <bit>

namespace tilec::layout {

Subspace::Subspace(const std::vector<uint64_t> &vectors) {
  add(vectors);
}

uint64_t Subspace::reduce(uint64_t vector) const {
  while (vector) {
    uint64_t row = rows[std::bit_width(vector) - 1];
    if (!row)
      break;
    vector ^= row;
  }
  return vector;
}

bool Subspace::add(uint64_t vector) {
  uint64_t rest = reduce(vector);
  if (!rest)
    return false;
  rows[std::bit_width(rest) - 1] = rest;
  return true;
}

void Subspace::add(const std::vector<uint64_t> &vectors) {
  for (uint64_t vector : vectors)
    add(vector);
}

unsigned Subspace::dimension() const {
  return std::ranges::count_if(rows, [](uint64_t row) { return row != 0; });
}

std::vector<uint64_t> Subspace::basis() const {
  std::vector<uint64_t> result;
  for (uint64_t row : rows)
    if (row)
      result.push_back(row);
  return result;
}

Subspace Subspace::sum(const Subspace &other) const {
  Subspace result = *this;
  result.add(other.basis());
  return result;
}

Subspace Subspace::intersect(const Subspace &other) const {
  // Zassenhaus: of the pairs (v, v) for v in this and (w, 0) for w in the other, sums whose first half cancels have
  // second halves that lie in both.
  struct Pair {
    uint64_t key = 0, payload = 0;
  };
  std::array<Pair, 64> echelon;
  Subspace result;
  auto insert = [&](Pair pair) {
    while (pair.key) {
      Pair &row = echelon[std::bit_width(pair.key) - 1];
      if (!row.key) {
        row = pair;
        return;
      }
      pair = {pair.key ^ row.key, pair.payload ^ row.payload};
    }
    result.add(pair.payload);
  };
  for (uint64_t v : basis())
    insert({v, v});
  for (uint64_t w : other.basis())
    insert({w, 0});
  return result;
}

std::vector<uint64_t> Subspace::extendedBy(const std::vector<uint64_t> &candidates) const {
  Subspace grown = *this;
  std::vector<uint64_t> taken;
  for (uint64_t vector : candidates)
    if (grown.add(vector))
      taken.push_back(vector);
  return taken;
}

std::vector<uint64_t> unitVectors(unsigned bits) {
  std::vector<uint64_t> result;
  for (unsigned bit = 0; bit < bits; ++bit)
    result.push_back(uint64_t(1) << bit);
  return result;
}

std::vector<uint64_t> commonComplement(const Subspace &first, const Subspace &second, unsigned bits) {
  std::vector<uint64_t> result = first.sum(second).extendedBy(unitVectors(bits));
  // With U the intersection, first = U + {p} and second = U + {q}: a sum of pairs p + q lies in `first` only if the sum
  // of its q does, so if there are none.
  Subspace common = first.intersect(second);
  std::vector<uint64_t> onlyFirst = common.extendedBy(first.basis()), onlySecond = common.extendedBy(second.basis());
  for (size_t i = 0; i < std::min(onlyFirst.size(), onlySecond.size()); ++i)
    result.push_back(onlyFirst[i] ^ onlySecond[i]);
  return result;
}

} // namespace tilec::layout

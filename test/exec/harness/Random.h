// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random numbers that are the same on every machine for the same seed.
#ifndef TILEC_TEST_EXEC_RANDOM_H
#define TILEC_TEST_EXEC_RANDOM_H

#include <cstdint>
#include <string_view>

namespace tilec::exec {

class Random {
public:
  /// Cases are independent of one another: each mixes its own name into the seed.
  Random(uint64_t seed, std::string_view name) : state(seed) {
    for (char c : name)
      state = (state ^ uint64_t(uint8_t(c))) * 0x100000001b3ull;
    bits();
  }
  /// 64 random bits (splitmix64).
  uint64_t bits() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// An integer from `low` to `high`, both included.
  int64_t integer(int64_t low, int64_t high) {
    return low + int64_t(bits() % (uint64_t(high - low) + 1));
  }
  /// A number from `low` up to `high`.
  double real(double low, double high) {
    return low + (high - low) * (double(bits() >> 11) / 9007199254740992.0);
  }
  bool chance(double probability) {
    return real(0, 1) < probability;
  }

private:
  uint64_t state;
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_RANDOM_H

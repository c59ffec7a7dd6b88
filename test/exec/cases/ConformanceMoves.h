// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the cases share that move elements without computing: each result is a list of places that its elements come
/// from.
#ifndef TILEC_TEST_EXEC_CONFORMANCEMOVES_H
#define TILEC_TEST_EXEC_CONFORMANCEMOVES_H

#include "test/exec/cases/ConformanceFloats.h"

namespace tilec::exec {

constexpr int kElements = 128;

/// Instead of a place.
enum Source : int {
  Padding = -1,
  Zero = -2,
  OutsideOfView = -3,
  One = -4,
  Position = -5,
  NegativeZero = -6,
  Infinity = -7,
  NegativeInfinity = -8,
  NaN = -9,
  Untouched = -10, ///< of a result that the type lacks
};

/// The types that only block-scaled products compute with, of which moves need two numbers.
struct Float4E2M1 {
  uint8_t bits = 0;
  Float4E2M1() = default;
  explicit Float4E2M1(int zeroOrOne) : bits(zeroOrOne ? 2 : 0) {}
  static constexpr uint8_t kAllBits = 0xf;
};
/// It has no zero: the smallest number stands for it, and NaN outside of views.
struct Float8E8M0 {
  uint8_t bits = 0;
  Float8E8M0() = default;
  explicit Float8E8M0(int zeroOrOne) : bits(zeroOrOne ? 127 : 0) {}
  static constexpr uint8_t kAllBits = 0xff, kNaN = 0xff;
};

struct Move {
  const char *name;
  std::function<int(int)> source; ///< of element `i` of the result: its place in the block
};

template <class T> T randomElement(Random &random, bool isBool) {
  T x;
  if constexpr (requires { T::kAllBits; })
    x.bits = uint8_t(random.bits()) & T::kAllBits;
  else if constexpr (std::is_same_v<T, TensorFloat32>)
    x.bits = uint32_t(random.bits()) & ~0x1fffu;
  else
    x = isBool ? T(random.bits() & 1) : fromBits<T>(random.bits());
  return x;
}

template <class T> T expectedElement(int source, int i, const T *in) {
  if constexpr (requires { T::kNaN; })
    if (source == OutsideOfView || source == NaN) {
      T nan;
      nan.bits = T::kNaN;
      return nan;
    }
  if constexpr (std::is_integral_v<T>)
    if (source == Position)
      return T(i);
  if (source == Padding || source == One)
    return T(1);
  if constexpr (std::is_convertible_v<T, double>)
    if (source <= NegativeZero && source >= NaN) {
      const double infinity = std::numeric_limits<double>::infinity();
      return T(source == NegativeZero ? -0.0 : source == Infinity ? infinity : source == NaN ? NAN : -infinity);
    }
  return source < 0 ? T(0) : in[source];
}

/// Bit for bit, but that a NaN that was asked for is as good as any other.
template <class T> bool isSame(const T &got, const T &expected, bool isAnyNaN) {
  if constexpr (std::is_convertible_v<T, double>)
    if (isAnyNaN)
      return std::isnan(double(got));
  return std::memcmp(&got, &expected, sizeof(T)) == 0;
}

template <class T>
void compare(const std::vector<Move> &moves, int results, const Array<T> &out, const Array<T> &in,
             ConformanceTable &table) {
  for (size_t block = 0; block < in.size() / kElements; ++block)
    for (size_t move = 0; move < moves.size(); ++move)
      for (int i = 0; i < kElements; ++i) {
        int source = moves[move].source(i);
        if (source == Untouched)
          continue;
        T expected = expectedElement(source, i, &in[block * kElements]);
        const T &got = out[(block * results + move) * kElements + i];
        table.add(moves[move].name, 0, isSame(got, expected, source == NaN) ? 0 : 1,
                  [&] { return "element " + std::to_string(i) + " of block " + std::to_string(block); });
      }
}

inline std::vector<int> shuffledLines(Run &run) {
  std::vector<int> line{0, 1, 2, 3, 4, 5, 6, 7};
  for (int i = 7; i > 0; --i)
    std::swap(line[i], line[run.random.integer(0, i)]);
  return line;
}

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_CONFORMANCEMOVES_H

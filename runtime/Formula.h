// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The manifest's expressions in the form in which launches compute them. Nearly all are sums of arguments and extents
/// of the grid, each times a constant: `["sub", ["argument", 3, 0, 4, true], ["mul", ["gridX"], 512]]`. Those are taken
/// apart once; the others are walked at each launch.
#ifndef TILEC_RUNTIME_FORMULA_H
#define TILEC_RUNTIME_FORMULA_H

#include "runtime/PackedArguments.h"

namespace tilec::runtime {

class Formula {
public:
  /// Refers to `expression` if it is no such sum.
  explicit Formula(const manifest::Expression &expression);

  /// As `evaluate` has it: wraps at 64 bits; nothing if it divides by zero.
  std::optional<int64_t> value(const PackedArguments &arguments, Dim3 grid) const {
    if (other)
      return evaluate(*other, arguments, grid);
    uint64_t sum = constant;
    for (uint32_t i = 0; i < count; ++i)
      sum += terms[i].factor * terms[i].source(arguments, grid);
    return int64_t(sum);
  }
  bool isSum() const {
    return !other;
  }

private:
  struct Term {
    manifest::Expression::Kind kind; ///< Argument, GridX, GridY or GridZ
    uint32_t parameter, offset, bytes;
    bool isSigned;
    uint64_t factor;

    uint64_t source(const PackedArguments &arguments, Dim3 grid) const {
      switch (kind) {
      case manifest::Expression::Kind::GridX:
        return grid.x;
      case manifest::Expression::Kind::GridY:
        return grid.y;
      case manifest::Expression::Kind::GridZ:
        return grid.z;
      default:
        break;
      }
      if (bytes == 8)
        return arguments.bits(parameter, offset, 8);
      if (bytes == 4) {
        uint64_t value = arguments.bits(parameter, offset, 4);
        return isSigned ? uint64_t(int64_t(int32_t(value))) : value;
      }
      uint64_t value = arguments.bits(parameter, offset, bytes), sign = uint64_t(1) << (8 * bytes - 1);
      return isSigned ? (value ^ sign) - sign : value;
    }
  };

  /// Adds `factor` times the expression; false if there is no place or form for it.
  bool add(const manifest::Expression &expression, uint64_t factor);

  static constexpr uint32_t kMaxTerms = 3;
  std::array<Term, kMaxTerms> terms = {};
  uint32_t count = 0;
  uint64_t constant = 0;
  const manifest::Expression *other = nullptr;
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_FORMULA_H

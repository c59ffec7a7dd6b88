// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What atomic operations do to a cell.
#ifndef TILEC_TEST_EXEC_ATOMICOPERATIONS_H
#define TILEC_TEST_EXEC_ATOMICOPERATIONS_H

#include "test/exec/cases/ConformanceTable.h"
#include "test/exec/harness/Cases.h"

namespace tilec::exec {

enum class AtomicOperation { Add, Sub, And, Or, Xor, Max, Min, Exchange, CompareExchange };

template <class T> bool sameBits(const T &a, const T &b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T> T applied(AtomicOperation op, const T &cell, const T &value, const T &expected) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    switch (op) {
    case AtomicOperation::Add:
      return T(U(cell) + U(value));
    case AtomicOperation::Sub:
      return T(U(cell) - U(value));
    case AtomicOperation::And:
      return cell & value;
    case AtomicOperation::Or:
      return cell | value;
    case AtomicOperation::Xor:
      return cell ^ value;
    case AtomicOperation::Max:
      return std::max(cell, value);
    case AtomicOperation::Min:
      return std::min(cell, value);
    default:
      break;
    }
  } else {
    if (op == AtomicOperation::Add)
      return T(double(cell) + double(value));
    if (op == AtomicOperation::Sub)
      return T(double(cell) - double(value));
  }
  if (op == AtomicOperation::CompareExchange && !sameBits(cell, expected))
    return cell;
  return value;
}

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_ATOMICOPERATIONS_H

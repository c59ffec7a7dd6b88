// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Formula.h"

namespace tilec::runtime {

using manifest::Expression;
using Kind = Expression::Kind;

Formula::Formula(const Expression &expression) {
  if (!add(expression, 1))
    other = &expression;
}

bool Formula::add(const Expression &e, uint64_t factor) {
  switch (e.kind) {
  case Kind::Constant:
    constant += factor * uint64_t(e.value);
    return true;
  case Kind::Argument:
  case Kind::GridX:
  case Kind::GridY:
  case Kind::GridZ:
    if (count == kMaxTerms)
      return false;
    terms[count++] = {e.kind, e.parameter, e.offset, e.bytes, e.isSigned, factor};
    return true;
  case Kind::Add:
    return add(e.operands[0], factor) && add(e.operands[1], factor);
  case Kind::Sub:
    return add(e.operands[0], factor) && add(e.operands[1], uint64_t(0) - factor);
  case Kind::Mul:
    if (e.operands[1].kind == Kind::Constant)
      return add(e.operands[0], factor * uint64_t(e.operands[1].value));
    if (e.operands[0].kind == Kind::Constant)
      return add(e.operands[1], factor * uint64_t(e.operands[0].value));
    return false;
  default:
    return false;
  }
}

} // namespace tilec::runtime

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Tune/TuneExpression.h"

#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace tilec;
using llvm::StringRef;

namespace {

using Lookup = llvm::function_ref<std::optional<int64_t>(StringRef)>;

struct Operator {
  StringRef text;
  int precedence;
};
/// Longer ones before those that they begin with.
constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<=", 4}, {">=", 4}, {"<", 4},
                                   {">", 4},  {"+", 5},  {"-", 5},  {"*", 6},  {"/", 6},  {"%", 6}};

/// Reads by precedence. After an error every value is 0.
class Parser {
public:
  Parser(StringRef text, Lookup lookup) : rest(text), lookup(lookup) {}

  runtime::Expected<int64_t> all(StringRef text) {
    int64_t value = binary(1);
    if (problem.empty() && !next().empty())
      fail("unexpected '" + next().str() + "'");
    if (!problem.empty())
      return runtime::Error{"tune", runtime::kBadOption, "kBadOption", "in '" + text.str() + "': " + problem};
    return value;
  }

private:
  StringRef next() {
    return rest = rest.ltrim();
  }
  int64_t fail(const std::string &text) {
    if (problem.empty())
      problem = text;
    rest = "";
    return 0;
  }

  int64_t binary(int least) {
    int64_t value = unary();
    while (const Operator *found = findOperator(least)) {
      rest = rest.drop_front(found->text.size());
      value = apply(found->text, value, binary(found->precedence + 1));
    }
    return value;
  }

  const Operator *findOperator(int least) {
    for (const Operator &candidate : kOperators)
      if (next().starts_with(candidate.text))
        return candidate.precedence >= least ? &candidate : nullptr;
    return nullptr;
  }

  /// Wraps at 64 bits.
  int64_t apply(StringRef op, int64_t a, int64_t b) {
    if (op == "/" || op == "%") {
      if (b == 0)
        return fail("a division by zero");
      if (b == -1)
        return op == "/" ? int64_t(0 - uint64_t(a)) : 0;
      return op == "/" ? a / b : a % b;
    }
    if (op.size() == 1 && StringRef("+-*").contains(op)) {
      uint64_t x = uint64_t(a), y = uint64_t(b);
      return int64_t(op == "+" ? x + y : op == "-" ? x - y : x * y);
    }
    return op == "||"   ? a || b
           : op == "&&" ? a && b
           : op == "==" ? a == b
           : op == "!=" ? a != b
           : op == "<=" ? a <= b
           : op == ">=" ? a >= b
           : op == "<"  ? a < b
                        : a > b;
  }

  int64_t unary() {
    next();
    if (rest.consume_front("-"))
      return int64_t(0 - uint64_t(unary()));
    if (rest.starts_with("!") && !rest.starts_with("!=") && rest.consume_front("!"))
      return !unary();
    if (rest.consume_front("("))
      return closed(binary(1));
    return name();
  }

  int64_t closed(int64_t value) {
    next();
    return rest.consume_front(")") ? value : fail("expected ')'");
  }

  int64_t name() {
    StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(word.size());
    if (word.empty())
      return fail(rest.empty() ? "expected a value at the end" : "unexpected '" + rest.str() + "'");
    int64_t number;
    if (llvm::isDigit(word.front()))
      return word.getAsInteger(0, number) ? fail("expected a number, got '" + word.str() + "'") : number;
    if ((word == "min" || word == "max") && next().starts_with("("))
      return extremum(word == "min");
    std::optional<int64_t> value = lookup(word);
    return value ? *value : fail("expected a number, a constant or an integer parameter, got '" + word.str() + "'");
  }

  int64_t extremum(bool least) {
    rest = rest.drop_front();
    int64_t a = binary(1);
    next();
    if (!rest.consume_front(","))
      return fail("expected ','");
    int64_t b = binary(1);
    return closed(least ? std::min(a, b) : std::max(a, b));
  }

  StringRef rest;
  Lookup lookup;
  std::string problem;
};

} // namespace

runtime::Expected<int64_t> tune::evaluate(StringRef text, Lookup lookup) {
  return Parser(text, lookup).all(text);
}

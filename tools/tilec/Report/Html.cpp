// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Report/Html.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace tilec;
using llvm::StringRef;

std::string tool::escaped(StringRef text) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  llvm::printHTMLEscaped(text, stream);
  return result;
}

std::string tool::lineAttribute(unsigned line) {
  return line ? " data-line=\"" + std::to_string(line) + "\"" : "";
}

std::string tool::numberText(double number) {
  constexpr double kFewDigits = 10;
  if (number < kFewDigits && number != std::floor(number))
    return StringRef(llvm::formatv("{0:F3}", number).str()).rtrim('0').str();
  return llvm::formatv("{0:N}", int64_t(std::llround(number))).str();
}

std::string tool::svgLine(double x1, double y1, double x2, double y2, StringRef attributes) {
  return llvm::formatv("<line x1=\"{0:F1}\" y1=\"{1:F1}\" x2=\"{2:F1}\" y2=\"{3:F1}\" {4}/>\n", x1, y1, x2, y2,
                       attributes)
      .str();
}

std::string tool::svgText(double x, double y, StringRef text, StringRef attributes) {
  return llvm::formatv("<text x=\"{0:F1}\" y=\"{1:F1}\"{2}{3}>{4}</text>\n", x, y, attributes.empty() ? "" : " ",
                       attributes, escaped(text))
      .str();
}

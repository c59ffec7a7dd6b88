// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Pieces of HTML and SVG that parts of the report have in common.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace tilec::tool {

/// `text` without characters that HTML reads as its own.
std::string escaped(llvm::StringRef text);

/// The attribute of what belongs to a line of the source, with a space before it: a click marks the line everywhere.
/// Empty for line 0.
std::string lineAttribute(unsigned line);

/// `4,194,304`; three digits behind the point, `0.125`, of what is below ten and no whole number.
std::string numberText(double number);

/// A line of an SVG.
std::string svgLine(double x1, double y1, double x2, double y2, llvm::StringRef attributes);
/// `text` at a place of an SVG; it is escaped.
std::string svgText(double x, double y, llvm::StringRef text, llvm::StringRef attributes = "");

} // namespace tilec::tool

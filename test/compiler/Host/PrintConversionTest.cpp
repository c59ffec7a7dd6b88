// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pieces of printf formats, and what they make of values.
#include "compiler/Host/PrintConversion.h"
#include "test/support/Catch.h"

using namespace tilec::host;
using tilec::tile::countConversions, tilec::tile::splitFormat;

static PrintConversion conversion(llvm::StringRef text) {
  return PrintConversion(splitFormat(text)[0]);
}

TEST_CASE("formats are cut into text and conversions") {
  auto pieces = splitFormat("a%5d%%b%-8.3f%llx");
  REQUIRE(pieces.size() == 5);
  REQUIRE(countConversions(pieces) == 3);
  REQUIRE(pieces[0].plain() == "a");
  REQUIRE(pieces[1].flags() == "5");
  REQUIRE(pieces[1].withLength(/*is64Bits=*/true) == "%5lld");
  REQUIRE(pieces[2].plain() == "%b");
  REQUIRE(pieces[3].letter() == 'f');
  REQUIRE(pieces[4].withLength(/*is64Bits=*/false) == "%x");
  REQUIRE(countConversions(splitFormat("100%%")) == 0);
  REQUIRE(splitFormat("100%%")[0].plain() == "100%");
}

TEST_CASE("conversions print values of any width") {
  REQUIRE(conversion("%llx").ofInteger(255, 255) == "ff");
  REQUIRE(conversion("%-8.3f").ofFloat(1.5) == "1.500   ");
  REQUIRE(conversion("%c").ofInteger('x', 'x') == "x");
  REQUIRE(conversion("%s").ofInteger(uint64_t(uintptr_t("hi")), 0) == "hi");
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The page for users lists the functions that work on the CPU: all of them, and no other.
#include "runtime/Program/Entries.h"
#include "test/support/Catch.h"

#include <fstream>
#include <regex>
#include <set>
#include <string>

/// Every `cudaName` between the two marks of the page.
static std::set<std::string> listedNames() {
  std::ifstream file(DOCS_FOLDER "/Programs.md");
  REQUIRE(file);
  std::set<std::string> names;
  std::regex name("`(_*cuda[A-Za-z0-9_]+)`");
  bool isInside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("<!--"))
      isInside = line == "<!-- functions on the CPU -->";
    if (isInside)
      for (std::sregex_iterator at(line.begin(), line.end(), name), end; at != end; ++at)
        names.insert((*at)[1]);
  }
  return names;
}

TEST_CASE("the documentation lists what works on the CPU") {
  std::set<std::string> listed = listedNames(), known;
  for (const tilec::program::Entry &entry : tilec::program::hostEntries())
    if (std::string name = entry.name; !name.starts_with("__")) // those are the compiler's own
      known.insert(name);
  CHECK(known.size() > 60);
  for (const std::string &name : known)
    if (!listed.contains(name))
      FAIL_CHECK("docs/Programs.md does not list " << name);
  for (const std::string &name : listed)
    if (!known.contains(name))
      FAIL_CHECK("docs/Programs.md lists " << name << ", which does not work on the CPU");
}

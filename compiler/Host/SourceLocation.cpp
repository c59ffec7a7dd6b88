// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/SourceLocation.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tilec::host {

/// The first file position inside `location`, callee before caller.
static FileLineColLoc positionIn(Location location) {
  return llvm::TypeSwitch<LocationAttr, FileLineColLoc>(location)
      .Case([](FileLineColLoc position) { return position; })
      .Case([](NameLoc name) { return positionIn(name.getChildLoc()); })
      .Case([](CallSiteLoc call) { return positionIn(call.getCallee()); })
      .Case([](FusedLoc fused) {
        for (Location part : fused.getLocations())
          if (FileLineColLoc position = positionIn(part))
            return position;
        return FileLineColLoc();
      })
      .Default(FileLineColLoc());
}

static std::string spelled(Location location) {
  FileLineColLoc position = positionIn(location);
  if (!position)
    return "unknown location";
  return llvm::formatv("{0}:{1}:{2}", position.getFilename().getValue(), position.getLine(), position.getColumn());
}

/// The compiler's own headers, embedded in it: of no interest to the user.
static bool isEmbedded(const std::string &position) {
  return llvm::StringRef(position).starts_with("/__tilec/");
}

/// Positions from the innermost callee outward. callsite(callee at caller), either of which may be a call site itself.
static std::vector<std::string> callChain(Location location) {
  std::vector<std::string> chain;
  llvm::SmallVector<Location> pending{location};
  while (!pending.empty()) {
    Location next = pending.pop_back_val();
    if (auto name = dyn_cast<NameLoc>(LocationAttr(next))) {
      pending.push_back(name.getChildLoc());
    } else if (auto call = dyn_cast<CallSiteLoc>(LocationAttr(next))) {
      pending.push_back(call.getCaller());
      pending.push_back(call.getCallee());
    } else {
      chain.push_back(spelled(next));
    }
  }
  return chain;
}

/// As the source calls it; what no line of source is, goes by the op's name.
static StringRef nameInSource(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return llvm::StringSwitch<StringRef>(name)
      .Case("tile.load", "a load")
      .Case("tile.store", "a store")
      .Case("tile.load_view", "a view's load")
      .Case("tile.store_view", "a view's store")
      .Default(name);
}

Site makeSite(Operation *op) {
  Site site;
  site.operation = nameInSource(op).str();
  std::vector<std::string> chain = callChain(op->getLoc());
  auto first = llvm::find_if_not(chain, isEmbedded);
  if (first == chain.end())
    first = chain.begin();
  site.location = *first;
  for (const std::string &caller : llvm::make_range(std::next(first), chain.end()))
    site.chain += "\n  inlined at " + caller;
  return site;
}

} // namespace tilec::host

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/SourceLocation.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
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

Site makeSite(Operation *op) {
  Site site;
  site.operation = op->getName().getStringRef().str();
  Location location = op->getLoc();
  while (auto name = dyn_cast<NameLoc>(LocationAttr(location)))
    location = name.getChildLoc();
  site.location = spelled(location);
  // callsite(callee at caller), either of which may be a call site itself.
  llvm::SmallVector<Location> pending{location};
  while (!pending.empty()) {
    Location next = pending.pop_back_val();
    if (auto call = dyn_cast<CallSiteLoc>(LocationAttr(next))) {
      pending.push_back(call.getCaller());
      pending.push_back(call.getCallee());
    } else if (next != location && spelled(next) != site.location) {
      site.chain += "\n  inlined at " + spelled(next);
    }
  }
  return site;
}

} // namespace tilec::host

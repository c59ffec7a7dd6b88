// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Variants/VariantRemarks.h"
#include "dialects/Tile/IR/Remarks.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

/// `p` or `argument 3`.
std::string nameOf(func::FuncOp kernel, unsigned argument) {
  auto name = kernel.getArgAttrOfType<StringAttr>(argument, "tile.parameter");
  return name ? name.str() : "argument " + std::to_string(argument);
}

/// `aligned to 16 bytes`, `divisible by 4`; empty for facts that are not about divisors.
std::string predicateOf(func::FuncOp kernel, FactAttr fact) {
  if (fact.getKind() != FactKind::MultipleOf)
    return "";
  std::string value = std::to_string(fact.getValue());
  bool isPointer = isa<PtrType>(kernel.getArgument(*fact.getArgument()).getType());
  return isPointer ? "aligned to " + value + " bytes" : "divisible by " + value;
}

/// `n at least 256 * grid x + 3`.
std::string describeBound(func::FuncOp kernel, FactAttr fact) {
  int64_t rest = fact.getValue();
  std::string least;
  if (fact.getGrid()) {
    least = (fact.getStep() == 1 ? "" : std::to_string(fact.getStep()) + " * ") + "grid " +
            stringifyDimension(*fact.getGrid()).str();
    if (!fact.getArgument()) // 0 - step * grid >= rest
      return least + " at most " + std::to_string(-rest);
    if (rest != 0)
      least += (rest < 0 ? " - " : " + ") + std::to_string(std::abs(rest));
  } else {
    least = std::to_string(rest);
  }
  return nameOf(kernel, *fact.getArgument()) + " at least " + least;
}

/// `p, q aligned to 16 bytes, n divisible by 4, n at least 256 * grid x`.
std::string describe(func::FuncOp kernel, ArrayRef<FactAttr> facts) {
  std::string text;
  for (size_t i = 0; i < facts.size(); ++i) {
    text += i ? ", " : "";
    std::string predicate = predicateOf(kernel, facts[i]);
    if (predicate.empty()) {
      text += describeBound(kernel, facts[i]);
      continue;
    }
    text += nameOf(kernel, *facts[i].getArgument());
    if (i + 1 == facts.size() || predicateOf(kernel, facts[i + 1]) != predicate)
      text += " " + predicate;
  }
  return text;
}

/// `3 of 3 loads and stores move 4 instead of 16 bytes a lane`, `2 of 3 are masked`.
std::string describe(const VariantGain &gain) {
  int64_t wider = 0, widest = 0, narrowest = INT64_MAX;
  for (auto [before, after] : llvm::zip_equal(gain.without, gain.with)) {
    if (after <= before)
      continue;
    ++wider;
    widest = std::max(widest, after);
    narrowest = std::min(narrowest, before);
  }
  std::string text, count = std::to_string(gain.accesses);
  if (wider)
    text = std::to_string(wider) + " of " + count + (gain.updates ? " accesses move " : " loads and stores move ") +
           std::to_string(narrowest) + " instead of " + std::to_string(widest) + " bytes a lane";
  if (gain.masks)
    text += (wider ? ", " : "") + std::to_string(gain.masks) + " of " + count + " are masked";
  return text;
}

/// Where the first argument concerned stands in the source.
Location locationOf(func::FuncOp kernel, ArrayRef<FactAttr> facts) {
  for (FactAttr fact : facts)
    if (fact.getArgument())
      return kernel.getArgument(*fact.getArgument()).getLoc();
  return kernel.getLoc();
}

} // namespace

void tilec::tile::reportVariant(func::FuncOp kernel, unsigned number, ArrayRef<FactAttr> facts,
                                const VariantGain &gain) {
  Remark(locationOf(kernel, facts), kernel, "Variant").with("variant", number)
      << "variant " << number << " needs " << describe(kernel, facts) << "; without them " << describe(gain);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-specialize-arguments: variants of kernels that assume what makes their accesses wide (see Passes.td).
//
// Each argument in use gets a `tile.assume` whose divisor is a switch: 1 says nothing. Then
//   1. with all switches off, how wide is each load and store? With all on?
//   2. no wider: the kernel stays alone;
//   3. else every switch is turned back as far as nothing gets narrower, and what is left is the first variant;
//   4. the same for alignment alone: if that gains something, it is the second variant, for rows of any length.
// Widths beyond what a warp has elements for are no gain: lanes would go without.
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/Tile/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tilec::tile {
#define GEN_PASS_DEF_SPECIALIZEARGUMENTS
#include "dialects/Tile/Transforms/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

constexpr int64_t kLanesPerWarp = 32;

/// Elements that one access of a lane may cover; 0 for ops that access no tile.
int64_t widthOf(Operation *op, Divisibility &facts) {
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<LoadOp, StoreOp>([&](auto access) -> int64_t {
        bool isTile = isa<RankedTensorType>(access.getPointer().getType());
        return isTile ? facts.accessWidth(access.getPointer(), access.getMask()) : 0;
      })
      .Case<LoadViewOp, StoreViewOp>([&](auto access) {
        return facts.viewAccessWidth(access.getView(), access.getIndices(), access.getInBounds());
      })
      .Default([](Operation *) { return 0; });
}

/// The tile that a load or store moves.
RankedTensorType accessedTile(Operation *op) {
  Type type = TypeSwitch<Operation *, Type>(op)
                  .Case<LoadOp, LoadViewOp>([](auto load) { return load.getType(); })
                  .Case<StoreOp, StoreViewOp>([](auto store) { return store.getValue().getType(); })
                  .Default([](Operation *) { return Type(); });
  return dyn_cast_if_present<RankedTensorType>(type);
}

/// Bytes that a lane moves at once in each access of a kernel.
using AccessBytes = SmallVector<int64_t>;

bool isNarrower(const AccessBytes &a, const AccessBytes &b) {
  return llvm::any_of(llvm::zip_equal(a, b), [](auto pair) { return std::get<0>(pair) < std::get<1>(pair); });
}

/// A kernel with a switch on each of its arguments.
class SwitchedKernel {
public:
  SwitchedKernel(func::FuncOp kernel, int64_t accessBytes) : context(kernel.getContext()), kernel(kernel), accessBytes(accessBytes) {
    kernel.walk([&](Operation *op) {
      if (accessedTile(op))
        accesses.push_back(op);
    });
    if (accesses.empty())
      return;
    OpBuilder builder(kernel.getContext());
    builder.setInsertionPointToStart(&kernel.getBody().front());
    for (BlockArgument argument : kernel.getArguments()) {
      bool isInteger = argument.getType().isIntOrIndex() && !argument.getType().isInteger(1);
      if (argument.use_empty() || !(isInteger || isa<PtrType>(argument.getType())))
        continue;
      auto assume = AssumeOp::create(builder, argument.getLoc(), argument.getType(), argument, divisible(1));
      argument.replaceAllUsesExcept(assume, assume);
      switches.push_back(assume);
    }
  }
  SwitchedKernel(const SwitchedKernel &) = delete;
  /// The kernel as it was.
  ~SwitchedKernel() {
    for (AssumeOp assume : switches)
      remove(assume);
  }

  AccessBytes measure() const {
    Divisibility facts;
    AccessBytes bytes;
    for (Operation *op : accesses) {
      RankedTensorType tile = accessedTile(op);
      int64_t useful = std::max<int64_t>(1, tile.getNumElements() / kLanesPerWarp);
      bytes.push_back(std::min(widthOf(op, facts), useful) * storageBytes(tile.getElementType()));
    }
    return bytes;
  }

  /// Sets the switches of pointers, and those of integers, to `accessBytes` or off.
  void assumeAll(bool pointers, bool integers) {
    for (AssumeOp assume : switches)
      set(assume, (isPointer(assume) ? pointers : integers) ? accessBytes : 1);
  }

  /// Turns every switch back as far as no access gets narrower than `wanted`.
  void minimize(const AccessBytes &wanted) {
    for (AssumeOp assume : switches) {
      int64_t divisor = get(assume);
      // All or nothing first: most arguments have nothing to do with addresses.
      set(assume, 1);
      if (divisor == 1 || !isNarrower(measure(), wanted))
        continue;
      set(assume, divisor);
      for (; divisor > 2; divisor /= 2) {
        set(assume, divisor / 2);
        if (isNarrower(measure(), wanted)) {
          set(assume, divisor);
          break;
        }
      }
    }
  }

  /// What the switches say.
  SmallVector<FactAttr> facts() const {
    SmallVector<FactAttr> facts;
    for (AssumeOp assume : switches)
      if (int64_t divisor = get(assume); divisor > 1)
        facts.push_back(FactAttr::get(context, FactKind::MultipleOf, argumentOf(assume).getArgNumber(),
                                      std::nullopt, 1, divisor));
    return facts;
  }

  /// A copy with the facts of the switches, ahead of the kernel.
  func::FuncOp copy(StringRef name) const {
    IRMapping mapping;
    auto clone = cast<func::FuncOp>(OpBuilder(kernel).clone(*kernel, mapping));
    clone.setName(name);
    for (AssumeOp assume : switches)
      if (get(assume) == 1)
        remove(cast<AssumeOp>(mapping.lookup(assume.getOperation())));
    return clone;
  }

private:
  DivisibleAttr divisible(int64_t divisor) const {
    return DivisibleAttr::get(context, divisor, std::nullopt, std::nullopt);
  }
  void set(AssumeOp assume, int64_t divisor) {
    assume.setFactAttr(divisible(divisor));
  }
  static int64_t get(AssumeOp assume) {
    return cast<DivisibleAttr>(assume.getFact()).getDivisor();
  }
  static BlockArgument argumentOf(AssumeOp assume) {
    return cast<BlockArgument>(assume.getSource());
  }
  static bool isPointer(AssumeOp assume) {
    return isa<PtrType>(assume.getType());
  }
  static void remove(AssumeOp assume) {
    assume.replaceAllUsesWith(assume.getSource());
    assume.erase();
  }

  MLIRContext *context;
  mutable func::FuncOp kernel;
  int64_t accessBytes;
  SmallVector<Operation *> accesses;
  SmallVector<AssumeOp> switches;
};

/// `p, q aligned to 16 bytes, n divisible by 4`.
std::string describe(func::FuncOp kernel, ArrayRef<FactAttr> facts) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (size_t i = 0; i < facts.size(); ++i) {
    unsigned number = *facts[i].getArgument();
    auto name = kernel.getArgAttrOfType<StringAttr>(number, "tile.parameter");
    stream << (i ? ", " : "");
    name ? stream << name.getValue() : stream << "argument " << number;
    bool isPointer = isa<PtrType>(kernel.getArgument(number).getType());
    auto saysTheSame = [&](FactAttr other) {
      return other.getValue() == facts[i].getValue() &&
             isa<PtrType>(kernel.getArgument(*other.getArgument()).getType()) == isPointer;
    };
    if (i + 1 < facts.size() && saysTheSame(facts[i + 1]))
      continue;
    stream << (isPointer ? " aligned to " : " divisible by ") << facts[i].getValue() << (isPointer ? " bytes" : "");
  }
  return text;
}

void reportVariant(func::FuncOp kernel, unsigned number, ArrayRef<FactAttr> facts, const AccessBytes &without,
                   const AccessBytes &with) {
  int64_t gained = 0, widest = 0, narrowest = INT64_MAX;
  for (auto [before, after] : llvm::zip_equal(without, with)) {
    if (after <= before)
      continue;
    ++gained;
    widest = std::max(widest, after);
    narrowest = std::min(narrowest, before);
  }
  emitRemark(kernel.getArgument(*facts.front().getArgument()).getLoc())
      << "variant " << number << " needs " << describe(kernel, facts) << "; without them " << gained << " of "
      << with.size() << " loads and stores move " << narrowest << " instead of " << widest << " bytes a lane";
}

struct SpecializeArguments : tilec::tile::impl::SpecializeArgumentsBase<SpecializeArguments> {
  using Base::Base;

  void runOnOperation() override {
    if (maxVariants <= 1)
      return;
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("tile.kernel") && !function->hasAttr(kVariantAttr) && !function.isExternal())
        kernels.push_back(function);
    for (func::FuncOp kernel : kernels)
      specialize(kernel);
  }

private:
  void specialize(func::FuncOp kernel) {
    SwitchedKernel switched(kernel, accessBytes);
    AccessBytes without = switched.measure();
    unsigned count = 0;
    SmallVector<FactAttr> previous;
    for (bool integers : {true, false}) {
      switched.assumeAll(/*pointers=*/true, integers);
      AccessBytes with = switched.measure();
      if (!isNarrower(without, with))
        break;
      switched.minimize(with);
      SmallVector<FactAttr> facts = switched.facts();
      if (facts == previous || count + 1 >= maxVariants)
        break;
      func::FuncOp variant = switched.copy((kernel.getName() + "$v" + Twine(count)).str());
      mark(variant, kernel, count, facts);
      if (remarks)
        reportVariant(kernel, count, facts, without, with);
      ++count;
      previous = facts;
    }
    if (count)
      mark(kernel, kernel, count, {});
  }

  static void mark(func::FuncOp function, func::FuncOp kernel, unsigned number, ArrayRef<FactAttr> facts) {
    auto name = FlatSymbolRefAttr::get(kernel.getContext(), kernel.getName());
    function->setAttr(kVariantAttr, VariantAttr::get(kernel.getContext(), name, number, facts));
  }
};

} // namespace

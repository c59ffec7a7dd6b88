// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic accesses, element by element, each a real atomic operation of the processor with its C++ order. Every update
// is a compare-exchange loop on the element's bits, so that floats and every kind go one way.
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Ops/AtomicElements.h"
#include "compiler/Host/Ops/Families.h"
#include "compiler/Host/Ops/ViewElements.h"
#include "dialects/Tile/IR/ClippedWrites.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;
using tilec::tile::AtomicKind;

namespace tilec::host {

namespace {
/// New bits of an element from its old bits and the operand's.
using Update = uint64_t (*)(uint64_t oldBits, uint64_t valueBits);
} // namespace

AtomicMode modeOf(tile::MemoryOrder order, tile::MemoryScope scope, bool reads, bool writes) {
  static constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                                  std::memory_order_release, std::memory_order_acq_rel};
  bool acquires = order == tile::MemoryOrder::Acquire || order == tile::MemoryOrder::AcqRel;
  bool releases = order == tile::MemoryOrder::Release || order == tile::MemoryOrder::AcqRel;
  return {kOrders[int(order)], {reads, writes, acquires, releases, scope == tile::MemoryScope::Block}};
}

//===- Updates ---------------------------------------------------------------------------------------------------===//

template <class T> static T fromBits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}
template <class T> static uint64_t toBits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T, bool Subtract> static uint64_t addFloat(uint64_t a, uint64_t b) {
  auto x = toCompute(fromBits<T>(a)), y = toCompute(fromBits<T>(b));
  return toBits(fromCompute<T>(Subtract ? x - y : x + y));
}

template <class I, AtomicKind K> static uint64_t updateInteger(uint64_t a, uint64_t b) {
  using U = typename I::U;
  U x = U(a), y = U(b);
  auto sx = I::asSigned(x), sy = I::asSigned(y);
  switch (K) {
  case AtomicKind::Exchange:
    return y;
  case AtomicKind::Add:
    return I::add(x, y);
  case AtomicKind::Sub:
    return I::sub(x, y);
  case AtomicKind::And:
    return x & y;
  case AtomicKind::Or:
    return x | y;
  case AtomicKind::Xor:
    return x ^ y;
  case AtomicKind::MaxSigned:
    return sx > sy ? x : y;
  case AtomicKind::MaxUnsigned:
    return x > y ? x : y;
  case AtomicKind::MinSigned:
    return sx < sy ? x : y;
  case AtomicKind::MinUnsigned:
    return x < y ? x : y;
  }
  return y;
}

template <class I, size_t... K> static Update integerUpdate(AtomicKind kind, std::index_sequence<K...>) {
  static constexpr Update kUpdates[] = {updateInteger<I, AtomicKind(K)>...};
  return kUpdates[int(kind)];
}

static Update updateOf(AtomicKind kind, Kind element) {
  if (isFloat(element) && kind != AtomicKind::Exchange)
    return withArithmeticFloat(element, [&](auto tag) -> Update {
      using T = typename decltype(tag)::Type;
      return kind == AtomicKind::Sub ? addFloat<T, true> : addFloat<T, false>;
    });
  return withBits(bytesOf(element), [&](auto tag) -> Update {
    using I = Int<8 * sizeof(typename decltype(tag)::Type)>;
    return integerUpdate<I>(kind, std::make_index_sequence<10>());
  });
}

//===- One element -----------------------------------------------------------------------------------------------===//

template <class U> static U atomicLoad(uintptr_t address, std::memory_order order) {
  return std::atomic_ref<U>(*reinterpret_cast<U *>(address)).load(order);
}
template <class U> static void atomicStore(uintptr_t address, U value, std::memory_order order) {
  std::atomic_ref<U>(*reinterpret_cast<U *>(address)).store(value, order);
}
template <class U> static U atomicUpdate(uintptr_t address, U value, Update update, std::memory_order order) {
  std::atomic_ref<U> cell(*reinterpret_cast<U *>(address));
  U old = cell.load(std::memory_order_relaxed);
  while (!cell.compare_exchange_weak(old, U(update(old, value)), order, std::memory_order_relaxed)) {
  }
  return old;
}
template <class U> static U atomicCompareExchange(uintptr_t address, U expected, U desired, std::memory_order order) {
  std::memory_order failure = order == std::memory_order_release   ? std::memory_order_relaxed
                              : order == std::memory_order_acq_rel ? std::memory_order_acquire
                                                                   : order;
  std::atomic_ref<U>(*reinterpret_cast<U *>(address)).compare_exchange_strong(expected, desired, order, failure);
  return expected;
}

//===- Whole ops -------------------------------------------------------------------------------------------------===//

/// Runs `one(i, address)` for each enabled element; when checking, only where memory allows and with the order
/// recorded.
template <class Fn>
static void forEachElement(Frame &frame, const Site &site, const ElementAccess &elements, size_t bytes,
                           AtomicAccess kind, Fn one) {
  for (size_t i = 0; i < elements.address.size(); ++i) {
    uintptr_t address = elements.address[i];
    if (!elements.enabled[i])
      continue;
    if (!frame.checker) {
      one(i, address);
      continue;
    }
    if (!frame.checker->allows(frame, site, address, bytes, "atomic access", elements.element(i)))
      continue;
    if (uint8_t *flags = frame.checker->localFlags(frame, address)) {
      if (kind.writes)
        std::memset(flags, 0, bytes);
      frame.checker->ownAccess(frame, site, address, bytes, kind.writes, elements.thread(i), kind);
      one(i, address);
    } else {
      frame.checker->atomicAccess(frame, site, address, bytes, kind, [&] { one(i, address); }, elements.thread(i));
    }
  }
}

void emitAtomicLoad(Decoder &decoder, const Site *site, Slot result, Elements elements, AtomicMode mode) {
  withBits(bytesOf(result.kind), [&](auto tag) {
    using U = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      U *out = frame.at<U>(result);
      uint8_t *undefined = frame.checker ? frame.undefined(result) : nullptr;
      forEachElement(frame, *site, elements(frame), sizeof(U), mode.access, [&](size_t i, uintptr_t address) {
        out[i] = atomicLoad<U>(address, mode.order);
        if (undefined)
          undefined[i] = 0;
      });
    });
  });
  emitNormalisedBits(decoder, result);
}

void emitAtomicStore(Decoder &decoder, const Site *site, Slot value, Elements elements, AtomicMode mode) {
  withBits(bytesOf(value.kind), [&](auto tag) {
    using U = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      const U *in = frame.at<U>(value);
      forEachElement(frame, *site, elements(frame), sizeof(U), mode.access,
                     [&](size_t i, uintptr_t address) { atomicStore<U>(address, in[i], mode.order); });
    });
  });
}

uint8_t commutingNumber(AtomicKind kind, Kind element) {
  return kind == AtomicKind::Exchange ? 0 : uint8_t(1 + int(kind) * 16 + int(element));
}

ElementUpdate elementUpdate(AtomicKind kind, Kind element) {
  Update update = updateOf(kind, element);
  return withBits(bytesOf(element), [&](auto tag) -> ElementUpdate {
    using U = typename decltype(tag)::Type;
    return [update](uintptr_t address, uint64_t bits) {
      atomicUpdate<U>(address, U(bits), update, std::memory_order_relaxed);
    };
  });
}

void emitAtomicUpdate(Decoder &decoder, const Site *site, std::optional<Slot> result, Slot value, Elements elements,
                      AtomicMode mode, AtomicKind kind) {
  Update update = updateOf(kind, value.kind);
  if (!result)
    mode.access.commutes = commutingNumber(kind, value.kind);
  withBits(bytesOf(value.kind), [&](auto tag) {
    using U = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      const U *in = frame.at<U>(value);
      U *out = result ? frame.at<U>(*result) : nullptr;
      forEachElement(frame, *site, elements(frame), sizeof(U), mode.access, [&](size_t i, uintptr_t address) {
        U old = atomicUpdate<U>(address, in[i], update, mode.order);
        if (out)
          out[i] = old;
      });
    });
  });
}

void emitAtomicCompareExchange(Decoder &decoder, const Site *site, Slot result, Slot expected, Slot desired,
                               Elements elements, AtomicMode mode) {
  withBits(bytesOf(result.kind), [&](auto tag) {
    using U = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      const U *from = frame.at<U>(expected), *to = frame.at<U>(desired);
      U *out = frame.at<U>(result);
      forEachElement(frame, *site, elements(frame), sizeof(U), mode.access, [&](size_t i, uintptr_t address) {
        out[i] = atomicCompareExchange<U>(address, from[i], to[i], mode.order);
      });
    });
  });
}

/// An old value is defined where the mask let the access happen.
static void emitDefinedByMask(Decoder &decoder, std::optional<Slot> result, std::optional<Slot> mask) {
  if (!result || !decoder.checking())
    return;
  decoder.emitDefined(*result);
  if (mask)
    decoder.emit([=](Frame &frame) {
      const uint8_t *enabled = frame.at<uint8_t>(*mask);
      for (size_t i = 0, count = result->size(frame); i < count; ++i)
        frame.undefined(*result)[i] = !enabled[i];
    });
}

//===- Ops through pointers --------------------------------------------------------------------------------------===//

static std::optional<Slot> optionalOperand(Decoder &decoder, Value value) {
  return value ? std::optional(decoder.operand(value)) : std::nullopt;
}

static Elements pointerElements(Operation *op, Decoder &decoder, Slot pointer, std::optional<Slot> mask) {
  const Site *site = decoder.site(op);
  if (mask)
    decoder.emitUseCheck(site, *mask, "mask");
  decoder.emitUseCheck(site, pointer, "address", mask);
  return [=](Frame &frame) {
    size_t count = pointer.size(frame);
    ElementAccess elements{std::vector<uintptr_t>(count), std::vector<uint8_t>(count, 1)};
    std::copy_n(frame.at<uintptr_t>(pointer), count, elements.address.data());
    if (mask)
      std::copy_n(frame.at<uint8_t>(*mask), count, elements.enabled.data());
    return elements;
  };
}

/// Zeros, so that a masked-out element of a result is at least the same on every run.
static void emitZeros(Decoder &decoder, Slot result) {
  decoder.emit([=, bytes = bytesOf(result.kind)](Frame &frame) {
    std::memset(frame.at<char>(result), 0, result.size(frame) * bytes);
  });
}

static bool load(tile::AtomicLoadOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer());
  std::optional<Slot> mask = optionalOperand(decoder, op.getMask()),
                      padding = optionalOperand(decoder, op.getPadding());
  Slot result = decoder.define(op.getResult());
  Elements elements = pointerElements(op, decoder, pointer, mask);
  if (padding) {
    decoder.emitCopy(result, *padding);
  } else {
    emitZeros(decoder, result);
    decoder.emitDefined(result, mask.has_value());
  }
  emitAtomicLoad(decoder, decoder.site(op), result, elements, modeOf(op.getOrder(), op.getScope(), true, false));
  return true;
}

static bool store(tile::AtomicStoreOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer()), value = decoder.operand(op.getValue());
  std::optional<Slot> mask = optionalOperand(decoder, op.getMask());
  Elements elements = pointerElements(op, decoder, pointer, mask);
  decoder.emitUseCheck(decoder.site(op), value, "value", mask);
  emitAtomicStore(decoder, decoder.site(op), value, elements, modeOf(op.getOrder(), op.getScope(), false, true));
  return true;
}

static bool update(tile::AtomicRmwOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer()), value = decoder.operand(op.getValue());
  std::optional<Slot> mask = optionalOperand(decoder, op.getMask()), result;
  if (op.getResult())
    emitZeros(decoder, *(result = decoder.define(op.getResult())));
  Elements elements = pointerElements(op, decoder, pointer, mask);
  decoder.emitUseCheck(decoder.site(op), value, "value", mask);
  emitAtomicUpdate(decoder, decoder.site(op), result, value, elements, modeOf(op.getOrder(), op.getScope(), true, true),
                   op.getKind());
  emitDefinedByMask(decoder, result, mask);
  return true;
}

static bool compareExchange(tile::AtomicCasOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer());
  Slot expected = decoder.operand(op.getExpected()), desired = decoder.operand(op.getDesired());
  std::optional<Slot> mask = optionalOperand(decoder, op.getMask());
  const Site *site = decoder.site(op);
  Elements elements = pointerElements(op, decoder, pointer, mask);
  decoder.emitUseCheck(site, expected, "expected value", mask);
  decoder.emitUseCheck(site, desired, "value", mask);
  Slot result = op.getResult() ? decoder.define(op.getResult()) : decoder.temporary(expected.kind, expected.count);
  decoder.emitCopy(result, expected); // what a masked-out element yields
  emitAtomicCompareExchange(decoder, site, result, expected, desired, elements,
                            modeOf(op.getOrder(), op.getScope(), true, true));
  if (!op.getResult())
    decoder.release(result);
  return true;
}

//===- Ops through views -----------------------------------------------------------------------------------------===//

template <class Op> static Elements viewElements(Op op, Decoder &decoder, ViewAccess &access) {
  access = ViewAccess::decode(op, decoder, op.getView(), op.getIndices(), op.getInBounds());
  const Site *site = decoder.site(op);
  return [access, site](Frame &frame) { return elementsOf(frame, access, *site); };
}

static bool loadView(tile::AtomicLoadViewOp op, Decoder &decoder) {
  ViewAccess access;
  Elements elements = viewElements(op, decoder, access);
  Slot result = decoder.define(op.getResult());
  emitViewPadding(decoder, access, result);
  emitAtomicLoad(decoder, decoder.site(op), result, elements, modeOf(op.getOrder(), op.getScope(), true, false));
  return true;
}

/// Those of a write, which reports a tile that is wholly outside.
template <class Op> static Elements writtenElements(Op op, Decoder &decoder, ViewAccess &access) {
  Elements elements = viewElements(op, decoder, access);
  if (op->hasAttr(tile::kClippedAttr))
    return elements;
  return [elements, site = decoder.site(op)](Frame &frame) {
    ElementAccess access = elements(frame);
    if (frame.checker)
      reportWhollyOutside(frame, *site, access);
    return access;
  };
}

static bool storeView(tile::AtomicStoreViewOp op, Decoder &decoder) {
  ViewAccess access;
  const Site *site = decoder.site(op);
  Elements elements = writtenElements(op, decoder, access);
  Slot value = decoder.operand(op.getValue());
  decoder.emitUseCheck(site, value, "value");
  emitAtomicStore(decoder, site, value, elements, modeOf(op.getOrder(), op.getScope(), false, true));
  return true;
}

static bool reduceView(tile::AtomicReduceViewOp op, Decoder &decoder) {
  ViewAccess access;
  const Site *site = decoder.site(op);
  Elements elements = writtenElements(op, decoder, access);
  Slot value = decoder.operand(op.getValue());
  decoder.emitUseCheck(site, value, "value");
  emitAtomicUpdate(decoder, site, std::nullopt, value, elements, modeOf(op.getOrder(), op.getScope(), true, true),
                   op.getKind());
  return true;
}

bool decodeAtomics(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::AtomicLoadOp op) { return load(op, d); })
      .Case([&](tile::AtomicStoreOp op) { return store(op, d); })
      .Case([&](tile::AtomicRmwOp op) { return update(op, d); })
      .Case([&](tile::AtomicCasOp op) { return compareExchange(op, d); })
      .Case([&](tile::AtomicLoadViewOp op) { return loadView(op, d); })
      .Case([&](tile::AtomicStoreViewOp op) { return storeView(op, d); })
      .Case([&](tile::AtomicReduceViewOp op) { return reduceView(op, d); })
      .Default(false);
}

} // namespace tilec::host

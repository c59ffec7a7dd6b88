// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Team.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace tilec::host {

/// More places than these are counted, not shown.
static constexpr size_t kShownReports = 20;

static std::vector<Buffer> byAddress(std::vector<Buffer> buffers) {
  llvm::sort(buffers, [](const Buffer &a, const Buffer &b) { return a.base < b.base; });
  return buffers;
}

Checker::Checker(const Program &program, std::vector<Buffer> list, uint32_t blocks)
    : program(program), buffers(byAddress(std::move(list))), races(blocks, program.smallestAccess, program.threads) {
  for (const Buffer &buffer : buffers)
    races.addMemory(buffer.base, buffer.bytes);
}

/// The words of a message without its numbers: what makes two reports the same kind.
static std::string kindOfMessage(llvm::StringRef message) {
  std::string kind;
  for (char c : message)
    if (!llvm::isDigit(c))
      kind += c;
  return kind.substr(0, 24);
}

void Checker::report(Frame &frame, const Site &site, const llvm::Twine &message) {
  std::string text = message.str();
  std::lock_guard lock(mutex);
  auto [found, isNew] = reports.try_emplace({&site, kindOfMessage(text)});
  if (!isNew) {
    ++found->second.repetitions;
    return;
  }
  found->second.text = llvm::formatv("{0}: {1}, in block ({2}, {3}, {4}){5}", site.location, text, frame.block[0],
                                     frame.block[1], frame.block[2], site.chain);
  shownOrder.push_back(&found->second);
}

void Checker::reportUndefined(Frame &frame, const Site &site, const char *what, size_t element) {
  report(frame, site,
         llvm::formatv("unspecified value used as {0} of {1}, element {2}", what, site.operation, element).str());
}

std::string Checker::text() const {
  std::lock_guard lock(mutex);
  std::string text;
  for (const Report *report : llvm::ArrayRef(shownOrder).take_front(kShownReports)) {
    if (!text.empty())
      text += '\n';
    text += report->text;
    if (report->repetitions)
      text += llvm::formatv("\n  and {0} more there", report->repetitions).str();
  }
  if (shownOrder.size() > kShownReports)
    text += llvm::formatv("\n{0} more places", shownOrder.size() - kShownReports).str();
  return text;
}

const Buffer *Checker::bufferOf(uintptr_t address) const {
  auto next = llvm::upper_bound(buffers, address, [](uintptr_t a, const Buffer &b) { return a < b.base; });
  if (next == buffers.begin())
    return nullptr;
  const Buffer &candidate = *std::prev(next);
  return address - candidate.base < candidate.bytes ? &candidate : nullptr;
}

/// Where an address lies relative to the nearest buffer.
std::string Checker::describe(uintptr_t address) const {
  const Buffer *nearest = nullptr;
  auto distance = [&](const Buffer &b) {
    return address < b.base ? b.base - address : address < b.base + b.bytes ? 0 : address - (b.base + b.bytes);
  };
  for (const Buffer &buffer : buffers)
    if (!nearest || distance(buffer) < distance(*nearest))
      nearest = &buffer;
  constexpr uintptr_t kNeverMapped = 4096;
  if (address < kNeverMapped)
    return llvm::formatv("near a null pointer, at address {0:x}", address);
  if (!nearest)
    return llvm::formatv("address {0:x}", address);
  if (address < nearest->base)
    return llvm::formatv("{0} bytes before {1}", nearest->base - address, nearest->name);
  if (address >= nearest->base + nearest->bytes)
    return llvm::formatv("{0} bytes past the end of {1}, which has {2} bytes", address - nearest->base - nearest->bytes,
                         nearest->name, nearest->bytes);
  return llvm::formatv("byte {0} of {1}", address - nearest->base, nearest->name);
}

static const LocalObject *localObjectAt(const Program &program, const Frame &frame, uintptr_t address) {
  uintptr_t offset = address - uintptr_t(frame.locals);
  for (const LocalObject &object : program.locals)
    if (offset - object.offset < object.bytes)
      return &object;
  return nullptr;
}

uint8_t *Checker::localFlags(Frame &frame, uintptr_t address) {
  const LocalObject *object = localObjectAt(program, frame, address);
  return object ? frame.localsUndefined + object->shadow + (address - uintptr_t(frame.locals) - object->offset)
                : nullptr;
}

/// Whether the address lies in memory that the block has for itself, in a local object or between them.
static bool isInBlock(const Program &program, const Frame &frame, uintptr_t address) {
  return address - uintptr_t(frame.data) < program.frameBytes || (frame.shared && frame.shared->contains(address));
}

bool Checker::allows(Frame &frame, const Site &site, uintptr_t address, size_t bytes, const char *what,
                     size_t element) {
  if (address % bytes != 0) {
    invalidAccess = true;
    report(frame, site,
           llvm::formatv("misaligned {0}: element {1} at {2}, expected a multiple of {3} bytes", what, element,
                         describe(address), bytes)
               .str());
    return false;
  }
  if (const LocalObject *object = localObjectAt(program, frame, address)) {
    size_t end = address - uintptr_t(frame.locals) - object->offset + bytes;
    if (end <= object->bytes)
      return true;
  } else if (buffers.empty() && !isInBlock(program, frame, address)) {
    return true;
  } else if (const Buffer *buffer = bufferOf(address); buffer && address - buffer->base + bytes <= buffer->bytes) {
    return true;
  }
  bool isLocal = isInBlock(program, frame, address);
  std::string where = isLocal ? std::string("outside any local object") : describe(address);
  invalidAccess = true;
  report(frame, site, llvm::formatv("out-of-bounds {0}: element {1} is {2}", what, element, where).str());
  return false;
}

static std::string describeThread(uint32_t thread) {
  return llvm::formatv("lane {0} of warp {1}", thread % 32, thread / 32);
}

void Checker::reportRace(Frame &frame, const Site &site, uintptr_t address, const char *what, const Race &race,
                         uint32_t thread) {
  const Site &other = program.sites[race.site];
  uint64_t x = frame.launch->grid[0], y = frame.launch->grid[1];
  bool isShared = frame.shared && frame.shared->contains(address);
  std::string where = isShared
                          ? llvm::formatv("byte {0} of shared memory", address - uintptr_t(frame.shared->data)).str()
                          : describe(address);
  std::string by = program.threads > 1 ? " by " + describeThread(thread) : std::string();
  bool isLane = program.threads > 1 && race.thread < 2 * program.threads; // a copy has its lane's number above others
  std::string otherBy = isLane ? " by " + describeThread(race.thread % program.threads) : std::string();
  if (race.block != frame.linearBlock)
    otherBy += llvm::formatv(" in block ({0}, {1}, {2})", race.block % x, race.block / x % y, race.block / (x * y));
  const char *format = race.isProxy
                           ? "missing proxy fence: {0} of {1}{2} by the asynchronous proxy comes after the {3} at "
                             "{4}{5}, which has no proxy_fence behind it"
                           : "data race: {0} of {1}{2} is not ordered with the {3} at {4}{5}";
  report(frame, site, llvm::formatv(format, what, where, by, race.what, other.location, otherBy).str());
}

void Checker::plainAccess(Frame &frame, const Site &site, uintptr_t address, size_t bytes, bool isWrite,
                          uint32_t thread, std::optional<Copy> copy) {
  if (std::optional<Race> race = races.plain({frame.linearBlock, thread}, site.number, address, bytes, isWrite, copy))
    reportRace(frame, site, address, isWrite ? "write" : "read", *race, thread);
}

void Checker::atomicAccess(Frame &frame, const Site &site, uintptr_t address, size_t bytes, AtomicAccess kind,
                           llvm::function_ref<void()> access, uint32_t thread, std::optional<Copy> copy) {
  Actor actor(frame.linearBlock, thread);
  if (std::optional<Race> race = races.atomic(actor, site.number, address, bytes, kind, access, copy))
    reportRace(frame, site, address, "atomic access", *race, thread);
}

void Checker::ownAccess(Frame &frame, const Site &site, uintptr_t address, size_t bytes, bool isWrite, uint32_t thread,
                        std::optional<AtomicAccess> kind, std::optional<Copy> copy) {
  if (!frame.shared) // one thread a block
    return;
  Actor actor(frame.linearBlock, thread);
  if (std::optional<Race> race =
          races.own(frame.shared->history, actor, site.number, address, bytes, isWrite, kind, copy))
    reportRace(frame, site, address, kind ? "atomic access" : isWrite ? "write" : "read", *race, thread);
}

const Site *Checker::lastWriter(Frame &frame, uintptr_t address) const {
  std::optional<uint32_t> site = races.lastWriter(frame.shared->history, frame.linearBlock, address);
  return site ? &program.sites[*site] : nullptr;
}

void Checker::barrier(Frame &frame, uint32_t first, uint32_t count) {
  races.barrier(frame.linearBlock, first, count);
}

void Checker::warpBarrier(Frame &frame) {
  races.warpBarrier(frame.linearBlock, frame.warp);
}

void Checker::endBlock(uint32_t block) {
  races.endBlock(block);
}

} // namespace tilec::host

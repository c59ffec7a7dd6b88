// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/MemoryAccess.h"

#include "runtime/Ptx/Block.h"

#include <algorithm>

using namespace tilec::ptx;

static constexpr uint64_t kFirstAddress = 1 << 16; ///< nothing lies below

static const MemoryRange *rangeOf(const std::vector<MemoryRange> &memory, uint64_t address) {
  auto next = std::upper_bound(memory.begin(), memory.end(), address,
                               [](uint64_t value, const MemoryRange &range) { return value < range.begin; });
  return next == memory.begin() ? nullptr : &*std::prev(next);
}

bool tilec::ptx::isAllowed(Warp &warp, uint64_t address, uint64_t bytes) {
  if (address >= warp.recentBegin && address + bytes <= warp.recentEnd)
    return true;
  Launch &launch = warp.block.launch;
  if (const MemoryRange *range = rangeOf(launch.memory, address); range && address + bytes <= range->end) {
    warp.recentBegin = range->begin;
    warp.recentEnd = range->end;
    return true;
  }
  uint64_t inShared = address - reinterpret_cast<uint64_t>(warp.block.shared);
  uint64_t inParameters = address - reinterpret_cast<uint64_t>(launch.parameters);
  auto grid = reinterpret_cast<uint64_t>(launch.gridBarrier);
  uint64_t parameterBytes = launch.kernel.syntax->parameterBytes;
  return (inShared < launch.sharedBytes && bytes <= launch.sharedBytes - inShared) ||
         (inParameters < parameterBytes && bytes <= parameterBytes - inParameters) ||
         (address >= grid && address + bytes <= grid + sizeof(launch.gridBarrier)) ||
         warp.pool.isLaneMemory(address, bytes) || launch.module.isAllocated(address, bytes);
}

static bool failAt(Warp &warp, unsigned lane, int fault, const char *what, const char *which, unsigned bytes,
                   uint64_t address) {
  warp.fail(fault, std::string(what) + " of " + std::to_string(bytes) + " bytes at " + which + hexadecimal(address) +
                       (fault == kMisalignedAddress ? ", which is misaligned, " : ", which is not allocated, ") +
                       warp.place(lane));
  return false;
}

bool tilec::ptx::addressesOf(Warp &warp, const Instruction &instruction, uint32_t lanes, AddressKind kind,
                             unsigned bytes, const char *what, uint64_t (&addresses)[kWarpLanes]) {
  auto *base = warp.source<uint64_t>(instruction.operands[0]);
  auto offset = uint64_t(instruction.immediate);
  uint64_t misaligned = 0;
  Launch &launch = warp.block.launch;
  if (kind == AddressKind::Shared) {
    uint64_t last = launch.sharedBytes < bytes ? 0 : launch.sharedBytes - bytes;
    uint32_t outside = launch.sharedBytes < bytes ? lanes : 0;
    auto shared = reinterpret_cast<uint64_t>(warp.block.shared);
    each(lanes, [&](unsigned lane) {
      uint64_t at = uint32_t(base[lane] + offset);
      misaligned |= at & (bytes - 1);
      outside |= uint32_t(at > last) << lane;
      addresses[lane] = shared + at;
    });
    if (outside) {
      auto lane = unsigned(std::countr_zero(outside));
      return failAt(warp, lane, kIllegalAddress, what, "shared address ", bytes, addresses[lane] - shared);
    }
  } else {
    uint32_t outside = 0;
    each(lanes, [&](unsigned lane) {
      uint64_t at = base[lane] + offset;
      misaligned |= at & (bytes - 1);
      outside |= uint32_t(at < kFirstAddress) << lane;
      addresses[lane] = at;
    });
    if (launch.isChecked)
      eachInOrder(lanes, [&](unsigned lane) { outside |= uint32_t(!isAllowed(warp, addresses[lane], bytes)) << lane; });
    if (outside) {
      auto lane = unsigned(std::countr_zero(outside));
      return failAt(warp, lane, kIllegalAddress, what, "", bytes, addresses[lane]);
    }
  }
  if (misaligned)
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
      auto lane = unsigned(std::countr_zero(rest));
      if (addresses[lane] & (bytes - 1))
        return failAt(warp, lane, kMisalignedAddress, what, "", bytes, addresses[lane]);
    }
  return true;
}

Space tilec::ptx::spaceOf(const Statement &statement) {
  for (const std::string &modifier : statement.modifiers) {
    if (modifier == "global")
      return Space::Global;
    if (modifier.starts_with("shared"))
      return Space::Shared;
    if (modifier == "local")
      return Space::Local;
    if (modifier == "const")
      return Space::Constant;
    if (modifier.starts_with("param"))
      return Space::Parameter;
  }
  return Space::Generic;
}

bool tilec::ptx::decodeAddressOperand(Decoder &decoder, const Operand &operand, int32_t &base, AddressKind &kind) {
  Space space = spaceOf(decoder.statement());
  base = decoder.addressBase(operand, space);
  kind = space == Space::Shared ? AddressKind::Shared : AddressKind::Absolute;
  return base != Instruction::kNone;
}

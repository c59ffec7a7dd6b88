// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/SpecialRegisters.h"

#include "runtime/Ptx/Block.h"

#include <chrono>

using namespace tilec::ptx;

namespace {

template <typename T, typename F> void write(Warp &warp, const Instruction &instruction, uint32_t lanes, F valueOf) {
  auto *target = warp.target<T>(instruction.operands[0]);
  eachInOrder(lanes, [&](unsigned lane) { target[lane] = Storage<T>(valueOf(lane)); });
}

uint32_t component(const Dimensions &value, unsigned index) {
  return index == 0 ? value.x : index == 1 ? value.y : index == 2 ? value.z : 0;
}

void threadIndex(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes,
                  [&](unsigned lane) { return component(warp.block.threadIndex(warp.threadOf(lane)), i.flags); });
}

void blockSize(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return component(warp.block.launch.block, i.flags); });
}

void blockIndex(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return component(warp.block.index, i.flags); });
}

void gridSize(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return component(warp.block.launch.grid, i.flags); });
}

void laneIndex(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [](unsigned lane) { return lane; });
}

void warpIndex(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return warp.number; });
}

void warpCount(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes,
                  [&](unsigned) { return (warp.block.launch.block.count() + kWarpLanes - 1) / kWarpLanes; });
}

enum LaneMask { kEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

void laneMask(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned lane) -> uint32_t {
    uint32_t bit = 1u << lane, less = bit - 1;
    switch (i.flags) {
    case kEqual:
      return bit;
    case kLess:
      return less;
    case kLessEqual:
      return less | bit;
    case kGreater:
      return ~(less | bit);
    default:
      return ~less;
    }
  });
}

/// What is the same for all: 0, 1.
void number(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return i.flags; });
}

uint64_t nanoseconds() {
  return uint64_t(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count());
}

void clock32(Warp &warp, const Instruction &i, uint32_t lanes) {
  uint64_t now = nanoseconds();
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return now; });
}

void clock64(Warp &warp, const Instruction &i, uint32_t lanes) {
  uint64_t now = nanoseconds();
  write<uint64_t>(warp, i, lanes, [&](unsigned) { return now; });
}

void gridNumber(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint64_t>(warp, i, lanes, [](unsigned) { return 1; });
}

void dynamicShared(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return warp.block.launch.dynamicSharedBytes; });
}

void totalShared(Warp &warp, const Instruction &i, uint32_t lanes) {
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return warp.block.launch.sharedBytes; });
}

/// Cooperative groups find the memory of a grid's barrier in %envreg1 and %envreg2; it is null in other launches.
void environment(Warp &warp, const Instruction &i, uint32_t lanes) {
  Launch &launch = warp.block.launch;
  uint64_t address = launch.isCooperative ? reinterpret_cast<uint64_t>(launch.gridBarrier) : 0;
  uint64_t value = i.flags == 1 ? address >> 32 : i.flags == 2 ? uint32_t(address) : 0;
  write<uint32_t>(warp, i, lanes, [&](unsigned) { return value; });
}

} // namespace

SpecialRegister tilec::ptx::specialRegister(std::string_view name) {
  auto [base, part] = std::pair(name.substr(0, name.find('.')),
                                name.find('.') == name.npos ? std::string_view() : name.substr(name.find('.') + 1));
  if (!part.empty()) {
    unsigned index = part == "x" ? 0 : part == "y" ? 1 : part == "z" ? 2 : 3;
    if (base == "tid")
      return {threadIndex, 4, index};
    if (base == "ntid")
      return {blockSize, 4, index};
    if (base == "ctaid" || base == "clusterid")
      return {blockIndex, 4, index};
    if (base == "nctaid" || base == "nclusterid")
      return {gridSize, 4, index};
    if (base == "cluster_ctaid")
      return {number, 4, 0};
    if (base == "cluster_nctaid")
      return {number, 4, 1};
    return {};
  }
  if (name == "laneid")
    return {laneIndex, 4, 0};
  if (name == "warpid")
    return {warpIndex, 4, 0};
  if (name == "nwarpid")
    return {warpCount, 4, 0};
  if (name == "smid" || name == "cluster_ctarank" || name == "is_explicit_cluster")
    return {number, 4, 0};
  if (name == "nsmid" || name == "cluster_nctarank")
    return {number, 4, 1};
  if (name == "gridid")
    return {gridNumber, 8, 0};
  if (name == "lanemask_eq")
    return {laneMask, 4, kEqual};
  if (name == "lanemask_lt")
    return {laneMask, 4, kLess};
  if (name == "lanemask_le")
    return {laneMask, 4, kLessEqual};
  if (name == "lanemask_gt")
    return {laneMask, 4, kGreater};
  if (name == "lanemask_ge")
    return {laneMask, 4, kGreaterEqual};
  if (name == "clock" || name == "clock_hi" || name == "globaltimer_lo")
    return {clock32, 4, 0};
  if (name == "clock64" || name == "globaltimer")
    return {clock64, 8, 0};
  if (name == "dynamic_smem_size")
    return {dynamicShared, 4, 0};
  if (name == "total_smem_size" || name == "aggr_smem_size")
    return {totalShared, 4, 0};
  if (name.starts_with("envreg"))
    return {environment, 4, name == "envreg1" ? 1u : name == "envreg2" ? 2u : 0u};
  return {};
}

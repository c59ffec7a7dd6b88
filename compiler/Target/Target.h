// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The chips that PTX is made for: their names, limits, and what they can do. Data only: passes ask here instead of
/// comparing architecture numbers.
///
/// A name says how much of a chip may be used:
///   * `sm_90a` (and `sm_90`, which means the same here): this chip with all it has; the PTX runs on it alone;
///   * `sm_100f`: what all chips of the family have;
///   * `compute_90`: portable PTX for this and every later chip; nothing architecture-specific.
///
/// | chip | product | shared memory of a CTA | warps of an SM |
/// |---|---|---|---|
/// | 8.0 | A100 | 163 KB | 64 |
/// | 8.6, 8.9, 12.x | RTX 30, 40, 50 | 99 KB | 48 |
/// | 9.0 | H100, H200 | 227 KB | 64 |
/// | 10.x | B200, B300 | 227 KB | 64 |
///
/// What is the same on all chips is in Multiprocessor.h, what hints may ask for in dialects/Tile/IR/HintLimits.h.
#pragma once
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace tilec {

/// Something a chip can or cannot do. The table of chips (Target.cpp) says which chip can; `Capability.cpp`, what is
/// lost in portable PTX.
enum class Capability {
  // Conversions
  ConvertFp8,      ///< f8E4M3FN and f8E5M2 from f32 and f16, and to f16
  ConvertNarrow,   ///< f4E2M1FN and f8E8M0FNU (`cvt...e2m1x2`, `cvt...ue8m0x2`)
  RoundToTf32Even, ///< `cvt.rn.tf32.f32` (chips without it have only `cvt.rna`)
  // Arithmetic
  AddBf16,   ///< add, sub, mul of bf16 (fma is everywhere)
  PackedI16, ///< `add.u16x2`, `min.u16x2`
  PackedF32, ///< `fma.rn.f32x2`
  ReduxF32,  ///< `redux.sync` of f32 minimum and maximum
  // Atomics
  AtomicAddBf16,   ///< `atom.add.noftz.bf16`
  AtomicAddVector, ///< `red.add.v2.f32` and wider
  Atomic128,       ///< `atom.exch.b128`
  // Memory
  Load256,                     ///< 256-bit global loads and stores
  BulkCopy,                    ///< 1-D bulk copies, tensor maps, mbarrier transaction counts
  BuildTensorMap,              ///< `tensormap.replace`
  GatherRows,                  ///< tensor maps of rows named one by one (`tile::gather4`, `tile::scatter4`)
  Cluster,                     ///< thread block clusters and distributed shared memory
  Multicast,                   ///< one copy to the shared memory of several CTAs of a cluster, as fast as to one
  ElectSync,                   ///< `elect.sync`
  ProgrammaticDependentLaunch, ///< `griddepcontrol`
  // Matrix multiply
  MmaFp8,          ///< `mma.sync` of fp8
  Wgmma,           ///< warpgroup matrix multiply
  Tcgen05,         ///< tensor memory and its matrix multiply
  Tcgen05Int8,     ///< the same of 8-bit integers
  MmaBlockScaled,  ///< `mma.sync` with block scales
  MmaTallF64,      ///< `mma.sync` of f64 with 16 rows
  SetMaxRegisters, ///< `setmaxnreg`
};

/// A set of capabilities.
class Capabilities {
public:
  constexpr Capabilities() = default;
  constexpr Capabilities(std::initializer_list<Capability> all) {
    for (Capability capability : all)
      bits |= bit(capability);
  }
  constexpr Capabilities operator|(Capabilities other) const {
    Capabilities both = *this;
    both.bits |= other.bits;
    return both;
  }
  constexpr bool has(Capability capability) const {
    return (bits & bit(capability)) != 0;
  }

private:
  static constexpr uint64_t bit(Capability capability) {
    return uint64_t(1) << unsigned(capability);
  }
  uint64_t bits = 0;
};

/// What one multiprocessor does in a cycle.
struct Rates {
  double memoryBytes;    ///< that it gets from memory
  double mma16Bits;      ///< multiply-adds of 16-bit operands by `mma.sync`
  double mmaF64;         ///< the same of f64
  double unit16Bits = 0; ///< the same of 16 bits by `wgmma` or `tcgen05.mma`
};

/// A row of the table of chips. Limits are those of the CUDA Programming Guide's table of compute capabilities.
struct Chip {
  unsigned number;          ///< compute capability times ten
  bool hasOwnFeatures;      ///< there is an `a` form
  unsigned ptx;             ///< lowest version that has all we emit and that the chip's tools know
  unsigned sharedKb;        ///< of one CTA
  unsigned warps, ctas;     ///< of one multiprocessor
  unsigned inFlightKb;      ///< bandwidth times about 0.7 microseconds, of one multiprocessor
  unsigned multiprocessors; ///< of its largest product; 0: nothing depends on it
  Rates rates;
  Capabilities can;
};

/// One compilation target.
class Target {
public:
  /// Reads `sm_90a`, `sm_90`, `sm_100f`, `compute_80`, ... The error names what is known.
  static llvm::Expected<Target> parse(llvm::StringRef name);
  /// All that a chip can do, whether or not the table has it.
  static Target of(const Chip &chip);
  /// The chips, ascending, as `sm_80`, `sm_90a`, ...
  static std::vector<std::string> names();
  /// sm_90a.
  static Target defaultTarget();

  /// As the PTX and LLVM call it: `sm_90a`, `sm_90` for `compute_90`.
  std::string cpu() const;
  /// As a user writes it: `sm_90a`, `compute_90`.
  std::string name() const;
  /// Compute capability times ten: 90.
  unsigned capability() const {
    return number;
  }
  /// Times a hundred, as hints spell it: 900.
  unsigned hintArchitecture() const {
    return number * 10;
  }
  bool isPortable() const {
    return portable;
  }
  /// Version of the PTX ISA that is written: 87 is 8.7.
  unsigned ptxVersion() const {
    return ptx;
  }
  bool has(Capability capability) const;

  /// Products have a matrix unit of their own, which reads its operands from shared memory.
  bool hasMatrixUnit() const {
    return has(Capability::Wgmma) || has(Capability::Tcgen05);
  }
  /// A warp of its own can bring tiles by tensor map: one lane starts copies, mbarriers count their bytes.
  bool hasProducers() const {
    return has(Capability::BulkCopy) && has(Capability::ElectSync);
  }
  /// CTAs of a cluster can load once what all of them multiply by.
  bool sharesLoads() const {
    return hasProducers() && hasMatrixUnit() && has(Capability::Multicast);
  }

  /// Most shared memory that a CTA can have, in bytes (above 48 KB at launch only by opt-in).
  unsigned sharedMemoryPerCta() const {
    return sharedPerCta;
  }
  unsigned sharedMemoryPerMultiprocessor() const {
    return sharedPerCta + kReservedSharedMemory;
  }
  unsigned warpsPerMultiprocessor() const {
    return warps;
  }
  unsigned ctasPerMultiprocessor() const {
    return ctas;
  }
  /// Of the chip's largest product, 0 where nothing depends on it. What does may only be slower on other products.
  unsigned multiprocessors() const {
    return count;
  }
  const Rates &rates() const {
    return ratesOfChip;
  }

  /// Bytes that one access of global memory of a lane may move.
  unsigned accessBytes() const {
    return has(Capability::Load256) ? 32 : 16;
  }

  /// What has to be on its way from memory to a multiprocessor, in bytes, so that memory is kept busy: bandwidth times
  /// latency, for each of them.
  unsigned bytesInFlight() const {
    return inFlight;
  }

private:
  Target() = default;
  void describe(const Chip &chip);

  unsigned number = 0;
  char suffix = 0; ///< 'a', 'f' or none
  bool portable = false;
  unsigned ptx = 0;
  unsigned sharedPerCta = 0, warps = 0, ctas = 0, inFlight = 0, count = 0;
  Rates ratesOfChip = {};
  Capabilities can;
};

} // namespace tilec

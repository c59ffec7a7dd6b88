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
#include "compiler/Target/Multiprocessor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tilec {

/// Something a chip can or cannot do. `Capability.cpp` says from which chip on.
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
  ElectSync,                   ///< `elect.sync`
  ProgrammaticDependentLaunch, ///< `griddepcontrol`
  // Matrix multiply
  MmaFp8,          ///< `mma.sync` of fp8
  Wgmma,           ///< warpgroup matrix multiply
  Tcgen05,         ///< tensor memory and its matrix multiply
  Tcgen05Int8,     ///< the same of 8-bit integers
  MmaBlockScaled,  ///< `mma.sync` with block scales
  SetMaxRegisters, ///< `setmaxnreg`
};

/// One compilation target.
class Target {
public:
  /// Reads `sm_90a`, `sm_90`, `sm_100f`, `compute_80`, ... The error names what is known.
  static llvm::Expected<Target> parse(llvm::StringRef name);
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
  /// Of the products that code was measured on; 0 where it was on none. What depends on it may only be slower on others.
  unsigned multiprocessors() const {
    return count;
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

  unsigned number = 0;
  char suffix = 0; ///< 'a', 'f' or none
  bool portable = false;
  unsigned ptx = 0;
  unsigned sharedPerCta = 0, warps = 0, ctas = 0, inFlight = 0, count = 0;
};

} // namespace tilec

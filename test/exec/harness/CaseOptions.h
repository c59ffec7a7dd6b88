// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the programs that run cases can be asked for; each member says by which option. An option that its program does
/// not know is an error. What stands behind `--then` is for a further run of the cases, in the same process: sources
/// are parsed once for each architecture, and what was compiled in the same way is there.
#ifndef TILEC_TEST_EXEC_CASEOPTIONS_H
#define TILEC_TEST_EXEC_CASEOPTIONS_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilec::exec {

/// Of every program.
struct CaseOptions {
  std::vector<std::string> filters; ///< --filter TEXT: cases with it in their names, or of this source
  std::vector<std::string> without; ///< --without TEXT: no case with it in its name
  uint64_t seed = 1;                ///< --seed N: of shapes and values
  uint64_t orders = 1;              ///< --orders N: each case under so many orders of its warps and asynchronous copies
  uint64_t firstOrder = 0;          ///< --first-order N
  int timeoutSeconds = 60;          ///< --timeout SECONDS: for one case
  bool list = false;                ///< --list: only say which
  bool misaligned = false;          ///< --misaligned: arrays begin at odd elements
  bool table = false; ///< --table: what each operation promises, what was measured; without a filter, of all

  /// Takes its own out of `arguments`.
  static CaseOptions take(std::vector<char *> &arguments);
};

/// Of tilec-exec-host.
struct HostRunOptions {
  std::string kernels;      ///< --kernels FOLDER: the sources
  bool check = false;       ///< --check: look for accesses outside of arrays, races, unspecified values and the like
  bool sizes = false;       ///< --sizes: name kernels, of the sources compiled, that ran at fewer than two sizes
  std::string architecture; ///< --tile-gpu ARCH: run what such a GPU would get, at the `tile_gpu` level, lane by lane
  // The rest is for these runs.
  bool reuse = false;            ///< --reuse: results of the same code on the same values, from a run before `--then`
  uint64_t firstVariant = 0;     ///< --variant N: the first variant from this one on whose facts hold
  bool plain = false;            ///< --plain: every warp loads for itself, every block is a CTA
  std::optional<uint32_t> slots; ///< --pipeline N: loads of loops ahead, in rings of so many slots; 0: chosen
  bool tensorMaps = false;       ///< --tma: views by tensor map, wherever there is one
  bool specializeWarps = false;  ///< --specialize-warps: a warp of their own for the loads of loops
  bool pingPong = false;         ///< --ping-pong: two blocks of a CTA in flight, wherever that is possible
  std::optional<uint32_t> ctas;  ///< --persistent N: at most so many CTAs, which loop over blocks wherever they can
  std::string hints;             ///< --hints "latency = 2": for every kernel and access; "off" takes all out

  /// None, and a message, if there is more in `arguments`.
  static std::optional<HostRunOptions> parse(std::span<char *> arguments, const std::string &kernels);
};

/// Of tilec-exec-device.
struct DeviceRunOptions {
  std::string folder;        ///< FOLDER: the compiled kernels
  int ordinal = 0;           ///< --ordinal N: which GPU
  uint64_t firstVariant = 0; ///< --variant N: as above

  /// None, and a message, if there is more in `arguments`, or no folder.
  static std::optional<DeviceRunOptions> parse(std::span<char *> arguments);
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_CASEOPTIONS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options that try a kernel: --run and what belongs to it.
#include "tools/tilec/OptionTable.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {
RunOptions &runOptions(Options &options) {
  if (!options.run)
    options.run.emplace();
  return *options.run;
}

std::string setGrid(Options &options, StringRef value) {
  runtime::Dim3 grid;
  uint32_t *extents[] = {&grid.x, &grid.y, &grid.z};
  llvm::SmallVector<StringRef> parts;
  value.split(parts, ',');
  if (parts.size() > 3)
    return expectedGot("1 to 3 extents", value);
  for (auto [part, extent] : llvm::zip(parts, extents))
    if (part.getAsInteger(10, *extent))
      return expectedGot("extents such as 64 or 16,4,1", value);
  runOptions(options).grid = grid;
  return {};
}

std::string setDevice(Options &options, StringRef value) {
  int ordinal = 0;
  RunOptions &run = runOptions(options);
  run.isPlaceGiven = true;
  run.host.stage = value == "tile-gpu" ? Stage::TileGPU : Stage::Tile;
  run.device.reset();
  if (value == "host" || value == "tile-gpu")
    return {};
  if (value != "gpu" && (value.getAsInteger(10, ordinal) || ordinal < 0))
    return expectedGot("host, tile-gpu, gpu or a device number", value);
  run.device = ordinal;
  return {};
}

std::string setTimeLimit(Options &options, StringRef value) {
  unsigned seconds = 0;
  if (value.getAsInteger(10, seconds) || !seconds)
    return expectedGot("a number of seconds from 1", value);
  runOptions(options).timeLimit = seconds;
  return {};
}

std::string setThreads(Options &options, StringRef value) {
  unsigned threads = 0;
  if (value.getAsInteger(10, threads))
    return expectedGot("a number of threads", value);
  options.threads = threads; // 0: one per core
  return {};
}
} // namespace

std::vector<Option> tool::runOptionTable() {
  using V = OptionValue;
  return {
      {{"--run"},
       V::Assigned,
       "KERNEL",
       "run a kernel after compiling it",
       [](Options &options, StringRef value) {
         runOptions(options).kernel = value.str();
         return std::string();
       }},
      {{"--on"},
       V::Assigned,
       "host|tile-gpu|gpu|N",
       "where --run runs (default host), and tune (default a GPU, where there is one)",
       setDevice},
      {{"--grid"}, V::Assigned, "X[,Y[,Z]]", "grid of tile blocks for --run (default 1)", setGrid},
      {{"--arg"},
       V::Assigned,
       "VALUE",
       "next argument for --run and tune: 3, 2.5, f32[1024]=iota, out:i32[8]=zeros, f16[64]=@file, ... (docs/Tilec.md)",
       [](Options &options, StringRef value) {
         runOptions(options).arguments.push_back(value.str());
         return std::string();
       }},
      {{"--check"},
       V::None,
       "",
       "with --run on the host: report out-of-bounds accesses, races and the like",
       [](Options &options, StringRef) {
         runOptions(options).host.check = true;
         return std::string();
       }},
      {{"--time-limit"}, V::Assigned, "N", "end with an error if --run takes longer than N seconds", setTimeLimit},
      {{"--threads"}, V::Assigned, "N", "threads for --run on the host (default one per core)", setThreads},
  };
}

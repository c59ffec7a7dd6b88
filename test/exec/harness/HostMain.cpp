// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tilec-exec-host: every case on the CPU. Sources are compiled in this process, each file once.
//
//   tilec-exec-host [--filter TEXT]... [--seed N] [--timeout SECONDS] [--list] [--check] [--kernels FOLDER]
//                   [--tile-gpu ARCH [--variant N] [--orders N] [--first-order N] [--pipeline N] [--tma]
//                   [--plain] [--specialize-warps] [--persistent N] [--hints HINTS]]
//
// --kernels takes the sources from elsewhere. --check lets the executor look for accesses outside of arrays, races,
// unspecified values and the like. --tile-gpu runs what a GPU would get, at the `tile_gpu` level, lane by lane; with
// --variant N launches take the first variant from N on whose facts hold, and with --orders N each case runs N times,
// under as many orders of its warps and asynchronous copies. --pipeline N brings the loads of loops ahead, into rings
// of N slots (0: as many as the compiler chooses), --tma accesses views by tensor map wherever it can,
// --specialize-warps gives their loads a warp of their own, --persistent N lets N CTAs loop over the tile blocks;
// --plain does none of this by itself. --hints "latency = 2" gives every kernel and access that hint, "off" takes all out.
#include "test/exec/harness/Cases.h"
#include "tilec/Compiler.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>

using namespace tilec;
using namespace tilec::exec;

namespace {

/// The chip that one of the first two lines of the source names, as in `// needs sm_100`; 0 without one.
unsigned neededBy(const std::string &path) {
  std::ifstream source(path);
  std::string line;
  for (int i = 0; i < 2 && std::getline(source, line); ++i)
    if (unsigned chip; std::sscanf(line.c_str(), "// needs sm_%u", &chip) == 1)
      return chip;
  return 0;
}

class HostDevice : public exec::Device {
public:
  /// With an architecture, kernels run as compiled for it.
  HostDevice(std::string folder, bool check, std::string architecture, size_t firstVariant)
      : folder(std::move(folder)), architecture(std::move(architecture)) {
    options.check = check;
    if (runsHostOnly())
      return;
    options.check = true;
    options.stage = Stage::TileGPU;
    options.firstVariant = firstVariant;
  }

  bool isHost() const override {
    return true;
  }
  bool runsHostOnly() const override {
    return architecture.empty();
  }
  uint64_t allocate(size_t bytes) override {
    return reinterpret_cast<uint64_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  }
  void release(uint64_t address) override {
    std::free(reinterpret_cast<void *>(address));
  }
  void write(uint64_t to, const void *from, size_t bytes) override {
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  }
  void read(void *to, uint64_t from, size_t bytes) override {
    std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  }
  void chooseOrder(uint64_t seed) override {
    options.seed = seed;
  }
  /// With the loads of loops ahead, in rings of so many slots; 0: as the compiler chooses.
  void pipeline(unsigned slots) {
    base.pipelineLoops = Choice::On;
    base.pipelineSlots = slots;
  }
  /// With views by tensor map, wherever there is one.
  void accessByTensorMap() {
    base.tensorMaps = Choice::On;
  }
  /// With warps for the loads of loops.
  void specializeWarps() {
    base.specializeWarps = Choice::On;
  }
  /// Every warp loads for itself, every block is a CTA.
  void keepPlain() {
    base.specializeWarps = base.tensorMaps = base.persistent = Choice::Off;
  }
  /// With these hints beside the sources', or with none at all.
  void hint(const std::string &hints) {
    base.withoutHints = hints == "off";
    base.hintsEverywhere = hints == "off" ? "" : hints;
  }
  /// With at most so many CTAs that loop over tile blocks, wherever that is possible.
  void stay(uint32_t ctas) {
    base.persistent = Choice::On;
    options.residentCtas = ctas;
  }
  Outcome launch(const Request &request) override;

private:
  /// Some kernels need more than the architecture asked for. Those for the usual one say so.
  bool mayBeTooOld(const std::string &file) const {
    unsigned chip = 0;
    std::sscanf(architecture.c_str(), "sm_%u", &chip);
    return !architecture.empty() && (architecture != CompileOptions().architecture || neededBy(pathOf(file)) > chip);
  }
  std::string pathOf(const std::string &file) const {
    return folder + "/" + file + ".cu";
  }
  Compilation &compiled(const std::string &file);

  std::string folder, architecture;
  CompileOptions base;
  HostOptions options;
  std::map<std::string, Compilation> compilations;
};

/// What a first line `// options: ...` of the source asks for beside `options`.
CompileOptions optionsOf(const std::string &path, CompileOptions options) {
  std::ifstream source(path);
  std::string line, word;
  std::getline(source, line);
  std::istringstream words(line.rfind("// options:", 0) == 0 ? line.substr(11) : "");
  while (words >> word)
    if (word == "--expt-relaxed-constexpr")
      options.relaxedConstexpr = true;
    else if (word.rfind("-arch=", 0) == 0)
      options.architecture = word.substr(6);
    else if (word == "-use_fast_math")
      options.flushSubnormals = options.fastMath = true, options.preciseDivision = options.preciseSqrt = false;
    else
      options.arguments.push_back(word);
  return options;
}

Compilation &HostDevice::compiled(const std::string &file) {
  auto known = compilations.find(file);
  if (known != compilations.end())
    return known->second;
  std::string path = pathOf(file);
  CompileOptions compileOptions = optionsOf(path, base);
  if (!architecture.empty())
    compileOptions.architecture = architecture;
  return compilations.emplace(file, Compilation::startFile(path, compileOptions)).first->second;
}

std::string firstDiagnostic(const Compilation &compilation) {
  for (const Diagnostic &d : compilation.diagnostics())
    if (d.severity == Diagnostic::Severity::Error)
      return d.file.substr(d.file.rfind('/') + 1) + ":" + std::to_string(d.line) + ": " + d.message;
  return "not accepted, without a diagnostic";
}

Outcome HostDevice::launch(const Request &request) {
  Compilation &compilation = compiled(request.file);
  if (!compilation.succeeded())
    return {mayBeTooOld(request.file) ? Outcome::Kind::NotCompiled : Outcome::Kind::Failed,
            firstDiagnostic(compilation)};
  options.memory.clear();
  for (size_t i = 0; options.check && i < request.memory.size(); ++i)
    options.memory.push_back(
        {reinterpret_cast<void *>(request.memory[i].address), request.memory[i].bytes, "array " + std::to_string(i)});
  std::string printed;
  runtime::Status status = compilation.runOnHost(request.kernel, request.grid, request.arguments, options, &printed);
  std::fwrite(printed.data(), 1, printed.size(), stdout);
  if (!status)
    return {Outcome::Kind::Failed, status.error().message()};
  return {};
}

} // namespace

int main(int argc, char **argv) {
  return runCases(argc, argv, [](std::span<char *> rest) -> std::unique_ptr<exec::Device> {
    bool check = false, tensorMaps = false, roles = false, plain = false;
    std::optional<uint32_t> ctas;
    size_t firstVariant = 0;
    std::optional<unsigned> slots;
    std::string folder = TILEC_EXEC_KERNELS, architecture, hints;
    for (size_t i = 0; i < rest.size(); ++i) {
      std::string argument = rest[i];
      if (argument == "--check")
        check = true;
      else if (argument == "--kernels" && i + 1 < rest.size())
        folder = rest[++i];
      else if (argument == "--tile-gpu" && i + 1 < rest.size())
        architecture = rest[++i];
      else if (argument == "--variant" && i + 1 < rest.size())
        firstVariant = std::strtoull(rest[++i], nullptr, 0);
      else if (argument == "--tma")
        tensorMaps = true;
      else if (argument == "--hints" && i + 1 < rest.size())
        hints = rest[++i];
      else if (argument == "--plain")
        plain = true;
      else if (argument == "--specialize-warps")
        roles = true;
      else if (argument == "--persistent" && i + 1 < rest.size())
        ctas = uint32_t(std::strtoul(rest[++i], nullptr, 0));
      else if (argument == "--pipeline" && i + 1 < rest.size())
        slots = unsigned(std::strtoul(rest[++i], nullptr, 0));
      else {
        std::fprintf(stderr, "tilec-exec-host: unknown option '%s'\n", argument.c_str());
        return nullptr;
      }
    }
    auto device = std::make_unique<HostDevice>(folder, check, architecture, firstVariant);
    if (plain)
      device->keepPlain();
    if (slots)
      device->pipeline(*slots);
    if (tensorMaps)
      device->accessByTensorMap();
    if (roles)
      device->specializeWarps();
    if (ctas)
      device->stay(*ctas);
    device->hint(hints);
    return device;
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tilec-exec-host: every case on the CPU. Sources are compiled in this process, each file once for each way to do so.
// CaseOptions.h lists what it can be asked for.
#include "test/exec/harness/CaseOptions.h"
#include "test/exec/harness/Cases.h"
#include "test/exec/harness/KernelSizes.h"
#include "test/exec/harness/KnownResults.h"
#include "tilec/Compiler.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

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

/// Somewhere in the source stands a hint.
bool holdsHint(const std::string &path) {
  std::ifstream source(path);
  for (std::string line; std::getline(source, line);)
    if (line.find("hint(") != std::string::npos)
      return true;
  return false;
}

/// How all kernels are compiled.
CompileOptions compileOptionsOf(const HostRunOptions &run) {
  CompileOptions options;
  if (run.plain)
    options.specializeWarps = options.tensorMaps = options.persistent = Choice::Off;
  if (run.slots) {
    options.pipelineLoops = Choice::On;
    options.pipelineStages = *run.slots;
  }
  if (run.tensorMaps)
    options.tensorMaps = Choice::On;
  if (run.specializeWarps)
    options.specializeWarps = Choice::On;
  if (run.pingPong)
    options.pingPong = Choice::On;
  if (run.ctas)
    options.persistent = Choice::On;
  options.withoutHints = run.hints == "off";
  options.hintsEverywhere = options.withoutHints ? "" : run.hints;
  return options;
}

/// Sources that were compiled in this process, by their names, for each architecture.
using Compilations = std::map<std::string, Compilation>;
Compilations &compilationsFor(const HostRunOptions &run) {
  static std::map<std::string, Compilations> all;
  return all[run.kernels + '|' + run.architecture];
}

class HostDevice : public exec::Device {
public:
  explicit HostDevice(const HostRunOptions &run)
      : folder(run.kernels), architecture(run.architecture), base(compileOptionsOf(run)),
        compilations(compilationsFor(run)) {
    // As if they had been compiled just now.
    for (auto &[file, compilation] : compilations)
      compilation.resetHostVariables();
    options.check = run.check;
    if (run.sizes)
      sizes.emplace();
    static KnownResults all;
    if (run.reuse)
      known = &all;
    if (run.ctas)
      options.residentCtas = *run.ctas;
    if (runsHostOnly())
      return;
    options.check = true;
    options.stage = Stage::TileGPU;
    options.firstVariant = run.firstVariant;
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
  void resetVariables(const std::string &file) override {
    if (auto known = compilations.find(file); known != compilations.end())
      known->second.resetHostVariables();
  }
  void finish() override {
    if (sizes)
      sizes->report();
    if (known)
      std::printf("%d launches, %d of them of known results\n", launches, reused);
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
  bool hasHints(const std::string &file);
  /// All that decides what a launch gives, hashed; empty where there is more.
  std::string keyOf(Compilation &compilation, const Request &request) const;

  std::string folder, architecture;
  CompileOptions base;
  HostOptions options;
  Compilations &compilations;
  std::map<std::string, Compilation *> compiledNow; ///< by this device, or taken from one before it
  std::map<std::string, bool> hinted;               ///< of sources that were read for it: whether there are hints
  std::optional<KernelSizes> sizes;
  KnownResults *known = nullptr;
  int launches = 0, reused = 0;
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
    else if (word == "--bounds=mask")
      options.bounds = Bounds::Mask;
    else if (word.rfind("-arch=", 0) == 0)
      options.architecture = word.substr(6);
    else if (word == "-use_fast_math")
      options.flushSubnormals = options.fastMath = true, options.preciseDivision = options.preciseSqrt = false;
    else
      options.arguments.push_back(word);
  return options;
}

Compilation &HostDevice::compiled(const std::string &file) {
  Compilation *&current = compiledNow[file];
  if (!current) {
    std::string path = pathOf(file);
    CompileOptions compileOptions = optionsOf(path, base);
    if (!architecture.empty())
      compileOptions.architecture = architecture;
    auto parsed = compilations.find(file);
    if (parsed == compilations.end())
      parsed = compilations.emplace(file, Compilation::startFile(path, compileOptions)).first;
    else if (!parsed->second.changeOptions(compileOptions))
      parsed->second = Compilation::startFile(path, compileOptions);
    current = &parsed->second;
  }
  if (sizes && current->succeeded())
    sizes->expect(file, current->manifest());
  return *current;
}

bool HostDevice::hasHints(const std::string &file) {
  auto known = hinted.find(file);
  if (known == hinted.end())
    known = hinted.emplace(file, holdsHint(pathOf(file))).first;
  return known->second;
}

std::string HostDevice::keyOf(Compilation &compilation, const Request &request) const {
  std::optional<std::string> code =
      runsHostOnly() ? std::nullopt : compilation.hostCode(request.kernel, options.firstVariant);
  if (!code)
    return "";
  std::ostringstream ofRun;
  ofRun << *code << '|' << options.seed << '|' << options.residentCtas << '|' << request.grid.x << '|' << request.grid.y
        << '|' << request.grid.z;
  return KnownResults::keyOf(ofRun.str(), request.arguments, request.memory);
}

std::string firstDiagnostic(const Compilation &compilation) {
  for (const Diagnostic &d : compilation.diagnostics())
    if (d.severity == Diagnostic::Severity::Error)
      return d.file.substr(d.file.rfind('/') + 1) + ":" + std::to_string(d.line) + ": " + d.message;
  return "not accepted, without a diagnostic";
}

Outcome HostDevice::launch(const Request &request) {
  if (base.withoutHints && !hasHints(request.file))
    return {Outcome::Kind::NotCompiled, "no hints to take out"};
  Compilation &compilation = compiled(request.file);
  if (!compilation.succeeded())
    return {mayBeTooOld(request.file) ? Outcome::Kind::NotCompiled : Outcome::Kind::Failed,
            firstDiagnostic(compilation)};
  if (sizes)
    sizes->add(compilation.manifest(), request);
  options.memory.clear();
  for (size_t i = 0; options.check && i < request.memory.size(); ++i)
    options.memory.push_back(
        {reinterpret_cast<void *>(request.memory[i].address), request.memory[i].bytes, "array " + std::to_string(i)});
  std::string key = known ? keyOf(compilation, request) : "", printed;
  ++launches;
  if (!key.empty() && known->take(key, request.memory, printed)) {
    ++reused;
    std::fwrite(printed.data(), 1, printed.size(), stdout);
    return {};
  }
  runtime::Status status = compilation.runOnHost(request.kernel, request.grid, request.arguments, options, &printed);
  std::fwrite(printed.data(), 1, printed.size(), stdout);
  if (!status)
    return {Outcome::Kind::Failed, status.error().message()};
  if (!key.empty())
    known->add(key, request.memory, printed);
  return {};
}

} // namespace

int main(int argc, char **argv) {
  return runCases({argv + 1, size_t(argc - 1)}, [](std::span<char *> rest) -> std::unique_ptr<exec::Device> {
    std::optional<HostRunOptions> options = HostRunOptions::parse(rest, TILEC_EXEC_KERNELS);
    return options ? std::make_unique<HostDevice>(*options) : nullptr;
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Tune/CandidateCode.h"

#include "compiler/Codegen/Ptx/Ptxas.h"
#include "tilec/Runtime.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <atomic>
#include <thread>

using namespace tilec;
using namespace tilec::tune;
using llvm::StringRef;

runtime::Expected<TuneDevice> TuneDevice::open(int ordinal) {
  TuneDevice device;
  device.ordinal = ordinal;
  if (ordinal < 0)
    return device;
  auto gpu = runtime::Device::open(ordinal);
  if (!gpu)
    return gpu.error();
  device.name = gpu->name();
  device.architecture = gpu->architecture();
  device.sharedBytes = uint32_t(gpu->maxSharedBytesPerCta());
  return device;
}

static std::string firstError(const Compilation &compilation) {
  for (const Diagnostic &diagnostic : compilation.diagnostics())
    if (diagnostic.severity == Diagnostic::Severity::Error) {
      std::string place = diagnostic.line ? diagnostic.file + ":" + std::to_string(diagnostic.line) + ": " : "";
      return place + diagnostic.message;
    }
  return "it does not compile";
}

/// Whether the assembler reported `N bytes spill stores` with another number than 0.
static bool hasSpills(const Compilation &compilation) {
  for (const Diagnostic &diagnostic : compilation.diagnostics()) {
    StringRef text = diagnostic.message;
    for (size_t at; (at = text.find(" bytes spill stores")) != StringRef::npos; text = text.drop_front(at + 1))
      if (text.take_front(at).rsplit(' ').second != "0")
        return true;
  }
  return false;
}

static void emitForHost(Compilation &compilation, CandidateCode &code) {
  std::optional<std::string> module = compilation.emitTileWithLocations(), plain = compilation.emit(Stage::Tile);
  if (!module || !plain)
    return;
  code.image = std::move(*module);
  code.identity = std::move(*plain);
  for (bool flag : {code.job.flushSubnormals, code.job.preciseDivision, code.job.preciseSqrt, code.job.fastMath})
    code.identity += flag ? '1' : '0';
}

static void emitForDevice(Compilation &compilation, CandidateCode &code) {
  std::optional<std::string> ptx = compilation.emit(Stage::PTX);
  if (!ptx)
    return;
  code.identity = code.image = std::move(*ptx);
  if (codegen::findToolkitProgram("ptxas").empty())
    return; // the driver assembles it
  std::optional<std::string> cubin = compilation.emit(Stage::Cubin);
  code.image = cubin.value_or("");
  code.spills = hasSpills(compilation);
}

CandidateCode tune::compileCandidate(const SourceFile &source, const CompileOptions &given, const std::string &kernel,
                                     const TuneDevice &device) {
  CandidateCode code;
  CompileOptions options = given;
  options.assemblerVerbose = true;
  if (device.ordinal >= 0)
    options.architecture = device.architecture;
  code.job = {"", options.flushSubnormals, options.preciseDivision, options.preciseSqrt, options.fastMath};
  Compilation compilation = Compilation::start(source, options);
  if (compilation.succeeded())
    device.ordinal < 0 ? emitForHost(compilation, code) : emitForDevice(compilation, code);
  if (code.image.empty()) {
    code.problem = firstError(compilation);
    return code;
  }
  auto found = runtime::findKernel(compilation.manifest(), compilation.loweredName(kernel).value_or(kernel));
  if (!found) {
    code.problem = found.error().text;
    return code;
  }
  code.kernel = **found;
  code.manifestJson = manifest::toJson(compilation.manifest());
  code.job.symbol = code.kernel.name;
  for (const manifest::Variant &variant : code.kernel.variants)
    if (variant.dynamicSharedBytes > device.sharedBytes)
      code.problem = "it needs " + std::to_string(variant.dynamicSharedBytes) + " bytes of shared memory, " +
                     device.name + " has " + std::to_string(device.sharedBytes);
  return code;
}

std::vector<CandidateCode> tune::compileCandidates(const SourceFile &source, const std::vector<CompileOptions> &options,
                                                   const std::vector<TuneCandidate> &candidates,
                                                   const std::vector<bool> &wanted, const TuneDevice &device,
                                                   unsigned jobs, std::chrono::steady_clock::time_point end) {
  std::vector<CandidateCode> codes(candidates.size());
  std::atomic<size_t> next = 0;
  size_t first = size_t(std::find(wanted.begin(), wanted.end(), true) - wanted.begin());
  auto work = [&] {
    for (size_t i; (i = next++) < candidates.size();) {
      if (!wanted[i])
        continue;
      if (i != first && std::chrono::steady_clock::now() > end)
        codes[i].problem = "not tried: the budget was spent";
      else
        codes[i] = compileCandidate(source, options[i], candidates[i].kernel, device);
    }
  };
  std::vector<std::thread> threads;
  unsigned most = jobs ? jobs : std::max(1u, std::thread::hardware_concurrency());
  for (unsigned i = 1; i < std::min<size_t>(most, candidates.size()); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return codes;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Jobs.h"
#include "tools/tilec/BundleKernels.h"
#include "tools/tilec/Commands.h"
#include "tools/tilec/Dependencies.h"
#include "tools/tilec/EmbeddedKernels.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/Programs/Programs.h"
#include "tools/tilec/Report/Report.h"
#include "tools/tilec/RunKernel.h"
#include "tools/tilec/TuneCommand.h"

#include "compiler/Codegen/Ptx/Fatbin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace tilec;
using namespace tilec::tool;

void tool::printError(const llvm::Twine &message) {
  llvm::errs() << "tilec: error: " << message << '\n';
}

void tool::printDiagnostics(const Compilation &compilation, size_t &printed, bool remarks) {
  for (; printed < compilation.diagnostics().size(); ++printed) {
    const Diagnostic &diagnostic = compilation.diagnostics()[printed];
    if (remarks || diagnostic.severity != Diagnostic::Severity::Remark)
      llvm::errs() << diagnostic.rendered;
  }
}

llvm::Expected<SourceFile> tool::readSource(const std::string &input) {
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!text)
    return llvm::createStringError("cannot read '" + input + "': " + text.getError().message());
  return SourceFile{input == "-" ? "<stdin>" : input, (*text)->getBuffer().str()};
}

bool tool::reportError(llvm::Error error) {
  bool ok = !error;
  llvm::handleAllErrors(
      std::move(error), [](const Reported &) {}, [](const llvm::ErrorInfoBase &info) { printError(info.message()); });
  return ok;
}

llvm::Expected<std::vector<TunedKernel>> tool::takeWisdom(const Options &options, const SourceFile &source,
                                                          CompileOptions &compile) {
  if (options.wisdom.empty())
    return std::vector<TunedKernel>();
  auto kernels = applyWisdom(source, compile, options.wisdom);
  if (!kernels)
    return llvm::createStringError(kernels.error().text);
  return std::move(*kernels);
}

namespace {

bool check(llvm::Error error) {
  if (!error)
    return true;
  printError(llvm::toString(std::move(error)));
  return false;
}

void printTimes(const Compilation &compilation, llvm::StringRef input) {
  double total = 0;
  llvm::errs() << input << " (milliseconds)\n";
  for (const StageTime &time : compilation.times()) {
    llvm::errs() << llvm::formatv("  {0,-12} {1,8:F1}\n", time.stage, time.milliseconds);
    total += time.milliseconds;
  }
  llvm::errs() << llvm::formatv("  {0,-12} {1,8:F1}\n", "total", total);
}

/// `text` as a YAML scalar in single quotes.
std::string yamlQuoted(llvm::StringRef text) {
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? "''" : c == '\n' ? " " : std::string(1, c);
  return quoted + "'";
}

std::string yamlEntry(const std::pair<std::string, int64_t> &number) {
  return number.first + ": " + std::to_string(number.second);
}

/// One document for each remark.
std::string remarksAsYaml(const Compilation &compilation) {
  std::string text;
  for (const Diagnostic &diagnostic : compilation.diagnostics()) {
    if (diagnostic.severity != Diagnostic::Severity::Remark)
      continue;
    text += "--- !Remark\n";
    if (!diagnostic.pass.empty())
      text += "pass: " + diagnostic.pass + "\n";
    if (!diagnostic.name.empty())
      text += "name: " + diagnostic.name + "\n";
    if (!diagnostic.kernel.empty())
      text += "kernel: " + yamlQuoted(diagnostic.kernel) + "\n";
    if (!diagnostic.numbers.empty())
      text += "numbers: { " + llvm::join(llvm::map_range(diagnostic.numbers, yamlEntry), ", ") + " }\n";
    text += llvm::formatv("location: {{ file: {0}, line: {1}, column: {2} }\n", yamlQuoted(diagnostic.file),
                          diagnostic.line, diagnostic.column);
    text += "message: " + yamlQuoted(diagnostic.message) + "\n...\n";
  }
  return text;
}

/// The device at hand, or what every such device is without one.
llvm::Expected<std::string> nativeArchitecture(bool needed) {
  auto device = runtime::Device::open();
  if (device)
    return device->architecture();
  if (needed)
    return llvm::createStringError("-arch=native: " + device.error().text);
  return "sm_90a";
}

llvm::Error chooseArchitectures(Options &options) {
  bool none = options.architectures.empty();
  if (none)
    options.architectures = {"native"};
  for (std::string &name : options.architectures) {
    if (name != "native")
      continue;
    auto native = nativeArchitecture(!none);
    if (!native)
      return native.takeError();
    name = *native;
  }
  return llvm::Error::success();
}

/// One source for one architecture.
class Job {
public:
  Job(const Options &options, const std::string &input, const SourceFile &source, const std::string &architecture)
      : options(options), input(input), source(source), architecture(architecture),
        output(outputPath(options, input, architecture)) {}

  bool run();
  /// The product of a job for a fatbin.
  codegen::FatbinImage image;
  /// As YAML, for --remarks-file.
  std::string remarks;

private:
  bool compile(Compilation &compilation);
  bool keepStages(Compilation &compilation);

  const Options &options;
  const std::string &input;
  const SourceFile &source;
  const std::string &architecture;
  std::string output;
  size_t printed = 0;
};

bool Job::run() {
  CompileOptions compileOptions = options.compile;
  compileOptions.architecture = architecture;
  if (auto kernels = takeWisdom(options, source, compileOptions); !kernels)
    return check(kernels.takeError());
  if (options.run)
    requestKernel(compileOptions, *options.run);
  auto rule = DependencyRule::begin(options, input, output, compileOptions);
  if (!rule)
    return check(rule.takeError());
  if (options.verbose)
    llvm::errs() << "tilec: " << source.name << " -> " << output << " for " << architecture << '\n';
  Compilation compilation = Compilation::start(source, compileOptions);
  bool ok = compilation.succeeded();
  if (ok)
    ok =
        options.product == Product::Dependencies || (options.run && !options.run->device) ? true : compile(compilation);
  printDiagnostics(compilation, printed, options.remarksFile.empty());
  if (ok && options.run)
    ok = runKernel(compilation, *options.run);
  printDiagnostics(compilation, printed, options.remarksFile.empty());
  if (options.times)
    printTimes(compilation, source.name);
  remarks = remarksAsYaml(compilation);
  if (ok && !options.report.empty())
    ok = reportError(writeReport(source, compileOptions, options.report, options.run ? &*options.run : nullptr));
  return ok && check(rule->finish());
}

bool Job::compile(Compilation &compilation) {
  if (options.run)
    return true;
  bool portable = llvm::StringRef(architecture).starts_with("compute_");
  bool isFatbin = options.product == Product::Fatbin;
  std::optional<std::string> product = compilation.emit(isFatbin && portable ? Stage::PTX : stageOf(options.product));
  if (!product)
    return false;
  if (options.keep && !keepStages(compilation))
    return false;
  printDiagnostics(compilation, printed, options.remarksFile.empty());
  if (isFatbin) {
    image = {portable ? codegen::FatbinImage::Kind::Ptx : codegen::FatbinImage::Kind::Cubin,
             llvm::cantFail(Target::parse(architecture)), std::move(*product)};
    return true;
  }
  if (!check(writeFile(output, *product)))
    return false;
  if (options.compile.assemblerVerbose && stageOf(options.product) == Stage::PTX && !compilation.emit(Stage::Cubin))
    return false;
  if (options.writeManifest && output != "-")
    return check(writeFile(output + ".json", manifest::toJson(compilation.manifest(), 2) + "\n"));
  return true;
}

bool Job::keepStages(Compilation &compilation) {
  llvm::SmallString<128> stem(options.keepFolder.empty() ? llvm::sys::path::parent_path(output)
                                                         : llvm::StringRef(options.keepFolder));
  llvm::sys::path::append(stem, stemOf(input) + (options.architectures.size() > 1 ? "." + architecture : ""));
  std::pair<Stage, const char *> stages[] = {{Stage::Tile, ".tile.mlir"},
                                             {Stage::TileGPU, ".tile-gpu.mlir"},
                                             {Stage::NVVM, ".nvvm.mlir"},
                                             {Stage::LLVM, ".ll"},
                                             {Stage::PTX, ".ptx"}};
  for (auto [stage, extension] : stages) {
    if (stage > stageOf(options.product))
      break;
    std::optional<std::string> text = compilation.emit(stage);
    if (!text || !check(writeFile((stem + extension).str(), *text)))
      return false;
  }
  return true;
}

/// Appends to `remarks` what the jobs of this input report.
bool compileInput(const Options &options, const std::string &input, std::string &remarks) {
  auto source = readSource(input);
  if (!source)
    return check(source.takeError());
  std::vector<codegen::FatbinImage> images;
  for (const std::string &architecture : options.architectures) {
    Job job(options, input, *source, architecture);
    bool ok = job.run();
    remarks += job.remarks;
    if (!ok)
      return false;
    images.push_back(std::move(job.image));
    // One rule and one run, whatever the number of architectures.
    if (options.product == Product::Dependencies || options.run)
      return true;
  }
  if (options.product == Product::Fatbin)
    return check(writeFile(outputPath(options, input, ""), codegen::makeFatbin(images)));
  return true;
}

} // namespace

/// Every product has a file of its own.
static llvm::Error checkOutputsDiffer(const Options &options) {
  std::map<std::string, std::string> inputOf;
  for (const std::string &input : options.inputs)
    for (const std::string &architecture : options.architectures) {
      std::string path = outputPath(options, input, architecture);
      auto [place, isNew] = inputOf.emplace(path, input);
      bool isSame = place->second == input && llvm::count(options.inputs, input) == 1;
      if (path != "-" && !isNew && !isSame && !options.run && options.product != Product::Dependencies)
        return llvm::createStringError("expected one input for '" + path + "', got '" + place->second + "' and '" +
                                       input + "'");
    }
  return llvm::Error::success();
}

bool tool::runJobs(Options options) {
  for (const std::string &note : options.notes)
    llvm::errs() << "tilec: note: " << note << '\n';
  options.compile.colors = llvm::errs().has_colors();
  if (!check(chooseArchitectures(options)))
    return false;
  if (options.tune)
    return tuneKernel(options);
  if (options.product == Product::Program)
    return buildProgram(options);
  if (!check(checkOutputsDiffer(options)))
    return false;
  bool ok = true;
  std::string remarks;
  for (const std::string &input : options.inputs)
    ok &= options.product == Product::Embed    ? embedKernels(options, input)
          : options.product == Product::Bundle ? bundleKernels(options, input)
                                               : compileInput(options, input, remarks);
  if (options.remarksFile == "-")
    llvm::errs() << remarks;
  else if (!options.remarksFile.empty())
    ok &= check(writeFile(options.remarksFile, remarks));
  return ok;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/BundleKernels.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/Programs/TileModules.h"

#include "tilec/Bundle.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilec;
using namespace tilec::tool;

namespace {

/// The source compiled in one way, for all architectures.
llvm::Expected<Bundle::Module> compileModule(const Options &options, const CompileOptions &compile,
                                             const SourceFile &source, const std::string &candidate,
                                             const std::string &output) {
  Options own = options;
  own.compile = compile;
  own.dependencies.write &= candidate.empty(); // one rule for the file
  auto module = compileTileModule(own, source, output);
  if (!module)
    return module.takeError();
  if (module->kernels.empty())
    return llvm::createStringError("'" + source.name + "' has no kernel; --instantiate makes instances of templates");
  manifest::Manifest manifest;
  manifest.architecture = options.architectures.front();
  manifest.kernels = module->kernels;
  return Bundle::Module{candidate, manifest::toJson(manifest), std::move(module->image)};
}

/// What the wisdom has found for arguments of other sizes.
llvm::Error addCandidates(const Options &options, const CompileOptions &compile, const SourceFile &source,
                          const std::string &output, Bundle &made) {
  auto candidates = candidatesOf(source, compile, options.wisdom);
  if (!candidates)
    return llvm::createStringError(candidates.error().text);
  for (const TunedCandidate &one : *candidates) {
    made.wisdom.push_back(one.line);
    if (llvm::any_of(made.modules, [&](const Bundle::Module &known) { return known.candidate == one.candidate; }))
      continue;
    auto module = compileModule(options, one.options, source, one.candidate, output);
    if (!module)
      return module.takeError();
    made.modules.push_back(std::move(*module));
  }
  return llvm::Error::success();
}

llvm::Error bundle(const Options &options, const std::string &input) {
  auto source = readSource(input);
  if (!source)
    return source.takeError();
  CompileOptions compile = options.compile, tuned;
  compile.architecture = options.architectures.front();
  tuned = compile;
  auto kernels = takeWisdom(options, *source, tuned);
  if (!kernels)
    return kernels.takeError();
  Bundle made;
  made.source = source->name;
  std::string output = outputPath(options, input, "");
  auto first = compileModule(options, tuned, *source, "", output);
  if (!first)
    return first.takeError();
  made.modules.push_back(std::move(*first));
  for (const TunedKernel &kernel : *kernels)
    made.wisdom.push_back(kernel.line);
  if (!options.wisdom.empty())
    if (llvm::Error error = addCandidates(options, compile, *source, output, made))
      return error;
  return writeFile(output, made.serialize());
}

} // namespace

bool tool::bundleKernels(const Options &options, const std::string &input) {
  return reportError(bundle(options, input));
}

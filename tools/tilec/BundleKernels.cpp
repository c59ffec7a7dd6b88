// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/BundleKernels.h"
#include "tools/tilec/Commands.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/TileModules.h"

#include "tilec/Bundle.h"

using namespace tilec;
using namespace tilec::tool;

static llvm::Error bundle(const Options &options, const std::string &input) {
  auto source = readSource(input);
  if (!source)
    return source.takeError();
  Options tuned = options;
  tuned.compile.architecture = options.architectures.front();
  if (auto kernels = takeWisdom(options, *source, tuned.compile); !kernels)
    return kernels.takeError();
  std::string output = outputPath(options, input, "");
  auto module = compileTileModule(tuned, *source, output);
  if (!module)
    return module.takeError();
  if (module->kernels.empty())
    return llvm::createStringError("'" + input + "' has no kernel; --instantiate makes instances of templates");
  manifest::Manifest manifest;
  manifest.architecture = options.architectures.front();
  manifest.kernels = module->kernels;
  Bundle made;
  made.source = source->name;
  made.modules.push_back({"", manifest::toJson(manifest), std::move(module->image)});
  return writeFile(output, made.serialize());
}

bool tool::bundleKernels(const Options &options, const std::string &input) {
  return reportError(bundle(options, input));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Programs/TileModules.h"
#include "tools/tilec/Commands.h"
#include "tools/tilec/Dependencies.h"
#include "tools/tilec/Jobs.h"

#include "compiler/Codegen/Ptx/Fatbin.h"
#include "compiler/Codegen/Ptx/Ptxas.h"

using namespace tilec;
using namespace tilec::tool;

namespace {

bool isPortable(llvm::StringRef architecture) {
  return architecture.starts_with("compute_");
}

/// The image of one compilation. Without an assembler it is PTX, which the driver assembles.
llvm::Expected<codegen::FatbinImage> imageOf(Compilation &compilation, const std::string &architecture) {
  bool isText = isPortable(architecture) || codegen::findToolkitProgram("ptxas").empty();
  std::optional<std::string> bytes = compilation.emit(isText ? Stage::PTX : Stage::Cubin);
  if (!bytes)
    return llvm::make_error<Reported>();
  return codegen::FatbinImage{isText ? codegen::FatbinImage::Kind::Ptx : codegen::FatbinImage::Kind::Cubin,
                              llvm::cantFail(Target::parse(architecture)), std::move(*bytes)};
}

/// The image for `architecture`; the first one gives `module` its kernels and its form for the CPU.
llvm::Expected<codegen::FatbinImage> compileFor(const std::string &architecture, const Options &options,
                                                const SourceFile &source, const std::string &object,
                                                TileModule *module) {
  CompileOptions compileOptions = options.compile;
  compileOptions.architecture = architecture;
  // A source may have host code alone.
  compileOptions.arguments.push_back("-Wno-empty-translation-unit");
  Options ruleOptions = options;
  ruleOptions.dependencies.write &= module != nullptr;
  auto rule = DependencyRule::begin(ruleOptions, source.name, object, compileOptions);
  if (!rule)
    return rule.takeError();
  Compilation compilation = Compilation::start(source, compileOptions);
  size_t printed = 0;
  codegen::FatbinImage image;
  bool ok = compilation.succeeded();
  bool hasKernels = ok && !compilation.manifest().kernels.empty();
  if (hasKernels) {
    llvm::Expected<codegen::FatbinImage> made = imageOf(compilation, architecture);
    ok = bool(made);
    if (ok)
      image = std::move(*made);
    else
      llvm::consumeError(made.takeError());
  }
  if (ok && hasKernels && module) {
    module->kernels = compilation.manifest().kernels;
    std::optional<std::string> text = compilation.emitTileWithLocations();
    ok = text.has_value();
    module->tileModule = text.value_or("");
  }
  printDiagnostics(compilation, printed, options.remarksFile.empty());
  if (!ok)
    return llvm::make_error<Reported>();
  if (llvm::Error error = rule->finish())
    return std::move(error);
  return image;
}

} // namespace

llvm::Expected<TileModule> tool::compileTileModule(const Options &options, const SourceFile &source,
                                                   const std::string &object) {
  TileModule module;
  std::vector<codegen::FatbinImage> images;
  for (const std::string &architecture : options.architectures) {
    auto image = compileFor(architecture, options, source, object, images.empty() ? &module : nullptr);
    if (!image)
      return image.takeError();
    if (module.kernels.empty())
      return module;
    images.push_back(std::move(*image));
  }
  bool isOneText = images.size() == 1 && images.front().kind == codegen::FatbinImage::Kind::Ptx;
  module.image = isOneText ? images.front().bytes : codegen::makeFatbin(images);
  return module;
}

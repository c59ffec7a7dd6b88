// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Programs/Programs.h"
#include "tools/tilec/Commands.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/Programs/ProgramOptions.h"
#include "tools/tilec/Programs/ProgramSource.h"
#include "tools/tilec/Programs/RelocatableCode.h"

#include "compiler/Codegen/Ptx/Ptxas.h"
#include "compiler/HostPart/Registration.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace tilec;
using namespace tilec::tool;

namespace {

/// The folder of libraries that were installed with this code: beside libtilec.so, or where a program with everything
/// inside has them.
std::string libraryFolder() {
  void *code = reinterpret_cast<void *>(&libraryFolder);
  Dl_info info;
  if (dladdr(code, &info) && llvm::sys::path::filename(info.dli_fname).starts_with("lib"))
    return llvm::sys::path::parent_path(info.dli_fname).str();
  std::string program = llvm::sys::fs::getMainExecutable(nullptr, code);
  llvm::SmallString<256> folder(llvm::sys::path::parent_path(llvm::sys::path::parent_path(program)));
  llvm::sys::path::append(folder, "lib");
  return folder.str().str();
}

class Builder {
public:
  Builder(const Options &options, TemporaryFolder temporary)
      : options(options), temporary(std::move(temporary)), commands(options) {}

  llvm::Error build();

private:
  llvm::Error compile(const std::string &input, const std::string &object);
  std::string objectOf(const std::string &input, size_t index) const;
  llvm::Error link();
  llvm::Error archive();
  llvm::Error deviceLink();
  llvm::Error deviceLinkTo(const RelocatableCode &code, const std::string &object);
  /// What is linked, in the order of the command line, with sources' objects in the place of sources.
  std::vector<std::string> linkedItems() const;

  const Options &options;
  TemporaryFolder temporary;
  Commands commands;
  std::vector<std::pair<std::string, std::string>> objects; ///< of each source
};

llvm::Error Builder::build() {
  llvm::Error errors = llvm::Error::success();
  for (auto [index, input] : llvm::enumerate(options.inputs)) {
    if (!isCudaSource(options, input) && !isHostSource(options, input))
      continue;
    objects.push_back({input, objectOf(input, index)});
    errors = llvm::joinErrors(std::move(errors), compile(input, objects.back().second));
  }
  if (errors || options.program.link == Link::None)
    return errors;
  switch (options.program.link) {
  case Link::Archive:
    return archive();
  case Link::DeviceLink:
    return deviceLink();
  default:
    return link();
  }
}

std::string Builder::objectOf(const std::string &input, size_t index) const {
  if (options.program.link != Link::None)
    return temporary.file(stemOf(input) + "." + llvm::Twine(index) + ".o");
  return options.output.empty() ? stemOf(input) + ".o" : options.output;
}

llvm::Error Builder::compile(const std::string &input, const std::string &object) {
  if (isCudaSource(options, input))
    return compileCudaSource(options, input, object, libraryFolder(), temporary, commands);
  hostpart::HostCompiler compiler = hostCompilerOf(options, temporary);
  std::vector<std::string> arguments = options.program.hostOptimization;
  if (!options.program.language.empty())
    arguments.insert(arguments.end(), {"-x", options.program.language});
  bool isC = options.program.language == "c" || llvm::StringRef(input).ends_with(".c");
  if (isC && options.program.language.empty())
    arguments.insert(arguments.end(), {"-x", "c"}); // the host compiler is one of C++
  if (!isC)
    arguments.push_back("-std=" + compiler.standard);
  return commands.run(hostpart::compilePlainCommand(compiler, input, object, arguments));
}

std::vector<std::string> Builder::linkedItems() const {
  std::vector<std::string> items;
  size_t next = 0;
  for (const std::string &item : options.program.linkOrder)
    items.push_back(next < objects.size() && objects[next].first == item ? objects[next++].second : item);
  return items;
}

llvm::Error Builder::link() {
  llvm::Expected<RelocatableCode> code = findRelocatable(linkedItems());
  if (!code)
    return code.takeError();
  std::string linkedCode;
  if (!code->cubins.empty() && !code->isLinked) {
    linkedCode = temporary.file("device-link.o");
    if (llvm::Error error = deviceLinkTo(*code, linkedCode))
      return error;
  }
  const ProgramOptions &program = options.program;
  std::vector<std::string> command = {program.hostCompiler};
  auto add = [&](const std::vector<std::string> &arguments) {
    command.insert(command.end(), arguments.begin(), arguments.end());
  };
  if (program.link == Link::SharedLibrary)
    add({"-shared"});
  add(program.hostOptimization);
  add(program.hostArguments);
  add({"-o", options.output.empty() ? "a.out" : options.output});
  add(program.linkerArguments);
  add(linkedItems());
  if (!linkedCode.empty())
    add({linkedCode});
  // Where nvcc looks for cuBLAS and its relatives, and for the driver to link with.
  std::string toolkit = llvm::sys::path::parent_path(hostCompilerOf(options, temporary).toolkitInclude).str();
  for (const char *folder : {"/lib64", "/lib64/stubs"})
    if (!toolkit.empty() && llvm::sys::fs::is_directory(toolkit + folder))
      add({"-L" + toolkit + folder});
  std::string runtime = libraryFolder() + "/libtilec-program.a";
  if (!llvm::sys::fs::exists(runtime))
    return llvm::createStringError("programs are linked with '" + runtime + "', which is not there");
  add({runtime, "-ldl", "-lpthread"});
  // The runtime is C++, and the host compiler may be one of C.
  add({"-lstdc++"});
  return commands.run(command);
}

llvm::Error Builder::archive() {
  std::string output = options.output.empty() ? "a.a" : options.output;
  if (!options.program.dryRun)
    llvm::sys::fs::remove(output);
  std::vector<std::string> command = {"ar", "rcs", output};
  for (const std::string &item : linkedItems())
    if (!llvm::StringRef(item).starts_with("-l"))
      command.push_back(item);
  return commands.run(command);
}

llvm::Error Builder::deviceLink() {
  llvm::Expected<RelocatableCode> code = findRelocatable(linkedItems());
  if (!code)
    return code.takeError();
  return deviceLinkTo(*code, options.output.empty() ? "a_dlink.o" : options.output);
}

/// The library that kernels launch kernels through (`child<<<1, 32>>>()` in a SIMT kernel): beside a Toolkit's
/// `nvlink`, or with the headers. Empty where there is none.
static std::string deviceRuntime(llvm::StringRef nvlink, llvm::StringRef toolkitInclude) {
  std::string besideProgram = llvm::sys::path::parent_path(llvm::sys::path::parent_path(nvlink)).str();
  for (const std::string &toolkit : {besideProgram, llvm::sys::path::parent_path(toolkitInclude).str()})
    for (const char *folder : {"/lib64", "/lib", "/targets/x86_64-linux/lib"})
      if (std::string file = toolkit + folder + "/libcudadevrt.a"; !toolkit.empty() && llvm::sys::fs::exists(file))
        return file;
  return {};
}

/// Tile kernels have nothing to link: without SIMT code the object is empty.
llvm::Error Builder::deviceLinkTo(const RelocatableCode &code, const std::string &object) {
  std::vector<codegen::FatbinImage> images;
  for (const auto &[architecture, cubins] : code.cubins) {
    std::string linked = temporary.file("linked." + architecture + ".cubin");
    std::string nvlink = codegen::findToolkitProgram("nvlink");
    std::vector<std::string> command = {nvlink.empty() ? "nvlink" : nvlink, "-m64", "-arch=" + architecture};
    for (auto [index, cubin] : llvm::enumerate(cubins)) {
      command.push_back(temporary.file(architecture + "." + llvm::Twine(index) + ".cubin"));
      if (llvm::Error error = writeFile(command.back(), cubin))
        return error;
    }
    std::string runtime = deviceRuntime(nvlink, hostCompilerOf(options, temporary).toolkitInclude);
    if (!runtime.empty())
      command.push_back(runtime);
    else if (code.launchesKernels())
      return llvm::createStringError("a SIMT kernel launches a kernel: linking it takes libcudadevrt.a of a CUDA "
                                     "Toolkit, which is not beside nvlink");
    command.insert(command.end(), {"-o", linked});
    if (llvm::Error error = commands.run(command))
      return error;
    auto bytes = llvm::MemoryBuffer::getFile(linked, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!bytes)
      return llvm::createStringError("cannot read '" + linked + "': " + bytes.getError().message());
    images.push_back(
        {codegen::FatbinImage::Kind::Cubin, llvm::cantFail(Target::parse(architecture)), (*bytes)->getBuffer().str()});
  }
  std::string source = temporary.file("device-link.cpp");
  if (llvm::Error error =
          writeFile(source, images.empty() ? "" : hostpart::linkedModuleText(codegen::makeFatbin(images), code.ptx)))
    return error;
  return commands.run(hostpart::compilePlainCommand(hostCompilerOf(options, temporary), source, object, {}));
}

} // namespace

bool tool::buildProgram(const Options &options) {
  llvm::Expected<TemporaryFolder> temporary = TemporaryFolder::create();
  llvm::Error errors = temporary ? Builder(options, std::move(*temporary)).build() : temporary.takeError();
  bool ok = !errors;
  llvm::handleAllErrors(
      std::move(errors), [](const Reported &) {},
      [](const llvm::ErrorInfoBase &error) { printError(error.message()); });
  return ok;
}

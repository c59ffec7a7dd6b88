// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Programs.h"
#include "tools/tilec/Commands.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/ProgramOptions.h"
#include "tools/tilec/ProgramSource.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tilec;
using namespace tilec::tool;

namespace {

/// The folder of libraries that were installed with this program.
std::string libraryFolder() {
  std::string program = llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&libraryFolder));
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
  add({libraryFolder() + "/libtilec-program.a", "-ldl", "-lpthread"});
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

/// Tile kernels have nothing to link, so without SIMT code of several sources the object is empty.
llvm::Error Builder::deviceLink() {
  std::string source = temporary.file("device-link.cpp");
  if (llvm::Error error = writeFile(source, ""))
    return error;
  std::string object = options.output.empty() ? "a_dlink.o" : options.output;
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Programs/ProgramOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

auto makes(Link link, bool relocatable = false) {
  return [link, relocatable](Options &options, StringRef) {
    options.program.link = link;
    options.program.relocatable |= relocatable;
    return std::string();
  };
}

/// Adds the parts of a list between commas to `member`, each behind `before`.
auto addList(std::vector<std::string> ProgramOptions::*member, const char *before = "") {
  return [member, before](Options &options, StringRef value) {
    llvm::SmallVector<StringRef> parts;
    value.split(parts, ',', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts) {
      if (*before)
        (options.program.*member).push_back(before);
      (options.program.*member).push_back(part.str());
    }
    return std::string();
  };
}

/// Adds the option as it was written.
auto addOption(std::vector<std::string> ProgramOptions::*member, const char *spelling) {
  return [member, spelling](Options &options, StringRef value) {
    (options.program.*member).push_back(spelling + value.str());
    return std::string();
  };
}

std::string ignore(Options &, StringRef) {
  return {};
}

std::string setRelocatable(Options &options, StringRef value) {
  if (value != "true" && value != "false")
    return ("expected true or false, got '" + value + "'").str();
  options.program.relocatable = value == "true";
  if (options.program.relocatable)
    options.compile.arguments.push_back("-D__CUDACC_RDC__=1");
  return {};
}

std::string setLanguage(Options &options, StringRef value) {
  if (value != "cu" && value != "c++" && value != "c")
    return ("expected cu, c++ or c, got '" + value + "'").str();
  options.program.language = value.str();
  return {};
}

/// Objects and libraries.
bool isLinkerInput(StringRef input) {
  StringRef name = llvm::sys::path::filename(input);
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(name))
             .Cases({".o", ".obj", ".a", ".so", ".lo"}, true)
             .Default(false) ||
         name.contains(".so.");
}

/// A compiler, or the folder that it lies in.
std::string setHostCompiler(Options &options, StringRef value) {
  llvm::SmallString<128> path(value);
  if (llvm::sys::fs::is_directory(path))
    llvm::sys::path::append(path, "g++");
  options.program.hostCompiler = path.str();
  return {};
}

} // namespace

std::vector<Option> tool::programOptionTable() {
  using V = OptionValue;
  using P = ProgramOptions;
  return {
      {{"-c", "--compile"}, V::None, "", "write an object for each source, to be linked by tilec", makes(Link::None)},
      {{"-dc", "--device-c"}, V::None, "", "the same as -c -rdc=true", makes(Link::None, true)},
      {{"-dlink", "--device-link"},
       V::None,
       "",
       "link SIMT code of objects made with -rdc=true into one more object, for another linker",
       makes(Link::DeviceLink)},
      {{"-shared", "--shared"}, V::None, "", "make a shared library", makes(Link::SharedLibrary)},
      {{"-lib", "--lib"}, V::None, "", "make a static library", makes(Link::Archive)},
      {{"-rdc", "--relocatable-device-code"},
       V::Assigned,
       "BOOL",
       "SIMT functions and variables may be in other sources (default false); tile code needs no such thing",
       setRelocatable},
      {{"-ccbin", "--compiler-bindir"},
       V::Assigned,
       "PROGRAM",
       "the compiler of host code, which also links (default c++)",
       setHostCompiler},
      {{"--simt-compiler"},
       V::Assigned,
       "PROGRAM",
       "the compiler of SIMT kernels, an nvcc or a clang++ (default: the toolkit's nvcc, else clang++)",
       [](Options &options, StringRef value) {
         options.program.simtCompiler = value.str();
         return std::string();
       }},
      {{"-Xcompiler", "--compiler-options"},
       V::Assigned,
       "ARG[,ARG]",
       "arguments for the compiler of host code",
       addList(&P::hostArguments)},
      {{"-fPIC"}, V::None, "", "the same as -Xcompiler -fPIC", addOption(&P::hostArguments, "-fPIC")},
      {{"-Xlinker", "--linker-options"},
       V::Assigned,
       "ARG[,ARG]",
       "arguments for the linker",
       addList(&P::linkerArguments, "-Xlinker")},
      {{"-L", "--library-path"}, V::Joined, "DIR", "look for libraries in DIR", addOption(&P::linkerArguments, "-L")},
      {{"-l", "--library"}, V::Joined, "NAME", "link a library", addOption(&P::linkOrder, "-l")},
      {{"-x", "--x"}, V::Joined, "cu|c++|c", "what all sources are, whatever their names", setLanguage},
      {{"--dryrun", "-dryrun"},
       V::None,
       "",
       "print the commands of a program instead of running them",
       [](Options &options, StringRef) {
         options.program.dryRun = true;
         return std::string();
       }},
      // The runtime of programs finds the CUDA runtime itself.
      {{"-cudart", "--cudart"}, V::Assigned, "", "", ignore},
      {{"-link", "--link"}, V::None, "", "", ignore},
      {{"-allow-unsupported-compiler", "--allow-unsupported-compiler"}, V::None, "", "", ignore},
  };
}

bool tool::isCudaSource(const Options &options, StringRef input) {
  if (input.starts_with("-") && input != "-")
    return false;
  if (!options.program.language.empty())
    return options.program.language == "cu" && !isLinkerInput(input);
  return input == "-" || input.ends_with(".cu");
}

bool tool::isHostSource(const Options &options, StringRef input) {
  if (input.starts_with("-") || isCudaSource(options, input) || isLinkerInput(input))
    return false;
  if (!options.program.language.empty())
    return true;
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(input))
      .Cases({".cpp", ".cc", ".cxx", ".c++", ".C", ".c", ".ii", ".i", ".s", ".S"}, true)
      .Default(false);
}

void tool::chooseProductByName(Options &options) {
  if (!options.productByName || options.run || options.help || options.helpAll || options.version)
    return;
  if (options.program.link != Link::Program) {
    options.product = Product::Program;
    return;
  }
  StringRef output = options.output;
  if (output.empty()) {
    bool links = llvm::any_of(options.program.linkOrder, [&](StringRef item) {
      return isLinkerInput(item) || item.starts_with("-l") || isHostSource(options, item);
    });
    if (links)
      options.product = Product::Program;
    return;
  }
  llvm::sys::fs::file_status status;
  bool isSpecial = output == "-" || (!llvm::sys::fs::status(output, status) && llvm::sys::fs::exists(status) &&
                                     !llvm::sys::fs::is_regular_file(status) && !llvm::sys::fs::is_directory(status));
  options.product = isSpecial ? Product::PTX
                              : llvm::StringSwitch<Product>(llvm::sys::path::extension(output))
                                    .Case(".ptx", Product::PTX)
                                    .Case(".cubin", Product::Cubin)
                                    .Case(".fatbin", Product::Fatbin)
                                    .Case(".tilec", Product::Bundle)
                                    .Default(Product::Program);
}

llvm::Error tool::checkProgram(const Options &options) {
  bool isObject = options.program.link == Link::None;
  size_t sources = llvm::count_if(
      options.inputs, [&](StringRef input) { return isCudaSource(options, input) || isHostSource(options, input); });
  if (isObject && sources > 1 && !options.output.empty())
    return llvm::createStringError("expected one source with -c and -o, got " + llvm::Twine(sources));
  if (isObject && sources == 0)
    return llvm::createStringError("expected a source with -c, got '" + options.inputs.front() + "'");
  if (options.output == "-")
    return llvm::createStringError("a program cannot be written to standard output");
  return llvm::Error::success();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Prints the options that the table describes, in groups:
///
///     What is written:
///       -o FILE, --output-file
///             write to FILE; ...
///
/// A group names its options by their first spelling. Whoever belongs to no group is a developer's switch, which
/// --help-all shows.
#include "tools/tilec/Help.h"
#include "tools/tilec/OptionTable.h"
#include "tools/tilec/Programs/ProgramOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

struct Group {
  StringRef title;
  std::vector<StringRef> options;
};

/// The first spelling of every option in a table, for groups that are a table of their own.
std::vector<StringRef> namesOf(llvm::ArrayRef<Option> options) {
  std::vector<StringRef> names;
  for (const Option &option : options)
    names.push_back(option.names.front());
  return names;
}

std::vector<Group> groups() {
  return {
      {"What is written",
       {"-o", "-arch", "-gencode", "-ptx", "-cubin", "-fatbin", "--emit", "--tile-only", "--instantiate", "--manifest",
        "--keep"}},
      {"Whole programs", namesOf(programOptionTable())},
      {"Trying a kernel", namesOf(runOptionTable())},
      {"Sources and headers",
       {"-std", "-I", "-isystem", "-D", "-U", "-include", "--expt-relaxed-constexpr", "-restrict", "--cuda-path",
        "-Werror", "-w", "-W", "--print-clang-flags", "--print-clangd"}},
      {"Code and arithmetic",
       {"-O", "-g", "-lineinfo", "-G", "-use_fast_math", "-ftz", "-prec-div", "-prec-sqrt", "-fmad",
        "--fast-accumulation", "--f32-mmas", "--bounds", "-maxrregcount", "-Xptxas"}},
      {"Performance",
       {"--remarks", "--remarks-file", "--report", "--resource-usage", "--variants", "--hints", "-time"}},
      {"Tuning", {"--space", "--budget", "--tolerance", "--tune-mode", "--wisdom"}},
      {"Make rules", {"-M", "-MM", "-MD", "-MMD", "-MF", "-MT", "-MP"}},
      {"Help", {"-h", "--help-all", "--version", "-v", "--list-gpu-arch"}},
  };
}

/// Breaks the text between words; every line begins with eight spaces.
std::string wrapped(StringRef text) {
  constexpr size_t kWidth = 100;
  std::string result, line;
  llvm::SmallVector<StringRef> words;
  text.split(words, ' ');
  for (StringRef word : words) {
    if (!line.empty() && line.size() + 1 + word.size() > kWidth) {
      result += "        " + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word.str();
  }
  return result + "        " + line + "\n";
}

void print(llvm::raw_ostream &stream, const Option &option) {
  std::string spelling;
  for (StringRef name : option.names) {
    spelling += (spelling.empty() ? "" : ", ") + name.str();
    if (name == option.names.front() && !option.valueName.empty())
      spelling += (option.value == OptionValue::Assigned ? "="
                   : option.value == OptionValue::Joined ? " "
                                                         : "") +
                  option.valueName.str();
  }
  stream << "  " << spelling << '\n' << wrapped(option.help);
}

constexpr StringRef kUsage =
    "usage: tilec [options] file...\n"
    "       tilec tune [options] file\n"
    "       tilec cache --stats|--clear|--warm LIST\n"
    "Compiles CUDA Tile C++: to a program with '-o NAME', else to PTX.\n"
    "'-' is standard input, '@file' holds further arguments.\n"
    "'tilec tune' finds the fastest form of a kernel, 'tilec cache' shows, empties and fills the cache.\n\n"
    "Example:\n"
    "  tilec program.cu -o program && ./program       a whole program; it runs on the CPU where there is no GPU\n"
    "  tilec kernel.cu -arch=sm_90a -cubin            kernels alone, assembled\n"
    "  tilec kernel.cu --remarks -o /dev/null         what each kernel became, and what would make it faster\n"
    "  tilec scale.cu --run scale --grid 2 --arg 'out:f32[10]' --arg '[10]=iota' --arg 10\n";

constexpr StringRef kEnvironment =
    "\nEnvironment of tilec:\n"
    "  TILEC_CACHE_DIR       where precompiled headers and code are kept\n"
    "                        (default $XDG_CACHE_HOME/tilec, else ~/.cache/tilec)\n"
    "  CUDA_PATH, CUDA_HOME  the CUDA Toolkit, as --cuda-path\n"
    "\nEnvironment of the programs that it makes:\n"
    "  TILEC_RUN             cpu, gpu or auto: where kernels run (default auto)\n"
    "  TILEC_CHECK           1: kernels on the CPU run with checks of bounds and races\n"
    "  TILEC_THREADS         threads for kernels on the CPU (default one per core)\n"
    "  TILEC_CUDART          file of the CUDA runtime\n"
    "  TILEC_LIBRARY         file of libtilec.so, which runs kernels on the CPU\n"
    "  TILEC_VARIANT         the variant of kernels that a GPU launches, a number or 'last'\n";

} // namespace

std::string tool::helpText(bool all) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << kUsage;
  std::vector<Option> rest = optionTable();
  llvm::erase_if(rest, [](const Option &option) { return option.help.empty(); });
  for (const Group &group : groups()) {
    stream << '\n' << group.title << ":\n";
    for (StringRef name : group.options) {
      auto option = llvm::find_if(rest, [&](const Option &option) { return llvm::is_contained(option.names, name); });
      if (option == rest.end())
        continue; // taken without a word, as -cudart is
      print(stream, *option);
      rest.erase(option);
    }
  }
  if (all) {
    stream << "\nFor developers of tilec, and nvcc's other spellings:\n";
    for (const Option &option : rest)
      print(stream, option);
  } else {
    stream << "\n'tilec --help-all' lists the switches of single passes, and nvcc's other spellings.\n";
  }
  stream << kEnvironment;
  return text;
}

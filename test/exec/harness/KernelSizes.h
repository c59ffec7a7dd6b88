// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// At how many sizes each kernel of the sources ran: one that saw a single size may be right by chance. A size is what
/// numbers a template is given, the grid, and the bytes of the arrays. Instances of a template are one kernel.
#ifndef TILEC_TEST_EXEC_KERNELSIZES_H
#define TILEC_TEST_EXEC_KERNELSIZES_H

#include "test/exec/harness/Device.h"
#include "tilec/Module.h"

#include <cctype>
#include <cstdio>
#include <map>
#include <set>

namespace tilec::exec {

class KernelSizes {
public:
  /// All kernels of a source are to run.
  void expect(const std::string &file, const manifest::Manifest &manifest) {
    for (const manifest::Kernel &kernel : manifest.kernels)
      sizes[{file, nameOf(kernel)}];
  }

  /// A launch, of a kernel that `manifest` has under the name that is asked for.
  void add(const manifest::Manifest &manifest, const Request &request) {
    auto kernel = runtime::findKernel(manifest, request.kernel);
    if (!kernel)
      return;
    auto known = sizes.find({request.file, nameOf(**kernel)});
    if (known == sizes.end())
      return;
    std::string size = numbersOf(**kernel);
    for (uint32_t blocks : {request.grid.x, request.grid.y, request.grid.z})
      size += ' ' + std::to_string(blocks);
    for (const Range &range : request.memory)
      size += ' ' + std::to_string(range.bytes);
    known->second.insert(size);
  }

  /// A line for each kernel with fewer than two.
  void report() const {
    for (const auto &[kernel, seen] : sizes)
      if (seen.size() < 2)
        std::printf("%s: %s (%s.cu)\n", seen.empty() ? "never run" : "only one size", kernel.second.c_str(),
                    kernel.first.c_str());
  }

private:
  /// Without template arguments and parameters.
  static std::string nameOf(const manifest::Kernel &kernel) {
    return kernel.displayName.substr(0, kernel.displayName.find_first_of("<("));
  }

  /// The numbers among the template arguments.
  static std::string numbersOf(const manifest::Kernel &kernel) {
    const std::string &name = kernel.displayName;
    std::string numbers;
    bool isInWord = false;
    for (char c : name.substr(0, name.find('('))) {
      bool isDigit = std::isdigit(static_cast<unsigned char>(c)) && !isInWord;
      numbers += isDigit ? c : ' ';
      isInWord = !isDigit && (std::isalnum(static_cast<unsigned char>(c)) || c == '_');
    }
    return numbers;
  }

  std::map<std::pair<std::string, std::string>, std::set<std::string>> sizes; ///< by file and name
};

} // namespace tilec::exec

#endif // TILEC_TEST_EXEC_KERNELSIZES_H

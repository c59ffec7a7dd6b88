// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels compiled ahead of time, in one file that a process without the compiler loads: `tilec k.cu --emit=bundle`.
///
///   tilec::runtime::Expected<tilec::Bundle> bundle = tilec::Bundle::open("k.tilec");
///   auto module = tilec::runtime::Module::load(context, bundle->modules[0].image, bundle->modules[0].manifestJson);
///
/// The file: a line that names the format, a line of JSON, then the images one after the other. Every module is the
/// source compiled once. The first one is compiled as the options say; with a wisdom, others are what a tuner has found
/// to be the fastest for arguments of some size.
#ifndef TILEC_BUNDLE_H
#define TILEC_BUNDLE_H

#include "tilec/Launch.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilec {

struct Bundle {
  struct Module {
    std::string candidate;    ///< `scale<256>, pipeline-loops=3`; empty: the first one
    std::string manifestJson; ///< of the first architecture: parameters and names hold for every one
    std::string image;        ///< PTX, or a fatbin
  };
  std::string source; ///< name of the source
  std::vector<Module> modules;
  /// Lines of JSON that say which module is for what; may be empty. Those without a GPU are defaults, of the first one.
  std::vector<std::string> wisdom;

  /// What runs with some arguments.
  struct Choice {
    size_t module = 0;
    std::string kernel; ///< `scale<256>`
    std::vector<std::pair<std::string, std::string>> constants;

    std::string constantsJson() const; ///< `{"N":"256"}`
  };
  /// The tuned form of a kernel, `scale`, on a GPU: by the entry of the wisdom for such arguments, else the nearest
  /// one, else the default. `sizes` are the bytes of arrays, 0 for other arguments. Fails with kNoKernel if the bundle
  /// has no tuned form of that kernel.
  runtime::Expected<Choice> choose(const std::string &kernel, const std::string &gpu, const std::string &architecture,
                                   std::span<const runtime::Argument> arguments, std::span<const size_t> sizes) const;

  /// Fails with kBadFile if the file cannot be read, and with kBadImage if it is damaged or none.
  static runtime::Expected<Bundle> open(const std::string &path);
  static runtime::Expected<Bundle> parse(std::string_view bytes);
  /// Whether bytes begin as a bundle does.
  static bool isBundle(std::string_view bytes);
  /// The bytes of a file.
  std::string serialize() const;
};

} // namespace tilec

#endif // TILEC_BUNDLE_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels compiled ahead of time, in one file that a process without the compiler loads: `tilec k.cu --emit=bundle`.
///
///   tilec::runtime::Expected<tilec::Bundle> bundle = tilec::Bundle::open("k.tilec");
///   auto module = tilec::runtime::Module::load(context, bundle->modules[0].image, bundle->modules[0].manifestJson);
///
/// The file: a line that names the format, a line of JSON, then the images one after the other. Every module is the
/// source compiled once. The first one is compiled as the options say; others differ in what a tuner found to be
/// faster.
#ifndef TILEC_BUNDLE_H
#define TILEC_BUNDLE_H

#include "tilec/Error.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilec {

struct Bundle {
  struct Module {
    std::string candidate;    ///< as a tuner calls it: `N=256, pipeline-loops=3`; empty: the source as it is
    std::string manifestJson; ///< of the first architecture: parameters and names hold for every one
    std::string image;        ///< PTX, or a fatbin
  };
  std::string source; ///< name of the source
  std::vector<Module> modules;
  std::vector<std::string> wisdom; ///< lines of JSON that say which module is for what; may be empty

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

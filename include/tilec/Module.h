// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loaded code and its kernels.
#ifndef TILEC_MODULE_H
#define TILEC_MODULE_H

#include "tilec/Launch.h"

#include <initializer_list>
#include <span>

namespace tilec::runtime {

class Kernel;
struct ModuleState;
struct KernelState;

/// The kernel of `manifest` that `name` means: by symbol, or by the C++ name as a person writes it, `softmax<float,
/// 128>` or just `softmax`, if only one kernel fits. Fails with kNoKernel.
Expected<const manifest::Kernel *> findKernel(const manifest::Manifest &manifest, std::string_view name);

/// An image (PTX, cubin, fatbin, or the first module of a bundle) loaded into a context. Unloaded with the last handle to it or to one of its kernels.
class Module {
public:
  /// Loads an image from memory. The manifest is read from PTX text, or from the array in the loaded image;
  /// `manifestJson`, if not empty, is used instead. Fails with kBadImage, kBadManifest, kArchitecture, or the driver's
  /// error whose text holds the assembler's log.
  static Expected<Module> load(const Context &context, std::string_view image, std::string_view manifestJson = {});
  /// Loads a file. A file of the same name with `.json` appended, if there is one, is the manifest.
  static Expected<Module> loadFile(const Context &context, const std::string &path);

  const manifest::Manifest &manifest() const;
  /// By mangled name, or by the C++ name as a person writes it, `softmax<float, 128>` or just `softmax`, if only one
  /// kernel fits.
  Expected<Kernel> kernel(std::string_view name) const;
  /// Device address and bytes of a variable, by symbol.
  Expected<std::pair<uint64_t, size_t>> variable(const std::string &symbol) const;
  /// CUmodule.
  void *native() const;

private:
  explicit Module(std::shared_ptr<ModuleState> state) : state(std::move(state)) {}
  std::shared_ptr<ModuleState> state;
};

/// What a node of a graph launches: the grid of tile blocks, and where the node keeps the source's arguments.
struct NodeLaunch {
  Dim3 grid;
  std::span<void *const> arguments;
};

/// A kernel that can be launched.
class Kernel {
public:
  const manifest::Kernel &manifest() const;

  /// Queues one run over `options.grid` tile blocks. Takes the first variant whose facts the arguments fulfil, unless
  /// the options name one. Fails with kArgumentCount, kArgumentType, kBadGrid, kSharedMemory, kNoVariant,
  /// kVariantFacts, or the driver's error. Errors while the kernel runs surface at a later synchronisation.
  Status launch(const LaunchOptions &options, std::span<const Argument> arguments) const;
  Status launch(const LaunchOptions &options, std::initializer_list<Argument> arguments) const {
    return launch(options, std::span<const Argument>(arguments.begin(), arguments.size()));
  }

  /// The same with the addresses of values that have the parameters' types, as cuLaunchKernel takes them: only their
  /// number is checked.
  Status launchAddresses(const LaunchOptions &options, std::span<void *const> arguments) const;

  /// The same with the values one after the other, each in its parameter's type at the next multiple of 8 bytes.
  Status launchWords(const LaunchOptions &options, const void *words) const;

  /// Adds a node that launches the kernel to a CUgraph, behind CUgraphNodes. A node is one launch, so that it can be
  /// changed: variants that need workspace are passed over. Arguments are copied. Of the options count the grid, and
  /// the variant as the first one that may be taken. Gives the CUgraphNode.
  Expected<void *> addNode(void *graph, std::span<void *const> dependencies, const LaunchOptions &options,
                           std::span<void *const> arguments) const;
  /// Makes a kernel node launch this kernel.
  Status setNode(void *node, const LaunchOptions &options, std::span<void *const> arguments) const;
  /// The same in a CUgraphExec that was made from the node's graph. There a node keeps the clusters that it has: fails
  /// with kNoVariant if no variant has the same.
  Status setNodeOfExec(void *exec, void *node, const LaunchOptions &options, std::span<void *const> arguments) const;
  /// What a node launches, made by hand or captured; nothing if that is not this kernel.
  std::optional<NodeLaunch> launchOf(void *node) const;

  /// Index of the variant that these arguments would take. Fails as launch does.
  Expected<size_t> selectVariant(const LaunchOptions &options, std::span<const Argument> arguments) const;
  /// Index of the variant that the latest launch through any handle to this kernel took; nothing before the first.
  std::optional<size_t> lastVariant() const;

  /// CUfunction of a variant of the manifest.
  void *native(size_t variant) const;
  /// What the driver says of a variant's code; `attribute` is a CUfunction_attribute.
  Expected<int> attribute(int attribute, size_t variant) const;
  /// How many tile blocks of a variant a multiprocessor holds at a time.
  Expected<int> residentBlocks(size_t variant) const;

private:
  friend class Module;
  explicit Kernel(std::shared_ptr<KernelState> state) : state(std::move(state)) {}
  template <class Arguments> Status launchWith(const LaunchOptions &options, Arguments arguments) const;
  std::shared_ptr<KernelState> state;
};

} // namespace tilec::runtime

#endif // TILEC_MODULE_H

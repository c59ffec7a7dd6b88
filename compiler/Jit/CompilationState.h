// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What one compilation holds.
#pragma once
#include "compiler/Host/HostModule.h"
#include "compiler/Jit/DiagnosticCollector.h"
#include "compiler/Jit/RecordingFileSystem.h"
#include "runtime/PackedArguments.h"
#include "tilec/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>

namespace tilec {

struct Compilation::State {
  State(const CompileOptions &options, const SourceFile *source);
  ~State();

  /// Fills `module`, `manifest`, `loweredNames` and `accepted`.
  void runFrontend(const std::string &fileName);
  /// The kernels once more, nothing folded: what a checking run executes. Null if that fails.
  mlir::OwningOpRef<mlir::ModuleOp> lowerUnfolded();
  /// Fills `module`, `manifest` and `accepted` from a module of the `tile` dialect.
  void readTile(std::string_view text);
  /// The executable for such runs, made when it is first asked for. Null, with why in `status`, if that fails.
  host::HostModule *hostModuleFor(const HostOptions &options, runtime::Status &status);
  /// Runs a kernel of the manifest.
  runtime::Status run(const manifest::Kernel &kernel, runtime::Dim3 grid, runtime::PackedArguments &arguments,
                      const HostOptions &options, std::string *output);

  CompileOptions options;
  llvm::IntrusiveRefCntPtr<jit::RecordingFileSystem> disk;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files; ///< over the disk
  std::vector<Diagnostic> diagnostics;
  std::vector<StageTime> times;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< as the front end left it
  manifest::Manifest manifest;
  std::map<std::string, std::string> loweredNames;
  bool accepted = false;
  bool isFromTile = false; ///< there is no source
  std::string fileName;
  std::optional<host::HostModule> hostModule;     ///< decoded at the first run on the CPU
  std::optional<host::HostModule> checkingModule; ///< decoded at the first checking run
  /// The `tile_gpu` form, made at the first run of it, with the variants that it has.
  std::optional<host::HostModule> gpuModule;
  manifest::Manifest gpuManifest;
  std::map<std::string, std::string> gpuCode; ///< hash of the code of each entry; empty where there are module variables
};

} // namespace tilec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The compiler for C++: headers alone, over the C API. tilec-c/Compiler.h says what each function does. Link
/// libtilec.so.
///
///   tilec::Options options;
///   options.set("instantiate", "scale<256>").set("fast-math", "true");
///   tilec::Compilation compilation("scale.cu", text, options);
///   compilation.run("scale<256>", {blocks}, out, in, n);                    // on the CPU
///   tilec::Module module(context, compilation.emit(TILEC_STAGE_PTX));       // on a GPU
///
/// A source that is refused throws tilec::CompileError with every diagnostic.
#ifndef TILEC_CPP_COMPILER_H
#define TILEC_CPP_COMPILER_H

#include "tilec-c/Compiler.h"
#include "tilec-cpp/Runtime.h"

#include <vector>

namespace tilec {
inline namespace v1 {

/// Options of one compilation.
class Options {
public:
  Options() {
    tilecCompileOptionsInit(&options, sizeof(options));
  }
  Options(const Options &) = delete;
  Options &operator=(const Options &) = delete;
  ~Options() {
    tilecCompileOptionsClear(&options);
  }
  /// An option of the command by its name: set("arch", "sm_90a"), set("hints", "latency = 4").
  Options &set(const std::string &name, const std::string &value = "true") {
    check(tilecCompileOptionsSet(&options, name.c_str(), value.c_str()));
    return *this;
  }
  /// Fields that have no name, e.g. headers in memory; what they point to must live as long as they are used.
  TilecCompileOptions &native() {
    return options;
  }
  const TilecCompileOptions &native() const {
    return options;
  }

private:
  TilecCompileOptions options;
};

struct Diagnostic {
  TilecSeverity severity;
  std::string file;      ///< empty when it belongs to no place
  unsigned line, column; ///< from 1; 0 when unknown
  std::string message;
  std::string option;   ///< `-Wfoo`, or empty
  std::string rendered; ///< as a terminal shows it
};

/// A source that was refused.
class CompileError : public Error {
public:
  CompileError(const std::string &message, std::vector<Diagnostic> diagnostics)
      : Error(-15, "kBadSource", message), all(std::move(diagnostics)) {}
  const std::vector<Diagnostic> &diagnostics() const {
    return all;
  }

private:
  std::vector<Diagnostic> all;
};

/// How a kernel runs on the CPU.
struct HostOptions {
  unsigned threads = 0;                ///< 0: one per core
  bool check = false;                  ///< report what the language forbids; several times slower
  std::vector<TilecHostMemory> memory; ///< what the kernel may touch; none: addresses and races are not checked
};

/// One source compiled for one architecture. It belongs to one thread at a time.
class Compilation : public Handle<TilecCompilation, tilecCompilationDestroy> {
public:
  Compilation(const std::string &name, const std::string &text, const Options &options = {})
      : Handle(start(name, text, options)) {
    throwUnless(tilecCompilationSucceeded(get()));
  }

  /// Warnings, and remarks where they were asked for.
  std::vector<Diagnostic> diagnostics() const {
    std::vector<Diagnostic> found;
    for (size_t i = 0; i != tilecCompilationDiagnosticCount(get()); ++i) {
      TilecDiagnostic d = tilecCompilationDiagnostic(get(), i);
      found.push_back({d.severity, d.file, d.line, d.column, d.message, d.option, d.rendered});
    }
    return found;
  }
  /// The module at a stage: text, or the bytes of a cubin.
  std::string emit(TilecStage stage) const {
    const char *data = nullptr;
    size_t bytes = 0;
    throwUnless(tilecCompilationEmit(get(), stage, &data, &bytes));
    return std::string(data, bytes);
  }
  /// As JSON.
  std::string manifest() const {
    return tilecCompilationManifest(get());
  }
  /// Symbol of the instance of a kernel template that was asked for; otherwise `name`, which may be a symbol.
  std::string symbol(const std::string &name) const {
    const char *found = tilecCompilationLoweredName(get(), name.c_str());
    return found ? found : name;
  }

  /// Runs a kernel on the CPU and waits for its end.
  template <typename... Arguments> void run(const std::string &kernel, Grid grid, const Arguments &...arguments) const {
    runWith({}, kernel, grid, arguments...);
  }
  template <typename... Arguments>
  void runWith(const HostOptions &host, const std::string &kernel, Grid grid, const Arguments &...arguments) const {
    TilecHostOptions options = TILEC_HOST_DEFAULTS;
    options.threads = host.threads;
    options.check = host.check;
    options.memory = host.memory.data();
    options.memoryCount = host.memory.size();
    const TilecArgument list[] = {static_cast<Argument>(arguments).argument..., {}};
    v1::check(tilecCompilationRunOnHost(get(), symbol(kernel).c_str(), grid.x, grid.y, grid.z, list,
                                        sizeof...(arguments), &options));
  }

private:
  static TilecCompilation start(const std::string &name, const std::string &text, const Options &options) {
    TilecSourceFile source = {name.c_str(), text.c_str()};
    return tilecCompile(&source, &options.native());
  }
  void throwUnless(bool succeeded) const {
    if (succeeded)
      return;
    std::vector<Diagnostic> all = diagnostics();
    std::string message;
    for (const Diagnostic &one : all)
      if (one.severity == TILEC_ERROR)
        message += one.rendered;
    throw CompileError(message, std::move(all));
  }
};

} // namespace v1
} // namespace tilec

#endif // TILEC_CPP_COMPILER_H

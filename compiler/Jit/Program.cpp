// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilec/Program.h"

#include <cstring>

using namespace tilec;

Place Place::best() {
  if (auto device = runtime::Device::open())
    if (auto context = device->primaryContext())
      return Place::device(*context);
  return host();
}

Place Place::host(HostOptions options) {
  Place place;
  place.hostOptions = std::move(options);
  return place;
}

Place Place::device(runtime::Context context) {
  Place place;
  place.context = std::move(context);
  return place;
}

std::string Place::architecture() const {
  return context ? context->device().architecture() : CompileOptions().architecture;
}

runtime::Expected<Memory> Memory::allocate(const Place &place, size_t bytes) {
  Memory memory;
  if (place.isHost()) {
    memory.hostBytes = std::make_shared<std::vector<unsigned char>>(bytes);
    return memory;
  }
  auto buffer = runtime::Buffer::allocate(*place.context, bytes);
  if (!buffer)
    return buffer.error();
  memory.buffer = *buffer;
  return memory;
}

/// Host memory of `size` bytes cannot give or take `bytes`.
static runtime::Status checkRange(const char *call, size_t bytes, size_t size) {
  if (bytes <= size)
    return {};
  return runtime::Error{call, runtime::kBadRange, "kBadRange",
                        "expected at most " + std::to_string(size) + " bytes, got " + std::to_string(bytes)};
}

runtime::Status Memory::copyFrom(const void *source, size_t bytes) const {
  if (buffer)
    return buffer->copyFrom(source, bytes);
  runtime::Status range = checkRange("Memory::copyFrom", bytes, hostBytes->size());
  if (range && bytes)
    std::memcpy(hostBytes->data(), source, bytes);
  return range;
}

runtime::Status Memory::copyTo(void *target, size_t bytes) const {
  if (buffer)
    return buffer->copyTo(target, bytes);
  runtime::Status range = checkRange("Memory::copyTo", bytes, hostBytes->size());
  if (range && bytes)
    std::memcpy(target, hostBytes->data(), bytes);
  return range;
}

Memory::operator runtime::Argument() const {
  return buffer ? runtime::Argument(*buffer) : runtime::Argument(static_cast<const void *>(hostBytes->data()));
}

static runtime::Error compileError(const std::vector<Diagnostic> &diagnostics) {
  std::string text;
  for (const Diagnostic &diagnostic : diagnostics)
    text += diagnostic.rendered;
  return {"Program::build", runtime::kBadSource, "kBadSource", std::move(text)};
}

runtime::Expected<Program> Program::build(const Place &place, const SourceFile &source, CompileOptions options,
                                          const CodeCache &cache) {
  options.architecture = place.architecture();
  Program program;
  program.place = place;
  program.source = source;
  program.options = options;
  if (place.isHost()) {
    if (!program.compilation().succeeded())
      return compileError(program.compilation().diagnostics());
    return program;
  }
  CompiledCode code = cache.compile(source, options);
  if (!code.succeeded())
    return compileError(code.diagnostics);
  auto module = runtime::Module::load(*place.context, code.image);
  if (!module)
    return module.error();
  program.module = *module;
  return program;
}

Compilation &Program::compilation() {
  if (!compiled)
    compiled = std::make_shared<Compilation>(Compilation::start(source, options));
  return *compiled;
}

runtime::Status Program::launch(const std::string &kernel, runtime::Dim3 grid,
                                std::span<const runtime::Argument> arguments) {
  if (!module)
    return compiled->runOnHost(kernel, grid, arguments, place.hostOptions);
  auto function = module->kernel(kernel);
  if (!function)
    return function.error();
  runtime::LaunchOptions options;
  options.grid = grid;
  if (runtime::Status status = function->launch(options, arguments); !status)
    return status;
  return place.context->synchronize();
}

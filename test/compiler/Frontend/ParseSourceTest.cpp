// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ParseSourceTest.cpp - the front end as a library -----------------------===//
//
// Sources that exist only in memory, messages as data, several compilations at once.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Frontend.h"
#include "test/support/Catch.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace tilec::frontend;

namespace {
struct Messages : clang::DiagnosticConsumer {
  std::vector<std::string> errors;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    if (level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    unsigned line = info.hasSourceManager() && info.getLocation().isValid()
                        ? info.getSourceManager().getSpellingLineNumber(info.getLocation())
                        : 0;
    errors.push_back(std::to_string(line) + ": " + text.str().str());
  }
};

FrontendOptions optionsFor(llvm::StringRef source) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile("/src/kernel.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(source));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::createPhysicalFileSystem());
  files->pushOverlay(memory);
  FrontendOptions options;
  options.fileSystem = files;
  return options;
}

std::vector<std::string> errorsOf(const FrontendOptions &options, llvm::StringRef file = "/src/kernel.cu") {
  Messages messages;
  bool isWrong = failed(checkSource(options, file, messages));
  CHECK(isWrong == !messages.errors.empty());
  return messages.errors;
}

constexpr const char *good = "#include <cuda_tile.h>\n"
                             "namespace ct = cuda::tiles;\n"
                             "__tile_global__ void k(float *p) { p[ct::bid().x] = 1; }\n";
constexpr const char *wrong = "#include <cuda_tile.h>\n"
                              "int host();\n"
                              "__tile_global__ void k(int *p) { p[0] = host(); }\n";
constexpr const char *hostMessage =
    "3: host function 'host' cannot be called in tile code: only tile functions can; declare it __tile__";
} // namespace

TEST_CASE("a source may live in memory") {
  CHECK(errorsOf(optionsFor(good)).empty());
  CHECK(errorsOf(optionsFor(wrong)) == std::vector<std::string>{hostMessage});
}

TEST_CASE("what is missing is reported, not printed") {
  std::vector<std::string> errors = errorsOf(optionsFor(good), "/src/absent.cu");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("absent.cu") != std::string::npos);
  FrontendOptions options = optionsFor(good);
  options.arguments = {"-fno-such-flag"};
  errors = errorsOf(options);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0] == "0: unknown argument: '-fno-such-flag'");
}

TEST_CASE("precompiled headers change no result") {
  for (bool precompile : {false, true}) {
    FrontendOptions options = optionsFor(wrong);
    options.precompileHeaders = precompile;
    CHECK(errorsOf(options) == std::vector<std::string>{hostMessage});
  }
}

TEST_CASE("compilations run side by side") {
  std::vector<std::vector<std::string>> results(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i != results.size(); ++i)
    threads.emplace_back([&results, i] {
      Messages messages;
      FrontendOptions options = optionsFor(i % 2 ? wrong : good);
      // Every second pair makes its own precompiled form at the same time as others.
      options.arguments = {"-D_VARIANT=" + std::to_string(i / 4)};
      (void)checkSource(options, "/src/kernel.cu", messages);
      results[i] = messages.errors;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i != results.size(); ++i)
    CHECK(results[i] == (i % 2 ? std::vector<std::string>{hostMessage} : std::vector<std::string>{}));
}

TEST_CASE("the cache of precompiled headers is bounded") {
  namespace fs = std::filesystem;
  llvm::SmallString<128> folder;
  REQUIRE(!llvm::sys::fs::createUniqueDirectory("tilec-cache", folder));
  std::string before = std::getenv("TILEC_CACHE_DIR") ? std::getenv("TILEC_CACHE_DIR") : "";
  setenv("TILEC_CACHE_DIR", folder.c_str(), 1);
  auto compile = [](const char *definition) {
    FrontendOptions options = optionsFor(good);
    options.arguments = {definition};
    options.precompiledBytes = 1;
    CHECK(errorsOf(options).empty());
  };
  auto forms = [&] {
    std::vector<fs::path> found;
    for (const auto &entry : fs::directory_iterator(fs::path(folder.c_str()) / "headers"))
      if (entry.path().extension() == ".pch")
        found.push_back(entry.path());
    return found;
  };

  compile("-D_FIRST");
  REQUIRE(forms().size() == 1);
  fs::path first = forms()[0];
  // One that was just used stays, whatever its size.
  compile("-D_SECOND");
  CHECK(forms().size() == 2);
  // One that was not used for long goes.
  fs::last_write_time(first.string() + ".files", fs::file_time_type::clock::now() - std::chrono::hours(2));
  compile("-D_THIRD");
  CHECK(forms().size() == 2);
  CHECK(!fs::exists(first));

  fs::remove_all(folder.c_str());
  if (before.empty())
    unsetenv("TILEC_CACHE_DIR");
  else
    setenv("TILEC_CACHE_DIR", before.c_str(), 1);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled code comes back from disk exactly when nothing that it was made from has changed.
#include "tilec/CodeCache.h"
#include "test/support/Catch.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

using namespace tilec;
namespace fs = llvm::sys::fs;

namespace {

/// A folder for one test, with an include folder and a cache.
struct Workplace {
  Workplace() {
    llvm::SmallString<128> path;
    REQUIRE_FALSE(fs::createUniqueDirectory("tilec-cache", path));
    folder = path.str().str();
    for (const char *name : {"/first", "/second"})
      REQUIRE_FALSE(fs::create_directory(folder + name));
    write("second/factor.h", "#define FACTOR 3\n");
    options.arguments = {"-I" + folder + "/first", "-I" + folder + "/second"};
  }
  ~Workplace() {
    fs::remove_directories(folder);
  }
  /// Writes a file as if some time ago: what changes while it is compiled is not kept.
  void write(const std::string &name, const std::string &text) {
    std::ofstream(folder + "/" + name) << text;
    age(folder + "/" + name);
  }
  static void age(const std::string &path) {
    static auto time = std::chrono::system_clock::now() - std::chrono::hours(1);
    int descriptor;
    REQUIRE_FALSE(fs::openFileForReadWrite(path, descriptor, fs::CD_OpenExisting, fs::OF_None));
    REQUIRE_FALSE(fs::setLastAccessAndModificationTime(descriptor, time += std::chrono::seconds(1)));
    close(descriptor);
  }
  CodeCache cache(uint64_t maxBytes = 1 << 30) {
    return CodeCache({folder + "/cache", maxBytes});
  }
  CompiledCode compile() {
    return cache().compile({"scale.cu", text}, options);
  }
  std::vector<std::string> entries() {
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::directory_iterator entry(folder + "/cache", error), end; entry != end && !error; entry.increment(error))
      if (llvm::sys::path::filename(entry->path()).starts_with("llvmcache-")) // not the time of the last pruning
        paths.push_back(entry->path());
    return paths;
  }

  std::string folder;
  std::string text = "#include <cuda_tile.h>\n#include <factor.h>\n"
                     "extern \"C\" __tile_global__ void scale(float *p) { p[0] = FACTOR * p[1]; }\n";
  CompileOptions options;
};

} // namespace

TEST_CASE("what was compiled before comes from the cache, byte for byte") {
  Workplace work;
  CompiledCode first = work.compile(), second = work.compile();
  REQUIRE(first.succeeded());
  CHECK_FALSE(first.fromCache);
  CHECK(second.fromCache);
  CHECK(second.image == first.image);
  work.options.precompileHeaders = !work.options.precompileHeaders; // changes no code
  CHECK(work.compile().fromCache);
}

TEST_CASE("source, options and stage are told apart") {
  Workplace work;
  work.compile();
  CHECK_FALSE(work.cache().compile({"other.cu", work.text}, work.options).fromCache);
  CHECK_FALSE(work.cache().compile({"scale.cu", work.text + "//"}, work.options).fromCache);
  for (auto change :
       {+[](CompileOptions &o) { o.architecture = "sm_80"; }, +[](CompileOptions &o) { o.arguments.push_back("-DX"); },
        +[](CompileOptions &o) { o.bounds = Bounds::Mask; }, +[](CompileOptions &o) { o.maxVariants = 1; },
        +[](CompileOptions &o) { o.tensorMaps = Choice::On; }, +[](CompileOptions &o) { o.persistent = Choice::On; },
        +[](CompileOptions &o) { o.specializeWarps = Choice::Off; }, +[](CompileOptions &o) { o.lineInfo = true; },
        +[](CompileOptions &o) { o.contractFma = false; }}) {
    CompileOptions saved = work.options;
    change(work.options);
    CHECK_FALSE(work.compile().fromCache);
    CHECK(work.compile().fromCache);
    work.options = saved;
  }
  CHECK(work.compile().fromCache);
}

TEST_CASE("a header that changed, appeared or went is noticed") {
  Workplace work;
  std::string three = work.compile().image;
  work.write("second/factor.h", "#define FACTOR 5\n");
  CompiledCode five = work.compile();
  CHECK_FALSE(five.fromCache);
  CHECK(five.image != three);
  work.write("first/factor.h", "#define FACTOR 3\n");
  CompiledCode shadowed = work.compile();
  CHECK_FALSE(shadowed.fromCache);
  CHECK(shadowed.image == three);
  fs::remove(work.folder + "/first/factor.h");
  CHECK(work.compile().image == five.image);
  Workplace::age(work.folder + "/second/factor.h"); // touched only
  CHECK(work.compile().fromCache);
}

TEST_CASE("errors are reported each time, warnings and names come back from the cache") {
  Workplace work;
  std::string good = work.text;
  work.text += "__tile_global__ void k() { undeclared; }\n";
  for (int i = 0; i < 2; ++i) {
    CompiledCode code = work.compile();
    CHECK_FALSE(code.succeeded());
    CHECK_FALSE(code.fromCache);
    REQUIRE(code.diagnostics.size() == 1);
  }
  work.text = good + "#warning look here\ntemplate <class T> __tile_global__ void t(T *p) { *p = 1; }\n";
  work.options.nameExpressions = {"t<int>"};
  CompiledCode first = work.compile(), second = work.compile();
  REQUIRE(second.fromCache);
  REQUIRE(second.diagnostics.size() == 1);
  CHECK(second.diagnostics[0].rendered == first.diagnostics[0].rendered);
  CHECK(second.diagnostics[0].severity == Diagnostic::Severity::Warning);
  CHECK(second.diagnostics[0].line == 4);
  CHECK(second.loweredNames == first.loweredNames);
  CHECK(second.loweredNames.at("t<int>") == "_Z1tIiEvPT_");
}

TEST_CASE("damaged entries are made again") {
  Workplace work;
  std::string image = work.compile().image;
  REQUIRE(work.entries().size() == 1);
  std::string path = work.entries()[0];
  std::ifstream file(path);
  std::stringstream bytes;
  bytes << file.rdbuf();
  for (size_t length : {size_t(0), size_t(10), bytes.str().size() / 2, bytes.str().size() - 1}) {
    std::ofstream(path, std::ios::trunc) << bytes.str().substr(0, length);
    CompiledCode code = work.compile();
    CHECK_FALSE(code.fromCache);
    CHECK(code.image == image);
  }
  std::string changed = bytes.str();
  changed[changed.size() - 20] ^= 1;
  std::ofstream(path, std::ios::trunc) << changed;
  CHECK_FALSE(work.compile().fromCache);
}

TEST_CASE("the cache is bounded, and keeps what was used last") {
  Workplace work;
  auto source = [&](int i) { return SourceFile{"scale.cu", work.text + "// " + std::to_string(i)}; };
  work.compile(); // makes the precompiled headers, so its entry lists all that was looked for
  work.cache().compile(source(-1), work.options);
  uint64_t bytes = UINT64_MAX;
  for (const std::string &entry : work.entries()) {
    uint64_t size = 0;
    fs::file_size(entry, size);
    bytes = std::min(bytes, size);
  }
  CodeCache small = work.cache(3 * bytes + bytes / 2);
  for (int i = 0; i < 6; ++i) {
    small.compile(source(i), work.options);
    CHECK(small.compile(source(0), work.options).fromCache == true);
  }
  CHECK(work.entries().size() <= 3);
}

TEST_CASE("without a folder code is compiled as ever") {
  Workplace work;
  std::ofstream(work.folder + "/file") << "no folder";
  CodeCache cache({work.folder + "/file/cache", 1000});
  CHECK(cache.compile({"scale.cu", work.text}, work.options).succeeded());
  CHECK_FALSE(cache.compile({"scale.cu", work.text}, work.options).fromCache);
}

TEST_CASE("threads share a cache") {
  Workplace work;
  std::string expected = work.compile().image;
  fs::remove(work.entries()[0]);
  std::vector<std::thread> threads;
  std::array<bool, 4> right{};
  for (size_t t = 0; t < right.size(); ++t)
    threads.emplace_back([&, t] {
      bool same = true;
      for (int i = 0; i < 3; ++i)
        same &= work.cache().compile({"scale.cu", work.text}, work.options).image == expected;
      right[t] = same;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (bool same : right)
    CHECK(same);
  CHECK(work.entries().size() == 1);
}

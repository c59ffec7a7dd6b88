// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's C API does what the C++ one does.
#include "test/support/Catch.h"

#include "llvm/Support/FileSystem.h"

#include "tilec-c/Compiler.h"

static TilecArgument pointer(const void *address) {
  TilecArgument argument{};
  argument.kind = TILEC_ARGUMENT_POINTER;
  argument.value.u = reinterpret_cast<uint64_t>(address);
  return argument;
}

TEST_CASE("a C program compiles a template, gets PTX, and runs it on the host") {
  TilecCompileOptions options;
  tilecCompileOptionsInit(&options, sizeof(options));
  const char *expressions[] = {"put<40 + 2>"}, *arguments[] = {"-DOFFSET=1"};
  TilecSourceFile header = {"add.h", "inline constexpr int more = OFFSET;\n"};
  options.nameExpressions = expressions;
  options.nameExpressionCount = 1;
  options.arguments = arguments;
  options.argumentCount = 1;
  options.headers = &header;
  options.headerCount = 1;
  TilecSourceFile source = {"put.cu", "#include <cuda_tile.h>\n#include \"add.h\"\n"
                                      "template <int N> __tile_global__ void put(int *p) { *p = N + more; }\n"};
  TilecCompilation compilation = tilecCompile(&source, &options);
  REQUIRE(tilecCompilationSucceeded(compilation));
  CHECK(std::string(tilecCompilationLoweredName(compilation, "put<40 + 2>")) == "_Z3putILi42EEvPi");
  CHECK(tilecCompilationLoweredName(compilation, "put<1>") == nullptr);

  const char *data = nullptr;
  size_t bytes = 0;
  REQUIRE(tilecCompilationEmit(compilation, TILEC_STAGE_PTX, &data, &bytes));
  CHECK(std::string(data, bytes).find(".visible .entry _Z3putILi42EEvPi(") != std::string::npos);
  CHECK(std::string(tilecCompilationManifest(compilation)).find("\"entry\":\"_Z3putILi42EEvPi\"") != std::string::npos);

  int value = 0;
  TilecArgument argument = pointer(&value);
  CHECK(tilecCompilationRunOnHost(compilation, "put", 1, 1, 1, &argument, 1, nullptr) == nullptr);
  CHECK(value == 43);
  TilecError error = tilecCompilationRunOnHost(compilation, "put", 1, 1, 1, &argument, 0, nullptr);
  REQUIRE(error);
  CHECK(std::string(tilecErrorName(error)) == "kArgumentCount");
  tilecErrorDestroy(error);
  tilecCompilationDestroy(compilation);
}

TEST_CASE("bounds may be chosen in C") {
  TilecCompileOptions options;
  tilecCompileOptionsInit(&options, sizeof(options));
  CHECK(options.bounds == TILEC_BOUNDS_AUTO);
  TilecSourceFile source = {"put.cu", "#include <cuda_tile.h>\n"
                                      "namespace ct = cuda::tiles;\n"
                                      "__tile_global__ void put(int *p, int n) {\n"
                                      "  ct::partition_view view{ct::tensor_span{p, ct::extents{n}}, ct::shape<8>{}};\n"
                                      "  view.store(ct::full<ct::tile<int, ct::shape<8>>>(7), 0);\n"
                                      "}\n"};
  for (TilecBounds bounds : {TILEC_BOUNDS_AUTO, TILEC_BOUNDS_TRUST, TILEC_BOUNDS_MASK, TILEC_BOUNDS_TRAP}) {
    options.bounds = bounds;
    TilecCompilation compilation = tilecCompile(&source, &options);
    const char *text = nullptr;
    size_t bytes = 0;
    REQUIRE(tilecCompilationEmit(compilation, TILEC_STAGE_TILE, &text, &bytes));
    bool isMasked = bounds == TILEC_BOUNDS_MASK || bounds == TILEC_BOUNDS_TRAP;
    CHECK((std::string(text).find("in_bounds") == std::string::npos) == isMasked);
    CHECK((std::string(text).find("tile.assert") != std::string::npos) == (bounds == TILEC_BOUNDS_TRAP));
    tilecCompilationDestroy(compilation);
  }
}

TEST_CASE("a C program runs kernels from the tile dialect, and reaches their variables") {
  TilecSourceFile source = {"count.cu", "#include <cuda_tile.h>\n#include <assert.h>\n__tile__ int counter = 3;\n"
                                        "__tile_global__ void count(int *p, short step) {\n"
                                        "  assert(step < 9);\n  counter = counter + step;\n  *p = counter;\n}\n"};
  TilecCompilation first = tilecCompile(&source, nullptr);
  const char *text = nullptr;
  size_t bytes = 0, size = 0, sizes[2] = {}, count = 0;
  REQUIRE(tilecCompilationEmit(first, TILEC_STAGE_TILE, &text, &bytes));
  TilecCompilation compilation = tilecCompilationFromTile(text, bytes, nullptr);
  tilecCompilationDestroy(first);
  REQUIRE(tilecCompilationSucceeded(compilation));
  REQUIRE(tilecCompilationParameters(compilation, "_Z5countPis", sizes, 2, &count));
  CHECK((count == 2 && sizes[0] == 8 && sizes[1] == 2));
  CHECK_FALSE(tilecCompilationParameters(compilation, "count", sizes, 2, &count));

  int value = 0, other = 0, *pointer = &value;
  short step = 2;
  void *arguments[] = {&pointer, &step};
  auto launch = [&](const TilecHostOptions *options) {
    TilecError error = tilecCompilationLaunchOnHost(compilation, "_Z5countPis", 1, 1, 1, arguments, 2, options);
    std::string name = error ? tilecErrorName(error) : "";
    tilecErrorDestroy(error);
    return name;
  };
  CHECK(launch(nullptr) == "");
  CHECK(value == 5);
  void *variable = nullptr;
  REQUIRE(tilecCompilationHostVariable(compilation, "counter", false, &variable, &size));
  CHECK((size == 4 && *static_cast<int *>(variable) == 5));
  *static_cast<int *>(variable) = 10;
  CHECK(launch(nullptr) == "");
  CHECK(value == 12);
  tilecCompilationResetHostVariables(compilation);
  CHECK(*static_cast<int *>(variable) == 3);
  CHECK_FALSE(tilecCompilationHostVariable(compilation, "other", false, &variable, &size));

  TilecHostMemory memory = {&value, sizeof(value), "value"};
  TilecHostOptions checked = TILEC_HOST_DEFAULTS;
  checked.threads = 1;
  checked.check = true;
  checked.memory = &memory;
  checked.memoryCount = 1;
  CHECK(launch(&checked) == "");
  CHECK(value == 5); // runs with checks have variables of their own
  pointer = &other;
  CHECK(launch(&checked) == "kHostAccess");
  step = 9;
  CHECK(launch(nullptr) == "kHostAssert");
  tilecCompilationDestroy(compilation);
}

TEST_CASE("what is no module of the tile dialect is refused") {
  std::string text = "module { func.func @f() attributes {tile.kernel} { oops } }";
  TilecCompilation compilation = tilecCompilationFromTile(text.data(), text.size(), nullptr);
  CHECK_FALSE(tilecCompilationSucceeded(compilation));
  REQUIRE(tilecCompilationDiagnosticCount(compilation) == 1);
  CHECK(std::string(tilecCompilationDiagnostic(compilation, 0).file) == "tile module");
  tilecCompilationDestroy(compilation);
}

TEST_CASE("options that nobody has initialised are refused") {
  TilecCompileOptions options = {};
  TilecSourceFile source = {"k.cu", "#include <cuda_tile.h>\n__tile_global__ void k(int *p) { *p = 1; }\n"};
  TilecCompilation compilation = tilecCompile(&source, &options);
  CHECK_FALSE(tilecCompilationSucceeded(compilation));
  REQUIRE(tilecCompilationDiagnosticCount(compilation) == 1);
  CHECK(std::string(tilecCompilationDiagnostic(compilation, 0).message)
            .find("expected an architecture such as sm_80, ") == 0);
  tilecCompilationDestroy(compilation);
}

TEST_CASE("diagnostics come through the C API") {
  TilecSourceFile source = {"bad.cu", "#include <cuda_tile.h>\n__tile_global__ void k(int *p) { *p = wrong; }\n"};
  TilecCompilation compilation = tilecCompile(&source, nullptr);
  CHECK_FALSE(tilecCompilationSucceeded(compilation));
  REQUIRE(tilecCompilationDiagnosticCount(compilation) == 1);
  TilecDiagnostic diagnostic = tilecCompilationDiagnostic(compilation, 0);
  CHECK(diagnostic.severity == TILEC_ERROR);
  CHECK(std::string(diagnostic.file) == "bad.cu");
  CHECK(diagnostic.line == 2);
  CHECK(std::string(diagnostic.message) == "use of undeclared identifier 'wrong'");
  const char *data = nullptr;
  size_t bytes = 0;
  CHECK_FALSE(tilecCompilationEmit(compilation, TILEC_STAGE_TILE, &data, &bytes));
  tilecCompilationDestroy(compilation);
}

TEST_CASE("compiled code is cached through the C API") {
  llvm::SmallString<128> folder;
  REQUIRE_FALSE(llvm::sys::fs::createUniqueDirectory("tilec-c-cache", folder));
  TilecCompileOptions options;
  tilecCompileOptionsInit(&options, sizeof(options));
  const char *names[] = {"put<7>"};
  options.nameExpressions = names;
  options.nameExpressionCount = 1;
  TilecSourceFile source = {"put.cu", "#include <cuda_tile.h>\n"
                                      "template <int N> __tile_global__ void put(int *p) { *p = N; }\n"};
  std::string images[2];
  for (int i = 0; i < 2; ++i) {
    TilecCode code = tilecCompileCached(&source, &options, TILEC_STAGE_PTX, folder.c_str());
    const char *data = nullptr;
    size_t bytes = 0;
    REQUIRE(tilecCodeImage(code, &data, &bytes));
    images[i].assign(data, bytes);
    CHECK(tilecCodeFromCache(code) == (i == 1));
    CHECK(std::string(tilecCodeLoweredName(code, "put<7>")) == "_Z3putILi7EEvPi");
    CHECK(tilecCodeLoweredName(code, "put<8>") == nullptr);
    CHECK(tilecCodeDiagnosticCount(code) == 0);
    tilecCodeDestroy(code);
  }
  CHECK(images[0] == images[1]);
  source.text = "int x = y;\n";
  options.nameExpressionCount = 0;
  TilecCode bad = tilecCompileCached(&source, &options, TILEC_STAGE_PTX, folder.c_str());
  const char *data = nullptr;
  size_t bytes = 0;
  CHECK_FALSE(tilecCodeImage(bad, &data, &bytes));
  REQUIRE(tilecCodeDiagnosticCount(bad) == 1);
  CHECK(tilecCodeDiagnostic(bad, 0).line == 1);
  tilecCodeDestroy(bad);
  llvm::sys::fs::remove_directories(folder);
}

TEST_CASE("options may be set by the command's names") {
  TilecCompileOptions options;
  tilecCompileOptionsInit(&options, sizeof(options));
  auto set = [&](const char *name, const char *value) {
    TilecError error = tilecCompileOptionsSet(&options, name, value);
    std::string text = error ? std::string(tilecErrorName(error)) + ": " + tilecErrorText(error) : "";
    tilecErrorDestroy(error);
    return text;
  };
  CHECK(set("no-such-option", "1") == "kBadOption: unknown option 'no-such-option'");
  CHECK(set("multicast", "maybe") == "kBadOption: unknown option 'multicast'");
  CHECK(set("fast-math", "yes") == "kBadOption: option 'fast-math': expected true or false, got 'yes'");
  CHECK(set("-O", "4") == "kBadOption: option '-O': expected a level from 0 to 3, got '4'");
  for (auto [name, value] : {std::pair("fast-math", "true"),
                             {"multicast", "false"},
                             {"--pipeline-loops", "3"},
                             {"hints", "latency = 4"},
                             {"instantiate", "root<1>"},
                             {"D", "OFFSET=2"},
                             {"arch", "sm_80"},
                             {"prec_div", "false"}})
    CHECK(set(name, value) == "");
  TilecSourceFile source = {"root.cu", "#include <cuda_tile.h>\nnamespace ct = cuda::tiles;\n"
                                       "template <int N> __tile_global__ void root(float *p) {\n"
                                       "  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();\n"
                                       "  ct::store(p + i, ct::sin(ct::load(p + i)) + float(N + OFFSET));\n}\n"};
  auto ptx = [&] {
    TilecCompilation compilation = tilecCompile(&source, &options);
    const char *data = nullptr;
    size_t bytes = 0;
    bool ok = tilecCompilationEmit(compilation, TILEC_STAGE_PTX, &data, &bytes);
    std::string text = ok ? std::string(data, bytes) : "";
    tilecCompilationDestroy(compilation);
    return text;
  };
  std::string fast = ptx();
  CHECK(fast.find(".target sm_80") != std::string::npos);
  CHECK(fast.find("sin.approx.ftz.f32") != std::string::npos);
  CHECK(set("fast-math", "false") == "");
  std::string precise = ptx();
  CHECK(precise.find(".entry") != std::string::npos);
  CHECK(precise.find("sin.approx") == std::string::npos);
  tilecCompileOptionsClear(&options);
  CHECK(options.named == nullptr);
}

TEST_CASE("structures of an older and of a newer caller are understood") {
  // A caller that knows the first fields alone.
  struct Older {
    size_t size;
    const char *architecture;
  } older = {};
  tilecCompileOptionsInit(reinterpret_cast<TilecCompileOptions *>(&older), sizeof(older));
  CHECK(older.size == sizeof(older));
  TilecSourceFile source = {"k.cu", "#include <cuda_tile.h>\n__tile_global__ void k(int *p) { *p = 1; }\n"};
  TilecCompilation compilation = tilecCompile(&source, reinterpret_cast<TilecCompileOptions *>(&older));
  CHECK(tilecCompilationSucceeded(compilation));
  tilecCompilationDestroy(compilation);
  // One that has a field more.
  struct Newer {
    TilecCompileOptions known;
    int further;
  } newer;
  newer.further = 1;
  tilecCompileOptionsInit(&newer.known, sizeof(newer));
  CHECK(newer.further == 0);
  compilation = tilecCompile(&source, &newer.known);
  CHECK(tilecCompilationSucceeded(compilation));
  tilecCompilationDestroy(compilation);
}

TEST_CASE("what a kernel on the CPU prints goes where the caller wants it") {
  TilecSourceFile source = {"hello.cu", "#include <cuda_tile.h>\n#include <cstdio>\n"
                                        "__tile_global__ void hello(int n) { printf(\"n is %d\\n\", n); }\n"};
  TilecCompilation compilation = tilecCompile(&source, nullptr);
  std::string printed;
  TilecHostOptions options = TILEC_HOST_DEFAULTS;
  options.printData = &printed;
  options.print = [](void *data, const char *text, size_t bytes) {
    static_cast<std::string *>(data)->append(text, bytes);
  };
  TilecArgument argument{};
  argument.kind = TILEC_ARGUMENT_SIGNED;
  argument.value.i = 7;
  CHECK(tilecCompilationRunOnHost(compilation, "hello", 1, 1, 1, &argument, 1, &options) == nullptr);
  CHECK(printed == "n is 7\n");
  tilecCompilationDestroy(compilation);
}

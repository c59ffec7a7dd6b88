// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler as a library: sources and headers from memory, name expressions, diagnostics as objects, many threads.
#include "test/support/Catch.h"

#include "tilec/Compiler.h"

#include <atomic>
#include <functional>
#include <map>
#include <pthread.h>
#include <thread>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace tilec;

namespace {

const char *const kScale = R"(
#include <cuda_tile.h>
namespace ct = cuda::tiles;
namespace ns {
template <class T, int N> __tile_global__ void scale(T *out, const T *in, int n, unsigned char unused) {
  auto i = (int)ct::bid().x * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store_masked(out + i, ct::load_masked(in + i, i < n) + ct::load_masked(in + i, i < n), i < n);
}
}
)";

std::string allMessages(const Compilation &compilation) {
  std::string text;
  for (const Diagnostic &diagnostic : compilation.diagnostics())
    text += diagnostic.rendered;
  return text;
}

Compilation compile(const std::string &text, const CompileOptions &options = {}) {
  return Compilation::start({"test.cu", text}, options);
}

} // namespace

TEST_CASE("name expressions instantiate templates and give their symbols") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<float, 128>", "ns::scale<int, 4 * 16>"};
  Compilation compilation = compile(kScale, options);
  INFO(allMessages(compilation));
  REQUIRE(compilation.succeeded());
  CHECK(compilation.loweredName("ns::scale<float, 128>") == "_ZN2ns5scaleIfLi128EEEvPT_PKS1_ih");
  CHECK(compilation.loweredName("ns::scale<int, 4 * 16>") == "_ZN2ns5scaleIiLi64EEEvPT_PKS1_ih");
  CHECK_FALSE(compilation.loweredName("ns::scale<double, 8>"));
  std::string ir = *compilation.emit(Stage::Tile);
  CHECK(ir.find("@_ZN2ns5scaleIfLi128EEEvPT_PKS1_ih") != std::string::npos);
}

TEST_CASE("the manifest has names, kinds, sizes, signedness and pointees of the parameters") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<float, 128>"};
  Compilation compilation = compile(kScale, options);
  REQUIRE(compilation.manifest().kernels.size() == 1);
  const manifest::Kernel &kernel = compilation.manifest().kernels[0];
  CHECK(kernel.displayName == "ns::scale<float, 128>(float *, const float *, int, unsigned char)");
  using Kind = manifest::Parameter::Kind;
  CHECK(kernel.parameters == std::vector<manifest::Parameter>{{"out", Kind::Pointer, 8, 8, false, "f32"},
                                                              {"in", Kind::Pointer, 8, 8, false, "f32"},
                                                              {"n", Kind::Integer, 4, 4, true, "i32"},
                                                              {"unused", Kind::Integer, 1, 1, false, "u8"}});
  CHECK(compilation.manifest().architecture == "sm_90a");
}

TEST_CASE("parameters of every kind are described") {
  Compilation compilation = compile(R"(
#include <cuda_tile.h>
enum Small : short { one };
struct Pair { int a; double b; };
extern "C" __tile_global__ void k(bool a, Small b, double c, long long d, decltype(nullptr) e, void *f, const volatile int &g, unsigned short *const *h,
                                         long double i) {}
)");
  INFO(allMessages(compilation));
  REQUIRE(compilation.manifest().kernels.size() == 1);
  std::string text;
  for (const manifest::Parameter &p : compilation.manifest().kernels[0].parameters)
    text += std::to_string(int(p.kind)) + ":" + std::to_string(p.size) + ":" + (p.isSigned ? "s:" : "u:") +
            p.elementType + " ";
  CHECK(text == "0:1:u:bool 0:2:s:i16 1:8:u:f64 0:8:s:i64 2:8:u:void 2:8:u:void 2:8:u:i32 2:8:u: 1:8:u:f64 ");
}

TEST_CASE("a name expression that is no kernel is an error at its place") {
  CompileOptions options;
  options.nameExpressions = {"helper"};
  Compilation compilation = compile("#include <cuda_tile.h>\nvoid helper() {}\n", options);
  CHECK_FALSE(compilation.succeeded());
  REQUIRE(compilation.diagnostics().size() == 1);
  const Diagnostic &diagnostic = compilation.diagnostics()[0];
  CHECK(diagnostic.file == "name expression 'helper'");
  CHECK(diagnostic.message == "expected a kernel, got 'helper'");
}

TEST_CASE("a name expression with quotes keeps its meaning") {
  CompileOptions options;
  options.nameExpressions = {"k<'\"'>"};
  Compilation compilation =
      compile("#include <cuda_tile.h>\ntemplate <char C> __tile_global__ void k(char *p) { *p = C; }\n", options);
  INFO(allMessages(compilation));
  CHECK(compilation.loweredName("k<'\"'>") == "_Z1kILc34EEvPc");
}

TEST_CASE("headers come from memory, in both include forms and before the disk") {
  CompileOptions options;
  options.headers = {
      {"mine.h", "#define NUMBER 41\n"}, {"sub/other.h", "#define OTHER 1\n"}, {"cmath", "#define MATH 0\n"}};
  std::string text = "#include <cuda_tile.h>\n#include \"mine.h\"\n#include <sub/other.h>\n#include <cmath>\n"
                     "extern \"C\" __tile_global__ void k(int *p) { *p = NUMBER + OTHER + MATH; }\n";
  Compilation compilation = compile(text, options);
  INFO(allMessages(compilation));
  REQUIRE(compilation.succeeded());
  CHECK(compilation.emit(Stage::Tile)->find("arith.constant 42 : i32") != std::string::npos);
}

TEST_CASE("diagnostics are objects with place, severity and rendered text") {
  Compilation compilation = compile("#include <cuda_tile.h>\n__tile_global__ void k(int *p) {\n  *p = wrong;\n}\n");
  CHECK_FALSE(compilation.succeeded());
  CHECK_FALSE(compilation.emit(Stage::Tile));
  REQUIRE(compilation.diagnostics().size() == 1);
  const Diagnostic &error = compilation.diagnostics()[0];
  CHECK(error.severity == Diagnostic::Severity::Error);
  CHECK(error.file == "test.cu");
  CHECK(error.line == 3);
  CHECK(error.column == 8);
  CHECK(error.message == "use of undeclared identifier 'wrong'");
  CHECK(error.rendered ==
        "test.cu:3:8: error: use of undeclared identifier 'wrong'\n    3 |   *p = wrong;\n      |        ^~~~~\n");
}

TEST_CASE("a warning names the option that controls it and fails nothing") {
  CompileOptions options;
  options.arguments = {"-Wunused-variable"};
  Compilation compilation =
      compile("#include <cuda_tile.h>\n__tile_global__ void k(int *p) { int extra; *p = 1; }\n", options);
  CHECK(compilation.succeeded());
  REQUIRE(compilation.diagnostics().size() == 1);
  CHECK(compilation.diagnostics()[0].severity == Diagnostic::Severity::Warning);
  CHECK(compilation.diagnostics()[0].option == "-Wunused-variable");
}

TEST_CASE("a wrong architecture is a diagnostic") {
  CompileOptions options;
  options.architecture = "sm_12x";
  Compilation compilation = compile("", options);
  CHECK_FALSE(compilation.succeeded());
  REQUIRE(compilation.diagnostics().size() == 1);
  CHECK(compilation.diagnostics()[0].message.find("got 'sm_12x'") != std::string::npos);
}

TEST_CASE("a file that cannot be read is a diagnostic") {
  Compilation compilation = Compilation::startFile("/nowhere/kernel.cu", {});
  CHECK_FALSE(compilation.succeeded());
  REQUIRE(!compilation.diagnostics().empty());
  CHECK(compilation.diagnostics()[0].message.find("/nowhere/kernel.cu") != std::string::npos);
}

TEST_CASE("the same source gives the same bytes, in many threads at once") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<float, 128>"};
  std::string expected = *compile(kScale, options).emit(Stage::PTX);
  std::atomic<int> different = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 2; ++i)
        different += compile(kScale, options).emit(Stage::PTX) != expected;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(different == 0);
}

TEST_CASE("PTX comes with a manifest that a launcher can use") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<float, 128>"};
  Compilation compilation = compile(kScale, options);
  std::optional<std::string> ptx = compilation.emit(Stage::PTX);
  INFO(allMessages(compilation));
  REQUIRE(ptx);
  manifest::Manifest read;
  manifest::ReadError error;
  CHECK(manifest::fromPtx(*ptx, read, error));
  CHECK(read == compilation.manifest());
  REQUIRE(read.kernels.size() == 1);
  REQUIRE(read.kernels[0].variants.size() == 3); // without masks, masked but wide, and for any arguments
  CHECK_FALSE(read.kernels[0].variants[0].facts.empty());
  CHECK_FALSE(read.kernels[0].variants[1].facts.empty());
  CHECK(read.kernels[0].variants[2].facts.empty());
  CHECK(read.kernels[0].variants[2].entry == read.kernels[0].name);
  options.maxVariants = 1;
  Compilation single = compile(kScale, options);
  REQUIRE(single.emit(Stage::PTX));
  CHECK(single.manifest().kernels[0].variants.size() == 1);
  CHECK(ptx->find(".reqntid " + std::to_string(read.kernels[0].variants[0].threadsPerCta)) != std::string::npos);
}

TEST_CASE("one compilation runs on the host and compiles for the device") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<int, 8>"};
  Compilation compilation = compile(kScale, options);
  int in[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, out[10] = {};
  runtime::Status status = compilation.runOnHost("scale", {2}, {out, in, 10, 0});
  REQUIRE(status);
  CHECK(out[9] == 20);
  CHECK(compilation.emit(Stage::PTX));
  out[9] = 0;
  CHECK(compilation.runOnHost("scale", {2}, {out, in, 10, 0}));
  CHECK(out[9] == 20);
}

TEST_CASE("a run on the host that goes wrong is an error value") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<int, 8>"};
  Compilation compilation = compile(kScale, options);
  int in[8] = {}, out[8] = {};
  CHECK(compilation.runOnHost("scale", {1}, {out, in, 8}).error().code == runtime::kArgumentCount);
  CHECK(compilation.runOnHost("scale", {1}, {out, in, 8.0f, 0}).error().code == runtime::kArgumentType);
  CHECK(compilation.runOnHost("other", {1}, {}).error().code == runtime::kNoKernel);
  HostOptions checked;
  checked.check = true;
  checked.memory = {{out, sizeof(out), "out"}, {in, 16, "in"}};
  runtime::Status status = compilation.runOnHost("scale", {1}, {out, in, 8, 0}, checked);
  REQUIRE(!status);
  CHECK(status.error().code == runtime::kHostAccess);
  CHECK(status.error().text.find("past the end of in, which has 16 bytes") != std::string::npos);
}

TEST_CASE("a grid that no device launches is refused on the host") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<int, 8>"};
  Compilation compilation = compile(kScale, options);
  CHECK(compilation.runOnHost("scale", {1, 0, 1}, {nullptr, nullptr, 0, 0}).error().code == runtime::kBadGrid);
  CHECK(compilation.runOnHost("scale", {1, 65536, 1}, {nullptr, nullptr, 0, 0}).error().text ==
        "expected a grid of at most 2147483647x65535x65535 tile blocks, got 1x65536x1");
  CHECK(compilation.runOnHost("scale", {1, 1, 70000}, {nullptr, nullptr, 0, 0}).error().code == runtime::kBadGrid);
  CHECK(compilation.runOnHost("scale", {1u << 31, 1, 1}, {nullptr, nullptr, 0, 0}).error().code == runtime::kBadGrid);
}

TEST_CASE("what a kernel prints is handed over") {
  Compilation compilation = compile("#include <cuda_tile.h>\n#include <cstdio>\nextern \"C\" __tile_global__ void "
                                    "k(int n) { printf(\"n is %d\\n\", n); }\n");
  INFO(allMessages(compilation));
  REQUIRE(compilation.succeeded());
  std::string output;
  runtime::Argument arguments[] = {5};
  REQUIRE(compilation.runOnHost("k", {2}, arguments, {}, &output));
  CHECK(output == "n is 5\nn is 5\n");
}

TEST_CASE("stages are timed") {
  Compilation compilation = compile("#include <cuda_tile.h>\n");
  REQUIRE(compilation.times().size() == 1);
  CHECK(compilation.times()[0].stage == "front end");
  CHECK(compilation.times()[0].milliseconds > 0);
}

#ifdef __GLIBC__
TEST_CASE("a compilation gives its memory back") {
  auto bytesInUse = [] { return int64_t(mallinfo2().uordblks + mallinfo2().hblkhd); };
  auto compileSome = [](int count) {
    CompileOptions options;
    options.nameExpressions = {"ns::scale<float, 128>"};
    for (int i = 0; i < count; ++i)
      REQUIRE(compile(kScale, options).emit(Stage::PTX));
  };
  compileSome(2); // what is kept once for all
  int64_t before = bytesInUse();
  constexpr int kCount = 8;
  compileSome(kCount);
  int64_t more = bytesInUse() - before;
  INFO(more / kCount << " bytes a compilation");
  CHECK(more < kCount * (int64_t(1) << 18)); // a syntax tree has millions
}
#endif

namespace {
/// Runs `work` on a thread whose stack has so many bytes.
void onStackOf(size_t bytes, const std::function<void()> &work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  REQUIRE(pthread_attr_setstacksize(&attributes, bytes) == 0);
  auto enter = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  pthread_t thread;
  REQUIRE(pthread_create(&thread, &attributes, enter, const_cast<std::function<void()> *>(&work)) == 0);
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);
}
} // namespace

TEST_CASE("a thread with a small stack compiles, runs and frees what nests deep") {
  std::string text = "#include <cuda_tile.h>\n__tile_global__ void nested(int *p, int n) {\n";
  for (int i = 0; i < 200; ++i)
    text += "while (p[" + std::to_string(i) + "] > n--)\n";
  text += "p[0] -= 1; }\n";
  std::optional<std::string> ptx;
  bool ran = false;
  onStackOf(128 << 10, [&] {
    Compilation compilation = compile(text);
    ptx = compilation.emit(Stage::PTX);
    std::vector<int> values(200);
    ran = bool(compilation.runOnHost("nested", {1, 1, 1}, {runtime::Argument(values.data()), runtime::Argument(5)}));
  });
  REQUIRE(ptx);
  CHECK(ptx->find(".entry _Z6nestedPii") != std::string::npos);
  CHECK(ran);
}

TEST_CASE("an observer is told what warps do, in order") {
  CompileOptions options;
  options.nameExpressions = {"ns::scale<float, 128>"};
  Compilation compilation = compile(kScale, options);
  INFO(allMessages(compilation));
  REQUIRE(compilation.succeeded());
  std::vector<float> in(256, 3.f), out(256);
  HostOptions host;
  host.stage = Stage::TileGPU;
  host.memory = {{in.data(), in.size() * sizeof(float)}, {out.data(), out.size() * sizeof(float)}};
  struct Seen {
    HostEvent::Kind kind;
    bool isBegin;
    std::string operation, location;
  };
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Seen>> warps; // by block and warp
  host.observer = [&](const HostEvent &event) {
    CHECK(event.role == HostEvent::Role::None);
    warps[{event.block, event.warp}].push_back(
        {event.kind, event.isBegin, std::string(event.operation), std::string(event.location)});
  };
  std::string kernel = *compilation.loweredName("ns::scale<float, 128>");
  runtime::Status status = compilation.runOnHost(kernel, {2}, {out.data(), in.data(), 256, 0}, host);
  INFO((status ? std::string() : status.error().text));
  REQUIRE(status);
  CHECK(out == std::vector<float>(256, 6.f));
  CHECK(warps.count({0, 0}) == 1);
  CHECK(warps.count({1, 0}) == 1);
  for (const auto &[number, events] : warps) {
    REQUIRE(events.size() % 2 == 0);
    for (size_t i = 0; i < events.size(); i += 2) {
      CHECK(events[i].isBegin);
      CHECK_FALSE(events[i + 1].isBegin);
      CHECK(events[i].operation == events[i + 1].operation);
      CHECK(events[i].location.starts_with("test.cu:7:"));
    }
    CHECK(events.front().kind == HostEvent::Kind::Load);
    CHECK(events.back().kind == HostEvent::Kind::Store);
  }
}

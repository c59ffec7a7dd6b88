// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manifest's JSON: what is written is read back; what is damaged is refused with its place.
#include "test/support/Catch.h"

#include "tilec/Manifest.h"

#include <functional>

using namespace tilec::manifest;

/// Every field differs from its default, so that a field that the writer or the reader forgets shows.
static Manifest example() {
  Expression rowBytes =
      Expression::binary(Expression::Kind::Mul, Expression::argument(1, 4, true), Expression::constant(4));
  TensorMap map;
  map.elementType = "f32";
  map.base = Expression::argument(0);
  map.extents = {Expression::argument(1, 4, true), Expression{Expression::Kind::GridX, 0, 0, 0, 8, false, {}}};
  map.strides = {rowBytes};
  map.box = {32, 64};
  map.elementSteps = {1, 2};
  map.swizzle = TensorMap::Swizzle::Bytes128;
  map.fill = TensorMap::Fill::NaN;

  Variant fast;
  fast.entry = "_Z3addPfi$aligned";
  fast.facts = {{Fact::Kind::MultipleOf, Expression::argument(0), 16}, {Fact::Kind::AtMost, rowBytes, 1 << 20}};
  fast.threadsPerCta = 384;
  fast.cluster = {2, 1, 3};
  fast.grid = {GridRule::Kind::Persistent, 2};
  fast.dynamicSharedBytes = 200000;
  fast.registerCap = 168;
  fast.sharedMemoryCarveout = 88;
  fast.programmaticLaunch = true;
  fast.hiddenParameters = {{HiddenParameter::Kind::LogicalGrid, 0},
                           {HiddenParameter::Kind::Workspace, 0},
                           {HiddenParameter::Kind::TensorMap, 0}};
  fast.workspace = {Expression::binary(Expression::Kind::CeilDiv, rowBytes, Expression::constant(-3)), true};
  fast.tensorMaps = {map};

  Variant plain;
  plain.entry = "_Z3addPfi";

  Kernel kernel;
  kernel.name = "_Z3addPfi";
  kernel.displayName = "add(float*, int)";
  kernel.parameters = {{"p", Parameter::Kind::Pointer, 8, 8, false, "f32"},
                       {"n", Parameter::Kind::Integer, 4, 4, true, "i32"}};
  kernel.variants = {fast, plain};
  return {"0.1.0", "sm_90a", {kernel}};
}

static ReadError errorOf(const std::string &json) {
  Manifest manifest = example();
  ReadError error;
  REQUIRE(!fromJson(json, manifest, error));
  CHECK(manifest == Manifest());
  return error;
}

static std::string replaced(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("a manifest survives writing and reading, on one line and indented") {
  for (int indent : {-1, 2}) {
    Manifest read;
    ReadError error;
    bool ok = fromJson(toJson(example(), indent), read, error);
    INFO(error.message());
    REQUIRE(ok);
    CHECK(read == example());
  }
}

TEST_CASE("blocks that are several of the source's survive writing and reading, and are one at least") {
  Manifest manifest = example(), read;
  CHECK(toJson(manifest).find("joined") == std::string::npos);
  manifest.kernels[0].variants[0].grid.joined = {4, 2, 1};
  ReadError error;
  REQUIRE(fromJson(toJson(manifest), read, error));
  CHECK(read == manifest);
  manifest.kernels[0].variants[0].grid.joined = {4, 0, 1};
  CHECK_FALSE(fromJson(toJson(manifest), read, error));
  CHECK(error.message() ==
        "bad manifest: kernels[0].variants[0].grid.joined: expected at least 1 along each dimension");
}

TEST_CASE("blocks that are parts survive writing and reading, and are one at least along each dimension") {
  Manifest manifest = example(), read;
  CHECK(toJson(manifest).find("parts") == std::string::npos);
  manifest.kernels[0].variants[0].grid.parts = {1, 4, 2};
  ReadError error;
  REQUIRE(fromJson(toJson(manifest), read, error));
  CHECK(read == manifest);
  manifest.kernels[0].variants[0].grid.parts = {1, 0, 2};
  CHECK_FALSE(fromJson(toJson(manifest), read, error));
  CHECK(error.message() == "bad manifest: kernels[0].variants[0].grid.parts: expected at least 1 along each dimension");
}

/// With two steps and a variant that needs the numbering.
static Manifest numbered() {
  Manifest manifest = example();
  Kernel &kernel = manifest.kernels[0];
  using Kind = Numbering::Step::Kind;
  kernel.numbering = Numbering{{{Kind::Argument, 0, 1, 2, 2, true, 64, {}},
                                {Kind::BlockY, 0, 0, 0, 8, false, 64, {}},
                                {Kind::Constant, -7, 0, 0, 8, false, 64, {}},
                                {Kind::DivS, 0, 0, 0, 8, false, 32, {1, 0}},
                                {Kind::ZeroExtend, 0, 0, 0, 8, false, 8, {3}},
                                {Kind::Select, 0, 0, 0, 8, false, 64, {4, 2, 1}}},
                               {5, 3}};
  kernel.variants[0].facts.push_back({Fact::Kind::Numbered, Expression::constant(0), 0});
  return manifest;
}

TEST_CASE("a numbering survives writing and reading") {
  Manifest manifest = numbered(), read;
  CHECK(toJson(manifest).find(R"("numbering":{"steps":[["argument",1,2,2,true],["blockY"],-7,["divS",32,1,0],)"
                              R"(["zeroExtend",8,3],["select",64,4,2,1]],"coordinates":[5,3]})") != std::string::npos);
  ReadError error;
  bool ok = fromJson(toJson(manifest), read, error);
  INFO(error.message());
  REQUIRE(ok);
  CHECK(read == manifest);
  CHECK(read.kernels[0].variants[0].isNumbered());
  CHECK_FALSE(read.kernels[0].variants[1].isNumbered());
}

TEST_CASE("a numbering that cannot be computed is refused") {
  auto errorWith = [](void (*change)(Numbering &)) {
    Manifest manifest = numbered();
    change(*manifest.kernels[0].numbering);
    return errorOf(toJson(manifest)).message();
  };
  const std::string at = "bad manifest: kernels[0].numbering";
  CHECK(errorWith([](Numbering &n) { n.steps[3].operands[1] = 3; }) ==
        at + ".steps[3]: expected operands among earlier steps, got step 3");
  CHECK(errorWith([](Numbering &n) { n.steps[3].bits = 65; }) == at + ".steps[3]: expected 1 to 64 bits, got 65");
  CHECK(errorWith([](Numbering &n) { n.steps[0].parameter = 2; }) ==
        at + ".steps[0]: expected a parameter below 2, got 2");
  CHECK(errorWith([](Numbering &n) { n.coordinates = {6}; }) == at + ".coordinates: expected steps below 6, got 6");
  CHECK(errorWith([](Numbering &n) { n.coordinates = {}; }) == at + ".coordinates: expected 1 to 3, got 0");
  CHECK(errorWith([](Numbering &n) { n.coordinates = {0, 1, 2, 3}; }) == at + ".coordinates: expected 1 to 3, got 4");
  std::string json = replaced(toJson(numbered()), R"(["divS",32,1,0])", R"(["divS",32,1])");
  CHECK(errorOf(json).message() == at + ".steps[3]: expected 4 elements, got 3");
  Manifest without = numbered();
  without.kernels[0].numbering.reset();
  CHECK(errorOf(toJson(without)).message() ==
        "bad manifest: kernels[0].variants[0].facts: expected the kernel to have a numbering for the fact 'numbered', "
        "got none");
}

TEST_CASE("the same manifest always gives the same text, on one line") {
  CHECK(toJson(example()) == toJson(example()));
  CHECK(toJson(example()).find('\n') == std::string::npos);
  CHECK(toJson(Manifest{"v", "sm_80", {}}) ==
        R"({"schema":1,"compilerVersion":"v","architecture":"sm_80","kernels":[]})");
}

TEST_CASE("names that are not UTF-8 are written all the same") {
  Manifest manifest = example();
  manifest.kernels[0].displayName = "bad \xff name";
  Manifest read;
  ReadError error;
  CHECK(fromJson(toJson(manifest), read, error));
}

TEST_CASE("syntax errors carry line and column") {
  ReadError error = errorOf("{\n  \"schema\": 1,\n  oops\n}");
  CHECK(error.where == "line 3 column 3");
  CHECK(error.message() == "bad manifest: line 3 column 3: expected JSON, got a syntax error or the end of the text");
}

TEST_CASE("a text cut off at any byte is refused, never misread") {
  std::string json = toJson(example());
  for (size_t length = 0; length < json.size(); ++length) {
    Manifest manifest;
    ReadError error;
    CHECK_FALSE(fromJson(std::string_view(json).substr(0, length), manifest, error));
  }
}

TEST_CASE("another schema is refused with both versions") {
  ReadError error = errorOf(replaced(toJson(example()), "\"schema\":1", "\"schema\":2"));
  CHECK(error.message() ==
        "bad manifest: schema: expected manifest schema 1, got 2; compile again with this version of tilec");
}

TEST_CASE("wrong values are reported with their path") {
  auto check = [](const std::string &from, const std::string &to, const std::string &where, const std::string &text) {
    ReadError error = errorOf(replaced(toJson(example()), from, to));
    CHECK(error.where == where);
    CHECK(error.text == text);
  };
  check("\"threadsPerCta\":384", "\"threadsPerCta\":\"x\"", "kernels[0].variants[0].threadsPerCta",
        "expected a 64-bit integer, got \"x\"");
  check("\"threadsPerCta\":384", "\"threadsPerCta\":-1", "kernels[0].variants[0].threadsPerCta",
        "expected an integer from 0 to 4294967295, got -1");
  check("\"threadsPerCta\":384", "\"threads\":384", "kernels[0].variants[0]", "expected key 'threadsPerCta', got none");
  check("\"threadsPerCta\":384", "\"threadsPerCta\":2000", "kernels[0].variants[0].threadsPerCta",
        "expected 1 to 1024 threads, got 2000");
  check("\"sharedMemoryCarveout\":88", "\"sharedMemoryCarveout\":101", "kernels[0].variants[0].sharedMemoryCarveout",
        "expected 0 to 100 percent, got 101");
  check("[2,1,3]", "[2,1]", "kernels[0].variants[0].cluster", "expected 3 extents, got 2");
  check("[2,1,3]", "[5,5,1]", "kernels[0].variants[0].cluster", "expected 1 to 16 CTAs, got 25");
  check("\"persistent\"", "\"lazy\"", "kernels[0].variants[0].grid.kind",
        "expected one of perBlock, persistent, got 'lazy'");
  check("\"zeroed\":true", "\"zeroed\":1", "kernels[0].variants[0].workspace.zeroed",
        "expected true or false, got number");
  check("\"kernels\":[{", "\"kernels\":[7,{", "kernels[0]", "expected an object, got number");
  check("\"facts\":[", "\"facts\":{},\"other\":[", "kernels[0].variants[0].facts", "expected an array, got object");
  check("\"name\":\"p\"", "\"name\":null", "kernels[0].parameters[0].name", "expected a string, got null");
}

TEST_CASE("expressions are checked against the parameters they read") {
  auto check = [](const std::string &to, const std::string &text) {
    ReadError error = errorOf(replaced(toJson(example()), "[\"argument\",0,0,8,false]", to));
    CHECK(error.text == text);
  };
  check("[\"argument\",2,0,8,false]", "expected a parameter below 2, got 2");
  check("[\"argument\",0,4,8,false]", "expected bytes within the 8 of the argument, got 8 at 4");
  check("[\"argument\",0,0,3,false]", "expected 1, 2, 4 or 8 bytes of an argument, got 3");
  check("[\"argument\",0]", "expected 5 elements, got 2");
  check("[\"mul\",1]", "expected 3 elements, got 2");
  check("[]", "expected the name of an operation, got an empty array");
  check("[\"pow\",1,2]",
        "expected one of argument, gridX, gridY, gridZ, add, sub, mul, floorDiv, ceilDiv, min, max, got 'pow'");
  std::string deep = "1";
  for (int i = 0; i < 100; ++i)
    deep = "[\"add\",1," + deep + "]";
  check(deep, "expected an expression of at most 64 levels, got more");
}

TEST_CASE("the rules between values are checked") {
  auto check = [](const std::function<void(Manifest &)> &spoil, const std::string &message) {
    Manifest manifest = example();
    spoil(manifest);
    ReadError error;
    REQUIRE(!tilec::manifest::check(manifest, error));
    CHECK(error.where + ": " + error.text == message);
  };
  check([](Manifest &m) { m.kernels[0].variants.pop_back(); },
        "kernels[0].variants[0].facts: expected no facts of the last variant, got some");
  check([](Manifest &m) { m.kernels[0].variants.clear(); }, "kernels[0].variants: expected at least 1 variant, got 0");
  check([](Manifest &m) { m.kernels[0].variants[1].entry = "other"; },
        "kernels[0].variants[1].entry: expected the kernel's name '_Z3addPfi' of the last variant, got 'other'");
  check([](Manifest &m) { m.kernels[0].variants[1].hiddenParameters = {{}}; },
        "kernels[0].variants[1].hiddenParameters: expected no hidden parameters of the last variant, got some");
  check([](Manifest &m) { m.kernels[0].variants[0].tensorMaps.clear(); },
        "kernels[0].variants[0].hiddenParameters: expected a tensor map below 0, got 0");
  check([](Manifest &m) { m.kernels[0].variants[0].tensorMaps[0].box.pop_back(); },
        "kernels[0].variants[0].tensorMaps.box: expected 2 entries, got 1");
  check([](Manifest &m) { m.kernels[0].parameters[0].size = 4; },
        "kernels[0].parameters[0].size: expected 8 bytes of a pointer, got 4");
  check([](Manifest &m) { m.kernels[0].parameters[1].alignment = 3; },
        "kernels[0].parameters[1].alignment: expected a power of two, got 3");
  check([](Manifest &m) { m.kernels[0].variants[0].facts[0].value = 0; },
        "kernels[0].variants[0].facts: expected a positive divisor, got 0");
  ReadError error;
  CHECK(tilec::manifest::check(example(), error));
}

/// PTX as LLVM prints a constant array.
static std::string ptxWithArray(const std::string &json) {
  std::string text = ".version 8.7\n.target sm_90a\n.visible .global .align 8 .b8 __tilec_manifest[" +
                     std::to_string(json.size() + 1) + "] = {";
  for (unsigned char c : json)
    text += std::to_string(c) + ", ";
  return text + "0};\n.visible .entry _Z3addPfi() { ret; }\n";
}

TEST_CASE("the manifest is found in PTX, in the array or else in the comment") {
  Manifest read;
  ReadError error;
  CHECK(fromPtx(ptxWithArray(toJson(example())), read, error));
  CHECK(read == example());
  std::string comment = ".version 8.7\n" + std::string(kCommentPrefix) + toJson(example()) + "\n.target sm_90a\n";
  CHECK(fromPtx(comment, read, error));
  CHECK(read == example());
}

TEST_CASE("PTX cut off within the manifest is refused at every byte") {
  std::string ptx = ptxWithArray(toJson(example()));
  size_t end = ptx.find("};");
  for (size_t length = 0; length <= end; length += 7) {
    Manifest read;
    ReadError error;
    CHECK_FALSE(fromPtx(std::string_view(ptx).substr(0, length), read, error));
    CHECK(error.where == "PTX");
  }
}

TEST_CASE("numbers that are no bytes are refused") {
  Manifest read;
  ReadError error;
  std::string ptx = ptxWithArray(toJson(example()));
  REQUIRE(fromPtx(ptx, read, error));
  CHECK_FALSE(fromPtx(replaced(ptx, "{123,", "{379,"), read, error)); // 123 + 256
  CHECK_FALSE(fromPtx(replaced(ptx, "{123,", "{0x7b,"), read, error));
}

TEST_CASE("PTX without a manifest says so") {
  Manifest read;
  ReadError error;
  CHECK_FALSE(fromPtx(".version 8.7\n.target sm_90\n", read, error));
  CHECK(error.message() == "bad manifest: PTX: expected an array '__tilec_manifest', got none; the text is truncated "
                           "or was not written by tilec");
}

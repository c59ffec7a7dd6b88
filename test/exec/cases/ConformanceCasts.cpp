// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions from each element type to each other one: numbers are rounded once, to nearest even; to integers towards
// zero, if they fit; integers wrap; fp8 saturates. Types of 8 and 16 bits meet every number. Bit casts keep all bits.
#include "test/exec/cases/ConformanceFloats.h"
#include "test/exec/harness/Cases.h"

namespace tilec::exec {
template <> struct FormatOf<Float8E4M3> {
  static constexpr int precision = 4, smallest = -6, largest = 8;
};
template <> struct FormatOf<Float8E5M2> {
  static constexpr int precision = 3, smallest = -14, largest = 15;
};
template <> struct FormatOf<TensorFloat32> {
  static constexpr int precision = 11, smallest = -126, largest = 127;
};
} // namespace tilec::exec

using namespace tilec::exec;

namespace {

struct Bool {
  unsigned char value = 0;
};

template <class T> Real valueOf(const T &x) {
  if constexpr (std::is_same_v<T, Bool>)
    return x.value;
  else if constexpr (std::is_integral_v<T>)
    return Real(x);
  else
    return double(x);
}

template <class T> constexpr bool kIsFp8 = std::is_same_v<T, Float8E4M3> || std::is_same_v<T, Float8E5M2>;

/// The largest number of a format that saturates.
template <class T> Real topOf() {
  return std::is_same_v<T, Float8E4M3> ? Real(448) : largestNumber<T>();
}

/// What `value` must become; integers take it modulo their width.
template <class To> Real expectedFloat(Real value) {
  Real result = roundTo<To>(value);
  if (kIsFp8<To> && std::fabs(result) > topOf<To>())
    return std::copysign(topOf<To>(), result);
  return result;
}

/// An integer type can take the number.
template <class To> bool fits(Real value) {
  Real low = Real(std::numeric_limits<To>::min()), high = Real(std::numeric_limits<To>::max());
  return std::trunc(value) >= low && std::trunc(value) <= high;
}

template <class From> From anySource(Random &random, int i, int count) {
  if constexpr (std::is_same_v<From, Bool>)
    return Bool{(unsigned char)(i & 1)};
  else if constexpr (std::is_integral_v<From>) {
    if (sizeof(From) <= 2 && count >= 65536)
      return From(i);
    return From(From(random.bits()) >> random.integer(0, 8 * sizeof(From) - 1));
  } else if constexpr (std::is_same_v<From, TensorFloat32>) {
    return TensorFloat32(double(anyFloat<float>(random)));
  } else {
    if (sizeof(From) <= 2 && count >= 65536)
      return fromBits<From>(uint64_t(i));
    // Halfway cases of the narrow types, and numbers of each magnitude of the integers.
    if (random.chance(0.2))
      return From(std::ldexp(double(random.integer(0, 4095)), int(random.integer(-30, 12))));
    if (random.chance(0.2))
      return From(double(int64_t(random.bits()) >> random.integer(0, 63)));
    return fromBits<From>(random.bits());
  }
}

struct Shape {
  const char *name;
  int count;
};
const Shape kShapes[] = {{"Rank0", 1}, {"Rank1", 64}, {"Rank2", 64}, {"Rank3", 64}};

template <class From> class Casts {
public:
  Casts(Run &run, std::string type) : run(run), type(type), table(run, "from " + type) {}

  void all() {
    for (const Shape &shape : kShapes)
      onShape(shape, shape.count == 1 ? 64 : sizeof(From) <= 2 && &shape == &kShapes[1] ? 1024 : 32);
    table.check();
  }

private:
  void onShape(const Shape &shape, int blocks) {
    n = blocks * shape.count;
    in = &run.zeros<From>(16 * n);
    out = &run.zeros<unsigned char>(size_t(16) * n * 8);
    for (int pass = 0; pass < 2; ++pass) {
      row = 0;
      isChecking = pass;
      to<Bool>("bool"), to<signed char>("signed char"), to<unsigned char>("unsigned char"), to<short>("short");
      to<unsigned short>("unsigned short"), to<int>("int"), to<unsigned>("unsigned int"), to<long>("long");
      to<unsigned long>("unsigned long"), to<Half>("__half"), to<BFloat16>("__nv_bfloat16"), to<float>("float");
      to<double>("double"), to<Float8E4M3>("__nv_fp8_e4m3"), to<Float8E5M2>("__nv_fp8_e5m2");
      to<TensorFloat32>("__nv_tf32");
      if (!pass)
        run.launch("casts<" + type + ", " + shape.name + ">", {uint32_t(blocks)}, *out, *in);
    }
    run.clear();
  }

  template <class To> void to(const char *name) {
    for (int i = 0; i < n; ++i)
      isChecking ? check<To>(name, i) : draw<To>(i);
    ++row;
  }

  template <class To> void draw(int i) {
    From value = anySource<From>(run.random, i, n);
    if constexpr (std::is_integral_v<To> && !std::is_integral_v<From> && !std::is_same_v<From, Bool>)
      for (int tries = 0; !fits<To>(valueOf(value)); ++tries)
        value = tries < 4 ? anySource<From>(run.random, 0, 0) : From(1.0);
    (*in)[size_t(row) * n + i] = value;
  }

  template <class To> void check(const char *name, int i) {
    From source = (*in)[size_t(row) * n + i];
    Real value = valueOf(source);
    To got;
    std::memcpy(static_cast<void *>(&got), &(*out)[size_t(row) * n * 8 + i * sizeof(To)], sizeof got);
    bool right;
    if constexpr (std::is_same_v<To, Bool>)
      right = got.value == (value != 0);
    else if constexpr (std::is_integral_v<To>)
      right = got == (std::is_integral_v<From> ? To(reinterpretSource(source)) : To(value));
    else
      right = distance<To>(valueOf(got), std::is_same_v<To, From> ? value : expectedFloat<To>(value), true) == 0;
    table.add(std::string("to ") + name, 0, right ? 0 : 1, [&] {
      char text[96];
      std::snprintf(text, sizeof text, "element %d, %.21Lg: got %.21Lg", i, value, valueOf(got));
      return std::string(text);
    });
  }

  /// Integers modulo 2^64.
  static uint64_t reinterpretSource(const From &source) {
    if constexpr (std::is_integral_v<From>)
      return uint64_t(source);
    else
      return 0;
  }

  Run &run;
  std::string type;
  ConformanceTable table;
  Array<From> *in = nullptr;
  Array<unsigned char> *out = nullptr;
  int n = 0, row = 0;
  bool isChecking = false;
};

void bitCasts(Run &run) {
  ConformanceTable table(run, "both ways");
  auto both = [&]<class Bits>(Bits, const std::string &a, const std::string &b) {
    // A row for each shape, of which those without dimensions fill a part.
    const int counts[] = {1, kShapes[0].count, kShapes[1].count, kShapes[2].count, kShapes[3].count};
    for (uint32_t blocks : {1, 64}) {
      size_t row = 64 * blocks;
      auto &in = run.zeros<Bits>(row * std::size(counts)), &out = run.zeros<Bits>(in.size());
      for (Bits &x : in.values)
        x = a == "bool" ? Bits(run.random.bits() & 1) : Bits(run.random.bits());
      for (const std::string &kernel : {"bitcast<" + a + ", " + b + ">", "bitcast<" + b + ", " + a + ">"}) {
        std::fill(out.values.begin(), out.values.end(), Bits(0));
        run.launch(kernel, {blocks}, out, in);
        for (size_t i = 0; i < in.size(); ++i) {
          Bits expected = i % row < blocks * counts[i / row] ? in[i] : Bits(0);
          table.add("element_bitcast " + a + ", " + b, 0, out[i] == expected ? 0 : 1, [&] { return kernel; });
        }
      }
      run.clear();
    }
  };
  both(uint8_t(), "bool", "unsigned char");
  both(uint8_t(), "signed char", "unsigned char");
  both(uint8_t(), "char", "char8_t");
  both(uint8_t(), "unsigned char", "__nv_fp8_e4m3");
  both(uint8_t(), "__nv_fp8_e4m3", "__nv_fp8_e5m2");
  both(uint16_t(), "short", "unsigned short");
  both(uint16_t(), "unsigned short", "__half");
  both(uint16_t(), "char16_t", "__half");
  both(uint16_t(), "__half", "__nv_bfloat16");
  both(uint32_t(), "int", "unsigned int");
  both(uint32_t(), "wchar_t", "char32_t");
  both(uint32_t(), "unsigned int", "float");
  both(uint32_t(), "__nv_tf32", "__nv_tf32");
  both(uint64_t(), "long", "unsigned long");
  both(uint64_t(), "unsigned long", "double");
  both(uint64_t(), "long long", "double");
  table.check();
}

template <class T> void bitCastPointers(Run &run, const std::string &type) {
  ConformanceTable table(run, type + "*");
  for (uint32_t blocks : {1, 16}) {
    auto &in = run.uniform<T>(64 * blocks, -999, 999), &out = run.zeros<T>(2 * in.size());
    run.launch("bitcast_pointers<" + type + ">", {blocks}, out, in);
    for (size_t i = 0; i < out.size(); ++i)
      table.add(i < in.size() ? "element_bitcast unsigned long, pointer" : "element_bitcast long, pointer", 0,
                out[i] == in[i % in.size()] ? 0 : 1, [&] { return "element " + std::to_string(i); });
    run.clear();
  }
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceCastCases(Cases &cases) {
  auto add = [&]<class From>(From, const std::string &type) {
    cases.push_back(
        {"conformance/casts from " + type, "conformance_casts", [type](Run &run) { Casts<From>(run, type).all(); }});
    cases.back().needsAlignment = true; // results of every type lie in bytes
  };
  add(Bool(), "bool");
  add(int8_t(), "signed char");
  add(uint8_t(), "unsigned char");
  add(short(), "short");
  add(uint16_t(), "unsigned short");
  add(int(), "int");
  add(unsigned(), "unsigned int");
  add(long(), "long");
  add(uint64_t(), "unsigned long");
  add(Half(), "__half");
  add(BFloat16(), "__nv_bfloat16");
  add(float(), "float");
  add(double(), "double");
  add(Float8E4M3(), "__nv_fp8_e4m3");
  add(Float8E5M2(), "__nv_fp8_e5m2");
  add(TensorFloat32(), "__nv_tf32");
  cases.push_back({"conformance/bit casts", "conformance_casts", bitCasts});
  cases.push_back({"conformance/bit casts of pointers", "conformance_casts", [](Run &run) {
                     bitCastPointers<short>(run, "short");
                     bitCastPointers<double>(run, "double");
                   }});
}

} // namespace tilec::exec

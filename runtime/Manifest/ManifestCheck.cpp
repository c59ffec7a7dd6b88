// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rules between the values of a manifest (its JSON types are the reader's concern), and the small functions of its
/// structs.
#include "tilec/Manifest.h"

#include <bit>

namespace tilec::manifest {

Expression Expression::constant(int64_t value) {
  Expression e;
  e.value = value;
  return e;
}

Expression Expression::argument(uint32_t parameter, uint32_t bytes, bool isSigned, uint32_t offset) {
  Expression e;
  e.kind = Kind::Argument;
  e.parameter = parameter;
  e.offset = offset;
  e.bytes = bytes;
  e.isSigned = isSigned;
  return e;
}

Expression Expression::binary(Kind kind, Expression lhs, Expression rhs) {
  Expression e;
  e.kind = kind;
  e.operands = {std::move(lhs), std::move(rhs)};
  return e;
}

unsigned Numbering::operandCount(Step::Kind kind) {
  using Kind = Step::Kind;
  return kind < Kind::Truncate ? 0 : kind < Kind::Add ? 1 : kind < Kind::Select ? 2 : 3;
}

bool Variant::isNumbered() const {
  for (const Fact &fact : facts)
    if (fact.kind == Fact::Kind::Numbered)
      return true;
  return false;
}

const Kernel *Manifest::find(std::string_view name) const {
  for (const Kernel &kernel : kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

namespace {

/// Collects the first broken rule.
class Checker {
public:
  explicit Checker(ReadError &error) : error(error) {}

  bool require(bool holds, const std::string &where, const std::string &text) {
    if (!holds && !failed) {
      failed = true;
      error = {where, text};
    }
    return holds;
  }

  void expression(const Expression &e, const Kernel &kernel, const std::string &where) {
    if (e.kind == Expression::Kind::Argument)
      argument(e.parameter, e.offset, e.bytes, kernel, where);
    for (const Expression &operand : e.operands)
      expression(operand, kernel, where);
  }

  void tensorMap(const TensorMap &map, const Kernel &kernel, const std::string &where) {
    size_t rank = map.extents.size();
    require(rank >= 1 && rank <= 5, where + ".extents", "expected 1 to 5 dimensions, got " + std::to_string(rank));
    auto sameRank = [&](size_t got, size_t expected, const char *what) {
      require(got == expected, where + what,
              "expected " + std::to_string(expected) + " entries, got " + std::to_string(got));
    };
    sameRank(map.strides.size(), rank ? rank - 1 : 0, ".strides");
    sameRank(map.box.size(), rank, ".box");
    sameRank(map.elementSteps.size(), rank, ".elementSteps");
    expression(map.base, kernel, where + ".base");
    for (const Expression &extent : map.extents)
      expression(extent, kernel, where + ".extents");
    for (const Expression &stride : map.strides)
      expression(stride, kernel, where + ".strides");
  }

  void variant(const Variant &v, const Kernel &kernel, const std::string &where) {
    require(!v.entry.empty(), where + ".entry", "expected the name of an entry function, got an empty string");
    require(v.threadsPerCta >= 1 && v.threadsPerCta <= 1024, where + ".threadsPerCta",
            "expected 1 to 1024 threads, got " + std::to_string(v.threadsPerCta));
    uint64_t ctas = uint64_t(v.cluster.x) * v.cluster.y * v.cluster.z;
    require(ctas >= 1 && ctas <= 16, where + ".cluster", "expected 1 to 16 CTAs, got " + std::to_string(ctas));
    require(v.sharedMemoryCarveout.value_or(0) <= 100, where + ".sharedMemoryCarveout",
            "expected 0 to 100 percent, got " + std::to_string(v.sharedMemoryCarveout.value_or(0)));
    require(v.grid.ctasPerMultiprocessor >= 1, where + ".grid.ctasPerMultiprocessor", "expected at least 1, got 0");
    require(v.grid.parts.x >= 1 && v.grid.parts.y >= 1 && v.grid.parts.z >= 1, where + ".grid.parts",
            "expected at least 1 along each dimension");
    require(v.grid.joined.x >= 1 && v.grid.joined.y >= 1 && v.grid.joined.z >= 1, where + ".grid.joined",
            "expected at least 1 along each dimension");
    require(!v.isNumbered() || kernel.numbering, where + ".facts",
            "expected the kernel to have a numbering for the fact 'numbered', got none");
    for (const Fact &fact : v.facts) {
      require(fact.kind != Fact::Kind::MultipleOf || fact.value >= 1, where + ".facts",
              "expected a positive divisor, got " + std::to_string(fact.value));
      expression(fact.subject, kernel, where + ".facts");
    }
    expression(v.workspace.bytes, kernel, where + ".workspace.bytes");
    for (const TensorMap &map : v.tensorMaps)
      tensorMap(map, kernel, where + ".tensorMaps");
    for (const HiddenParameter &hidden : v.hiddenParameters)
      require(hidden.kind != HiddenParameter::Kind::TensorMap || hidden.tensorMap < v.tensorMaps.size(),
              where + ".hiddenParameters",
              "expected a tensor map below " + std::to_string(v.tensorMaps.size()) + ", got " +
                  std::to_string(hidden.tensorMap));
  }

  void kernel(const Kernel &k, const std::string &where) {
    require(!k.name.empty(), where + ".name", "expected the name of a kernel, got an empty string");
    for (size_t i = 0; i < k.parameters.size(); ++i)
      parameter(k.parameters[i], where + ".parameters[" + std::to_string(i) + "]");
    if (k.numbering)
      numbering(*k.numbering, k, where + ".numbering");
    if (!require(!k.variants.empty(), where + ".variants", "expected at least 1 variant, got 0"))
      return;
    for (size_t i = 0; i < k.variants.size(); ++i)
      variant(k.variants[i], k, where + ".variants[" + std::to_string(i) + "]");
    const Variant &last = k.variants.back();
    std::string at = where + ".variants[" + std::to_string(k.variants.size() - 1) + "]";
    require(last.facts.empty(), at + ".facts", "expected no facts of the last variant, got some");
    require(last.hiddenParameters.empty(), at + ".hiddenParameters",
            "expected no hidden parameters of the last variant, got some");
    require(last.entry == k.name, at + ".entry",
            "expected the kernel's name '" + k.name + "' of the last variant, got '" + last.entry + "'");
  }

  bool ok() const {
    return !failed;
  }

private:
  void argument(uint32_t parameter, uint32_t offset, uint32_t bytes, const Kernel &kernel, const std::string &where) {
    if (!require(parameter < kernel.parameters.size(), where,
                 "expected a parameter below " + std::to_string(kernel.parameters.size()) + ", got " +
                     std::to_string(parameter)))
      return;
    require(bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8, where,
            "expected 1, 2, 4 or 8 bytes of an argument, got " + std::to_string(bytes));
    uint32_t size = kernel.parameters[parameter].size;
    require(uint64_t(offset) + bytes <= size, where,
            "expected bytes within the " + std::to_string(size) + " of the argument, got " + std::to_string(bytes) +
                " at " + std::to_string(offset));
  }

  void numbering(const Numbering &numbering, const Kernel &kernel, const std::string &where) {
    for (size_t i = 0; i < numbering.steps.size(); ++i) {
      const Numbering::Step &step = numbering.steps[i];
      std::string at = where + ".steps[" + std::to_string(i) + "]";
      if (step.kind == Numbering::Step::Kind::Argument)
        argument(step.parameter, step.offset, step.bytes, kernel, at);
      require(step.bits >= 1 && step.bits <= 64, at, "expected 1 to 64 bits, got " + std::to_string(step.bits));
      for (uint32_t operand : step.operands)
        require(operand < i, at, "expected operands among earlier steps, got step " + std::to_string(operand));
    }
    size_t count = numbering.coordinates.size();
    require(count >= 1 && count <= 3, where + ".coordinates", "expected 1 to 3, got " + std::to_string(count));
    for (uint32_t coordinate : numbering.coordinates)
      require(coordinate < numbering.steps.size(), where + ".coordinates",
              "expected steps below " + std::to_string(numbering.steps.size()) + ", got " + std::to_string(coordinate));
  }

  void parameter(const Parameter &p, const std::string &where) {
    require(p.size >= 1 && p.size <= 32764, where + ".size",
            "expected 1 to 32764 bytes, got " + std::to_string(p.size));
    require(std::has_single_bit(p.alignment), where + ".alignment",
            "expected a power of two, got " + std::to_string(p.alignment));
    require(p.kind != Parameter::Kind::Pointer || p.size == 8, where + ".size",
            "expected 8 bytes of a pointer, got " + std::to_string(p.size));
  }

  ReadError &error;
  bool failed = false;
};

} // namespace

bool check(const Manifest &manifest, ReadError &error) {
  Checker checker(error);
  for (size_t i = 0; i < manifest.kernels.size(); ++i)
    checker.kernel(manifest.kernels[i], "kernels[" + std::to_string(i) + "]");
  return checker.ok();
}

} // namespace tilec::manifest

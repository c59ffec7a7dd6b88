// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/Module.h"

#include "runtime/Ptx/Decoder.h"
#include "runtime/Ptx/Grid.h"
#include "runtime/Ptx/SystemFunctions.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string_view>

using namespace tilec::ptx;

namespace {

constexpr uint64_t kVariableAlignment = 256; ///< bytes

uint64_t alignedTo(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace

Module::~Module() {
  for (Variable *variable : placed)
    std::free(variable->memory);
  for (auto [begin, end] : heap)
    std::free(reinterpret_cast<void *>(begin));
}

std::unique_ptr<Module> Module::load(const std::vector<std::string_view> &texts, std::string &error) {
  auto module = std::make_unique<Module>();
  for (std::string_view text : texts)
    if (!parse(text, module->syntax, error))
      return nullptr;
  if (!module->link(error))
    return nullptr;
  return module;
}

bool Module::link(std::string &error) {
  for (std::unique_ptr<FunctionSyntax> &one : syntax.functions) {
    auto [known, isNew] = byName.try_emplace(one->name, nullptr);
    bool hasBody = one->hasBody;
    if (!isNew && (known->second->syntax->hasBody || !hasBody))
      continue;
    functions.push_back(std::make_unique<Function>(std::move(one)));
    Function *function = functions.back().get();
    known->second = function;
    if (!hasBody)
      function->system = systemFunction(function->syntax->name);
    addresses.insert(reinterpret_cast<uint64_t>(function));
  }
  for (const auto &variable : syntax.variables) {
    bool isStatic = variable->space == Space::Global || variable->space == Space::Constant;
    // Of the variables that several texts share, one has memory.
    bool isElsewhere = variable->isLinked && syntax.globals.find(variable->name)->second != variable.get();
    if (!isStatic || variable->isExternal || isElsewhere)
      continue;
    variable->memory = static_cast<char *>(
        std::aligned_alloc(kVariableAlignment, alignedTo(std::max<uint64_t>(variable->bytes, 1), kVariableAlignment)));
    if (!variable->memory) {
      error = "there is no memory for '" + variable->name + "'";
      return false;
    }
    placed.push_back(variable.get());
  }
  for (const auto &variable : syntax.variables)
    if (variable->isLinked && variable->space != Space::Shared && !variable->memory)
      if (auto found = syntax.globals.find(variable->name); found != syntax.globals.end())
        variable->memory = found->second->memory;
  reset();
  return true;
}

void Module::reset() {
  for (const Variable *variable : placed)
    initialize(*variable);
}

void Module::initialize(const Variable &variable) {
  std::memset(variable.memory, 0, variable.bytes);
  for (const Initializer &part : variable.initializers) {
    uint64_t value = part.value;
    if (!part.symbol.empty()) {
      auto found = syntax.globals.find(part.symbol);
      if (part.variable)
        value += reinterpret_cast<uint64_t>(part.variable->memory);
      else if (found != syntax.globals.end())
        value += reinterpret_cast<uint64_t>(found->second->memory);
      else if (Function *function = functionNamed(part.symbol))
        value += reinterpret_cast<uint64_t>(function);
    }
    if (part.mask)
      value = (value & part.mask) >> std::countr_zero(part.mask);
    if (part.offset + part.bytes <= variable.bytes)
      std::memcpy(variable.memory + part.offset, &value, std::min<size_t>(part.bytes, sizeof(value)));
  }
}

Function *Module::functionNamed(std::string_view name) {
  auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

Function *Module::functionAt(uint64_t address) {
  return addresses.contains(address) ? reinterpret_cast<Function *>(address) : nullptr;
}

Function *Module::kernel(const std::string &name) {
  Function *function = functionNamed(name);
  return function && function->syntax->isKernel && function->syntax->hasBody ? function : nullptr;
}

Variable *Module::variable(const std::string &name) {
  auto found = syntax.globals.find(name);
  return found == syntax.globals.end() || !found->second->memory ? nullptr : found->second;
}

bool Module::prepare(Function &function) {
  std::lock_guard lock(mutex);
  if (!function.syntax->hasBody)
    return false;
  if (!function.isDecoded)
    decode(function, *this);
  function.isDecoded = true;
  return true;
}

/// A function and all that it calls by name.
void Module::collect(Function &function, std::set<Function *> &all) {
  if (!all.insert(&function).second || !prepare(function))
    return;
  for (Function *callee : function.callees)
    collect(*callee, all);
}

/// What runs only on a GPU about a function without a body: the device runtime launches kernels.
static std::string missingBody(std::string_view name) {
  if (name.starts_with("__cudaCDP2"))
    return "it launches kernels";
  return "it calls '" + std::string(name) + "', which is nowhere";
}

std::string Module::problemOf(Function &kernel) {
  if (!kernel.syntax->problem.empty())
    return kernel.syntax->problem;
  std::set<Function *> all;
  collect(kernel, all);
  for (const Function *function : all) {
    if (!function->syntax->hasBody && !function->system)
      return missingBody(function->syntax->name);
    if (!function->unknown.empty())
      return "the instruction '" + function->unknown.front() + "' cannot run on the CPU";
  }
  return {};
}

uint64_t Module::placeShared(Function &kernel, std::map<const Variable *, uint32_t> &offsets) {
  std::set<Function *> all;
  collect(kernel, all);
  uint64_t bytes = 0, dynamicAlignment = 16;
  std::vector<const Variable *> dynamic;
  for (const auto &function : functions) { // in the text's order
    if (!all.contains(function.get()))
      continue;
    for (const Variable *variable : function->shared) {
      if (!variable->bytes) {
        dynamic.push_back(variable);
        dynamicAlignment = std::max<uint64_t>(dynamicAlignment, variable->alignment);
      } else if (!offsets.contains(variable)) {
        bytes = alignedTo(bytes, variable->alignment);
        offsets[variable] = uint32_t(bytes);
        bytes += variable->bytes;
      }
    }
  }
  if (!dynamic.empty())
    bytes = alignedTo(bytes, dynamicAlignment);
  for (const Variable *variable : dynamic)
    offsets[variable] = uint32_t(bytes);
  return bytes;
}

KernelFacts Module::facts(Function &kernel) {
  KernelFacts facts;
  for (const Variable *parameter : kernel.syntax->parameters)
    facts.parameters.push_back({parameter->offset, parameter->bytes});
  facts.parameterBytes = kernel.syntax->parameterBytes;
  std::map<const Variable *, uint32_t> offsets;
  facts.staticSharedBytes = placeShared(kernel, offsets);
  facts.localBytes = kernel.syntax->laneBytes;
  if (kernel.syntax->maxThreads)
    facts.maxThreads = std::min(facts.maxThreads, kernel.syntax->maxThreads);
  facts.targetChip = kernel.syntax->targetChip;
  for (const Variable *variable : placed)
    facts.constantBytes += variable->space == Space::Constant ? variable->bytes : 0;
  return facts;
}

std::vector<MemoryRange> Module::memory() const {
  std::vector<MemoryRange> all;
  for (const Variable *variable : placed) {
    auto begin = reinterpret_cast<uint64_t>(variable->memory);
    all.push_back({begin, begin + variable->bytes});
  }
  return all;
}

bool Module::isConstant(uint64_t address) const {
  return std::any_of(placed.begin(), placed.end(), [&](const Variable *variable) {
    return variable->space == Space::Constant &&
           address - reinterpret_cast<uint64_t>(variable->memory) < variable->bytes;
  });
}

//===- Memory that kernels allocate ------------------------------------------------------------------------------===//

char *Module::allocate(uint64_t bytes) {
  auto *memory = static_cast<char *>(std::aligned_alloc(16, alignedTo(std::max<uint64_t>(bytes, 1), 16)));
  if (!memory)
    return nullptr;
  std::lock_guard lock(heapMutex);
  auto begin = reinterpret_cast<uint64_t>(memory);
  heap[begin] = begin + bytes;
  return memory;
}

void Module::release(char *address) {
  std::lock_guard lock(heapMutex);
  if (heap.erase(reinterpret_cast<uint64_t>(address)))
    std::free(address);
}

bool Module::isAllocated(uint64_t address, uint64_t bytes) {
  std::lock_guard lock(heapMutex);
  auto next = heap.upper_bound(address);
  return next != heap.begin() && address + bytes <= std::prev(next)->second;
}

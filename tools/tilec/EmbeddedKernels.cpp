// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/EmbeddedKernels.h"
#include "tools/tilec/Commands.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/Programs/TileModules.h"

#include "compiler/HostPart/Registration.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

/// The types of the parameters as the source has them: of `f<int>(float *, const float *)` the two.
llvm::SmallVector<StringRef> parameterTypes(StringRef displayName) {
  llvm::SmallVector<StringRef> types;
  if (!displayName.consume_back(")"))
    return types;
  size_t depth = 0, end = displayName.size();
  // From the back, as template arguments may have brackets of their own.
  for (size_t i = displayName.size(); i-- != 0;) {
    char c = displayName[i];
    depth += c == ')' || c == '>' || c == ']' || c == '}';
    if (depth == 0 && (c == ',' || c == '(')) {
      types.push_back(displayName.slice(i + 1, end).trim());
      end = i;
    }
    if (c == '(' && depth == 0)
      break;
    depth -= c == '(' || c == '<' || c == '[' || c == '{';
  }
  std::reverse(types.begin(), types.end());
  return types;
}

/// `ns::scale<float, 256>(float *)` -> `ns_scale_float_256`.
std::string functionName(StringRef displayName) {
  size_t depth = 0, end = displayName.size();
  if (displayName.ends_with(")"))
    for (size_t i = displayName.size(); i-- != 0;) {
      depth += displayName[i] == ')';
      depth -= displayName[i] == '(';
      if (depth == 0) {
        end = i;
        break;
      }
    }
  std::string name;
  for (char c : displayName.take_front(end)) {
    if (llvm::isAlnum(c))
      name += c;
    else if (c == '-')
      name += "minus_";
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  return name;
}

/// The type of C++ for an element; where there is none, the CUDA headers' name as `foreign` says.
StringRef plainType(StringRef element) {
  return llvm::StringSwitch<StringRef>(element)
      .Case("bool", "bool")
      .Case("i8", "int8_t")
      .Case("i16", "int16_t")
      .Case("i32", "int32_t")
      .Case("i64", "int64_t")
      .Case("u8", "uint8_t")
      .Case("u16", "uint16_t")
      .Case("u32", "uint32_t")
      .Case("u64", "uint64_t")
      .Case("f32", "float")
      .Case("f64", "double")
      .Default("");
}
StringRef cudaType(StringRef element) {
  return llvm::StringSwitch<StringRef>(element)
      .Case("f16", "__half")
      .Case("bf16", "__nv_bfloat16")
      .Case("f8E4M3FN", "__nv_fp8_e4m3")
      .Case("f8E5M2", "__nv_fp8_e5m2")
      .Default("");
}

/// A kernel as a function of C++.
struct Function {
  Function(const manifest::Kernel &kernel) : kernel(kernel), name(functionName(kernel.displayName)) {
    llvm::SmallVector<StringRef> types = parameterTypes(kernel.displayName);
    for (auto [i, parameter] : llvm::enumerate(kernel.parameters))
      addParameter(parameter, i < types.size() ? types[i] : StringRef(), i);
  }

  void addParameter(const manifest::Parameter &parameter, StringRef source, size_t index) {
    using Kind = manifest::Parameter::Kind;
    std::string own = parameter.name.empty() ? "argument" + std::to_string(index) : parameter.name;
    StringRef plain = plainType(parameter.elementType), cuda = cudaType(parameter.elementType);
    std::string type;
    if (parameter.kind == Kind::Pointer) {
      // Not known to be written: both kinds of pointers are taken.
      bool isConst = source.empty() || source.starts_with("const ") || source.contains(" const *");
      if (!cuda.empty())
        structs.push_back(cuda.str());
      StringRef element = !plain.empty() ? plain : !cuda.empty() ? cuda : StringRef("void");
      type = (isConst ? "const " : "") + element.str() + " *";
    } else {
      type = (plain.empty() ? "uint" + std::to_string(8 * parameter.size) + "_t" : plain.str()) + " ";
      if (plain.empty())
        notes.push_back("`" + own + "` is the bits of a " + parameter.elementType);
    }
    parameters += ", " + type + own;
    addresses.push_back("const_cast<void *>(static_cast<const void *>(&" + own + "))");
  }

  std::string declaration() const {
    return "void " + name + "(void *stream, const tilec::Grid &grid" + parameters + ")";
  }

  const manifest::Kernel &kernel;
  std::string name, parameters;
  std::vector<std::string> addresses, structs, notes;
};

/// `struct scale_tuned`: the constants that a tuner has chosen, and a launch of the instance.
void addTuned(llvm::raw_ostream &out, const TunedKernel &kernel, llvm::ArrayRef<Function> functions) {
  auto sameName = [&](const Function &function) {
    return StringRef(function.kernel.displayName).split('(').first == kernel.instance;
  };
  const Function *function = llvm::find_if(functions, sameName);
  if (function == functions.end())
    return;
  out << "/// " << kernel.instance
      << (kernel.isKnown ? ", which tuning has found to be the fastest\n" : ", the default\n") << "struct "
      << kernel.name << "_tuned {\n";
  for (const auto &[name, value] : kernel.constants)
    out << "  static constexpr auto " << name << " = " << value << ";\n";
  out << "  template <typename... Arguments>\n"
         "  static void launch(void *stream, const tilec::Grid &grid, Arguments... arguments) {\n    "
      << function->name << "(stream, grid, arguments...);\n  }\n};\n";
}

std::string headerText(StringRef input, llvm::ArrayRef<Function> functions, llvm::ArrayRef<TunedKernel> tuned) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "// Written by tilec from " << input << ".\n"
      << "// Each function queues a run of its kernel in `stream`, a CUstream or cudaStream_t, over a grid of tile "
         "blocks.\n"
      << "// Where there is no GPU it runs on the CPU and has ended when the call returns. What fails throws "
         "tilec::Error.\n"
      << "#pragma once\n#include \"tilec-cpp/Runtime.h\"\n\n";
  std::map<std::string, bool> structs;
  for (const Function &function : functions)
    for (const std::string &name : function.structs)
      if (structs.emplace(name, true).second)
        out << "struct " << name << ";\n";
  for (const Function &function : functions) {
    out << "/// " << function.kernel.displayName;
    for (const std::string &note : function.notes)
      out << "; " << note;
    out << "\n" << function.declaration() << ";\n";
  }
  for (const TunedKernel &kernel : tuned)
    addTuned(out, kernel, functions);
  return text;
}

std::string sourceText(StringRef input, StringRef header, const TileModule &module, llvm::ArrayRef<Function> functions,
                       const CompileOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto boolean = [](bool value) { return value ? "true" : "false"; };
  out << "// Written by tilec from " << input << ".\n#include \"" << header << "\"\n\nnamespace {\n"
      << "alignas(16) const char image[] = " << hostpart::literal(module.image) << ";\n"
      << "const char tile[] = " << hostpart::literal(module.tileModule) << ";\n"
      << "const TilecEmbeddedModule module = {sizeof(TilecEmbeddedModule), " << hostpart::literal(input) << ", image, "
      << module.image.size() << ", tile, " << module.tileModule.size() << ", " << boolean(options.flushSubnormals)
      << ", " << boolean(!options.preciseDivision) << ", " << boolean(!options.preciseSqrt) << ", "
      << boolean(options.fastMath) << "};\n} // namespace\n";
  for (const Function &function : functions) {
    size_t count = function.addresses.size();
    out << "\n"
        << function.declaration() << " {\n  void *const arguments[] = {"
        << (count ? llvm::join(function.addresses, ", ") : "nullptr")
        << "};\n  tilec::check(tilecEmbeddedLaunch(&module, \"" << function.kernel.name
        << "\", stream, grid.x, grid.y, grid.z, arguments, " << count << "));\n}\n";
  }
  return text;
}

llvm::Error embed(const Options &options, const std::string &input) {
  auto source = readSource(input);
  if (!source)
    return source.takeError();
  Options tunedOptions = options;
  tunedOptions.compile.architecture = options.architectures.front();
  auto tuned = takeWisdom(options, *source, tunedOptions.compile);
  if (!tuned)
    return tuned.takeError();
  std::string output = outputPath(options, input, "");
  auto module = compileTileModule(tunedOptions, *source, output);
  if (!module)
    return module.takeError();
  if (module->kernels.empty())
    return llvm::createStringError("'" + input + "' has no kernel; --instantiate makes instances of templates");
  std::vector<Function> functions(module->kernels.begin(), module->kernels.end());
  std::map<std::string, std::string> kernelOf;
  for (const Function &function : functions)
    if (auto [place, isNew] = kernelOf.emplace(function.name + "(" + function.parameters, function.kernel.displayName);
        !isNew)
      return llvm::createStringError("'" + place->second + "' and '" + function.kernel.displayName +
                                     "' would both be the function " + function.name);
  if (output == "-")
    return writeFile("-", headerText(source->name, functions, *tuned));
  llvm::SmallString<128> header(output);
  llvm::sys::path::replace_extension(header, ".h");
  if (llvm::Error error = writeFile(header, headerText(source->name, functions, *tuned)))
    return error;
  return writeFile(output,
                   sourceText(source->name, llvm::sys::path::filename(header), *module, functions, options.compile));
}

} // namespace

bool tool::embedKernels(const Options &options, const std::string &input) {
  return reportError(embed(options, input));
}

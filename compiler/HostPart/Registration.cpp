// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/Registration.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::hostpart;

namespace {

constexpr llvm::StringLiteral kDeclarations = R"(
# 1 "<registration>"
struct __tilec_module { unsigned bytes, kind; const void *image; unsigned long imageBytes; const char *manifest, *tileModule; unsigned long tileModuleBytes; unsigned arithmetic; const char *ptx; unsigned long ptxBytes; };
extern "C" {
void *__tilecRegisterModule(const __tilec_module *);
void __tilecRegisterKernel(void *, const void *, const char *);
void __tilecRegisterVariable(void *, const void *, const char *, unsigned long, int);
void __tilecRegisterManaged(void *, void **, const void *, const char *, unsigned long);
void __tilecUnregisterModule(void *);
void *__tilecLinkedSimt();
}
)";

} // namespace

std::string tilec::hostpart::literal(llvm::StringRef bytes) {
  constexpr size_t kLine = 4096;
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (size_t i = 0; i == 0 || i < bytes.size(); i += kLine) {
    stream << '"';
    for (unsigned char c : bytes.substr(i, kLine)) {
      if (c == '"' || c == '\\')
        stream << '\\' << c;
      else if (c == '\n')
        stream << "\\n";
      else if (llvm::isPrint(c) && c != '?')
        stream << c;
      else
        stream << '\\' << char('0' + c / 64) << char('0' + c / 8 % 8) << char('0' + c % 8);
    }
    stream << "\"\n";
  }
  return text;
}

namespace {

/// Bytes as numbers, without the zero at the end that a literal has.
std::string numbers(llvm::StringRef bytes) {
  std::string text;
  for (char c : bytes)
    text += std::to_string(int(c)) + ",";
  return text;
}

class Writer {
public:
  std::string write(llvm::ArrayRef<DeviceModule> modules, llvm::StringRef libraryPath) {
    out << kDeclarations;
    for (size_t i = 0; i < modules.size(); ++i)
      writeModule(modules[i], i);
    // Before the constructors of the source's own variables, which may launch.
    out << "__attribute__((constructor(101))) static void __tilec_register() {\n" << calls << "}\n";
    out << "__attribute__((destructor(101))) static void __tilec_unregister() {\n" << ends << "}\n";
    out << "extern \"C\" {\nextern const char *__tilecLibraryPath __attribute__((weak));\n"
           "extern const int __tilecCudartVersion __attribute__((weak));\n"
           "const char *__tilecLibraryPath = "
        << literal(libraryPath) << ";\nconst int __tilecCudartVersion = ::__tilec_host::cudart_version;\n}\n";
    return text;
  }

private:
  void writeModule(const DeviceModule &module, size_t index) {
    std::string number = std::to_string(index), handle = "__tilec_handle_" + number;
    out << "static void *" << handle << ";\n";
    if (module.isRelocatable) {
      out << "__attribute__((section(\"" << kRelocatableSection << "\"), used)) static const char __tilec_image_"
          << number << "[" << module.image.size() << "] = {" << numbers(module.image) << "};\n";
      calls += "  " + handle + " = __tilecLinkedSimt();\n";
    } else if (!module.image.empty()) {
      writeImage(module, handle, number);
    }
    for (const HostKernel &kernel : module.kernels)
      writeCall("__tilecRegisterKernel", handle, kernel, "void ", "()", "");
    for (const HostVariable &variable : module.variables)
      if (variable.isManaged)
        writeManaged(handle, variable);
      else
        writeCall("__tilecRegisterVariable", handle, variable, "char ", "[]",
                  ", " + std::to_string(variable.bytes) + ", " + (variable.isConstant ? "1" : "0"));
  }

  void writeImage(const DeviceModule &module, const std::string &handle, const std::string &number) {
    out << "alignas(16) static const char __tilec_image_" << number << "[] = " << literal(module.image) << ";\n";
    if (module.isTile)
      out << "static const char __tilec_tile_" << number << "[] = " << literal(module.tileModule) << ";\n";
    else
      out << "static const char __tilec_ptx_" << number << "[] = " << literal(module.ptx) << ";\n";
    calls += "  static const __tilec_module module_" + number + " = {sizeof(__tilec_module), " +
             (module.isTile ? "1" : "2") + ", __tilec_image_" + number + ", " + std::to_string(module.image.size()) +
             ", nullptr, " +
             (module.isTile ? "__tilec_tile_" + number + ", " + std::to_string(module.tileModule.size())
                            : std::string("nullptr, 0")) +
             ", " + std::to_string(module.arithmetic) + ", " +
             (module.isTile ? std::string("nullptr, 0")
                            : "__tilec_ptx_" + number + ", " + std::to_string(module.ptx.size())) +
             "};\n  " + handle + " = __tilecRegisterModule(&module_" + number + ");\n";
    ends += "  __tilecUnregisterModule(" + handle + ");\n";
  }

  void writeCall(const char *function, const std::string &handle, const HostReference &reference, const char *before,
                 const char *after, const std::string &further) {
    std::string address = reference.expression;
    if (address.empty()) {
      std::string name = "__tilec_reference_" + std::to_string(references++);
      out << "extern \"C\" " << (llvm::StringRef(after) == "[]" ? "{ extern " : "{ ") << before << name << after
          << " __asm__(\"" << reference.label << "\")" << (reference.isWeak ? " __attribute__((weak))" : "") << "; }\n";
      address = "&" + name;
    }
    std::string call = std::string(function) + "(" + handle + ", (const void *)(" + address + "), \"" +
                       reference.symbol + "\"" + further + ");\n";
    bool mayLack = reference.isWeak && reference.expression.empty();
    calls += mayLack ? "  if (" + address + ")\n    " + call : "  " + call;
  }

  void writeManaged(const std::string &handle, const HostVariable &variable) {
    std::string name = llvm::StringRef(variable.expression).drop_front().str(); // without its &
    calls += "  __tilecRegisterManaged(" + handle + ", &::__tilec_host::managed_address< " + name +
             ">, (const void *)(" + variable.expression + "), \"" + variable.symbol + "\", " +
             std::to_string(variable.bytes) + ");\n";
  }

  std::string text, calls, ends;
  llvm::raw_string_ostream out{text};
  size_t references = 0;
};

} // namespace

std::string tilec::hostpart::registrationText(llvm::ArrayRef<DeviceModule> modules, llvm::StringRef libraryPath) {
  return Writer().write(modules, libraryPath);
}

std::string tilec::hostpart::linkedModuleText(llvm::StringRef image, llvm::StringRef ptx) {
  std::string text = kDeclarations.str();
  text += "alignas(16) static const char image[] = " + literal(image) + ";\n";
  text += "static const char ptx[] = " + literal(ptx) + ";\n";
  text += ("__attribute__((section(\"" + kLinkedSection + "\"), used)) static const char mark = 1;\n").str();
  text += "static const __tilec_module module = {sizeof(__tilec_module), 2, image, " + std::to_string(image.size()) +
          ", nullptr, nullptr, 0, 0, ptx, " + std::to_string(ptx.size()) +
          "};\n"
          "static void *handle;\n"
          "__attribute__((visibility(\"hidden\"))) void *__tilecLinkedSimt() {\n"
          "  return handle ? handle : handle = __tilecRegisterModule(&module);\n}\n"
          "__attribute__((destructor(101))) static void unregister() {\n"
          "  if (handle)\n    __tilecUnregisterModule(handle);\n}\n";
  return text;
}

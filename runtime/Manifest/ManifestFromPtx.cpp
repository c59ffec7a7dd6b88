// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds the manifest in PTX text: in the initialiser of the array `__tilec_manifest`
///
///   .visible .global .align 8 .b8 __tilec_manifest[4] = {123, 34, 115, 0};
///
/// or, where a tool dropped the array, in the comment line `// tilec manifest: {...}`.
#include "tilec/Manifest.h"

#include <charconv>
#include <optional>

namespace tilec::manifest {

/// Bytes of the initialiser that starts at `text`, up to its closing brace; nothing if that is missing or a number is
/// bad.
static std::optional<std::string> readInitialiser(std::string_view text) {
  std::string bytes;
  size_t end = text.find('}');
  if (end == std::string_view::npos)
    return std::nullopt;
  const char *at = text.data(), *last = text.data() + end;
  while (at != last) {
    if (*at == ' ' || *at == ',' || *at == '\n' || *at == '\r' || *at == '\t') {
      ++at;
      continue;
    }
    unsigned value = 0;
    auto [next, status] = std::from_chars(at, last, value);
    if (status != std::errc() || value > 255)
      return std::nullopt;
    bytes.push_back(char(value));
    at = next;
  }
  return bytes;
}

static bool fromArray(std::string_view declaration, Manifest &manifest, ReadError &error) {
  size_t open = declaration.find('{'), close = declaration.find(';');
  std::optional<std::string> bytes;
  if (open != std::string_view::npos && open < close)
    bytes = readInitialiser(declaration.substr(open + 1));
  if (!bytes) {
    error = {"PTX",
             "expected the bytes of '" + std::string(kSymbol) + "', got text that ends or breaks off within them"};
    return false;
  }
  return fromJson(std::string_view(*bytes).substr(0, bytes->find('\0')), manifest, error);
}

bool fromPtx(std::string_view ptx, Manifest &manifest, ReadError &error) {
  manifest = Manifest();
  std::string array = std::string(kSymbol) + "[";
  if (size_t at = ptx.find(array); at != std::string_view::npos)
    return fromArray(ptx.substr(at), manifest, error);
  size_t at = ptx.find(kCommentPrefix);
  if (at == std::string_view::npos) {
    error = {"PTX", "expected an array '" + std::string(kSymbol) +
                        "', got none; the text is truncated or was not written by tilec"};
    return false;
  }
  std::string_view line = ptx.substr(at + kCommentPrefix.size());
  return fromJson(line.substr(0, line.find('\n')), manifest, error);
}

} // namespace tilec::manifest

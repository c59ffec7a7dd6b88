// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Layout, little-endian, as the toolkit's `fatbinary --compress=false` writes it (a test compares):
///
///   file header (16 bytes): u32 magic, u16 version 1, u16 header size, u64 bytes behind the header
///   per image, header (64 bytes): u16 kind (1 PTX, 2 ELF), u16 0x101, u32 bytes before the payload, u64 payload size,
///     u32 compressed size (0), u32 offset of options (0: none), u16 minor, u16 major version, u32 architecture,
///     u32 name offset (0), u32 name size (0), u64 flags, u64 0, u64 uncompressed size (0)
///   of PTX, options (16 bytes): u32 offset of the arguments for ptxas, u32 their size (0), u64 0; then the payload
#include "compiler/Codegen/Ptx/Fatbin.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::codegen;

static constexpr uint32_t kMagic = 0xBA55ED50;
static constexpr uint64_t kFileHeaderBytes = 16, kImageHeaderBytes = 64, kOptionsBytes = 16, kPayloadAlignment = 8;
/// 64-bit addresses, made on Linux.
static constexpr uint64_t kFlags = 0x11;
/// The image uses features of one chip only (`sm_90a`) or of one family (`sm_100f`).
static constexpr uint64_t kChipFeatures = 0x100000;

static uint64_t payloadBytes(const FatbinImage &image) {
  bool isText = image.kind == FatbinImage::Kind::Ptx;
  return llvm::alignTo(image.bytes.size() + (isText ? 1 : 0), kPayloadAlignment); // text ends with a zero byte
}

static uint64_t headerBytes(const FatbinImage &image) {
  return kImageHeaderBytes + (image.kind == FatbinImage::Kind::Ptx ? kOptionsBytes : 0);
}

static uint64_t flagsOf(const FatbinImage &image) {
  bool specific = image.target.cpu().back() == 'a' || image.target.cpu().back() == 'f';
  return kFlags | (specific ? kChipFeatures : 0);
}

static void writeImage(llvm::support::endian::Writer &out, const FatbinImage &image) {
  bool isText = image.kind == FatbinImage::Kind::Ptx;
  uint64_t size = payloadBytes(image);
  out.write<uint16_t>(isText ? 1 : 2);
  out.write<uint16_t>(0x101);
  out.write<uint32_t>(headerBytes(image));
  out.write<uint64_t>(size);
  out.write<uint32_t>(0);
  out.write<uint32_t>(isText ? kImageHeaderBytes : 0);
  out.write<uint16_t>(isText ? image.target.ptxVersion() % 10 : 8);
  out.write<uint16_t>(isText ? image.target.ptxVersion() / 10 : 1);
  out.write<uint32_t>(image.target.capability());
  out.write<uint32_t>(0);
  out.write<uint32_t>(0);
  out.write<uint64_t>(flagsOf(image));
  out.write<uint64_t>(0);
  out.write<uint64_t>(0);
  if (isText) {
    out.write<uint32_t>(kImageHeaderBytes + sizeof(uint64_t));
    out.write<uint32_t>(0);
    out.write<uint64_t>(0);
  }
  out.OS << image.bytes;
  out.OS.write_zeros(size - image.bytes.size());
}

std::string codegen::makeFatbin(llvm::ArrayRef<FatbinImage> images) {
  uint64_t total = 0;
  for (const FatbinImage &image : images)
    total += headerBytes(image) + payloadBytes(image);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::support::endian::Writer out(stream, llvm::endianness::little);
  out.write<uint32_t>(kMagic);
  out.write<uint16_t>(1);
  out.write<uint16_t>(kFileHeaderBytes);
  out.write<uint64_t>(total);
  for (const FatbinImage &image : images)
    writeImage(out, image);
  return bytes;
}

//===- CudaImage.cpp - Checks of device code ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaImage.h"

#include <cstring>

using namespace amp::rt;

namespace {

/// The parts of an ELF64 header and section header that are read here; offsets
/// are those of the ELF specification.
constexpr uint64_t kHeaderBytes = 64;
constexpr uint64_t kSectionBytes = 64;
constexpr uint64_t kProgramBytes = 56;
constexpr uint32_t kSectionWithoutBytes = 8; // SHT_NOBITS

class Reader {
public:
  Reader(const void *data, uint64_t bytes)
      : data(static_cast<const char *>(data)), bytes(bytes) {}

  bool contains(uint64_t offset, uint64_t size) const {
    return offset <= bytes && size <= bytes - offset;
  }
  /// The caller has checked the range.
  template <typename T>
  T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, data + offset, sizeof(value));
    return value;
  }

private:
  const char *data;
  uint64_t bytes;
};

} // namespace

/// What is wrong with an ELF image, or NULL.
static const char *findElfFault(const Reader &image) {
  if (!image.contains(0, kHeaderBytes))
    return "it ends inside the ELF header";
  if (image.read<uint8_t>(4) != 2 || image.read<uint8_t>(5) != 1)
    return "it is not a 64-bit little-endian ELF file";

  const uint64_t programs = image.read<uint64_t>(32);
  const uint64_t sections = image.read<uint64_t>(40);
  const uint16_t programBytes = image.read<uint16_t>(54);
  const uint16_t numPrograms = image.read<uint16_t>(56);
  const uint16_t sectionBytes = image.read<uint16_t>(58);
  const uint16_t numSections = image.read<uint16_t>(60);
  if (numPrograms && (programBytes != kProgramBytes ||
                      !image.contains(programs, numPrograms * kProgramBytes)))
    return "it ends inside the program headers";
  if (!numSections || sectionBytes != kSectionBytes ||
      !image.contains(sections, numSections * kSectionBytes))
    return "it ends inside the section headers";
  for (uint16_t i = 0; i < numSections; ++i) {
    const uint64_t section = sections + i * kSectionBytes;
    if (image.read<uint32_t>(section + 4) == kSectionWithoutBytes)
      continue;
    if (!image.contains(image.read<uint64_t>(section + 24),
                        image.read<uint64_t>(section + 32)))
      return "it ends inside a section";
  }
  return nullptr;
}

Status cuda::checkImage(const void *data, uint64_t bytes,
                        const std::string &where) {
  static constexpr char kElf[] = {0x7f, 'E', 'L', 'F'};
  const char *fault = nullptr;
  if (bytes >= sizeof(kElf) && std::memcmp(data, kElf, sizeof(kElf)) == 0)
    fault = findElfFault(Reader(data, bytes));
  else if (!std::memchr(data, '\0', bytes))
    fault = "it is neither a cubin nor PTX that ends with a NUL";
  if (!fault)
    return Status();
  return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                     where + ": the image of " + std::to_string(bytes) +
                         " bytes cannot be loaded: " + fault);
}

//===- Npz.cpp - NumPy's .npz files ---------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "RegularFile.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/Npy.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <zip.h>

using namespace llvm;
using namespace amp;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

struct NpzReader::Archive {
  ~Archive() {
    if (zip)
      zip_discard(zip);
  }
  std::string path;
  std::shared_ptr<MemoryBuffer> file; // the archive points into it
  zip_t *zip = nullptr;
  StringMap<zip_uint64_t> members;
};

NpzReader::NpzReader() : archive(std::make_unique<Archive>()) {}
NpzReader::NpzReader(NpzReader &&) = default;
NpzReader &NpzReader::operator=(NpzReader &&) = default;
NpzReader::~NpzReader() = default;

Expected<NpzReader> NpzReader::open(StringRef path) {
  std::string where = "file " + quote(path);
  NpzReader reader;
  Archive &archive = *reader.archive;
  archive.path = path.str();
  Expected<std::shared_ptr<MemoryBuffer>> file = openRegularFile(path);
  if (!file)
    return file.takeError();
  archive.file = std::move(*file);
  // libzip takes an empty file for an archive of nothing.
  if (archive.file->getBufferSize() == 0)
    return inputError(where + ": not a valid zip archive: the file is empty");

  zip_error_t error;
  zip_error_init(&error);
  scope_exit finish([&] { zip_error_fini(&error); });
  zip_source_t *source = zip_source_buffer_create(
      archive.file->getBufferStart(), archive.file->getBufferSize(), 0, &error);
  if (!source)
    return limitError(where + ": " + zip_error_strerror(&error));
  archive.zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (!archive.zip) {
    zip_source_free(source);
    return inputError(
        where + ": not a valid zip archive: " + zip_error_strerror(&error));
  }

  zip_int64_t count = zip_get_num_entries(archive.zip, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char *raw = zip_get_name(archive.zip, i, ZIP_FL_ENC_GUESS);
    if (!raw)
      return inputError(where + ": the name of member " + Twine(i) +
                        " cannot be read: " + zip_strerror(archive.zip));
    StringRef name = raw;
    if (!name.consume_back(".npy"))
      continue;
    if (!archive.members.try_emplace(name, i).second)
      return inputError(where + ": array " + quote(name) + " is there twice");
    reader.arrayNames.push_back(name.str());
  }
  return reader;
}

/// Reads exactly `size` bytes.
static Error readMember(zip_file_t *member, char *target, uint64_t size,
                        StringRef where) {
  while (size != 0) {
    zip_int64_t read =
        zip_fread(member, target, std::min<uint64_t>(size, 1u << 30));
    if (read < 0)
      return inputError(where + ": damaged: " + zip_file_strerror(member));
    if (read == 0)
      return inputError(where + ": cut off: " + Twine(size) +
                        " bytes are missing");
    target += read;
    size -= read;
  }
  return Error::success();
}

Expected<Tensor> NpzReader::load(StringRef name, uint64_t maxBytes) {
  std::string where = "file " + quote(archive->path) + ", array " + quote(name);
  auto found = archive->members.find(name);
  if (found == archive->members.end())
    return inputError(where + ": there is no such array");
  zip_stat_t status;
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                  ZIP_STAT_COMP_METHOD |
                                  ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive->zip, found->second, 0, &status) != 0 ||
      (status.valid & needed) != needed)
    return inputError(where + ": its entry in the zip archive is incomplete");
  if (status.encryption_method != ZIP_EM_NONE)
    return inputError(where + ": encrypted; save it without a password");
  if (status.comp_method != ZIP_CM_STORE &&
      status.comp_method != ZIP_CM_DEFLATE)
    return inputError(where + ": compressed by zip method " +
                      Twine(status.comp_method) +
                      "; expected stored (0) or deflated (8)");
  // One bit of deflate's output stands for at most 258 bytes, in blocks that
  // begin with a few bits: more than 1032 bytes from one is impossible.
  uint64_t fileSize = archive->file->getBufferSize();
  uint64_t factor = status.comp_method == ZIP_CM_STORE ? 1 : 1032;
  if (status.comp_size > fileSize || status.size / factor > status.comp_size)
    return inputError(where + ": claims " + Twine(status.size) +
                      " bytes from " + Twine(status.comp_size) +
                      " in a file of " + Twine(fileSize) +
                      ", which is impossible");

  zip_file_t *member = zip_fopen_index(archive->zip, found->second, 0);
  if (!member)
    return inputError(where +
                      ": cannot be opened: " + zip_strerror(archive->zip));
  scope_exit close([&] { zip_fclose(member); });

  SmallVector<char, 128> head;
  size_t preamble = std::min<uint64_t>(kNpyPreambleSize, status.size);
  head.resize(preamble);
  if (Error error = readMember(member, head.data(), preamble, where))
    return std::move(error);
  Expected<size_t> offset =
      npyDataOffset(StringRef(head.data(), preamble), where);
  if (!offset)
    return offset.takeError();
  if (*offset > status.size || *offset < preamble)
    return inputError(where + ": cut off in its header: expected at least " +
                      Twine(std::max(*offset, preamble)) + " bytes, found " +
                      Twine(status.size));
  head.resize(*offset);
  if (Error error =
          readMember(member, head.data() + preamble, *offset - preamble, where))
    return std::move(error);
  Expected<NpyHeader> header =
      parseNpyHeader(StringRef(head.data(), head.size()), where);
  if (!header)
    return header.takeError();
  if (status.size - *offset != header->dataBytes)
    return inputError(
        where + ": shape " + shapeToString(header->shape) + " of " +
        mlirName(header->type) + " takes " + Twine(header->dataBytes) +
        " bytes after the header, found " + Twine(status.size - *offset));
  if (Error error = checkLimit(header->dataBytes, maxBytes, where))
    return std::move(error);

  Expected<Tensor> tensor =
      Tensor::allocate(header->type, header->shape, where);
  if (!tensor)
    return tensor;
  if (Error error = readMember(member, tensor->mutableBytes().data(),
                               header->dataBytes, where))
    return std::move(error);
  // Reading to the end is what checks the CRC.
  char extra;
  zip_int64_t after = zip_fread(member, &extra, 1);
  if (after < 0)
    return inputError(where + ": damaged: " + zip_file_strerror(member));
  if (after > 0)
    return inputError(where + ": longer than the archive says");
  if (header->type == ElementType::I1)
    if (Error error = checkBooleans(tensor->bytes(), where))
      return std::move(error);
  if (header->columnMajor && header->shape.size() > 1)
    return fromColumnMajor(*header, tensor->bytes(), where);
  return tensor;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Adds the array to `zip`; `header` and the tensor must live until it closes.
static Error addMember(zip_t *zip, const NamedTensor &array,
                       std::string &header, StringRef where) {
  StringRef data = array.tensor.bytes();
  zip_buffer_fragment_t fragments[2];
  fragments[0].data = reinterpret_cast<zip_uint8_t *>(header.data());
  fragments[0].length = header.size();
  fragments[1].data =
      reinterpret_cast<zip_uint8_t *>(const_cast<char *>(data.data()));
  fragments[1].length = data.size();
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *source = zip_source_buffer_fragment_create(
      fragments, data.empty() ? 1 : 2, 0, &error);
  std::string reason = source ? "" : zip_error_strerror(&error);
  zip_error_fini(&error);
  if (!source)
    return limitError(where + ": " + reason);
  zip_int64_t index = zip_file_add(zip, (array.name + ".npy").c_str(), source,
                                   ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return inputError(where + ": cannot be added: " + zip_strerror(zip));
  }
  // 1980-01-01, the first date that zip knows: the same tensors, the same
  // bytes.
  constexpr zip_uint16_t kTime = 0, kDate = (1 << 5) | 1;
  if (zip_set_file_compression(zip, index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(zip, index, kTime, kDate, 0) != 0)
    return ioError(where + ": " + zip_strerror(zip));
  return Error::success();
}

Error amp::writeNpz(StringRef path, ArrayRef<NamedTensor> tensors) {
  std::string where = "file " + quote(path);
  StringSet<> names;
  std::vector<std::string> headers;
  for (const NamedTensor &array : tensors) {
    std::string member = where + ", array " + quote(array.name);
    if (array.name.empty() || StringRef(array.name).contains('\0') ||
        !json::isUTF8(array.name))
      return inputError(member + ": a name must be UTF-8, not empty and "
                                 "without NUL");
    if (array.name.size() > 65535 - 4)
      return inputError(member +
                        ": a name in a zip archive has at most 65531 "
                        "bytes, found " +
                        Twine(array.name.size()));
    if (!names.insert(array.name).second)
      return inputError(member + ": given twice");
    Expected<std::string> header = makeNpyHeader(array.tensor, member);
    if (!header)
      return header.takeError();
    headers.push_back(std::move(*header));
  }
  if (tensors.empty())
    return inputError(where + ": an .npz file needs at least one array");

  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  int code = 0;
  zip_t *zip =
      zip_open(file->temporaryPath().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (!zip) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    return ioError(where + ": cannot write: " + reason);
  }
  scope_exit discard([&] { zip_discard(zip); });
  for (size_t i = 0; i < tensors.size(); ++i)
    if (Error error = addMember(zip, tensors[i], headers[i],
                                where + ", array " + quote(tensors[i].name)))
      return error;
  if (zip_close(zip) != 0)
    return ioError(where + ": cannot write: " + zip_strerror(zip));
  discard.release();
  if (Error error = file->reopen())
    return error;
  return file->commit();
}

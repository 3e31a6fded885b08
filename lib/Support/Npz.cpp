//===- Npz.cpp - NumPy's .npz files ---------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/Npy.h"
#include "amp/Support/RegularFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <utility>
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
  /// If the file has been changed, that is the error, and not what reading it
  /// came to.
  Error checkFile(Error error) const {
    Error changed = file->checkUnchanged();
    if (!changed)
      return error;
    consumeError(std::move(error));
    return changed;
  }

  std::string path;
  std::optional<RegularFile> file;
  zip_t *zip = nullptr;
  StringMap<zip_uint64_t> members;
};

NpzReader::NpzReader() : archive(std::make_unique<Archive>()) {}
NpzReader::NpzReader(NpzReader &&) = default;
NpzReader &NpzReader::operator=(NpzReader &&) = default;
NpzReader::~NpzReader() = default;

/// What libzip says about a file is about its contents, but for memory.
static Error zipError(const Twine &message, zip_error_t &error) {
  std::string text = (message + ": " + zip_error_strerror(&error)).str();
  return zip_error_code_zip(&error) == ZIP_ER_MEMORY ? limitError(text)
                                                     : inputError(text);
}

Expected<NpzReader> NpzReader::open(StringRef path) {
  std::string where = "file " + quote(path);
  NpzReader reader;
  Archive &archive = *reader.archive;
  archive.path = path.str();
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return file.takeError();
  archive.file.emplace(std::move(*file));
  // libzip takes an empty file for an archive of nothing.
  if (archive.file->size() == 0)
    return inputError(where + ": not a valid zip archive: the file is empty");

  zip_error_t error;
  zip_error_init(&error);
  scope_exit finish([&] { zip_error_fini(&error); });
  // libzip closes what it is given.
  int descriptor = ::fcntl(archive.file->descriptor(), F_DUPFD_CLOEXEC, 0);
  std::FILE *stream = descriptor < 0 ? nullptr : ::fdopen(descriptor, "rb");
  if (!stream) {
    std::string reason = sys::StrError(errno);
    if (descriptor >= 0)
      ::close(descriptor);
    return ioError(where + ": cannot open: " + reason);
  }
  zip_source_t *source = zip_source_filep_create(stream, 0, -1, &error);
  if (!source) {
    std::fclose(stream);
    return limitError(where + ": " + zip_error_strerror(&error));
  }
  archive.zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (!archive.zip) {
    zip_source_free(source);
    return archive.checkFile(
        zipError(where + ": not a valid zip archive", error));
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
  if (Error error = archive.file->checkUnchanged())
    return std::move(error);
  return reader;
}

/// An array of an archive, whose header has been read.
class NpzReader::Member {
public:
  static Expected<Member> open(Archive &archive, StringRef name);
  Member(Member &&other)
      : file(std::exchange(other.file, nullptr)), where(std::move(other.where)),
        header(std::move(other.header)) {}
  ~Member() {
    if (file)
      zip_fclose(file);
  }

  const NpyHeader &getHeader() const { return header; }
  /// What follows the header; the CRC is checked.
  Expected<Tensor> read(uint64_t maxBytes);

private:
  Member() = default;
  Error fill(MutableArrayRef<char> target);

  zip_file_t *file = nullptr;
  std::string where;
  NpyHeader header;
};

Error NpzReader::Member::fill(MutableArrayRef<char> target) {
  while (!target.empty()) {
    zip_int64_t count = zip_fread(file, target.data(),
                                  std::min<uint64_t>(target.size(), 1u << 30));
    if (count < 0)
      return zipError(where + ": damaged", *zip_file_get_error(file));
    if (count == 0)
      return inputError(where + ": cut off: " + Twine(target.size()) +
                        " bytes are missing");
    target = target.drop_front(count);
  }
  return Error::success();
}
Expected<NpzReader::Member> NpzReader::Member::open(Archive &archive,
                                                    StringRef name) {
  std::string where = "file " + quote(archive.path) + ", array " + quote(name);
  auto found = archive.members.find(name);
  if (found == archive.members.end())
    return inputError(where + ": there is no such array");
  zip_stat_t status;
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                  ZIP_STAT_COMP_METHOD |
                                  ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive.zip, found->second, 0, &status) != 0 ||
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
  uint64_t fileSize = archive.file->size();
  uint64_t factor = status.comp_method == ZIP_CM_STORE ? 1 : 1032;
  if (status.comp_size > fileSize || status.size / factor > status.comp_size)
    return inputError(where + ": claims " + Twine(status.size) +
                      " bytes from " + Twine(status.comp_size) +
                      " in a file of " + Twine(fileSize) +
                      ", which is impossible");

  Member member;
  member.where = where;
  member.file = zip_fopen_index(archive.zip, found->second, 0);
  if (!member.file)
    return zipError(where + ": cannot be opened", *zip_get_error(archive.zip));
  SmallVector<char, 128> head(
      std::min<uint64_t>(kNpyPreambleSize, status.size));
  size_t preamble = head.size();
  if (Error error = member.fill(head))
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
          member.fill(MutableArrayRef<char>(head).drop_front(preamble)))
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
  member.header = std::move(*header);
  return member;
}

Expected<Tensor> NpzReader::Member::read(uint64_t maxBytes) {
  if (Error error = checkLimit(header.dataBytes, maxBytes, where))
    return std::move(error);
  Expected<Tensor> tensor = Tensor::allocate(header.type, header.shape, where);
  if (!tensor)
    return tensor;
  if (Error error = fill(tensor->mutableBytes()))
    return std::move(error);
  // Reading to the end is what checks the CRC.
  char extra;
  zip_int64_t after = zip_fread(file, &extra, 1);
  if (after < 0)
    return zipError(where + ": damaged", *zip_file_get_error(file));
  if (after > 0)
    return inputError(where + ": longer than the archive says");
  if (header.type == ElementType::I1)
    if (Error error = checkBooleans(tensor->bytes(), where))
      return std::move(error);
  if (header.columnMajor && header.shape.size() > 1)
    return fromColumnMajor(header, tensor->bytes(), where);
  return tensor;
}

Expected<TensorInfo> NpzReader::describe(StringRef name) {
  Expected<Member> member = Member::open(*archive, name);
  if (!member)
    return archive->checkFile(member.takeError());
  return TensorInfo{member->getHeader().type, member->getHeader().shape};
}

Expected<Tensor> NpzReader::load(StringRef name, uint64_t maxBytes) {
  Expected<Member> member = Member::open(*archive, name);
  if (!member)
    return archive->checkFile(member.takeError());
  Expected<Tensor> tensor = member->read(maxBytes);
  if (!tensor)
    return archive->checkFile(tensor.takeError());
  if (Error error = archive->file->checkUnchanged())
    return std::move(error);
  return tensor;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
/// Where libzip writes an archive to: by itself it would leave files under
/// names of its own when the process ends in the middle.
class ZipTarget {
public:
  explicit ZipTarget(AtomicFile &file) : file(file) { zip_error_init(&error); }
  ~ZipTarget() { zip_error_fini(&error); }

  /// As `zip_source_function_create` wants it; `state` is a ZipTarget.
  static zip_int64_t handle(void *state, void *data, zip_uint64_t length,
                            zip_source_cmd_t command) {
    return static_cast<ZipTarget *>(state)->run(data, length, command);
  }
  /// What failed, if the file could not be written; else empty.
  const std::string &getFailure() const { return failure; }

private:
  zip_int64_t run(void *data, zip_uint64_t length, zip_source_cmd_t command);
  zip_int64_t fail(Error reason) {
    failure = toString(std::move(reason));
    zip_error_set(&error, ZIP_ER_WRITE, EIO);
    return -1;
  }

  AtomicFile &file;
  zip_error_t error;
  std::string failure;
  uint64_t position = 0, size = 0;
};
} // namespace

zip_int64_t ZipTarget::run(void *data, zip_uint64_t length,
                           zip_source_cmd_t command) {
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    // libzip opens only what can be read, but does not read a new archive.
    return zip_source_make_command_bitmap(
        ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
        ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL,
        ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_WRITE, ZIP_SOURCE_SEEK_WRITE,
        ZIP_SOURCE_TELL_WRITE, ZIP_SOURCE_COMMIT_WRITE,
        ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE, ZIP_SOURCE_SUPPORTS, -1);
  case ZIP_SOURCE_STAT:
    zip_stat_init(static_cast<zip_stat_t *>(data));
    return sizeof(zip_stat_t);
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(&error, data, length);
  case ZIP_SOURCE_WRITE:
    if (Error reason =
            file.write(StringRef(static_cast<const char *>(data), length)))
      return fail(std::move(reason));
    position += length;
    size = std::max(size, position);
    return static_cast<zip_int64_t>(length);
  case ZIP_SOURCE_SEEK_WRITE: {
    zip_int64_t target =
        zip_source_seek_compute_offset(position, size, data, length, &error);
    if (target < 0)
      return -1;
    if (Error reason = file.seek(target))
      return fail(std::move(reason));
    position = target;
    return 0;
  }
  case ZIP_SOURCE_TELL_WRITE:
    return static_cast<zip_int64_t>(position);
  case ZIP_SOURCE_OPEN:
  case ZIP_SOURCE_BEGIN_WRITE:
  case ZIP_SOURCE_COMMIT_WRITE:
  case ZIP_SOURCE_ROLLBACK_WRITE:
  case ZIP_SOURCE_REMOVE:
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_FREE:
    return 0;
  default:
    zip_error_set(&error, ZIP_ER_OPNOTSUPP, 0);
    return -1;
  }
}

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
  ZipTarget target(*file);
  zip_error_t error;
  zip_error_init(&error);
  scope_exit finish([&] { zip_error_fini(&error); });
  zip_source_t *source =
      zip_source_function_create(ZipTarget::handle, &target, &error);
  if (!source)
    return limitError(where + ": " + zip_error_strerror(&error));
  zip_t *zip = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error);
  if (!zip) {
    zip_source_free(source);
    return ioError(where + ": cannot write: " + zip_error_strerror(&error));
  }
  scope_exit discard([&] { zip_discard(zip); });
  for (size_t i = 0; i < tensors.size(); ++i)
    if (Error error = addMember(zip, tensors[i], headers[i],
                                where + ", array " + quote(tensors[i].name)))
      return error;
  if (zip_close(zip) != 0) {
    if (!target.getFailure().empty())
      return ioError(target.getFailure());
    return ioError(where + ": cannot write: " + zip_strerror(zip));
  }
  discard.release();
  return file->commit();
}

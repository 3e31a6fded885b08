//===- TensorFile.cpp - Reading and writing tensors by file name ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/TensorFile.h"

#include "amp/Support/Checkpoint.h"
#include "amp/Support/Csv.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <optional>

using namespace llvm;
using namespace amp;

namespace {
enum class Format { Npy, Npz, Safetensors, Csv };

struct Extension {
  StringLiteral text;
  Format format;
};

struct Spec {
  StringRef path;
  StringRef array;
  bool hasArray;
  Format format;
};
} // namespace

static constexpr Extension kExtensions[] = {
    {".npy", Format::Npy},
    {".npz", Format::Npz},
    {".safetensors", Format::Safetensors},
    {".csv", Format::Csv},
    {".tsv", Format::Csv},
};

static std::optional<Format> formatOf(StringRef path) {
  for (const Extension &extension : kExtensions)
    if (path.ends_with_insensitive(extension.text))
      return extension.format;
  return std::nullopt;
}

static Expected<Spec> parseSpec(StringRef spec) {
  std::optional<Format> whole = formatOf(spec);
  if (whole && sys::fs::exists(spec))
    return Spec{spec, "", false, *whole};
  for (size_t colon = spec.find(':'); colon != StringRef::npos;
       colon = spec.find(':', colon + 1)) {
    StringRef path = spec.take_front(colon);
    std::optional<Format> format = formatOf(path);
    if (!format)
      continue;
    if (colon + 1 == spec.size())
      return inputError(
          "file " + quote(path) + ": expected the name of an array" +
          (format == Format::Csv ? ", or columns," : "") + " after ':'");
    return Spec{path, spec.drop_front(colon + 1), true, *format};
  }
  if (whole)
    return Spec{spec, "", false, *whole};
  return inputError("file " + quote(spec) +
                    ": unknown format; expected a name that ends in .npy, "
                    ".npz, .safetensors, .csv or .tsv");
}

static std::string listNames(ArrayRef<std::string> names) {
  if (names.empty())
    return "it holds no arrays";
  constexpr size_t kMaxListed = 20;
  std::string list;
  ListSeparator separator;
  for (const std::string &name : names.take_front(kMaxListed))
    list += (StringRef(separator) + quote(name)).str();
  if (names.size() > kMaxListed)
    list += ", ... (" + std::to_string(names.size()) + " arrays)";
  return "it holds " + list;
}

static Expected<StringRef> chooseArray(const Spec &spec, StringRef defaultName,
                                       ArrayRef<std::string> names) {
  std::string where = "file " + quote(spec.path);
  if (spec.hasArray) {
    if (is_contained(names, spec.array))
      return spec.array;
    return inputError(where + ": no array " + quote(spec.array) + "; " +
                      listNames(names));
  }
  if (is_contained(names, defaultName))
    return defaultName;
  if (names.size() == 1)
    return StringRef(names.front());
  return inputError(where + ": no array " + quote(defaultName) + "; " +
                    listNames(names) +
                    (names.empty() ? "" : "; choose one with ':name'"));
}

Expected<Tensor> amp::loadTensor(StringRef text, StringRef defaultName,
                                 const LoadOptions &options) {
  Expected<Spec> spec = parseSpec(text);
  if (!spec)
    return spec.takeError();
  switch (spec->format) {
  case Format::Npy:
    if (spec->hasArray)
      return inputError("file " + quote(spec->path) +
                        ": an .npy file holds one array without a name; "
                        "remove " +
                        quote(":" + spec->array.str()));
    return readNpy(spec->path, options.maxBytes);
  case Format::Csv:
    return readCsv(spec->path, spec->array, options.csvType, options.maxBytes);
  case Format::Npz: {
    Expected<NpzReader> reader = NpzReader::open(spec->path);
    if (!reader)
      return reader.takeError();
    Expected<StringRef> name = chooseArray(*spec, defaultName, reader->names());
    if (!name)
      return name.takeError();
    return reader->load(*name, options.maxBytes);
  }
  case Format::Safetensors:
    break;
  }
  Expected<SafetensorsReader> reader = SafetensorsReader::open(spec->path);
  if (!reader)
    return reader.takeError();
  Expected<StringRef> name = chooseArray(*spec, defaultName, reader->names());
  if (!name)
    return name.takeError();
  return reader->load(*name, options.maxBytes);
}

Expected<std::string> amp::tensorFilePath(StringRef text) {
  Expected<Spec> spec = parseSpec(text);
  if (!spec)
    return spec.takeError();
  return spec->path.str();
}

//===----------------------------------------------------------------------===//
// Files of named arrays
//===----------------------------------------------------------------------===//

Expected<TensorFileReader> TensorFileReader::open(StringRef path) {
  std::optional<Format> format = formatOf(path);
  if (format == Format::Npz) {
    Expected<NpzReader> reader = NpzReader::open(path);
    if (!reader)
      return reader.takeError();
    return TensorFileReader(path, std::move(*reader));
  }
  if (format != Format::Safetensors)
    return inputError("file " + quote(path) +
                      ": unknown format; expected a name that ends in "
                      ".safetensors or .npz");
  Expected<SafetensorsReader> reader = SafetensorsReader::open(path);
  if (!reader)
    return reader.takeError();
  if (isCheckpoint(*reader))
    if (Error error = verifyCheckpoint(*reader, path)) {
      // What was whole once is damaged; it is not just another file.
      bool isLimit = false;
      std::string message;
      handleAllErrors(std::move(error), [&](const ErrorInfoBase &info) {
        isLimit = info.convertToErrorCode() == std::errc::not_enough_memory;
        message = info.message();
      });
      return isLimit ? limitError(message)
                     : ioError(message +
                               "; a file that was changed on purpose is read "
                               "without 'amp.format' in its metadata");
    }
  return TensorFileReader(path, std::move(*reader));
}

const std::vector<std::string> &TensorFileReader::names() const {
  return std::visit(
      [](const auto &file) -> const std::vector<std::string> & {
        return file.names();
      },
      reader);
}

Expected<TensorInfo> TensorFileReader::describe(StringRef name) {
  return std::visit([&](auto &file) { return file.describe(name); }, reader);
}

Expected<Tensor> TensorFileReader::load(StringRef name, uint64_t maxBytes) {
  return std::visit([&](auto &file) { return file.load(name, maxBytes); },
                    reader);
}

Error amp::saveTensors(StringRef path, ArrayRef<NamedTensor> tensors) {
  std::optional<Format> format = formatOf(path);
  if (format == Format::Safetensors)
    return writeSafetensors(path, tensors);
  if (format == Format::Npz)
    return writeNpz(path, tensors);
  if (format == Format::Npy) {
    if (tensors.size() != 1)
      return inputError(
          "file " + quote(path) + ": an .npy file holds one array, found " +
          Twine(tensors.size()) + " to write; choose .npz or .safetensors");
    return writeNpy(path, tensors.front().tensor);
  }
  return inputError("file " + quote(path) +
                    ": unknown format to write; expected a name that ends in "
                    ".safetensors, .npz or .npy");
}

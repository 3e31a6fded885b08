//===- Safetensors.cpp - safetensors files --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Safetensors.h"

#include "NpyHeader.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <tuple>

using namespace llvm;
using namespace amp;

static constexpr StringLiteral kMetadataKey("__metadata__");
/// Bytes of the header's length, before it.
static constexpr size_t kLengthSize = 8;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Bits of one element of any dtype of the format, also of those that
/// ElementType lacks, since every array's size is checked.
static std::optional<unsigned> bitsOfDtype(StringRef dtype) {
  if (auto type = elementTypeFromSafetensorsName(dtype))
    return elementSize(*type) * 8;
  return StringSwitch<std::optional<unsigned>>(dtype)
      .Case("F4", 4)
      .Cases({"F6_E2M3", "F6_E3M2"}, 6)
      .Cases({"F8_E4M3", "F8_E5M2", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ"}, 8)
      .Case("U16", 16)
      .Case("U32", 32)
      .Case("U64", 64)
      .Default(std::nullopt);
}

namespace amp {
/// Walks the top level of the header and hands each entry alone to the JSON
/// parser: that one is recursive and keeps the last of two equal keys, so depth
/// and keys are checked here, and the memory for its tree stays small.
class SafetensorsHeaderParser {
public:
  SafetensorsHeaderParser(StringRef text, SafetensorsReader &reader,
                          StringRef where)
      : text(text), reader(reader), where(where) {}

  Error parse();

private:
  struct Span {
    StringRef text;
    size_t keys; // colons at the first level of an object
  };

  Error unexpected(StringRef expected) const;
  void skipSpace();
  bool consume(char c);
  Expected<StringRef> skipString();
  Expected<Span> skipValue();
  Expected<std::string> parseKey();
  Expected<json::Object> parseObject(const Span &span, StringRef what);
  Error parseMetadata(const Span &span);
  Error parseEntry(StringRef name, const Span &span);

  StringRef text;
  SafetensorsReader &reader;
  StringRef where;
  size_t position = 0;
};
} // namespace amp

Error SafetensorsHeaderParser::unexpected(StringRef expected) const {
  StringRef rest = text.substr(position);
  return inputError(
      where + ": bad safetensors header: expected " + expected + ", found " +
      (rest.empty() ? std::string("its end") : quote(rest.take_front(40))) +
      " at byte " + Twine(position) + " of it");
}

void SafetensorsHeaderParser::skipSpace() {
  while (position < text.size() &&
         StringRef(" \t\r\n").contains(text[position]))
    ++position;
}

bool SafetensorsHeaderParser::consume(char c) {
  skipSpace();
  if (position == text.size() || text[position] != c)
    return false;
  ++position;
  return true;
}

/// Passes a string and returns it with its quotes.
Expected<StringRef> SafetensorsHeaderParser::skipString() {
  skipSpace();
  size_t begin = position;
  if (begin == text.size() || text[begin] != '"')
    return unexpected("a string");
  for (size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      position = i + 1;
      return text.slice(begin, position);
    }
  }
  return unexpected("a closed string");
}

/// Passes an object or an array; what is in it is not checked but for depth.
Expected<SafetensorsHeaderParser::Span> SafetensorsHeaderParser::skipValue() {
  constexpr unsigned kMaxDepth = 2; // an object with lists
  skipSpace();
  size_t begin = position;
  size_t keys = 0;
  unsigned depth = 0;
  if (begin == text.size() || text[begin] != '{')
    return unexpected("an object");
  while (position < text.size()) {
    char c = text[position];
    if (c == '"') {
      if (Expected<StringRef> string = skipString(); !string)
        return string.takeError();
      continue;
    }
    if (c == '{' || c == '[') {
      if (++depth > kMaxDepth)
        return unexpected("no deeper nesting");
    } else if (c == '}' || c == ']') {
      if (--depth == 0) {
        ++position;
        return Span{text.slice(begin, position), keys};
      }
    } else if (c == ':' && depth == 1) {
      ++keys;
    }
    ++position;
  }
  position = begin;
  return unexpected("a closed object");
}

Expected<std::string> SafetensorsHeaderParser::parseKey() {
  size_t begin = position;
  Expected<StringRef> raw = skipString();
  if (!raw)
    return raw.takeError();
  Expected<json::Value> value = json::parse(*raw);
  if (!value) {
    position = begin;
    return inputError(
        where + ": bad safetensors header: " + toString(value.takeError()) +
        " in the key at byte " + Twine(begin) + " of it");
  }
  return value->getAsString()->str();
}

Expected<json::Object> SafetensorsHeaderParser::parseObject(const Span &span,
                                                            StringRef what) {
  Expected<json::Value> value = json::parse(span.text);
  if (!value)
    return inputError(
        what + ": bad JSON in the header: " + toString(value.takeError()));
  json::Object *object = value->getAsObject();
  if (!object)
    return inputError(what + ": expected an object in the header");
  if (object->size() != span.keys)
    return inputError(what + ": a key is there twice in the header's object " +
                      quote(span.text));
  return std::move(*object);
}

Error SafetensorsHeaderParser::parseMetadata(const Span &span) {
  std::string what = (where + ", " + kMetadataKey).str();
  Expected<json::Object> object = parseObject(span, what);
  if (!object)
    return object.takeError();
  for (auto &entry : *object) {
    std::optional<StringRef> value = entry.second.getAsString();
    if (!value)
      return inputError(what + ": expected a string as the value of " +
                        quote(entry.first));
    reader.fileMetadata.emplace(entry.first.str(), value->str());
  }
  return Error::success();
}

Error SafetensorsHeaderParser::parseEntry(StringRef name, const Span &span) {
  std::string what = (where + ", array " + quote(name)).str();
  Expected<json::Object> object = parseObject(span, what);
  if (!object)
    return object.takeError();
  for (auto &entry : *object) {
    StringRef key = entry.first;
    if (key != "dtype" && key != "shape" && key != "data_offsets")
      return inputError(what + ": unknown key " + quote(key) +
                        "; expected dtype, shape and data_offsets");
  }
  std::optional<StringRef> dtype = object->getString("dtype");
  if (!dtype)
    return inputError(what + ": expected a string as its dtype");
  std::optional<unsigned> bits = bitsOfDtype(*dtype);
  if (!bits)
    return inputError(what + ": unknown dtype " + quote(*dtype));

  SafetensorsReader::Entry entry;
  entry.dtype = dtype->str();
  const json::Array *shape = object->getArray("shape");
  if (!shape)
    return inputError(what + ": expected a list as its shape");
  if (shape->size() > kMaxRank)
    return inputError(what + ": expected at most " + Twine(kMaxRank) +
                      " dimensions, found " + Twine(shape->size()));
  for (const json::Value &size : *shape) {
    std::optional<uint64_t> number = size.getAsUINT64();
    if (!number || *number > INT64_MAX)
      return inputError(what + ": a size in its shape is not an integer from 0 "
                               "to 2^63 - 1");
    entry.shape.push_back(*number);
  }
  const json::Array *offsets = object->getArray("data_offsets");
  std::optional<uint64_t> begin, end;
  if (offsets && offsets->size() == 2) {
    begin = (*offsets)[0].getAsUINT64();
    end = (*offsets)[1].getAsUINT64();
  }
  uint64_t dataSize = reader.dataSize;
  if (!begin || !end)
    return inputError(what + ": expected two integers from 0 as its "
                             "data_offsets");
  if (*begin > *end || *end > dataSize)
    return inputError(what + ": data_offsets [" + Twine(*begin) + ", " +
                      Twine(*end) + "] do not lie in the " + Twine(dataSize) +
                      " bytes after the header");
  entry.begin = *begin;
  entry.end = *end;

  Expected<int64_t> count = checkedElementCount(entry.shape, what);
  if (!count)
    return count.takeError();
  int64_t totalBits;
  if (MulOverflow(*count, static_cast<int64_t>(*bits), totalBits))
    return inputError(what + ": the size of shape " +
                      shapeToString(entry.shape) + " does not fit in 64 bits");
  if (totalBits % 8 != 0)
    return inputError(what + ": shape " + shapeToString(entry.shape) + " of " +
                      entry.dtype + " does not fill whole bytes");
  if (static_cast<uint64_t>(totalBits / 8) != entry.end - entry.begin)
    return inputError(what + ": shape " + shapeToString(entry.shape) + " of " +
                      entry.dtype + " takes " + Twine(totalBits / 8) +
                      " bytes, but its data_offsets span " +
                      Twine(entry.end - entry.begin));
  if (!reader.entries.try_emplace(name, std::move(entry)).second)
    return inputError(what + ": is there twice");
  reader.arrayNames.push_back(name.str());
  return Error::success();
}

Error SafetensorsHeaderParser::parse() {
  // The format wants '{' first; space may only follow.
  if (!text.starts_with("{"))
    return unexpected("'{'");
  consume('{');
  bool haveMetadata = false;
  if (!consume('}')) {
    do {
      Expected<std::string> key = parseKey();
      if (!key)
        return key.takeError();
      if (!consume(':'))
        return unexpected("':'");
      Expected<Span> value = skipValue();
      if (!value)
        return value.takeError();
      if (*key != kMetadataKey) {
        if (Error error = parseEntry(*key, *value))
          return error;
        continue;
      }
      if (haveMetadata)
        return inputError(where + ": " + kMetadataKey + " is there twice");
      haveMetadata = true;
      if (Error error = parseMetadata(*value))
        return error;
    } while (consume(','));
    if (!consume('}'))
      return unexpected("',' or '}'");
  }
  skipSpace();
  if (position != text.size())
    return unexpected("nothing more but space");

  // End to end: no hole, no overlap, nothing after the last array.
  uint64_t expected = 0;
  for (const std::string &name : reader.namesByPosition()) {
    const SafetensorsReader::Entry &entry = reader.entries.at(name);
    if (entry.begin != expected)
      return inputError(where + ", array " + quote(name) +
                        ": expected its data at offset " + Twine(expected) +
                        ", where the data before it end, found " +
                        Twine(entry.begin) +
                        (entry.begin < expected ? " (overlap)" : " (hole)"));
    expected = entry.end;
  }
  if (expected != reader.dataSize)
    return inputError(where + ": the arrays take " + Twine(expected) +
                      " bytes after the header, found " +
                      Twine(reader.dataSize));
  return Error::success();
}

std::vector<std::string> SafetensorsReader::namesByPosition() const {
  std::vector<std::string> order = arrayNames;
  llvm::sort(order, [&](const std::string &a, const std::string &b) {
    const Entry &entryA = entries.at(a), &entryB = entries.at(b);
    // Those without bytes, which are where the next one begins, come first.
    return std::tie(entryA.begin, entryA.end, a) <
           std::tie(entryB.begin, entryB.end, b);
  });
  return order;
}

/// How long the header of a file of `fileSize` bytes is, given its first bytes,
/// at most kLengthSize.
static Expected<size_t> headerLength(StringRef preamble, uint64_t fileSize,
                                     StringRef where) {
  if (preamble.size() < kLengthSize)
    return inputError(where +
                      ": expected the 8 bytes of a safetensors header "
                      "length, found " +
                      Twine(preamble.size()) + " bytes");
  uint64_t length = support::endian::read64le(preamble.data());
  if (length > kMaxSafetensorsHeader)
    return inputError(where + ": claims a header of " + Twine(length) +
                      " bytes; safetensors allows at most " +
                      Twine(kMaxSafetensorsHeader) +
                      " (is it another format?)");
  if (length > fileSize - kLengthSize)
    return inputError(where + ": claims a header of " + Twine(length) +
                      " bytes, but only " + Twine(fileSize - kLengthSize) +
                      " follow");
  return kLengthSize + length;
}

Expected<SafetensorsReader> SafetensorsReader::parse(std::string header,
                                                     uint64_t fileSize,
                                                     StringRef name) {
  std::string where = "file " + quote(name);
  SafetensorsReader reader;
  reader.path = name.str();
  reader.headerText = std::move(header);
  reader.dataSize = fileSize - reader.headerText.size();
  SafetensorsHeaderParser parser(
      StringRef(reader.headerText).drop_front(kLengthSize), reader, where);
  if (Error error = parser.parse())
    return std::move(error);
  return reader;
}

Expected<SafetensorsReader>
SafetensorsReader::parse(std::shared_ptr<MemoryBuffer> memory, StringRef name) {
  StringRef bytes = memory->getBuffer();
  Expected<size_t> length = headerLength(bytes.take_front(kLengthSize),
                                         bytes.size(), "file " + quote(name));
  if (!length)
    return length.takeError();
  Expected<SafetensorsReader> reader =
      parse(bytes.take_front(*length).str(), bytes.size(), name);
  if (reader)
    reader->memory = std::move(memory);
  return reader;
}

Expected<SafetensorsReader> SafetensorsReader::open(StringRef path) {
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return file.takeError();
  std::string header(std::min<uint64_t>(kLengthSize, file->size()), '\0');
  if (Error error = file->read(0, {header.data(), header.size()}))
    return std::move(error);
  Expected<size_t> length =
      headerLength(header, file->size(), "file " + quote(path));
  if (!length)
    return length.takeError();
  header.resize(*length);
  if (Error error = file->read(0, {header.data(), header.size()}))
    return std::move(error);
  Expected<SafetensorsReader> reader =
      parse(std::move(header), file->size(), path);
  if (Error error = file->checkUnchanged()) {
    if (!reader)
      consumeError(reader.takeError());
    return std::move(error);
  }
  if (reader)
    reader->file = std::make_shared<RegularFile>(std::move(*file));
  return reader;
}

Expected<TensorInfo> SafetensorsReader::describe(StringRef name) const {
  std::string where = "file " + quote(path) + ", array " + quote(name);
  auto found = entries.find(name);
  if (found == entries.end())
    return inputError(where + ": there is no such array");
  const Entry &entry = found->second;
  std::optional<ElementType> type = elementTypeFromSafetensorsName(entry.dtype);
  if (type)
    return TensorInfo{*type, entry.shape};
  std::string readable;
  ListSeparator separator;
  for (ElementType known : allElementTypes())
    if (!safetensorsName(known).empty())
      readable += (StringRef(separator) + safetensorsName(known)).str();
  return inputError(where + ": dtype " + entry.dtype +
                    " cannot be read; expected one of " + readable);
}

Expected<Tensor> SafetensorsReader::load(StringRef name,
                                         uint64_t maxBytes) const {
  Expected<TensorInfo> info = describe(name);
  if (!info)
    return info.takeError();
  std::string where = "file " + quote(path) + ", array " + quote(name);
  const Entry &entry = entries.find(name)->second;
  if (Error error = checkLimit(entry.end - entry.begin, maxBytes, where))
    return std::move(error);
  if (memory) {
    StringRef data = memory->getBuffer().drop_front(headerText.size());
    return Tensor::view(info->type, info->shape,
                        data.slice(entry.begin, entry.end), memory, where);
  }
  Expected<Tensor> tensor = Tensor::allocate(info->type, info->shape, where);
  if (!tensor)
    return tensor;
  if (Error error =
          file->read(headerText.size() + entry.begin, tensor->mutableBytes()))
    return std::move(error);
  if (Error error = file->checkUnchanged())
    return std::move(error);
  if (info->type == ElementType::I1)
    if (Error error = checkBooleans(tensor->bytes(), where))
      return std::move(error);
  return tensor;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Expected<SafetensorsParts>
amp::makeSafetensors(StringRef path, ArrayRef<NamedTensor> tensors,
                     const SafetensorsMetadata &metadata) {
  std::string where = "file " + quote(path);
  struct Item {
    const NamedTensor *array;
    uint64_t begin;
  };
  std::map<StringRef, Item> byName;
  for (const NamedTensor &array : tensors) {
    std::string what = where + ", array " + quote(array.name);
    if (array.name.empty() || array.name == kMetadataKey ||
        !json::isUTF8(array.name))
      return inputError(what + ": a name must be UTF-8, not empty and not '" +
                        kMetadataKey + "'");
    if (safetensorsName(array.tensor.type).empty())
      return inputError(what + ": safetensors has no " +
                        mlirName(array.tensor.type) +
                        "; convert it, or write npy");
    if (!byName.emplace(array.name, Item{&array, 0}).second)
      return inputError(what + ": given twice");
  }
  for (const auto &entry : metadata)
    if (!json::isUTF8(entry.first) || !json::isUTF8(entry.second))
      return inputError(where + ", " + kMetadataKey + ": entry " +
                        quote(entry.first) + " is not UTF-8");

  std::vector<Item *> order;
  for (auto &entry : byName)
    order.push_back(&entry.second);
  llvm::sort(order, [](const Item *a, const Item *b) {
    unsigned sizeA = elementSize(a->array->tensor.type);
    unsigned sizeB = elementSize(b->array->tensor.type);
    return sizeA != sizeB ? sizeA > sizeB : a->array->name < b->array->name;
  });
  uint64_t offset = 0;
  for (Item *item : order) {
    item->begin = offset;
    offset += item->array->tensor.bytes().size();
  }

  std::string header;
  raw_string_ostream stream(header);
  json::OStream writer(stream);
  writer.object([&] {
    if (!metadata.empty())
      writer.attributeObject(kMetadataKey, [&] {
        for (const auto &entry : metadata)
          writer.attribute(entry.first, entry.second);
      });
    for (const auto &entry : byName) {
      const Tensor &tensor = entry.second.array->tensor;
      writer.attributeObject(entry.first, [&] {
        writer.attribute("dtype", safetensorsName(tensor.type));
        writer.attributeArray("shape", [&] {
          for (int64_t size : tensor.shape)
            writer.value(size);
        });
        writer.attributeArray("data_offsets", [&] {
          writer.value(static_cast<int64_t>(entry.second.begin));
          writer.value(
              static_cast<int64_t>(entry.second.begin + tensor.bytes().size()));
        });
      });
    }
  });
  stream.flush();
  header.resize(alignTo(header.size(), 8), ' ');
  if (header.size() > kMaxSafetensorsHeader)
    return limitError(where + ": the header would take " +
                      Twine(header.size()) + " bytes; safetensors allows " +
                      Twine(kMaxSafetensorsHeader));

  SafetensorsParts parts;
  parts.header.resize(8);
  support::endian::write64le(parts.header.data(), header.size());
  parts.header += header;
  for (const Item *item : order)
    parts.data.push_back(item->array->tensor.bytes());
  return parts;
}

Error amp::writeSafetensorsParts(StringRef path,
                                 const SafetensorsParts &parts) {
  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = file->write(parts.header))
    return error;
  for (StringRef bytes : parts.data)
    if (Error error = file->write(bytes))
      return error;
  return file->commit();
}

Error amp::writeSafetensors(StringRef path, ArrayRef<NamedTensor> tensors,
                            const SafetensorsMetadata &metadata) {
  Expected<SafetensorsParts> parts = makeSafetensors(path, tensors, metadata);
  if (!parts)
    return parts.takeError();
  return writeSafetensorsParts(path, *parts);
}

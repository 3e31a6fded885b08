//===- NpyHeader.cpp - The header of an .npy file -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace llvm;
using namespace amp;

static constexpr StringLiteral kMagic("\x93NUMPY");

// A header is a dictionary of three entries; with 16 dimensions it takes less
// than 500 bytes, padding included.
static constexpr size_t kMaxHeaderSize = 65535;

Expected<size_t> amp::npyDataOffset(StringRef preamble, StringRef where) {
  if (!preamble.starts_with(kMagic))
    return inputError(where + ": not in npy format: expected the magic string "
                              "\\x93NUMPY at its start");
  if (preamble.size() < 10)
    return inputError(where +
                      ": the npy preamble is cut off: expected at least "
                      "10 bytes, found " +
                      Twine(preamble.size()));
  unsigned major = static_cast<unsigned char>(preamble[6]);
  unsigned minor = static_cast<unsigned char>(preamble[7]);
  if (major < 1 || major > 3 || minor != 0)
    return inputError(where + ": expected npy version 1.0, 2.0 or 3.0, found " +
                      Twine(major) + "." + Twine(minor));
  if (major == 1)
    return 10 + support::endian::read16le(preamble.data() + 8);
  if (preamble.size() < 12)
    return inputError(where +
                      ": the npy preamble is cut off: expected at least "
                      "12 bytes, found " +
                      Twine(preamble.size()));
  uint32_t length = support::endian::read32le(preamble.data() + 8);
  if (length > kMaxHeaderSize)
    return inputError(where + ": expected an npy header of at most " +
                      Twine(kMaxHeaderSize) + " bytes, found " + Twine(length));
  return 12 + size_t(length);
}

//===----------------------------------------------------------------------===//
// The header is the text of a Python dictionary, such as
// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//===----------------------------------------------------------------------===//

namespace {
class HeaderParser {
public:
  HeaderParser(StringRef text, StringRef where) : text(text), where(where) {}

  Expected<NpyHeader> parse();

private:
  Error unexpected(StringRef expected) const {
    return inputError(where + ": bad npy header: expected " + expected +
                      ", found " +
                      (rest().empty() ? std::string("its end")
                                      : quote(rest().take_front(40))) +
                      " at byte " + Twine(position) + " of it");
  }
  StringRef rest() const { return text.substr(position); }
  void skipSpace() {
    while (position < text.size() && isSpace(text[position]))
      ++position;
  }
  bool consume(StringRef token) {
    skipSpace();
    if (!rest().starts_with(token))
      return false;
    position += token.size();
    return true;
  }
  Expected<StringRef> parseString();
  Error parseDescr(NpyHeader &header);
  Error parseOrder(NpyHeader &header);
  Error parseShape(NpyHeader &header);

  StringRef text;
  StringRef where;
  size_t position = 0;
};
} // namespace

Expected<StringRef> HeaderParser::parseString() {
  skipSpace();
  char quote = rest().empty() ? '\0' : rest().front();
  if (quote != '\'' && quote != '"')
    return unexpected("a string");
  size_t end = text.find(quote, position + 1);
  if (end == StringRef::npos)
    return unexpected("a closed string");
  StringRef value = text.slice(position + 1, end);
  position = end + 1;
  return value;
}

Error HeaderParser::parseDescr(NpyHeader &header) {
  skipSpace();
  if (rest().starts_with("["))
    return inputError(where + ": structured arrays cannot be read; save each "
                              "field as an array of its own");
  Expected<StringRef> descr = parseString();
  if (!descr)
    return descr.takeError();
  StringRef kind = descr->drop_front(descr->empty() ? 0 : 1);
  // One byte has no order; NumPy writes '|', others '<'.
  bool oneByte = kind == "i1" || kind == "u1" || kind == "b1";
  std::string spelling =
      oneByte && descr->front() == '<' ? ("|" + kind).str() : descr->str();
  if (auto type = elementTypeFromNpyDescr(spelling)) {
    header.type = *type;
    return Error::success();
  }
  if (kind == "V2")
    return inputError(where + ": element type " + quote(*descr) +
                      " is how bf16 arrays end up in npy, which has no bf16; "
                      "save the array as safetensors");
  if (descr->starts_with(">"))
    return inputError(where + ": element type " + quote(*descr) +
                      " is big-endian; save the array little-endian: "
                      "a.astype(a.dtype.newbyteorder('<'))");
  std::string readable;
  ListSeparator separator;
  for (ElementType known : allElementTypes())
    if (!npyDescr(known).empty())
      readable += (StringRef(separator) + npyDescr(known)).str();
  return inputError(where + ": element type " + quote(*descr) +
                    " cannot be read; expected one of " + readable);
}

Error HeaderParser::parseOrder(NpyHeader &header) {
  if (consume("True"))
    header.columnMajor = true;
  else if (consume("False"))
    header.columnMajor = false;
  else
    return unexpected("True or False");
  return Error::success();
}

Error HeaderParser::parseShape(NpyHeader &header) {
  if (!consume("("))
    return unexpected("a tuple");
  bool comma = false;
  while (!consume(")")) {
    if (!header.shape.empty() && !comma)
      return unexpected("',' or ')'");
    // NumPy's limit is 64; refused here so that the list cannot grow long.
    if (header.shape.size() == kMaxRank)
      return inputError(where + ": expected at most " + Twine(kMaxRank) +
                        " dimensions, found more");
    skipSpace();
    StringRef digits = rest().take_while(isDigit);
    if (digits.empty())
      return unexpected("a size (a number without sign)");
    int64_t size;
    if (digits.getAsInteger(10, size))
      return unexpected("a size that fits in 64 bits");
    position += digits.size();
    consume("L"); // written by Python 2
    header.shape.push_back(size);
    comma = consume(",");
  }
  if (header.shape.size() == 1 && !comma)
    return inputError(where + ": bad npy header: the shape is not a tuple; "
                              "expected '(n,)'");
  return Error::success();
}

Expected<NpyHeader> HeaderParser::parse() {
  NpyHeader header;
  header.type = ElementType::F32;
  header.columnMajor = false;
  header.dataBytes = 0;
  bool haveDescr = false, haveOrder = false, haveShape = false;
  if (!consume("{"))
    return unexpected("'{'");
  while (!consume("}")) {
    Expected<StringRef> key = parseString();
    if (!key)
      return key.takeError();
    if (!consume(":"))
      return unexpected("':'");
    bool *seen = *key == "descr"           ? &haveDescr
                 : *key == "fortran_order" ? &haveOrder
                 : *key == "shape"         ? &haveShape
                                           : nullptr;
    if (!seen)
      return inputError(where + ": bad npy header: unknown key " + quote(*key));
    if (*seen)
      return inputError(where + ": bad npy header: key " + quote(*key) +
                        " is there twice");
    *seen = true;
    Error error = seen == &haveDescr   ? parseDescr(header)
                  : seen == &haveOrder ? parseOrder(header)
                                       : parseShape(header);
    if (error)
      return std::move(error);
    if (!consume(",")) {
      if (!consume("}"))
        return unexpected("',' or '}'");
      break;
    }
  }
  skipSpace();
  if (!rest().empty())
    return unexpected("nothing more");
  if (!haveDescr || !haveOrder || !haveShape)
    return inputError(where + ": bad npy header: key " +
                      (!haveDescr   ? "'descr'"
                       : !haveOrder ? "'fortran_order'"
                                    : "'shape'") +
                      " is missing");
  Expected<int64_t> bytes = checkedByteSize(header.type, header.shape, where);
  if (!bytes)
    return bytes.takeError();
  header.dataBytes = *bytes;
  return header;
}

Expected<NpyHeader> amp::parseNpyHeader(StringRef bytes, StringRef where) {
  size_t preamble = bytes[6] == 1 ? 10 : 12;
  return HeaderParser(bytes.drop_front(preamble), where).parse();
}

Expected<std::string> amp::makeNpyHeader(const Tensor &tensor,
                                         StringRef where) {
  StringRef descr = npyDescr(tensor.type);
  if (descr.empty())
    return inputError(where + ": npy has no " + mlirName(tensor.type) +
                      "; write safetensors, or convert the tensor to f32");
  std::string text =
      ("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (").str();
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    text += (i ? " " : "") + std::to_string(tensor.shape[i]);
    if (i + 1 < tensor.shape.size() || i == 0)
      text += ",";
  }
  text += "), }";
  size_t size = alignTo(10 + text.size() + 1, 64);
  text.append(size - 10 - text.size() - 1, ' ');
  text += '\n';
  std::string header = kMagic.str();
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

Error amp::checkLimit(uint64_t bytes, uint64_t maxBytes, StringRef where) {
  if (bytes > maxBytes)
    return limitError(where + ": takes " + Twine(bytes) +
                      " bytes, more than the limit of " + Twine(maxBytes));
  return Error::success();
}

Expected<Tensor> amp::fromColumnMajor(const NpyHeader &header, StringRef bytes,
                                      StringRef where) {
  if (header.type == ElementType::I1)
    if (Error error = checkBooleans(bytes, where))
      return std::move(error);
  Expected<Tensor> tensor = Tensor::allocate(header.type, header.shape, where);
  if (!tensor)
    return tensor;
  size_t rank = header.shape.size();
  size_t size = elementSize(header.type);
  SmallVector<size_t, kMaxRank> strides(rank), index(rank, 0);
  size_t stride = size;
  for (size_t i = 0; i < rank; ++i) {
    strides[i] = stride;
    stride *= header.shape[i];
  }
  char *out = tensor->mutableBytes().data();
  size_t offset = 0;
  for (int64_t i = 0, count = tensor->numElements(); i < count; ++i) {
    std::memcpy(out + i * size, bytes.data() + offset, size);
    // The next row-major index, and with it the offset.
    for (size_t d = rank; d-- > 0;) {
      offset += strides[d];
      if (++index[d] < static_cast<size_t>(header.shape[d]))
        break;
      offset -= strides[d] * index[d];
      index[d] = 0;
    }
  }
  return tensor;
}

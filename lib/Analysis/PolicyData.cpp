//===- PolicyData.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolicyData.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <functional>

using namespace mlir;
using namespace mlir::amp;
using ::amp::quote;
using EmitError = PrecisionPolicy::EmitError;

/// The deepest datum of a policy is an operand's category in a rule.
static constexpr unsigned kMaximumDepth = 8;

std::string mlir::amp::describe(const PolicyDatum &datum) {
  switch (datum.kind) {
  case PolicyDatum::Kind::Nothing:
    return "nothing";
  case PolicyDatum::Kind::Scalar:
    return quote(datum.text);
  case PolicyDatum::Kind::Map:
    return "a mapping";
  case PolicyDatum::Kind::List:
    return "a list";
  case PolicyDatum::Kind::Other:
    return datum.text;
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Data from text
//===----------------------------------------------------------------------===//

namespace {
/// Makes data of YAML. LLVM's parser reads lazily, so nothing is nested deeper
/// than this class has followed it.
class TextParser {
public:
  TextParser(llvm::MemoryBufferRef text, const PolicyOrigin &origin,
             EmitError emitError);

  FailureOr<PolicyDatum> parse();

private:
  LogicalResult checkBytes();
  LogicalResult checkMarkers();
  LogicalResult checkCommas();
  LogicalResult parse(llvm::yaml::Node *node, unsigned depth,
                      PolicyDatum &datum);
  LogicalResult parseMember(llvm::yaml::KeyValueNode &member, unsigned depth,
                            llvm::StringMap<unsigned> &lines, PolicyDatum &map);
  /// Where a node starts; null if a syntax error without a diagnostic follows.
  const char *getPosition(llvm::yaml::Node *node) const;
  void setPlace(PolicyDatum &datum, const char *position);
  LogicalResult errorAt(const char *position, const Twine &message);
  LogicalResult errorAt(const PolicyDatum &datum, const Twine &message) {
    return emitError() << origin.getPlace(datum) << ": " << message;
  }
  /// The error that LLVM's parser found.
  LogicalResult syntaxError();

  /// Ends with a NUL, which LLVM's parser may read.
  std::string text;
  const PolicyOrigin &origin;
  EmitError emitError;
  SmallVector<size_t> lineStarts;
  llvm::SourceMgr sourceMgr;
  std::optional<llvm::SMDiagnostic> diagnostic;
  const char *lastPosition = nullptr;
  std::optional<llvm::yaml::Stream> stream;
};
} // namespace

TextParser::TextParser(llvm::MemoryBufferRef buffer, const PolicyOrigin &origin,
                       EmitError emitError)
    : origin(origin), emitError(emitError) {
  StringRef contents = buffer.getBuffer();
  contents.consume_front("\xef\xbb\xbf");
  text = contents.str();
  lastPosition = text.data();
  // YAML's line ends: LF, CRLF and CR.
  lineStarts.push_back(0);
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n'))
      lineStarts.push_back(i + 1);
  sourceMgr.setDiagHandler(
      [](const llvm::SMDiagnostic &diagnostic, void *context) {
        auto &first = static_cast<TextParser *>(context)->diagnostic;
        if (!first)
          first = diagnostic;
      },
      this);
}

// Not SourceMgr's: that one looks for the line's start from its end, which
// takes too long if all of a large file is one line.
void TextParser::setPlace(PolicyDatum &datum, const char *position) {
  size_t offset = std::clamp<ptrdiff_t>(position - text.data(), 0, text.size());
  auto next = llvm::upper_bound(lineStarts, offset);
  datum.line = next - lineStarts.begin();
  datum.column = offset - *std::prev(next) + 1;
}

const char *TextParser::getPosition(llvm::yaml::Node *node) const {
  if (auto *alias = dyn_cast<llvm::yaml::AliasNode>(node))
    return alias->getName().begin() - 1;
  const char *position = node->getSourceRange().Start.getPointer();
  if (std::less<>()(position, text.data()) ||
      std::greater<>()(position, text.data() + text.size()))
    return nullptr;
  if (!isa<llvm::yaml::MappingNode, llvm::yaml::SequenceNode>(node))
    return position;
  // One in brackets is said to start with what follows the bracket.
  StringRef before(text.data(), position - text.data());
  before = before.rtrim();
  return before.ends_with("[") || before.ends_with("{") ? before.end() - 1
                                                        : position;
}

LogicalResult TextParser::errorAt(const char *position, const Twine &message) {
  PolicyDatum datum;
  setPlace(datum, position ? position : lastPosition);
  return errorAt(datum, message);
}

LogicalResult TextParser::syntaxError() {
  std::string message = "this is neither YAML nor JSON";
  const char *position = lastPosition;
  if (diagnostic) {
    message += ": " + diagnostic->getMessage().str();
    if (diagnostic->getLoc().isValid())
      position = diagnostic->getLoc().getPointer();
  }
  return errorAt(position, message);
}

LogicalResult TextParser::checkBytes() {
  if (text.size() > PrecisionPolicy::kMaxTextSize)
    return emitError() << origin.getPlace(PolicyDatum()) << ": a policy of "
                       << text.size() << " bytes; at most "
                       << PrecisionPolicy::kMaxTextSize << " are read";
  if (size_t nul = StringRef(text).find('\0'); nul != StringRef::npos)
    return errorAt(text.data() + nul, "a NUL byte; a policy is text, in UTF-8");
  size_t offset = 0;
  if (!llvm::json::isUTF8(text, &offset))
    return errorAt(text.data() + offset,
                   "this is not UTF-8; a policy is text, in UTF-8");
  return success();
}

/// A file holds one document. LLVM's parser takes each marker of a document's
/// start or end with a call of its own, so their number is limited before it
/// sees them.
LogicalResult TextParser::checkMarkers() {
  bool hasStart = false, hasEnd = false;
  for (size_t start : lineStarts) {
    StringRef line = StringRef(text).substr(start);
    bool isStart = line.starts_with("---"), isEnd = line.starts_with("...");
    if ((isStart && hasStart) || (isEnd && hasEnd))
      return errorAt(line.data(), "a second document; a policy is one");
    hasStart |= isStart;
    hasEnd |= isEnd;
  }
  return success();
}

/// LLVM's parser takes each comma without an entry before it with a call of its
/// own as well. In quotes a comma may stand for itself, but not so many.
LogicalResult TextParser::checkCommas() {
  constexpr unsigned kMaximum = 100;
  unsigned numEmpty = 0;
  char last = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (llvm::isSpace(c))
      continue;
    if (c == '#' && (i == 0 || llvm::isSpace(text[i - 1]) || last == ',')) {
      i = std::min(text.find_first_of("\r\n", i), text.size());
      continue;
    }
    if (c == ',' && (last == ',' || last == '[' || last == '{') &&
        ++numEmpty > kMaximum)
      return errorAt(text.data() + i, "more than " + Twine(kMaximum) +
                                          " commas without an entry before");
    last = c;
  }
  return success();
}

FailureOr<PolicyDatum> TextParser::parse() {
  if (failed(checkBytes()) || failed(checkMarkers()) || failed(checkCommas()))
    return failure();
  PolicyDatum root;
  setPlace(root, text.data());
  if (StringRef(text).trim().empty())
    return root;
  stream.emplace(llvm::MemoryBufferRef(text, "policy"), sourceMgr,
                 /*ShowColors=*/false);
  llvm::yaml::document_iterator document = stream->begin();
  if (stream->failed())
    return syntaxError();
  if (document == stream->end())
    return root;
  if (failed(parse(document->getRoot(), 0, root)))
    return failure();
  ++document;
  if (stream->failed())
    return syntaxError();
  if (document != stream->end()) {
    llvm::yaml::Node *next = document->getRoot();
    if (stream->failed())
      return syntaxError();
    if (next && !isa<llvm::yaml::NullNode>(next))
      return errorAt(getPosition(next), "text after the end of the policy");
  }
  return root;
}

LogicalResult TextParser::parse(llvm::yaml::Node *node, unsigned depth,
                                PolicyDatum &datum) {
  if (!node || stream->failed())
    return syntaxError();
  // What is missing has no place of its own; that of its key or parent stays.
  if (isa<llvm::yaml::NullNode>(node))
    return success();
  // A regular expression written so would end with a line feed.
  if (isa<llvm::yaml::BlockScalarNode>(node))
    return errorAt(datum, "a block scalar; write a plain or a quoted string");
  const char *position = getPosition(node);
  if (!position)
    return syntaxError();
  lastPosition = position;
  setPlace(datum, position);
  if (depth > kMaximumDepth)
    return errorAt(datum, "this is nested more deeply than any policy");
  if (isa<llvm::yaml::AliasNode>(node) || !node->getAnchor().empty() ||
      !node->getRawTag().empty())
    return errorAt(datum,
                   "anchors, aliases and tags have no place in a policy");
  if (auto *scalar = dyn_cast<llvm::yaml::ScalarNode>(node)) {
    SmallString<32> storage;
    datum.kind = PolicyDatum::Kind::Scalar;
    datum.text = scalar->getValue(storage).str();
    // Escapes are resolved only now.
    return stream->failed() ? syntaxError() : success();
  }
  if (auto *list = dyn_cast<llvm::yaml::SequenceNode>(node)) {
    datum.kind = PolicyDatum::Kind::List;
    for (llvm::yaml::Node &element : *list) {
      PolicyDatum &child = datum.elements.emplace_back();
      child.line = datum.line;
      child.column = datum.column;
      if (failed(parse(&element, depth + 1, child)))
        return failure();
    }
    return stream->failed() ? syntaxError() : success();
  }
  datum.kind = PolicyDatum::Kind::Map;
  llvm::StringMap<unsigned> lines;
  for (llvm::yaml::KeyValueNode &member : *cast<llvm::yaml::MappingNode>(node))
    if (failed(parseMember(member, depth + 1, lines, datum)))
      return failure();
  return stream->failed() ? syntaxError() : success();
}

LogicalResult TextParser::parseMember(llvm::yaml::KeyValueNode &member,
                                      unsigned depth,
                                      llvm::StringMap<unsigned> &lines,
                                      PolicyDatum &map) {
  PolicyDatum key, value;
  key.line = map.line;
  key.column = map.column;
  llvm::yaml::Node *keyNode = member.getKey();
  if (!keyNode || stream->failed())
    return syntaxError();
  // A key is not followed any deeper.
  if (isa<llvm::yaml::MappingNode, llvm::yaml::SequenceNode>(keyNode))
    return errorAt(getPosition(keyNode),
                   "expected a string as key, found a mapping or a list");
  if (failed(parse(keyNode, depth, key)))
    return failure();
  if (key.kind == PolicyDatum::Kind::Nothing)
    return errorAt(key, "expected a string as key, found nothing");
  auto [it, isNew] = lines.try_emplace(key.text, key.line);
  if (!isNew)
    return errorAt(key, "key " + quote(key.text) +
                            " occurs twice; it is in line " +
                            Twine(it->second) + " already");
  value.line = key.line;
  value.column = key.column;
  if (failed(parse(member.getValue(), depth, value)))
    return failure();
  map.elements.push_back(std::move(key));
  map.elements.push_back(std::move(value));
  return success();
}

FailureOr<PolicyDatum> mlir::amp::parsePolicyText(llvm::MemoryBufferRef text,
                                                  const PolicyOrigin &origin,
                                                  EmitError emitError) {
  return TextParser(text, origin, emitError).parse();
}

//===----------------------------------------------------------------------===//
// Data from attributes
//===----------------------------------------------------------------------===//

/// Keys are unique, and have no place of their own but their value's.
static LogicalResult convertAttribute(Attribute attribute, unsigned depth,
                                      const PolicyOrigin &origin,
                                      EmitError emitError, PolicyDatum &datum) {
  if (depth > kMaximumDepth)
    return emitError() << origin.getPlace(datum)
                       << ": this is nested more deeply than any policy";
  auto addChild = [&](Attribute element, const Twine &path) {
    PolicyDatum child;
    child.path = path.str();
    if (failed(convertAttribute(element, depth + 1, origin, emitError, child)))
      return failure();
    datum.elements.push_back(std::move(child));
    return success();
  };
  if (auto string = dyn_cast<StringAttr>(attribute)) {
    datum.kind = PolicyDatum::Kind::Scalar;
    datum.text = string.str();
  } else if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    datum.kind = PolicyDatum::Kind::List;
    for (auto [i, element] : llvm::enumerate(array))
      if (failed(addChild(element, datum.path + "[" + Twine(i) + "]")))
        return failure();
  } else if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    datum.kind = PolicyDatum::Kind::Map;
    StringRef separator = datum.path.empty() ? "" : ".";
    for (NamedAttribute member : dictionary) {
      PolicyDatum key;
      key.kind = PolicyDatum::Kind::Scalar;
      key.text = member.getName().str();
      key.path = datum.path + separator.str() + key.text;
      std::string path = key.path;
      datum.elements.push_back(std::move(key));
      if (failed(addChild(member.getValue(), path)))
        return failure();
    }
  } else {
    datum.kind = PolicyDatum::Kind::Other;
    llvm::raw_string_ostream(datum.text) << attribute;
    datum.text = quote(datum.text);
  }
  return success();
}

FailureOr<PolicyDatum> mlir::amp::convertPolicyAttribute(
    Attribute attribute, const PolicyOrigin &origin, EmitError emitError) {
  PolicyDatum root;
  if (failed(convertAttribute(attribute, 0, origin, emitError, root)))
    return failure();
  return root;
}

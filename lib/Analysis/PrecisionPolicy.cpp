//===- PrecisionPolicy.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Presets come from PrecisionPolicy.tsv. Policy files and attributes are read
// in two steps: either becomes a tree of data, which knows where each datum
// stands, and one reader gives that tree its meaning.

#include "amp/Analysis/PrecisionPolicy.h"

#include "amp/Support/Error.h"
#include "amp/Support/RegularFile.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <functional>

using namespace mlir;
using namespace mlir::amp;
using ::amp::BoundedRegex;
using ::amp::quote;
using ::amp::readRegularFile;
using EmitError = PrecisionPolicy::EmitError;

/// The deepest datum of a policy is an operand's category in a rule.
static constexpr unsigned kMaximumDepth = 8;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// In the order of PrecisionCategory.
static constexpr StringRef categoryNames[] = {
    "allow",   "deny",   "deny-set-output", "deny-append-output",
    "promote", "follow", "clear",           "banned"};

// In the order of UnlistedRule.
static constexpr StringRef unlistedRuleNames[] = {"follow", "f32", "allow",
                                                  "error"};

/// The enumerator of type T with `name`, if there is one.
template <typename T>
static std::optional<T> symbolize(ArrayRef<StringRef> names, StringRef name) {
  const auto *it = llvm::find(names, name);
  if (it == names.end())
    return std::nullopt;
  return static_cast<T>(it - names.begin());
}

StringRef mlir::amp::stringifyPrecisionCategory(PrecisionCategory category) {
  return categoryNames[static_cast<unsigned>(category)];
}

std::optional<PrecisionCategory>
mlir::amp::symbolizePrecisionCategory(StringRef name) {
  return symbolize<PrecisionCategory>(categoryNames, name);
}

ArrayRef<StringRef> mlir::amp::getPrecisionCategoryNames() {
  return categoryNames;
}

/// `a, b or c`.
template <typename Range>
static std::string alternatives(const Range &names) {
  std::string text;
  size_t left = llvm::range_size(names);
  for (const auto &name : names) {
    text += name;
    if (--left)
      text += left == 1 ? " or " : ", ";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr char tableText[] =
#include "PrecisionPolicy.inc"
    ;

namespace {
/// PrecisionPolicy.tsv: a header line, then one line per op, and lines that
/// begin with `@` for a preset's other data. `-` is no entry.
struct Table {
  struct Preset {
    UnlistedRule unlisted = UnlistedRule::Follow;
    double initialScale = 0;
    std::optional<double> maximumScale;
  };

  Table();

  SmallVector<StringRef> presetNames;
  SmallVector<Preset> presets;
  /// One vector per op, of one entry per preset.
  llvm::StringMap<SmallVector<std::optional<PrecisionCategory>, 6>> ops;
};
} // namespace

Table::Table() {
  SmallVector<StringRef> lines, cells;
  StringRef(tableText).split(lines, '\n', -1, /*KeepEmpty=*/false);
  lines.front().split(presetNames, '\t');
  presetNames.erase(presetNames.begin());
  presets.resize(presetNames.size());
  for (StringRef line : ArrayRef(lines).drop_front()) {
    cells.clear();
    line.split(cells, '\t');
    assert(cells.size() == presets.size() + 1 && "a row of another length");
    StringRef name = cells.front();
    for (auto [preset, cell] :
         llvm::zip(presets, ArrayRef(cells).drop_front())) {
      double number = 0;
      if (name == "@unlisted") {
        preset.unlisted = *symbolize<UnlistedRule>(unlistedRuleNames, cell);
      } else if (name == "@init_scale") {
        cell.getAsDouble(preset.initialScale);
      } else if (name == "@max_scale") {
        if (!cell.getAsDouble(number))
          preset.maximumScale = number;
      } else {
        std::optional<PrecisionCategory> category =
            symbolizePrecisionCategory(cell);
        assert((category || cell == "-") && "no category");
        ops[name].push_back(category);
      }
    }
  }
}

static const Table &getTable() {
  static const Table table;
  return table;
}

ArrayRef<StringRef> PrecisionPolicy::getPresetNames() {
  return getTable().presetNames;
}

static std::string getPresetSource(StringRef preset) {
  return ("preset " + preset).str();
}

FailureOr<PrecisionPolicy> PrecisionPolicy::getPreset(StringRef name,
                                                      EmitError emitError) {
  const Table &table = getTable();
  size_t column =
      llvm::find(table.presetNames, name) - table.presetNames.begin();
  if (column == table.presetNames.size())
    return emitError() << "unknown precision preset " << quote(name)
                       << "; expected " << alternatives(table.presetNames);

  PrecisionPolicy policy;
  policy.preset = name.str();
  policy.unlisted = table.presets[column].unlisted;
  policy.initialScale = table.presets[column].initialScale;
  policy.maximumScale = table.presets[column].maximumScale;
  std::string source = getPresetSource(name);
  for (const auto &op : table.ops)
    if (std::optional<PrecisionCategory> category = op.getValue()[column])
      policy.entries.try_emplace(op.getKey(),
                                 PolicyEntry{*category, {}, source, {}});
  return policy;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

namespace {
/// A policy file or attribute before anything is known of its meaning.
struct Datum {
  enum class Kind { Nothing, Scalar, Map, List, Other };

  Kind kind = Kind::Nothing;
  /// Of a scalar, its value; of what a policy cannot hold, what it is.
  std::string text;
  /// Of a list, its elements; of a map, keys (scalars) and values in turn.
  std::vector<Datum> elements;
  /// Where it stands in a text, from 1.
  unsigned line = 0, column = 0;
  /// Where it stands in an attribute: `ops.linear.category`.
  std::string path;

  size_t getNumMembers() const { return elements.size() / 2; }
  const Datum &getKey(size_t i) const { return elements[2 * i]; }
  const Datum &getValue(size_t i) const { return elements[2 * i + 1]; }
};

/// What the data are from.
class Origin {
public:
  explicit Origin(StringRef file, StringRef owner = "")
      : file(file), owner(owner) {}

  /// For diagnostics: file, line and column, or the path in the attribute.
  std::string getPlace(const Datum &datum) const {
    if (datum.line)
      return getPlace(datum.line, datum.column);
    return file + (datum.path.empty() ? "" : ", " + datum.path);
  }
  std::string getPlace(unsigned line, unsigned column) const {
    return (file + ":" + Twine(line) + ":" + Twine(column)).str();
  }
  /// For PolicyEntry::source.
  std::string getSource(const Datum &datum) const {
    return datum.line ? (file + ":" + Twine(datum.line)).str() : file;
  }
  /// For PolicyClause::place, which tells attributes of several functions
  /// apart.
  std::string getClausePlace(const Datum &datum) const {
    if (datum.line || owner.empty())
      return getPlace(datum);
    return file + " of " + quote(owner) + ", " + datum.path;
  }

private:
  std::string file, owner;
};
} // namespace

static std::string describe(const Datum &datum) {
  switch (datum.kind) {
  case Datum::Kind::Nothing:
    return "nothing";
  case Datum::Kind::Scalar:
    return quote(datum.text);
  case Datum::Kind::Map:
    return "a mapping";
  case Datum::Kind::List:
    return "a list";
  case Datum::Kind::Other:
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
  TextParser(llvm::MemoryBufferRef text, EmitError emitError);

  FailureOr<Datum> parse();
  const Origin &getOrigin() const { return origin; }

private:
  LogicalResult checkBytes();
  LogicalResult checkMarkers();
  LogicalResult checkCommas();
  LogicalResult parse(llvm::yaml::Node *node, unsigned depth, Datum &datum);
  LogicalResult parseMember(llvm::yaml::KeyValueNode &member, unsigned depth,
                            llvm::StringMap<unsigned> &lines, Datum &map);
  /// Where a node starts; null if a syntax error without a diagnostic follows.
  const char *getPosition(llvm::yaml::Node *node) const;
  void setPlace(Datum &datum, const char *position);
  LogicalResult errorAt(const char *position, const Twine &message);
  LogicalResult errorAt(const Datum &datum, const Twine &message) {
    return emitError() << origin.getPlace(datum) << ": " << message;
  }
  /// The error that LLVM's parser found.
  LogicalResult syntaxError();

  /// Ends with a NUL, which LLVM's parser may read.
  std::string text;
  Origin origin;
  EmitError emitError;
  SmallVector<size_t> lineStarts;
  llvm::SourceMgr sourceMgr;
  std::optional<llvm::SMDiagnostic> diagnostic;
  const char *lastPosition = nullptr;
  std::optional<llvm::yaml::Stream> stream;
};
} // namespace

TextParser::TextParser(llvm::MemoryBufferRef buffer, EmitError emitError)
    : origin(buffer.getBufferIdentifier()), emitError(emitError) {
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
void TextParser::setPlace(Datum &datum, const char *position) {
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
  Datum datum;
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
    return emitError() << origin.getPlace(Datum()) << ": a policy of "
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

FailureOr<Datum> TextParser::parse() {
  if (failed(checkBytes()) || failed(checkMarkers()) || failed(checkCommas()))
    return failure();
  Datum root;
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
                                Datum &datum) {
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
    datum.kind = Datum::Kind::Scalar;
    datum.text = scalar->getValue(storage).str();
    // Escapes are resolved only now.
    return stream->failed() ? syntaxError() : success();
  }
  if (auto *list = dyn_cast<llvm::yaml::SequenceNode>(node)) {
    datum.kind = Datum::Kind::List;
    for (llvm::yaml::Node &element : *list) {
      Datum &child = datum.elements.emplace_back();
      child.line = datum.line;
      child.column = datum.column;
      if (failed(parse(&element, depth + 1, child)))
        return failure();
    }
    return stream->failed() ? syntaxError() : success();
  }
  datum.kind = Datum::Kind::Map;
  llvm::StringMap<unsigned> lines;
  for (llvm::yaml::KeyValueNode &member : *cast<llvm::yaml::MappingNode>(node))
    if (failed(parseMember(member, depth + 1, lines, datum)))
      return failure();
  return stream->failed() ? syntaxError() : success();
}

LogicalResult TextParser::parseMember(llvm::yaml::KeyValueNode &member,
                                      unsigned depth,
                                      llvm::StringMap<unsigned> &lines,
                                      Datum &map) {
  Datum key, value;
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
  if (key.kind == Datum::Kind::Nothing)
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

//===----------------------------------------------------------------------===//
// Data from attributes
//===----------------------------------------------------------------------===//

/// Keys are unique, and have no place of their own but their value's.
static LogicalResult convertAttribute(Attribute attribute, unsigned depth,
                                      const Origin &origin, EmitError emitError,
                                      Datum &datum) {
  if (depth > kMaximumDepth)
    return emitError() << origin.getPlace(datum)
                       << ": this is nested more deeply than any policy";
  auto addChild = [&](Attribute element, const Twine &path) {
    Datum child;
    child.path = path.str();
    if (failed(convertAttribute(element, depth + 1, origin, emitError, child)))
      return failure();
    datum.elements.push_back(std::move(child));
    return success();
  };
  if (auto string = dyn_cast<StringAttr>(attribute)) {
    datum.kind = Datum::Kind::Scalar;
    datum.text = string.str();
  } else if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    datum.kind = Datum::Kind::List;
    for (auto [i, element] : llvm::enumerate(array))
      if (failed(addChild(element, datum.path + "[" + Twine(i) + "]")))
        return failure();
  } else if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    datum.kind = Datum::Kind::Map;
    StringRef separator = datum.path.empty() ? "" : ".";
    for (NamedAttribute member : dictionary) {
      Datum key;
      key.kind = Datum::Kind::Scalar;
      key.text = member.getName().str();
      key.path = datum.path + separator.str() + key.text;
      std::string path = key.path;
      datum.elements.push_back(std::move(key));
      if (failed(addChild(member.getValue(), path)))
        return failure();
    }
  } else {
    datum.kind = Datum::Kind::Other;
    llvm::raw_string_ostream(datum.text) << attribute;
    datum.text = quote(datum.text);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The meaning of data
//===----------------------------------------------------------------------===//

/// What a file or an attribute says.
struct PrecisionPolicy::Changes {
  std::optional<UnlistedRule> unlisted;
  std::vector<std::pair<std::string, PolicyEntry>> ops;
  std::vector<PolicyRule> rules;
};

static PolicyClause::Kind getClauseKind(PolicyRule::Subject subject) {
  switch (subject) {
  case PolicyRule::Subject::Location:
    return PolicyClause::Kind::Location;
  case PolicyRule::Subject::Symbol:
    return PolicyClause::Kind::Symbol;
  case PolicyRule::Subject::Any:
    return PolicyClause::Kind::Any;
  }
  llvm_unreachable("unknown subject");
}

namespace {
using Changes = PrecisionPolicy::Changes;

class Reader {
public:
  Reader(const Origin &origin, StringRef preset, EmitError emitError)
      : origin(origin), preset(preset), emitError(emitError) {}

  FailureOr<Changes> read(const Datum &root);
  /// A category, or a mapping of `category` and `operands`.
  LogicalResult readEntry(const Datum &value, PolicyEntry &entry);

private:
  LogicalResult readPreset(const Datum &value);
  LogicalResult readUnlisted(const Datum &value);
  LogicalResult readOps(const Datum &value);
  LogicalResult readRules(const Datum &value);
  LogicalResult readRule(const Datum &value);
  LogicalResult checkOpName(const Datum &name);
  LogicalResult readCategory(const Datum &value, PrecisionCategory &category,
                             ArrayRef<StringRef> names);
  LogicalResult readOperands(const Datum &value, PolicyEntry &entry);
  LogicalResult unknownKey(const Datum &key, ArrayRef<StringRef> valid);
  LogicalResult unknownName(const Datum &value, const Twine &what,
                            ArrayRef<StringRef> valid);
  LogicalResult expectMap(const Datum &datum, const Twine &what);
  InFlightDiagnostic errorAt(const Datum &datum) {
    return emitError() << origin.getPlace(datum) << ": ";
  }

  const Origin &origin;
  StringRef preset;
  EmitError emitError;
  Changes changes;
};
} // namespace

LogicalResult Reader::expectMap(const Datum &datum, const Twine &what) {
  if (datum.kind == Datum::Kind::Map)
    return success();
  return errorAt(datum) << "expected " << what << ", found " << describe(datum);
}

LogicalResult Reader::unknownKey(const Datum &key, ArrayRef<StringRef> valid) {
  return errorAt(key) << "unknown key " << quote(key.text) << "; expected "
                      << alternatives(valid);
}

LogicalResult Reader::unknownName(const Datum &value, const Twine &what,
                                  ArrayRef<StringRef> valid) {
  if (value.kind == Datum::Kind::Scalar)
    return errorAt(value) << "unknown " << what << " " << quote(value.text)
                          << "; expected " << alternatives(valid);
  return errorAt(value) << "expected a " << what << " (" << alternatives(valid)
                        << "), found " << describe(value);
}

FailureOr<Changes> Reader::read(const Datum &root) {
  static constexpr StringRef keys[] = {"preset", "unlisted", "ops", "match"};
  if (failed(expectMap(root, "a mapping with the keys " + alternatives(keys))))
    return failure();
  for (size_t i = 0; i < root.getNumMembers(); ++i) {
    const Datum &key = root.getKey(i), &value = root.getValue(i);
    LogicalResult result = key.text == "preset"     ? readPreset(value)
                           : key.text == "unlisted" ? readUnlisted(value)
                           : key.text == "ops"      ? readOps(value)
                           : key.text == "match"    ? readRules(value)
                                                    : unknownKey(key, keys);
    if (failed(result))
      return failure();
  }
  return std::move(changes);
}

LogicalResult Reader::readPreset(const Datum &value) {
  ArrayRef<StringRef> names = PrecisionPolicy::getPresetNames();
  if (value.kind != Datum::Kind::Scalar ||
      !llvm::is_contained(names, value.text))
    return unknownName(value, "preset", names);
  // Which preset is meant must not depend on the order of several sources.
  if (value.text != preset)
    return errorAt(value) << "written for preset " << quote(value.text)
                          << ", but the preset is " << quote(preset)
                          << "; the option 'preset' chooses it";
  return success();
}

LogicalResult Reader::readUnlisted(const Datum &value) {
  if (value.kind == Datum::Kind::Scalar)
    changes.unlisted = symbolize<UnlistedRule>(unlistedRuleNames, value.text);
  if (!changes.unlisted)
    return unknownName(value, "rule for unlisted ops", unlistedRuleNames);
  return success();
}

/// True if `name` can be that of an op with its dialect.
static bool isFullOpName(StringRef name) {
  auto [dialect, op] = name.split('.');
  return !dialect.empty() && !op.empty() && !op.ends_with(".") &&
         !name.contains("..") && llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || StringRef("_$.-").contains(c);
         });
}

LogicalResult Reader::checkOpName(const Datum &name) {
  const auto &ops = getTable().ops;
  if (ops.contains(name.text))
    return success();
  StringRef bare = name.text;
  bool isOwn = bare.consume_front("amp.");
  if (isOwn && ops.contains(bare))
    return errorAt(name) << "ops of the amp dialect are listed without prefix, "
                            "under PyTorch's name; write "
                         << quote(bare);
  if (!isOwn && isFullOpName(bare))
    return success();

  SmallVector<StringRef> known(ops.keys());
  llvm::sort(known);
  InFlightDiagnostic diagnostic = errorAt(name);
  diagnostic << "unknown op " << quote(name.text)
             << ::amp::didYouMean(bare, known);
  diagnostic.attachNote()
      << "an op of another dialect is listed under its full "
         "name, such as 'mydialect.op'; the others are: "
      << llvm::join(known, ", ");
  return diagnostic;
}

LogicalResult Reader::readOps(const Datum &value) {
  if (failed(expectMap(value, "a mapping from ops to categories")))
    return failure();
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const Datum &name = value.getKey(i);
    PolicyEntry entry{PrecisionCategory::Follow,
                      {},
                      origin.getSource(name),
                      PolicyClause{PolicyClause::Kind::Op,
                                   origin.getClausePlace(name), name.text}};
    if (failed(checkOpName(name)) ||
        failed(readEntry(value.getValue(i), entry)))
      return failure();
    changes.ops.emplace_back(name.text, std::move(entry));
  }
  return success();
}

LogicalResult Reader::readEntry(const Datum &value, PolicyEntry &entry) {
  static constexpr StringRef keys[] = {"category", "operands"};
  if (value.kind == Datum::Kind::Scalar)
    return readCategory(value, entry.category, categoryNames);
  if (failed(expectMap(value, "a category (" +
                                  alternatives(ArrayRef(categoryNames)) +
                                  ") or a mapping with the keys category and "
                                  "operands")))
    return failure();
  bool hasCategory = false;
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const Datum &key = value.getKey(i), &member = value.getValue(i);
    LogicalResult result = failure();
    if (key.text == "category") {
      hasCategory = true;
      result = readCategory(member, entry.category, categoryNames);
    } else if (key.text == "operands") {
      result = readOperands(member, entry);
    } else {
      result = unknownKey(key, keys);
    }
    if (failed(result))
      return failure();
  }
  if (!hasCategory)
    return errorAt(value) << "the key category is missing";
  return success();
}

LogicalResult Reader::readCategory(const Datum &value,
                                   PrecisionCategory &category,
                                   ArrayRef<StringRef> names) {
  if (value.kind != Datum::Kind::Scalar ||
      !llvm::is_contained(names, value.text))
    return unknownName(value, "category", names);
  category = *symbolizePrecisionCategory(value.text);
  return success();
}

LogicalResult Reader::readOperands(const Datum &value, PolicyEntry &entry) {
  static constexpr StringRef names[] = {"allow", "deny", "follow"};
  if (failed(expectMap(value, "a mapping from operand indices to categories")))
    return failure();
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const Datum &key = value.getKey(i);
    unsigned index = 0;
    if (StringRef(key.text).getAsInteger(10, index))
      return errorAt(key)
             << "expected an operand index, a whole number from 0, "
                "found "
             << quote(key.text);
    if (llvm::is_contained(llvm::make_first_range(entry.operands), index))
      return errorAt(key) << "operand " << index << " occurs twice";
    PrecisionCategory category;
    if (failed(readCategory(value.getValue(i), category, names)))
      return failure();
    entry.operands.emplace_back(index, category);
  }
  llvm::sort(entry.operands);
  return success();
}

LogicalResult Reader::readRules(const Datum &value) {
  if (value.kind != Datum::Kind::List)
    return errorAt(value) << "expected a list of rules, found "
                          << describe(value);
  for (const Datum &rule : value.elements)
    if (failed(readRule(rule)))
      return failure();
  return success();
}

LogicalResult Reader::readRule(const Datum &value) {
  static constexpr StringRef keys[] = {"location", "symbol", "category",
                                       "operands"};
  if (failed(expectMap(value, "a rule, a mapping with the keys " +
                                  alternatives(keys))))
    return failure();
  // All but what the rule is about is what an op's entry is.
  Datum entryData;
  entryData.kind = Datum::Kind::Map;
  entryData.line = value.line;
  entryData.column = value.column;
  entryData.path = value.path;
  const Datum *pattern = nullptr;
  auto subject = PolicyRule::Subject::Location;
  PolicyEntry entry{PrecisionCategory::Follow, {}, origin.getSource(value), {}};
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const Datum &key = value.getKey(i), &member = value.getValue(i);
    if (!llvm::is_contained(keys, key.text))
      return unknownKey(key, keys);
    if (key.text == "category" || key.text == "operands") {
      entryData.elements.push_back(key);
      entryData.elements.push_back(member);
      continue;
    }
    if (pattern)
      return errorAt(key) << "a rule is about location or symbol, not both; "
                             "write two rules";
    if (member.kind != Datum::Kind::Scalar)
      return errorAt(member)
             << "expected a regular expression, found " << describe(member);
    pattern = &member;
    if (key.text == "symbol")
      subject = PolicyRule::Subject::Symbol;
  }
  if (!pattern)
    return errorAt(value) << "a rule needs the key location or symbol";
  llvm::Expected<BoundedRegex> compiled = BoundedRegex::compile(pattern->text);
  if (!compiled)
    return errorAt(*pattern) << toString(compiled.takeError());
  if (failed(readEntry(entryData, entry)))
    return failure();
  entry.clause = PolicyClause{getClauseKind(subject),
                              origin.getClausePlace(*pattern), pattern->text};
  changes.rules.push_back(PolicyRule{subject, pattern->text,
                                     std::move(*compiled), std::move(entry)});
  return success();
}

//===----------------------------------------------------------------------===//
// PrecisionPolicy
//===----------------------------------------------------------------------===//

PolicyClause mlir::amp::getOperandClause(const PolicyClause &clause,
                                         unsigned index) {
  return {PolicyClause::Kind::Operand, clause.place,
          (Twine(index) + " of " + quote(clause.name)).str()};
}

void PrecisionPolicy::addClauses(const PolicyEntry &entry) {
  if (!entry.clause)
    return;
  clauses.push_back(*entry.clause);
  for (unsigned index : llvm::make_first_range(entry.operands))
    clauses.push_back(getOperandClause(*entry.clause, index));
}

void PrecisionPolicy::addEntry(StringRef name, PolicyEntry entry) {
  addClauses(entry);
  PolicyEntry &known = entries[name];
  if (known.clause)
    replaced.push_back(std::move(known));
  known = std::move(entry);
}

void PrecisionPolicy::addRule(PolicyRule rule) {
  addClauses(rule.entry);
  rules.push_back(std::move(rule));
}

// All or nothing: what has an error changes nothing.
void PrecisionPolicy::apply(Changes changes) {
  unlisted = changes.unlisted.value_or(unlisted);
  for (auto &[name, entry] : changes.ops)
    addEntry(name, std::move(entry));
  for (PolicyRule &rule : changes.rules)
    addRule(std::move(rule));
}

LogicalResult PrecisionPolicy::addText(llvm::MemoryBufferRef text,
                                       EmitError emitError) {
  TextParser parser(text, emitError);
  FailureOr<Datum> root = parser.parse();
  if (failed(root))
    return failure();
  FailureOr<Changes> changes =
      Reader(parser.getOrigin(), preset, emitError).read(*root);
  if (failed(changes))
    return failure();
  apply(std::move(*changes));
  return success();
}

LogicalResult PrecisionPolicy::addFile(StringRef path, EmitError emitError) {
  auto buffer = readRegularFile(path, kMaxTextSize);
  if (!buffer)
    return emitError() << "policy " << toString(buffer.takeError());
  return addText(**buffer, emitError);
}

LogicalResult PrecisionPolicy::addAttribute(DictionaryAttr attribute,
                                            EmitError emitError,
                                            StringRef owner) {
  Origin origin("attribute amp.policy", owner);
  Datum root;
  if (failed(convertAttribute(attribute, 0, origin, emitError, root)))
    return failure();
  FailureOr<Changes> changes = Reader(origin, preset, emitError).read(root);
  if (failed(changes))
    return failure();
  apply(std::move(*changes));
  return success();
}

FailureOr<PolicyEntry> PrecisionPolicy::parseEntry(Attribute attribute,
                                                   StringRef source,
                                                   EmitError emitError) {
  Origin origin(source);
  Datum root;
  PolicyEntry entry{PrecisionCategory::Follow, {}, source.str(), {}};
  if (failed(convertAttribute(attribute, 0, origin, emitError, root)) ||
      failed(Reader(origin, /*preset=*/"", emitError).readEntry(root, entry)))
    return failure();
  return entry;
}

LogicalResult PrecisionPolicy::addRule(PolicyRule::Subject subject,
                                       StringRef pattern, PolicyEntry entry,
                                       EmitError emitError) {
  llvm::Expected<BoundedRegex> compiled = BoundedRegex::compile(pattern);
  if (!compiled)
    return emitError() << toString(compiled.takeError());
  entry.clause =
      PolicyClause{getClauseKind(subject), entry.source, pattern.str()};
  addRule(PolicyRule{subject, pattern.str(), std::move(*compiled),
                     std::move(entry)});
  return success();
}

const PolicyEntry *PrecisionPolicy::lookup(StringRef name) const {
  auto it = entries.find(name);
  if (it == entries.end() && name.consume_front("torch.aten."))
    it = entries.find(name.split('.').first);
  return it == entries.end() ? nullptr : &it->getValue();
}

bool PrecisionPolicy::isOverridden(StringRef name) const {
  // The source that a file gives always ends with its line.
  const PolicyEntry *entry = lookup(name);
  return entry && entry->source != getPresetSource(preset);
}

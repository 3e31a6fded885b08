//===- PrecisionPolicyTest.cpp --------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PrecisionPolicy.h"

#include "amp/Dialect/Amp/IR/Amp.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <functional>
#include <map>
#include <random>

using namespace mlir;
using namespace mlir::amp;

namespace llvm {
// What a failed expectation shows.
static std::ostream &operator<<(std::ostream &os, StringRef text) {
  return os << text.str();
}
} // namespace llvm

namespace {

//===----------------------------------------------------------------------===//
// Tables as they are written
//===----------------------------------------------------------------------===//

std::string readSource(StringRef path) {
  auto buffer =
      llvm::MemoryBuffer::getFile(AMP_SOURCE_DIR "/" + path, /*IsText=*/true);
  if (!buffer) {
    ADD_FAILURE() << path.str() << ": " << buffer.getError().message();
    return "";
  }
  return (*buffer)->getBuffer().str();
}

/// Tab-separated values: by the row's name, by the column's name.
struct Tsv {
  explicit Tsv(StringRef path) {
    SmallVector<StringRef> lines, header, cells;
    std::string text = readSource(path);
    StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
    if (lines.empty())
      return;
    lines.front().split(header, '\t');
    for (StringRef name : ArrayRef(header).drop_front())
      columns.push_back(name.str());
    for (StringRef line : ArrayRef(lines).drop_front()) {
      cells.clear();
      line.split(cells, '\t');
      EXPECT_EQ(cells.size(), header.size()) << path.str() << ": " << line;
      names.push_back(cells.front().str());
      for (auto [column, cell] :
           llvm::zip(columns, ArrayRef(cells).drop_front()))
        rows[names.back()][column] = cell.str();
    }
  }

  std::vector<std::string> columns, names;
  std::map<std::string, std::map<std::string, std::string>> rows;
};

const Tsv &getPolicyTable() {
  static const Tsv table("lib/Analysis/PrecisionPolicy.tsv");
  return table;
}

/// What the frameworks' sources say, in their own words.
const Tsv &getFacts() {
  static const Tsv facts("test/Inputs/parity/autocast-ops.tsv");
  return facts;
}

/// The facts' words for categories in ours.
std::string mapFact(StringRef fact) {
  static const std::map<std::string, std::string> mapping = {
      {"lower_precision_fp", "allow"},
      {"fp16", "allow"},
      {"allow", "allow"},
      {"fp32", "deny"},
      {"deny", "deny"},
      {"composite_fp32", "deny"},
      {"composite_lower_precision_fp", "allow"},
      {"fp32_set_opt_dtype", "deny-set-output"},
      {"fp32_append_dtype", "deny-append-output"},
      {"promote", "promote"},
      {"sequence_promote", "promote"},
      {"native_promote", "follow"},
      {"infer", "follow"},
      {"clear", "clear"},
      {"banned", "banned"},
      {"infer_onednn_only", "-"},
      {"-", "-"},
  };
  auto it = mapping.find(fact.str());
  if (it == mapping.end()) {
    ADD_FAILURE() << "unknown word " << fact;
    return "";
  }
  return it->second;
}

/// Ops that TensorFlow has no entry for, but that move, choose or compare
/// elements as those do that it calls clear.
bool isClearBeyondTensorFlow(StringRef name) {
  static const llvm::StringSet<> names = {
      "_upsample_nearest_exact1d",
      "_upsample_nearest_exact2d",
      "_upsample_nearest_exact3d",
      "adaptive_max_pool1d",
      "adaptive_max_pool2d",
      "adaptive_max_pool3d",
      "any",
      "bitwise_and",
      "bitwise_not",
      "bitwise_or",
      "bitwise_xor",
      "embedding",
      "fractional_max_pool2d",
      "fractional_max_pool3d",
      "gather",
      "hardshrink",
      "hardtanh",
      "im2col",
      "index_copy",
      "index_put",
      "last_at",
      "logical_and",
      "logical_not",
      "logical_or",
      "max_pool1d",
      "max_unpool2d",
      "max_unpool3d",
      "max_windows",
      "read_at",
      "relu_backward",
      "replication_pad1d",
      "replication_pad2d",
      "replication_pad3d",
      "slice_backward",
      "threshold",
      "upsample_nearest1d",
      "upsample_nearest3d",
      "view_as_complex",
  };
  return names.contains(name);
}

/// The row of the facts for an op that they know under TensorFlow's name only.
std::string getTensorFlowName(const std::string &name) {
  static const std::map<std::string, std::string> names = {
      {"avg_pool1d", "avg_pool2d"},  // AvgPool
      {"embedding", "index_select"}, // GatherV2
      {"max_pool1d", "max_pool2d"},  // MaxPool
      {"read_at", "index_select"},   // GatherV2
      {"relu_backward", "tf.ReluGrad"},
      {"sigmoid_backward", "tf.SigmoidGrad"},
      {"slice_backward", "tf.StridedSliceGrad"},
      {"squared_difference", "tf.SquaredDifference"},
      {"tanh_backward", "tf.TanhGrad"},
  };
  auto it = names.find(name);
  return it == names.end() ? name : it->second;
}

bool isLoss(StringRef name) {
  return name.contains_insensitive("loss") || name == "kl_div" ||
         name.starts_with("binary_cross_entropy");
}

//===----------------------------------------------------------------------===//
// Policies and what they say
//===----------------------------------------------------------------------===//

struct PolicyTest : testing::Test {
  struct Message {
    std::string text;
    std::vector<std::string> notes;
  };

  PolicyTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          Message &message = messages.emplace_back();
          message.text = diagnostic.str();
          for (Diagnostic &note : diagnostic.getNotes())
            message.notes.push_back(note.str());
        }) {}

  PrecisionPolicy getPreset(StringRef name) {
    FailureOr<PrecisionPolicy> policy =
        PrecisionPolicy::getPreset(name, emitError);
    if (failed(policy)) {
      ADD_FAILURE() << name.str() << ": " << getText();
      policy = PrecisionPolicy::getPreset("torch-cuda", emitError);
    }
    return std::move(*policy);
  }

  LogicalResult addText(PrecisionPolicy &policy, StringRef text,
                        StringRef name = "policy.yaml") {
    return policy.addText(llvm::MemoryBufferRef(text, name), emitError);
  }

  LogicalResult addAttribute(PrecisionPolicy &policy, StringRef text) {
    auto attribute =
        dyn_cast_or_null<DictionaryAttr>(parseAttribute(text, &context));
    if (!attribute) {
      ADD_FAILURE() << "no dictionary: " << text.str();
      return failure();
    }
    return policy.addAttribute(attribute, emitError);
  }

  /// The only message so far.
  std::string getText() const {
    return messages.size() == 1 ? messages.front().text
                                : std::to_string(messages.size()) + " messages";
  }

  /// The message for `text`, which is to be an error and to change nothing.
  std::string getError(StringRef text, StringRef preset = "torch-cuda") {
    messages.clear();
    PrecisionPolicy policy = getPreset(preset);
    std::string before = dump(policy);
    EXPECT_TRUE(failed(addText(policy, text))) << text.take_front(200).str();
    EXPECT_EQ(dump(policy), before) << text.take_front(200).str();
    return getText();
  }

  std::string getAttributeError(StringRef text) {
    messages.clear();
    PrecisionPolicy policy = getPreset("torch-cuda");
    std::string before = dump(policy);
    EXPECT_TRUE(failed(addAttribute(policy, text))) << text.str();
    EXPECT_EQ(dump(policy), before) << text.str();
    return getText();
  }

  static std::string dump(const PolicyEntry &entry, bool withSource) {
    std::string text = stringifyPrecisionCategory(entry.category).str();
    for (auto [index, category] : entry.operands)
      text += " " + std::to_string(index) + ":" +
              stringifyPrecisionCategory(category).str();
    return withSource ? text + " (" + entry.source + ")" : text;
  }

  /// Everything that a policy says.
  static std::string dump(const PrecisionPolicy &policy,
                          bool withSource = true) {
    std::vector<std::string> lines;
    for (StringRef name : policy.getListedOps())
      lines.push_back(name.str() + " = " +
                      dump(*policy.lookup(name), withSource));
    llvm::sort(lines);
    for (const PolicyRule &rule : policy.getRules())
      lines.push_back(std::to_string(static_cast<int>(rule.subject)) + " " +
                      rule.pattern + " = " + dump(rule.entry, withSource));
    lines.push_back("unlisted " +
                    std::to_string(static_cast<int>(policy.getUnlistedRule())));
    return llvm::join(lines, "\n");
  }

  MLIRContext context;
  std::vector<Message> messages;
  ScopedDiagnosticHandler handler;
  std::function<InFlightDiagnostic()> emitError = [this] {
    return mlir::emitError(UnknownLoc::get(&context));
  };
};

//===----------------------------------------------------------------------===//
// Presets
//===----------------------------------------------------------------------===//

TEST(PrecisionPolicyTable, IsSorted) {
  const Tsv &table = getPolicyTable();
  ASSERT_FALSE(table.names.empty());
  for (size_t i = 1; i < table.names.size(); ++i)
    EXPECT_LT(table.names[i - 1], table.names[i]);
}

TEST(PrecisionPolicyTable, ListsWhatTheFrameworksList) {
  const std::pair<const char *, const char *> columns[] = {
      {"torch-cuda", "pytorch_cuda_category"},
      {"torch-cpu", "pytorch_cpu_category"},
      {"apex", "apex_category"},
      {"tensorflow", "tf_category"},
  };
  ASSERT_EQ(getFacts().names.size(), 347u);
  for (const std::string &name : getFacts().names) {
    auto row = getPolicyTable().rows.find(name);
    if (row == getPolicyTable().rows.end()) {
      ADD_FAILURE() << name << " has no row";
      continue;
    }
    const auto &facts = getFacts().rows.at(name);
    for (auto [column, factColumn] : columns) {
      std::string expected = mapFact(facts.at(factColumn));
      // What PyTorch and Apex leave unlisted is told apart by whether it
      // matters numerically.
      if (expected == "-" && column != StringRef("tensorflow") &&
          !StringRef(name).starts_with("tf."))
        expected =
            facts.at("tf_category") == "clear" || isClearBeyondTensorFlow(name)
                ? "clear"
                : "follow";
      EXPECT_EQ(row->second.at(column), expected) << name << ", " << column;
    }
  }
}

TEST(PrecisionPolicyTable, OtherRowsAreUnlistedByTheFrameworks) {
  for (const auto &[name, row] : getPolicyTable().rows) {
    if (name.front() == '@' || getFacts().rows.count(name))
      continue;
    std::string neutral = isClearBeyondTensorFlow(name) ? "clear" : "follow";
    for (const char *column : {"torch-cuda", "torch-cpu", "apex"})
      EXPECT_EQ(row.at(column), neutral) << name << ", " << column;
    auto fact = getFacts().rows.find(getTensorFlowName(name));
    EXPECT_EQ(row.at("tensorflow"),
              fact == getFacts().rows.end()
                  ? "-"
                  : mapFact(fact->second.at("tf_category")))
        << name;
  }
}

TEST(PrecisionPolicyTable, KerasAndCastModelKeepLossesInF32) {
  unsigned numLosses = 0;
  for (const auto &[name, row] : getPolicyTable().rows) {
    if (name.front() == '@')
      continue;
    numLosses += isLoss(name);
    EXPECT_EQ(row.at("cast-model"), isLoss(name) ? "deny" : "-") << name;
    // A metric of Keras as much as a loss.
    bool isDenied = isLoss(name) || name == "cosine_similarity";
    EXPECT_EQ(row.at("keras") == "deny", isDenied) << name;
    if (!isDenied)
      EXPECT_TRUE(row.at("keras") == "allow" || row.at("keras") == "-") << name;
  }
  EXPECT_GE(numLosses, 20u);
  EXPECT_EQ(getPolicyTable().rows.at("batch_norm").at("keras"), "allow");
  EXPECT_EQ(getPolicyTable().rows.at("softmax").at("keras"), "allow");
}

/// An op without a row would be unlisted in every preset, unnoticed.
TEST(PrecisionPolicyTable, EveryComputeOpHasARow) {
  const std::map<std::string, std::string> others = {
      {"attention", "scaled_dot_product_attention"},
      {"attention_backward", "scaled_dot_product_attention"},
      {"compare", "eq"},
      {"reflection_pad", "reflection_pad1d"},
      {"replication_pad", "replication_pad1d"},
      {"concat", "cat"},
      {"cross_entropy", "cross_entropy_loss"}};
  MLIRContext context;
  context.loadDialect<AmpDialect>();
  unsigned numOps = 0;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    if (!op.hasInterface<PrecisionOpInterface>())
      continue;
    ++numOps;
    std::string name = op.stripDialect().str();
    if (auto it = others.find(name); it != others.end())
      name = it->second;
    EXPECT_TRUE(getPolicyTable().rows.count(name)) << name;
  }
  EXPECT_GE(numOps, 60u);
  for (const char *predicate : {"eq", "ne", "lt", "le", "gt", "ge"})
    EXPECT_TRUE(getPolicyTable().rows.count(predicate)) << predicate;
}

TEST_F(PolicyTest, PresetsAreTheTable) {
  const Tsv &table = getPolicyTable();
  ASSERT_EQ(PrecisionPolicy::getPresetNames().size(), 6u);
  ASSERT_EQ(table.columns.size(), 6u);
  const char *const unlisted[] = {"follow", "f32", "allow", "error"};
  for (auto [name, column] :
       llvm::zip(PrecisionPolicy::getPresetNames(), table.columns)) {
    EXPECT_EQ(name.str(), column);
    PrecisionPolicy policy = getPreset(name);
    EXPECT_EQ(policy.getPresetName().str(), column);
    size_t numListed = 0;
    for (const auto &[op, row] : table.rows) {
      if (op.front() == '@')
        continue;
      const PolicyEntry *entry = policy.lookup(op);
      EXPECT_EQ(entry ? stringifyPrecisionCategory(entry->category).str() : "-",
                row.at(column))
          << op << ", " << column;
      if (!entry)
        continue;
      ++numListed;
      EXPECT_EQ(entry->source, "preset " + column);
      EXPECT_TRUE(entry->operands.empty());
      EXPECT_FALSE(policy.isOverridden(op));
    }
    EXPECT_EQ(llvm::range_size(policy.getListedOps()), numListed);
    EXPECT_EQ(unlisted[static_cast<int>(policy.getUnlistedRule())],
              table.rows.at("@unlisted").at(column));
    EXPECT_EQ(policy.getInitialScale(),
              std::stod(table.rows.at("@init_scale").at(column)));
    std::string maximum = table.rows.at("@max_scale").at(column);
    EXPECT_EQ(policy.getMaximumScale(),
              maximum == "-" ? std::nullopt
                             : std::optional<double>(std::stod(maximum)));
  }
  EXPECT_TRUE(messages.empty());
}

TEST_F(PolicyTest, PresetData) {
  EXPECT_EQ(getPreset("torch-cuda").getUnlistedRule(), UnlistedRule::Follow);
  EXPECT_EQ(getPreset("torch-cpu").getUnlistedRule(), UnlistedRule::Follow);
  EXPECT_EQ(getPreset("tensorflow").getUnlistedRule(), UnlistedRule::KeepF32);
  EXPECT_EQ(getPreset("keras").getUnlistedRule(), UnlistedRule::Allow);
  EXPECT_EQ(getPreset("cast-model").getUnlistedRule(), UnlistedRule::Allow);
  PrecisionPolicy apex = getPreset("apex");
  EXPECT_EQ(apex.getUnlistedRule(), UnlistedRule::Follow);
  EXPECT_EQ(apex.getInitialScale(), 65536);
  EXPECT_EQ(apex.getMaximumScale(), 16777216);
  EXPECT_EQ(getPreset("keras").getInitialScale(), 32768);
  EXPECT_EQ(getPreset("torch-cuda").getMaximumScale(), std::nullopt);
  apex.setUnlistedRule(UnlistedRule::Error);
  EXPECT_EQ(apex.getUnlistedRule(), UnlistedRule::Error);
}

TEST_F(PolicyTest, UnknownPreset) {
  EXPECT_TRUE(failed(PrecisionPolicy::getPreset("torch", emitError)));
  EXPECT_EQ(getText(), "unknown precision preset 'torch'; expected torch-cuda, "
                       "torch-cpu, apex, tensorflow, keras or cast-model");
}

TEST(PrecisionCategoryTest, NamesGoBothWays) {
  EXPECT_EQ(getPrecisionCategoryNames().size(), 8u);
  for (StringRef name : getPrecisionCategoryNames()) {
    std::optional<PrecisionCategory> category =
        symbolizePrecisionCategory(name);
    ASSERT_TRUE(category) << name;
    EXPECT_EQ(stringifyPrecisionCategory(*category), name);
  }
  EXPECT_EQ(stringifyPrecisionCategory(PrecisionCategory::DenyAppendOutput),
            "deny-append-output");
  EXPECT_EQ(stringifyPrecisionCategory(PrecisionCategory::Banned), "banned");
  EXPECT_EQ(symbolizePrecisionCategory("Allow"), std::nullopt);
  EXPECT_EQ(symbolizePrecisionCategory(""), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

TEST_F(PolicyTest, TorchOverloadsAreTheirOp) {
  PrecisionPolicy policy = getPreset("torch-cuda");
  for (const char *name : {"torch.aten.linear", "torch.aten.softmax.int",
                           "torch.aten.pow.Tensor_Tensor"}) {
    const PolicyEntry *entry = policy.lookup(name);
    ASSERT_TRUE(entry) << name;
    SmallVector<StringRef> parts;
    StringRef(name).split(parts, '.');
    EXPECT_EQ(entry, policy.lookup(parts[2])) << name;
  }
  // PyTorch casts for no in-place variant, and the prefix is taken off once.
  for (const char *name :
       {"torch.aten.addmm_", "torch.prims.linear", "torch.aten.", "torch.aten",
        "torch.aten.torch.aten.linear", "aten.linear", "mydialect.linear",
        "amp.linear", ""})
    EXPECT_EQ(policy.lookup(name), nullptr) << name;

  ASSERT_TRUE(succeeded(addText(policy, R"(
ops:
  torch.aten.add.Scalar: clear
  add: deny
)")));
  EXPECT_EQ(policy.lookup("torch.aten.add.Scalar")->category,
            PrecisionCategory::Clear);
  EXPECT_EQ(policy.lookup("torch.aten.add.Tensor")->category,
            PrecisionCategory::Deny);
  EXPECT_TRUE(policy.isOverridden("torch.aten.add.Scalar"));
  EXPECT_TRUE(policy.isOverridden("torch.aten.add.Tensor"));
  EXPECT_FALSE(policy.isOverridden("torch.aten.sub.Tensor"));
}

TEST_F(PolicyTest, LaterSourcesOverrideEarlierOnes) {
  PrecisionPolicy policy = getPreset("torch-cuda");
  EXPECT_FALSE(policy.isOverridden("exp"));
  EXPECT_EQ(policy.lookup("mydialect.op"), nullptr);
  EXPECT_FALSE(policy.isOverridden("mydialect.op"));
  ASSERT_TRUE(succeeded(addText(policy,
                                "ops:\n  exp: follow\n"
                                "  mydialect.op: allow\n",
                                "a.yaml")));
  EXPECT_EQ(dump(*policy.lookup("exp"), true), "follow (a.yaml:2)");
  EXPECT_EQ(dump(*policy.lookup("mydialect.op"), true), "allow (a.yaml:3)");
  EXPECT_TRUE(policy.isOverridden("exp"));
  EXPECT_TRUE(policy.isOverridden("mydialect.op"));
  EXPECT_FALSE(policy.isOverridden("log"));
  ASSERT_TRUE(succeeded(addText(policy, R"({"ops": {"exp": {"category": "allow",
                                          "operands": {"1": "deny"}}}})",
                                "b.json")));
  EXPECT_EQ(dump(*policy.lookup("exp"), true), "allow 1:deny (b.json:1)");
  ASSERT_TRUE(succeeded(
      addAttribute(policy, R"({ops = {exp = "deny"}, unlisted = "error"})")));
  EXPECT_EQ(dump(*policy.lookup("exp"), true), "deny (attribute amp.policy)");
  EXPECT_EQ(policy.getUnlistedRule(), UnlistedRule::Error);
  // An override says what the preset says already, and still is one.
  EXPECT_TRUE(policy.isOverridden("exp"));
  EXPECT_EQ(policy.getPresetName(), "torch-cuda");
}

TEST_F(PolicyTest, RulesFindWhatTheyName) {
  PrecisionPolicy policy = getPreset("torch-cuda");
  ASSERT_TRUE(succeeded(addText(policy, R"(
match:
  - location: '^head(\.[0-9]+)?$'
    category: deny
  - symbol: ^router\.
    category: allow
    operands: {2: follow, 0: deny}
)")));
  PolicyEntry entry{PrecisionCategory::Deny, {}, "option keep-f32", {}};
  ASSERT_TRUE(succeeded(
      policy.addRule(PolicyRule::Subject::Any, "norm|head", entry, emitError)));
  ArrayRef<PolicyRule> rules = policy.getRules();
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0].subject, PolicyRule::Subject::Location);
  EXPECT_EQ(rules[0].pattern, R"(^head(\.[0-9]+)?$)");
  EXPECT_TRUE(rules[0].regex.match("head.12"));
  EXPECT_FALSE(rules[0].regex.match("head.x"));
  EXPECT_FALSE(rules[0].regex.match("ahead"));
  EXPECT_EQ(dump(rules[0].entry, true), "deny (policy.yaml:3)");
  EXPECT_EQ(rules[1].subject, PolicyRule::Subject::Symbol);
  EXPECT_TRUE(rules[1].regex.match("router.w"));
  EXPECT_EQ(dump(rules[1].entry, true),
            "allow 0:deny 2:follow (policy.yaml:5)");
  EXPECT_EQ(rules[2].subject, PolicyRule::Subject::Any);
  EXPECT_TRUE(rules[2].regex.match("layer_norm"));
  EXPECT_EQ(dump(rules[2].entry, true), "deny (option keep-f32)");
  EXPECT_TRUE(messages.empty());
}

TEST_F(PolicyTest, AddRuleErrors) {
  PrecisionPolicy policy = getPreset("torch-cuda");
  auto getError = [&](StringRef pattern) {
    messages.clear();
    EXPECT_TRUE(failed(policy.addRule(
        PolicyRule::Subject::Any, pattern,
        PolicyEntry{PrecisionCategory::Deny, {}, "", {}}, emitError)));
    return getText();
  };
  EXPECT_EQ(getError("a("),
            "regular expression 'a(' is not valid: parentheses not balanced");
  EXPECT_EQ(getError(""), "an empty regular expression, which would find every "
                          "op; write '.*' if that is meant");
  EXPECT_TRUE(policy.getRules().empty());
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

TEST_F(PolicyTest, YamlJsonAndAttributeSayTheSame) {
  const char *yaml = R"(%YAML 1.2
--- # A comment.
preset: "torch-cuda"
unlisted: f32
ops:
  linear: deny
  'exp': {category: "\x61llow"}
  mydialect.op:
    category: deny-set-output
    operands:
      0: allow
      12: follow
match:
- {location: '^a''b$', category: clear}
- symbol: "\\.w$"
  operands: {"3": deny}
  category: promote
...
)";
  // As printers write it, and with a byte order mark.
  const char *json = "\xef\xbb\xbf"
                     R"({"preset":"torch-cuda","unlisted":"f32",
	"ops":{"linear":"deny","exp":{"category":"allow"},
	"mydialect.op":{"category":"deny-set-output","operands":{"0":"allow","12":"follow"}}},
	"match":[{"location":"^a'b$","category":"clear"},
	{"symbol":"\\.w$","operands":{"3":"deny"},"category":"promote"}]}
)";
  const char *attribute = R"({
    preset = "torch-cuda", unlisted = "f32",
    ops = {linear = "deny", exp = {category = "allow"},
      mydialect.op = {category = "deny-set-output",
                      operands = {"12" = "follow", "0" = "allow"}}},
    match = [{location = "^a'b$", category = "clear"},
             {symbol = "\\.w$", category = "promote",
              operands = {"3" = "deny"}}]})";
  PrecisionPolicy a = getPreset("torch-cuda"), b = getPreset("torch-cuda"),
                  c = getPreset("torch-cuda");
  std::string preset = dump(a, false);
  EXPECT_TRUE(succeeded(addText(a, yaml))) << getText();
  EXPECT_TRUE(succeeded(addText(b, json))) << getText();
  EXPECT_TRUE(succeeded(addAttribute(c, attribute))) << getText();
  EXPECT_NE(dump(a, false), preset);
  EXPECT_EQ(dump(a, false), dump(b, false));
  EXPECT_EQ(dump(a, false), dump(c, false));
  EXPECT_EQ(a.getUnlistedRule(), UnlistedRule::KeepF32);
  EXPECT_EQ(dump(*a.lookup("mydialect.op"), true),
            "deny-set-output 0:allow 12:follow (policy.yaml:8)");
  EXPECT_EQ(a.lookup("exp")->category, PrecisionCategory::Allow);
  ASSERT_EQ(a.getRules().size(), 2u);
  EXPECT_TRUE(a.getRules()[0].regex.match("a'b"));
  EXPECT_TRUE(a.getRules()[1].regex.match("layer.w"));
  EXPECT_FALSE(a.getRules()[1].regex.match("layerxw"));
}

TEST_F(PolicyTest, EveryCategoryCanBeWritten) {
  for (StringRef name : getPrecisionCategoryNames()) {
    PrecisionPolicy policy = getPreset("torch-cuda");
    ASSERT_TRUE(succeeded(addText(policy, ("ops: {exp: " + name + "}").str())));
    EXPECT_EQ(stringifyPrecisionCategory(policy.lookup("exp")->category), name);
  }
  for (auto [name, rule] : {std::pair("follow", UnlistedRule::Follow),
                            std::pair("f32", UnlistedRule::KeepF32),
                            std::pair("allow", UnlistedRule::Allow),
                            std::pair("error", UnlistedRule::Error)}) {
    PrecisionPolicy policy = getPreset("torch-cuda");
    ASSERT_TRUE(succeeded(addText(policy, std::string("unlisted: ") + name)));
    EXPECT_EQ(policy.getUnlistedRule(), rule);
  }
}

/// Every op of the table may be named, in every preset, also one that the
/// preset leaves out.
TEST_F(PolicyTest, EveryRowCanBeNamed) {
  std::string text = "ops:\n";
  for (const std::string &name : getPolicyTable().names)
    if (name.front() != '@')
      text += "  " + name + ": promote\n";
  for (StringRef preset : PrecisionPolicy::getPresetNames()) {
    PrecisionPolicy policy = getPreset(preset);
    ASSERT_TRUE(succeeded(addText(policy, text))) << getText();
    for (const std::string &name : getPolicyTable().names)
      if (name.front() != '@')
        EXPECT_TRUE(policy.isOverridden(name)) << name;
  }
}

TEST_F(PolicyTest, ExamplesAreValid) {
  unsigned numFiles = 0;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator
           it(AMP_SOURCE_DIR "/examples/policies", code),
       end;
       it != end && !code; it.increment(code)) {
    if (!StringRef(it->path()).ends_with(".yaml"))
      continue;
    ++numFiles;
    PrecisionPolicy policy = getPreset("torch-cuda");
    std::string before = dump(policy);
    EXPECT_TRUE(succeeded(policy.addFile(it->path(), emitError)))
        << it->path() << ": " << getText();
    EXPECT_NE(dump(policy), before) << it->path();
  }
  EXPECT_GE(numFiles, 1u);
}

/// The policies in the documentation, and the error that it shows.
TEST_F(PolicyTest, DocumentationIsValid) {
  std::string page = readSource("docs/Design/Policy.md");
  unsigned numBlocks = 0;
  for (StringRef fence : {"```yaml\n", "```json\n"}) {
    StringRef rest = page;
    while (rest.contains(fence)) {
      rest = rest.split(fence).second;
      ++numBlocks;
      PrecisionPolicy policy = getPreset("torch-cuda");
      EXPECT_TRUE(succeeded(addText(policy, rest.split("```").first)))
          << getText();
      EXPECT_TRUE(policy.isOverridden("layer_norm"));
    }
  }
  EXPECT_EQ(numBlocks, 2u);
  std::string error = getError("ops:\n  exp: deny\n\n  layernorm: deny\n");
  EXPECT_EQ(error, "policy.yaml:4:3: unknown op 'layernorm'; did you mean "
                   "'layer_norm'?");
  EXPECT_NE(page.find("\n    " + error + "\n"), std::string::npos);
  for (StringRef name : PrecisionPolicy::getPresetNames())
    EXPECT_NE(page.find(("\n| `" + name + "` | ").str()), std::string::npos)
        << name;
  for (StringRef name : getPrecisionCategoryNames())
    EXPECT_NE(page.find(("\n| `" + name + "` | ").str()), std::string::npos)
        << name;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

constexpr char kCategories[] =
    "allow, deny, deny-set-output, deny-append-output, promote, follow, clear "
    "or banned";

TEST_F(PolicyTest, TextErrors) {
  const std::string categories = kCategories;
  const std::pair<const char *, std::string> cases[] = {
      // The policy.
      {"", "1:1: expected a mapping with the keys preset, unlisted, ops or "
           "match, found nothing"},
      {"# nothing\n",
       "1:1: expected a mapping with the keys preset, unlisted, ops or match, "
       "found nothing"},
      {"- a\n",
       "1:1: expected a mapping with the keys preset, unlisted, ops or "
       "match, found a list"},
      {"\n deny", "2:2: expected a mapping with the keys preset, unlisted, ops "
                  "or match, found 'deny'"},
      {"ops: {}\n\nop: {}\n",
       "3:1: unknown key 'op'; expected preset, unlisted, ops or match"},
      {"ops: {}\nops: {}\n",
       "2:1: key 'ops' occurs twice; it is in line 1 already"},
      {"ops: {}\n---\nops: {}\n", "3:1: text after the end of the policy"},
      {"---\nops: {}\n---\nops: {}\n",
       "3:1: a second document; a policy is one"},
      // Preset and rule for unlisted ops.
      {"preset: torch\n",
       "1:9: unknown preset 'torch'; expected torch-cuda, torch-cpu, apex, "
       "tensorflow, keras or cast-model"},
      {"preset: keras\n", "1:9: written for preset 'keras', but the preset is "
                          "'torch-cuda'; the "
                          "option 'preset' chooses it"},
      {"preset: [keras]\n",
       "1:9: expected a preset (torch-cuda, torch-cpu, apex, tensorflow, keras "
       "or cast-model), found a list"},
      {"unlisted: deny\n", "1:11: unknown rule for unlisted ops 'deny'; "
                           "expected follow, f32, allow or error"},
      {"unlisted:\nops: {}", "1:1: expected a rule for unlisted ops (follow, "
                             "f32, allow or error), found nothing"},
      // Ops.
      {"ops:\n", "1:1: expected a mapping from ops to categories, found "
                 "nothing"},
      {"ops: [exp]\n",
       "1:6: expected a mapping from ops to categories, found a list"},
      {"ops:\n  exp: alow\n",
       "2:8: unknown category 'alow'; expected " + categories},
      {"ops:\n  exp:\n  log: deny\n",
       "2:3: expected a category (" + categories +
           ") or a mapping with the keys category and operands, found nothing"},
      {"ops:\n  exp: [deny]\n",
       "2:8: expected a category (" + categories +
           ") or a mapping with the keys category and operands, found a list"},
      {"ops:\n  exp: deny\n  log: deny\n  exp: deny\n",
       "4:3: key 'exp' occurs twice; it is in line 2 already"},
      {"ops: {exp: {}}", "1:12: the key category is missing"},
      {"ops: {exp: {kategory: deny}}",
       "1:13: unknown key 'kategory'; expected category or operands"},
      {"ops: {exp: {category: {}}}",
       "1:23: expected a category (" + categories + "), found a mapping"},
      {"ops: {linaer: deny}",
       "1:7: unknown op 'linaer'; did you mean 'linear'?"},
      {"ops: {amp.linear: deny}",
       "1:7: ops of the amp dialect are listed without prefix, under PyTorch's "
       "name; write 'linear'"},
      {"ops: {amp.linaer: deny}",
       "1:7: unknown op 'amp.linaer'; did you mean 'linear'?"},
      {"ops: {'@unlisted': deny}", "1:7: unknown op '@unlisted'"},
      {"ops: {'mydialect.': deny}", "1:7: unknown op 'mydialect.'"},
      {"ops: {'.linear_': deny}",
       "1:7: unknown op '.linear_'; did you mean 'linear'?"},
      {"ops: {'my..operation': deny}", "1:7: unknown op 'my..operation'"},
      {"ops: {'my dialect.operation': deny}",
       "1:7: unknown op 'my dialect.operation'"},
      {"ops: {\"a\\0b\\x1f\": deny}",
       "1:7: unknown op 'a\\x00b\\x1f'; did you mean 'abs'?"},
      {"ops: {? : deny}", "1:6: expected a string as key, found nothing"},
      {"ops: {[a]: deny}",
       "1:7: expected a string as key, found a mapping or a list"},
      // Operands.
      {"ops: {exp: {category: deny, operands: 1}}",
       "1:39: expected a mapping from operand indices to categories, found "
       "'1'"},
      {"ops: {exp: {category: deny, operands: {-1: deny}}}",
       "1:40: expected an operand index, a whole number from 0, found '-1'"},
      {"ops: {exp: {category: deny, operands: {1.5: deny}}}",
       "1:40: expected an operand index, a whole number from 0, found '1.5'"},
      {"ops: {exp: {category: deny, operands: {x: deny}}}",
       "1:40: expected an operand index, a whole number from 0, found 'x'"},
      {"ops: {exp: {category: deny, operands: {4294967296: deny}}}",
       "1:40: expected an operand index, a whole number from 0, found "
       "'4294967296'"},
      {"ops: {exp: {category: deny, operands: {1: deny, 01: allow}}}",
       "1:49: operand 1 occurs twice"},
      {"ops: {exp: {category: deny, operands: {1: promote}}}",
       "1:43: unknown category 'promote'; expected allow, deny or follow"},
      {"ops: {exp: {category: deny, operands: {1: {category: deny}}}}",
       "1:43: expected a category (allow, deny or follow), found a mapping"},
      // Rules.
      {"match: {}", "1:8: expected a list of rules, found a mapping"},
      {"match:\n  - deny\n", "2:5: expected a rule, a mapping with the keys "
                             "location, symbol, category "
                             "or operands, found 'deny'"},
      {"match:\n  - category: deny\n",
       "2:5: a rule needs the key location or symbol"},
      {"match:\n  - location: a\n", "2:5: the key category is missing"},
      {"match:\n  - location: a\n    category: low\n",
       "3:15: unknown category 'low'; expected " + categories},
      {"match:\n  - location: a\n    symbol: b\n    category: deny\n",
       "3:5: a rule is about location or symbol, not both; write two rules"},
      {"match:\n  - locations: a\n",
       "2:5: unknown key 'locations'; expected location, symbol, category or "
       "operands"},
      {"match:\n  - location: ['a']\n    category: deny\n",
       "2:15: expected a regular expression, found a list"},
      {"match:\n  - location: ''\n    category: deny\n",
       "2:15: an empty regular expression, which would find every op; write "
       "'.*' if that is meant"},
      {"match:\n  - location: 'a[b'\n    category: deny\n",
       "2:15: regular expression 'a[b' is not valid: brackets ([ ]) not "
       "balanced"},
      {"match:\n  - location: |\n      a\n    category: deny\n",
       "2:5: a block scalar; write a plain or a quoted string"},
      // What YAML has beyond data.
      {"ops: &x {exp: deny}\n",
       "1:9: anchors, aliases and tags have no place in a policy"},
      {"ops: {exp: *x}\n",
       "1:12: anchors, aliases and tags have no place in a policy"},
      {"ops: {exp: !!str deny}\n",
       "1:18: anchors, aliases and tags have no place in a policy"},
      {"<<: *x\n", "1:5: anchors, aliases and tags have no place in a policy"},
  };
  for (const auto &[text, expected] : cases)
    EXPECT_EQ(getError(text), "policy.yaml:" + expected) << text;
}

TEST_F(PolicyTest, SyntaxErrorsNameTheirPlace) {
  const std::pair<const char *, const char *> cases[] = {
      {"ops: {exp: deny\n", "1:16"},    {"ops: {exp: \"deny}\n", "1:18"},
      {"ops: {exp: 'deny}\n", "1:18"},  {"ops:\n  exp: \"\\q\"\n", "2:10"},
      {"ops:\n  @exp: deny\n", "2:3"},  {"ops: {exp: deny}}\n", "1:17"},
      {"ops: {exp: deny}\n]\n", "2:1"}, {"ops: exp: deny\n", "1:9"},
  };
  for (auto [text, place] : cases) {
    std::string error = getError(text);
    EXPECT_EQ(error.substr(0, error.find(' ')),
              "policy.yaml:" + std::string(place) + ":")
        << text << error;
    EXPECT_TRUE(StringRef(error).contains("this is neither YAML nor JSON: "))
        << text << error;
  }
}

TEST_F(PolicyTest, UnknownOpsComeWithTheKnownOnes) {
  getError("ops: {linaer: deny}");
  ASSERT_EQ(messages.size(), 1u);
  ASSERT_EQ(messages[0].notes.size(), 1u);
  StringRef note = messages[0].notes[0];
  EXPECT_TRUE(note.consume_front(
      "an op of another dialect is listed under its full name, such as "
      "'mydialect.op'; the others are: "));
  SmallVector<StringRef> known;
  note.split(known, ", ");
  std::vector<std::string> expected;
  for (const std::string &name : getPolicyTable().names)
    if (name.front() != '@')
      expected.push_back(name);
  EXPECT_EQ(std::vector<std::string>(known.begin(), known.end()), expected);

  // The nearest ones, at most three.
  EXPECT_EQ(getError("ops: {convtranspose2d: deny}"),
            "policy.yaml:1:7: unknown op 'convtranspose2d'; did you mean "
            "'conv_transpose2d'?");
  EXPECT_EQ(getError("ops: {conv_transpose: deny}"),
            "policy.yaml:1:7: unknown op 'conv_transpose'; did you mean "
            "'conv_transpose1d', 'conv_transpose2d' or 'conv_transpose3d'?");
  EXPECT_EQ(getError("ops: {entirely_different: deny}"),
            "policy.yaml:1:7: unknown op 'entirely_different'");
}

TEST_F(PolicyTest, AttributeErrors) {
  const std::string categories = kCategories;
  const std::pair<const char *, std::string> cases[] = {
      {R"({op = {}})",
       ", op: unknown key 'op'; expected preset, unlisted, ops or match"},
      {R"({preset = "apex"})", ", preset: written for preset 'apex', but the "
                               "preset is 'torch-cuda'; the "
                               "option 'preset' chooses it"},
      {R"({unlisted})", ", unlisted: expected a rule for unlisted ops (follow, "
                        "f32, allow or error), found 'unit'"},
      {R"({ops = "deny"})",
       ", ops: expected a mapping from ops to categories, found 'deny'"},
      {R"({ops = {exp = 1 : i64}})",
       ", ops.exp: expected a category (" + categories +
           ") or a mapping with the keys category and operands, found "
           "'1 : i64'"},
      {R"({ops = {linaer = "deny"}})",
       ", ops.linaer: unknown op 'linaer'; did you mean 'linear'?"},
      {R"({ops = {exp = {category = "low"}}})",
       ", ops.exp.category: unknown category 'low'; expected " + categories},
      {R"({ops = {exp = {category = "deny", operands = {a = "deny"}}}})",
       ", ops.exp.operands.a: expected an operand index, a whole number from "
       "0, "
       "found 'a'"},
      {R"({ops = {exp = {category = "deny",
                         operands = {"1" = "deny", "01" = "deny"}}}})",
       ", ops.exp.operands.1: operand 1 occurs twice"},
      {R"({match = {}})", ", match: expected a list of rules, found a mapping"},
      {R"({match = [{category = "deny", symbol = "a"}, {category = "deny"}]})",
       ", match[1]: a rule needs the key location or symbol"},
      {R"({match = [{category = "deny", symbol = @a}]})",
       ", match[0].symbol: expected a regular expression, found '@a'"},
      {R"({match = [{category = "deny", symbol = "("}]})",
       ", match[0].symbol: regular expression '(' is not valid: parentheses "
       "not "
       "balanced"},
      {R"({match = [[[[[[[[[[[]]]]]]]]]]]})",
       ", match[0][0][0][0][0][0][0][0]: this is nested more deeply than any "
       "policy"},
  };
  for (const auto &[text, expected] : cases)
    EXPECT_EQ(getAttributeError(text), "attribute amp.policy" + expected)
        << text;
}

TEST_F(PolicyTest, EntryAttributes) {
  auto parse = [&](StringRef text) {
    messages.clear();
    FailureOr<PolicyEntry> entry = PrecisionPolicy::parseEntry(
        parseAttribute(text, &context), "attribute amp.precision", emitError);
    return failed(entry) ? getText() : dump(*entry, true);
  };
  EXPECT_EQ(parse(R"("deny")"), "deny (attribute amp.precision)");
  EXPECT_EQ(parse(R"({category = "allow",
                      operands = {"3" = "follow", "1" = "deny"}})"),
            "allow 1:deny 3:follow (attribute amp.precision)");
  const std::string categories = kCategories;
  EXPECT_EQ(parse(R"("low")"),
            "attribute amp.precision: unknown category 'low'; expected " +
                categories);
  EXPECT_EQ(parse("unit"),
            "attribute amp.precision: expected a category (" + categories +
                ") or a mapping with the keys category and operands, found "
                "'unit'");
  EXPECT_EQ(parse(R"({operands = {}})"),
            "attribute amp.precision: the key category is missing");
  EXPECT_EQ(parse(R"({category = "deny", operands = {"1" = "clear"}})"),
            "attribute amp.precision, operands.1: unknown category 'clear'; "
            "expected allow, deny or follow");
}

TEST_F(PolicyTest, Files) {
  SmallString<128> path;
  int descriptor = -1;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("policy", "yaml", descriptor, path));
  llvm::FileRemover remover(path);
  auto write = [&](StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream stream(path, code);
    stream << text;
    EXPECT_FALSE(code);
  };
  auto getError = [&](StringRef name) {
    messages.clear();
    PrecisionPolicy policy = getPreset("torch-cuda");
    EXPECT_TRUE(failed(policy.addFile(name, emitError)));
    return getText();
  };
  llvm::sys::fs::file_t file = llvm::sys::fs::convertFDToNativeFile(descriptor);
  EXPECT_FALSE(llvm::sys::fs::closeFile(file));

  write("ops:\n  exp: allow\n");
  PrecisionPolicy policy = getPreset("torch-cuda");
  EXPECT_TRUE(succeeded(policy.addFile(path, emitError))) << getText();
  EXPECT_EQ(policy.lookup("exp")->source, (path + ":2").str());

  write("ops:\n  exp: low\n");
  EXPECT_TRUE(StringRef(getError(path))
                  .starts_with((path + ":2:8: unknown category 'low'").str()))
      << getText();

  std::string padding((1 << 20) - 8, ' ');
  write("ops: {} " + padding);
  EXPECT_TRUE(succeeded(policy.addFile(path, emitError))) << getText();
  write("ops: {}  " + padding);
  EXPECT_EQ(getError(path),
            "policy file '" + path.str().str() +
                "': has 1048577 bytes, at most 1048576 are read");

  EXPECT_EQ(getError("/nonexistent/policy.yaml"),
            "policy file '/nonexistent/policy.yaml': cannot open: No such file "
            "or directory");
  EXPECT_EQ(getError(AMP_SOURCE_DIR),
            "policy file '" AMP_SOURCE_DIR
            "': expected a regular file, found a directory");
}

//===----------------------------------------------------------------------===//
// Hostile text
//===----------------------------------------------------------------------===//

std::string repeat(StringRef text, size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i)
    result += text;
  return result;
}

TEST_F(PolicyTest, HostileTextIsRefused) {
  const StringRef deep = "this is nested more deeply than any policy";
  auto expectError = [&](const std::string &text, StringRef part) {
    std::string error = getError(text);
    EXPECT_TRUE(StringRef(error).contains(part)) << error << "\nlacks " << part;
  };
  expectError(repeat("[", 500000), deep);
  expectError(repeat("[\n", 500000), deep);
  expectError(repeat("{\"a\":", 150000), deep);
  expectError("ops: {exp: " + repeat("[", 20), deep);
  expectError(repeat("- ", 500000), deep);
  expectError(repeat("? ", 500000), "expected a string as key");
  expectError(repeat("{? ", 300000), "expected a string as key");
  std::string indented;
  for (unsigned i = 0; i < 1000; ++i)
    indented += std::string(i, ' ') + "a:\n";
  expectError(indented, deep);
  expectError(repeat("...\n", 200000), "a second document");
  expectError(repeat("---\n", 200000), "a second document");
  expectError(repeat("---\r", 200000), "a second document");
  expectError("a: &a [*a, *a]\n", "anchors, aliases and tags");
  expectError(repeat("&a ", 100000), ": ");
  expectError(repeat("!<", 100000), ": ");
  expectError(std::string("ops: {exp: deny}\0", 17), "1:17: a NUL byte");
  expectError(std::string(1000, '\0'), "1:1: a NUL byte");
  expectError("ops: {exp: d\xc3\x28y}", "1:13: this is not UTF-8");
  expectError("\xff\xfe", "1:1: this is not UTF-8");
  expectError("ops: \"\\U", "neither YAML nor JSON");
  expectError("ops: \"\\xZZ\\uD800\\UFFFFFFFF\"", ": ");
  expectError("%TAG ! !\n%YAML 9\n%\n", ": ");
  // LLVM's parser stops here without a diagnostic, at a node without place.
  expectError("{\"a\":\n% \"b\"}", "neither YAML nor JSON");
  expectError("ops: {exp: {\n%\n", "neither YAML nor JSON");
  expectError("ops: {" + std::string(1000000, 'x') + ": deny}", ": ");
  expectError("ops: {\"" + std::string(1000000, 'x') + "\": deny}", ": ");
  expectError(std::string((1 << 20) + 1, ' '),
              "a policy of 1048577 bytes; at most 1048576 are read");
  EXPECT_LT(messages.back().text.size(), 1000u);
}

TEST_F(PolicyTest, HostileRegularExpressionsAreRefused) {
  auto getError = [&](const std::string &pattern) {
    messages.clear();
    PrecisionPolicy policy = getPreset("torch-cuda");
    PolicyEntry entry{PrecisionCategory::Deny, {}, "test", {}};
    return succeeded(policy.addRule(PolicyRule::Subject::Any, pattern,
                                    std::move(entry), emitError))
               ? "none"
               : getText();
  };
  EXPECT_EQ(getError("((((a{255}){255}){255}){255})"),
            "regular expression '((((a{255}){255}){255}){255})' is too large "
            "when its repetitions are written out: about 4328653314 "
            "states, of at most 10000");
  EXPECT_EQ(getError("((((a{1,255}){2,255}){,255}){255,})"),
            "regular expression '((((a{1,255}){2,255}){,255}){255,})' is too "
            "large when its repetitions are written out: about 4328653314 "
            "states, of at most 10000");
  EXPECT_EQ(getError(R"((a*)*\1)"),
            R"(regular expression '(a*)*\1' refers back to a group, which is )"
            "not supported");
  EXPECT_TRUE(StringRef(getError(std::string(1001, '(')))
                  .ends_with("is longer than 1000 characters"));
  EXPECT_TRUE(StringRef(getError(std::string(1000, '(')))
                  .ends_with("is not valid: parentheses not balanced"));
  EXPECT_EQ(getError(std::string(500, '(') + std::string(500, ')')), "none");
  EXPECT_EQ(getError(R"(^layer\.[0-9]{1,3}\.(mlp|attn)\\\.w$)"), "none");
  EXPECT_EQ(getError("(a{200}){20}"), "none");
}

/// One line of a megabyte takes seconds at most.
TEST_F(PolicyTest, LargeTextIsRead) {
  std::string text = "{\"ops\":{";
  unsigned count = 0;
  for (; text.size() < (1 << 20) - 100; ++count)
    text += (count ? ",\"d.op" : "\"d.op") + std::to_string(count) +
            "\":{\"category\":\"allow\",\"operands\":{\"1\":\"deny\"}}";
  text += "}}";
  PrecisionPolicy policy = getPreset("torch-cuda");
  size_t before = llvm::range_size(policy.getListedOps());
  ASSERT_TRUE(succeeded(addText(policy, text))) << getText();
  EXPECT_EQ(llvm::range_size(policy.getListedOps()), before + count);
  EXPECT_EQ(dump(*policy.lookup("d.op7"), true),
            "allow 1:deny (policy.yaml:1)");
}

/// Whatever is done to a policy, it is read or refused with one message.
TEST_F(PolicyTest, MutatedTextIsReadOrRefused) {
  const std::string seeds[] = {
      R"(# A policy.
preset: torch-cuda
unlisted: f32
ops:
  linear: deny
  'exp': {category: "\x61llow", operands: {0: allow, "1": deny}}
match:
- {location: '^a''b$', category: clear}
- symbol: "\\.w{1,3}$"
  operands: {"3": deny}
  category: promote
)",
      R"({"ops":{"linear":"deny","d.op":{"category":"allow",
          "operands":{"0":"allow"}}},"match":[{"location":"^a(b|c)*$",
          "category":"clear"}]})"};
  const StringRef pieces[] = {"{",     "}",  "[",     "]",  ":",  ": ",  ",",
                              "\n",    " ",  "\t",    "- ", "?",  "|\n", ">\n",
                              "&a ",   "*a", "!",     "%",  "#",  "@",   "\"",
                              "'",     "\\", "---\n", "~",  "\r", "`",   "0",
                              "...\n", "é",  "\xff",  "a"};
  std::mt19937 random(1);
  auto choose = [&](size_t count) { return random() % count; };
  unsigned numRead = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    std::string text = seeds[choose(2)];
    for (size_t n = choose(4); n-- > 0;) {
      size_t at = choose(text.size() + 1);
      switch (choose(4)) {
      case 0:
        text.insert(at, pieces[choose(std::size(pieces))].str());
        break;
      case 1:
        text.erase(at, choose(12));
        break;
      case 2:
        text.insert(choose(text.size() + 1), text.substr(at, choose(40)));
        break;
      case 3:
        text.resize(at);
        break;
      }
    }
    messages.clear();
    PrecisionPolicy policy = getPreset("torch-cuda");
    bool isRead = succeeded(addText(policy, text));
    numRead += isRead;
    ASSERT_EQ(messages.size(), isRead ? 0u : 1u) << text;
    if (!isRead)
      ASSERT_TRUE(StringRef(messages[0].text).starts_with("policy.yaml:"))
          << text << "\n"
          << messages[0].text;
  }
  EXPECT_GT(numRead, 500u);
  EXPECT_LT(numRead, 3500u);
}

} // namespace

//===- ForgedExecutableTest.cpp - Files that are not as they should be ----===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A file that is damaged is found by its digest. Most of what follows gets the
// digest that it should have, so that what lies behind it is tested.

#include "TestSupport.h"

#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>

using namespace amp;
using namespace amp::test;
using namespace mlir::amp;
namespace file = amp::rt::file;
using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

static constexpr char kDamaged[] =
    "the executable is damaged: its SHA-256 digest is another";
static constexpr char kBadTables[] =
    "the executable has tables that cannot be read";

//===----------------------------------------------------------------------===//
// Damage
//===----------------------------------------------------------------------===//

TEST(DamagedExecutable, AnyLengthButItsOwn) {
  std::string good = write(makeFull());
  ASSERT_EQ(read(good), "read");
  for (size_t length = 0; length < good.size(); ++length) {
    std::string expected =
        length < sizeof(amprt_executable_header)
            ? "not an executable: it has " + std::to_string(length) +
                  " bytes, the header alone 64"
            : "the executable is cut off: it has " + std::to_string(length) +
                  " bytes instead of " + std::to_string(good.size());
    ASSERT_EQ(read(good.substr(0, length)), expected);
  }
  EXPECT_EQ(read(good + "x"), "the executable is followed by more: it has " +
                                  std::to_string(good.size() + 1) +
                                  " bytes instead of " +
                                  std::to_string(good.size()));
}

TEST(DamagedExecutable, AnyByte) {
  std::string good = write(makeFull());
  for (size_t i = 0; i < good.size(); ++i)
    for (unsigned char bit : {1, 0x80}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ bit);
      std::string message = read(bad);
      // Where the header says what the file is, that is told first.
      if (i < offsetof(amprt_executable_header, sha256))
        ASSERT_NE(message, "read") << "byte " << i;
      else
        ASSERT_EQ(message, kDamaged) << "byte " << i;
    }
}

TEST(DamagedExecutable, TablesOfAnyLength) {
  const std::string good = write(makeFull());
  const size_t begin = getHeader(good).table_offset;
  for (size_t length = begin; length < good.size(); ++length) {
    std::string bad = good.substr(0, length);
    seal(bad);
    std::string message = read(bad);
    if (length == begin)
      ASSERT_EQ(message, "the executable has its tables at byte " +
                             std::to_string(begin) + ", which cannot be");
    else if (length + sizeof(uint64_t) > good.size())
      // The end may be padding, which says nothing.
      ASSERT_TRUE(message == kBadTables || message == "read") << message;
    else
      ASSERT_EQ(message, kBadTables) << length - begin << " bytes";
  }
}

/// What a reader makes of tables in which a byte is another must be an
/// executable, or an error: whoever changes text or a number may be lucky.
TEST(DamagedExecutable, TablesWithAnotherByte) {
  const std::string good = write(makeLoadable());
  size_t numRead = 0, numRefused = 0;
  for (size_t i = getHeader(good).table_offset; i < good.size(); ++i)
    for (unsigned char value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(value);
      seal(bad);
      std::string message = read(bad);
      (message == "read" ? numRead : numRefused) += 1;
      ASSERT_FALSE(message.empty());
      for (unsigned char c : message)
        ASSERT_TRUE(c >= 0x20 && c != 0x7f) << message;
    }
  EXPECT_GT(numRead, 0u);
  EXPECT_GT(numRefused, 0u);
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

/// The message of a file with another header and the right digest.
static std::string
withHeader(std::function<void(amprt_executable_header &)> change) {
  std::string bad = write(makeFull());
  seal(bad);
  amprt_executable_header header = getHeader(bad);
  change(header);
  setHeader(bad, header);
  uint64_t bytes = header.file_bytes;
  seal(bad);
  header = getHeader(bad);
  header.file_bytes = bytes;
  setHeader(bad, header);
  return read(bad);
}

TEST(ForgedHeader, Magic) {
  EXPECT_EQ(withHeader([](auto &header) { header.magic[3] = 'Y'; }),
            "not an executable: it begins with other bytes");
  EXPECT_EQ(read(std::string(64, '\0')),
            "not an executable: it begins with other bytes");
  EXPECT_FALSE(isExecutableFile("func.func @train() {}"));
  EXPECT_FALSE(isExecutableFile(""));
}

TEST(ForgedHeader, Versions) {
  static_assert(AMPRT_EXECUTABLE_VERSION == 3 && AMPRT_ABI_VERSION == 8,
                "the texts below name them");
  EXPECT_EQ(withHeader([](auto &header) { ++header.version; }),
            "the executable has format 4 for runtime interface 8, this runtime "
            "reads format 3 for 8; compile the graph again");
  EXPECT_EQ(withHeader([](auto &header) { --header.abi_version; }),
            "the executable has format 3 for runtime interface 7, this runtime "
            "reads format 3 for 8; compile the graph again");
  EXPECT_EQ(withHeader([](auto &header) {
              header.version = header.abi_version = 0xffffffff;
            }),
            "the executable has format 4294967295 for runtime interface "
            "4294967295, this runtime reads format 3 for 8; compile the graph "
            "again");
}

TEST(ForgedHeader, Length) {
  std::string size = std::to_string(write(makeFull()).size());
  for (uint64_t bytes :
       {uint64_t(0), uint64_t(63), std::numeric_limits<uint64_t>::max()})
    EXPECT_EQ(withHeader([&](auto &header) { header.file_bytes = bytes; }),
              "the executable is " +
                  std::string(bytes < 64 ? "followed by more" : "cut off") +
                  ": it has " + size + " bytes instead of " +
                  std::to_string(bytes));
}

TEST(ForgedHeader, Tables) {
  const std::string good = write(makeFull());
  for (uint64_t offset :
       {uint64_t(0), uint64_t(1), uint64_t(63), uint64_t(65), uint64_t(72),
        uint64_t(good.size()), uint64_t(good.size() | 63) + 1,
        std::numeric_limits<uint64_t>::max() - 63})
    EXPECT_EQ(withHeader([&](auto &header) { header.table_offset = offset; }),
              "the executable has its tables at byte " +
                  std::to_string(offset) + ", which cannot be");
  // Where something else is.
  EXPECT_EQ(withHeader([](auto &header) { header.table_offset = 64; }),
            kBadTables);
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// The message of a file in which `get` is another section.
static std::string
withSection(file::Section section,
            std::function<const file::Section *(file::Executable &)> get) {
  std::string bad = write(makeFull());
  overwrite(get(*getTables(bad)), section);
  seal(bad);
  return read(bad);
}

TEST(ForgedSections, AreRefused) {
  const uint64_t end = getHeader(write(makeFull())).table_offset;
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  struct Case {
    const char *name;
    std::function<const file::Section *(file::Executable &)> get;
  };
  auto getValues = [](file::Executable &tables) {
    for (const file::Variable *variable : *tables.variables())
      if (variable->values())
        return variable->values();
    return static_cast<const file::Section *>(nullptr);
  };
  for (const Case &place :
       {Case{"kernels", [](auto &e) { return e.kernels()->image(); }},
        Case{"PTX", [](auto &e) { return e.kernels()->ptx(); }},
        Case{"constants", [](auto &e) { return e.constants(); }},
        Case{"values", getValues}})
    for (file::Section section :
         {file::Section(0, 4), file::Section(32, 4), file::Section(65, 4),
          file::Section(64, end - 63), file::Section(end, 1),
          file::Section(end + 64, 0), file::Section(64, kMost),
          file::Section(64, kMost - 63), file::Section(kMost - 63, 64),
          file::Section(kMost, kMost)})
      EXPECT_EQ(withSection(section, place.get),
                "the executable has its " + std::string(place.name) + " of " +
                    std::to_string(section.bytes()) + " bytes at byte " +
                    std::to_string(section.offset()) + ", which cannot be");
}

TEST(ForgedSections, ValuesOfAnotherLength) {
  auto get = [](file::Executable &tables) {
    return tables.variables()->Get(4)->values();
  };
  for (uint64_t bytes : {0, 15, 17})
    EXPECT_EQ(withSection(file::Section(64, bytes), get),
              "variable 'table': shape [2] of i64 takes 16 bytes, found " +
                  std::to_string(bytes));
}

TEST(ForgedSections, BooleansThatAreNone) {
  Executable executable = makeFull();
  std::string bad = write(executable);
  const file::Section *section = getTables(bad)->variables()->Get(5)->values();
  bad[section->offset() + 1] = 2;
  seal(bad);
  EXPECT_EQ(read(bad), "variable 'mask': element 1: a boolean is 0 or 1, "
                       "found 2");
}

//===----------------------------------------------------------------------===//
// What reading checks
//===----------------------------------------------------------------------===//

/// The message of an executable that was changed before it was written, which
/// checks nothing.
static std::string changed(std::function<void(Executable &)> change) {
  Executable executable = makeFull();
  change(executable);
  return read(write(executable));
}

static ProgramVariable &getVariable(Executable &executable,
                                    llvm::StringRef name) {
  for (ProgramVariable &variable : executable.variables)
    if (variable.name == name)
      return variable;
  ADD_FAILURE() << "no variable " << name.str();
  return executable.variables.front();
}

TEST(ForgedExecutable, NumbersOfEnumerations) {
  // In the file's tables: no value of the enumerations of C++ is that.
  auto bad = [](std::function<void(file::Executable &)> change) {
    Executable executable = makeFull();
    // What is the default is left out.
    executable.kind = AMPRT_CUDA;
    std::string bytes = write(executable);
    change(*getTables(bytes));
    seal(bytes);
    return read(bytes);
  };
  auto set = [](auto *table, flatbuffers::voffset_t field, int number) {
    auto *place = const_cast<uint8_t *>(
        reinterpret_cast<const flatbuffers::Table *>(table)->GetAddressOf(
            field));
    ASSERT_NE(place, nullptr) << "left out, as it is the default";
    *place = static_cast<uint8_t>(number);
  };
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(e.variables()->Get(0), file::Variable::VT_TYPE, 12);
            }),
            "the executable has an unknown type of elements, 12");
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(e.entries()->Get(0)->arguments()->Get(0),
                  file::EntryValue::VT_TYPE, 255);
            }),
            "the executable has an unknown type of elements, 255");
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(e.entries()->Get(1)->results()->Get(0),
                  file::EntryValue::VT_TYPE, 128);
            }),
            "the executable has an unknown type of elements, 128");
  const auto getArgument = [](file::Executable &e) {
    return e.functions()->Get(0)->arguments()->Get(2);
  };
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(getArgument(e), file::Argument::VT_KIND, 4);
            }),
            "the executable has an unknown kind of argument, 4");
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(getArgument(e), file::Argument::VT_TYPE, 12);
            }),
            "the executable has an unknown type of elements, 12");
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(e.functions()->Get(0), file::Function::VT_PHASE, 3);
            }),
            "the executable has an unknown phase of micro-batches, 3");
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(e.messages()->Get(0), file::Message::VT_SEVERITY, 2);
            }),
            "the executable has an unknown severity, 2");
  EXPECT_EQ(bad([&](file::Executable &e) {
              const file::Initializer &good =
                  *e.variables()->Get(0)->initializer();
              overwrite(&good,
                        file::Initializer(good.a(), good.b(), good.stream(),
                                          static_cast<file::Distribution>(10)));
            }),
            "the executable has an unknown distribution, 10");
  EXPECT_EQ(bad([&](file::Executable &e) {
              set(&e, file::Executable::VT_DEVICE_KIND, 2);
            }),
            "the executable has an unknown kind of device, 2");
}

TEST(ForgedExecutable, Entries) {
  EXPECT_EQ(changed([](Executable &e) {
              e.entries[0].arguments[2].isBatched = true;
            }),
            "the executable has a scalar that counts samples, 'unused'");
  EXPECT_EQ(
      changed([](Executable &e) { e.entries[0].results[0].isBatched = true; }),
      "the executable has a scalar that counts samples, 'loss'");
  EXPECT_EQ(
      changed([](Executable &e) { e.entries[0].arguments[0].shape[1] = -3; }),
      "value 'x': shape [1, -3] has a negative size");
  EXPECT_EQ(changed([](Executable &e) {
              e.entries[1].results[0].shape = {
                  kOpenSize, std::numeric_limits<int64_t>::max(), 2};
            }),
            "value 'y': the number of elements of shape [1, "
            "9223372036854775807, 2] does not fit in 64 bits");
  EXPECT_EQ(changed([](Executable &e) {
              e.entries[0].arguments[0].shape.resize(17, 1);
            }),
            "value 'x': expected at most 16 dimensions, found 17");
}

TEST(ForgedExecutable, Variables) {
  EXPECT_EQ(changed([](Executable &e) {
              e.variables.push_back(e.variables.front());
            }),
            "the executable has two variables 'w'");
  EXPECT_EQ(changed([](Executable &e) { e.variables[0].shape = {2, -3}; }),
            "variable 'w': shape [2, -3] has a negative size");
  EXPECT_EQ(changed([](Executable &e) {
              e.variables[0].shape = {int64_t(1) << 61, 2, 2};
            }),
            "variable 'w': the number of elements of shape "
            "[2305843009213693952, 2, 2] does not fit in 64 bits");
  EXPECT_EQ(changed([](Executable &e) { e.variables[0].shape = {kOpenSize}; }),
            "variable 'w': shape [-9223372036854775808] has a negative size");
}

TEST(ForgedExecutable, FirstValues) {
  // Of makeFull's variables, one has both and one has none.
  auto withFirstValues = [](bool hasBoth) {
    FlatBufferBuilder builder;
    auto text = [&](const char *t) { return builder.CreateString(t); };
    auto shape = builder.CreateVector(std::vector<int64_t>{1});
    auto name = text("w");
    file::Initializer initializer(0, 0, 0, file::Distribution_Zeros);
    file::Section section(64, 0);
    auto variable = file::CreateVariable(
        builder, name, name, 0, file::ElementType_I8, shape,
        hasBoth ? &initializer : nullptr, hasBoth ? &section : nullptr);
    auto variables =
        builder.CreateVector(std::vector<Offset<file::Variable>>{variable});
    auto entries = builder.CreateVector(std::vector<Offset<file::Entry>>());
    auto functions =
        builder.CreateVector(std::vector<Offset<file::Function>>());
    auto kernels = file::CreateKernels(
        builder,
        builder.CreateVector(std::vector<Offset<flatbuffers::String>>()));
    auto compiler = text("amp");
    file::FinishExecutableBuffer(
        builder,
        file::CreateExecutable(builder, compiler, file::DeviceKind_Cpu, 0, 0,
                               entries, variables, 0, 0, functions, kernels));
    return read(makeFile(builder));
  };
  for (bool hasBoth : {false, true})
    EXPECT_EQ(withFirstValues(hasBoth),
              "the executable has no first value, or two, of variable 'w'");
}

TEST(ForgedExecutable, Copies) {
  EXPECT_EQ(changed([](Executable &e) {
              getVariable(e, "w_bf16").copyOf = "none\n";
            }),
            "the executable has a copy 'w_bf16' of a variable that it has not, "
            "'none\\x0a'");
  // A value goes from an original to its copies, and no further.
  EXPECT_EQ(changed([](Executable &e) {
              getVariable(e, "w_bf16").copyOf = "w_bf16";
            }),
            "the executable has a copy 'w_bf16' of a copy, 'w_bf16'");
  EXPECT_EQ(changed([](Executable &e) {
              ProgramVariable second = getVariable(e, "w_bf16");
              second.name = "again";
              second.copyOf = "w_bf16";
              e.variables.push_back(second);
            }),
            "the executable has a copy 'again' of a copy, 'w_bf16'");
  EXPECT_EQ(changed([](Executable &e) {
              getVariable(e, "w_bf16").shape = {3, 2};
              e.variables[0].shape = {2, 3};
            }),
            "the executable has a copy 'w_bf16' of shape [3, 2] of 'w', which "
            "has shape [2, 3]");
}

TEST(ForgedExecutable, FlatBuffers) {
  auto refused = [](uint64_t offset, const char *buffer) {
    return changed([&](Executable &e) {
      getVariable(e, "v").flatBufferOffset = offset;
      getVariable(e, "v").flatBuffer = buffer;
    });
  };
  EXPECT_EQ(refused(256, "flat"), "read");
  EXPECT_EQ(refused(2, "flat"),
            "the executable has variable 'v' at byte 2 of flat buffer 'flat'");
  EXPECT_EQ(refused(4, ""),
            "the executable has variable 'v' at byte 4 of flat buffer ''");
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(refused(kMost - 3, "flat"),
            "the executable has variable 'v' at byte 9223372036854775804 of "
            "flat buffer 'flat'");
  EXPECT_EQ(refused(std::numeric_limits<uint64_t>::max() - 3, "flat"),
            "the executable has variable 'v' at byte 18446744073709551612 of "
            "flat buffer 'flat'");
}

TEST(ForgedExecutable, Functions) {
  EXPECT_EQ(
      changed([](Executable &e) { e.functions[0].argumentBytes.pop_back(); }),
      "the executable has function 'train' of 5 arguments, and its "
      "program has 4");
  EXPECT_EQ(
      changed([](Executable &e) { e.functions[0].argumentBytes.push_back(4); }),
      "the executable has function 'train' of 5 arguments, and its "
      "program has 6");
  EXPECT_EQ(
      changed([](Executable &e) { e.functions[0].argumentBytes[0] = 49; }),
      "the executable has argument 'x' of 48 bytes, and the program one "
      "of 49");
  EXPECT_EQ(changed([](Executable &e) { e.functions[0].name = "other"; }),
            "the executable has function 'other' of an entry point that it has "
            "not");
  EXPECT_EQ(changed([](Executable &e) {
              e.functions[0].specialization.accumulate = 0;
            }),
            "the executable has function 'train' of 0 micro-batches");
}

TEST(ForgedExecutable, Arguments) {
  auto with = [](size_t place, std::function<void(ProgramArgument &)> change) {
    return changed(
        [&](Executable &e) { change(e.functions[0].arguments[place]); });
  };
  for (size_t place : {2, 3})
    EXPECT_EQ(with(place, [](auto &argument) { argument.name = "none"; }),
              "the executable has an argument for state that it has not, "
              "'none'");
  // A flat buffer is no variable, and a variable no flat buffer.
  EXPECT_EQ(with(2, [](auto &argument) { argument.name = "flat"; }),
            "the executable has an argument for state that it has not, 'flat'");
  EXPECT_EQ(with(3, [](auto &argument) { argument.name = "w"; }),
            "the executable has an argument for state that it has not, 'w'");
  EXPECT_EQ(with(0, [](auto &argument) { argument.shape = {-4, 3}; }),
            "argument 'x': shape [-4, 3] has a negative size");
  EXPECT_EQ(
      with(0, [](auto &argument) { argument.shape = {int64_t(1) << 62, 4}; }),
      "argument 'x': the number of elements of shape [4611686018427387904, 4] "
      "does not fit in 64 bits");
  // Those who run a program look at the first dimension of what counts
  // samples.
  EXPECT_EQ(with(0, [](auto &argument) { argument.shape = {12}; }),
            "the executable has argument 'x' of shape [12], where its entry "
            "point has 2 dimensions");
  EXPECT_EQ(changed([](Executable &e) { e.entries[0].results[0].shape = {1}; }),
            "the executable has argument 'loss' of shape [], where its entry "
            "point has 1 dimensions");
  EXPECT_EQ(with(2, [](auto &argument) { argument.shape = {6}; }),
            "the executable has argument 'w' of shape [6] of f32, and a "
            "variable of shape [2, 3] of f32");
  EXPECT_EQ(with(2, [](auto &argument) { argument.type = ElementType::I32; }),
            "the executable has argument 'w' of shape [2, 3] of i32, and a "
            "variable of shape [2, 3] of f32");
  EXPECT_EQ(
      changed([](Executable &e) { getVariable(e, "w").flatBuffer = "flat"; }),
      "the executable has an argument for variable 'w', which lies in "
      "flat buffer 'flat'");
}

//===----------------------------------------------------------------------===//
// What the verifier of tables checks
//===----------------------------------------------------------------------===//

TEST(ForgedTables, OffsetsOfKernels) {
  for (size_t count : {1, 3})
    EXPECT_EQ(changed([&](Executable &e) { e.kernels.offsets.resize(count); }),
              "the executable has " + std::to_string(count) +
                  " offsets of kernels for 2 names");
}

TEST(ForgedTables, OfAnotherFile) {
  FlatBufferBuilder builder;
  builder.Finish(builder.CreateString("no executable"));
  EXPECT_EQ(read(makeFile(builder)), kBadTables);
}

TEST(ForgedTables, WithoutWhatIsRequired) {
  FlatBufferBuilder builder;
  auto start = builder.StartTable();
  builder.Finish(Offset<file::Executable>(builder.EndTable(start)), "AMPX");
  EXPECT_EQ(read(makeFile(builder)), kBadTables);
}

TEST(ForgedTables, WithoutTheIdentifier) {
  std::string bad = write(makeFull());
  bad[getHeader(bad).table_offset + 4] = 'B';
  seal(bad);
  EXPECT_EQ(read(bad), kBadTables);
}

/// FlatBuffers' verifier does not ask where the elements of a list lie.
TEST(ForgedTables, ListsBetweenWords) {
  auto moved = [](auto getTable, flatbuffers::voffset_t field) {
    std::string bad = write(makeFull());
    auto *table =
        reinterpret_cast<const flatbuffers::Table *>(getTable(*getTables(bad)));
    auto *place = const_cast<uint8_t *>(table->GetAddressOf(field));
    // The first element's lower half becomes the length.
    flatbuffers::WriteScalar(
        place, flatbuffers::ReadScalar<flatbuffers::uoffset_t>(place) + 4);
    seal(bad);
    return read(bad);
  };
  EXPECT_EQ(moved([](auto &e) { return e.variables()->Get(0); },
                  file::Variable::VT_SHAPE),
            kBadTables);
  auto getFunction = [](auto &e) { return e.functions()->Get(0); };
  EXPECT_EQ(moved([&](auto &e) { return getFunction(e)->arguments()->Get(0); },
                  file::Argument::VT_SHAPE),
            kBadTables);
  EXPECT_EQ(moved([&](auto &e) { return getFunction(e)->program(); },
                  file::Program::VT_ARGUMENT_BYTES),
            kBadTables);
}

/// The table `record` gets the struct of field `from` as its field `to`, too.
static void shareField(const file::Record *record, int from, int to) {
  auto *table = reinterpret_cast<const flatbuffers::Table *>(record);
  auto *vtable = const_cast<uint8_t *>(table->GetVTable());
  ASSERT_LT(to, flatbuffers::ReadScalar<flatbuffers::voffset_t>(vtable));
  flatbuffers::WriteScalar<flatbuffers::voffset_t>(
      vtable + to,
      flatbuffers::ReadScalar<flatbuffers::voffset_t>(vtable + from));
}

TEST(ForgedTables, RecordOfTwoKinds) {
  Executable executable = makeLoadable();
  std::string bad = write(executable);
  auto *records = getTables(bad)->functions()->Get(0)->program()->records();
  // The largest struct is in place of a smaller one.
  ASSERT_NE(records->Get(3)->gemm(), nullptr);
  shareField(records->Get(3), file::Record::VT_GEMM, file::Record::VT_LAUNCH);
  seal(bad);
  EXPECT_EQ(read(bad), "read");
  EXPECT_EQ(load(bad),
            "program 'run': record 'gemm 2x2x2' is of several kinds");
}

//===----------------------------------------------------------------------===//
// What loading checks
//===----------------------------------------------------------------------===//

/// What loading says of the executable after a change.
static std::string loads(std::function<void(Executable &)> change) {
  Executable executable = makeLoadable();
  change(executable);
  return load(write(executable));
}

static amprt_record &getRecord(Executable &executable, size_t index) {
  return executable.functions[0].records[index].fields;
}

TEST(ForgedProgram, Loads) {
  EXPECT_EQ(loads([](Executable &) {}), "loaded");
}

TEST(ForgedProgram, ForAnotherDevice) {
  amprt_device_info info;
  ASSERT_EQ(amprt_device_describe(0, &info), nullptr);
  EXPECT_EQ(loads([](Executable &e) { e.kind = AMPRT_CUDA; }),
            "the executable is for CUDA, and the device is " +
                std::string(info.name) + "; compile the graph for it");
}

TEST(ForgedProgram, InstructionSets) {
  EXPECT_EQ(
      loads([](Executable &e) { e.kernels.cpuFeatures = "telepathy"; }),
      "module 'kernels': its code uses the instruction set 'telepathy', which "
      "this runtime does not know; compile it again, for this machine");
}

TEST(ForgedProgram, Kernels) {
  EXPECT_EQ(loads([](Executable &e) { getRecord(e, 1).as.launch.kernel = 1; }),
            "program 'run': record 1 'nothing' (net.mlir:3:8): launches kernel "
            "1, but there are 1");
  EXPECT_EQ(loads([](Executable &e) { e.kernels.offsets = {1}; }),
            "module 'kernels': kernel 0 'nothing' begins at byte 1 of an image "
            "of 1 bytes");
  EXPECT_EQ(loads([](Executable &e) { e.kernels.image.clear(); }),
            "module 'kernels': kernel 0 'nothing' has no CPU entry point");
  EXPECT_EQ(loads([](Executable &e) { e.kernels.names = {""}; }),
            "module 'kernels': kernel 0 has no name");
  EXPECT_EQ(loads([](Executable &e) { e.kernels.ptx = "x"; }),
            "module 'kernels': an image for the CPU has no fallback");
}

TEST(ForgedProgram, Slices) {
  auto with = [](size_t place, amprt_slice slice) {
    return loads(
        [&](Executable &e) { e.functions[0].operands[place] = slice; });
  };
  EXPECT_EQ(with(3, {5, 0, 16, {}}),
            "program 'run': operand table entry 3 is in binding 5, but there "
            "are 5 bindings");
  EXPECT_EQ(with(3, {3, 32, 1, {}}),
            "program 'run': operand table entry 3: 1 bytes from offset 32 are "
            "not inside argument 1 of 32 bytes");
  EXPECT_EQ(with(3, {3, ~uint64_t(0), 2, {}}),
            "program 'run': operand table entry 3: 2 bytes from offset "
            "18446744073709551615 are not inside argument 1 of 32 bytes");
  EXPECT_EQ(with(0, {0, 0, 65, {}}),
            "program 'run': operand table entry 0: 65 bytes from offset 0 are "
            "not inside the arena of 64 bytes");
  EXPECT_EQ(with(1, {1, 1, 16, {}}),
            "program 'run': operand table entry 1: 16 bytes from offset 1 are "
            "not inside the constants of 16 bytes");
  EXPECT_EQ(with(2, {1, 0, 16, {}}),
            "program 'run': record 2 'copy' ('layer'): copies to the "
            "constants");
}

TEST(ForgedProgram, Records) {
  auto with = [](size_t index, std::function<void(amprt_record &)> change) {
    return loads([&](Executable &e) { change(getRecord(e, index)); });
  };
  EXPECT_EQ(with(0, [](auto &r) { r.first_operand = 6; }),
            "program 'run': record 0 'fill': 1 operands from entry 6 are not "
            "inside the operand table of 6");
  EXPECT_EQ(with(0, [](auto &r) { r.num_operands = 0xffffffff; }),
            "program 'run': record 0 'fill': 4294967295 operands from entry 0 "
            "are not inside the operand table of 6");
  EXPECT_EQ(with(0, [](auto &r) { r.as.fill.width = 3; }),
            "program 'run': record 0 'fill': fills elements of 3 bytes, "
            "expected 1, 2 or 4");
  EXPECT_EQ(with(3, [](auto &r) { r.as.gemm.m = -1; }),
            "program 'run': record 3 'gemm 2x2x2': m is -1, expected 1 to "
            "1152921504606846975");
  EXPECT_EQ(with(3, [](auto &r) { r.as.gemm.n = 3; }),
            "program 'run': record 3 'gemm 2x2x2': ld of B is 2, expected at "
            "least 3, the length of a stored row");
  EXPECT_EQ(with(3, [](auto &r) { r.as.gemm.epilogue = 8; }),
            "program 'run': record 3 'gemm 2x2x2': unknown epilogue bits in 8");
}

TEST(ForgedProgram, TypesOfAProduct) {
  for (int type : {10, 255}) {
    std::string bad = write(makeLoadable());
    auto *records = getTables(bad)->functions()->Get(0)->program()->records();
    const file::Gemm &good = *records->Get(3)->gemm();
    overwrite(&good,
              file::Gemm(2, 2, 2, 1, 2, 2, 2, 0, 0, 0, false, false,
                         static_cast<file::ElementType>(type), good.type_b(),
                         good.type_c(), good.type_bias(), 0, 0));
    seal(bad);
    EXPECT_EQ(load(bad), "program 'run': record 3 'gemm 2x2x2': A has "
                         "unknown type " +
                             std::to_string(type));
  }
}

TEST(ForgedProgram, MessagesCanBeShown) {
  EXPECT_EQ(loads([](Executable &e) {
              e.functions[0].records[1].name = "\x1b[31mred\n";
              getRecord(e, 1).as.launch.kernel = 7;
            }),
            "program 'run': record 1 '\\x1b[31mred\\x0a' (net.mlir:3:8): "
            "launches kernel 7, but there are 1");
}

TEST(ForgedProgram, AfterAFailureNothingIsHeld) {
  amprt_device *device = nullptr;
  ASSERT_EQ(amprt_device_create("cpu", nullptr, &device), nullptr);
  Executable executable = makeLoadable();
  executable.functions.push_back(executable.functions.front());
  executable.functions.back().records[1].fields.as.launch.kernel = 1;
  ExecutableBytes bytes = toBytes(write(executable));
  amprt_executable *handle = nullptr;
  ASSERT_EQ(amprt_executable_open(bytes->getBufferStart(),
                                  bytes->getBufferSize(),
                                  /*has_known_digest=*/0, &handle),
            nullptr);
  amprt_status *status = amprt_executable_load(handle, device);
  ASSERT_NE(status, nullptr);
  EXPECT_EQ(amprt_status_code(status), AMPRT_INVALID_ARGUMENT);
  amprt_status_free(status);
  EXPECT_EQ(amprt_executable_program(handle, 0), nullptr);
  EXPECT_EQ(amprt_device_memory_in_use(device), 0u);
  amprt_executable_destroy(handle);
  amprt_device_destroy(device);
}

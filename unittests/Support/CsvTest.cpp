//===- CsvTest.cpp - Tests of csv files -----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Csv.h"
#include "TestSupport.h"
#include "amp/Support/Number.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

static llvm::Expected<Tensor> read(const std::string &text,
                                   const std::string &columns = "",
                                   ElementType type = ElementType::F64,
                                   uint64_t maxBytes = 1 << 20) {
  Folder folder;
  return readCsv(folder.write("t.csv", text), columns, type, maxBytes);
}

static void expectTable(const std::string &text, llvm::ArrayRef<int64_t> shape,
                        std::initializer_list<double> values,
                        const std::string &columns = "") {
  SCOPED_TRACE(text);
  expectSame(take(read(text, columns)),
             makeTensor<double>(ElementType::F64, shape, values));
}

TEST(Csv, ReadsTables) {
  expectTable("1,2\n3,4\n", {2, 2}, {1, 2, 3, 4});
  expectTable("1,2\r\n3,4", {2, 2}, {1, 2, 3, 4});
  expectTable("a,b\n1,2\n", {1, 2}, {1, 2});
  expectTable("\xef\xbb\xbf"
              "1\n2\n\n\n",
              {2, 1}, {1, 2});
  expectTable("\"1\",\" 2 \"\n 3 ,\t4\n", {2, 2}, {1, 2, 3, 4});
  expectTable("\"a, \"\"b\"\"\nc\",d\n1e3,-.5\n", {1, 2}, {1000, -0.5});
  expectTable("+1,-1\ninf,1e-3\n", {2, 2}, {1, -1, HUGE_VAL, 1e-3});
  Tensor single = take(read("0.1\n", "", ElementType::F32));
  EXPECT_EQ(single.elements<float>()[0], 0.1f);
}

TEST(Csv, SelectsColumns) {
  const char *table = "a,b,label\n1,2,3\n4,5,6\n";
  expectTable(table, {2}, {3, 6}, "label");
  expectTable(table, {2}, {2, 5}, "1");
  expectTable(table, {2, 2}, {1, 2, 4, 5}, "0-1");
  expectTable(table, {2, 1}, {2, 5}, "1-1");
  // A name goes before a number, and only the chosen columns must be numbers.
  expectTable("kind,\"x-y\"\ncat,1\ndog,2\n", {2}, {1, 2}, "x-y");
  expectTable("1,cat\n2,dog\n", {2}, {1, 2}, "0");
  EXPECT_FAILURE(read(table, "c"), "no column 'c'; the names are 'a', 'b', "
                                   "'label'");
  EXPECT_FAILURE(read("1,2\n", "c"), "there is no header line, so columns have "
                                     "only numbers, from 0 to 1");
  EXPECT_FAILURE(read(table, "3"), "no columns '3'; there are 3, from 0 to 2");
  EXPECT_FAILURE(read(table, "2-1"), "no columns '2-1'");
  EXPECT_FAILURE(read(table, "0-99999999999999999999999"), "no column");
  EXPECT_FAILURE(read("a,a\n1,2\n", "a"), "columns 0 and 1 are both named 'a'");
}

TEST(Csv, RefusesBadTables) {
  EXPECT_FAILURE(read(""), "empty; expected a table of numbers");
  EXPECT_FAILURE(read("\n\r\n"), "empty");
  EXPECT_FAILURE(read("a,b\n"), "a header line, but no row of numbers");
  EXPECT_FAILURE(read("1,2\n3\n"), "t.csv:2:1': expected 2 cells as in the "
                                   "first line, found 1");
  EXPECT_FAILURE(read("a,b\n1,2\n3,4,5\n"), "t.csv:3:1': expected 2 cells");
  EXPECT_FAILURE(read("1,2\n\n3,4\n"), "t.csv:2:1': expected 2 cells");
  EXPECT_FAILURE(read("1,2\n33,x\n"),
                 "t.csv:2:4': expected a number, found 'x'");
  EXPECT_FAILURE(read("1,2\n3,\n"),
                 "t.csv:2:3': expected a number, found an empty cell");
  EXPECT_FAILURE(read("1,b\n2,3\n"), "t.csv:1:3': expected a number, found 'b' "
                                     "(the first line is a header only if");
  EXPECT_FAILURE(read("1\n1e400\n"), "'1e400' is out of range of f64");
  EXPECT_FAILURE(read("1\n1e39\n", "", ElementType::F32),
                 "'1e39' is out of range of f32");
  EXPECT_FAILURE(read("1\n0x10\n"), "found '0x10'");
  EXPECT_FAILURE(read("1\n\"2\n"), "t.csv:2:1': the quote that begins here");
  EXPECT_FAILURE(read("1\n\"2\"3\n"), "after the closing quote");
  EXPECT_FAILURE(read("1\n2\"3\"\n"), "t.csv:2:2': a quote within a cell");
  EXPECT_FAILURE(read("1\n2\xff\n"), "found '2\\xff'");
  EXPECT_FAILURE(read(std::string("1\n2\0\n", 5)), "byte 3 is zero");
  EXPECT_FAILURE(read("1,2\n3,4\n", "", ElementType::F64, 31),
                 "takes 32 bytes, more than the limit of 31");
  EXPECT_FAILURE(read("1\n", "", ElementType::I8), "read as f64 or f32");
}

TEST(Csv, CountsLinesWithinQuotes) {
  EXPECT_FAILURE(read("\"a\nb\"\n1\nx\n"), "t.csv:4:1'");
}

TEST(Number, ParsesWholeTextOnly) {
  double value;
  for (const char *text : {"1", "-1.5e3", "+2", ".5", "5.", "nan", "-inf"})
    EXPECT_EQ(parseNumber(text, value), NumberStatus::Ok) << text;
  for (const char *text :
       {"", " 1", "1 ", "+-1", "--1", "1,5", "0x1", "1e", "nan(1)", "e5", "."})
    EXPECT_EQ(parseNumber(text, value), NumberStatus::NotANumber) << text;
  EXPECT_EQ(parseNumber("1e999", value), NumberStatus::OutOfRange);
}

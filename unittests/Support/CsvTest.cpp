//===- CsvTest.cpp - Tests of csv files -----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Csv.h"
#include "TestSupport.h"
#include "amp/Support/Error.h"
#include "amp/Support/Number.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

/// Reads a file of that name; the folder's path in a message becomes "DIR".
static llvm::Expected<Tensor> read(const std::string &text,
                                   const std::string &columns = "",
                                   ElementType type = ElementType::F64,
                                   uint64_t maxBytes = 1 << 20,
                                   const std::string &name = "t.csv") {
  Folder folder;
  llvm::Expected<Tensor> tensor =
      readCsv(folder.write(name, text), columns, type, maxBytes);
  if (tensor)
    return tensor;
  std::string message = llvm::toString(tensor.takeError());
  for (size_t i; (i = message.find(folder.path())) != std::string::npos;)
    message.replace(i, folder.path().size(), "DIR");
  return inputError(message);
}

static llvm::Expected<Tensor> readTsv(const std::string &text) {
  return read(text, "", ElementType::F64, 1 << 20, "t.TSV");
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
  EXPECT_FAILURE(read(table, "2-1"), "no columns '2-1'; a range goes from left "
                                     "to right: '1-2'");
  EXPECT_FAILURE(read(table, "0-99999999999999999999999"),
                 "no columns '0-99999999999999999999999'; there are 3, from 0");
  EXPECT_FAILURE(read("a,a\n1,2\n", "a"), "columns 0 and 1 are both named 'a'; "
                                          "choose one by its number");
}

TEST(Csv, SelectsListsOfColumns) {
  const char *table = "a,b,c,label\n1,2,3,4\n5,6,7,8\n";
  expectTable(table, {2, 3}, {1, 3, 4, 5, 7, 8}, "0,2,3");
  // In the order given, whatever they are given by.
  expectTable(table, {2, 4}, {4, 2, 3, 1, 8, 6, 7, 5}, "label, b-c ,\t0");
  expectTable(table, {2, 2}, {1, 2, 5, 6}, "a-b");
  expectTable(table, {2, 3}, {2, 3, 4, 6, 7, 8}, "b-3");
  expectTable(table, {2, 1}, {2, 6}, "b-b");
  expectTable(table, {2}, {2, 6}, " b ");
  // Names that look like something else.
  const char *odd = "\"a,b\",x-y,p:q,\"s\"\"t\",\"u{v}\",\n1,2,3,4,5,6\n";
  expectTable(odd, {1}, {1}, "a,b");
  expectTable(odd, {1}, {2}, "x-y");
  expectTable(odd, {1}, {3}, "p:q");
  expectTable(odd, {1}, {4}, "s\"t");
  expectTable(odd, {1}, {5}, "u{v}");
  expectTable(odd, {1, 4}, {2, 3, 4, 1}, "x-y,p:q,s\"t,0");
  expectTable(odd, {1, 6}, {6, 5, 1, 2, 3, 4}, "5,4,0-3");
  EXPECT_FAILURE(read(odd, "a,b,x-y"),
                 "no column 'a'; the names are 'a,b', 'x-y', 'p:q', 's\"t', "
                 "'u{v}', ''; a name with ',', '-' or '{' is chosen by its "
                 "number");
  EXPECT_FAILURE(read(odd, "x-y-p:q"), "no column 'x-y-p:q'");

  EXPECT_FAILURE(read(table, "a,0"),
                 "columns 'a,0': column 0, 'a', is chosen twice");
  EXPECT_FAILURE(read("1,2,3\n", "0-2,1"),
                 "columns '0-2,1': column 1 is chosen twice");
  for (const char *columns : {"a,,b", ",a", "a,", ",", " ", "{x}"})
    EXPECT_FAILURE(read(table, columns),
                   "a column is missing; a name that is empty or begins with "
                   "',' or '{' is chosen by its number");
  EXPECT_FAILURE(read(table, "b-a"), "no columns 'b-a'; a range goes from left "
                                     "to right: 'a-b'");
  EXPECT_FAILURE(read(table, "a,4"),
                 "no columns '4'; there are 4, from 0 to 3");
  EXPECT_FAILURE(read(table, "4-0"), "no columns '4-0'; there are 4");
  EXPECT_FAILURE(read(table, "a,lable"),
                 "no column 'lable'; the names are 'a', 'b', 'c', 'label'; did "
                 "you mean 'label'?");
  EXPECT_FAILURE(read(table, "a-lable"), "no column 'a-lable'; the names are "
                                         "'a', 'b', 'c', 'label'; did you mean "
                                         "'label'?");
  EXPECT_FAILURE(read("a,a,b\n1,2,3\n", "b,a"), "are both named 'a'");
  EXPECT_FAILURE(read("a,a,b\n1,2,3\n", "a-b"), "are both named 'a'");
  std::string wide = "n0", row = "0";
  for (int i = 1; i < 30; ++i) {
    wide += ",n" + std::to_string(i);
    row += "," + std::to_string(i);
  }
  EXPECT_FAILURE(read(wide + "\n" + row + "\n", "wrong_name"), "'n19', ...");
}

TEST(Csv, SelectsOfManyColumns) {
  // Nothing may take the square of this.
  constexpr int kCount = 200000;
  std::string header, row, columns;
  for (int i = 0; i < kCount; ++i) {
    llvm::StringRef comma = i ? "," : "";
    header += (comma + "n" + llvm::Twine(i)).str();
    row += (comma + llvm::Twine(i)).str();
    columns += (comma + "n" + llvm::Twine(kCount - 1 - i)).str();
  }
  std::string table = header + "\n" + row + "\n";
  Tensor all = take(read(table, columns, ElementType::F64, 1 << 24));
  EXPECT_EQ(shapeToString(all.shape), "[1, 200000]");
  EXPECT_EQ(all.elements<double>()[1], kCount - 2);
  EXPECT_FAILURE(read(table, columns + ",n7"), "column 7, 'n7', is chosen");
  EXPECT_FAILURE(read(table, "n0-n199999,0-199999"), "column 0, 'n0', is");
  EXPECT_FAILURE(read(table, columns + ",x"), "no column 'x'; the names are");
}

TEST(Csv, RecognizesTheSeparator) {
  expectTable("1;2\n3;4\n", {2, 2}, {1, 2, 3, 4});
  expectTable("1\t2\r\n3\t4\r\n", {2, 2}, {1, 2, 3, 4});
  expectTable("a;b\n\"1\"; 2 \n", {1, 2}, {1, 2});
  // The most cells; of equally many the comma, and then the semicolon.
  expectTable("\"x\";y,1;z\n1;2;3\n", {1}, {3}, "z");
  expectTable("a;b,c\n1,2\n", {1, 2}, {1, 2});
  expectTable("a\tb;c\n1;2\n", {1, 2}, {1, 2});
  expectTable("a\tb\tc;d\n1\t2\t3\n", {1, 3}, {1, 2, 3});
  // What is in quotes does not count.
  expectTable("\"a,b,\"\",c\";d\n1;2\n", {1, 2}, {1, 2});
  expectTable("\"a\n,,,\";b\n1;2\n", {1, 2}, {1, 2});
  // Nor do other lines.
  expectTable("a;b\n\"1\";2\n", {1}, {2}, "b");
  EXPECT_FAILURE(read("a;b\n1,2\n"), "t.csv:2:1': expected 2 cells as in the "
                                     "first line, found 1 (the separator is "
                                     "';')");
  EXPECT_FAILURE(read("a\tb\n1,2\n"), "found 1 (the separator is a tab)");
  EXPECT_FAILURE(read("1;2\n\"3\",4\n"), "t.csv:2:1': expected ';' or the end "
                                         "of the line after the closing quote");
  EXPECT_FAILURE(read("1\t2\n\"3\",4\n"), "expected a tab or the end");

  expectSame(take(readTsv("a,b,c\td\n1\t2\n")),
             makeTensor<double>(ElementType::F64, {1, 2}, {1, 2}));
  expectSame(take(readTsv("1\n2\n")),
             makeTensor<double>(ElementType::F64, {2, 1}, {1, 2}));
  EXPECT_FAILURE(readTsv("1,2,3\n"),
                 "expected a number, found '1,2,3'; the separator is a tab, as "
                 "in any .tsv file, and decimals are written after a '.'");
}

TEST(Csv, RefusesDecimalCommas) {
  EXPECT_FAILURE(read("a;b\n1,5;2\n"),
                 "t.csv:2:1': expected a number, found '1,5'; write decimals "
                 "after a '.', not a ','");
  // Such a line is no header.
  EXPECT_FAILURE(read("a;b;c;1,5\n1;2;3;4\n", "3"), "t.csv:1:7'");
  EXPECT_FAILURE(readTsv("1,5\t-2,5e3\n"), "t.TSV:1:1': expected a number, "
                                           "found '1,5'; write decimals");
  // One comma more than there are semicolons.
  EXPECT_FAILURE(read("1,5;2,5\n"),
                 "t.csv:1:3': expected a number, found '5;2'; the separator is "
                 "',', which the first line has most of, and decimals are "
                 "written after a '.'");
  expectTable("\",\";x\n1;2\n", {1, 2}, {1, 2});
  EXPECT_FAILURE(read("value\n1;2\n"), "found '1;2'; the separator is ','");
}

TEST(Csv, ReadsLabels) {
  const char *table = "length,species\n5.1,setosa\n4.9,virginica\n6,setosa\n";
  expectTable(table, {3}, {0, 2, 0}, "species{setosa,versicolor,virginica}");
  expectTable(table, {3}, {1, 0, 1}, "1{ virginica,\tsetosa }");
  expectTable(table, {3, 2}, {1, 5.1, 0, 4.9, 1, 6},
              "species{virginica,setosa},length");
  expectTable(table, {3, 1}, {1, 0, 1}, "1-1{virginica,setosa}");
  Tensor single =
      take(read(table, "species{virginica,setosa}", ElementType::F32));
  EXPECT_EQ(single.elements<float>()[0], 1.0f);
  // Without a header: a line with a number is data.
  expectTable("5.1,setosa\n4.9,virginica\n", {2}, {1, 0},
              "1{virginica,setosa}");
  // Numbers are compared as text.
  expectTable("0,3\n0,1\n0,7\n", {3}, {1, 0, 2}, "1{1,3,7}");
  EXPECT_FAILURE(read("0,3\n0,1.0\n", "1{1,3}"), "found '1.0'");
  // A range of them.
  expectTable("a;b;c\nno;yes;1\nyes;yes;2\n", {2, 3}, {0, 1, 1, 1, 1, 2},
              "a-b{no,yes},c");
  // Quotes in the file and in the braces.
  expectTable("x,y\n1,\"a,b\"\n2,\"say \"\"}{\"\"\"\n3, c \n", {3}, {0, 1, 2},
              "y{\"a,b\" , \"say \"\"}{\"\"\",\" c \"}");
}

TEST(Csv, RefusesWrongLabels) {
  const char *table = "length,species\n5.1,setosa\n4.9,virginca\n";
  EXPECT_FAILURE(read(table, "species{setosa,versicolor,virginica}"),
                 "t.csv:3:5': expected a class of column 'species', found "
                 "'virginca'; the classes are 'setosa', 'versicolor', "
                 "'virginica'; did you mean 'virginica'?");
  EXPECT_FAILURE(read("5,x\n", "1{a}"),
                 "t.csv:1:3': expected a class of column 1, found 'x' (the "
                 "first line is a header only if it has no number); the "
                 "classes are 'a'");
  EXPECT_FAILURE(read("5,\n", "1{a}"),
                 "expected a class of column 1, found an empty cell; give it a "
                 "class, or remove its row");
  auto refuse = [&](const char *columns, const std::string &part) {
    SCOPED_TRACE(columns);
    EXPECT_FAILURE(read(table, columns),
                   "t.csv': columns '" + std::string(columns) + "': " + part);
  };
  refuse("species{a,b", "the '{' of the classes is not closed");
  refuse("species{a,b,", "the '{' of the classes is not closed");
  refuse("species{a,\"b}", "the quote of a class is not closed");
  for (const char *columns : {"species{}", "species{a,}", "species{,a}",
                              "species{a, \"\"}", "species{\" \"}"})
    refuse(columns, "a class is empty");
  refuse("species{a,b,a}", "class 'a' is given twice");
  refuse("species{a,\"a\"}", "class 'a' is given twice");
  refuse("species{a\"b\"}",
         "expected ',' or '}' after class 'a'; a class with ',', '{', '}' or a "
         "quote is put in double quotes, where \"\" is a quote");
  refuse("species{a{b}}", "expected ',' or '}' after class 'a'");
  refuse("species{\"a\"b}", "expected ',' or '}' after class 'a'");
  refuse("species{a}b", "expected ',' or the end after '}'");
  refuse("species{a}{b}", "expected ',' or the end after '}'");
  std::string many = "species{0";
  for (int i = 1; i < 65536; ++i)
    many += "," + std::to_string(i);
  EXPECT_FAILURE(read(table, many + "}"), "found 'setosa'");
  EXPECT_FAILURE(read(table, many + ",x}"), "more than 65536 classes");
}

TEST(Csv, TellsAHeaderFromLabels) {
  const char *table = "cat\ndog\ncat\n";
  EXPECT_FAILURE(read(table, "0{cat,dog}"),
                 "t.csv:1:1': the first line has no number, so it is a header, "
                 "but 'cat' is a class of column 0; add a header line, or "
                 "choose the column by its name");
  expectTable(table, {2}, {1, 0}, "cat{cat,dog}");
  expectTable(table, {2, 1}, {1, 0}, "cat-0{cat,dog}");
  expectTable("kind\ndog\ncat\n", {2}, {1, 0}, "0{cat,dog}");
}

TEST(Csv, SaysHowTextIsRead) {
  std::string table = "length,species\n5.1,virginica\n5,setosa\n4,virginica\n";
  std::string spec = "species{setosa,virginica}";
  EXPECT_FAILURE(read(table), "t.csv:2:5': expected a number, found "
                              "'virginica'; column 'species' holds 'setosa', "
                              "'virginica'; 'DIR/t.csv:" +
                                  spec +
                                  "' reads them as 0 to 1; or choose other "
                                  "columns");
  std::string one = message(read(table, "species"));
  EXPECT_TRUE(llvm::StringRef(one).ends_with("reads them as 0 to 1")) << one;
  expectTable(table, {3}, {1, 0, 1}, spec);
  EXPECT_FAILURE(read("5,a\n6,a\n"),
                 "t.csv:1:3': expected a number, found 'a'; column 1 holds "
                 "'a'; 'DIR/t.csv:1{a}' reads it as 0");
  // What has to be quoted, and what the shell has to be told.
  EXPECT_FAILURE(
      read("k\n\"a,b\"\n\"c \"\"d\"\"\"\nit's\n}\n"),
      "column 'k' holds 'a,b', 'c \"d\"', 'it's', '}'; 'DIR/t.csv:k{\"a,b\","
      "\"c \"\"d\"\"\",it'\\''s,\"}\"}' reads them as 0 to 3");
  expectTable("k\n\"a,b\"\n\"c \"\"d\"\"\"\nit's\n}\n", {4}, {0, 1, 2, 3},
              "k{\"a,b\",\"c \"\"d\"\"\",it's,\"}\"}");
  // Names that have to be given by number.
  for (const char *header : {"x,\"a,b\"", "x,a{", "x,", "x,x"})
    EXPECT_FAILURE(read(header + std::string("\n1,t\n")), "t.csv:1{t}' reads");
  EXPECT_FAILURE(read("x,a-b\n1,t\n"), "t.csv:a-b{t}' reads");

  // Numbers in the same column.
  EXPECT_FAILURE(read("a\n1\n?\n2\n"),
                 "t.csv:3:1': expected a number, found '?'; besides numbers, "
                 "column 'a' holds '?'; write numbers in their place, or read "
                 "all of it as labels by 'DIR/t.csv:a{1,2,?}'");
  std::string numbers = "a\n";
  for (int i = 0; i < 20; ++i)
    numbers += std::to_string(i) + "\n";
  std::string failure = message(read(numbers + "?\n"));
  EXPECT_TRUE(llvm::StringRef(failure).ends_with(
      "column 'a' holds '?'; write numbers in their place"))
      << failure;

  // Twenty are listed, in order.
  std::string texts = "a\n";
  for (char c = 't'; c >= 'a'; --c)
    texts += std::string(1, c) + "\n";
  EXPECT_FAILURE(read(texts), "a{a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t}' "
                              "reads them as 0 to 19");
  EXPECT_FAILURE(read(texts + "u\n"),
                 "'r', 's', 't', ...; to read it as labels, name all classes "
                 "as in 'DIR/t.csv:a{A,B,...}', which reads A as 0 and B as 1");
  // What cannot be copied from a terminal is not spelled out.
  EXPECT_FAILURE(read("a\nx\x01\n"), "column 'a' holds 'x\\x01'; to read it "
                                     "as labels, name all classes");
  EXPECT_FAILURE(read("a\n" + std::string(5000, 'x') + "\n"),
                 "to read it as labels, name all classes");
  // Rows that are damaged further on are not this error.
  EXPECT_FAILURE(read("a\nx\ny\n\"z\n"), "a{x,y}' reads them as 0 to 1");
  EXPECT_FAILURE(read("a,b\n1,x\n2\n3,y\n"), "b{x,y}' reads them as 0 to 1");
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
  EXPECT_FAILURE(
      read("1,2\n3,\n"),
      "t.csv:2:3': expected a number, found an empty cell; give it a "
      "value, remove its row, or choose other columns");
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
  EXPECT_FAILURE(read(std::string("1\n2\0\n", 5)),
                 "byte 3 is zero; expected a table as text, in UTF-8");
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

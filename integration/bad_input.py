#!/usr/bin/env python3
#===- bad_input.py - Wrong files, flags, shapes, names and data ------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Each wrong input ends with the documented exit code and a message that names the
file, flag or array and what was expected; never with a signal or a stack trace,
and never with an output file, whole or half."""

import json
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import zipfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import EXIT_CODES, Suite, expect
from _common import MSE_GRAPH as GRAPH

CRASH = re.compile(r"stack dump|please submit a bug|assertion|LLVM ERROR|terminate called|"
                   r"sanitizer|runtime error:|traceback", re.IGNORECASE)


class Files:
    """Writes the files of the cases."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return self.path(name)

    def array(self, name, array):
        np.save(self.path(name), array)
        return self.path(name)

    def arrays(self, name, **arrays):
        np.savez(self.path(name), **arrays)
        return self.path(name)

    def safetensors(self, name, header, data=b""):
        text = header if isinstance(header, bytes) else json.dumps(header).encode()
        return self.write(name, struct.pack("<Q", len(text)) + text + data)


def npy(header, data=b""):
    """A .npy file of version 1.0 with any header."""
    text = header.encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def graph_cases(files):
    """(name, exit code, texts of the message, file) for graphs."""
    def one(name, code, texts, content):
        return name, code, texts, files.write(name + ".mlir", content)

    def body(type_text):
        return f"func.func @main(%x: {type_text}) {{\n  return\n}}\n"

    deep_regions = "module {\n" * 5000 + "}\n" * 5000
    deep_types = body("tuple<" * 20000 + "i1" + ">" * 20000)
    aliases = "!a0 = tuple<i1>\n" + "".join(
        f"!a{i} = tuple<!a{i - 1}>\n" for i in range(1, 5000)) + body("!a4999")
    return [
        one("empty", "input", ["empty.mlir"], ""),
        one("only_comment", "input", ["only_comment.mlir"], "// nothing\n"),
        one("not_mlir", "input", ["not_mlir.mlir:1:1"], "import torch\n"),
        one("truncated", "input", ["truncated.mlir:", "error:"], GRAPH[:len(GRAPH) // 2]),
        one("nul_byte", "input", ["nul_byte.mlir", "NUL byte at offset"], GRAPH[:40] + "\0" + GRAPH[40:]),
        one("not_utf8", "input", ["not_utf8.mlir"], b"\xff\xfe" + GRAPH.encode("utf-16-le")),
        one("deep_regions", "input", ["deep_regions.mlir:", "nested deeper than 256"], deep_regions),
        one("deep_types", "input", ["deep_types.mlir:", "nested deeper than 256"], deep_types),
        one("deep_aliases", "input", ["deep_aliases.mlir:", "nested deeper than 256"], aliases),
        one("bytecode_garbage", "input", ["bytecode_garbage.mlir"], b"ML\xefR" + bytes(range(256)) * 8),
        one("bytecode_short", "input", ["bytecode_short.mlir"], b"ML\xefR"),
        one("huge_dimension", "input", ["huge_dimension.mlir:", "4611686018427387904"],
            body("tensor<4611686018427387904x4611686018427387904xf32>")),
        one("dimension_beyond_int64", "input", ["dimension_beyond_int64.mlir:1:"],
            body("tensor<99999999999999999999xf32>")),
        one("huge_variable", "input", ["huge_variable.mlir:", "tensor<9223372036854775807xf32>"],
            GRAPH + "amp.variable buffer @b : tensor<9223372036854775807xf32> = #amp.init<zeros>\n"),
        one("huge_splat", "input", ["huge_splat.mlir:"],
            "func.func @main() -> tensor<1000000000000x1000000xf32> {\n"
            "  %c = arith.constant dense<1.0> : tensor<1000000000000x1000000xf32>\n"
            "  return %c : tensor<1000000000000x1000000xf32>\n}\n"),
        one("llvm_dialect", "input", ["llvm_dialect.mlir:1:", "llvm"],
            "llvm.func @system(!llvm.ptr) -> i32\n" + GRAPH),
        one("inline_asm", "input", ["inline_asm.mlir:", "llvm"],
            'func.func @main() {\n  llvm.inline_asm has_side_effects "ud2", "" : () -> ()\n  return\n}\n'),
        one("unknown_dialect", "input", ["unknown_dialect.mlir:", "evil"],
            'func.func @main() {\n  "evil.run"() : () -> ()\n  return\n}\n'),
        one("memref_type", "input", ["memref_type.mlir:", "memref<4xf32>"], body("memref<4xf32>")),
        one("external_function", "input", ["external_function.mlir:", "no body"],
            "func.func private @system(tensor<4xf32>)\n" + GRAPH),
        one("unranked", "input", ["unranked.mlir:", "tensor<*xf32>"], body("tensor<*xf32>")),
        one("dense_resource", "input", ["dense_resource.mlir:", "dense_resource"],
            "func.func @main() -> tensor<2xf32> {\n"
            "  %c = arith.constant dense_resource<blob> : tensor<2xf32>\n  return %c : tensor<2xf32>\n}\n"
            '{-#\n  dialect_resources: { builtin: { blob: "0x040000000000803F00000040" } }\n#-}\n'),
        one("wrong_shape_in_op", "input", ["wrong_shape_in_op.mlir:7:", "amp.linear"],
            GRAPH.replace("tensor<2x3xf32>", "tensor<2x4xf32>")),
        one("undefined_variable", "input", ["undefined_variable.mlir:", "@v"],
            GRAPH.replace("amp.read @w", "amp.read @v")),
        one("undefined_value", "input", ["undefined_value.mlir:", "%z"],
            GRAPH.replace("amp.mse_loss %h, %y", "amp.mse_loss %h, %z")),
        one("duplicate_variable", "input", ["duplicate_variable.mlir:", "w"],
            "amp.variable parameter @w : tensor<2xf32> = #amp.init<zeros>\n" + GRAPH),
        one("recursion", "input", ["recursion.mlir:", "@helper"],
            GRAPH.replace("  return", "  %again = func.call @helper(%loss) : (tensor<f32>) -> tensor<f32>\n"
                                      "  return")
            + "func.func private @helper(%x: tensor<f32>) -> tensor<f32> {\n"
            "  %y = func.call @helper(%x) : (tensor<f32>) -> tensor<f32>\n"
            "  return %y : tensor<f32>\n}\n"),
    ]


def data_cases(files):
    """(name, exit code, texts, value of --data x): the file takes the place of x."""
    good = np.arange(12, dtype=np.float32).reshape(4, 3)
    whole = files.path("whole.npy")
    np.save(whole, good)
    with open(whole, "rb") as file:
        content = file.read()
    npz = files.arrays("whole.npz", a=good, b=good)
    with open(npz, "rb") as file:
        packed = file.read()
    flipped = bytearray(packed)
    flipped[200] ^= 0xFF  # In the array's data: the archive's checksum tells.
    with zipfile.ZipFile(files.path("text.npz"), "w") as archive:
        archive.writestr("x.npy", "not an array")
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }\n"
    entry = {"dtype": "F32", "shape": [4, 3], "data_offsets": [0, 48]}
    return [
        ("npy_truncated", "input", ["truncated.npy"], files.write("truncated.npy", content[:-8])),
        ("npy_magic", "input", ["magic.npy"], files.write("magic.npy", b"NOTNUMPY" + content[8:])),
        ("npy_empty", "input", ["empty.npy"], files.write("empty.npy", b"")),
        ("npy_overflow", "input", ["overflow.npy"],
         files.write("overflow.npy", npy(header % "(4611686018427387904, 4611686018427387904)"))),
        ("npy_negative", "input", ["negative.npy"], files.write("negative.npy", npy(header % "(-4, 3)"))),
        ("npy_bad_header", "input", ["header.npy"], files.write("header.npy", npy("{'descr': "))),
        ("npy_pickle", "input", ["object.npy", "|O"], files.array("object.npy", np.array([{}, []], object))),
        ("npy_big_endian_complex", "input", ["complex.npy"],
         files.array("complex.npy", good.astype(">c16"))),
        ("npy_rank", "input", ["rank.npy", "[12]", "tensor<?x3xf32>"],
         files.array("rank.npy", good.reshape(-1))),
        ("npy_columns", "input", ["columns.npy", "[3, 4]", "tensor<?x3xf32>"],
         files.array("columns.npy", good.reshape(3, 4))),
        ("npy_no_samples", "input", ["none.npy", "no samples"], files.array("none.npy", good[:0])),
        ("npy_with_array_name", "input", ["whole.npy"], whole + ":a"),
        ("npz_truncated", "input", ["truncated.npz"], files.write("truncated.npz", packed[:-30])),
        ("npz_flipped", "input", ["flipped.npz"], files.write("flipped.npz", bytes(flipped)) + ":a"),
        ("npz_not_zip", "input", ["not_zip.npz"], files.write("not_zip.npz", b"PK\x03\x04" + bytes(64))),
        ("npz_text_inside", "input", ["text.npz", "x"], files.path("text.npz")),
        ("npz_unknown_array", "input", ["whole.npz", "'c'", "'a', 'b'"], npz + ":c"),
        ("npz_ambiguous", "input", ["whole.npz", "'a', 'b'"], npz),
        ("safetensors_length", "input", ["length.safetensors"],
         files.write("length.safetensors", struct.pack("<Q", 2**62) + b"{}")),
        ("safetensors_json", "input", ["json.safetensors"], files.safetensors("json.safetensors", b'{"x": ')),
        ("safetensors_deep", "input", ["deep.safetensors"],
         files.safetensors("deep.safetensors", b'{"x":' + b"[" * 100000)),
        ("safetensors_outside", "input", ["outside.safetensors", "x"],
         files.safetensors("outside.safetensors", {"x": entry}, bytes(40))),
        ("safetensors_dtype", "input", ["dtype.safetensors", "F5"],
         files.safetensors("dtype.safetensors", {"x": {**entry, "dtype": "F5"}}, bytes(48))),
        ("safetensors_shape", "input", ["shape.safetensors", "x"],
         files.safetensors("shape.safetensors", {"x": {**entry, "shape": [2**40, 2**40]}}, bytes(48))),
        ("csv_ragged", "input", ["ragged.csv", "2"], files.write("ragged.csv", "1,2,3\n4,5\n")),
        ("csv_text", "input", ["text.csv", "abc"], files.write("text.csv", "1,2,3\n4,abc,6\n")),
        ("csv_empty", "input", ["empty.csv"], files.write("empty.csv", "")),
        ("csv_unknown_column", "input", ["named.csv", "height"],
         files.write("named.csv", "a,b,c\n1,2,3\n") + ":height"),
        ("csv_column_twice", "input", ["named.csv", "'a', is chosen twice"],
         files.path("named.csv") + ":a,b,0"),
        ("csv_decimal_comma", "input", ["comma.csv:2:3", "'1,5'", "after a '.'"],
         files.write("comma.csv", "a;b;c\n1;1,5;2\n")),
        ("csv_unknown_class", "input", ["kinds.csv:3:1", "'dgo'", "did you mean 'dog'"],
         files.write("kinds.csv", "kind\ncat\ndgo\n") + ":kind{cat,dog}"),
        ("csv_open_braces", "input", ["kinds.csv", "'{' of the classes is not closed"],
         files.path("kinds.csv") + ":kind{cat,dog"),
        ("unknown_extension", "input", ["data.bin"], files.write("data.bin", b"123")),
        ("missing_file", "io", ["missing.npy"], files.path("missing.npy")),
        ("folder", "input io", ["folder.npy"], os.makedirs(files.path("folder.npy")) or files.path("folder.npy")),
        ("sample_counts", "input", ["has 4 samples", "five.npy has 5"],
         files.array("five.npy", np.zeros((5, 3), np.float32))),
        ("huge_distribution", "limit", ["--data x=normal:0,1", "the machine has"], "normal:0,1"),
        ("distribution_bounds", "input usage", ["uniform:1,0"], "uniform:1,0"),
        ("distribution_text", "input usage", ["normal:a,b"], "normal:a,b"),
        ("randint_bounds", "input", ["randint:5,0", "LO below HI"], "randint:5,0"),
    ]


def flag_cases(files):
    """(name, exit code, texts, arguments) with a good graph and good data."""
    def usage(name, flag, *texts):
        return name, "usage", [flag.split("=")[0], *texts], [flag]

    taken = files.path("folder.npz")
    os.makedirs(taken)
    whole = "a whole number from 1"
    return [
        usage("negative_epochs", "--epochs=-3", "'-3'", whole),
        usage("negative_steps", "--steps=-1", "'-1'", whole),
        usage("zero_batch", "--batch-size=0", "'0'", whole),
        usage("batch_beyond_int64", "--batch-size=99999999999999999999", whole),
        usage("fraction_of_batch", "--batch-size=3.5", "'3.5'", whole),
        usage("negative_seed", "--seed=-1", "'-1'"),
        usage("negative_lr", "--lr=-0.1", "'-0.1'"),
        usage("lr_nan", "--lr=nan", "'nan'"),
        usage("negative_threads", "--threads=-2", "'-2'"),
        usage("too_many_threads", "--threads=1025", "from 1 to 1024"),
        usage("negative_memory", "--max-memory=-1", "'-1'"),
        usage("memory_unit", "--max-memory=10parsecs", "KiB"),
        usage("negative_print_every", "--print-every=-1", "'-1'"),
        usage("negative_loss_scale", "--loss-scale=-8", "'-8'"),
        usage("unknown_precision", "--precision=f8", "'f8'", "bf16"),
        usage("unknown_level", "--opt-level=O9", "'O9'", "O3"),
        usage("unknown_device", "--device=tpu", "'tpu'", "cuda"),
        usage("unknown_flag", "--epoch=3", "--epochs"),
        usage("unknown_compare", "--compare=O0,O7", "O7"),
        usage("regex", "--f32=(", "regular expression"),
        usage("unknown_preset", "--preset=jax", "'jax'", "apex"),
        usage("unknown_assigner", "--assigner=lazy", "'lazy'", "min-cut"),
        usage("unknown_tf32", "--tf32=on", "'on'", "gemm"),
        usage("unknown_wgrad_type", "--wgrad-type=f16", "'f16'", "as-forward"),
        usage("master_weights", "--master-weights=f32", "'f32'", "on or off"),
        ("idle_preset", "usage", ["--preset needs"], ["--preset=apex", "--opt-level=O2"]),
        ("policy_missing", "io", ["--policy", "none.yaml"],
         ["--precision=f16", "--policy=" + files.path("none.yaml")]),
        ("policy_syntax", "input", ["policy.yaml:1:"],
         ["--precision=f16", "--policy=" + files.write("policy.yaml", "ops: [")]),
        ("policy_commas", "input", ["commas.yaml:1:102", "commas without an entry"],
         ["--precision=f16", "--policy=" + files.write("commas.yaml", "[" + "," * 100000)]),
        ("policy_size", "limit", ["large.yaml", "at most 1048576 are read"],
         ["--precision=f16", "--policy=" + files.write("large.yaml", "#" * (2 << 20))]),
        ("policy_binary", "input", ["binary.yaml:1:1"],
         ["--precision=f16", "--policy=" + files.write("binary.yaml", bytes(range(256)))]),
        usage("output_extension", "--output=weights.txt", ".safetensors"),
        usage("binding_without_name", "--data==x.npy", "NAME=SPEC"),
        usage("value_missing", "--epochs"),
        ("unknown_entry", "input", ["--entry=fit", "train"], ["--entry=fit"]),
        ("unknown_eval_entry", "input", ["--eval-entry=test", "train"], ["--eval-entry=test"]),
        ("unknown_data_name", "input", ["--data z=", "x (train)", "y (train)"], ["--data", "z=ones"]),
        ("memory_limit", "limit", ["16"], ["--max-memory=16"]),
        ("no_such_device", "device", ["cuda"], ["--device=cuda:999"]),
        ("output_folder_missing", "io", ["--output", "no_such_folder"],
         ["--output=" + files.path("no_such_folder/o.npz")]),
        ("output_is_folder", "io", ["--output", "folder.npz"], ["--output=" + taken]),
        ("output_is_device", "io", ["--output", "null.npz"],
         ["--output=" + (os.symlink("/dev/null", files.path("null.npz")) or files.path("null.npz"))]),
    ]


def body(suite, scratch):
    files = Files(os.path.join(scratch, "in"))
    outputs = os.path.join(scratch, "out")
    os.makedirs(files.folder)
    os.makedirs(outputs)
    graph = files.write("graph.mlir", GRAPH)
    x = files.array("x.npy", np.zeros((4, 3), np.float32))
    y = files.array("y.npy", np.zeros((4, 2), np.float32))
    device = f"--device={suite.device}"
    good = ["--data", f"x={x}", "--data", f"y={y}"]
    output = "--output=" + os.path.join(outputs, "o.safetensors")

    def fails(codes, texts, *arguments, **options):
        before = snapshot(files.folder)
        result = suite.run(*arguments, limit=30, **options)
        expect(result.status >= 0, result.describe())
        expect(not CRASH.search(result.err), f"a crash is reported: {result.err.strip()[:400]}")
        allowed = [EXIT_CODES[code] for code in codes.split()]
        expect(result.status in allowed, f"{result.describe()}; expected {allowed}")
        expect(re.search(r"\berror: ", result.err), f"no error in {result.err.strip()!r}")
        for text in texts:
            expect(text in result.err, f"'{text}' is not in: {result.err.strip()[:400]}")
        expect(len(result.err) < 20000, f"{len(result.err)} characters of messages")
        left = os.listdir(outputs)
        expect(not left, f"output is left: {left}")
        expect(snapshot(files.folder) == before, "a file beside the input was made or changed")

    def snapshot(folder):
        return {entry.name: (entry.stat(follow_symlinks=False).st_size,
                             entry.stat(follow_symlinks=False).st_mtime_ns)
                for entry in os.scandir(folder)}

    def works():
        # The cases below differ from this in one thing.
        result = suite.run(graph, device, *good, output)
        expect(result.status == 0, result.describe())
        expect(os.listdir(outputs) == ["o.safetensors"], f"files {os.listdir(outputs)}")
        os.remove(os.path.join(outputs, "o.safetensors"))

    suite.test("good_input_works", works)
    for name, codes, texts, path in graph_cases(files):
        suite.test("graph." + name, fails, codes, texts, path, device, *good, output)
    for name, codes, texts, spec in data_cases(files):
        more = []
        if name == "huge_distribution":
            more = ["--samples=1000000000000"]
        elif ":" in spec and not os.path.isabs(spec):
            more = ["--samples=4"]
        suite.test("data." + name, fails, codes, texts, graph, device, "--data", f"x={spec}",
                   "--data", f"y={y}", *more, output)
    for name, codes, texts, flags in flag_cases(files):
        more = [] if any(f.startswith(("--output", "--compare")) for f in flags) else [output]
        # A flag without its value comes last; the device is given once.
        place = [] if any(f.startswith("--device") for f in flags) else [device]
        suite.test("flag." + name, fails, codes, texts, graph, *place, *good, *more, *flags)

    suite.test("graph.missing", fails, "io", ["none.mlir"], files.path("none.mlir"), *good)
    suite.test("graph.folder", fails, "input io", [os.path.basename(scratch)], scratch, *good)
    suite.test("flag.no_file", fails, "usage", ["no file given"], *good)
    suite.test("flag.two_files", fails, "usage", ["more than one file"], graph, graph)
    suite.test("data.missing", fails, "input", ["'y'", "tensor<?x2xf32>", "--data y="],
               graph, device, "--data", f"x={x}", output)
    suite.test("data.twice", fails, "usage", ["'x'"], graph, device, *good, "--data", f"x={x}")
    suite.test("data.float_labels", fails, "input", ["half.npy", "x"],
               files.write("integers.mlir", GRAPH.replace(
                   '%x: tensor<?x3xf32> {amp.name = "x"}', '%z: tensor<?x3xi64> {amp.name = "x"}')
                   .replace("  %w =", "  %x = amp.cast %z : tensor<?x3xi64> to tensor<?x3xf32>\n  %w =")),
               device, "--data", "x=" + files.array("half.npy", np.full((4, 3), 0.5, np.float32)),
               "--data", f"y={y}", output)

    def full_disk():
        # /dev/full takes the results; the training itself went well.
        with open("/dev/full", "wb") as full:
            done = subprocess.run([suite.tool, graph, device, *good], stdout=full,
                                  stderr=subprocess.PIPE, env=suite.environment, timeout=30)
        message = done.stderr.decode(errors="backslashreplace")
        expect(done.returncode == EXIT_CODES["io"], f"exit code {done.returncode}: {message}")
        expect("standard output" in message, message)

    def small_disk():
        # A limit on the size of files stands for a full disk: writing fails midway.
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        old = os.path.join(outputs, "o.npz")
        with open(old, "wb") as file:
            file.write(b"what was there before")
        result = suite.run(graph, device, *good, "--output=" + old, preexec_fn=limit)
        with open(old, "rb") as file:
            content = file.read()
        left = os.listdir(outputs)
        os.remove(old)
        expect(result.status == EXIT_CODES["io"], f"{result.describe()}; expected 5")
        expect("o.npz" in result.err, result.describe())
        expect(content == b"what was there before", "the old file was changed")
        expect(left == ["o.npz"], f"files {left}")

    def read_only():
        if os.geteuid() == 0:
            folder = "/proc"  # Where root cannot write either.
        else:
            folder = os.path.join(scratch, "read-only")
            os.makedirs(folder, 0o500)
        fails("io", ["--output", folder], graph, device, *good, f"--output={folder}/o.npz")

    suite.test("output.full_standard_output", full_disk)
    suite.test("output.full_disk", small_disk)
    suite.test("output.unwritable_folder", read_only)


if __name__ == "__main__":
    suite = Suite("bad_input", __doc__)
    sys.exit(suite.main(body))

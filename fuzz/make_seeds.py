#!/usr/bin/env python3
#===- make_seeds.py - Inputs that fuzzing begins with ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes the seeds of each fuzz target into a folder of its name below FOLDER.

They are small valid files of every kind that a reader knows, always the same bytes."""

import hashlib
import io
import json
import os
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "fuzz"))

from graph_mutator import Corpus

TYPES = ["<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "|u1", "|b1", "<c8", "<c16"]
SAFETENSORS = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1,
               "U8": 1, "BOOL": 1, "F8_E4M3": 1}
SCALER = ('{"scale": 65536.0, "growth_factor": 2.0, "backoff_factor": 0.5, '
          '"growth_interval": 2000, "_growth_tracker": 3}')
LARGEST_GRAPH = 3000


def npy(array, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version)
    return file.getvalue()


def arrays():
    """(name, bytes) of .npy files."""
    for kind in TYPES:
        values = np.arange(6).reshape(2, 3) % 2
        yield kind.strip("<|"), npy(values.astype(kind))
    yield "fortran", npy(np.asfortranarray(np.arange(6.0).reshape(2, 3)))
    yield "scalar", npy(np.float32(3.5))
    yield "empty", npy(np.zeros((0, 3), "<f4"))
    yield "version2", npy(np.arange(4, dtype="<i8"), (2, 0))
    yield "big_endian", npy(np.arange(4, dtype=">f4"))
    yield "values", npy(np.array([np.nan, np.inf, -0.0, 1e-310, 70000, -1.5]))


def archives():
    """(name, bytes) of .npz files."""
    some = dict(list(arrays())[:4])
    for name, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", method) as archive:
            for key, data in some.items():
                # The time of a ZipInfo is fixed.
                archive.writestr(zipfile.ZipInfo(key + ".npy"), data, method)
        yield name, file.getvalue()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo("not an array.txt"), "text")
        archive.comment = b"comment"
    yield "other", file.getvalue()


def safetensors(header, data):
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def tensors(kinds):
    header, data = {}, b""
    for kind in kinds:
        size = 6 * SAFETENSORS[kind]
        header[f"layer.{kind}"] = {"dtype": kind, "shape": [2, 3],
                                   "data_offsets": [len(data), len(data) + size]}
        data += bytes(i % 2 for i in range(size))
    return header, data


def checkpoint(kinds, scalers):
    """As docs/Design/Checkpoints.md says."""
    header, data = tensors(kinds)
    metadata = {"amp.format": "amp-checkpoint", "amp.version": "1", "amp.step": "12",
                "amp.digest": "0" * 64, "run.entry": "train"}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        metadata["amp.tensor." + name] = f"parameter crc32={zlib.crc32(data[begin:end]):08x}"
    for name in scalers:
        metadata["amp.scaler." + name] = SCALER
    file = safetensors({"__metadata__": metadata, **header}, data)
    digest = hashlib.sha256(file).hexdigest().encode()
    return file.replace(b'"amp.digest":"' + b"0" * 64, b'"amp.digest":"' + digest, 1)


def tables():
    """(name, text): the columns that are asked for, and a table."""
    table = "x,y,label\n1,2.5,0\n-3e-2,0x1p3,1\n"
    yield "all", "\n" + table
    yield "named", "label\n" + table
    yield "range", "0-1\n" + table
    yield "quoted", '\n"a","b ""c"""\r\n"1"," 2 "\r\n'
    yield "bare", "1\n1,2,3\n4,5,6\n"
    yield "mark", "\n\ufeffa\nnan\n-inf\n\n"
    labelled = "x;y;kind\n1;2.5;cat\n-3e-2;1,5;\"a;\"\"b\"\"\"\n"
    yield "list", "kind,1,x-y,0\n" + labelled.replace("cat", "7")
    yield "classes", 'x,kind{cat,"a;""b"""}\n' + labelled
    yield "texts", "kind\n" + labelled
    yield "tabs", "2{b,c},0-1\n1\t2\tb\n3\t4\tc\n"
    yield "unnamed", "0-1{a,b}\na,b\nb,a\n"


def policies():
    for name in ("careful", "foreign-dialect"):
        with open(os.path.join(ROOT, "examples", "policies", name + ".yaml"),
                  encoding="utf-8") as file:
            yield name, "".join(line for line in file if line.strip()[:1] != "#")
    yield "json", json.dumps({"preset": "torch-cuda", "ops": {"mm": "allow", "add": {
        "category": "promote", "operands": {"0": "deny"}}}, "unlisted": "follow"})
    yield "attribute", ('{ops: {softmax: allow}, match: [{location: "^a.*b$", category: deny}, '
                        '{symbol: w, category: {category: allow, operands: {1: follow}}}]}')


def distributions():
    for i, text in enumerate(["zeros", "ones", "constant:2.5", "uniform:-1,1", "normal:0,1e-3",
                              "randint:0,9", "0x1.8p3", "-1e308", "nan"]):
        yield str(i), text


def graphs():
    corpus = Corpus.of_tree(ROOT)
    chosen = {}
    for number, (path, text) in enumerate(corpus.modules + corpus.refused):
        if len(text) > LARGEST_GRAPH:
            continue
        # The first of each file, and every fifth: the ops of all dialects are there.
        if path not in chosen or number % 5 == 0:
            chosen.setdefault(path, []).append((f"{number}", text))
    return [graph for texts in chosen.values() for graph in texts]


SECTIONS = b"\xc3".ljust(64, b"\0") + struct.pack("<4f", 1, 2, 3, 4).ljust(64, b"\0")
FLOATS = {"type": "F32", "shape": [8]}


def executable_tables():
    """(name, tables as of Executable.fbs): one that only says something of itself, and one
    with every kind of record."""
    least = {"compiler": "amp", "entries": [], "variables": [], "functions": [],
             "kernels": {"names": []}}
    yield "least", least
    value = {"name": "x", "type": "F32", "shape": [-2**63, 3], "is_batched": True}
    yield "described", {
        **least, "target": "x86-64", "options": [{"name": "level", "value": "O1"}],
        "entries": [{"name": "train", "arguments": [value], "results": [], "steps": True}],
        "optimizers": [{"name": "sgd", "rate": "", "base_rate": "lr"}],
        "precision": {"decided_ops": 3, "unused": [{"place": "keep-f32", "text": "none"}]},
        "messages": [{"severity": "Warning", "text": "a warning"}], "explanation": "{}"}
    product = {**dict.fromkeys(("m", "n", "k", "lda", "ldb", "ldc"), 2), "batch": 1,
               "stride_a": 0, "stride_b": 0, "stride_c": 0, "transpose_a": False,
               "transpose_b": True, **dict.fromkeys(("type_a", "type_b", "type_c", "type_bias"),
                                                    "F32"), "compute": 0, "epilogue": 2}
    launch = {"kernel": 0, "extent": 8, "grain": 1,
              **dict.fromkeys(("grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z"), 1)}
    slices = [(0, 0, 64), (1, 0, 16), (4, 0, 16), (3, 0, 16), (2, 0, 16), (4, 16, 16)]
    zeros = {"a": 0, "b": 0, "stream": 0, "distribution": "Zeros"}
    yield "whole", {
        **least,
        "entries": [{"name": "run", "arguments": [{"name": "x", **FLOATS}],
                     "results": [{"name": "y", **FLOATS}]}],
        "variables": [{"name": "w", "role": "parameter", **FLOATS, "initializer": zeros},
                      {"name": "c", "role": "parameter", "type": "F16", "shape": [8],
                       "initializer": zeros, "copy_of": "w"},
                      {"name": "f", "role": "buffer", "type": "F32", "shape": [4],
                       "values": {"offset": 128, "bytes": 16}, "flat_buffer": "flat",
                       "flat_buffer_offset": 64}],
        "scalers": [{"name": "s", "scale": "f", "growth_tracker": "f", "growth_factor": 2,
                     "backoff_factor": 0.5, "growth_interval": 5, "consecutive_skips": "f"}],
        "functions": [{
            "entry": "run", "shapes": ["8"], "accumulate": 2, "phase": "Last",
            "arguments": [{"kind": "Input", "name": "x", **FLOATS, "index_uses": [
                {"range": {"lower": 0, "upper": 9, "ignored": -1, "has_ignored": True},
                 "user": "net.mlir:1:2"}]},
                          {"kind": "Variable", "name": "w", **FLOATS},
                          {"kind": "Output", "name": "y", **FLOATS, "reduction": "mean"}],
            "program": {
                "arena_bytes": 64, "argument_bytes": [32, 32, 32],
                "operands": [dict(zip(("binding", "offset", "bytes"), s), steps=[0, 0])
                             for s in slices],
                "records": [
                    {"name": "fill", "num_operands": 1, "fill": {"width": 2, "bits": 7}},
                    {"name": "kernel", "location": "net.mlir:3:8", "num_operands": 1,
                     "launch": launch},
                    {"name": "copy", "first_operand": 1, "num_operands": 2},
                    {"name": "gemm", "first_operand": 3, "num_operands": 3, "gemm": product}]},
            "tests": [{"kind": "result", "op": "amp.exp", "name": "", "location": "",
                       "type": "f16"}]}],
        "kernels": {"names": ["nothing"], "offsets": [0], "cpu_features": "sse3",
                    "image": {"offset": 64, "bytes": 1}},
        "constants": {"offset": 128, "bytes": 16}}


def executables():
    """As docs/Design/Executables.md says; flatc makes the tables."""
    schema = os.path.join(ROOT, "runtime", "include", "amp-rt", "Executable.fbs")
    for name, content in executable_tables():
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tables.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(content, file)
            subprocess.run(["flatc", "--binary", "-o", folder, schema, path], check=True)
            with open(os.path.join(folder, "tables.bin"), "rb") as file:
                tables = file.read()
        body = SECTIONS + tables
        head = struct.pack("<8sIIQQ", b"\x89AMPX\r\n\x1a", 1, 6, 64 + len(body),
                           64 + len(SECTIONS))
        yield name, head + hashlib.sha256(head + body).digest() + body


def seeds():
    """The seeds of each target."""
    kinds = list(SAFETENSORS)
    return {
        "Npy": arrays(),
        "Npz": archives(),
        "Safetensors": [("all", safetensors(*tensors(kinds))),
                        ("none", safetensors({"__metadata__": {"format": "pt"}}, b""))],
        "Checkpoint": [("plain", checkpoint(kinds[:2], [])),
                       ("scalers", checkpoint(kinds[:1], ["a", "b"]))],
        "Csv": tables(),
        "Distribution": distributions(),
        "Executable": executables(),
        "Policy": policies(),
        "SourceText": graphs(),
        "Source": graphs(),
    }


def write(folder):
    """Writes all seeds; the names of the targets."""
    made = seeds()
    for target, inputs in made.items():
        os.makedirs(os.path.join(folder, target), exist_ok=True)
        for name, content in inputs:
            with open(os.path.join(folder, target, name), "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
    return list(made)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_seeds.py FOLDER")
    write(sys.argv[1])

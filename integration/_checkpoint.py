#===- _checkpoint.py - A second reader of checkpoints ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Reads checkpoints as docs/Design/Checkpoints.md describes them, without the code
that wrote them."""

import hashlib
import json
import os
import re
import struct
import zlib

import numpy as np

DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4",
          "I16": "<i2", "I8": "i1", "U8": "u1", "BOOL": "?", "C64": "<c8"}
NAME = re.compile(r"step-(\d{12})\.safetensors")
TEMPORARY = re.compile(r"step-\d{12}\.safetensors\.tmp-[0-9a-f]{8}")


class Invalid(Exception):
    """Why a file is no valid checkpoint."""


class Checkpoint:
    def __init__(self, data):
        """Reads the bytes of a file and verifies them."""
        if len(data) < 8:
            raise Invalid(f"{len(data)} bytes")
        begin = 8 + struct.unpack_from("<Q", data)[0]
        if begin > len(data):
            raise Invalid("the header is cut off")
        header = json.loads(data[8:begin])
        metadata = header.pop("__metadata__")
        if metadata.get("amp.format") != "amp-checkpoint" or metadata.get("amp.version") != "1":
            raise Invalid("another format or version")
        digest = metadata["amp.digest"].encode()
        key = b'"amp.digest":"'
        zeroed = data[:begin].replace(key + digest, key + b"0" * 64, 1) + data[begin:]
        if hashlib.sha256(zeroed).hexdigest().encode() != digest:
            raise Invalid("the digest differs")
        self.arrays, self.roles = {}, {}
        end = begin
        for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
            first, last = (begin + offset for offset in entry["data_offsets"])
            if first != end:
                raise Invalid(f"a hole before {name}")
            role, checksum = metadata.pop("amp.tensor." + name).split(" crc32=")
            if zlib.crc32(data[first:last]) != int(checksum, 16):
                raise Invalid(f"the checksum of {name} differs")
            self.arrays[name] = np.frombuffer(data[first:last], DTYPES[entry["dtype"]]).reshape(
                entry["shape"])
            self.roles[name] = role
            end = last
        if end != len(data):
            raise Invalid("bytes after the last array")
        self.step = int(metadata["amp.step"])
        self.scalers = {key[len("amp.scaler."):]: json.loads(value)
                        for key, value in metadata.items() if key.startswith("amp.scaler.")}
        self.metadata = {key: value for key, value in metadata.items()
                         if not key.startswith("amp.")}


def read(path):
    with open(path, "rb") as file:
        return Checkpoint(file.read())


def name_of(step):
    return f"step-{step:012}.safetensors"


def steps_in(folder):
    """The steps of the files that are named as checkpoints, in order."""
    found = (NAME.fullmatch(name) for name in os.listdir(folder))
    return sorted(int(match[1]) for match in found if match)

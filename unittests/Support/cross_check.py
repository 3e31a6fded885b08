#!/usr/bin/env python3
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the files of the Support library against NumPy and safetensors.

Usage: cross_check.py PATH_OF_AmpSupportTests

Reads with those packages what the test binary writes, and lets the binary read
what they write; computes its random values again. Exits with 0 if all agrees,
1 if not, 77 (skipped) if a package is missing.
"""

import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import safetensors
    import safetensors.numpy
    import ml_dtypes
except ImportError as error:
    print(f"skipped: the Python package {error.name} is missing "
          "(needed: numpy, safetensors, ml_dtypes)")
    sys.exit(77)

VALUES = np.array([[-2, -1, 0], [1, 2, 3]], np.int64)
TYPES = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16,
    "bf16": ml_dtypes.bfloat16, "i64": np.int64, "i32": np.int32,
    "i16": np.int16, "i8": np.int8, "ui8": np.uint8, "i1": np.bool_,
    "c64": np.complex64, "c128": np.complex128,
}


def sample(name):
    values = VALUES
    if name == "i1":
        values = values & 1
    if name == "ui8":
        values = values + 100
    return values.astype(TYPES[name])


def same(found, expected, what):
    assert found.dtype == expected.dtype, (what, found.dtype, expected.dtype)
    assert found.shape == expected.shape, (what, found.shape, expected.shape)
    assert found.tobytes() == expected.tobytes(), (what, found, expected)


def run(binary, test, folder):
    environment = dict(os.environ, AMP_CROSS_CHECK_DIR=folder)
    result = subprocess.run(
        [binary, f"--gtest_filter=CrossCheck.{test}"],
        env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "[  PASSED  ] 1 test" in result.stdout, result.stdout


def check_files(folder):
    npz = np.load(folder + "/ours.npz")
    tensors = safetensors.numpy.load_file(folder + "/ours.safetensors")
    for name in TYPES:
        if name != "bf16":
            same(np.load(f"{folder}/{name}.npy"), sample(name), name)
            same(npz[name], sample(name), name)
        if name != "c128":
            same(tensors[name], sample(name), name)
    for source in (npz, tensors):
        same(source["empty"], np.zeros((3, 0), np.float32), "empty")
        same(source["scalar"], np.zeros((), np.float64), "scalar")
    assert len(npz.files) == len(TYPES) - 1 + 2, npz.files
    assert len(tensors) == len(TYPES) - 1 + 2, list(tensors)
    with safetensors.safe_open(folder + "/ours.safetensors", "np") as file:
        assert file.metadata() == {"step": "17", "note": "grüß"}


def write_files(folder):
    prefix = folder + "/theirs"
    arrays = {name: sample(name) for name in TYPES if name != "bf16"}
    for name, array in arrays.items():
        np.save(f"{prefix}-{name}.npy", array)
        np.save(f"{prefix}-fortran-{name}.npy", np.asfortranarray(array))
    np.savez(prefix + ".npz", **arrays)
    np.savez_compressed(prefix + "-deflated.npz", **arrays)
    safetensors.numpy.save_file(
        {name: sample(name) for name in TYPES if name != "c128"},
        prefix + ".safetensors", metadata={"note": "grüß"})
    with open(prefix + "-v2.npy", "wb") as file:
        np.lib.format.write_array(file, sample("f32"), version=(2, 0))
    np.save(prefix + "-big.npy", sample("f32").astype(">f4"))
    np.save(prefix + "-text.npy", np.array(["a", "b"]))
    np.save(prefix + "-struct.npy", np.zeros(2, [("a", "<f4"), ("b", "<i4")]))
    np.save(prefix + "-bf16.npy", sample("bf16"))


def philox(counter, key):
    """Philox4x32-10 by Python's integers."""
    c, k, mask = list(counter), list(key), 0xFFFFFFFF
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & mask,
             (p0 >> 32) ^ c[3] ^ k[1], p0 & mask]
        k = [(k[0] + 0x9E3779B9) & mask, (k[1] + 0xBB67AE85) & mask]
    return c


def bits64(seed, domain, stream, count):
    """The first `count` 64-bit numbers of a stream."""
    derived = philox([seed & 0xFFFFFFFF, seed >> 32, domain, 0], [0, 0])
    result = []
    for block in range((count + 1) // 2):
        w = philox([block, 0, stream, 0], derived[:2])
        result += [w[1] << 32 | w[0], w[3] << 32 | w[2]]
    return result[:count]


def uniforms(stream, count):
    return np.array([b >> 11 for b in bits64(42, 1, stream, count)],
                    np.float64) * 2.0**-53


def normals(stream, count):
    u = uniforms(stream, count + count % 2)
    radius = np.sqrt(-2 * np.log(1 - u[0::2]))
    pairs = np.stack([radius * np.cos(2 * np.pi * u[1::2]),
                      radius * np.sin(2 * np.pi * u[1::2])], axis=1)
    return pairs.reshape(-1)[:count]


def check_random(folder):
    found = np.load(folder + "/random.npz")
    # A few roundings of f64 of numbers up to 2 * 8.6.
    tolerance = dict(rtol=0, atol=2.0**-44)
    uniform = -3 + 8 * uniforms(7, 1001)
    assert np.array_equal(found["uniform"], uniform)
    np.testing.assert_allclose(found["normal"], 1 + 2 * normals(7, 1001),
                               **tolerance)
    bound = 1 / np.sqrt(15)
    np.testing.assert_allclose(
        found["kaiming_uniform"].reshape(-1),
        -bound + 2 * bound * uniforms(8, 90), **tolerance)
    np.testing.assert_allclose(
        found["xavier_normal"].reshape(-1),
        np.sqrt(2 / (15 + 18)) * normals(9, 90), **tolerance)
    for name, rows, columns in (("orthogonal_wide", 6, 15),
                                ("orthogonal_tall", 20, 6)):
        # As torch.nn.init.orthogonal_ does it.
        matrix = normals(10, rows * columns).reshape(rows, columns)
        q, r = np.linalg.qr(matrix.T if rows < columns else matrix)
        q = q * np.sign(np.diag(r))
        q = q.T if rows < columns else q
        # Both are backward stable: n^2 ulps times the condition number.
        bound = 2 * 400 * 2.0**-52 * np.linalg.cond(matrix)
        np.testing.assert_allclose(found[name].reshape(rows, columns), 2 * q,
                                   rtol=0, atol=bound)
    integers = [-5 + (b * 105 >> 64) for b in bits64(42, 2, 7, 1001)]
    assert found["randint"].tolist() == integers


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    binary = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        run(binary, "Write", folder)
        check_files(folder)
        check_random(folder)
        write_files(folder)
        run(binary, "Read", folder)
    print(f"agrees with numpy {np.__version__} and safetensors "
          f"{safetensors.__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

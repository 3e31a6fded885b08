#!/usr/bin/env python3
#===- foreign_dialects.py - Steps of JAX in mixed precision ----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Recorded steps of JAX, assigned by amp-opt, in jaxlib: StableHLO's own definitions.

  PROGRAM.verify      StableHLO accepts what comes out, for each assigner, type and preset
  PROGRAM.TYPE        what it computes is within the bound below of what it did before
  PROGRAM.told_apart  with arguments that are off by a hundredth a result is outside of the
                      bound of f16, so that it means something
  PROGRAM.scale       with a loss scale the gradients are the same within the bound, and
                      an infinity is found where the scale makes one

A bound is six standard deviations of what local errors do, as in `_bounds.py`: the program
runs eight times in f32 with each value that is rounded to 16 bits multiplied by 1 + u d, d
uniform in [-1, 1] and u the rounding's unit. Nothing is fitted to a result.

Needs jaxlib; where it is not installed, iree-compile at least verifies.
"""

import os
import re
import shutil
import subprocess
import sys

from _common import ROOT, Suite, expect

INPUTS = os.path.join(ROOT, "test", "Inputs", "foreign")
SAMPLES = 8  # Runs with random local errors.
UNITS = {"f16": 2.0**-11, "bf16": 2.0**-8}
# Programs, and where their seed and gradients are.
PROGRAMS = {
    "jax-mlp": r"seed=transpose\(jvp\(loss\)\)/div gradients=1,2,3,4",
    "jax-sgd": r"seed=transpose\(jvp\(loss\)\)/div gradient-locations=/gradients/",
    "jax-conv": r"seed=transpose\(jvp\(loss\)\)/div gradients=1,2,3",
    "jax-scan": r"seed=transpose\(jvp\(loss\)\)/div gradients=1,2,3",
    "jax-branch": None,
}
WAYS = [f"assigner={assigner} dtype={dtype}"
        for assigner in ("eager", "propagate", "min-cut") for dtype in ("f16", "bf16")]
WAYS += [f"preset={preset}" for preset in ("torch-cpu", "apex", "tensorflow", "keras")]
# Ops whose 16-bit results are elements that they were given.
EXACT = {"broadcast_in_dim", "compare", "concatenate", "dynamic_slice", "dynamic_update_slice",
         "gather", "maximum", "minimum", "negate", "pad", "reshape", "reverse", "select",
         "slice", "sort", "transpose", "while", "case", "if", "reduce", "reduce_window",
         "select_and_scatter", "scatter", "clamp"}


class Jaxlib:
    """StableHLO as jaxlib defines it, and XLA on a CPU."""

    def __init__(self):
        os.environ["JAX_PLATFORMS"] = "cpu"
        import jax
        import jax.extend.backend
        import numpy
        from jax._src.interpreters import mlir
        from jaxlib import xla_client
        from jaxlib.mlir import ir
        self.numpy, self.ir, self.xla = numpy, ir, xla_client
        self.put = jax.device_put
        self.make_context = mlir.make_ir_context
        self.backend = jax.extend.backend.get_backend("cpu")

    def read(self, text):
        """The text as StableHLO prints it, after it was verified."""
        with self.make_context():
            module = self.ir.Module.parse(text)
            module.operation.verify()
            return str(module)

    def run(self, text, arguments):
        devices = self.xla.DeviceList(tuple(self.backend.devices()[:1]))
        program = self.backend.compile_and_load(self.read(text).encode(), devices,
                                                self.xla.CompileOptions())
        results = program.execute([self.put(argument) for argument in arguments])
        return [self.numpy.asarray(result) for result in results]


class IreeCompile:
    def read(self, text):
        done = subprocess.run(["iree-compile", "--iree-input-type=stablehlo",
                               "--compile-to=input", "-", "-o", os.devnull],
                              input=text, capture_output=True, text=True)
        expect(done.returncode == 0, f"iree-compile: {done.stderr[:400]}")
        return text


def find_reader():
    try:
        return Jaxlib()
    except ImportError:
        return IreeCompile() if shutil.which("iree-compile") else None


class Programs:
    def __init__(self, suite, reader):
        self.reader = reader
        self.measured = {}
        self.tool = os.path.join(os.path.dirname(suite.tool), "amp-opt")

    def lower(self, name, *passes):
        done = subprocess.run(
            [self.tool, os.path.join(INPUTS, f"{name}.mlir"), "--amp-inline-calls",
             "--symbol-dce", *passes, "--amp-optimize-casts", "--amp-lower-casts"],
            capture_output=True, text=True)
        expect(done.returncode == 0, f"amp-opt: {done.stderr[:400]}")
        expect("amp." not in done.stdout, "an op of the amp dialect is left")
        return done.stdout

    def assign(self, name, way, *passes):
        return self.lower(name, f"--amp-assign-precision={way}", *passes)

    def verify(self, name):
        for way in WAYS:
            self.reader.read(self.assign(name, way))
        return f"{len(WAYS)} ways"

    # What follows needs a reader that runs programs.

    def make_arguments(self, text):
        """Random arguments of the types that @main takes."""
        np = self.reader.numpy
        random = np.random.default_rng(20260501)
        signature = re.search(r"func\.func public @main\((.*?)\) ->", text)[1]
        arguments = []
        for shape, element in re.findall(r"%arg\d+: tensor<((?:\d+x)*)(\w+)>", signature):
            sizes = [int(size) for size in shape.split("x")[:-1]]
            if element == "f32":
                arguments.append(random.uniform(-1, 1, sizes).astype(np.float32))
            elif element == "i32":
                arguments.append(random.integers(0, 8, sizes).astype(np.int32))
            else:
                arguments.append(np.ones(sizes, bool))
        return arguments

    def perturb(self, text, dtype, random):
        """`text` in f32, with a random error where it rounded to `dtype`."""
        np = self.reader.numpy
        lines, count = [], 0
        for line in text.splitlines():
            result = re.match(r'( *)(%\w+) = "stablehlo\.(\w+)".* -> tensor<((?:\d+x)*)'
                              + dtype + r">$", line)
            if not result or result[3] in EXACT:
                lines.append(line)
                continue
            indent, value, _, shape = result.groups()
            kind = f"tensor<{shape}{dtype}>"
            sizes = [int(size) for size in shape.split("x")[:-1]]
            factors = 1 + UNITS[dtype] * random.uniform(-1, 1, sizes)
            data = np.asarray(factors, np.float32).tobytes().hex().upper()
            count += 1
            lines.append(line.replace(f"{value} =", f"%rounded{count} =", 1))
            lines.append(f'{indent}%factor{count} = "stablehlo.constant"() '
                         f'<{{value = dense<"0x{data}"> : {kind}}}> : () -> {kind}')
            lines.append(f'{indent}{value} = "stablehlo.multiply"(%rounded{count}, '
                         f"%factor{count}) : ({kind}, {kind}) -> {kind}")
        expect(count > 0, f"nothing is rounded to {dtype}")
        return re.sub(rf"\b((?:\d+x)*){dtype}>", r"\1f32>", "\n".join(lines))

    def norm(self, value):
        return float(self.reader.numpy.linalg.norm(value.astype("float64").ravel()))

    def measure(self, name, dtype):
        """For each floating-point result of `name`: its error in `dtype`, and the bound."""
        if (name, dtype) in self.measured:
            return self.measured[name, dtype]
        exact_text = self.lower(name)
        arguments = self.make_arguments(exact_text)
        exact = self.reader.run(exact_text, arguments)
        text = self.assign(name, f"dtype={dtype}")
        random = self.reader.numpy.random.default_rng(20260502)
        samples = [self.reader.run(self.perturb(text, dtype, random), arguments)
                   for _ in range(SAMPLES)]
        found = []
        for i, (value, mixed) in enumerate(zip(exact, self.reader.run(text, arguments))):
            if value.dtype.kind != "f":
                continue
            squares = [self.norm(sample[i] - value)**2 for sample in samples]
            # Both are in f32, and add up in their own order.
            slack = 2.0**-24 * max(value.size, 1024)**0.5 * self.norm(value)
            found.append((self.norm(mixed - value),
                          6 * (sum(squares) / SAMPLES)**0.5 + slack))
        self.measured[name, dtype] = found
        return found

    def compare(self, name, dtype):
        pairs = self.measure(name, dtype)
        for i, (error, bound) in enumerate(pairs):
            expect(error <= bound, f"result {i}: error {error:.3g}, bound {bound:.3g}")
        return f"at most {max(error / bound for error, bound in pairs):.2f} of the bound"

    def tell_apart(self, name):
        text = self.lower(name)
        arguments = self.make_arguments(text)
        off = [a * a.dtype.type(1.01) if a.dtype.kind == "f" else a for a in arguments]
        pairs = zip(self.floats(self.reader.run(text, arguments)),
                    self.floats(self.reader.run(text, off)), self.measure(name, "f16"))
        expect(any(self.norm(wrong - value) > bound for value, wrong, (_, bound) in pairs),
               "every result is within the bound of f16")

    @staticmethod
    def floats(values):
        return [value for value in values if value.dtype.kind == "f"]

    def scale(self, name, options):
        np = self.reader.numpy
        plain = self.assign(name, "dtype=f16")
        scaled = self.assign(name, "dtype=f16", f"--amp-scale-foreign-loss={options}")
        arguments = self.make_arguments(plain)
        expected = self.lower(name)
        expected = self.reader.run(expected, arguments)
        bounds = [bound for _, bound in self.measure(name, "f16")]
        *results, found = self.reader.run(scaled, [*arguments, np.float32(1024)])
        expect(not found, "an infinity was found with a scale of 1024")
        for i, (value, result, bound) in enumerate(zip(expected, results, bounds)):
            error = self.norm(result - value)
            expect(error <= bound, f"result {i}: error {error:.3g}, bound {bound:.3g}")
        *_, found = self.reader.run(scaled, [*arguments, np.float32(2.0**100)])
        expect(found, "no infinity was found with a scale of 2^100")


def main(suite, scratch):
    reader = find_reader()
    if not reader:
        suite.skip("verify", "neither jax nor iree-compile is installed")
        return
    programs = Programs(suite, reader)
    for name, options in PROGRAMS.items():
        suite.test(f"{name}.verify", programs.verify, name)
        if not isinstance(reader, Jaxlib):
            continue
        for dtype in UNITS:
            suite.test(f"{name}.{dtype}", programs.compare, name, dtype)
        suite.test(f"{name}.told_apart", programs.tell_apart, name)
        if options:
            suite.test(f"{name}.scale", programs.scale, name, options)


if __name__ == "__main__":
    sys.exit(Suite("foreign_dialects", __doc__).main(main))

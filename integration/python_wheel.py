#!/usr/bin/env python3
#===- python_wheel.py - The wheel in a fresh environment -------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Builds the wheel by utils/build_wheel.sh and installs it, with NumPy alone, in a virtual
environment outside of the source tree. It trains there as amp-run does; its libraries need
nothing but what its tag promises, and show no symbol of LLVM. Where PyTorch or JAX are
installed for this script's Python, all train in one process, whichever is imported first."""

import glob
import importlib.util
import itertools
import json
import os
import re
import subprocess
import sys
import zipfile

from _common import EXAMPLES, ROOT, Suite, expect, losses
from _python import find_package

DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
# The largest that a wheel may be: PyPI takes 100 MB.
MOST_BYTES = 64 << 20
# What a manylinux tag lets a wheel expect of a system.
SYSTEM = re.compile(r"ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|z)\.so")
TRAIN_AMP = f"""
def train_amp():
    data = np.load({DATA!r})
    net = amp.compile({DIGITS!r}, precision="bf16", device="cpu", cache_dir=None,
                      entry="train")
    found = []
    net.train({{"images": data["train_images"], "labels": data["train_labels"]}}, steps=5,
              on_step=lambda step, values: found.append(values["loss"]))
    return found
"""
TRAIN = {
    "amp": TRAIN_AMP,
    "torch": """
def train_torch():
    x = torch.linspace(-1, 1, 64 * 256).reshape(64, 256)
    model = torch.nn.Linear(256, 10)
    torch.nn.init.constant_(model.weight, 0.5)
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    found = []
    for _ in range(5):
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16):
            loss = model(x).float().square().mean()
        loss.backward()
        optimizer.step()
        found.append(float(loss))
    return found
""",
    "jax": """
def train_jax():
    x = jax.numpy.linspace(-1, 1, 64 * 256).reshape(64, 256)
    step = jax.jit(jax.value_and_grad(lambda w: ((x @ w) ** 2).mean()))
    w, found = jax.numpy.full((256, 10), 0.5), []
    for _ in range(5):
        loss, gradient = step(w)
        w = w - 0.01 * gradient
        found.append(float(loss))
    return found
""",
}


class Tests:
    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        self.wheel = None
        self.python = os.path.join(scratch, "venv", "bin", "python")

    def run(self, *command, **options):
        # As where nothing is known of this source tree.
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("LD_LIBRARY_PATH", "PYTHONPATH", "AMP_CACHE_DIR")}
        return subprocess.run(command, capture_output=True, text=True, cwd=self.scratch,
                              env=environment, **options)

    def build(self):
        folder = os.path.join(self.scratch, "dist")
        done = self.run(os.path.join(ROOT, "utils", "build_wheel.sh"), "--build",
                        os.path.abspath(self.suite.options.build), folder)
        expect(done.returncode == 0, (done.stdout + done.stderr)[-1500:])
        wheels = glob.glob(os.path.join(folder, "*.whl"))
        expect(len(wheels) == 1, f"{wheels}")
        self.wheel = wheels[0]
        size = os.path.getsize(self.wheel)
        expect(size <= MOST_BYTES, f"it has {size} bytes")
        with zipfile.ZipFile(self.wheel) as file:
            names = set(file.namelist())
        source = os.path.join(ROOT, "python")
        for folder, _, files in os.walk(os.path.join(source, "amp")):
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), source)
                expect(path in names or "__pycache__" in path, f"{path} is not in the wheel")
        expect({"amp/_amp.pyi", "amp/py.typed", "amp/_lib/libamp-compiler.so"} <= names,
               f"{sorted(names)}")
        return f"{os.path.basename(self.wheel)}, {size / (1 << 20):.1f} MiB"

    def install(self):
        """False where there is no index of packages."""
        done = self.run(sys.executable, "-m", "venv", os.path.join(self.scratch, "venv"))
        expect(done.returncode == 0, done.stderr)
        pip = [self.python, "-m", "pip", "--disable-pip-version-check"]
        reached = self.run(*pip, "download", "--quiet", "--no-deps", "numpy", "--dest",
                           os.path.join(self.scratch, "packages"))
        if reached.returncode != 0:
            self.suite.skip("installs", "pip reaches no index with NumPy: "
                            + (reached.stderr.strip().splitlines() or ["it says nothing"])[-1])
            return False

        def installs():
            done = self.run(*pip, "install", "--quiet", "--find-links",
                            os.path.join(self.scratch, "packages"), self.wheel)
            expect(done.returncode == 0, done.stderr[-600:])
            listed = json.loads(self.run(*pip, "list", "--format=json").stdout)
            names = {one["name"] for one in listed} - {"pip", "setuptools"}
            expect(names == {"amp", "numpy"}, f"{names}")

        self.suite.test("installs", installs)
        return True

    def program(self, imports, code):
        """Runs a program in the new environment; what it prints."""
        path = os.path.join(self.scratch, "program.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(f"import {name}\n" for name in imports) + code)
        done = self.run(self.python, path, timeout=300)
        expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr[-800:]}")
        return done.stdout

    def trains(self):
        flags = [f"--data=images={DATA}:train_images", f"--data=labels={DATA}:train_labels",
                 "--steps=5", "--print-every=1", "--precision=bf16", "--entry=train"]
        expected = losses(self.suite.train(DIGITS, *flags))
        found = self.program(["json", "amp", "numpy as np"],
                             TRAIN_AMP + "print(json.dumps(train_amp()))")
        expect(json.loads(found) == expected, f"losses {found}, expected {expected}")

    def errors(self):
        out = self.program(["amp"], """
try:
    amp.compile("func.func @f() {\\n  amp.nothing\\n  return\\n}", name="net.mlir",
                cache_dir=None)
except amp.InvalidGraphError as error:
    print(error.place, error.message)
""")
        expect(out.startswith("net.mlir:2:3 ") and "amp.nothing" in out, out)

    def libraries(self):
        """All that is needed is there, and nothing of LLVM can be seen."""
        site = self.program(["amp", "os"], "print(os.path.dirname(amp.__file__))").strip()
        expect(not site.startswith(ROOT + os.sep), f"it imports {site}")
        files = glob.glob(os.path.join(site, "**", "*.so*"), recursive=True)
        expect(len(files) == 4, f"{files}")
        for file in files:
            for line in self.run("ldd", file).stdout.splitlines():
                name = line.split()[0]
                place = line.split("=> ")[-1]
                inside = os.path.realpath(place.split(" (")[0]).startswith(
                    os.path.dirname(os.path.realpath(site)) + os.sep)
                expect(SYSTEM.search(name) or inside, f"{file} needs {line.strip()}")
            symbols = self.run("nm", "-D", "--defined-only", "-C", file)
            expect(symbols.returncode == 0, symbols.stderr)
            shown = re.findall(r"\b(?:llvm|mlir)::.*", symbols.stdout)
            expect(not shown, f"{file} shows {shown[:3]}")

    def beside(self, *names):
        """Each imports and trains as it does alone, in each order."""
        def program(modules):
            code = "".join(TRAIN[name] for name in modules)
            calls = ", ".join(f"'{name}': train_{name}()" for name in modules)
            twice = f"print(json.dumps([{{{calls}}} for _ in range(2)]))"
            return json.loads(self.program([*modules, "json", "numpy as np"], code + twice))

        def is_same(name, found, expected):
            # The others' sums are in an order that threads choose: of bf16, whose numbers
            # are 2^-8 apart.
            within = 0 if name == "amp" else 2 ** -7
            return len(found) == len(expected) and all(
                abs(one - other) <= within * abs(other)
                for one, other in zip(found, expected))

        alone = {name: program([name])[0][name] for name in names}
        for order in itertools.permutations(names):
            for found in program(order):
                for name in names:
                    expect(is_same(name, found[name], alone[name]),
                           f"{order}: {name} {found[name]}, alone {alone[name]}")

    def share_packages(self):
        """Lets the environment see the packages of this script's."""
        folder = os.path.dirname(os.path.dirname(importlib.util.find_spec("numpy").origin))
        site = glob.glob(os.path.join(self.scratch, "venv", "lib", "python3*",
                                      "site-packages"))[0]
        with open(os.path.join(site, "peers.pth"), "w", encoding="utf-8") as file:
            file.write(folder + "\n")


def body(suite, scratch):
    if find_package(suite) is None:
        return
    tests = Tests(suite, scratch)
    suite.test("builds", tests.build)
    if tests.wheel is None or not tests.install():
        return
    suite.test("trains", tests.trains)
    suite.test("errors", tests.errors)
    suite.test("libraries", tests.libraries)
    peers = [name for name in ("torch", "jax") if importlib.util.find_spec(name)]
    tests.share_packages()
    for name in ("torch", "jax"):
        if name in peers:
            suite.test(f"beside_{name}", tests.beside, "amp", name)
        else:
            suite.skip(f"beside_{name}", f"{name} is not installed")
    if len(peers) == 2:
        suite.test("beside_both", tests.beside, "amp", *peers)


if __name__ == "__main__":
    sys.exit(Suite("python_wheel", __doc__).main(body))

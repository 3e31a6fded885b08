#!/usr/bin/env python3
#===- install.py - What cmake --install gives -------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Installs into a folder with an odd name, moves that, and uses it from outside.

Nothing installed names the source tree, the build folder or its own place, so that after
the move the programs train, mlir-opt loads the plugin, and other projects find the package:
each library brings what it needs and no more."""

import os
import re
import shutil
import subprocess
import sys

from _common import EXAMPLES, ROOT, Suite, expect, losses, read_cache

DIGITS = os.path.join(EXAMPLES, "digits", "digits.npz")
GRAPH = os.path.join(EXAMPLES, "digits", "digits.mlir")
TRAINING = [GRAPH, "--entry=train", f"--data=images={DIGITS}:train_images",
            f"--data=labels={DIGITS}:train_labels", "--steps=5", "--print-every=1",
            "--precision=bf16"]
INPUTS = os.path.join(ROOT, "test", "CMake", "Inputs")
# What a shell, a list of CMake or a linker's flag could take for something else.
ODD_NAMES = "odd name (1), it's é $HOME", "moved & so on = #2"


def run(*command, status=0, **options):
    """What a command prints, on either stream."""
    # As where nothing else is known.
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("LD_LIBRARY_PATH", "CMAKE_PREFIX_PATH")}
    environment["AMP_CACHE_DIR"] = ""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env=environment, **options)
    printed = done.stdout + done.stderr
    expect(done.returncode == status, f"{' '.join(command)}: exit code {done.returncode}: "
           f"{printed[-1500:]}")
    return printed


class Build:
    """What the cache of the build that is installed says."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.cache = read_cache(self.folder)
        self.type = self.cache["CMAKE_BUILD_TYPE"]
        flags = self.cache["CMAKE_CXX_FLAGS"]
        self.is_sanitized = "-fsanitize" in flags
        # Sanitizers are in all of a program or in none of it. Otherwise others compile
        # with what their system has.
        self.arguments = ["-G", "Ninja", f"-DCMAKE_BUILD_TYPE={self.type}"] + (
            [f"-DCMAKE_CXX_COMPILER={self.cache['CMAKE_CXX_COMPILER']}",
             f"-DCMAKE_CXX_FLAGS={flags}"] if self.is_sanitized else [])

    def find_tool(self, name):
        """A program of the LLVM that this build has."""
        return os.path.normpath(os.path.join(self.cache["MLIR_DIR"], *[".."] * 3, "bin", name))


class Project:
    """A project in a folder of its own, which finds the package in `prefix`."""

    def __init__(self, build, scratch, source, prefix, name):
        self.build, self.prefix = build, prefix
        self.source = os.path.join(scratch, name)
        shutil.copytree(source, self.source)
        self.folder = os.path.join(scratch, f"{name}-build")

    def configure(self, *arguments, **options):
        return run("cmake", *self.build.arguments, "-S", self.source, "-B", self.folder,
                   f"-DCMAKE_PREFIX_PATH={self.prefix}", *arguments, **options)

    def make(self, *arguments):
        self.configure(*arguments)
        run("cmake", "--build", self.folder)

    def program(self, name):
        return os.path.join(self.folder, name)


def check_tree(build, prefix):
    """Nothing in the tree says where it was built, or where it is."""
    places = [place.encode() for place in (ROOT, build.folder, prefix)]
    count = 0
    for folder, _, names in os.walk(prefix):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                expect(not os.path.isabs(os.readlink(path)), f"{path} leads out of the tree")
                continue
            with open(path, "rb") as file:
                data = file.read()
            count += 1
            if data.startswith(b"\x7fELF"):
                dynamic = run("readelf", "-d", "-W", path)
                data = "\n".join(re.findall(r"(?:RPATH|RUNPATH|SONAME|NEEDED).*",
                                            dynamic)).encode()
            elif data.startswith(b"!<arch>"):
                # Debug information has the names of sources.
                data = b"" if build.type == "Debug" else data
            for place in places:
                expect(place not in data, f"{os.path.relpath(path, prefix)} names "
                       f"{place.decode()}")
    expect(count > 100, f"only {count} files")
    return f"{count} files"


def check_embedding(build, scratch, prefix, name):
    """The external compiler has its ops take part in precision assignment."""
    project = Project(build, scratch, os.path.join(EXAMPLES, "embed"), prefix, name)
    project.make()
    block = os.path.join(project.source, "block.mlir")
    printed = run(project.program("nnc"), block, "--explain")
    for pattern in (r"nn\.rms_norm: type=f32 category=deny rule=preset torch-cuda casts=0",
                    r"nn\.gated_mlp: type=f16 category=allow rule=preset torch-cuda casts=4",
                    r"nn\.split_heads: type=f16 category=clear",
                    r"= nn\.rms_norm .*tensor<8x16x64xf32>, tensor<64xf32>\n",
                    r"= nn\.gated_mlp .*tensor<8x16x64xf16>, tensor<256x64xf16>",
                    r"= nn\.split_heads .*xf16> -> tensor<8x4x16x16xf16>"):
        expect(re.search(pattern, printed), f"'{pattern}' is not in\n{printed}")
    # A policy's entry for an op comes before the function whose rule it follows.
    printed = run(project.program("nnc"), block, "--bf16",
                  f"--policy={os.path.join(project.source, 'policy.yaml')}")
    for pattern in (r"= nn\.rms_norm .*tensor<8x16x64xbf16>, tensor<64xf32>",
                    r"= nn\.gated_mlp .*tensor<8x16x64xf32>, tensor<256x64xf32>"):
        expect(re.search(pattern, printed), f"'{pattern}' is not in\n{printed}")


def check_programs(suite, scratch, prefix):
    """The programs find the compiler and the backend beside them, and train as those of the
    build do."""
    expected = losses(suite.train(*TRAINING))
    suite.tool = os.path.join(prefix, "bin", "amp-run")
    program = os.path.join(scratch, "digits.ampx")
    for arguments in ([*TRAINING, f"--save-program={program}"],
                      [program, "--trusted", *TRAINING[1:-1]]):
        found = losses(suite.train(*arguments))
        expect(len(found) == 5 and found == expected, f"losses {found}, expected {expected}")
        suite.tool = os.path.join(prefix, "bin", "amp-run-program")
    printed = run(os.path.join(prefix, "bin", "amp-opt"), GRAPH,
                  "--amp-training-pipeline=entry=train batch=32 level=O1")
    expect("amp.read @fc3.weight.f16" in printed, printed[:800])


def check_plugin(build, prefix):
    plugin = os.path.join(prefix, "lib", "libAmpPlugin.so")
    printed = run(build.find_tool("mlir-opt"), f"--load-dialect-plugin={plugin}",
                  f"--load-pass-plugin={plugin}", GRAPH, "--pass-pipeline=builtin.module("
                  "amp-training-pipeline{entry=train batch=32 level=O1})")
    expect("amp.read @fc3.weight.f16" in printed, printed[:800])


def check_c(build, scratch, prefix):
    """A project in C looks for nothing but libamp-c.so."""
    project = Project(build, scratch, os.path.join(EXAMPLES, "c"), prefix, "c")
    project.make(*(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON"
                   for name in ("LLVM", "MLIR", "OpenSSL", "PkgConfig", "ZLIB")))
    run(project.program("train"), scratch)


def get_needed(program):
    return re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", "-W", program))


def check_parts(build, scratch, prefix, parts, unwanted, program, needs, printed=None):
    """A project that asks for some parts links a program that runs, and whose libraries
    of LLVM are those of `needs`; packages that only other parts need are not there."""
    project = Project(build, scratch, os.path.join(INPUTS, "installed"), prefix, program)
    project.make(f"-DPARTS={';'.join(parts)}",
                 *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in unwanted))
    found = run(project.program(program))
    expect(re.search(printed, found), f"{program} prints {found}")
    needed = [re.match("lib(MLIR|LLVM)", name).group(1)
              for name in get_needed(project.program(program)) if re.match("lib(MLIR|LLVM)", name)]
    expect(sorted(needed) == needs, f"{program} needs {needed}, expected {needs}")


def check_refusals(build, scratch, prefix):
    """What does not fit is said where the package is looked for."""
    # A package of another version, as far as it goes.
    other = os.path.join(scratch, "other")
    os.makedirs(other)
    with open(os.path.join(other, "MLIRConfig.cmake"), "w", encoding="utf-8"):
        pass
    with open(os.path.join(other, "MLIRConfigVersion.cmake"), "w", encoding="utf-8") as file:
        file.write('set(PACKAGE_VERSION "21.1.8")\n')
    project = Project(build, scratch, os.path.join(EXAMPLES, "embed"), prefix, "refused")
    message = " ".join(project.configure(f"-DMLIR_DIR={other}", status=1).split())
    for text in ("needs MLIR 22.1", "21.1.8 in", "set MLIR_DIR to the folder"):
        expect(text in message, f"'{text}' is not in {message[-800:]}")
    listing = os.path.join(project.source, "CMakeLists.txt")
    with open(listing, encoding="utf-8") as file:
        text = file.read()
    for old, new, expected in (
            ("Amp 0.1", "Amp 0.2", "compatible with requested version"),
            ("COMPONENTS Pipelines", "COMPONENTS Pipeline", "no component 'Pipeline'"),
            ("target_link_libraries(nnc", "set_target_properties(nnc PROPERTIES "
             "AMP_SUPPORT_ONLY ON)\ntarget_link_libraries(nnc", "without_AMP_SUPPORT_ONLY")):
        expect(old in text, f"{listing} has no '{old}'")
        with open(listing, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        shutil.rmtree(project.folder)
        message = " ".join(project.configure(status=1).split())
        expect(expected in message, f"'{expected}' is not in {message[-800:]}")


def body(suite, scratch):
    build = Build(suite.options.build)
    prefix = os.path.join(scratch, ODD_NAMES[0], "amp")
    run("cmake", "--install", build.folder, "--prefix", prefix)
    suite.test("tree", check_tree, build, prefix)
    suite.test("embed", check_embedding, build, scratch, prefix, "embed")

    moved = os.path.join(scratch, ODD_NAMES[1], "elsewhere")
    os.makedirs(os.path.dirname(moved))
    shutil.move(prefix, moved)
    suite.test("embed-moved", check_embedding, build, scratch, moved, "embed-moved")
    suite.test("programs", check_programs, suite, scratch, moved)
    if build.is_sanitized:
        suite.skip("plugin", "mlir-opt has no sanitizer")
        suite.skip("c", "a C compiler links no sanitizer")
    else:
        suite.test("plugin", check_plugin, build, moved)
        suite.test("c", check_c, build, scratch, moved)
    suite.test("runtime", check_parts, build, scratch, moved, ["Runtime"],
               ["LLVM", "MLIR"], "runtime", [], r"\w")
    suite.test("training", check_parts, build, scratch, moved, ["Training"], ["MLIR"],
               "engine", [], r"(?s)entry point: predict\n.*\ncpu\b")
    suite.test("both", check_parts, build, scratch, moved, ["Training", "Pipelines"], [],
               "both", ["LLVM", "MLIR"], r"(?s)\bO2\n.*\ncpu\b")
    suite.test("refusals", check_refusals, build, scratch, moved)


if __name__ == "__main__":
    sys.exit(Suite("install", __doc__).main(body))

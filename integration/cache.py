#!/usr/bin/env python3
#===- cache.py - What was compiled before ----------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A second run takes its programs from the cache, and says and computes the same.

That it does is seen in that it does not load the compiler: the dynamic linker tells what it
opens. A run with another graph, policy, size or option compiles. The folder is where it
should be, several runs use a cold one at the same time, and nothing in it can do harm."""

import functools
import json
import os
import shutil
import stat
import subprocess
import sys

from _common import EXAMPLES, EXIT_CODES, MSE_GRAPH, Suite, expect

DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
DIGITS_FLAGS = [f"--data=images={DATA}:train_images", f"--data=labels={DATA}:train_labels",
                f"--data=test_images={DATA}", f"--data=test_labels={DATA}",
                "--eval-entry=evaluate", "--batch-size=200", "--shuffle", "--seed=7",
                "--print-every=1"]
NORMAL = ["--data=x=normal:0,1", "--data=y=normal:0,1", "--samples=10", "--batch-size=5"]
# It warns of the variable, and in f16 of the constant.
WARNS = MSE_GRAPH + """
amp.variable buffer @spare : tensor<2xf32> = #amp.init<zeros>
func.func @scale(%x: tensor<4x3xf32> {amp.name = "x"}) -> tensor<4x2xf32> {
  %w = amp.constant dense<1.0e9> : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return %h : tensor<4x2xf32>
}
"""
RUNS = 8


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def kept_names(folder, suffix=".ampx"):
    """The executables, or the kernels, that are kept."""
    return sorted(name for name in os.listdir(folder) if name.endswith(suffix))


def write(path, content):
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


class Cache:
    """Runs of amp-run, each told which folder to use, and whether they compiled."""

    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        self.variables = {name: value for name, value in suite.environment.items()
                          if name not in ("AMP_CACHE_DIR", "XDG_CACHE_HOME", "HOME")}
        self.graph = write(self.path("net.mlir"), MSE_GRAPH)

    def path(self, *names):
        return os.path.join(self.scratch, *names)

    def folder(self):
        """One that is not there yet."""
        path = self.path("cache")
        shutil.rmtree(path, ignore_errors=True)
        return path

    def run(self, *arguments, status=0, variables=None):
        """The result, with whether the compiler was loaded as `compiled`."""
        linked = self.path("linked")
        for name in os.listdir(self.scratch):
            if name.startswith("linked."):
                os.remove(self.path(name))
        self.suite.environment = {**self.variables, **(variables or {}), "LD_DEBUG": "files",
                                  "LD_DEBUG_OUTPUT": linked}
        result = self.suite.run(*arguments, "--device=cpu")
        expect(result.status == EXIT_CODES.get(status, status), result.describe())
        traces = [contents(self.path(name)) for name in os.listdir(self.scratch)
                  if name.startswith("linked.")]
        expect(any(b"libc.so" in trace for trace in traces), "the linker told nothing")
        result.compiled = any(b"libamp-compiler.so" in trace for trace in traces)
        return result

    def expect_hit(self, *arguments, **options):
        result = self.run(*arguments, **options)
        expect(not result.compiled, f"`{result.command}` compiled")
        return result

    def expect_miss(self, *arguments, **options):
        result = self.run(*arguments, **options)
        expect(result.compiled, f"`{result.command}` did not compile")
        return result


def without_times(text):
    document = json.loads(text)
    for run in document["runs"]:
        for key in ("compile_seconds", "train_seconds", "eval_seconds", "step_ms"):
            del run[key]
        for epoch in run["epochs"]:
            del epoch["seconds"]
    return document


def same_results(cache, flags):
    """Of the digits: the document, what is written, and what is said."""
    folder, out = cache.folder(), cache.path("out.safetensors")
    run = [DIGITS, *DIGITS_FLAGS, *flags, "--epochs=2", "--json", f"--output={out}"]
    results = [cache.expect_miss(*run, "--no-cache"), None, None]
    arrays = [contents(out), None, None]
    expect(not os.path.exists(folder), "--no-cache made the folder")
    for i, look in ((1, cache.expect_miss), (2, cache.expect_hit)):
        results[i] = look(*run, f"--cache-dir={folder}")
        arrays[i] = contents(out)
    for i in (1, 2):
        expect(without_times(results[i].out) == without_times(results[0].out),
               "the documents differ")
        expect(arrays[i] == arrays[0], "the arrays differ")
        expect(results[i].err == results[0].err, f"`{results[i].err}`, first `{results[0].err}`")
    expect(stat.S_IMODE(os.stat(folder).st_mode) == 0o700, "the folder's mode is not 0700")
    kept = os.listdir(folder)
    expect(len(kept_names(folder)) == 2 and len(kept) == 2 + len(kept_names(folder, ".ampk")) > 2,
           f"{kept}")


def explained(cache):
    """--explain is a part of what is kept, and --compare keeps each run."""
    folder = cache.folder()
    for flags in (["--explain", "--precision=bf16"], ["--compare=O0,O1,O2"]):
        run = [cache.graph, *NORMAL, *flags, "--json", f"--cache-dir={folder}"]
        first, second = cache.expect_miss(*run), cache.expect_hit(*run)
        expect(without_times(first.out) == without_times(second.out), "the documents differ")
    run = [cache.graph, *NORMAL, "--precision=bf16", "--json", f"--cache-dir={folder}"]
    expect(json.loads(cache.expect_miss(*run).out)["runs"][0].get("explain") is None,
           "explained unasked")


def says_again(cache):
    """Warnings of the graph and of what it is compiled to, once per run."""
    folder, graph = cache.folder(), write(cache.path("warns.mlir"), WARNS)
    run = [graph, "--entry=scale", "--input=x=normal:0,1", "--precision=f16",
           f"--cache-dir={folder}"]
    first, second = cache.expect_miss(*run), cache.expect_hit(*run)
    for text in ("variable 'spare' is never used", "becomes inf in 'f16'"):
        expect(first.err.count(text) == 1, f"not once '{text}': {first.err}")
    expect(second.err == first.err, f"`{second.err}`, first `{first.err}`")
    # The graph is known, the program is not.
    third = cache.expect_miss(*run, "--recompute=off", "--precision=bf16")
    expect(third.err.count("is never used") == 1, third.err)


def misses(cache):
    """What else is compiled, and kept beside the rest."""
    folder = cache.folder()
    base = [*NORMAL, f"--cache-dir={folder}"]
    policy = write(cache.path("policy.yaml"), "ops: {linear: deny}\n")
    other = write(cache.path("other.mlir"), MSE_GRAPH)
    variants = [[cache.graph], [other], [cache.graph, "--batch-size=3"],
                [cache.graph, "--accumulate=2"], [cache.graph, "--precision=bf16"],
                [cache.graph, "--precision=f16"],
                [cache.graph, "--precision=f16", "--loss-scale=8"],
                [cache.graph, "--precision=f16", "--init-scale=8"],
                [cache.graph, "--precision=bf16", "--assigner=eager"],
                [cache.graph, "--precision=bf16", f"--policy={policy}"],
                [cache.graph, "--precision=bf16", "--f32=."],
                [cache.graph, "--flat-state=off"], [cache.graph, "--recompute=on"],
                [cache.graph, "--trusted"]]
    count = 0
    for variant in variants:
        variant = [*variant, *(flag for flag in base
                               if flag.split("=")[0] not in {f.split("=")[0] for f in variant})]
        cache.expect_miss(*variant)
        expect(len(kept_names(folder)) > count, "nothing was kept")
        count = len(kept_names(folder))
        cache.expect_hit(*variant)
        expect(len(kept_names(folder)) == count, "a hit was kept again")
    # Neither changes what is compiled.
    for flags in (["--seed=5"], ["--lr=0.5"], ["--epochs=3"], ["--shuffle"], ["--threads=1"]):
        cache.expect_hit(cache.graph, *base, *flags)
    # Contents count, not the time of the file.
    run = [cache.graph, "--precision=bf16", f"--policy={policy}", *base]
    write(policy, "ops: {linear: deny}\n")
    cache.expect_hit(*run)
    write(policy, "ops: {linear: allow}\n")
    cache.expect_miss(*run)
    write(cache.graph, MSE_GRAPH + "\n")
    cache.expect_miss(cache.graph, *base)
    write(cache.graph, MSE_GRAPH)
    cache.expect_hit(cache.graph, *base)


def default_folders(cache):
    home, xdg, own = (cache.path(name) for name in ("home", "xdg", "own"))
    for path in (home, xdg):
        os.mkdir(path)
    run = [cache.graph, *NORMAL]
    everything = {"HOME": home, "XDG_CACHE_HOME": xdg, "AMP_CACHE_DIR": own}

    def uses(folder, names, *flags, **changed):
        variables = {**{name: everything[name] for name in names}, **changed}
        cache.expect_miss(*run, *flags, variables=variables)
        if folder is None:
            found = [name for path in (home, xdg) for name in os.listdir(path)]
            expect(not found and not os.path.exists(own), f"{variables} made {found}")
            return
        cache.expect_hit(*run, *flags, variables=variables)
        expect(len(kept_names(folder)) == 2, f"{variables} does not use {folder}")
        for path in (home, xdg, own):
            shutil.rmtree(path, ignore_errors=True)
        for path in (home, xdg):
            os.mkdir(path)

    uses(os.path.join(home, ".cache", "amp"), ["HOME"])
    uses(os.path.join(xdg, "amp"), ["HOME", "XDG_CACHE_HOME"])
    uses(own, everything)
    uses(os.path.join(home, ".cache", "amp"), ["HOME"], XDG_CACHE_HOME="relative")
    uses(None, everything, AMP_CACHE_DIR="")
    uses(None, everything, "--no-cache")
    uses(None, [])
    given = cache.path("given")
    cache.expect_miss(*run, f"--cache-dir={given}", variables=everything)
    expect(len(kept_names(given)) == 2 and not os.path.exists(own), "--cache-dir is not used")


def bad_folders(cache):
    """One that the user named must be good; any other is as if it were not there."""
    run = [cache.graph, *NORMAL]
    readable = cache.path("readable")
    os.mkdir(readable, 0o755)
    os.chmod(readable, 0o755)
    link, target = cache.path("link"), cache.path("target")
    os.mkdir(target, 0o700)
    os.symlink(target, link)
    file = write(cache.path("file"), "text")
    for path, message in ((readable, "others may look into it; programs are run from it, so its "
                                     "mode must be 0700"),
                          (link, "is a link, or no folder"),
                          (link + "/", "is a link, or no folder"),
                          (file, "is a link, or no folder"),
                          (os.path.join(file, "cache"), "Not a directory")):
        result = cache.run(*run, f"--cache-dir={path}", status="io")
        expect("error: --cache-dir: folder '" in result.err and message in result.err,
               result.describe())
        for _ in range(2):
            cache.expect_miss(*run, variables={"AMP_CACHE_DIR": path})
    expect(not os.listdir(readable) and not os.listdir(target), "something was kept")
    result = cache.run(*run, "--cache-dir=", status="usage")
    expect("--cache-dir: found '', expected some text" in result.err, result.describe())


def unwritable(cache):
    """A cache that cannot keep anything is none: /proc is nobody's to write to."""
    run = [cache.graph, *NORMAL]
    for path in ("/proc/amp", "/dev/null/amp"):
        cache.expect_miss(*run, variables={"AMP_CACHE_DIR": path})
    cache.expect_miss(*run, variables={"HOME": "/proc"})


def damaged(cache):
    """Each file of the folder cut off, changed, emptied, of another kind, or a link."""
    folder = cache.folder()
    run = [DIGITS, *DIGITS_FLAGS, "--precision=bf16", "--json", f"--cache-dir={folder}"]
    expected = without_times(cache.expect_miss(*run).out)

    def miss(name):
        """A run that asks for the file: for a kernel, if its programs are not there."""
        if name in kernels:
            for program in kept_names(folder):
                os.remove(os.path.join(folder, program))
        return cache.expect_miss(*run)

    good = {name: contents(os.path.join(folder, name)) for name in os.listdir(folder)}
    elsewhere, kernels = cache.path("elsewhere"), kept_names(folder, ".ampk")
    for name in [*kept_names(folder), kernels[0], kernels[-1]]:
        path, bytes_ = os.path.join(folder, name), good[name]
        other = next(good[key] for key in good if key != name)
        changed = bytearray(bytes_)
        changed[len(changed) // 2] ^= 1
        for bad in (bytes_[:-1], bytes_[:40], bytes(changed), bytes_ + b"x", b"", b"text"):
            write(path, bad)
            result = miss(name)
            said = f"remark: file '{name}' of the cache is damaged" in result.err
            expect(said == bool(bad), f"'{result.err}' of {len(bad)} bytes")
            expect(without_times(result.out) == expected, "another result")
            expect(contents(path) == bytes_, "it was not made again")
        os.rename(path, elsewhere)
        os.symlink(elsewhere, path)
        miss(name)
        expect(not os.path.islink(path) and contents(path) == bytes_, "a link was followed")
        expect(contents(elsewhere) == bytes_, "what a link led to was written")
        cache.expect_hit(*run)
        expect(other != bytes_, "two files are the same")


def concurrent(cache):
    """Several runs on a cold cache, twice: all of them right, and what is kept is whole."""
    run = [DIGITS, *DIGITS_FLAGS, "--precision=f16", "--json"]
    expected = without_times(cache.expect_miss(*run, "--no-cache").out)
    folder = cache.folder()
    command = [cache.suite.tool, *run, "--device=cpu", f"--cache-dir={folder}"]
    for _ in range(2):
        processes = [subprocess.Popen(command, env=cache.variables, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE) for _ in range(RUNS)]
        for process in processes:
            out, err = process.communicate(timeout=120)
            expect(process.returncode == 0, f"ended with {process.returncode}: {err[-300:]}")
            expect(without_times(out) == expected, "another result")
    kept = os.listdir(folder)
    expect(len(kept_names(folder)) == 2 and len(kept) == 2 + len(kept_names(folder, ".ampk")),
           f"{kept}")
    cache.expect_hit(*run, f"--cache-dir={folder}")


def kernels_stay(cache):
    """Of what is compiled anew, kernels that are known are not."""
    folder = cache.folder()
    run = [*NORMAL, f"--cache-dir={folder}"]
    cache.expect_miss(cache.graph, *run)
    kernels = kept_names(folder, ".ampk")
    other = write(cache.path("renamed.mlir"), MSE_GRAPH.replace("@w", "@weight"))
    cache.expect_miss(other, *run)
    expect(kept_names(folder, ".ampk") == kernels,
           "another name of a variable made other kernels")
    cache.expect_miss(cache.graph, *run, "--precision=bf16")
    more = len(kept_names(folder, ".ampk")) - len(kernels)
    alone = cache.path("alone")
    cache.expect_miss(cache.graph, *run[:-1], f"--cache-dir={alone}", "--precision=bf16")
    expect(0 < more < len(kept_names(alone, ".ampk")), f"{more} kernels of another precision")


def cubins(cache):
    """PTX that was assembled before is not assembled again, unless by another assembler."""
    folder, toolkit, log = cache.folder(), cache.path("toolkit"), cache.path("log")
    os.makedirs(os.path.join(toolkit, "bin"))
    assembler = os.path.join(toolkit, "bin", "ptxas")

    def assemble(graph, expected, *flags):
        cache.suite.environment = cache.variables
        result = cache.suite.run(graph, *NORMAL, "--device=cuda", "--compile-only",
                                 f"--cuda-toolkit={toolkit}", f"--cache-dir={folder}",
                                 f"--save-program={cache.path('net.ampx')}", *flags)
        expect(result.status == 0, result.describe())
        count = len(contents(log).splitlines())
        expect(count == expected, f"{count} calls of ptxas, expected {expected}")
        expect(b"a cubin" in contents(cache.path("net.ampx")), "the program has no cubin")

    script = f"#!/bin/sh\necho call >> {log}\nwhile [ $1 != --output-file ]; do shift; done\n"
    write(assembler, script + "echo a cubin > $2\n")
    os.chmod(assembler, 0o700)
    other = write(cache.path("other_name.mlir"), MSE_GRAPH)
    assemble(cache.graph, 1)
    assemble(cache.graph, 1)
    assemble(other, 1)
    assemble(other, 2, "--cuda-arch=sm_80")
    write(assembler, script + "echo a cubin of a later version > $2\n")
    assemble(write(cache.path("third_name.mlir"), MSE_GRAPH), 3)


def body(suite, scratch):
    cache = Cache(suite, scratch)
    for name, flags in {"f32": [], "f16": ["--precision=f16", "--init-scale=1e8"],
                        "micro_batches": ["--precision=bf16", "--accumulate=3",
                                          "--flush"]}.items():
        suite.test(f"same_results.{name}", same_results, cache, flags)
    for test in (explained, says_again, misses, default_folders, bad_folders, unwritable, damaged,
                 concurrent, kernels_stay, cubins):
        suite.test(test.__name__, functools.partial(test, cache))


if __name__ == "__main__":
    suite = Suite("cache", __doc__)
    sys.exit(suite.main(body))

#!/usr/bin/env python3
#===- programs.py - Saved programs run as their graphs do ------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Programs that --save-program wrote, run by amp-run-program and by amp-run --trusted.

Results, statistics, output arrays and checkpoints are bitwise those of the run that was
compiled. What a program is not made for is refused, and so is a file that is damaged.
Neither tool needs LLVM, which is tried where its libraries cannot be found."""

import functools
import glob
import json
import os
import re
import shutil
import subprocess
import sys

import _checkpoint
from _common import EXAMPLES, EXIT_CODES, MSE_GRAPH, Suite, expect

DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
# 1438 images: seven batches of 200, and one of 38. 359 to evaluate: one, and one of 159.
TRAINING = [f"--data=images={DATA}:train_images", f"--data=labels={DATA}:train_labels",
            "--entry=train", "--shuffle", "--seed=7", "--print-every=1"]
EVALUATION = [f"--data=test_images={DATA}", f"--data=test_labels={DATA}",
              "--eval-entry=evaluate", "--eval-every=1"]
# How it is compiled, which is settled in a program: overflows come and go.
SCALE = ["--init-scale=1e8", "--growth-interval=4"]
COMPILED = {"f32": ["--precision=f32"],
            "bf16": ["--precision=bf16"],
            "f16": ["--precision=f16", *SCALE],
            "f16_O2": ["--opt-level=O2", *SCALE],
            "bf16_O3": ["--opt-level=O3", "--precision=bf16"]}
GROUPS = ["--accumulate=3", "--flush"]
# Flags that a program refuses, with a value that a graph takes.
SETTLED = ["--precision=f32", "--opt-level=O1", "--autocast=on", "--compare=O0,O1",
           "--loss-scale=8", "--init-scale=8 --loss-scale=dynamic",
           "--growth-interval=3 --loss-scale=dynamic", "--skip-limit=3",
           "--preset=torch-cuda", "--policy=FILE", "--f32=fc1", "--assigner=eager",
           "--fail-on-unlisted", "--fuse-safe-losses", "--tf32=all",
           "--keep-batchnorm-f32=on --opt-level=O2",
           "--master-weights=on --opt-level=O2",
           "--wgrad-type=as-forward --opt-level=O2", "--hoist-weight-casts=on",
           "--recompute=on", "--activation-memory=1MiB", "--flat-state=off",
           "--cuda-toolkit=/", "--cuda-arch=sm_90", "--explain",
           "--save-program=FILE", "--cache-dir=FILE", "--no-cache"]
# What may differ.
OMITTED = {"compile_seconds", "train_seconds", "eval_seconds", "step_ms"}

# Something to predict, one row for each sample, and an input that is the same in every step.
PREDICT = MSE_GRAPH + """
func.func @predict(%x: tensor<?x3xf32> {amp.name = "x"}, %offset: tensor<2xf32> {amp.name = "offset"})
    -> (tensor<?x2xf32> {amp.name = "y"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %x, %w, %offset : (tensor<?x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  return %h : tensor<?x2xf32>
}
"""
NORMAL = ["--data=x=normal:0,1", "--data=y=normal:0,1", "--samples=10", "--seed=3",
          "--entry=train", "--print-every=1"]


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def without_times(document):
    """A run's document, but for times."""
    run = document["runs"][0]
    epochs = [{key: value for key, value in epoch.items() if key != "seconds"}
              for epoch in run["epochs"]]
    return {**{key: value for key, value in run.items() if key not in OMITTED}, "epochs": epochs}


def expect_same(found, expected, what):
    for key in expected:
        expect(found.get(key) == expected[key],
               f"{what}: `{key}` is {str(found.get(key))[:300]}, compiled "
               f"{str(expected[key])[:300]}")
    expect(found.keys() == expected.keys(), f"{what}: keys {sorted(found)}")


class Programs:
    """Both tools, and files of the scratch folder."""

    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        folder = os.path.dirname(suite.tool)
        self.tools = {name: os.path.join(folder, name) for name in ("amp-run", "amp-run-program")}

    def path(self, *names):
        return os.path.join(self.scratch, *names)

    def write(self, name, text):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, tool, *arguments, **options):
        self.suite.tool = self.tools[tool]
        try:
            return self.suite.run(*arguments, **options)
        finally:
            self.suite.tool = self.tools["amp-run"]

    def train(self, tool, file, *arguments):
        """A run's document without times, its arrays, and its checkpoints by name."""
        out, folder = self.path("out.safetensors"), self.path("checkpoints")
        for path in (out, folder):
            if os.path.isdir(path):
                shutil.rmtree(path)
            elif os.path.exists(path):
                os.remove(path)
        result = self.run(tool, file, "--device=cpu", "--json", f"--output={out}",
                          f"--checkpoint-dir={folder}", *arguments)
        expect(result.status == 0, result.describe())
        saved = {name: contents(os.path.join(folder, name)) for name in os.listdir(folder)}
        return without_times(json.loads(result.out)), contents(out), saved

    def compare(self, compiled, program, *arguments, omitted=()):
        """Runs the program with each tool, against what the compiled run gave."""
        for tool in self.tools:
            found = self.train(tool, program, "--trusted", *arguments)
            for key in omitted:
                found[0][key] = compiled[0][key]
            expect_same(found[0], compiled[0], tool)
            expect(found[1] == compiled[1], f"{tool}: --output has other bytes")
            expect(found[2].keys() == compiled[2].keys(), f"{tool}: saved {sorted(found[2])}")
            for name in compiled[2]:
                expect(found[2][name] == compiled[2][name], f"{tool}: {name} has other bytes")

    def refuse(self, status, message, *arguments, tools=None):
        for tool in tools or self.tools:
            result = self.run(tool, *arguments)
            expect(result.status == EXIT_CODES[status],
                   f"expected exit code {EXIT_CODES[status]}: {result.describe()}")
            expect(re.search(message, result.err), f"expected '{message}': {result.describe()}")


#===------------------------------------------------------------------------===#
# The same to the bit
#===------------------------------------------------------------------------===#


def digits(programs, flags, compiled_with):
    """The digits, with a last batch that is smaller, and an evaluation after each epoch."""
    run = [*TRAINING, *EVALUATION, "--epochs=2", "--save-every=3", *flags]
    program = programs.path("digits.ampx")
    compiled = programs.train("amp-run", DIGITS, *run, *compiled_with,
                              f"--save-program={program}")
    expect(len(compiled[0]["log"]) == 16 and len(compiled[2]) >= 2, "an epoch is not 8 steps")
    if "--init-scale=1e8" in compiled_with:
        expect(compiled[0]["statistics"]["skipped steps"] > 0, "no step was skipped")
    programs.compare(compiled, program, *run)
    # It is the largest that the program is made for.
    programs.compare(compiled, program, *(f for f in run if f != "--batch-size=200"))


def program_batches(programs):
    """Compiled for steps of 200, and for others."""
    program = programs.path("batches.ampx")
    run = [*TRAINING, *EVALUATION, "--epochs=1", *COMPILED["f16"]]
    # Of 1438 and of 359: what steps of 64 leave.
    programs.train("amp-run", DIGITS, *run, "--batch-size=200", f"--save-program={program}",
                   "--program-batches=64,30,39")
    for batch in (64, 200):
        compiled = programs.train("amp-run", DIGITS, *run, f"--batch-size={batch}")
        # All programs are loaded, also those that a run does not use.
        programs.compare(compiled, program, *TRAINING, *EVALUATION, "--epochs=1",
                         f"--batch-size={batch}", omitted=["peak_memory_bytes"])
    programs.refuse("input", "the saved program has no entry 'train' of 32x64, 32, it has "
                    "'train' of 200x64, 200; ", program, "--trusted", "--device=cpu", *TRAINING,
                    "--batch-size=32")


def goes_on(programs, name):
    """Stopped and resumed, by the graph and by the program in turn."""
    run, flags = [*TRAINING, *EVALUATION, "--batch-size=200", "--epochs=2"], COMPILED[name]
    program = programs.path("resumed.ampx")
    whole = programs.train("amp-run", DIGITS, *run, *flags, f"--save-program={program}")
    last = max(whole[2])
    graph = ("amp-run", DIGITS, *flags)
    saved = ("amp-run-program", program, "--trusted")
    for number, (first, second) in enumerate([(graph, saved), (saved, graph), (saved, saved)]):
        folder = programs.path(f"stopped.{name}.{number}")
        for (tool, *arguments), steps in ((first, ["--steps=5"]), (second, ["--resume"])):
            result = programs.run(tool, *arguments, *run, *steps, "--device=cpu",
                                  f"--checkpoint-dir={folder}")
            expect(result.status == 0, result.describe())
        expect(contents(os.path.join(folder, last)) == whole[2][last],
               f"{second[0]} went on where {first[0]} stopped, and ended elsewhere")
    expect(_checkpoint.read(os.path.join(folder, last)).step == 16, f"the last is {last}")


def predicts(programs):
    """With the parameters of a training, one row for each sample."""
    graph = programs.write("predict.mlir", PREDICT)
    parameters = programs.path("parameters.safetensors")
    result = programs.run("amp-run", graph, *NORMAL, "--steps=5", f"--output={parameters}")
    expect(result.status == 0, result.describe())
    program = programs.path("predict.ampx")
    run = ["--entry=predict", "--data=x=normal:0,2", "--input=offset=uniform:-1,1", "--samples=10",
           f"--init-from={parameters}", "--device=cpu"]
    outputs = {}
    for name, (tool, *arguments) in {
            "compiled": ("amp-run", graph, "--batch-size=4", f"--save-program={program}"),
            "amp-run": ("amp-run", program, "--trusted"),
            "amp-run-program": ("amp-run-program", program, "--trusted")}.items():
        path = programs.path(f"{name}.npz")
        result = programs.run(tool, *arguments, *run, f"--output={path}")
        expect(result.status == 0, result.describe())
        outputs[name] = contents(path)
    expect(len(set(outputs.values())) == 1, "the predictions differ")


def other_runs(programs):
    """Another rate, another seed, and an entry point that was not saved."""
    graph = programs.write("linear.mlir", PREDICT)
    program = programs.path("linear.ampx")
    run = [*NORMAL, "--steps=4", "--batch-size=5"]
    programs.train("amp-run", graph, *run, f"--save-program={program}")
    rate = [*run, "--lr=0.5"]
    programs.compare(programs.train("amp-run", graph, *rate), program, *rate)
    other = [*(flag for flag in run if flag != "--seed=3"), "--seed=4", "--shuffle"]
    programs.compare(programs.train("amp-run", graph, *other), program, *other)
    programs.refuse("input", "--entry=predict: no such entry point; there are: train", program, "--trusted", "--entry=predict",
                    "--data=x=normal:0,1", "--input=offset=zeros", "--samples=10", "--device=cpu")
    programs.refuse("input", "no such entry point; there are: train", program,
                    "--trusted", "--entry=none")


#===------------------------------------------------------------------------===#
# What is refused
#===------------------------------------------------------------------------===#


def save_linear(programs):
    graph = programs.write("refused.mlir", MSE_GRAPH)
    program = programs.path("refused.ampx")
    result = programs.run("amp-run", graph, *NORMAL, "--device=cpu", "--steps=2",
                          "--batch-size=5", f"--save-program={program}")
    expect(result.status == 0, result.describe())
    expect(f"the program is saved in '{program}'" in result.err, result.err)
    return program


def untrusted(programs):
    programs.refuse("input", "is a compiled program: native code, which runs with all your "
                    "rights; add --trusted", save_linear(programs), *NORMAL, "--device=cpu")


def settled(programs):
    program = save_linear(programs)
    policy = programs.write("policy.yaml", "ops: {linear: deny}\n")
    for text in SETTLED:
        flags = text.replace("FILE", policy).split()
        # amp-run-program has the same flags.
        names = "|".join(flag.split("=")[0] for flag in flags)
        programs.refuse("usage", f"({names}) is for compiling, and .* is compiled already",
                        program, "--trusted", *NORMAL, "--device=cpu", *flags)
    programs.refuse("usage", "--program-batches needs --save-program|is for compiling", program,
                    "--trusted", *NORMAL, "--program-batches=4")
    programs.refuse("usage", "--accumulate-reduction is for compiling", program, "--trusted",
                    *NORMAL, "--accumulate=2", "--accumulate-reduction=sum")
    expect(contents(policy) == b"ops: {linear: deny}\n", "the file was written to")


def sizes(programs):
    program = save_linear(programs)
    run = [program, "--trusted", *NORMAL, "--device=cpu"]
    has = "it has 'train' of 5x3, 5x2; save it from the graph for these sizes, too"
    programs.refuse("input", f"no entry 'train' of 4x3, 4x2, {has}", *run, "--batch-size=4")
    programs.refuse("input", f"no entry 'train' of 1x3, 1x2, {has}", *run, "--samples=11")
    programs.refuse("input", f"no entry 'train' of 5x3, 5x2 in groups of 2 \\((inner|last)\\), "
                    f"{has}", *run, "--accumulate=2")


def wrong_device(programs):
    folder = os.path.join(os.path.abspath(programs.suite.options.build), "lib", "simulator")
    environment = programs.suite.environment
    programs.suite.environment = {**environment, "LD_LIBRARY_PATH": folder}
    try:
        programs.refuse("device", "the executable is for the CPU, and the device is .*; compile "
                        "the graph for it", save_linear(programs), "--trusted", *NORMAL,
                        "--device=cuda")
    finally:
        programs.suite.environment = environment


def no_program(programs):
    graph = programs.write("graph.mlir", MSE_GRAPH)
    programs.refuse("input", "is no compiled program; amp-run compiles graphs, and writes "
                    "programs with --save-program", graph, *NORMAL, tools=["amp-run-program"])
    programs.refuse("io", "none.ampx", programs.path("none.ampx"), "--trusted")
    empty = programs.write("empty.ampx", "")
    programs.refuse("input", "is no compiled program", empty, "--trusted",
                    tools=["amp-run-program"])
    graph = programs.write("graph.mlir", MSE_GRAPH)
    programs.refuse("io", "save-program|no/such", graph, *NORMAL, "--device=cpu",
                    f"--save-program={programs.path('no', 'such')}", tools=["amp-run"])


def damaged(programs):
    good = contents(save_linear(programs))
    path = programs.path("damaged.ampx")

    def refuse(content, message):
        with open(path, "wb") as file:
            file.write(content)
        programs.refuse("input", message, path, "--trusted", *NORMAL, "--device=cpu")

    for length in (9, 63, 64, len(good) // 2, len(good) - 1):
        refuse(good[:length], "cut off" if length >= 64 else "not an executable")
    refuse(good + b"x", "followed by more")
    for place in (32, 64, len(good) // 2, len(good) - 1):
        changed = bytearray(good)
        changed[place] ^= 4
        refuse(bytes(changed), "is damaged: its SHA-256 digest is another")
    refuse(good[:8] + b"\x63" + good[9:], "has format 99 for runtime interface .*; compile the "
           "graph again")


#===------------------------------------------------------------------------===#
# Without LLVM
#===------------------------------------------------------------------------===#


def libraries(programs):
    modules = [os.path.join(os.path.dirname(programs.tools["amp-run"]), "..", "lib",
                            "libamp-rt-cpu.so")]
    for program in [*programs.tools.values(), *modules]:
        needed = subprocess.run(["ldd", program], capture_output=True, text=True,
                                check=True).stdout
        found = re.findall(r"\S*(?:LLVM|MLIR)\S*", needed)
        expect(not found, f"{program} needs {found}")


HIDE = """
set -e
mount -t tmpfs none "$1"
shift
while [ "$1" != -- ]; do mount --bind /dev/null "$1"; shift; done
shift
exec env -i "$@"
"""


def find_llvm():
    """The folder of LLVM, and its shared libraries elsewhere."""
    folder = next(iter(sorted(glob.glob("/usr/lib/llvm-*"), reverse=True)), None)
    files = [path for name in ("libLLVM*", "libMLIR*")
             for path in glob.glob(f"/usr/lib/*/{name}") if os.path.isfile(path)]
    return folder, sorted({os.path.realpath(path) for path in files} | set(files))


def why_not_hidden():
    if not shutil.which("unshare") or not find_llvm()[0]:
        return "no unshare, or no /usr/lib/llvm-*"
    done = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", find_llvm()[0]],
                          capture_output=True, text=True)
    return done.stderr.strip() if done.returncode else None


def without_llvm(programs):
    """The tools alone in a folder, on a machine that has no LLVM."""
    program = save_linear(programs)
    alone = programs.path("alone")
    os.mkdir(alone)
    source = os.path.dirname(programs.tools["amp-run"])
    for path in (*programs.tools.values(), os.path.join(source, "..", "lib", "libamp-rt-cpu.so")):
        shutil.copy(path, alone)
    folder, files = find_llvm()
    files = [path for path in files if not os.path.realpath(path).startswith(folder + "/")]

    def run(*command):
        done = subprocess.run(["unshare", "-m", "sh", "-c", HIDE, "sh", folder, *files, "--",
                               *command], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    run_flags = [*NORMAL, "--device=cpu", "--steps=2", "--json"]
    compiled = without_times(json.loads(programs.run(
        "amp-run", programs.path("refused.mlir"), *run_flags, "--batch-size=5").out))
    for tool in programs.tools:
        code, out, err = run(os.path.join(alone, tool), program, "--trusted", *run_flags)
        expect(code == 0, f"{tool} ended with {code}: {err[-300:]}")
        expect_same(without_times(json.loads(out)), compiled, tool)
    # LLVM is not there indeed, and amp-run says what it lacks.
    code, _, err = run(os.path.join(source, "amp-run"), programs.path("refused.mlir"), *run_flags)
    expect(code == EXIT_CODES["io"] and "the compiler cannot be loaded: lib" in err,
           f"amp-run without LLVM ended with {code}: {err[-300:]}")
    code, _, err = run(os.path.join(alone, "amp-run"), programs.path("refused.mlir"), *run_flags)
    expect(code == EXIT_CODES["io"] and "put libamp-compiler.so beside the program" in err,
           f"amp-run alone ended with {code}: {err[-300:]}")


def body(suite, scratch):
    programs = Programs(suite, scratch)
    for name, flags in COMPILED.items():
        suite.test(f"digits.{name}", digits, programs, ["--batch-size=200"], flags)
    for name in ("f32", "f16", "bf16_O3"):
        suite.test(f"micro_batches.{name}", digits, programs, ["--batch-size=200", *GROUPS],
                   COMPILED[name])
    suite.test("micro_batches.sum", digits, programs,
               ["--batch-size=200", *GROUPS],
               [*COMPILED["bf16"], "--accumulate-reduction=sum"])
    suite.test("program_batches", program_batches, programs)
    for name in ("f32", "f16"):
        suite.test(f"resumes.{name}", goes_on, programs, name)
    suite.test("predicts", predicts, programs)
    suite.test("other_runs", other_runs, programs)
    for name, test in {"untrusted": untrusted, "settled_flags": settled, "sizes": sizes,
                       "no_program": no_program, "damaged": damaged,
                       "libraries": libraries}.items():
        suite.test(name, functools.partial(test, programs))
    if os.path.isdir(os.path.join(suite.options.build, "lib", "simulator")):
        suite.test("wrong_device", wrong_device, programs)
    else:
        suite.skip("wrong_device", "no simulated GPU")
    reason = why_not_hidden()
    if reason:
        suite.skip("without_llvm", f"LLVM cannot be hidden: {reason}")
    else:
        suite.test("without_llvm", without_llvm, programs)


if __name__ == "__main__":
    suite = Suite("programs", __doc__)
    sys.exit(suite.main(body))

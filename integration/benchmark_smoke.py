#!/usr/bin/env python3
#===- benchmark_smoke.py - The benchmarks run, and compute what they say ---===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests the benchmarks that measure steps: their arithmetic on made-up figures whose
results were worked out by hand, and one small run of each. No test looks at a measured
time."""

import json
import math
import os
import subprocess
import sys

from _common import ROOT, Failure, Suite, expect
from _python import find_package

sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
import families  # noqa: E402
import peer  # noqa: E402
import recipe_cpu  # noqa: E402

# A ratio is that of neighbours: 1.1 and 1.3, not 12 / 10.
MADE_UP = {
    "loss_scaling": ({"widths": [{"width": 64, "precision": "f16",
                                  "step_ms": {"off": [10, 20, 10], "dynamic": [11, 20, 13]}}]},
                     "| 64 | f16 | 10.00 | 13.00 | 1.100 |"),
    "flat_state": ({"networks": [{
        "layers": 2, "width": 64, "precision": "bf16",
        "launches": {"cpu": {"off": 5, "on": 4}, "cuda": {"off": 50, "on": 20}},
        "runs": {state: [{"step_ms": time, "compile_seconds": 2 * time,
                          "peak_memory_bytes": 3 * time} for time in times]
                 for state, times in (("off", (10, 20, 10)), ("on", (9, 20, 5)))}}]},
                   "| 2 x 64 | bf16 | 9.00 | 0.900 | 0.90 | 0.900 | 5 to 4 | 50 to 20 |"),
    "contention": ({"steps": 9, "machine": {"cpu": "Made Up", "cpus": 2}, "runs": [{
        "width": 64, "load": 1,
        "policies": {policy: [{"median_ms": time, "mean_ms": 2 * time, "cpu_seconds": 3 * time}
                              for time in times]
                     for policy, times in (("default", (12, 20, 13)),
                                           ("passive", (10, 20, 10)))}}]},
                   "| 64 | 1 | default | 13.000 | 26.000 | 1.20 | 39.00 | 1.20 |"),
    "startup": ({"graphs": [{"graph": "digits", "precision": "bf16", "runs": {
        way: [{"process_seconds": time, "compile_seconds": time / 2} for time in times]
        for way, times in (("compiled", (0.4, 0.8, 0.2)), ("cached", (0.1, 0.4, 0.025)),
                           ("saved", (0.02, 0.04, 0.01)))}}]},
                "| digits | bf16 | cached | 100.0 | 50.0 | 4.0 |"),
    # 16 MB in 1, 2 and 1 ms: 16, 8 and 16 GB/s, of 20, 8 and 10 of a copy. Of the records one
    # moves too little to say anything; the worst of the others has 8 MB in 0.8, 1 and 0.8 ms,
    # which is half of the copy, as much, and as much.
    "kernels": ({"torch": "0", "failed": [], "machine": {"cpu": "Made Up", "threads": 2},
                 "cases": [{
                     "family": "softmax", "class": "memory", "shape": [4, 8], "type": "f32",
                     "pass": "forward", "needed_bytes": 16e6, "arena_bytes": 3 * 2**19,
                     "missing": {},
                     "runs": [{"copy": copy, "eager": eager, "amp": {"step_ms": step, "records": [
                         {"name": "rows", "count": 1, "share": share, "bytes": 8e6},
                         {"name": "columns", "count": 2, "share": 1 - share, "bytes": 16e6},
                         {"name": "little", "count": 1, "share": 0.0, "bytes": 64}]}}
                              for copy, eager, step, share in
                              ((20, 2.0, 1.0, 0.8), (8, 1.0, 2.0, 0.5), (10, 2.0, 1.0, 0.8))]}]},
                "| softmax | memory | 4x8 | f32 | forward | 4 | 1 | 16.0 | 100% | 100% | 1.50 | "
                "1.5 | 0.50 | - |"),
    "networks": ({"torch": "0", "machine": {"cpu": "Made Up", "threads": 2}, "networks": [{
        "network": "digits", "precision": "bf16",
        "prepared": {"amp": {"compile_seconds": 0.5, "records": 20, "kernels": 12,
                             "arena_bytes": 2**20, "peak_memory_bytes": 2**21},
                     "eager": {"compile_seconds": 0.1}, "compile": {"compile_seconds": 9}},
        "runs": [{"amp": ours, "eager": eager, "compile": compiled} for ours, eager, compiled in
                 ((1, 2, 1), (4, 4, 2), (1, 0.5, 4))]}]},
                 "| digits | bf16 | 1 | 2 | 2 | 1.00 | 1.00 | 0.50 | 9.00 | 20 | 12 | 1.0 | 2.0 |"
                 ),
    "memory": ({"torch": "0", "machine": {"cpu": "Made Up", "threads": 2}, "networks": [{
        "network": "digits", "precision": "bf16", "runs": {
            way: [{"step_bytes": mib << 20, "whole_bytes": mib << 21, "loaded_bytes": mib << 22}
                  for mib in found]
            for way, found in (("amp", (3, 9, 4)), ("blocks", (2, 2, 2)), ("program", (1, 1, 1)),
                               ("eager", (9, 8, 7)))}}]},
               "| digits | bf16 | 4.0 | 2.0 | 1.0 | 8.0 | 0.50 | 8.0 | 16.0 | 32.0 |")}
# What a small run needs beside the programs that are always built.
NEEDS = {"kernels": "bench", "networks": "torch", "memory": "torch"}
SMALL = {"loss_scaling": ["--widths=64", "--steps=3"],
         "flat_state": ["--networks=2x64", "--steps=3"],
         "contention": ["--widths=64", "--steps=3"], "startup": ["--graphs=digits"],
         "depth": ["--most=100"],
         "kernels": ["--smoke", "--types=f32,bf16", "--no-torch"], "networks": ["--smoke"],
         "memory": ["--smoke"]}


def product(role, dtype, sizes, **milliseconds):
    variants = [{"name": name.replace("_any", " any"), "median_ms": ms, "samples_ms": [ms]}
                for name, ms in milliseconds.items()]
    return {"role": role, "type": dtype, "layer": [512, 1024, 1024], "m": sizes[0],
            "n": sizes[1], "k": sizes[2], "variants": variants, "unavailable": {}}


def made_up_peer():
    rows, columns = (512, 1024, 1024), (1024, 1024, 512)
    return {"threads": 2, "onednn": "2.6.3", "gemms": [
        product("forward", "f32", rows, matmul=9, matmul_any=8, amp=10),
        product("data gradient", "f32", rows, matmul=9, matmul_any=9.5, sgemm=9.25, amp=9),
        product("weight gradient", "f32", columns, matmul=11, sgemm=10, amp=10),
        product("forward", "bf16", rows, matmul=4, matmul_any=2, amp=4),
        product("data gradient", "bf16", rows, matmul=4, matmul_any=3, amp=4),
        product("weight gradient", "bf16", columns, matmul=2, amp=2.5),
    ], "bandwidth": [
        {"name": name, "footprint": 25190400, "bytes": 1, "median_ms": 1, "samples_ms": [1],
         "gb_per_s": speed} for name, speed in (("copy", 9), ("triad", 10), ("update", 12))]}


def made_up_run(step, rows, columns, kernels):
    return {"steps": 10, "step_ms": step, "peak_memory_bytes": 1, "records": {
        "gemm 512x1024x1024": {"count": 5, "ms": rows},
        "gemm 1024x1024x512": {"count": 3, "ms": columns},
        "relu_cast_bf16": {"count": 2, "ms": kernels}}}


def made_up():
    return {
        "format": recipe_cpu.FORMAT, "date": "2000-01-01T00:00:00+00:00",
        "machine": {"cpu": "Made Up", "flags": "", "cpus": 2, "threads": 2, "system": "",
                    "device": {"libraries": "none"}, "load_before": [0, 0, 0],
                    "load_after": [0, 0, 0], "other_cpu_share": 0.0},
        "versions": {"amp": "amp-run", "onednn": "2.6.3", "commit": "0", "dirty": False,
                     "python": "3"},
        "settings": {"batch": 512, "layers": 3, "repetitions": 3, "quick": False},
        "widths": [{
            "width": 1024, "footprint": 25190400, "onednn": [made_up_peer()] * 3,
            "runs": {
                # One slow repetition must not move a median.
                "f32": [made_up_run(100, 50, 30, 8), made_up_run(500, 250, 150, 80),
                        made_up_run(90, 50, 30, 8)],
                "bf16": [made_up_run(40, 20, 8, 4)] * 3,
                "f16": [made_up_run(250, 60, 40, 4)]},
        }],
    }


def expect_close(name, found, expected):
    expect(math.isclose(found, expected, rel_tol=1e-12),
           f"{name}: found {found!r}, expected {expected!r}")


def test_arithmetic():
    (entry,) = recipe_cpu.summarize(made_up())
    expect_close("f32 / bf16", entry["ratio"], 2.5)
    expect_close("f16 step", entry["f16_step_ms"], 250)
    # 3 * (1024^2 + 1024) = 3148800 parameters, at 12 GB/s.
    expected = {
        "f32": {"step_ms": 100, "gemm_ms": 80, "outside_ms": 20, "kernel_ms": 8, "rest_ms": 12,
                "traffic_bytes": 37785600, "bandwidth": 12, "traffic_ms": 3.1488,
                "onednn_ms": 3 * 8 + 2 * 9 + 3 * 10, "share": 72 / 80,
                "onednn_rows_ms": 3 * 9 + 2 * 9 + 3 * 10, "share_rows": 75 / 80,
                "step_over_own": 100 / 83.1488, "step_over_onednn": 100 / 75.1488},
        "bf16": {"step_ms": 40, "gemm_ms": 28, "outside_ms": 12, "kernel_ms": 4, "rest_ms": 8,
                 "traffic_bytes": 44083200, "bandwidth": 12, "traffic_ms": 3.6736,
                 "onednn_ms": 3 * 2 + 2 * 3 + 3 * 2, "share": 18 / 28,
                 "onednn_rows_ms": 3 * 4 + 2 * 4 + 3 * 2, "share_rows": 26 / 28,
                 "step_over_own": 40 / 31.6736, "step_over_onednn": 40 / 21.6736},
    }
    for dtype, values in expected.items():
        for key, value in values.items():
            expect_close(f"{dtype} {key}", entry[dtype][key], value)
    groups = {group["name"]: group for group in entry["f32"]["groups"]}
    expect_close("share of the rows", groups["gemm 512x1024x1024"]["share"], 42 / 50)
    expect_close("share row by row", groups["gemm 512x1024x1024"]["share_rows"], 45 / 50)
    expect_close("share of the columns", groups["gemm 1024x1024x512"]["share"], 1)
    forward = entry["f32"]["products"][0]
    expect(forward["best"] == "matmul any" and forward["best_rows"] == "matmul",
           f"the best ways are {forward['best']} and {forward['best_rows']}")
    expect_close("forward alone", forward["share"], 8 / 10)


def test_warm_records():
    def records(steps, first, second):
        return {"steps": steps, "profile": [{"program": "train", "records": [
            {"name": "gemm 1x1x1", "runs": steps, "milliseconds": first},
            {"name": "gemm 1x1x1", "runs": steps, "milliseconds": second}]}]}

    warm = recipe_cpu.warm_records(records(2, 30, 20), records(12, 130, 120))
    expect(warm == {"gemm 1x1x1": {"count": 2, "ms": 20.0}}, f"found {warm}")


def test_missing_product():
    raw = made_up()
    raw["widths"][0]["runs"]["bf16"][0]["records"]["gemm 512x1024x1024"]["count"] = 4
    try:
        recipe_cpu.summarize(raw)
    except recipe_cpu.Failure as failure:
        expect("'gemm 512x1024x1024': 4" in str(failure), f"the message is '{failure}'")
    else:
        raise Failure("a step that lacks a product was summarized")


def run_script(*arguments, name="recipe_cpu"):
    script = os.path.join(ROOT, "benchmarks", f"{name}.py")
    # Other tests share the cores, and amp-bench-onednn runs on GNU OpenMP, whose
    # threads spin while they wait.
    done = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True,
                          timeout=300, env={**os.environ, "OMP_WAIT_POLICY": "passive"})
    return done.returncode, done.stdout, done.stderr


def test_tables(scratch):
    path = os.path.join(scratch, "figures.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(made_up(), file)
    status, out, err = run_script("--from", path)
    expect(status == 0, f"exit code {status}: {err}")
    for line in ("| 1024 | 100.00 | 40.00 | 250.00 | 2.50 |",
                 "- reached: width 1024: bf16 is 2.50 times as fast as f32, at least 1.7",
                 "- reached: width 1024, f32: GEMMs at 90.0 % of oneDNN's best, at least 90.0 %",
                 "- MISSED: width 1024, f32: step is 1.203 of its GEMMs + least traffic, "
                 "at most 1.15"):
        expect(line in out.splitlines(), f"the tables lack '{line}'")


def test_bad_figures(scratch):
    path = os.path.join(scratch, "bad.json")
    for text, status, message in (("{", 3, path), ('{"format": 0}', 3, "format"), (None, 5, path)):
        if text is None:
            os.remove(path)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        found, _, err = run_script("--from", path)
        expect(found == status, f"exit code {found}, expected {status}: {err}")
        expect(message in err and "Traceback" not in err, f"the message is '{err}'")


def test_quick(build, scratch):
    path = os.path.join(scratch, "quick.json")
    status, out, err = run_script("--quick", "--widths=64", "--build", build, "--output", path)
    expect(status == 0, f"exit code {status}: {err}")
    expect("**Quick:**" in out, "the tables do not say that the figures are no measurement")
    with open(path, encoding="utf-8") as file:
        (figures,) = json.load(file)["widths"]
    expect(sorted(figures["runs"]) == ["bf16", "f16", "f32"], f"runs: {sorted(figures['runs'])}")
    gemms = figures["onednn"][0]["gemms"]
    expect(len(gemms) == 6, f"{len(gemms)} products, expected 3 in f32 and 3 in bf16")


def test_ratios(name, scratch):
    raw, line = MADE_UP[name]
    path = os.path.join(scratch, f"{name}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": 1, "date": "2000-01-01T00:00:00+00:00", "commit": "0",
                   "changed": False, "machine": {"cpu": "Made Up", "device": "Made Up"},
                   "batch": 32, "other_cpu_share": 0.0, **raw}, file)
    status, out, err = run_script("--from", path, name=name)
    expect(status == 0, f"exit code {status}: {err}")
    expect(line in out.splitlines(), f"the table lacks '{line}': {out}")
    expect("worth little" not in out, "a quiet machine is called a busy one")


def test_small(name, build, scratch):
    path = os.path.join(scratch, f"{name}-small.json")
    status, _, err = run_script("--build", build, "--repetitions=1", "--output", path,
                                *SMALL[name], name=name)
    expect(status == 0, f"exit code {status}: {err}")
    with open(path, encoding="utf-8") as file:
        failed = json.load(file).get("failed")
    expect(not failed, f"not measured: {failed}")


def test_families():
    """Bytes that have to move, of families whose passes differ."""
    def found(name, shape, size):
        return families.FAMILIES[name].bytes(shape, size)

    # x in and y out; x and dy in and dx out.
    expect(found("softmax", (3, 5), 2) == (60, 90), f"softmax: {found('softmax', (3, 5), 2)}")
    # Twice x in, for the statistics and for the result; then both x and dy twice.
    expect(found("batch_norm", (2, 3, 4, 5), 4) == (1440, 2400),
           f"batch_norm: {found('batch_norm', (2, 3, 4, 5), 4)}")
    expect(found("cast", (10,), 2) == (60, 0), f"cast: {found('cast', (10,), 2)}")
    # Four rows of three are read and written; then they are read, and ten written.
    expect(found("embedding", (10, 3, 4), 4) == (96, 168),
           f"embedding: {found('embedding', (10, 3, 4), 4)}")


def body(suite, scratch):
    suite.test("arithmetic", test_arithmetic)
    suite.test("warm_records", test_warm_records)
    suite.test("missing_product", test_missing_product)
    suite.test("tables", test_tables, scratch)
    suite.test("bad_figures", test_bad_figures, scratch)
    build = os.path.abspath(suite.options.build)
    missing = {}
    if not os.access(os.path.join(build, "bin", "amp-bench-onednn"), os.X_OK):
        missing["bench"] = "amp-bench-onednn is not built (-DAMP_BUILD_BENCHMARKS=ON)"
    if not peer.has_torch():
        missing["torch"] = "this Python has no PyTorch"
    has_package = find_package(suite) is not None
    for name in MADE_UP:
        suite.test(f"{name}.ratios", test_ratios, name, scratch)
        if NEEDS.get(name) in missing:
            suite.skip(f"{name}.small", missing[NEEDS[name]])
        elif name not in NEEDS or has_package:
            suite.test(f"{name}.small", test_small, name, build, scratch)
    suite.test("depth.small", test_small, "depth", build, scratch)
    suite.test("families", test_families)
    if "bench" in missing:
        suite.skip("quick", missing["bench"])
    else:
        suite.test("quick", test_quick, build, scratch)


if __name__ == "__main__":
    suite = Suite("benchmark_smoke", __doc__)
    sys.exit(suite.main(body))

#!/usr/bin/env python3
#===- recipe_cpu.py - The recipe's training step on the CPU ----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures the recipe's training step on the CPU: bf16 against f32, the matrix
products against oneDNN alone, and the rest against the least possible traffic.

Prints tables in Markdown and keeps the raw figures as JSON. README.md beside this
file says what each figure means.
"""

import argparse
import collections
import datetime
import json
import os
import platform
import statistics
import sys
import tempfile

from common import (MOST_OTHER_CPU, Failure, other_cpu_share, read_clocks, read_commit,
                    read_cpu, run, run_benchmark, say, table, whole)

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

BATCH = 512
LAYERS = 3
WIDTHS = [512, 1024, 2048, 4096]
# Steps of the first run, which holds what is done only once: pages touched first,
# code run first. What it took is subtracted from the longer run's records.
COLD_STEPS = 2
# Products of the recipe's step, and how many of each there are.
ROLES = {"forward": LAYERS, "data gradient": LAYERS - 1, "weight gradient": LAYERS}
# Least bytes per parameter that plain SGD moves. f32: read the weight, read the
# gradient, write the weight. bf16: read the f32 gradient, read and write the f32
# weight, write its bf16 copy.
OPTIMIZER_BYTES = {"f32": 12, "bf16": 14}
# What the project aims at.
AIM_RATIO, AIM_RATIO_WIDTH = 1.7, 1024
AIM_SHARE = 0.90
AIM_STEP = 1.15


#===------------------------------------------------------------------------===#
# Running
#===------------------------------------------------------------------------===#


def run_json(command):
    text = run(command)
    try:
        return json.loads(text)
    except ValueError as error:
        raise Failure(f"{' '.join(command)} printed no JSON: {error}") from None


def train(tool, graph, precision, steps, threads):
    """One amp-run; the document's only run, and the device."""
    command = [tool, graph, "--device=cpu", f"--precision={precision}",
               f"--batch-size={BATCH}", f"--samples={BATCH}", f"--steps={steps}",
               "--data=x=normal:0,1", "--data=y=normal:0,1", "--profile", "--json"]
    if threads:
        command.append(f"--threads={threads}")
    document = run_json(command)
    return document["runs"][0], document["device"]


def sum_records(run_report):
    """Milliseconds over all runs, and how many records there are, by name."""
    profiles = run_report["profile"]
    if len(profiles) != 1:
        raise Failure(f"amp-run ran {len(profiles)} programs, expected one")
    times, counts = collections.Counter(), collections.Counter()
    for record in profiles[0]["records"]:
        times[record["name"]] += record["milliseconds"]
        counts[record["name"]] += 1
    return times, counts


def warm_records(cold, longer):
    """Milliseconds of a warm step by record name: what the longer run took more,
    over the steps that it made more."""
    cold_times, cold_counts = sum_records(cold)
    times, counts = sum_records(longer)
    if counts != cold_counts:
        raise Failure("two runs of the same graph have different records: "
                      f"{dict(cold_counts)} and {dict(counts)}")
    steps = longer["steps"] - cold["steps"]
    return {name: {"count": counts[name], "ms": (times[name] - cold_times[name]) / steps}
            for name in sorted(times)}


def measure_step(tool, graph, precision, steps, threads):
    cold, _ = train(tool, graph, precision, COLD_STEPS, threads)
    longer, _ = train(tool, graph, precision, COLD_STEPS + steps, threads)
    return {"steps": steps, "step_ms": longer["step_ms"]["median"],
            "peak_memory_bytes": longer["peak_memory_bytes"],
            "records": warm_records(cold, longer)}


def count_parameters(width):
    return LAYERS * (width * width + width)


def count_steps(width, quick):
    """About 10^12 multiplications and additions, 10 to 200 steps."""
    if quick:
        return 3
    operations = 2 * BATCH * width * width * sum(ROLES.values())
    return max(10, min(200, 10**12 // operations))


def write_graph(path, width):
    script = os.path.join(ROOT, "examples", "recipe", "generate.py")
    text = run([sys.executable, script, f"--layers={LAYERS}", f"--width-in={width}",
                f"--width={width}", f"--width-out={width}"])
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def measure_width(options, width, threads, scratch):
    tool = os.path.join(options.build, "bin", "amp-run")
    peer = os.path.join(options.build, "bin", "amp-bench-onednn")
    graph = os.path.join(scratch, f"recipe{width}.mlir")
    write_graph(graph, width)
    steps = count_steps(width, options.quick)
    footprint = 8 * count_parameters(width)  # Weights and gradients.
    figures = {"width": width, "footprint": footprint, "onednn": [],
               "runs": {"f32": [], "bf16": [], "f16": []}}
    for repetition in range(options.repetitions):
        say(f"width {width}: repetition {repetition + 1} of {options.repetitions}")
        figures["onednn"].append(run_json(
            [peer, f"--threads={threads}", f"--layer={BATCH},{width},{width}",
             f"--footprint={footprint}"]
            + (["--repetitions=1", "--milliseconds=2"] if options.quick
               else ["--repetitions=3"])))
        # The order alternates, so that a drift of the clock meets both alike.
        order = ["f32", "bf16"] if repetition % 2 == 0 else ["bf16", "f32"]
        for precision in order:
            figures["runs"][precision].append(
                measure_step(tool, graph, precision, steps, threads))
    figures["runs"]["f16"].append(measure_step(tool, graph, "f16", steps, threads))
    return figures


def measure(options):
    tool = os.path.join(options.build, "bin", "amp-run")
    cpu, flags = read_cpu()
    commit, dirty = read_commit()
    load_before, clocks = os.getloadavg(), read_clocks()
    with tempfile.TemporaryDirectory(prefix="amp-bench-") as scratch:
        # Also finds out early what is missing, and how many threads are used.
        graph = os.path.join(scratch, "probe.mlir")
        write_graph(graph, 8)
        _, device = train(tool, graph, "bf16", 1, options.threads)
        threads = device["units"]
        widths = [measure_width(options, width, threads, scratch) for width in options.widths]
    return {
        "format": FORMAT,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": {"cpu": cpu, "flags": flags, "cpus": os.cpu_count(), "threads": threads,
                    "system": platform.platform(), "device": device,
                    "load_before": load_before, "load_after": os.getloadavg(),
                    "other_cpu_share": other_cpu_share(clocks, read_clocks())},
        "versions": {"amp": run([tool, "--version"]).strip(),
                     "onednn": widths[0]["onednn"][0]["onednn"],
                     "commit": commit, "dirty": dirty, "python": platform.python_version()},
        "settings": {"batch": BATCH, "layers": LAYERS, "repetitions": options.repetitions,
                     "quick": options.quick},
        "widths": widths,
    }


#===------------------------------------------------------------------------===#
# Arithmetic
#===------------------------------------------------------------------------===#


def product_times(documents, role, dtype):
    """Median milliseconds of each way to compute one product, over the repetitions."""
    samples = collections.defaultdict(list)
    sizes = None
    for document in documents:
        for gemm in document["gemms"]:
            if (gemm["role"], gemm["type"]) != (role, dtype):
                continue
            sizes = (gemm["m"], gemm["n"], gemm["k"])
            for variant in gemm["variants"]:
                samples[variant["name"]].append(variant["median_ms"])
    if sizes is None:
        raise Failure(f"amp-bench-onednn gave no product '{role}' in {dtype}")
    return sizes, {name: statistics.median(values) for name, values in samples.items()}


def summarize_product(documents, role, dtype):
    sizes, times = product_times(documents, role, dtype)
    own = times.pop("amp")
    rows = {name: ms for name, ms in times.items() if not name.endswith(" any")}
    best, best_rows = min(times, key=times.get), min(rows, key=rows.get)
    return {"role": role, "count": ROLES[role], "name": "gemm {}x{}x{}".format(*sizes),
            "flop": 2 * sizes[0] * sizes[1] * sizes[2], "amp_ms": own,
            "best": best, "best_ms": times[best], "share": times[best] / own,
            "best_rows": best_rows, "best_rows_ms": rows[best_rows],
            "share_rows": rows[best_rows] / own}


def best_bandwidth(documents):
    """GB/s of the fastest loop over memory, and its name."""
    samples = collections.defaultdict(list)
    for document in documents:
        for loop in document["bandwidth"]:
            samples[loop["name"]].append(loop["gb_per_s"])
    medians = {name: statistics.median(values) for name, values in samples.items()}
    name = max(medians, key=medians.get)
    return medians[name], name


def group_gemms(products, runs):
    """The products of the step by the names of their records: products of the same
    size cannot be told apart in the profile."""
    groups = {}
    for product in products:
        group = groups.setdefault(product["name"], {"name": product["name"], "roles": [],
                                                    "count": 0, "best_ms": 0.0,
                                                    "best_rows_ms": 0.0})
        group["roles"].append(f"{product['count']} {product['role']}")
        group["count"] += product["count"]
        group["best_ms"] += product["count"] * product["best_ms"]
        group["best_rows_ms"] += product["count"] * product["best_rows_ms"]
    for report in runs:
        found = {name: record["count"] for name, record in report["records"].items()
                 if name.startswith("gemm ")}
        expected = {name: group["count"] for name, group in groups.items()}
        if found != expected:
            raise Failure(f"the step has the products {found}, expected {expected}")
    for group in groups.values():
        group["step_ms"] = statistics.median(r["records"][group["name"]]["ms"] for r in runs)
        group["share"] = group["best_ms"] / group["step_ms"]
        group["share_rows"] = group["best_rows_ms"] / group["step_ms"]
    return list(groups.values())


def sum_kind(report, is_gemm):
    return sum(record["ms"] for name, record in report["records"].items()
               if name.startswith("gemm ") == is_gemm)


def summarize_precision(figures, dtype):
    """The figures of one width and one precision."""
    runs, documents = figures["runs"][dtype], figures["onednn"]
    products = [summarize_product(documents, role, dtype) for role in ROLES]
    groups = group_gemms(products, runs)
    bandwidth, loop = best_bandwidth(documents)
    traffic = OPTIMIZER_BYTES[dtype] * count_parameters(figures["width"])
    step = statistics.median(report["step_ms"] for report in runs)
    gemms = statistics.median(sum_kind(report, True) for report in runs)
    kernels = statistics.median(sum_kind(report, False) for report in runs)
    traffic_ms = traffic / bandwidth * 1e-6  # Bytes over GB/s are nanoseconds.
    best = sum(group["best_ms"] for group in groups)
    rows = sum(group["best_rows_ms"] for group in groups)
    return {"width": figures["width"], "dtype": dtype, "step_ms": step, "gemm_ms": gemms,
            "outside_ms": step - gemms, "kernel_ms": kernels, "rest_ms": step - gemms - kernels,
            "traffic_bytes": traffic, "bandwidth": bandwidth, "loop": loop,
            "traffic_ms": traffic_ms, "onednn_ms": best, "share": best / gemms,
            "onednn_rows_ms": rows, "share_rows": rows / gemms,
            "step_over_own": step / (gemms + traffic_ms),
            "step_over_onednn": step / (best + traffic_ms),
            "products": products, "groups": groups}


def summarize(raw):
    """All derived figures, a list with one object per width."""
    result = []
    for figures in raw["widths"]:
        f32, bf16 = (summarize_precision(figures, dtype) for dtype in ("f32", "bf16"))
        f16 = statistics.median(report["step_ms"] for report in figures["runs"]["f16"])
        result.append({"width": figures["width"], "f32": f32, "bf16": bf16, "f16_step_ms": f16,
                       "ratio": f32["step_ms"] / bf16["step_ms"]})
    return result


#===------------------------------------------------------------------------===#
# Tables
#===------------------------------------------------------------------------===#


def percent(value):
    return f"{100 * value:.1f} %"


def aim(reached, text):
    return f"- {'reached' if reached else 'MISSED'}: {text}"


def aims(summary):
    lines = []
    for entry in summary:
        width = entry["width"]
        if width >= AIM_RATIO_WIDTH:
            lines.append(aim(entry["ratio"] >= AIM_RATIO,
                             f"width {width}: bf16 is {entry['ratio']:.2f} times as fast as f32, "
                             f"at least {AIM_RATIO}"))
        for dtype in ("f32", "bf16"):
            figures = entry[dtype]
            lines.append(aim(figures["share"] >= AIM_SHARE,
                             f"width {width}, {dtype}: GEMMs at {percent(figures['share'])} of "
                             f"oneDNN's best, at least {percent(AIM_SHARE)}"))
            lines.append(aim(figures["step_over_own"] <= AIM_STEP,
                             f"width {width}, {dtype}: step is {figures['step_over_own']:.3f} of "
                             f"its GEMMs + least traffic, at most {AIM_STEP}"))
    return lines


def warnings(raw):
    other = raw["machine"]["other_cpu_share"]
    lines = []
    if other is None or other > MOST_OTHER_CPU:
        share = "an unknown share" if other is None else percent(other)
        lines.append(f"**Not quiet:** other processes took {share} of the CPUs' time; "
                     "these figures are no measurement.")
    if raw["settings"]["quick"]:
        lines.append("**Quick:** too few steps; these figures are no measurement.")
    return [text for line in lines for text in (line, "")]


def report(raw):
    """The tables as a list of lines."""
    summary = summarize(raw)
    machine, versions, settings = raw["machine"], raw["versions"], raw["settings"]
    changed = " with local changes" if versions["dirty"] else ""
    load = ", ".join(f"{value:.2f}" for value in machine["load_before"])
    lines = [f"# The recipe's step on {machine['cpu']}, {machine['threads']} threads", "",
             f"{raw['date']}, {versions['amp']}, commit {versions['commit']}{changed}, "
             f"{machine['device']['libraries']}. Load before: {load}. "
             f"{settings['layers']} layers, batch {settings['batch']}, medians of "
             f"{settings['repetitions']} repetitions.", ""]
    lines += warnings(raw)

    lines += ["## Step time", ""]
    lines += table(["width", "f32 ms", "bf16 ms", "f16 ms", "f32 / bf16"],
                   [[e["width"], f"{e['f32']['step_ms']:.2f}", f"{e['bf16']['step_ms']:.2f}",
                     f"{e['f16_step_ms']:.2f}", f"{e['ratio']:.2f}"] for e in summary], left=1)

    both = [entry[dtype] for entry in summary for dtype in ("f32", "bf16")]
    lines += ["## Where the time goes", ""]
    lines += table(["width", "type", "step ms", "GEMMs ms", "outside ms", "kernels ms", "rest ms",
                    "least traffic MB", "at GB/s", "least traffic ms",
                    "step / (GEMMs + traffic)", "step / (oneDNN + traffic)"],
                   [[f["width"], f["dtype"], f"{f['step_ms']:.2f}", f"{f['gemm_ms']:.2f}",
                     f"{f['outside_ms']:.2f}", f"{f['kernel_ms']:.2f}", f"{f['rest_ms']:.2f}",
                     f"{f['traffic_bytes'] / 1e6:.1f}", f"{f['bandwidth']:.1f} ({f['loop']})",
                     f"{f['traffic_ms']:.2f}", f"{f['step_over_own']:.3f}",
                     f"{f['step_over_onednn']:.3f}"] for f in both], left=2)

    lines += ["## GEMMs in the step against oneDNN alone", ""]
    rows = []
    for f in both:
        rows += [[f["width"], f["dtype"], f"{g['name']}: {', '.join(g['roles'])}",
                  f"{g['step_ms']:.2f}", f"{g['best_ms']:.2f}", percent(g["share"]),
                  f"{g['best_rows_ms']:.2f}", percent(g["share_rows"])] for g in f["groups"]]
        rows.append([f["width"], f["dtype"], "all", f"{f['gemm_ms']:.2f}",
                     f"{f['onednn_ms']:.2f}", percent(f["share"]),
                     f"{f['onednn_rows_ms']:.2f}", percent(f["share_rows"])])
    lines += table(["width", "type", "products", "in the step ms", "oneDNN ms", "share",
                    "oneDNN row by row ms", "share"], rows, left=3)

    lines += ["## Each product alone", ""]
    lines += table(["width", "type", "product", "amp ms", "amp GFLOP/s", "oneDNN ms", "way",
                    "share", "oneDNN row by row ms", "way", "share"],
                   [[f["width"], f["dtype"], p["role"], f"{p['amp_ms']:.3f}",
                     f"{p['flop'] / p['amp_ms'] * 1e-6:.0f}", f"{p['best_ms']:.3f}", p["best"],
                     percent(p["share"]), f"{p['best_rows_ms']:.3f}", p["best_rows"],
                     percent(p["share_rows"])] for f in both for p in f["products"]],
                   left=3)

    return lines + ["## Aims", ""] + aims(summary)


#===------------------------------------------------------------------------===#
# The command
#===------------------------------------------------------------------------===#


def parse_arguments(argv):
    count = whole(1, 1 << 16)
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR",
                        help="build folder (default: build)")
    parser.add_argument("--widths", type=lambda text: [count(w) for w in text.split(",")],
                        metavar="N,N,...", help="widths (default: 512,1024,2048,4096)")
    parser.add_argument("--repetitions", type=count, metavar="N",
                        help="times that everything is measured (default: 5)")
    parser.add_argument("--threads", type=count, metavar="N",
                        help="threads (default: what amp-run takes)")
    parser.add_argument("--quick", action="store_true",
                        help="width 512, few steps, once: shows that it runs, measures nothing")
    parser.add_argument("--output", metavar="FILE",
                        help="raw figures (default: results/DATE-CPU-recipe.json; none with "
                             "--quick)")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="prints the tables of these raw figures; measures nothing")
    options = parser.parse_args(argv)
    options.widths = options.widths or ([512] if options.quick else WIDTHS)
    options.repetitions = options.repetitions or (1 if options.quick else 5)
    return options


def main(argv=None):
    options = parse_arguments(argv)
    return run_benchmark("recipe_cpu.py", options, FORMAT, "widths", measure, report,
                         None if options.quick else "recipe")


if __name__ == "__main__":
    sys.exit(main())

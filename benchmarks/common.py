#===- common.py - What the benchmark scripts share -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What the benchmark scripts share: failures, the machine, figures in files, the
command."""

import argparse
import datetime
import json
import os
import platform
import re
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

# Compile times are those of compiling.
os.environ["AMP_CACHE_DIR"] = ""


class Failure(Exception):
    """Why the benchmark cannot go on, and its exit status."""

    def __init__(self, reason, status=1):
        super().__init__(reason)
        self.status = status


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command):
    """What the command prints. Its remarks go to standard error only if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    except OSError as error:
        raise Failure(f"{command[0]} does not start: {error.strerror}; build it first "
                      "(README.md says how)") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(command)} still ran after an hour") from None
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} ended with status {done.returncode}: "
                      f"{done.stderr.strip()[-1000:]}")
    return done.stdout


def read_cpu():
    """The CPU's name and flags, as Linux tells them."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError:
        lines = []
    fields = {}
    for line in lines:
        key, _, value = line.partition(":")
        fields.setdefault(key.strip(), value.strip())
    return (fields.get("model name", platform.machine()),
            fields.get("flags", fields.get("Features", "")))


def read_busy():
    """Seconds that all CPUs together were busy or were taken away, or None."""
    try:
        with open("/proc/stat", encoding="utf-8") as file:
            user, nice, system, _, _, irq, softirq, steal = map(
                int, file.readline().split()[1:9])
    except (OSError, ValueError):
        return None
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def read_own():
    """Seconds of this process and of those that it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def read_clocks():
    now = datetime.datetime.now(datetime.timezone.utc).timestamp()
    return now, read_busy(), read_own()


def other_cpu_share(before, after):
    """The part of all CPUs' time between two readings that went to others."""
    if before[1] is None or after[1] is None:
        return None
    other = (after[1] - before[1]) - (after[2] - before[2])
    return max(0.0, other / ((after[0] - before[0]) * os.cpu_count()))


def read_commit():
    """The commit that is measured, and whether files differ from it."""
    try:
        commit = run(["git", "-C", ROOT, "rev-parse", "HEAD"]).strip()
        changed = run(["git", "-C", ROOT, "status", "--porcelain", "--untracked-files=no"])
    except Failure:
        return None, None
    return commit, bool(changed.strip())


def table(heads, rows, left):
    """A Markdown table; all but the first `left` columns are to the right."""
    lines = ["| " + " | ".join(heads) + " |",
             "|" + "|".join("---" if i < left else "---:" for i in range(len(heads))) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return lines + [""]


def whole(least, most):
    """An argument's type: a whole number in a range."""
    def parse(text):
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(
                f"found '{text}', expected a whole number from {least} to {most}")
        return value
    return parse


# Above this share of the machine's time in other processes, figures mean little.
MOST_OTHER_CPU = 0.03


def begin_record(version, options, batch):
    """The head of a benchmark's raw figures."""
    commit, changed = read_commit()
    return {"format": version, "date": datetime.datetime.now(datetime.timezone.utc).isoformat(),
            "commit": commit, "changed": changed,
            "machine": {"cpu": read_cpu()[0], "cpus": os.cpu_count()},
            "batch": batch, "steps": options.steps}


def busy_lines(raw):
    """What a report says of a CPU that did something else too."""
    share = raw["other_cpu_share"]
    onCpu = raw["machine"].get("device", raw["machine"]["cpu"]) == raw["machine"]["cpu"]
    if not onCpu or (share is not None and share <= MOST_OTHER_CPU):
        return []
    return [f"Other processes took {'an unknown part' if share is None else f'{share:.1%}'}"
            " of the CPUs' time: these figures are worth little."]


def step_parser(description, steps=1):
    """The flags of benchmarks that compare training steps, or runs of a single one."""
    parser = argparse.ArgumentParser(description=description.split("\n\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR",
                        help="build folder (default: build)")
    parser.add_argument("--device", default="cpu", help="device, as for amp-run (default cpu)")
    parser.add_argument("--repetitions", type=whole(1, 1000), default=5, metavar="N",
                        help="how often everything is measured (default %(default)s)")
    if steps == 1:
        parser.set_defaults(steps=1)
    else:
        parser.add_argument("--steps", type=whole(2, 10000), default=steps, metavar="N",
                            help=f"steps of a run (default {steps})")
    parser.add_argument("--output", metavar="FILE", help="where the raw figures go")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="print the table of earlier raw figures")
    return parser


def default_output(raw, kind):
    """results/DATE-DEVICE-KIND.json; without the device where the figures do not name one,
    or a CPU."""
    name = ""
    if "machine" in raw:
        name = raw["machine"]["cpu"]
        device = raw["machine"].get("device")
        if isinstance(device, str):
            name = device
        name = name.replace("(R)", "").replace("(TM)", "")
        name = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + "-"
    return os.path.join(HERE, "results", f"{raw['date'][:10]}-{name}{kind}.json")


def read(path, script, form, key):
    """Raw figures that `script` wrote: of format `form`, with the entry `key`."""
    try:
        with open(path, encoding="utf-8") as file:
            raw = json.load(file)
    except ValueError as error:
        raise Failure(f"{path}: {error}", status=3) from None
    found = raw.get("format") if isinstance(raw, dict) else None
    if found != form or key not in raw:
        raise Failure(f"{path}: expected raw figures of {script} in format {form}, found "
                      f"format {found}" + ("" if found != form else " of another script"),
                      status=3)
    return raw


def write(path, raw):
    """The file is written whole or not at all."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        json.dump(raw, file, indent=1)
        file.write("\n")
    os.replace(path + ".tmp", path)


def run_benchmark(script, options, form, key, measure, report, kind):
    """Prints the report of figures that are measured, or read with `--from`, and gives
    the exit status. Without `--output` they are kept as `kind`; None keeps none."""
    try:
        if options.source:
            print("\n".join(report(read(options.source, script, form, key))))
            return 0
        raw = measure(options)
        path = options.output or (default_output(raw, kind) if kind else None)
        if path:
            write(path, raw)
            say(f"raw figures: {path}")
        print("\n".join(report(raw)))
    except Failure as failure:
        say(f"{script}: {failure}")
        return failure.status
    except OSError as error:
        say(f"{script}: {error.filename}: {error.strerror}")
        return 5
    return 0

#!/usr/bin/env python3
"""Prints what took longest in the last whole run of ./test: by part, then the longest entries.

Reads build/stages.txt (seconds of installing, building and testing) and build/tests.xml, which
./test writes. Parts run beside each other, so their seconds do not add up to the whole.
"""

import json
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections import defaultdict
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent / "build"
LONGEST = 15


def labels():
    """The label of each entry by name, as ctest knows it."""
    listed = subprocess.run(["ctest", "--test-dir", BUILD / "release", "--show-only=json-v1"],
                            check=True, capture_output=True).stdout
    found = {}
    for test in json.loads(listed)["tests"]:
        values = [entry["value"] for entry in test["properties"] if entry["name"] == "LABELS"]
        found[test["name"]] = "-".join(values[0]) if values else "other"
    return found


def cases_of(file):
    label = labels()
    for case in xml.parse(file).getroot().iter("testcase"):
        name = case.get("name")
        yield name, label.get(name, "other"), float(case.get("time", 0))


def report(stages, cases):
    lines = ["stages of the run:"]
    lines += [f"{float(seconds):>9.0f} s  {name}" for seconds, name in stages]
    parts = defaultdict(list)
    for _, label, seconds in cases:
        parts[label].append(seconds)
    lines.append("parts (seconds of all entries together):")
    for label, times in sorted(parts.items(), key=lambda part: -sum(part[1])):
        lines.append(f"{sum(times):>9.0f} s  {label} ({len(times):,} entries)")
    lines.append("longest entries:")
    for name, label, seconds in sorted(cases, key=lambda case: -case[2])[:LONGEST]:
        lines.append(f"{seconds:>9.1f} s  {label}: {name}")
    return "\n".join(lines)


def main():
    try:
        stages = [line.split(" ", 1) for line in (BUILD / "stages.txt").read_text().splitlines()]
        print(report(stages, list(cases_of(BUILD / "tests.xml"))))
    except OSError as error:
        sys.exit(f"{error.filename} is missing: run ./test first")


if __name__ == "__main__":
    main()

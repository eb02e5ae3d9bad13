"""Measures the figures of Onsale against real peers, in one run on one machine."""

import argparse
import os
import resource
import shutil
import signal
import sys
import traceback
from pathlib import Path

import chart
import figures
from machine import Failed, move_to_load_core, say
from measure import MEASURES, Plan
from measure_cluster import MEASURES as CLUSTER_MEASURES
from measure_sale import MEASURES as SALE_MEASURES
from measure_store import MEASURES as STORE_MEASURES
from servers import ROOT

RESULTS = Path("build/bench.json")
CHART = Path("build/bench.svg")
TEMPORARY = Path("build/bench-tmp")
BUSY_LOAD = 0.5  # Load average above which other processes disturb the measured cores.


def parse(arguments):
    listed = "\n".join(f"  {one.id:<17} {one.what}; bar {figures.bar_text(one)}"
                       for one in figures.FIGURES)
    parser = argparse.ArgumentParser(
        prog="./bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"figures:\n{listed}\n\ngroups:\n" + "\n".join(
            f"  {name:<17} {', '.join(ids)}" for name, ids in figures.GROUPS.items()) +
        f"\n\nRows go to {RESULTS} (those of other figures stay), a chart to {CHART}.\n"
        "Exit code: 0 if every figure that ran holds its bar, 1 if one does not or could not be\n"
        "taken, 2 for wrong usage.\n\nExample: ./bench --quick poll join")
    parser.add_argument("names", nargs="*", metavar="ID", help="a figure or a group; all if none")
    parser.add_argument("--quick", action="store_true",
                        help="three short slices instead of five: under three minutes")
    options = parser.parse_args(arguments)
    try:
        options.ids = figures.chosen(options.names)
    except KeyError as unknown:
        parser.error(f"no figure or group is called {unknown}")
    return options


def prepare():
    os.chdir(ROOT)
    move_to_load_core()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    # Exits through the context managers, which stop the servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    shutil.rmtree(TEMPORARY, ignore_errors=True)
    load = os.getloadavg()[0]
    if load > BUSY_LOAD:
        say(f"load average {load:.1f}: other work disturbs these figures")


def rows_of(measure, plan, ids):
    """Runs a measure and returns one row per id. A failure becomes a failed row."""
    try:
        rows = {one["id"]: one for one in measure(plan)}
    except Failed as error:
        rows = {one: figures.failed_row(one, str(error)) for one in ids}
    except Exception as error:  # One broken figure must not stop the others.
        traceback.print_exc()
        rows = {one: figures.failed_row(one, f"{type(error).__name__}: {error}") for one in ids}
    return [rows[one] for one in ids if one in plan.wanted]


def main():
    options = parse(sys.argv[1:])
    prepare()
    quick = options.quick
    plan = Plan(folder=TEMPORARY.resolve(), wanted=options.ids, slices=3 if quick else 5,
                seconds=2 if quick else 5, joined_seconds=4 if quick else 8,
                sale_seconds=1 if quick else 5, sold_seconds=2 if quick else 8,
                long_slices=1 if quick else 3)
    rows = []
    try:
        for ids, measure in MEASURES + SALE_MEASURES + CLUSTER_MEASURES + STORE_MEASURES:
            if plan.wanted.intersection(ids):
                rows += rows_of(measure, plan, ids)
                figures.replace_rows(RESULTS, rows)
    finally:
        shutil.rmtree(TEMPORARY, ignore_errors=True)
    CHART.write_text(chart.svg(figures.replace_rows(RESULTS, rows)))
    print(f"\n{figures.table(rows)}\n\nrows in {RESULTS}, chart in {CHART}")
    return 0 if all(one["holds"] for one in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Compares purchases on the PostgreSQL store with single-row INSERTs of pgbench, on one server.

Usage: benchmarks/store_spike/run.py [--slices 5] [--seconds 5] [--folder DIR] [CASE...]

PostgreSQL runs alone on core 0 with its own defaults (fsync and synchronous_commit on), both loads
on core 1. Slices of both sides take turns; rows hold medians. Every case has a new server, which
first sells for a while: an empty server writes WAL to new files, one that has run to old ones.
Needs clang++-19, libpq-dev and postgresql.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "e2e")]

import machine  # noqa: E402
from postgres import Postgres, programs  # noqa: E402

MIGRATION = ROOT / "src/adapter/postgres/migration/sql/0001_store.sql"
EVENT = """
INSERT INTO events (id, key, seq, lifecycle, published, name, time_zone, open_date, last_at)
VALUES (1, 'tour', 1, 2, true, 'Tour', 'Asia/Seoul', now(), now())"""
# purchases of a batch, connections, in flight, seats of an order, messages, bytes of a body (0: as
# the codec writes it); processes at a time
CASES = {
    "single": ((1, 16, 64, 1, 2, 0), 1),
    "8": ((8, 8, 64, 1, 2, 0), 1),
    "32": ((32, 2, 64, 1, 2, 0), 1),
    "64": ((64, 2, 128, 1, 2, 0), 1),
    "64-alone": ((64, 1, 64, 1, 2, 0), 1),
    "two-seats": ((32, 2, 64, 2, 2, 0), 1),
    "four-messages": ((32, 2, 64, 1, 4, 0), 1),
    "large-bodies": ((32, 2, 64, 1, 2, 800), 1),
    "two-processes": ((32, 2, 64, 1, 2, 0), 2),
}


class Server(Postgres):
    def prepare(self):
        machine.eventually(self.is_up, "PostgreSQL", 30, 0.1)
        self.wait_until_ready()
        self.ask("BEGIN;\n" + MIGRATION.read_text() + EVENT + "; COMMIT")
        return self

    def is_up(self):
        return subprocess.run([programs() / "pg_isready", *map(str, self.address())],
                              capture_output=True).returncode == 0

    def ask(self, statement):
        return machine.run([programs() / "psql", *self.address(), "-XqAt", "-v", "ON_ERROR_STOP=1",
                            "-c", statement, "postgres"]).strip()

    def wal(self):
        return int(self.ask("SELECT pg_current_wal_lsn() - '0/0'"))

    def cpu_seconds(self):
        """Of all its processes, also those that have ended."""
        return machine.eventually(self.summed_cpu_seconds, "a count of the processes")

    def summed_cpu_seconds(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        total = sum(int(one) for one in fields[11:15]) / machine.TICKS_PER_SECOND
        return total + sum(machine.cpu_seconds(child) for child in machine.children(self.pid))


def compile_program(folder):
    program = folder / "store_spike"
    machine.run(["clang++-19", "-std=c++23", "-O2", "-Wall", "-Wextra", "-Werror",
                 "-I/usr/include/postgresql", HERE / "store_spike.cpp", "-o", program, "-lpq"])
    return program


def measured(server, slice_of):
    """Runs a slice. Returns its rate, and WAL bytes and server time for each purchase or row."""
    cpu, wal = server.cpu_seconds(), server.wal()
    rate, count, more = slice_of()
    return {"rate": rate, "wal": (server.wal() - wal) / count,
            "cpu": (server.cpu_seconds() - cpu) / count * 1e6, **more}


def bought(server, program, case, processes, seconds):
    address = (f"host=127.0.0.1 port={server.port} user=bench dbname=postgres"
               " options='-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'")
    started = [subprocess.Popen([program, address, *map(str, case), str(seconds)],
                                stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    outputs = [one.communicate()[0] for one in started]
    if any(one.returncode != 0 for one in started):
        raise machine.Failed("the program has stopped, see above")
    done = [json.loads(output) for output in outputs]
    count = sum(one["bought"] for one in done)
    return (sum(one["purchases"] / one["seconds"] for one in done), count,
            {"bought": count, "commits": sum(one["commits"] for one in done) / count,
             "p50": max(one["p50_ms"] for one in done), "p99": max(one["p99_ms"] for one in done)})


def inserted(server, seconds):
    rate = server.inserts(seconds)
    return rate, rate * seconds, {}


def check(server, orders, seats, messages):
    """Every order must be complete. The program stops at any error."""
    counts = [int(server.ask(f"SELECT count(*) FROM {what}")) for what in (
        "orders WHERE state = 3", "orders", "payments", "order_calls", "order_facts",
        "seat_owners WHERE state = 2", "outbox")]
    if counts != [orders, orders, orders, orders, orders * 3, seats, messages]:
        raise machine.Failed(f"rows do not fit together: {counts}")


def run_case(name, program, options):
    case, processes = CASES[name]
    folder = options.folder / "server"
    shutil.rmtree(folder, ignore_errors=True)
    ours, peer = [], []
    with Server(folder) as server:
        server.prepare()
        before = bought(server, program, CASES["32"][0], 1, options.warm_up)[1]
        server.ask("CHECKPOINT")
        for _ in range(options.slices):
            peer.append(measured(server, lambda: inserted(server, options.seconds)))
            ours.append(measured(server, lambda: bought(server, program, case, processes,
                                                        options.seconds)))
        sold = sum(one["bought"] for one in ours)
        check(server, before + sold, before + sold * case[3], before * 2 + sold * case[4])
    median = {key: statistics.median(one[key] for one in ours) for key in ours[0]}
    rows = {key: statistics.median(one[key] for one in peer) for key in peer[0]}
    low, high = (f(one["rate"] for one in ours) for f in (min, max))
    print(f"| {name} | {median['rate']:,.0f} ({low:,.0f} to {high:,.0f}) | {rows['rate']:,.0f} | "
          f"{median['rate'] / rows['rate']:.2f} | {median['commits']:.3f} | {median['wal']:,.0f} | "
          f"{median['cpu']:.0f} / {rows['cpu']:.0f} | {median['p50']:.1f} / {median['p99']:.1f} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--warm-up", type=int, default=25, help="seconds of purchases")
    parser.add_argument("--folder", type=Path, help="for the server; a temporary one otherwise")
    parser.add_argument("cases", nargs="*", default=list(CASES), metavar="CASE",
                        help=", ".join(CASES))
    options = parser.parse_args()
    machine.move_to_load_core()
    temporary = options.folder is None
    options.folder = options.folder or Path(tempfile.mkdtemp(prefix="onsale-store-spike-"))
    options.folder.mkdir(parents=True, exist_ok=True)
    os.chmod(options.folder, 0o755)  # The user postgres must reach its folder.
    try:
        program = compile_program(options.folder)
        print(f"load of the machine: {os.getloadavg()[0]:.2f}")
        print("| case | purchases/s | inserts/s | ratio | commits | WAL bytes | "
              "server CPU us, ours / insert | p50 / p99 ms |\n|---|---|---|---|---|---|---|---|")
        for name in options.cases:
            run_case(name, program, options)
    finally:
        if temporary:
            shutil.rmtree(options.folder, ignore_errors=True)


if __name__ == "__main__":
    main()

"""`./run cluster` after its build: what it starts, shows and stops on one machine."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from onsale import BINARY, is_free
from redis_nodes import BUS_DISTANCE

PROGRAM = Path(__file__).resolve().parents[3] / "scripts/cluster.py"
PORTS = 100  # Number of ports from the base.
PROCESSES = 15


def are_free(base):
    bus = base + BUS_DISTANCE
    return all(is_free(port) for port in (*range(base, base + PORTS), *range(bus, bus + 10)))


def lives(pid):
    """A zombie process has an empty command line."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except OSError:
        return False


class Runner:
    def __init__(self, folder, base):
        self.base = base
        self.data = folder / f"cluster-{base}" / "payment"
        self.env = {**os.environ, "ONSALE_DATA": str(folder), "ONSALE_PORT": str(base),
                    "ONSALE_BINARY": str(Path(BINARY).resolve())}

    def __call__(self, *words, expect=0):
        done = subprocess.run([sys.executable, PROGRAM, *words], env=self.env, text=True,
                              capture_output=True, timeout=120)
        assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
        return done.stdout + done.stderr

    def pids(self):
        """Pids of the running processes, by name."""
        rows = [line.split() for line in self("status").splitlines()[1:]]
        return {row[0]: int(row[2]) for row in rows}

    def preflight(self):
        """The checks of the demo event, by name."""
        done = subprocess.run([BINARY, "preflight", "demo", "--json", "--data", self.data],
                              text=True, capture_output=True, timeout=30)
        return {one["name"]: one for one in json.loads(done.stdout)["checks"]}


@pytest.fixture
def run(tmp_path):
    base = next(base for base in range(13000, 22000, 200) if are_free(base))
    runner = Runner(tmp_path, base)
    yield runner
    runner("stop")


def test_the_whole_topology_starts_shows_itself_and_ends(run):
    told = run("start")
    page = re.search(r"http://\S+/queue/demo", told)[0]
    with urllib.request.urlopen(page, timeout=10) as answer:
        assert answer.status == 200 and b"<html" in answer.read()
    status = run("status")
    assert status.count("master of slots") == 3 and status.count("link connected") == 3
    assert len(re.findall(r"\bready$", status, re.MULTILINE)) == 7
    redis = run.preflight()["redis"]
    assert (redis["code"], redis["values"]) == ("redis_settings_fine", {"nodes": 3})
    pids = run.pids()
    assert len(pids) == PROCESSES
    run("start")
    assert run.pids() == pids  # Running processes are not restarted.
    os.kill(pids["queue-1"], 9)
    assert re.search(r"queue-1 .* dead", run("status", expect=1))
    run("start")
    again = run.pids()
    assert {name for name in pids if again[name] != pids[name]} == {"queue-1"}
    assert f"{PROCESSES} processes ended" in run("stop")
    assert not any(map(lives, again.values()))


def test_nginx_is_replaced_after_its_master_alone_was_killed(run):
    run("start", "--no-crowd")
    master = run.pids()["nginx"]
    workers = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    os.kill(master, 9)
    assert re.search(r"nginx .* dead; its workers", run("status", expect=1))
    run("start", "--no-crowd")
    assert run.pids()["nginx"] != master
    assert not any(map(lives, workers))
    os.kill(run.pids()["nginx"], 9)
    assert f"{PROCESSES - 1} processes ended" in run("stop")
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", run.base)) != 0  # Nothing listens.


def test_the_crowd_can_be_left_out(run):
    run("start")
    status = run("status")
    assert re.search(r"crowd .* simulated guests", status)
    run("--no-crowd")
    assert "crowd" not in run("status")
    assert f"{PROCESSES - 1} processes ended" in run("stop")


def test_a_port_in_use_is_named_with_the_way_out(run):
    with socket.create_server(("127.0.0.1", run.base + 3)):
        told = run("start", expect=1)
    assert f"port {run.base + 3}" in told and "ONSALE_PORT=" in told


def test_a_process_of_somebody_else_is_not_ended(run, tmp_path):
    stranger = subprocess.Popen(["sleep", "60"])
    try:
        folder = tmp_path / f"cluster-{run.base}" / "queue-1"
        folder.mkdir(parents=True)
        (folder / "pid").write_text(str(stranger.pid))
        assert "0 processes ended" in run("stop")
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()

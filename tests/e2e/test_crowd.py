"""The demo crowd: simulated guests of demo events only."""

import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from onsale import BINARY, Guest, Server, eventually, iso
from shop import Shop

GUESTS = 40
# Nonzero counters of answers of 500 and above, and of rate-limited calls.
TROUBLE = re.compile(
    r'^onsale_(?:http_answers_total\{[^}]*class="5xx"|rate_limited_total\{)[^}]*\} [1-9].*', re.M)


class CrowdedServer(Server):
    """The demo event with guests, with the limits of a public server."""

    def __init__(self, folder, guests=GUESTS):
        super().__init__(folder, demo=True, generous=False)
        self.guests = guests

    def arguments(self):
        return [*super().arguments(), "--crowd", str(self.guests)]

    def serving(self):
        return self.get("/api/queue/serving/demo").json()

    def metrics(self):
        key = (self.data / "owner.key").read_text().strip()
        return self.get("/metrics", {"Authorization": f"Bearer {key}"},
                        port=self.admin_port).body.decode()

    def sold(self):
        days = [Shop(self, "demo").counts(day) for day in ("day-1", "day-2")]
        return sum(day["sold"] for day in days)


def unhurried(guest):
    time.sleep(1)
    return guest.status("demo")


def play(*options, seconds=20):
    return subprocess.run([BINARY, "crowd", *options], capture_output=True, text=True,
                          timeout=seconds)


def test_a_newcomer_finds_a_line_that_moves_and_people_who_buy(tmp_path):
    with CrowdedServer(tmp_path) as server:
        eventually(lambda: server.serving()["waiting"] >= 10, 15)
        newcomer = Guest(server)
        place = newcomer.enter("demo")
        assert place["status"] == "waiting" and place["position"] > 1
        eventually(lambda: unhurried(newcomer)["position"] < place["position"], 15)
        eventually(lambda: server.serving()["active"] > 0, 5)
        eventually(lambda: server.sold() > 0, 60)
        assert "simulated guests" in server.read_log()
        assert server.get("/api/events/demo").json()["event"]["demoCrowd"] is True
        assert TROUBLE.findall(server.metrics()) == []
        assert server.stop() == 0


def test_the_crowd_survives_a_restart_of_the_server(tmp_path):
    with Server(tmp_path, demo=True, generous=False) as server:
        crowd = subprocess.Popen([BINARY, "crowd", "--url", f"http://127.0.0.1:{server.port}",
                                  "--guests", "20"], stderr=subprocess.PIPE)
        try:
            issued = eventually(lambda: server.get("/api/queue/serving/demo").json()["issued"], 10)
            server.kill()
            time.sleep(1)
            server.start()
            eventually(lambda: server.get("/api/queue/serving/demo").json()["issued"] > issued, 40)
            assert crowd.poll() is None
        finally:
            crowd.send_signal(signal.SIGTERM)
            crowd.wait(timeout=10)


def test_an_event_that_is_not_a_demo_is_refused_before_anybody_joins(tmp_path):
    with Server(tmp_path, generous=False) as server:
        server.create_event("spring", performances=[
            {"id": "day-1", "startsAt": iso(time.time() + 86400)}])
        done = play("--url", f"http://127.0.0.1:{server.port}", "--event", "spring")
        assert done.returncode == 1
        assert "'spring' is not a demo" in done.stderr
        assert server.get("/api/queue/serving/spring").json()["issued"] == 0


def test_a_demo_is_served_without_a_crowd_unless_asked(tmp_path):
    with Server(tmp_path, demo=True) as server:
        assert Guest(server).enter("demo")["status"] == "admitted"
        assert "simulated guests" not in server.read_log()
        assert "demoCrowd" not in server.get("/api/events/demo").json()["event"]


@pytest.mark.parametrize("options, told", [
    (["serve", "--crowd", "5"], "--demo"),
    (["serve", "--demo", "--crowd", "100000"], "--crowd"),
    (["crowd", "--url", "https://tickets.example"], "http://"),
])
def test_what_cannot_be_played_is_refused_with_the_reason(tmp_path, options, told):
    done = subprocess.run([BINARY, *options], capture_output=True, text=True, timeout=10,
                          cwd=tmp_path)
    assert done.returncode != 0
    assert told in done.stderr


@pytest.fixture
def run(tmp_path):
    """`./run` in a folder where nothing must be installed and the program prints its options."""
    shutil.copy(Path(__file__).resolve().parents[2] / "run", tmp_path)
    for name, text in {"scripts/install.sh": "", "scripts/build.sh": "",
                       "build/release/onsale": 'echo "$@"'}.items():
        program = tmp_path / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    return lambda *words: subprocess.run([tmp_path / "run", *words], capture_output=True, text=True,
                                         timeout=10, check=True).stdout.split()


def test_run_has_a_crowd_unless_told_otherwise(run):
    assert "--crowd 300" in " ".join(run())
    assert "--crowd" not in run("--no-crowd") and "--no-crowd" not in run("--no-crowd")
    assert " ".join(run("--crowd", "5", "--listen", "h:1")).count("--crowd") == 1

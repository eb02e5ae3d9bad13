"""Many idle connections, and the limits on their number."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

from onsale import eventually
from wire import Wire, crowd, statuses

EVENT = "concert"
WANTED = 100_000
AT_LEAST = 15_000
# Reserved for the server itself and the crowd that polls.
KEPT_FREE = 2000
# Below the number of ephemeral ports of one source address, and below any soft limit.
PER_PROCESS = 10_000
BYTES_EACH_MAX = 2048
CLIENT = Path(__file__).parents[1] / "idle_clients.py"


def resident_bytes(server):
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


class Idlers:
    """Processes that hold `count` connections. Each process has its own source address."""

    def __init__(self, server, count):
        shares = [min(PER_PROCESS, count - at) for at in range(0, count, PER_PROCESS)]
        self.processes = [
            subprocess.Popen([sys.executable, str(CLIENT), str(server.port), f"127.0.0.{i + 2}",
                              str(share), "/healthz"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)
            for i, share in enumerate(shares)]

    def wait_for(self, word):
        for process in self.processes:
            assert process.stdout.readline().strip() == word

    def close(self):
        for process in self.processes:
            process.stdin.write("\n")
            process.stdin.flush()
        self.wait_for("closed")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()


def hold(server, count):
    """Opens and closes `count` idle connections. Returns the server's memory while they were
    open."""
    base = descriptors(server)
    with Idlers(server, count) as idlers:
        idlers.wait_for("open")
        assert descriptors(server) > count
        held = resident_bytes(server)
        tokens = crowd(server.port, EVENT, 200)
        told = statuses(server.port, EVENT, tokens)
        assert all(one["status"] == "waiting" for one in told), "polls and joins go on"
        idlers.close()
    eventually(lambda: descriptors(server) <= base + 5)
    return held


def test_idle_connections_cost_little_and_hold_nobody_up(make_server):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    count = max(AT_LEAST, min(WANTED, limit - KEPT_FREE))
    assert limit >= count + 200, "raise the descriptor limit: ulimit -n 20000 at least"
    server = make_server(settings={"limits.idle_timeout": "10m", "limits.connections_max": 200_000,
                                   "limits.connections_per_address": 200_000}).start()
    server.create_event(EVENT, rules={"maxActive": 0})
    # Allocates everything that is kept (buffers, caches) before the measurement.
    statuses(server.port, EVENT, crowd(server.port, EVENT, 200))
    before = resident_bytes(server)
    held = hold(server, count)
    each = (held - before) / count
    print(f"{count} idle connections, {each:.0f} bytes of memory each")
    assert each < BYTES_EACH_MAX
    # The memory is reused, not leaked.
    again = hold(server, count)
    assert (again - held) / count < 256, (before, held, again)


def test_connections_of_one_address_beyond_the_cap_are_refused_and_others_served(make_server):
    server = make_server(settings={"limits.connections_per_address": 20,
                                   "server.loops": 1}).start()
    kept = [Wire(server.port, source=("127.0.0.9", 0)) for _ in range(20)]
    assert [wire.ask("GET", "/healthz")[0] for wire in kept] == [200] * 20
    with Wire(server.port, source=("127.0.0.9", 0)) as refused:
        status, headers, body = refused.answer()
        assert (status, json.loads(body)["code"]) == (429, "TOO_MANY_CONNECTIONS")
        assert int(dict(headers)["retry-after"]) >= 1
        assert refused.rest() == b""
    with Wire(server.port, source=("127.0.0.10", 0)) as other:
        assert other.ask("GET", "/healthz")[0] == 200
    assert [wire.ask("GET", "/healthz")[0] for wire in kept] == [200] * 20
    kept.pop().close()
    eventually(lambda: served(server, "127.0.0.9"))
    for wire in kept:
        wire.close()


def served(server, source):
    try:
        with Wire(server.port, source=(source, 0)) as wire:
            return wire.ask("GET", "/healthz")[0] == 200
    except OSError:
        return False


def test_a_full_server_says_so_and_the_operator_is_served(make_server):
    server = make_server(settings={"limits.connections_max": 30, "server.loops": 1,
                                   "limits.connections_per_address": 30}).start()
    kept = [Wire(server.port) for _ in range(30)]
    assert [wire.ask("GET", "/healthz")[0] for wire in kept] == [200] * 30
    with Wire(server.port) as refused:
        status, headers, body = refused.answer()
        assert (status, json.loads(body)["code"]) == (503, "SERVER_FULL")
        assert int(dict(headers)["retry-after"]) >= 1
    assert server.create_event(EVENT)
    for wire in kept:
        wire.close()
    eventually(lambda: served(server, "127.0.0.1"))


def test_the_operator_is_served_while_guests_hold_every_descriptor(make_server):
    server = make_server(prefix=["prlimit", "--nofile=600"], settings={"server.loops": 1}).start()
    server.create_event(EVENT)
    many = [Wire(server.port) for _ in range(800)]
    try:
        assert server.admin("GET", f"/events/{EVENT}/line")["active"] == 0
    finally:
        for wire in many:
            wire.close()

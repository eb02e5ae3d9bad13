"""A line of a million guests on Redis: the cost of reading it completely."""

import subprocess
import time
from pathlib import Path

from cluster import Cluster
from onsale import BINARY, eventually
from redis_nodes import RedisNode

EVENT = "million"
WAITING = 1_000_000
JOINS = Path(BINARY).parent / "bin" / "onsale_bench_lines"


def memory_of(process):
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def waiting_at(node):
    try:
        return node.metric("onsale_line_waiting")
    except (OSError, ValueError):
        return 0


def test_a_million_waiting_are_read_anew(tmp_path, capsys):
    redis = RedisNode(tmp_path)
    with Cluster(tmp_path, redis=redis, roles=("payment",), proxy=None) as cluster:
        cluster.create_event(EVENT, rules={"maxActive": 0, "awayAfter": "12h",
                                           "forgetAfter": "12h"})
        subprocess.run([JOINS, "--nodes", redis.addresses[0], "--single", "--replicas", "0",
                        "--event", "1", "--joins", str(WAITING), "--seconds", "120",
                        # Slower than the supply of numbers, so that no join is refused.
                        "--in-flight", "256"],
                       check=True, timeout=150, stdout=subprocess.DEVNULL)
        redis.ask("CONFIG", "RESETSTAT")
        began = time.monotonic()
        node = cluster.add("queue")
        eventually(lambda: waiting_at(node) == WAITING, 30)
        seconds = time.monotonic() - began
        before = node.metric("onsale_redis_view_resyncs_total")
        redis.ask("XTRIM", "facts:{1}", "MAXLEN", "0")
        # No stream entry matches, so the view must restart.
        redis.ask("HSET", "line:{1}", "id", "1-1")
        eventually(lambda: node.metric("onsale_redis_view_resyncs_total") > before, 20)
        used = int(redis.info("memory")["used_memory"])
        with capsys.disabled():
            print(f"\na line of {WAITING:,}: a new process knows it after {seconds:.2f} s with "
                  f"{memory_of(node.process) / 2**20:.0f} MiB (two views); Redis has "
                  f"{used / 2**20:.0f} MiB, {used / WAITING:.0f} bytes a guest")

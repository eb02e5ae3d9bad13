"""A line on a Redis cluster, with the Onsale processes that serve it."""

import os
from contextlib import contextmanager

from cluster import Cluster
from machine import LOAD_CORE, SERVER_CORE, run
from redis_nodes import RedisCluster
from servers import EVENT, PROGRAMS, SETTINGS

EVENT_NUMBER = 1  # The first number that a new store assigns.
# Admits nobody, and keeps silent guests in the line during the benchmark.
RULES = {"maxActive": 0, "awayAfter": "12h", "forgetAfter": "12h"}
# Like RULES, but INSIDE guests are admitted and stay. This is what a scheduler sees during a sale.
INSIDE = 100
FULL = {**RULES, "maxActive": INSIDE, "claimWithin": "0s", "admissionTtl": "12h"}
NODE_TIMEOUT_MS = 2000  # Must equal the value in `./run cluster`.


@contextmanager
def on_server_core():
    """Processes that are started in this block run on the server's core."""
    os.sched_setaffinity(0, {SERVER_CORE})
    try:
        yield
    finally:
        os.sched_setaffinity(0, {LOAD_CORE})


class LineCluster(Cluster):
    """Six Redis nodes and processes of these roles, all on the server's core, and one event."""

    def __init__(self, folder, roles, rules=None):
        folder.mkdir(parents=True)
        self.rules = rules or RULES
        super().__init__(folder, RedisCluster(folder, node_timeout_ms=NODE_TIMEOUT_MS), roles,
                         SETTINGS, proxy=None)

    def __enter__(self):
        with on_server_core():
            super().__enter__()
        try:
            self.create_event(EVENT, rules=self.rules)
        except BaseException:
            self.close()
            raise
        return self

    @property
    def event_master(self):
        return self.redis.master_of(self.event_key("line"))

    @staticmethod
    def event_key(name):
        """Name of a key in the event's hash slot."""
        return f"{name}:{{{EVENT_NUMBER}}}"

    def joined(self):
        return int(self.event_master.ask("HGET", self.event_key("line"), "issued") or 0)

    def inside(self):
        return self.event_master.ask("ZCARD", self.event_key("active"))

    def commands(self):
        """Total commands processed by all Redis nodes, including those inside scripts."""
        return sum(int(node.info("stats")["total_commands_processed"])
                   for node in self.redis.nodes)

    def join_arguments(self, *more):
        """Command line of the program that joins in the same way as a queue node."""
        return [PROGRAMS / "onsale_bench_lines", "--nodes", ",".join(self.redis.addresses),
                "--event", EVENT_NUMBER, *more]

    def fill(self, waiting, tokens):
        """Joins `waiting` guests. Returns a file with `tokens` tokens of guests spread over the
        line."""
        path = self.folder / "tokens"
        run(self.join_arguments("--joins", waiting, "--keys", self.data, "--tokens", tokens,
                                "--tokens-file", path))
        return path

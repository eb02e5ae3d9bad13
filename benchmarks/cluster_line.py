"""A line on a Redis cluster, with the Onsale processes that serve it."""

import os
from contextlib import contextmanager

from cluster import Cluster
from machine import LOAD_CORE, SERVER_CORE, run
from redis_nodes import RedisCluster
from servers import EVENT, PROGRAMS, SETTINGS

EVENT_NUMBER = 1  # The first one that a store makes.
# Nobody is let in, and silence costs nobody the place while the figures are taken.
RULES = {"maxActive": 0, "awayAfter": "12h", "forgetAfter": "12h"}
# The same with so many inside, who stay: what a scheduler finds while a sale goes on.
INSIDE = 100
FULL = {**RULES, "maxActive": INSIDE, "claimWithin": "0s", "admissionTtl": "12h"}
NODE_TIMEOUT_MS = 2000  # As `./run cluster` has it.


@contextmanager
def on_server_core():
    """What is started meanwhile runs there."""
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
        """A key of the event's slot."""
        return f"{name}:{{{EVENT_NUMBER}}}"

    def joined(self):
        return int(self.event_master.ask("HGET", self.event_key("line"), "issued") or 0)

    def inside(self):
        return self.event_master.ask("ZCARD", self.event_key("active"))

    def commands(self):
        """All that Redis' nodes have ever processed, those inside of scripts included."""
        return sum(int(node.info("stats")["total_commands_processed"])
                   for node in self.redis.nodes)

    def join_arguments(self, *more):
        """The program that joins as a queue node does."""
        return [PROGRAMS / "onsale_bench_lines", "--nodes", ",".join(self.redis.addresses),
                "--event", EVENT_NUMBER, *more]

    def fill(self, waiting, tokens):
        """Gives the file with that many tokens of guests from all over the line."""
        path = self.folder / "tokens"
        run(self.join_arguments("--joins", waiting, "--keys", self.data, "--tokens", tokens,
                                "--tokens-file", path))
        return path

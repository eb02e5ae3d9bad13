"""Measures how long guests and a plain Redis client are affected when a master is killed."""

import threading
import time

from machine import eventually
from redis_nodes import RedisError, Resp
from servers import EVENT
from wire import Wire, enter_request, visitors

JOINERS = 16
JOIN_EVERY_SECONDS = 0.02
SET_EVERY_SECONDS = 0.002
COOKIES = 50
PATIENCE_SECONDS = 5
WARM_JOINS = 200
FAILOVER_SECONDS_MAX = 60


class Repeated(threading.Thread):
    """Repeats an attempt in a thread. Records when an attempt that began after `since` first
    succeeded."""

    def __init__(self, attempt, every):
        super().__init__(daemon=True)
        self.attempt, self.every = attempt, every
        self.count = 0  # Number of successful attempts.
        self.since = self.first = None
        self.stopping = threading.Event()

    def run(self):
        while not self.stopping.is_set():
            began = time.perf_counter()
            if self.attempt():
                self.count += 1
                if self.first is None and self.since is not None and began >= self.since:
                    self.first = time.perf_counter()
            self.stopping.wait(max(0, began + self.every - time.perf_counter()))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.join()


class Join:
    """Enters a new guest. A rejected guest tries again with the same cookie."""

    def __init__(self, port):
        self.port = port
        self.wire = None
        self.cookies = []

    def __call__(self):
        try:
            self.wire = self.wire or Wire(self.port, PATIENCE_SECONDS)
            if not self.cookies:
                self.cookies = visitors(self.wire, COOKIES)
            status, _, _ = self.wire.send(enter_request(EVENT, self.cookies[-1])).answer()
        except OSError:
            self.wire = None
            return False
        if status == 200:
            self.cookies.pop()
        return status == 200


class Set:
    """The smallest write that a master can perform."""

    def __init__(self, port, key):
        self.port, self.key = port, key
        self.connection = None

    def __call__(self):
        try:
            self.connection = self.connection or Resp(self.port)
            return self.connection.ask("SET", self.key, "1") == "OK"
        except OSError:
            self.connection = None
        except RedisError:
            pass  # The node is not a master yet, or the cluster is down.
        return False


def seconds_of_failover(cluster, stack):
    """Kills the event's master. Returns the seconds until a guest who came afterwards has a place,
    and the seconds until the replica accepts a plain SET. The threads stop when `stack` is
    closed."""
    master = cluster.event_master
    heir = cluster.redis.replica_of(master)
    port = cluster.of("queue")[0].port
    probe = stack.enter_context(
        Repeated(Set(heir.port, cluster.event_key("probe")), SET_EVERY_SECONDS))
    joiners = [stack.enter_context(Repeated(Join(port), JOIN_EVERY_SECONDS))
               for _ in range(JOINERS)]
    eventually(lambda: sum(one.count for one in joiners) >= WARM_JOINS, "joins", 15, 0.01)
    killed_at = time.perf_counter()
    for one in (probe, *joiners):
        one.since = killed_at
    master.kill()

    def firsts():
        times = [one.first for one in joiners if one.first is not None]
        return times and probe.first is not None and times
    joined_at = min(eventually(firsts, "the end of the failover", FAILOVER_SECONDS_MAX, 0.01))
    return joined_at - killed_at, probe.first - killed_at

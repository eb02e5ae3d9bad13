"""A sale on many processes: Redis, Onsale processes by role, and a proxy in front of them."""

import json
import signal
from pathlib import Path

from cluster_proxy import SITE_PORT, ClusterHaproxy, ClusterNginx
from nginx_process import CONFIG
from onsale import BINARY, Guest, Server, eventually, free_port
from redis_nodes import RedisCluster
from shop import DAY, EVENT, Shop

ROLES = ("payment", "queue", "queue", "booking", "booking", "scheduler", "scheduler")
READY_SECONDS = 20
SETTLE_SECONDS = 10
# The single address of a test would hit these limits. The checks stay on, with high limits.
GENEROUS = {ClusterNginx: {"rate=100r/s": "rate=100000r/s", "burst=400": "burst=100000"},
            ClusterHaproxy: {"sc_gpc0_rate(0) ge 500": "sc_gpc0_rate(0) ge 500000"}}


def clock_moved_by(offset):
    """The environment of a process with a wrong wall clock, for example "+1h"."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    return {"LD_PRELOAD": str(library), "FAKETIME": offset, "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def stepping_clock(folder):
    """The environment of a process whose wall clock is controlled by a file, and a function to set
    it."""
    offset = folder / "offset"
    offset.write_text("+0")
    env = clock_moved_by("+0")
    del env["FAKETIME"]
    env.update({"FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1"})
    return env, offset.write_text


def clock_steps(server):
    """The steps of the wall clock that the process has logged, in milliseconds."""
    lines = [json.loads(one) for one in server.read_log().splitlines() if one.startswith("{")]
    return [int(one["by_ms"]) for one in lines if one["message"] == "the wall clock was stepped"]


class Node(Server):
    """One Onsale process with a role."""

    def __init__(self, folder, role, settings, **options):
        super().__init__(folder, settings=settings, **options)
        self.role = role

    def arguments(self):
        return [BINARY, "serve", "--roles", self.role, "--config", str(CONFIG / "cluster.toml"),
                *super().arguments()[2:]]

    def is_ready(self):
        try:
            # The guest port opens shortly after the views have been read.
            if self.role != "scheduler":
                self.get("/healthz")
            return self.get("/readyz", port=self.admin_port).status == 200
        except OSError:
            return False

    def until_ready(self, seconds=READY_SECONDS):
        eventually(self.is_ready, seconds)
        return self

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def metric(self, name, **labels):
        """The sum over all samples that have these labels."""
        wanted = [f'{label}="{value}"' for label, value in labels.items()]
        text = self.get("/metrics", port=self.admin_port).body.decode()
        return sum(float(line.rpartition(" ")[2]) for line in text.splitlines()
                   if line.startswith((name + " ", name + "{"))
                   and all(one in line for one in wanted))


class Cluster:
    """Use as a context manager; to guests and operators it looks like one Server."""

    def __init__(self, folder, redis=None, roles=ROLES, settings=None, env=None,
                 proxy=ClusterNginx):
        """`env` maps process names such as "queue-2" to their environment. Without `proxy`, tests
        call the processes directly."""
        self.folder = folder
        self.redis = redis or RedisCluster(folder)
        self.roles, self.proxy_kind = roles, proxy
        self.settings, self.env = settings or {}, env or {}
        self.nodes = {}  # Keyed by name: payment-1, queue-1, queue-2 and so on.
        self.proxy = None

    def __enter__(self):
        try:
            self.redis.start()
            # The payment process creates the keys that the others read.
            for role in sorted(self.roles, key=lambda role: "payment" not in role):
                self.add(role)
            for node in self.nodes.values():
                node.until_ready()
            if self.proxy_kind:
                self.start_proxy()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.proxy:
            self.proxy.stop()
        for node in self.nodes.values():
            node.__exit__()
        self.redis.close()

    def make(self, role):
        """Creates a process without starting it."""
        name = f"{role.replace(',', '+')}-{1 + len(self.of(role))}"
        settings = {"server.loops": 1, "redis.mode": self.redis.mode,
                    "redis.nodes": ",".join(self.redis.addresses), "cluster.name": name,
                    "redis.replicas": self.redis.replicas, **self.settings}
        if self.nodes:
            settings["cluster.keys"] = self.payment.data
        folder = self.folder / name
        folder.mkdir()
        self.nodes[name] = Node(folder, role, settings, env=self.env.get(name))
        return self.nodes[name]

    def add(self, role):
        node = self.make(role).start(wait=False)
        if "payment" in role:
            node.until_ready()
        return node

    def start_proxy(self):
        def port_of(role, index):
            return self.of(role)[min(index, len(self.of(role)) - 1)].port

        site = free_port()
        ports = {SITE_PORT: site, 7131: self.payment.port,
                 7111: port_of("queue", 0), 7112: port_of("queue", 1),
                 7121: port_of("booking", 0), 7122: port_of("booking", 1)}
        kind = self.proxy_kind
        self.proxy = kind(self.folder / "proxy", ports, GENEROUS[kind]).start(site)

    def with_views(self):
        return [node for node in self.nodes.values() if node.role != "scheduler"]

    def of(self, role):
        """Processes with this role. A process may have several roles."""
        return [node for node in self.nodes.values() if role in node.role]

    @property
    def payment(self):
        return self.of("payment")[0]

    @property
    def data(self):
        return self.payment.data

    def key_of(self, event):
        """A key in the event's hash slot. Events are numbered from one in the order of creation."""
        keys = [one["key"] for one in self.admin("GET", "/events")["events"]]
        return f"line:{{{1 + keys.index(event)}}}"

    def master(self, event):
        return self.redis.master_of(self.key_of(event))

    # --- interface of Server

    def request(self, method, path, body=None, headers=None, port=None, timeout=10):
        return self.payment.request(method, path, body, headers, port or self.proxy.port, timeout)

    def get(self, path, headers=None, **options):
        return self.request("GET", path, headers=headers, **options)

    def admin(self, *arguments, **options):
        return self.payment.admin(*arguments, **options)

    def create_event(self, key, **settings):
        """Creates an event and waits until every process knows it."""
        event = self.payment.create_event(key, **settings)
        for node in self.with_views():
            eventually(lambda: node.get(f"/api/events/{key}").status == 200, SETTLE_SECONDS)
        return event

    def open_shop(self, **options):
        """Like Shop.open, but waits until every process knows the halls."""
        shop = Shop(self).open(**options)
        hall = f"/api/booking/hall?eventId={EVENT}&performanceId={DAY}"
        for node in self.with_views():
            eventually(lambda: node.get(hall).status == 200, SETTLE_SECONDS)
        return shop

    def cli(self, *arguments, **options):
        return self.payment.cli(*arguments, **options)

    def guest(self):
        return Guest(self)

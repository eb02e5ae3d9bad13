"""Real redis-server processes: a single one, or a cluster of three masters with or without
replicas."""

import random
import signal
import socket
import subprocess
from pathlib import Path

from onsale import eventually, lock_port

MASTERS = 3
SLOTS = 16384
BUS_DISTANCE = 10000  # Offset of the cluster bus port, fixed by Redis.
ANSWER_SECONDS = 10


class RedisError(Exception):
    """An error reply of the server."""


class Resp:
    """One connection with Redis' protocol."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def ask(self, *words):
        parts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        message = b"*%d\r\n" % len(parts)
        message += b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts)
        self.socket.sendall(message)
        return self.reply()

    def reply(self):
        line = self.file.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionResetError("redis-server hung up")
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise RedisError(rest.decode())
        if kind == b"+":
            return rest.decode()
        if kind == b":":
            return int(rest)
        size = int(rest)
        if size < 0:
            return None
        if kind == b"*":
            return [self.reply() for _ in range(size)]
        return self.file.read(size + 2)[:-2]


def free_redis_port():
    """A free port below the kernel's range for outgoing connections. Its bus port is also free."""
    while True:
        port = random.randrange(11000, 21000)
        if not lock_port(port):
            continue
        try:
            for number in (port, port + BUS_DISTANCE):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
            return port
        except OSError:
            continue


class RedisNode:
    """One server in its own folder. It can also serve as a deployment of mode `single`."""

    mode = "single"
    replicas = 0

    def __init__(self, folder, *options):
        self.port = free_redis_port()
        self.folder = Path(folder) / f"redis-{self.port}"
        self.folder.mkdir(parents=True)
        self.options = options
        self.process = None
        self.paused = False

    @property
    def addresses(self):
        return [f"127.0.0.1:{self.port}"]

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir",
             str(self.folder), "--logfile", "log", "--save", "", "--appendonly", "no",
             *map(str, self.options)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(self.answers)
        return self

    def answers(self):
        assert self.process.poll() is None, (self.folder / "log").read_text()
        try:
            return self.ask("PING") == "PONG"
        except (OSError, RedisError):
            return False

    def ask(self, *words):
        with Resp(self.port) as connection:
            return connection.ask(*words)

    def text(self, *words):
        return self.ask(*words).decode()

    def info(self, section):
        """A section of INFO as a dictionary."""
        lines = self.text("INFO", section).splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def calls(self):
        """Number of calls of each command since the start."""
        return {name.removeprefix("cmdstat_"): int(value.split(",")[0].removeprefix("calls="))
                for name, value in self.info("commandstats").items()}

    def is_up(self):
        return self.process is not None and self.process.poll() is None and not self.paused

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.paused = False

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)
        self.paused = True

    def resume(self):
        self.process.send_signal(signal.SIGCONT)
        self.paused = False

    def cut_off(self):
        """Stops replication to this replica. Pausing the process is not enough, because data in the
        kernel's buffers would still arrive. A wrong password makes every reconnection fail."""
        self.ask("CONFIG", "SET", "masterauth", "wrong")
        self.ask("CLIENT", "KILL", "TYPE", "master")

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.close()

    # --- common interface with a cluster

    def master_of(self, key):
        return self

    @property
    def nodes(self):
        return [self]


class RedisCluster:
    """Ready for commands after the start. After `node_timeout_ms` the other nodes mark a silent
    master as dead and its replica takes over."""

    mode = "cluster"

    def __init__(self, folder, *options, node_timeout_ms=1000, replicas=1):
        self.folder = folder
        self.replicas = replicas  # Replicas of each master: 1 or 0.
        self.options = ["--cluster-enabled", "yes", "--cluster-node-timeout", node_timeout_ms,
                        "--repl-diskless-sync-delay", 0, "--cluster-replica-validity-factor", 0,
                        *options]
        self.nodes = [RedisNode(folder, *self.options)
                      for _ in range((1 + replicas) * MASTERS)]

    @property
    def addresses(self):
        return [address for node in self.nodes for address in node.addresses]

    def start(self):
        for node in self.nodes:
            node.start()
        for index, node in enumerate(self.nodes):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", index + 1)
            if index < MASTERS:
                node.ask("CLUSTER", "ADDSLOTSRANGE", first_slot(index), first_slot(index + 1) - 1)
        self.introduce(self.nodes[1:])
        for master, replica in zip(self.nodes, self.nodes[MASTERS:]):
            eventually(lambda: replicates(replica, master), 30)
        self.until_whole()
        return self

    def introduce(self, newcomers):
        for node in newcomers:
            self.nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", node.port)
        known = f"cluster_known_nodes:{len(self.nodes)}\r"
        eventually(lambda: all(known in node.text("CLUSTER", "INFO") for node in self.nodes), 30)

    def add_master(self):
        """Adds a new node without slots."""
        node = RedisNode(self.folder, *self.options).start()
        self.nodes.append(node)
        self.introduce([node])
        self.until_whole()
        return node

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.close()

    def close(self):
        for node in self.nodes:
            node.close()

    # --- topology

    def up(self):
        return [node for node in self.nodes if node.is_up()]

    def until_whole(self, seconds=30):
        """Waits until all running nodes agree that every slot is served and all replicas are
        synchronized."""
        eventually(lambda: all(is_content(node) for node in self.up()), seconds)

    def table(self):
        """The rows of CLUSTER NODES from a running node, as lists of words."""
        return [line.split() for line in self.up()[0].text("CLUSTER", "NODES").splitlines()]

    def node_at(self, row):
        port = int(row[1].partition("@")[0].rpartition(":")[2])
        return next(node for node in self.nodes if node.port == port)

    def slot_of(self, key):
        return self.up()[0].ask("CLUSTER", "KEYSLOT", key)

    def master_of(self, key):
        """The current master. A dead master keeps its slots until it is replaced."""
        slot = self.slot_of(key)
        for row in self.table():
            if "master" in row[2] and any(has_slot(words, slot) for words in row[8:]):
                return self.node_at(row)
        raise AssertionError(f"nobody has slot {slot}")

    def replica_of(self, master):
        own = next(row for row in self.table() if self.node_at(row) is master)
        return next(self.node_at(row) for row in self.table()
                    if row[3] == own[0] and "fail" not in row[2])

    def until_replaced(self, master, key, seconds=30):
        """Waits for a new master of the key and returns it."""
        return eventually(lambda: (now := self.master_of(key)) is not master and now, seconds)

    # --- moving slots, as operators' tools do

    def begin_move(self, key, to):
        slot, source = self.slot_of(key), self.master_of(key)
        to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", id_of(source))
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", id_of(to))
        return Move(self, slot, source, to)


class Move:
    """A slot that is being moved. Keys are moved one by one, and the cluster answers ASK for moved
    keys."""

    def __init__(self, cluster, slot, source, to):
        self.cluster, self.slot, self.source, self.to = cluster, slot, source, to

    def some_keys(self, count=1):
        """Moves up to `count` keys. Returns the number of moved keys; 0 when none is left."""
        keys = self.source.ask("CLUSTER", "GETKEYSINSLOT", self.slot, count)
        if keys:
            self.source.ask("MIGRATE", "127.0.0.1", self.to.port, "", 0, 5000, "KEYS", *keys)
        return len(keys)

    def finish(self):
        while self.some_keys(100):
            pass
        owner = id_of(self.to)
        self.to.ask("CLUSTER", "SETSLOT", self.slot, "NODE", owner)
        try:
            self.source.ask("CLUSTER", "SETSLOT", self.slot, "NODE", owner)
        except RedisError:
            pass  # It already knows. A master without slots becomes a replica.


def first_slot(master):
    return master * SLOTS // MASTERS


def has_slot(words, slot):
    if words.startswith("["):
        return False  # The slot is being moved.
    low, _, high = words.partition("-")
    return int(low) <= slot <= int(high or low)


def id_of(node):
    return node.text("CLUSTER", "MYID")


def replicates(replica, master):
    try:
        return replica.ask("CLUSTER", "REPLICATE", id_of(master))
    except RedisError:
        return False  # It does not know its master yet.


def is_content(node):
    if "cluster_state:ok" not in node.text("CLUSTER", "INFO"):
        return False
    replication = node.info("replication")
    return replication["role"] == "master" or replication["master_link_status"] == "up"



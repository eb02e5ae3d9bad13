#!/usr/bin/env python3
"""A whole sale on this machine: six Redis nodes, nginx and seven Onsale processes, with a crowd.

./run cluster builds first and then calls this program.
"""

import argparse
import getpass
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BINARY = os.environ.get("ONSALE_BINARY", str(ROOT / "build/release/onsale"))
# Every port is the base plus a fixed number. config/nginx-cluster.conf contains the ports of this
# base.
SHIPPED_BASE = 7100
BASE = int(os.environ.get("ONSALE_PORT", SHIPPED_BASE))
# Two clusters on one machine share no files.
FOLDER = (Path(os.environ.get("ONSALE_DATA", ROOT / "data")).resolve()
          / ("cluster" if BASE == SHIPPED_BASE else f"cluster-{BASE}"))
REDIS_NUMBERS = range(1, 7)
BUS_DISTANCE = 10000  # Offset of the cluster bus port, fixed by Redis.
ADMIN_DISTANCE = 50
HIGHEST_NUMBER = 92

# Number of simulated guests of the demo event, and line settings that make them wait a minute or
# two.
CROWD_GUESTS = 300
CROWD_LINE = {"line.max_active": 100, "line.admit_per_second": 2,
              "line.poll_steps": "20:1s,rest:3s"}

START_SECONDS = 30
STOP_SECONDS = 20


class Trouble(Exception):
    """An error with a message for the operator."""


def port(number):
    return BASE + number


def is_free(number):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
            return True
        except OSError:
            return False


def until(check, what, log=None):
    """Polls `check` until it returns a true value, and returns that value."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if value := check():
            return value
        time.sleep(0.05)
    raise Trouble(f"{what} within {START_SECONDS} s" + (f"; see {log}" if log else ""))


def redis_cli(number, *words):
    done = subprocess.run(["redis-cli", "-p", str(port(number)), *words], capture_output=True,
                          text=True, timeout=10)
    return done.stdout


class Process:
    """One program of the cluster. It is identified by its pid file and its command line."""

    def __init__(self, name, ports, command):
        self.name, self.ports, self.command = name, ports, command
        self.folder = FOLDER / name
        self.log = self.folder / "log"
        # Redis and nginx rewrite their command lines. This part is always present.
        self.mark = f"127.0.0.1:{ports[0]}" if name.startswith("redis") else str(self.folder)

    def pid(self):
        """Pid of the running process. None if the pid file names no process of ours."""
        try:
            pid = int((self.folder / "pid").read_text())
            words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, ValueError):
            return None
        return pid if self.mark in words else None

    def remains(self):
        """Pids of all remaining processes, working or not."""
        pid = self.pid()
        return [pid] if pid else []

    def start(self):
        if self.pid():
            return
        for number in self.needs_free():
            if not is_free(number):
                raise Trouble(f"port {number} of {self.name} is in use by another program; end it "
                              f"(`ss -ltnp 'sport = :{number}'` names it) or use other ports: "
                              f"ONSALE_PORT={BASE + 1000} ./run cluster")
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.log, "ab") as log:
            started = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=log, cwd=ROOT, start_new_session=True)
        (self.folder / "pid").write_text(str(started.pid))
        until(lambda: started.poll() is not None or self.answers(), f"{self.name} does not answer",
              self.log)
        if started.poll() is not None:
            raise Trouble(f"{self.name} ended at once; {self.log} ends with:\n{self.last_lines()}")

    def needs_free(self):
        return self.ports

    def answers(self):
        return not is_free(self.ports[0])

    def last_lines(self):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-5:])

    def ask_to_end(self):
        for pid in self.remains():
            os.kill(pid, signal.SIGTERM)

    def wait_for_end(self):
        deadline = time.monotonic() + STOP_SECONDS
        while (pids := self.remains()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        (self.folder / "pid").unlink(missing_ok=True)

    def state(self):
        return "answers" if self.answers() else "-"

    def loss(self):
        """Describes the state of a process without a pid."""
        return "dead"


class Redis(Process):
    def __init__(self, number):
        self.number = number
        own = port(number)
        super().__init__(f"redis-{own}", [own, own + BUS_DISTANCE], [
            "redis-server", "--port", str(own), "--bind", "127.0.0.1",
            "--dir", str(FOLDER / f"redis-{own}"), "--cluster-enabled", "yes",
            # A dead master is replaced within about four seconds. Any replica may be promoted:
            # places that were not replicated yet are restored from the guests' tokens.
            "--cluster-node-timeout", "2000", "--cluster-replica-validity-factor", "0",
            # A lost shard stops only the events whose keys it stores.
            "--cluster-require-full-coverage", "no",
            # A full server rejects writes. It must not evict any place.
            "--maxmemory-policy", "noeviction",
            "--repl-diskless-sync-delay", "0", "--appendonly", "yes", "--save", ""])

    def answers(self):
        return redis_cli(self.number, "ping").strip() == "PONG"

    def state(self):
        fields = redis_cli(self.number, "cluster", "nodes").split("\n")
        own = next((line.split() for line in fields if "myself" in line), None)
        if own is None:
            return "-"
        if "master" in own[2]:
            return f"master of slots {' '.join(own[8:]) or 'none'}"
        ports = {line.split()[0]: re.search(r":(\d+)", line)[1] for line in fields if line}
        return f"replica of {ports.get(own[3], 'nobody')}, link {own[7]}"


def is_nginx(process):
    try:
        return (process / "cmdline").read_bytes().startswith(b"nginx: ")
    except OSError:
        return False


def open_files(process):
    try:
        return {os.readlink(link) for link in (process / "fd").iterdir()}
    except OSError:
        return set()


class Nginx(Process):
    def __init__(self):
        folder = FOLDER / "nginx"
        nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        super().__init__("nginx", [port(0)], [
            nginx or "nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"),
            "-e", str(folder / "log")])

    def orphans(self):
        """Our workers whose master was killed. They still occupy the port. They can be recognized
        only by the log file that they have open."""
        if self.pid():
            return []
        return [int(process.name) for process in Path("/proc").glob("[0-9]*")
                if is_nginx(process) and str(self.log) in open_files(process)]

    def remains(self):
        return super().remains() or self.orphans()

    def loss(self):
        orphans = " ".join(map(str, self.orphans()))
        return f"dead; its workers {orphans} go on: `start` replaces them" if orphans else "dead"

    def start(self):
        if self.orphans():
            self.ask_to_end()
            self.wait_for_end()
        self.folder.mkdir(parents=True, exist_ok=True)
        site = (ROOT / "config/nginx-cluster.conf").read_text()
        site = re.sub(r"127\.0\.0\.1:(\d+)",
                      lambda found: f"127.0.0.1:{int(found[1]) - SHIPPED_BASE + BASE}", site)
        site = site.replace("/var/cache/nginx", str(self.folder))
        places = "".join(f"    {kind}_temp_path {self.folder}/tmp-{kind};\n"
                         for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(
            # The workers write into a folder that belongs to this user, so they run as this user.
            f"daemon off;\nuser {getpass.getuser()};\nworker_processes auto;\n"
            f"pid {self.folder}/nginx.pid;\nevents {{ worker_connections 4096; }}\n"
            f"http {{\n    access_log off;\n{places}\n{site}}}\n")
        super().start()


class Crowd(Process):
    """The simulated guests, who connect through nginx as real guests do. They listen on no port."""

    def __init__(self):
        super().__init__("crowd", [port(0)], [
            BINARY, "crowd", "--url", f"http://127.0.0.1:{port(0)}", "--event", "demo",
            "--guests", str(CROWD_GUESTS)])
        self.mark = f"crowd --url http://127.0.0.1:{port(0)} "

    def needs_free(self):
        return []

    def answers(self):
        return self.pid() is not None

    def state(self):
        return f"{CROWD_GUESTS} simulated guests"


class Onsale(Process):
    def __init__(self, role, number, name=None, options=(), more=None):
        name = name or role
        own = port(number)
        nodes = ",".join(f"127.0.0.1:{port(one)}" for one in REDIS_NUMBERS)
        # Seven processes share this machine, so each has one loop.
        settings = {"server.admin_listen": f"127.0.0.1:{own + ADMIN_DISTANCE}",
                    "server.public_url": f"http://127.0.0.1:{port(0)}", "server.loops": 1,
                    "redis.nodes": nodes, "cluster.name": name,
                    "cluster.keys": FOLDER / "payment", **(more or {})}
        super().__init__(name, [own, own + ADMIN_DISTANCE], [
            BINARY, "serve", "--roles", role, "--config", str(ROOT / "config/cluster.toml"),
            "--listen", f"127.0.0.1:{own}", "--data", str(FOLDER / name), *options,
            *(word for key, value in settings.items() for word in ("--set", f"{key}={value}"))])

    def ask(self, path):
        """(status, body) of a request to the operators' listener, which every role has. The status
        is None if there is no answer."""
        try:
            address = f"http://127.0.0.1:{self.ports[1]}{path}"
            with urllib.request.urlopen(address, timeout=2) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return None, b""

    def answers(self):
        return self.ask("/healthz")[0] == 200

    def is_ready(self):
        return self.ask("/readyz")[0] == 200

    def state(self):
        status, body = self.ask("/readyz")
        if status is None:
            return "-"
        return "ready" if status == 200 else f"not ready: {body.decode(errors='replace').strip()}"


def processes(crowd):
    """All processes in start order: each needs the ones before it. The payment process creates the
    keys that the others read, and the event with a pace for the crowd."""
    return [*(Redis(number) for number in REDIS_NUMBERS),
            Onsale("payment", 31, options=["--demo"], more=CROWD_LINE if crowd else None),
            Onsale("queue", 11, "queue-1"), Onsale("queue", 12, "queue-2"),
            Onsale("booking", 21, "booking-1"), Onsale("booking", 22, "booking-2"),
            Onsale("scheduler", 41, "scheduler-1"), Onsale("scheduler", 42, "scheduler-2"),
            Nginx(), *([Crowd()] if crowd else [])]


def started():
    """The processes of the last start, running or not."""
    return processes(crowd=(Crowd().folder / "pid").exists())


def is_formed():
    """Every node reports a healthy cluster, and every replica is connected to its master."""
    return all("cluster_state:ok" in redis_cli(number, "cluster", "info")
               and "master_link_status:down" not in redis_cli(number, "info", "replication")
               for number in REDIS_NUMBERS)


def form_redis_cluster():
    """Creates the cluster at the first start. Later the nodes find each other by their saved
    configuration."""
    if "cluster_known_nodes:1\n" in redis_cli(REDIS_NUMBERS[0], "cluster", "info"):
        nodes = [f"127.0.0.1:{port(number)}" for number in REDIS_NUMBERS]
        done = subprocess.run(["redis-cli", "--cluster", "create", *nodes, "--cluster-replicas",
                               "1", "--cluster-yes"], capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise Trouble(f"the Redis cluster was not made:\n{done.stdout[-1000:]}{done.stderr}\n"
                          f"`./run cluster stop` and removing {FOLDER} begins anew")
    until(is_formed, "the Redis nodes do not agree", FOLDER)


def start(crowd):
    if not 1024 < BASE <= 65535 - BUS_DISTANCE - HIGHEST_NUMBER:
        raise Trouble(f"ONSALE_PORT={BASE}: must be from 1025 to "
                      f"{65535 - BUS_DISTANCE - HIGHEST_NUMBER}, as Redis also uses the ports "
                      f"{BUS_DISTANCE} above its own")
    all_of_them = processes(crowd)
    redis = [one for one in all_of_them if isinstance(one, Redis)]
    onsale = [one for one in all_of_them if isinstance(one, Onsale)]
    for one in redis:
        one.start()
    form_redis_cluster()
    guests = Crowd()
    if not crowd and guests.pid():
        guests.ask_to_end()
        guests.wait_for_end()
    for one in all_of_them[len(redis):]:
        if not isinstance(one, Crowd):
            one.start()
    for one in onsale:
        until(one.is_ready, f"{one.name} does not become ready: {one.state()}", one.log)
    if crowd:
        guests.start()
    tell_where_to_look(crowd)


def tell_where_to_look(crowd):
    admin = port(31) + ADMIN_DISTANCE
    guests = f"{CROWD_GUESTS} simulated guests; `start --no-crowd` ends them" if crowd else "none"
    print(f"""
The sale is open at   http://127.0.0.1:{port(0)}/queue/demo
Operators' API        http://127.0.0.1:{admin} (key: {FOLDER}/payment/owner.key)
  by command line     {BINARY} event list --data {FOLDER}/payment
Metrics               http://127.0.0.1:PORT/metrics, PORT as in the status, plus {ADMIN_DISTANCE}
Processes             ./run cluster status
Logs                  ./run cluster logs [NAME]
Demo crowd            {guests}
End                   ./run cluster stop   (the state stays in {FOLDER})""")


def status():
    rows = [("NAME", "PORT", "PID", "STATE")]
    for one in started():
        pid = one.pid()
        rows.append((one.name, str(one.ports[0]), str(pid or "-"), one.state() if pid else one.loss()))
    for name, number, pid, state in rows:
        print(f"{name:<14}{number:<8}{pid:<9}{state}")
    if any(row[3].startswith("dead") for row in rows):
        sys.exit(1)


def stop():
    running = [one for one in reversed(started()) if one.remains()]
    servers = [one for one in running if not isinstance(one, Redis)]
    # Redis is stopped last, because the others still use it during their shutdown.
    for group in (servers, [one for one in running if isinstance(one, Redis)]):
        for one in group:
            one.ask_to_end()
        for one in group:
            one.wait_for_end()
    print(f"{len(running)} processes ended; the state is in {FOLDER}")


def logs(name):
    names = [one.name for one in started()]
    if name and name not in names:
        raise Trouble(f"there is no process named '{name}'; there are {', '.join(names)}")
    files = [str(one.log) for one in started() if name in (None, one.name)]
    os.execvp("tail", ["tail", "-n", "20", "-F", *files])


def main():
    parser = argparse.ArgumentParser(prog="./run cluster", description=__doc__.splitlines()[0])
    parser.add_argument("action", nargs="?", default="start",
                        choices=["start", "status", "stop", "logs"])
    parser.add_argument("name", nargs="?", help="of one process, for logs")
    parser.add_argument("--no-crowd", action="store_true",
                        help="start without the simulated guests of the demo event")
    wish = parser.parse_args()
    actions = {"start": lambda: start(not wish.no_crowd), "status": status, "stop": stop,
               "logs": lambda: logs(wish.name)}
    try:
        actions[wish.action]()
    except Trouble as trouble:
        sys.exit(f"./run cluster: {trouble}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

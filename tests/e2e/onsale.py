"""A real onsale process in its own folder, and clients for it."""

import fcntl
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

BINARY = os.environ.get("ONSALE_BINARY", "build/release/onsale")
START_SECONDS = 20
# If set, every server keeps lines and holds in its own Redis, with all roles in one process.
ON_REDIS = os.environ.get("ONSALE_E2E_REDIS") == "1"


# Below the kernel's range for outgoing connections. Otherwise a client could get the port before
# the server starts to listen.
PORTS = range(7000, 10000)
# The lock of a port keeps other test processes of this machine from choosing it before the server
# listens. The locks end with this process.
PORT_LOCKS = Path(tempfile.gettempdir()) / "onsale-test-ports"
_port_locks = {}


def free_port():
    """A port that is free now and was not returned before, here or to another test process."""
    while True:
        port = random.choice(PORTS)
        if lock_port(port) and is_free(port):
            return port


def lock_port(port):
    """Returns whether no test process has the port yet; from then on this one has it."""
    if port in _port_locks:
        return False
    PORT_LOCKS.mkdir(exist_ok=True)
    lock = open(PORT_LOCKS / str(port), "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return False
    _port_locks[port] = lock
    return True


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class Server:
    """Starts `onsale serve` on free ports. Use as a context manager."""

    # The single address of a test would hit these limits. The checks stay on, with high limits.
    GENEROUS = {
        "limits.guest_per_second": 100000,
        "limits.guest_burst": 100000,
        "limits.address_per_second": 100000,
        "limits.address_burst": 100000,
        "limits.joins_per_address_per_second": 100000,
        "limits.joins_burst": 100000,
        "limits.connections_per_address": 100000,
    }

    def __init__(self, folder, settings=None, demo=False, generous=True, prefix=(), env=None):
        self.folder = Path(folder)
        self.data = self.folder / "data"
        self.port = free_port()
        self.admin_port = free_port()
        self.settings = {**(self.GENEROUS if generous else {}), **(settings or {})}
        self.demo = demo
        self.prefix = list(prefix)
        self.env = {**os.environ, **(env or {})}
        self.process = None
        self.redis = None
        if ON_REDIS:
            redis_port = free_port()
            self.redis = [redis_port, None]
            self.settings.update({"redis.mode": "single", "redis.nodes": f"127.0.0.1:{redis_port}"})

    def start_redis(self):
        """Starts Redis once. It keeps running while the server restarts, like a separate
        machine."""
        redis_port, running = self.redis
        if running is None:
            self.redis[1] = subprocess.Popen(
                ["redis-server", "--port", str(redis_port), "--bind", "127.0.0.1", "--save", "",
                 "--appendonly", "no", "--dir", str(self.folder)],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def arguments(self):
        arguments = [BINARY, "serve", "--data", str(self.data), "--listen", f"127.0.0.1:{self.port}",
                     "--set", f"server.admin_listen=127.0.0.1:{self.admin_port}"]
        if self.demo:
            arguments.append("--demo")
        for key, value in self.settings.items():
            arguments += ["--set", f"{key}={value}"]
        return arguments

    def start(self, wait=True):
        if self.redis:
            self.start_redis()
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(self.prefix + self.arguments(), stdout=self.log,
                                        stderr=self.log, env=self.env)
        if wait:
            self.wait_until_ready()
        if wait and self.demo and self.redis:
            eventually(lambda: self.is_known_to_all_loops("demo"), 5)
        return self

    def wait_until_ready(self):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"onsale ended at once:\n{self.read_log()}")
            try:
                # On Redis the two listeners open independently.
                if all(self.get("/healthz", port=port).status == 200
                       for port in (self.port, self.admin_port)):
                    return
            except OSError:
                time.sleep(0.02)
        self.kill()  # A failed __enter__ has no __exit__, so it is killed here.
        raise RuntimeError(f"onsale does not answer:\n{self.read_log()}")

    def read_log(self):
        return (self.folder / "log").read_text(errors="replace")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)
        return self.process.returncode if self.process else None

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.kill()
        self.end_redis()

    def end_redis(self):
        if self.redis and self.redis[1]:
            self.redis[1].kill()
            self.redis[1].wait()
            self.redis[1] = None

    # --- clients

    def request(self, method, path, body=None, headers=None, port=None, timeout=10):
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=timeout)
        try:
            headers = dict(headers or {})
            if isinstance(body, (dict, list)):
                body = json.dumps(body)
                headers.setdefault("Content-Type", "application/json")
            connection.request(method, path, body=body, headers=headers)
            raw = connection.getresponse()
            return Response(raw.status, raw.getheaders(), raw.read())
        finally:
            connection.close()

    def get(self, path, headers=None, **options):
        return self.request("GET", path, headers=headers, **options)

    def admin(self, method, path, body=None, expect=200):
        key = (self.data / "owner.key").read_text().strip()
        response = self.request(method, f"/api/admin{path}", body,
                                {"Authorization": f"Bearer {key}"}, port=self.admin_port)
        assert response.status == expect, (response.status, response.body)
        return response.json()

    def create_event(self, key, **settings):
        """Creates an event that is published and open, unless `settings` say otherwise."""
        event = {"key": key, "title": f"Event {key}", "opensAt": iso(time.time() - 1),
                 "published": True, **settings}
        made = self.admin("POST", "/events", event, expect=201)
        if self.redis and event["published"]:
            eventually(lambda: self.is_known_to_all_loops(key), 5)
        return made

    def is_known_to_all_loops(self, key):
        """On Redis each loop finds a new event within a second, independently of the others."""
        return all(self.get(f"/api/events/{key}").status == 200 for _ in range(16))

    def cli(self, *arguments, expect=0):
        done = subprocess.run([BINARY, *arguments, "--data", str(self.data)], capture_output=True,
                              text=True, timeout=30)
        assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
        return done.stdout

    def guest(self):
        return Guest(self)


class Response:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    def json(self):
        return json.loads(self.body)

    def header(self, name):
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        return values[0] if values else None

    def cookies(self):
        return {name: value for name, value, _ in self.set_cookies()}

    def set_cookies(self):
        """Name, value and Max-Age of each cookie. A session cookie has no Max-Age."""
        for key, value in self.headers:
            if key.lower() == "set-cookie":
                name, _, rest = value.partition("=")
                text, *attributes = rest.split("; ")
                ages = [int(one.partition("=")[2]) for one in attributes
                        if one.startswith("Max-Age=")]
                yield name, text, ages[0] if ages else None

    @property
    def code(self):
        return self.json()["code"]


class Guest:
    """One browser: keeps its cookies until they expire, enters and polls."""

    def __init__(self, server):
        self.server = server
        self.cookies = {}
        self.cookies_end = {}
        self.token = None

    def call(self, method, path, body=None, headers=None, **options):
        headers = {"X-Onsale-Request": "1", "User-Agent": "Mozilla/5.0 test",
                   "Accept-Language": "en", **(headers or {})}
        self.forget_expired_cookies()
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        response = self.server.request(method, path, body, headers, **options)
        for name, value, age in response.set_cookies():
            self.cookies[name] = value
            self.cookies_end[name] = float("inf") if age is None else time.monotonic() + age
        return response

    def forget_expired_cookies(self):
        now = time.monotonic()
        for name in [one for one, end in self.cookies_end.items() if end <= now]:
            self.cookies.pop(name, None)
            del self.cookies_end[name]

    def visit(self, event):
        """The plain page, which also sets the visitor cookie."""
        return self.call("GET", f"/en/queue/{event}?plain=1")

    def enter(self, event, expect=200, **fields):
        if "onsale_v" not in self.cookies:
            self.visit(event)
        response = self.call("POST", "/api/queue/enter", {"eventId": event, **fields})
        assert response.status == expect, (response.status, response.body)
        if response.status == 200:
            self.token = response.json()["token"]
        return response.json()

    def status(self, event, expect=200):
        response = self.call("GET", f"/api/queue/status?eventId={event}",
                             headers={"X-Queue-Token": self.token} if self.token else {})
        assert response.status == expect, (response.status, response.body)
        return response.json()

    def leave(self, event):
        return self.call("DELETE", f"/api/queue/leave?eventId={event}")


def iso(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(seconds))


def eventually(check, seconds=10):
    """Polls until `check` returns a true value, and returns it. Fails the test on timeout."""
    deadline = time.monotonic() + seconds
    while True:
        value = check()
        if value:
            return value
        assert time.monotonic() < deadline, f"did not happen within {seconds} s (last: {value!r})"
        time.sleep(0.02)

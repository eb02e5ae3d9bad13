"""Starts Onsale and the servers that it is compared with."""

import socket
import sys
from pathlib import Path

from machine import Failed, ON_SERVER_CORE, Process, children, eventually, run

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
import onsale  # noqa: E402  Starts a server in the same way as the end-to-end tests.

EVENT = "bench"
PROGRAMS = Path(onsale.BINARY).parent / "bin"
UNLIMITED = 1_000_000
# Limits are checked, but they are too high for the single load address to reach.
SETTINGS = {
    "server.loops": 1,
    "log.level": "warning",
    "limits.guest_per_second": UNLIMITED,
    "limits.guest_burst": UNLIMITED,
    "limits.address_per_second": UNLIMITED,
    "limits.address_burst": UNLIMITED,
    "limits.joins_per_address_per_second": UNLIMITED,
    "limits.joins_burst": UNLIMITED,
    "limits.connections_per_address": 100_000,
    "limits.idle_timeout": "10m",
}


class Line:
    """A data folder with `waiting` guests, and tokens and cookies for it."""

    def __init__(self, folder, waiting, tokens=0, cookies=0):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True)
        self.waiting = waiting
        self.tokens_file = self.folder / "tokens"
        self.cookies_file = self.folder / "cookies"
        self.cookies_used = 0
        self.cookies = cookies
        run([PROGRAMS / "onsale_bench_fill", "--data", self.folder / "data", "--event", EVENT,
             "--waiting", waiting, "--tokens", tokens, "--tokens-file", self.tokens_file,
             "--cookies", cookies, "--cookies-file", self.cookies_file])

    def tokens(self):
        """Pairs of token and number. The number equals the position, because nobody leaves."""
        with open(self.tokens_file) as lines:
            return [(token, int(number)) for token, number in map(str.split, lines)]

    def take_cookies(self, count):
        """Returns how many cookies to skip to reach the next `count` unused ones."""
        skip = self.cookies_used
        self.cookies_used += count
        if self.cookies_used > self.cookies:
            raise Failed("not enough cookies were made")
        return skip

    def server(self, settings=None):
        return Server(self, settings or {})


class Server(onsale.Server):
    """An Onsale server on the data folder of a line, on the server's core."""

    def __init__(self, line, settings):
        super().__init__(line.folder, {**SETTINGS, **settings}, prefix=ON_SERVER_CORE)
        self.line = line

    @property
    def pid(self):
        return self.process.pid  # taskset replaces itself with the program that it starts.

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def status(self, token):
        return self.get(f"/api/queue/status?eventId={EVENT}", {"X-Queue-Token": token})

    def check_position(self, token, number):
        answer = self.status(token)
        if answer.status != 200 or answer.json()["position"] != number:
            raise Failed(f"number {number} was answered {answer.status} {answer.body[:200]}")

    def joined(self):
        return self.admin("GET", f"/events/{EVENT}/line")["joined"]

    def journal_stats(self):
        return self.admin("GET", "/journal/stats")


def nginx(folder, body):
    """nginx with one worker that answers everything with `body`, or with 204 if it is None."""
    answer = "204" if body is None else f"200 '{body}'"
    folder = Path(folder)
    folder.mkdir(parents=True)
    port = onsale.free_port()
    temporary = "\n".join(f"    {kind}_temp_path {folder}/{kind};" for kind in
                          ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(f"""
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
{temporary}
    access_log off;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    default_type application/json;
    server {{
        listen 127.0.0.1:{port};
        location / {{ return {answer}; }}
    }}
}}
""")
    process = Process(ON_SERVER_CORE + ["nginx", "-p", folder, "-c", folder / "nginx.conf"],
                      folder / "log")
    process.url = f"http://127.0.0.1:{port}"
    try:
        process.worker = eventually(lambda: children(process.pid), "nginx's worker", 10)[0]
        eventually(lambda: socket.create_connection(("127.0.0.1", port)).close() or True,
                   "an answer of nginx", 10)
    except Exception:
        process.stop()
        raise
    return process


class Redis(Process):
    """redis-server with an append-only file. `appendfsync` has the same values as in Redis."""

    def __init__(self, folder, appendfsync):
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.port = onsale.free_port()
        super().__init__(ON_SERVER_CORE + [
            "redis-server", "--port", self.port, "--bind", "127.0.0.1", "--dir", folder,
            "--appendonly", "yes", "--appendfsync", appendfsync, "--save", "",
            "--auto-aof-rewrite-percentage", "0", "--daemonize", "no"], Path(folder) / "log")

    def client(self):
        return RedisClient(self.port)

    def wait_until_ready(self):
        def answers():
            client = self.client()
            try:
                return client.call("PING") == "+PONG"
            finally:
                client.close()
        eventually(answers, "an answer of redis-server", 30)
        return self


class RedisClient:
    """A minimal RESP client: sends commands, and reads one-line and bulk answers."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.answers = self.socket.makefile("rb")

    def call(self, *words):
        self.socket.sendall(b"*%d\r\n" % len(words) + b"".join(
            b"$%d\r\n%s\r\n" % (len(word), word) for word in map(as_bytes, words)))
        line = self.answers.readline()
        if not line:
            raise ConnectionError("redis-server closed the connection")
        if line.startswith(b"$"):
            return self.answers.read(int(line[1:]) + 2)[:-2].decode()
        return line.decode().strip()

    def close(self):
        self.answers.close()
        self.socket.close()


def as_bytes(word):
    return word if isinstance(word, bytes) else str(word).encode()

"""PostgreSQL with its own defaults, on the server's core."""

import os
import shutil
import socket
from pathlib import Path

from machine import Failed, ON_SERVER_CORE, Process, eventually, run
from servers import onsale

CLIENTS = 16
ROW = "INSERT INTO purchase (seat, guest) VALUES (:seat, 'guest');"
TABLE = "CREATE TABLE purchase (id bigserial PRIMARY KEY, seat int NOT NULL, guest text NOT NULL)"


def programs():
    """Debian installs them in a versioned folder that is not in PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        raise Failed("PostgreSQL is not installed: scripts/install.sh test")
    return found[-1].parent


def unprivileged():
    """PostgreSQL refuses to run as root; its package has created a user."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]


class Postgres(Process):
    """A new database cluster in a folder. fsync and synchronous_commit are on, as by default."""

    def __init__(self, folder):
        folder = Path(folder)
        folder.mkdir(parents=True)
        if unprivileged():
            shutil.chown(folder, "postgres", "postgres")
        self.port = onsale.free_port()
        self.folder = folder
        data = folder / "data"
        run(unprivileged() + [programs() / "initdb", "-D", data, "-U", "bench", "-A", "trust",
                              "-E", "UTF8", "--no-locale", "--no-sync"])
        super().__init__(ON_SERVER_CORE + unprivileged() + [
            programs() / "postgres", "-D", data, "-c", "listen_addresses=127.0.0.1",
            "-p", self.port, "-c", "unix_socket_directories="], folder / "log")

    def wait_until_ready(self):
        eventually(lambda: socket.create_connection(("127.0.0.1", self.port)).close() or True,
                   "PostgreSQL's port", 30, 0.05)
        self.psql("SELECT 1")
        self.psql(TABLE)
        (self.folder / "insert.sql").write_text("\\set seat random(1, 50000)\n" + ROW + "\n")
        return self

    def psql(self, statement):
        run([programs() / "psql", *self.address(), "-X", "-c", statement, "postgres"])

    def inserts(self, seconds):
        """One-row commits per second."""
        output = run([programs() / "pgbench", *self.address(), "-n", "-M", "simple",
                      "-c", CLIENTS, "-j", 1, "-T", seconds, "-f", self.folder / "insert.sql",
                      "postgres"])
        for line in output.splitlines():
            if line.startswith("tps = "):
                return float(line.split()[2])
        raise Failed(f"pgbench said: {output[-300:]}")

    def address(self):
        return ["-h", "127.0.0.1", "-p", self.port, "-U", "bench"]

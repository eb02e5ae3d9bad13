"""Runs processes on dedicated cores and reads their usage from the kernel."""

import os
import subprocess
import sys
import time

SERVER_CORE = 0
LOAD_CORE = 1
ON_SERVER_CORE = ["taskset", "-c", str(SERVER_CORE)]
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
START = time.monotonic()


class Failed(Exception):
    """A figure could not be measured. The message is the reason."""


def say(text):
    print(f"[{time.monotonic() - START:4.0f} s] {text}", flush=True)


def move_to_load_core():
    """Pins this process and the load programs to one core. ON_SERVER_CORE moves servers to the
    other."""
    if os.cpu_count() < 2:
        sys.exit("bench: needs two cores, one for the server and one for the load")
    os.sched_setaffinity(0, {LOAD_CORE})


def run(arguments, timeout=300):
    done = subprocess.run([str(one) for one in arguments], capture_output=True, text=True,
                          timeout=timeout)
    if done.returncode != 0:
        raise Failed(f"{arguments[0]}: {(done.stderr or done.stdout).strip()[-300:]}")
    sys.stderr.write(done.stderr)  # For example the first refusal that a load program received.
    return done.stdout


def rss_bytes(pid):
    with open(f"/proc/{pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    raise Failed(f"process {pid} has no memory")


def cpu_seconds(pid):
    """User and system time of all threads."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as listed:
        return [int(one) for one in listed.read().split()]


def eventually(check, what, seconds=60, every=0.001):
    """Polls `check` until it returns a true value, and returns it. An OSError counts as not yet."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            value = check()
            if value:
                return value
        except OSError:
            pass
        time.sleep(every)
    raise Failed(f"{what} did not happen within {seconds} s")


class Process:
    """A server process that is stopped when its `with` block ends."""

    def __init__(self, arguments, log):
        self.log = open(log, "ab")
        self.process = subprocess.Popen([str(one) for one in arguments], stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log)
        self.pid = self.process.pid

    def stop(self):
        """Sends SIGTERM first, because nginx workers survive a killed master."""
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

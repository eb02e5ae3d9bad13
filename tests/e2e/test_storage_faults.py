"""A full disk, a failing sync, or no free descriptors: calls are refused with a code, polls
continue."""

import json
import os
import resource
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from onsale import BINARY, eventually
from wire import Wire, crowd, enter_request, leave_request, statuses, visitors

EVENT = "concert"
HERE = Path(__file__).parent


def try_to_join(server):
    """(status, headers, body) of the join of one new guest."""
    with Wire(server.port) as wire:
        cookie = visitors(wire, 1)[0]
        status, headers, body = wire.send(enter_request(EVENT, cookie)).answer()
        return status, dict(headers), json.loads(body)


def positions(server, tokens):
    return [one["position"] for one in statuses(server.port, EVENT, tokens)]


# --- disk full


@pytest.fixture
def small_disk(tmp_path):
    """A file system of a few megabytes. The tests run as root, also in containers."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)], check=True)
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def cramped(small_disk, make_server):
    """A server with its data folder on the small disk, and some guests in the line."""
    server = make_server()
    server.data = small_disk / "data"
    server.start()
    server.create_event(EVENT, rules={"maxActive": 0})
    return server, crowd(server.port, EVENT, 200)


def fill(disk):
    with open(disk / "ballast", "wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"x" * 4096)
        except OSError:
            return disk / "ballast"


def join_until_refused(server, tokens):
    """Joins until one is refused. The log may have free space, so joins succeed until it must
    grow."""
    for _ in range(3000):
        status, headers, told = try_to_join(server)
        if status != 200:
            return status, headers, told
        tokens.append(told["token"])
    raise AssertionError("the disk never got full")


def test_a_full_disk_refuses_joins_keeps_polls_and_recovers_by_itself(cramped, small_disk):
    server, tokens = cramped
    ballast = fill(small_disk)
    status, headers, told = join_until_refused(server, tokens)
    assert (status, told["code"]) == (503, "STORAGE_UNAVAILABLE")
    assert int(headers["retry-after"]) >= 1
    polled = eventually(lambda: [one for one in statuses(server.port, EVENT, tokens)
                                 if one.get("degraded") == "disk_full"], 3)
    assert len(polled) == len(tokens), "every poll says so"
    assert positions(server, tokens) == list(range(1, len(tokens) + 1))
    ready = server.get("/readyz")
    assert ready.status == 503 and ready.json()["parts"]["journal"] == "disk_full"
    assert server.get("/healthz").status == 200
    # A change by an operator is also refused, and has no effect.
    key = (server.data / "owner.key").read_text().strip()
    change = server.request("PATCH", f"/api/admin/events/{EVENT}", {"title": "Another"},
                            {"Authorization": f"Bearer {key}"}, port=server.admin_port)
    assert change.status == 503 and change.code == "STORAGE_UNAVAILABLE"

    ballast.unlink()
    eventually(lambda: server.get("/readyz").status == 200, 5)
    status, _, told = try_to_join(server)
    assert status == 200 and told["position"] == len(tokens) + 1
    assert "degraded" not in statuses(server.port, EVENT, tokens[:1])[0]
    tokens.append(told["token"])
    server.kill()
    server.start()
    assert positions(server, tokens) == list(range(1, len(tokens) + 1))
    server.stop()
    assert "journal good" in server.cli("journal", "verify")


def test_killed_while_the_disk_is_full_nobody_is_lost(cramped, small_disk):
    server, tokens = cramped
    ballast = fill(small_disk)
    join_until_refused(server, tokens)
    server.kill()
    ballast.unlink()
    server.start()
    assert positions(server, tokens) == list(range(1, len(tokens) + 1))


def test_a_start_on_a_full_disk_says_what_to_do_and_loses_nobody(cramped, small_disk):
    server, tokens = cramped
    ballast = fill(small_disk)
    join_until_refused(server, tokens)
    server.kill()
    fill(small_disk)
    server.start(wait=False)
    assert server.process.wait(timeout=20) == 1, server.read_log()
    words = server.read_log().splitlines()[-1]
    assert "the disk is full" in words and "free some space" in words, words
    ballast.unlink()
    server.start()
    assert positions(server, tokens) == list(range(1, len(tokens) + 1))


def test_leaving_is_refused_on_a_full_disk_and_the_place_stays(cramped, small_disk):
    server, tokens = cramped
    ballast = fill(small_disk)
    join_until_refused(server, tokens)
    with Wire(server.port) as wire:
        status, _, body = wire.send(leave_request(EVENT, tokens[0])).answer()
    assert status == 503 and json.loads(body)["code"] == "STORAGE_UNAVAILABLE"
    ballast.unlink()
    eventually(lambda: server.get("/readyz").status == 200, 5)
    assert positions(server, tokens[:3]) == [1, 2, 3]


# --- a sync that fails


@pytest.fixture
def shim(tmp_path):
    compiler = shutil.which("clang-19") or shutil.which("cc")
    assert compiler, "a C compiler is needed"
    library = tmp_path / "faulty_sync.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library),
                    str(HERE / "faulty_sync.c"), "-ldl"], check=True)
    return library


@pytest.fixture
def failing(shim, tmp_path, make_server):
    """A server with guests in the line, and the file that makes its syncs fail."""
    trigger = tmp_path / "fail-now"
    server = make_server(env={"LD_PRELOAD": str(shim), "FAULT_FILE": str(trigger)}).start()
    server.create_event(EVENT, rules={"maxActive": 0})
    return server, trigger, crowd(server.port, EVENT, 200)


def test_a_failed_sync_ends_writing_until_a_restart_and_polls_go_on(failing):
    server, trigger, tokens = failing
    trigger.touch()
    status, headers, told = try_to_join(server)
    assert (status, told["code"]) == (503, "OUTCOME_UNKNOWN")
    assert int(headers["retry-after"]) >= 1
    polled = eventually(lambda: [one for one in statuses(server.port, EVENT, tokens)
                                 if one.get("degraded") == "storage_failed"], 3)
    assert [one["position"] for one in polled] == list(range(1, 201))
    ready = server.get("/readyz")
    assert ready.status == 503 and ready.json()["parts"]["journal"] == "failed"

    # The disk works again, but its contents are uncertain, so nothing is written.
    trigger.unlink()
    wal = server.data / "onsale.db-wal"
    size, content = wal.stat().st_size, wal.read_bytes()
    time.sleep(1.5)
    for _ in range(3):
        status, _, told = try_to_join(server)
        assert (status, told["code"]) == (503, "OUTCOME_UNKNOWN")
    assert wal.stat().st_size == size and wal.read_bytes() == content
    assert server.get("/readyz").status == 503

    server.kill()
    server.start()
    assert positions(server, tokens) == list(range(1, 201))
    assert try_to_join(server)[0] == 200
    assert server.get("/readyz").status == 200
    server.stop()
    assert "journal good" in server.cli("journal", "verify")


def test_a_stop_after_a_failed_sync_ends_cleanly_and_starts_again(failing):
    server, trigger, tokens = failing
    trigger.touch()
    assert try_to_join(server)[0] == 503
    server.process.terminate()
    assert server.process.wait(timeout=20) == 0
    trigger.unlink()
    server.start()
    assert positions(server, tokens) == list(range(1, 201))


def test_a_start_on_a_disk_that_cannot_sync_refuses(failing):
    server, trigger, _ = failing
    server.stop()
    trigger.touch()
    # The start has to write, because it must record this gap.
    server.settings["engine.clock_shift"] = "1m"
    server.start(wait=False)
    assert server.process.wait(timeout=20) == 1
    assert "onsale: " in server.read_log()


# --- a restore that cannot end


@pytest.fixture
def backup(make_server):
    server = make_server().start()
    server.create_event(EVENT, rules={"maxActive": 0})
    crowd(server.port, EVENT, 200)
    file = server.folder / "backup.db"
    server.cli("backup", str(file))
    server.stop()
    return file


def restore(file, folder, **env):
    return subprocess.run([BINARY, "restore", str(file), "--data", str(folder)],
                          capture_output=True, text=True, timeout=60, env={**os.environ, **env})


def files_in(folder):
    return sorted(one.name for one in folder.iterdir())


def test_a_restore_without_its_new_key_leaves_what_was_there(shim, backup, tmp_path):
    folder = tmp_path / "restored"
    # The file exists while the new key is written, when everything else is there already.
    fault = {"LD_PRELOAD": str(shim), "FAULT_FILE": str(folder / "keys.new")}
    for before in (None, [], ["lock"]):
        if before is not None:
            folder.mkdir(exist_ok=True)
        for name in before or []:
            (folder / name).touch()
        refused = restore(backup, folder, **fault)
        assert refused.returncode == 1 and "cannot be written" in refused.stderr, refused.stderr
        assert (files_in(folder) if folder.exists() else None) == before
    assert restore(backup, folder).returncode == 0
    assert {"keys", "onsale.db"} <= set(files_in(folder))


def test_a_restore_on_a_small_disk_is_whole_or_nothing(backup, small_disk):
    folder = small_disk / "data"
    codes = []
    for kilobytes in range(40, 2000, 200):
        subprocess.run(["mount", "-o", f"remount,size={kilobytes}k", str(small_disk)], check=True)
        codes.append(restore(backup, folder).returncode)
        assert codes[-1] == 0 or not folder.exists(), (kilobytes, files_in(folder))
        shutil.rmtree(folder, ignore_errors=True)
    assert codes[0] == 1 and codes[-1] == 0


# --- descriptors


def test_running_out_of_descriptors_is_survived(make_server):
    server = make_server(settings={"server.loops": 1}).start()
    server.create_event(EVENT, rules={"maxActive": 0})
    tokens = crowd(server.port, EVENT, 20)
    # Lowered while running, because a start would adapt the limit of connections to it.
    subprocess.run(["prlimit", "--pid", str(server.process.pid), "--nofile=96"], check=True)
    with Wire(server.port) as early:
        early.ask("GET", "/healthz")
        many = [Wire(server.port) for _ in range(300)]
        # An existing connection is still served, and joins are still written.
        cookie = visitors(early, 1)[0]
        status, _, body = early.send(enter_request(EVENT, cookie)).answer()
        assert status == 200
        tokens.append(json.loads(body)["token"])
        before = processor_seconds(server)
        time.sleep(1)
        assert processor_seconds(server) - before < 0.5, "it spins"
        for wire in many:
            wire.close()
    eventually(lambda: server.get("/healthz", timeout=2).status == 200, 10)
    assert positions(server, tokens) == list(range(1, 22))
    assert server.process.poll() is None


def processor_seconds(server):
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_too_few_descriptors_for_the_configuration_are_said_at_the_start(make_server):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    server = make_server(prefix=["prlimit", f"--nofile={min(hard, 1000)}"]).start()
    assert "LimitNOFILE" in server.read_log()

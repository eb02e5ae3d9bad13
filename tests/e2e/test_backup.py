"""Backups made during a sale, and the contents of a restored folder."""

import json
import shutil
import stat
import subprocess
import threading

import pytest

from onsale import BINARY, eventually
from wire import Wire, crowd, enter_request, number_of, statuses, visitors

EVENT = "concert"


def run(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True,
                          timeout=60)


def restore(file, folder, *options):
    return run("restore", file, *options, "--data", folder)


class Joining(threading.Thread):
    """Guests who join continuously. Records each token in the order of the answers."""

    def __init__(self, server):
        super().__init__()
        self.server, self.tokens, self.stopping = server, [], threading.Event()

    def run(self):
        with Wire(self.server.port) as wire:
            while not self.stopping.is_set():
                for cookie in visitors(wire, 20):
                    status, _, body = wire.send(enter_request(EVENT, cookie)).answer()
                    assert status == 200
                    self.tokens.append(json.loads(body)["token"])

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.join()


def backed_up(server, path):
    """A backup made while guests join, and the tokens acknowledged before it began."""
    server.create_event(EVENT, rules={"maxActive": 0})
    early = crowd(server.port, EVENT, 1000)
    with Joining(server) as joining:
        while len(joining.tokens) < 50:
            joining.stopping.wait(0.01)
        before = early + list(joining.tokens)
        done = run("backup", path, "--data", server.data)
        during = len(joining.tokens)
    assert done.returncode == 0, done.stderr
    assert len(joining.tokens) >= during > 0
    return before


def test_a_backup_under_load_restores_everybody_acknowledged_before_it(make_server):
    server = make_server().start()
    file = server.folder / "backup.db"
    before = backed_up(server, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(server.folder.glob("*.unfinished"))
    server.kill()

    restored = make_server()
    done = restore(file, restored.data, "--verify")
    assert done.returncode == 0 and "journal good" in done.stdout, (done.stdout, done.stderr)
    for name in ("keys", "owner.key", "complete.key"):
        assert stat.S_IMODE((restored.data / name).stat().st_mode) == 0o600
    for name in ("owner.key", "complete.key"):
        assert (restored.data / name).read_bytes() == (server.data / name).read_bytes()
    restored.start()
    told = statuses(restored.port, EVENT, before)
    assert [one["status"] for one in told] == ["waiting"] * len(before)
    by_number = sorted(zip(before, told), key=lambda pair: number_of(pair[0]))
    positions = [one["position"] for _, one in by_number]
    assert positions == sorted(set(positions)), "the order changed"
    assert positions[:1000] == list(range(1, 1001))
    # New guests are placed behind those in the backup.
    assert number_of(crowd(restored.port, EVENT, 1)[0]) > max(map(number_of, before))


def test_a_backup_has_the_payments_of_demo_pay(make_server):
    server = make_server(demo=True).start()
    file = server.folder / "backup.db"
    assert run("backup", file, "--data", server.data).returncode == 0
    server.stop()
    restored = make_server()
    assert restore(file, restored.data, "--verify").returncode == 0
    for name in ("demo-pay.key", "demo-pay.log"):
        assert (restored.data / name).read_bytes() == (server.data / name).read_bytes()
        assert stat.S_IMODE((restored.data / name).stat().st_mode) == 0o600


def test_each_restore_adds_next_to_nothing_to_a_snapshot(make_server):
    server = make_server(settings={"engine.snapshot_every": "1s"}).start()
    server.create_event(EVENT, rules={"maxActive": 0})
    crowd(server.port, EVENT, 100)
    for _ in range(2):
        file = server.folder / "backup.db"
        assert run("backup", file, "--data", server.data).returncode == 0
        server.stop()
        server = make_server(settings={"engine.snapshot_every": "1s"})
        assert restore(file, server.data, "--verify").returncode == 0
        server.start()
        assert number_of(crowd(server.port, EVENT, 1)[0]) > 10_000_000
        eventually(lambda: list(server.data.glob("snapshot-*")))
        assert max(path.stat().st_size for path in server.data.glob("snapshot-*")) < 100_000
    assert server.admin("GET", f"/events/{EVENT}/line")["joined"] == 102


def test_backups_follow_one_another_and_none_is_overwritten(make_server):
    server = make_server().start()
    first = server.folder / "first.db"
    backed_up(server, first)
    content = first.read_bytes()
    again = run("backup", first, "--data", server.data)
    assert again.returncode == 1 and "exists" in again.stderr
    assert first.read_bytes() == content
    assert run("backup", server.folder / "second.db", "--data", server.data).returncode == 0


def test_a_backup_into_a_folder_that_is_not_there_fails_with_a_reason(make_server):
    server = make_server().start()
    done = run("backup", server.folder / "nowhere" / "file.db", "--data", server.data)
    assert done.returncode == 1 and "nowhere" in done.stderr
    assert "place is safe" not in done.stderr, done.stderr


@pytest.fixture
def backup(make_server):
    server = make_server().start()
    server.create_event(EVENT, rules={"maxActive": 0})
    crowd(server.port, EVENT, 500)
    file = server.folder / "backup.db"
    assert run("backup", file, "--data", server.data).returncode == 0
    return server, file


def test_restoring_over_a_journal_is_refused(backup):
    server, file = backup
    server.stop()
    before = (server.data / "onsale.db").read_bytes()
    done = restore(file, server.data)
    assert done.returncode == 1 and "is not empty" in done.stderr
    assert (server.data / "onsale.db").read_bytes() == before


@pytest.mark.parametrize("name", ["keys", "owner.key", "onsale.db-wal", "mark", "snapshot-a"])
def test_restoring_into_a_folder_that_is_not_empty_is_refused(backup, tmp_path, name):
    _, file = backup
    folder = tmp_path / "half"
    folder.mkdir()
    (folder / name).write_text("left over")
    done = restore(file, folder, "--verify")
    assert done.returncode == 1, done.stdout
    assert [path.name for path in folder.iterdir()] == [name]
    assert (folder / name).read_text() == "left over"
    assert not (folder / "onsale.db").exists()


@pytest.mark.parametrize("how", ["cut", "flipped", "empty", "foreign", "missing"])
def test_a_bad_backup_is_refused_and_leaves_no_folder_that_starts(backup, tmp_path, how):
    server, file = backup
    bad = tmp_path / "bad.db"
    content = bytearray(file.read_bytes())
    if how == "cut":
        bad.write_bytes(content[:len(content) * 2 // 3])
    elif how == "flipped":
        content[len(content) // 2] ^= 4
        bad.write_bytes(content)
    elif how == "empty":
        bad.write_bytes(b"")
    elif how == "foreign":
        bad.write_bytes(b"this is no backup " * 1000)
    folder = tmp_path / "restored"
    done = restore(bad, folder, "--verify")
    assert done.returncode == 1, (done.stdout, done.stderr)
    assert done.stderr.startswith("onsale: ")
    assert "SELECT" not in done.stderr and "PRAGMA" not in done.stderr, done.stderr
    if how in ("empty", "foreign"):
        assert "is no backup of Onsale" in done.stderr
    assert not folder.exists(), "a failed restore leaves nothing"
    # The valid backup can be restored into the same folder afterwards.
    assert restore(file, folder, "--verify").returncode == 0


def test_offline_verbs_refuse_while_a_server_holds_the_folder(backup):
    server, file = backup
    for verb in (("journal", "verify"), ("restore", file), ("token", "verify", "AAAA")):
        done = run(*verb, "--data", server.data)
        assert done.returncode == 1, verb
        assert "another onsale is using the data folder" in done.stderr + done.stdout, verb
    assert server.get("/healthz").status == 200


def test_online_verbs_say_that_no_server_runs(backup):
    server, _ = backup
    server.stop()
    done = run("backup", server.folder / "late.db", "--data", server.data)
    assert done.returncode == 1 and done.stderr


def test_a_backup_restored_twice_does_not_take_one_life_s_token_for_the_other_s(
        backup, make_server):
    _, file = backup
    tokens = []
    for _ in range(2):
        life = make_server()
        assert restore(file, life.data).returncode == 0
        life.start()
        tokens.append(crowd(life.port, EVENT, 1)[0])
    assert number_of(tokens[0]) == number_of(tokens[1])
    path = f"/api/queue/status?eventId={EVENT}"
    assert life.get(path, {"X-Queue-Token": tokens[1]}).status == 200
    assert life.get(path, {"X-Queue-Token": tokens[0]}).status == 401


def test_a_copy_of_the_restored_folder_starts_too(backup, tmp_path, make_server):
    _, file = backup
    folder = tmp_path / "restored"
    assert restore(file, folder).returncode == 0
    other = make_server()
    shutil.copytree(folder, other.data)
    other.start()
    assert other.admin("GET", f"/events/{EVENT}/line")["waiting"] == 500

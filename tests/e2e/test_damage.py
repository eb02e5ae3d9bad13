"""Damaged files: committed data that cannot be read prevents the start, and the message names the
file."""

import json
import re
import shutil
import sqlite3
import struct
import subprocess

import pytest

from onsale import BINARY
from wire import crowd, statuses

EVENT = "concert"
JOINS = 3000
WAL_HEADER = 32
FRAME_HEADER = 24


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A data folder with some thousand joins in its write-ahead log, after a kill, and their
    tokens."""
    from onsale import Server

    with Server(tmp_path_factory.mktemp("damage")) as server:
        server.create_event(EVENT, rules={"maxActive": 0})
        tokens = crowd(server.port, EVENT, JOINS)
        server.kill()
    return server.data, tokens


@pytest.fixture
def broken(original, make_server):
    """A server on a copy of that folder, not started, and the tokens that must be valid."""
    data, tokens = original
    server = make_server()
    copy_folder(data, server.data)
    return server, tokens


def copy_folder(source, target):
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.sock"))


def flip(path, at):
    content = bytearray(path.read_bytes())
    content[at] ^= 0x10
    path.write_bytes(content)


def refusal(server):
    """Output of the refused start, which must exit with 1."""
    server.start(wait=False)
    assert server.process.wait(timeout=20) == 1, server.read_log()
    return server.read_log()


def verify(server):
    """Runs `journal verify` on a copy, so that the start sees unchanged files."""
    copy = server.folder / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy_folder(server.data, copy)
    done = subprocess.run([BINARY, "journal", "verify", "--data", str(copy)], capture_output=True,
                          text=True, timeout=30)
    return done.returncode, done.stdout + done.stderr


def everybody_is_there(server, tokens):
    server.start()
    told = statuses(server.port, EVENT, tokens)
    return [one["position"] for one in told] == list(range(1, len(tokens) + 1))


def frames(wal):
    """(offset, page, is a commit) of every frame of the current log."""
    content = wal.read_bytes()
    page_size = struct.unpack(">I", content[8:12])[0]
    salts = content[16:24]
    found = []
    for at in range(WAL_HEADER, len(content) - FRAME_HEADER - page_size + 1,
                    FRAME_HEADER + page_size):
        page, commit = struct.unpack(">II", content[at:at + 8])
        if content[at + 8:at + 16] != salts:
            break
        found.append((at, page, commit != 0))
    return found


def test_the_killed_folder_itself_is_good(broken):
    server, tokens = broken
    assert verify(server)[0] == 0
    assert everybody_is_there(server, tokens)


def test_a_bit_flipped_in_the_middle_of_the_log_refuses_and_names_the_frame(broken):
    server, _ = broken
    wal = server.data / "onsale.db-wal"
    listed = frames(wal)
    middle = len(listed) // 2
    at = listed[middle][0]
    flip(wal, at + FRAME_HEADER + 1000)
    words = refusal(server)
    assert f"frame {middle + 1} at byte {at} " in words and "restore the latest backup" in words
    code, told = verify(server)
    assert code == 1 and f"frame {middle + 1} at byte {at} " in told


def test_a_refused_start_leaves_the_damaged_log_as_it_was(broken):
    server, _ = broken
    wal = server.data / "onsale.db-wal"
    flip(wal, wal.stat().st_size // 2)
    before = wal.read_bytes()
    refusal(server)
    assert wal.read_bytes() == before


@pytest.mark.parametrize("where", ["frame header", "salt", "page", "checksum"])
def test_a_bit_flipped_in_the_first_frames_is_found(broken, where):
    server, _ = broken
    wal = server.data / "onsale.db-wal"
    at = frames(wal)[3][0]
    flip(wal, at + {"frame header": 2, "salt": 9, "page": 300, "checksum": 18}[where])
    assert "frame 4 at byte" in refusal(server)


def test_a_bit_flipped_in_the_last_commits_but_one_is_found(broken):
    # SQLite would silently drop two commits, which were both acknowledged.
    server, _ = broken
    wal = server.data / "onsale.db-wal"
    commits = [at for at, _, commit in frames(wal) if commit]
    flip(wal, commits[-2] + FRAME_HEADER + 50)
    words = refusal(server)
    assert re.search(r"frame \d+ at byte|ends at row \d+ but row \d+ was committed", words), words
    code, told = verify(server)
    assert code == 1 and re.search(r"frame \d+|row \d+", told), told


def test_a_bit_flipped_in_the_logs_own_header_refuses_and_keeps_the_log(broken):
    # SQLite treats such a log as empty.
    server, tokens = broken
    wal = server.data / "onsale.db-wal"
    flip(wal, 17)
    before = wal.read_bytes()
    words = refusal(server)
    assert re.search(r"header|row \d+ was committed", words), words
    # After the bit is repaired, all places are back.
    assert wal.exists() and wal.read_bytes() == before
    assert verify(server)[0] == 1
    flip(wal, 17)
    assert everybody_is_there(server, tokens)


def checkpointed(server):
    with sqlite3.connect(server.data / "onsale.db") as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return server.data / "onsale.db"


def test_a_bit_flipped_in_the_middle_of_the_file_refuses_and_names_the_row(broken):
    server, _ = broken
    path = checkpointed(server)
    database = sqlite3.connect(path)
    row, facts = database.execute("SELECT seq, facts FROM journal WHERE length(facts) > 16"
                                  " AND seq > (SELECT max(seq) / 2 FROM journal)").fetchone()
    database.close()
    content = path.read_bytes()
    flip(path, content.index(facts) + len(facts) // 2)
    words = refusal(server)
    assert f"journal row {row} is missing or damaged" in words
    code, told = verify(server)
    assert code == 1 and f"journal row {row} is missing or damaged" in told


def test_a_damaged_page_of_the_tree_refuses_and_names_the_row_before(broken):
    server, _ = broken
    path = checkpointed(server)
    content = bytearray(path.read_bytes())
    middle = len(content) // 4096 // 2 * 4096
    content[middle:middle + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    assert re.search(r"after row \d+|journal row \d+", refusal(server))


def test_a_row_removed_by_hand_is_named(broken):
    server, _ = broken
    database = sqlite3.connect(checkpointed(server))
    row = database.execute("SELECT max(seq) / 2 FROM journal").fetchone()[0]
    database.execute("DELETE FROM journal WHERE seq = ?", (row,))
    database.commit()
    database.close()
    assert f"journal row {row} is missing or damaged" in refusal(server)


def test_garbage_after_the_last_commit_is_a_torn_end_and_starts(broken):
    server, tokens = broken
    with open(server.data / "onsale.db-wal", "ab") as wal:
        wal.write(bytes(range(256)) * 20)
    assert verify(server)[0] == 0
    assert everybody_is_there(server, tokens)


def test_a_half_written_frame_at_the_end_starts_with_all_that_was_acknowledged(broken):
    # A transaction that had begun and was not acknowledged: its frame is incomplete.
    server, tokens = broken
    wal = server.data / "onsale.db-wal"
    at = frames(wal)[-1][0]
    content = wal.read_bytes()
    unfinished = bytearray(content[at:at + 2000])
    with open(wal, "r+b") as file:
        last = frames(wal)[-1][0]
        page_size = struct.unpack(">I", content[8:12])[0]
        file.seek(last + FRAME_HEADER + page_size)
        file.write(unfinished)
    assert everybody_is_there(server, tokens)


def test_a_log_cut_inside_an_acknowledged_commit_is_no_torn_end(broken):
    server, _ = broken
    wal = server.data / "onsale.db-wal"
    last = frames(wal)[-1][0]
    with open(wal, "r+b") as file:
        file.truncate(last + 1000)
    words = refusal(server)
    assert re.search(r"ends at row \d+ but row \d+ was committed", words), words
    code, told = verify(server)
    assert code == 1 and "was committed" in told, told


def test_a_cut_that_the_mark_does_not_know_of_starts_with_everything_before_it(broken):
    # A power loss may lose the mark together with the commit. Then no answer was sent.
    server, tokens = broken
    wal = server.data / "onsale.db-wal"
    with open(wal, "r+b") as file:
        file.truncate(frames(wal)[-1][0] + 1000)
    (server.data / "mark").unlink()
    server.start()
    told = statuses(server.port, EVENT, tokens)
    places = [one["position"] for one in told if one["status"] == "waiting"]
    # The lost commit may contain joins or only the clock. All earlier joins are present, in order.
    assert places == list(range(1, len(places) + 1)) and len(places) >= JOINS - 200


def snapshot_of(server):
    """Runs the server until it has taken a snapshot. Returns the files."""
    server.settings["engine.snapshot_every"] = "1s"
    server.start()
    crowd(server.port, EVENT, 1)
    from onsale import eventually
    eventually(lambda: list(server.data.glob("snapshot-*")))
    server.stop()
    return list(server.data.glob("snapshot-*"))


@pytest.mark.parametrize("how", ["flipped", "empty", "half", "foreign"])
def test_a_damaged_snapshot_still_starts(broken, how):
    server, tokens = broken
    for path in snapshot_of(server):
        if how == "flipped":
            flip(path, path.stat().st_size // 2)
        elif how == "foreign":
            path.write_bytes(b"not a snapshot at all" * 100)
        else:
            content = path.read_bytes()
            path.write_bytes(content[:len(content) // 2 if how == "half" else 0])
    assert verify(server)[0] == 0
    assert everybody_is_there(server, tokens)


def journal_rows(server):
    with sqlite3.connect(f"file:{server.data}/onsale.db?mode=ro", uri=True) as database:
        rows = database.execute("SELECT max(seq) FROM journal").fetchone()[0]
    database.close()
    return rows


def versions_of_snapshots(server):
    return {path.name: path.read_bytes()[:17] for path in server.data.glob("snapshot-*")}


def row_of(snapshot):
    return struct.unpack_from("<Q", snapshot.read_bytes(), 50)[0]


def test_a_snapshot_of_an_older_version_gives_way_without_news(broken):
    from onsale import eventually
    server, _ = broken
    server.settings["engine.snapshot_every"] = "1s"
    server.start()
    # Of an archived event not even a start tells something.
    for action in ("close", "archive"):
        server.admin("POST", f"/events/{EVENT}/actions", {"action": action})
    rows = journal_rows(server)
    eventually(lambda: [path for path in server.data.glob("snapshot-*") if row_of(path) == rows])
    server.stop()
    for path in server.data.glob("snapshot-*"):
        # The digest does not cover the version.
        path.write_bytes(path.read_bytes().replace(b"onsale-snapshot-7", b"onsale-snapshot-5", 1))
    server.start()
    eventually(lambda: list(versions_of_snapshots(server).values()) == [b"onsale-snapshot-7"])
    assert journal_rows(server) == rows


def test_a_snapshot_of_another_journal_is_refused_with_what_to_do(broken, make_server):
    server, _ = broken
    other = make_server()
    other.start()
    other.create_event(EVENT)
    other.stop()
    for path in snapshot_of(other) or []:
        shutil.copy(path, server.data)
    assert "remove snapshot-a and snapshot-b" in refusal(server)


def test_a_snapshot_of_a_longer_journal_is_no_damage_of_the_log(broken, make_server):
    server, _ = broken
    other = make_server()
    copy_folder(server.data, other.data)
    for path in snapshot_of(other):
        shutil.copy(path, server.data)
    words = refusal(server)
    assert "remove snapshot-a and snapshot-b" in words and "of another data folder" in words, words
    assert "write-ahead log is damaged" not in words
    code, told = verify(server)
    assert code == 1 and "of another data folder" in told, told


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_keys_that_are_gone_beside_a_journal_are_not_replaced(broken, how):
    server, tokens = broken
    kept = (server.data / "keys").read_bytes()
    if how == "missing":
        (server.data / "keys").unlink()
    else:
        (server.data / "keys").write_bytes(b"")
    words = refusal(server)
    assert "restore it from a backup" in words and "loses its guest" in words
    assert (server.data / "keys").exists() == (how == "empty")
    (server.data / "keys").write_bytes(kept)
    (server.data / "keys").chmod(0o600)
    assert everybody_is_there(server, tokens)


@pytest.mark.parametrize("name", ["owner.key", "complete.key"])
def test_a_new_secret_beside_a_journal_is_told_once(broken, name):
    server, _ = broken
    old = (server.data / name).read_text()
    (server.data / name).unlink()
    server.start()
    told = [json.loads(line) for line in server.read_log().splitlines()
            if "a secret was missing and a new one was made" in line]
    assert [(line["level"], line["file"]) for line in told] == [
        ("warning", str(server.data / name))]
    assert "need the new key" in told[0]["meaning"]
    assert (server.data / name).read_text() != old


@pytest.mark.parametrize("key", ["server.metrics_key_file", "edge.verified_secret_file"])
def test_a_new_secret_of_the_configuration_is_told_too(make_server, tmp_path, key):
    file = tmp_path / "named.key"
    settings = {key: str(file)}
    if key.startswith("edge."):
        settings["edge.verified_header"] = "X-Onsale-Verified"
    server = make_server(settings=settings).start()
    server.create_event("tour")
    assert "a secret was missing" not in server.read_log()
    server.kill()
    old = file.read_text()
    file.unlink()
    server.start()
    told = [json.loads(line) for line in server.read_log().splitlines()
            if "a secret was missing and a new one was made" in line]
    assert [(line["level"], line["file"]) for line in told] == [("warning", str(file))]
    assert file.read_text() != old


def test_a_new_folder_gets_its_secrets_without_a_warning(make_server):
    server = make_server().start()
    assert (server.data / "owner.key").exists()
    assert "a secret was missing" not in server.read_log()


def test_a_token_is_not_looked_into_with_new_keys(broken):
    server, tokens = broken
    (server.data / "keys").unlink()
    (server.data / "lock").unlink()
    files = sorted(server.data.iterdir())
    done = subprocess.run([BINARY, "token", "verify", tokens[0], "--data", str(server.data)],
                          capture_output=True, text=True, timeout=30)
    assert done.returncode == 1 and "keys is missing" in done.stderr
    assert sorted(server.data.iterdir()) == files


def notices(server):
    """{file: action} of the findings of the start."""
    lines = [json.loads(line) for line in server.read_log().splitlines() if line.startswith("{")]
    return {line["file"]: line["done"] for line in lines if "done" in line and "file" in line}


@pytest.mark.parametrize("name,said", [("mark", "the mark is rewritten"),
                                       ("reports.db", "made again"),
                                       ("snapshot-a", "replayed from its first row")])
@pytest.mark.parametrize("content", [b"garbage " * 600, b""], ids=["garbage", "empty"])
def test_garbage_in_a_file_that_nothing_depends_on_is_named(broken, name, said, content):
    server, tokens = broken
    for path in server.data.glob(name + "*"):
        path.unlink()
    (server.data / name).write_bytes(content)
    assert everybody_is_there(server, tokens)
    assert said in notices(server)[name], server.read_log()


@pytest.mark.parametrize("sql,found", [
    ("PRAGMA user_version=0", "a database of another program"),
    ("DROP TABLE position", "damaged"),
    ("DELETE FROM position", "damaged")])
def test_reports_that_are_not_ours_are_named_and_made_again(broken, sql, found):
    server, tokens = broken
    database = sqlite3.connect(server.data / "reports.db")
    database.execute(sql)
    database.commit()
    database.close()
    assert everybody_is_there(server, tokens)
    assert "made again" in notices(server)["reports.db"], server.read_log()
    assert found in server.read_log()
    server.stop()
    (server.folder / "log").unlink()
    server.start()
    assert "reports.db" not in notices(server)


def test_garbage_in_the_live_log_is_named(broken):
    server, tokens = broken
    (server.data / "live.log").write_bytes(b"garbage " * 600)
    assert everybody_is_there(server, tokens)
    assert "live.log is no log of live numbers" in server.read_log()


def test_pictures_that_are_lost_are_named(broken):
    server, tokens = broken
    (server.data / "images").mkdir(exist_ok=True)
    (server.data / "images" / "index").write_text("concert gone.png\n" * 3)
    assert everybody_is_there(server, tokens)
    assert "pictures of the folder images are missing or damaged" in server.read_log()


def test_another_file_in_place_of_the_audit_log_refuses_with_what_to_do(broken):
    server, tokens = broken
    for path in server.data.glob("audit.db*"):
        path.unlink()
    (server.data / "audit.db").write_bytes(b"garbage " * 600)
    words = refusal(server).splitlines()[-1]
    assert "move it away to begin a new audit log" in words and "PRAGMA" not in words, words
    (server.data / "audit.db").unlink()
    assert everybody_is_there(server, tokens)


@pytest.mark.parametrize("how", ["garbage", "of another program"])
def test_another_file_in_place_of_the_journal_is_told_without_sql(broken, how):
    server, _ = broken
    for path in server.data.glob("onsale.db*"):
        path.unlink()
    if how == "garbage":
        (server.data / "onsale.db").write_bytes(b"garbage " * 600)
    else:
        (server.data / "mark").unlink()
        database = sqlite3.connect(server.data / "onsale.db")
        database.execute("CREATE TABLE journal(x)")
        database.execute("INSERT INTO journal VALUES(1)")
        database.commit()
        database.close()
    words = refusal(server).splitlines()[-1]
    assert "restore the latest backup" in words, words
    assert "PRAGMA" not in words and "CREATE" not in words, words


def test_a_newer_schema_refuses_and_says_so(broken):
    server, _ = broken
    database = sqlite3.connect(checkpointed(server))
    database.execute("PRAGMA user_version=99")
    database.close()
    assert "schema 99" in refusal(server) and "newer" in server.read_log()
    code, told = verify(server)
    assert code == 1 and "newer" in told


def test_an_older_schema_migrates_and_keeps_everybody(broken):
    server, tokens = broken
    path = checkpointed(server)
    database = sqlite3.connect(path)
    database.execute("DELETE FROM meta WHERE key = 'folder'")  # Added in version 2.
    database.execute("DROP TABLE outbox")  # Added in version 3.
    database.execute("PRAGMA user_version=1")
    database.commit()
    database.close()
    assert everybody_is_there(server, tokens)
    server.stop()
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA user_version").fetchone()[0] == 3
    assert len(database.execute("SELECT value FROM meta WHERE key = 'folder'").fetchone()[0]) == 16
    database.close()

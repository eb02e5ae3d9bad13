"""The operators' log: its contents, the detection of changes, and its durability."""

import json
import sqlite3
import stat
import subprocess

import pytest

from onsale import BINARY, eventually

EVENT = "concert"
EMPTY_HEAD = "0" * 64


def verify(server, *options):
    done = subprocess.run([BINARY, "audit", "verify", "--data", str(server.data), *options],
                          capture_output=True, text=True, timeout=30)
    return done.returncode, done.stdout + done.stderr


def entries(server, query=""):
    return server.admin("GET", f"/audit{query}")["entries"]


def head(server):
    return server.admin("GET", "/audit/head")["head"]


def edit(server, *statements):
    database = sqlite3.connect(server.data / "audit.db")
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


@pytest.fixture
def stopped(make_server):
    """A stopped server with eight entries, and the last head that it reported."""
    server = make_server().start()
    server.create_event(EVENT)
    for action in ("pause", "resume", "pause"):
        server.admin("POST", f"/events/{EVENT}/actions", {"action": action})
    server.head = head(server)
    server.stop()
    assert verify(server)[0] == 0
    return server


def test_an_act_is_entered_with_who_when_what_effect_result_and_request(server):
    server.create_event(EVENT)
    server.cli("event", "pause", EVENT)
    begun, done = entries(server)[-2:]
    assert begun["result"] == "begun" and done["begun"] == begun["seq"]
    assert done["who"] == "socket" and done["result"] == "done"
    assert done["what"] == f"POST /api/admin/events/{EVENT}/actions"
    assert done["asked"] == "action=pause" and done["effect"].startswith("Nobody is admitted")
    assert begun["at"] <= done["at"]
    line = next(json.loads(one) for one in server.read_log().splitlines()
                if one.startswith("{") and f'"audit":"{done["seq"]}"' in one)
    assert line["request"] == done["request"] and line["head"] == done["chain"] == head(server)


def test_refused_and_rehearsed_acts_and_handed_out_keys_are_entries_and_reads_are_not(server):
    server.create_event(EVENT)
    before = len(entries(server))
    server.admin("POST", f"/events/{EVENT}/actions?dryRun=true", {"action": "close"})
    server.admin("POST", f"/events/{EVENT}/actions", {"action": "open"}, expect=409)
    server.admin("POST", "/events", {"key": 7}, expect=400)
    server.admin("GET", "/keys/entry")
    server.admin("GET", "/events")
    server.request("POST", "/api/admin/keys/rotate", port=server.admin_port)  # Without the key.
    results = [one["result"] for one in entries(server)[before:]]
    assert results == ["rehearsed", "begun", "WRONG_STATE", "begun", "BAD_FIELD", "done"]
    assert {one["who"] for one in entries(server)} == {"owner.key"}


def test_codes_names_and_secrets_stay_out(server):
    phase = {"id": "fans", "who": "code", "from": "2030-01-01T00:00:00Z",
             "to": "2030-01-02T00:00:00Z"}
    server.create_event(EVENT, opensAt="2030-01-01T00:00:00Z", phases=[phase])
    server.admin("POST", f"/events/{EVENT}/codes/fans", {"codes": ["GOLDEN-1", "GOLDEN-2"]})
    server.admin("POST", f"/events/{EVENT}/revoke", {"guest": "ab" * 16, "bar": True})
    server.admin("GET", "/keys/entry")
    codes = next(one for one in entries(server) if one["what"].endswith("codes/fans")
                 and one["result"] == "done")
    assert codes["asked"] == "codes=list(2)" and codes["count"] == 2
    assert any(one.get("about") == "guest " + "ab" * 16 for one in entries(server))
    secret = server.admin("GET", "/keys/entry")["keys"][0]["secret"]
    server.stop()
    kept = (server.data / "audit.db").read_bytes()
    assert b"GOLDEN" not in kept and secret.encode() not in kept
    assert (server.data / "owner.key").read_text().strip().encode() not in kept
    assert stat.S_IMODE((server.data / "audit.key").stat().st_mode) == 0o600


def test_pages_follow_one_another(server):
    for _ in range(5):
        server.admin("POST", "/keys/rotate?dryRun=true")
    seen, after = [], 0
    while after is not None:
        page = server.admin("GET", f"/audit?after={after}&limit=2")
        seen += [one["seq"] for one in page["entries"]]
        after = page.get("next")
    assert seen == [1, 2, 3, 4, 5]
    assert "rehearsed" in server.cli("audit", "list", "--limit", "3")


def test_a_running_server_can_be_verified(server):
    assert verify(server, "--head", EMPTY_HEAD)[0] == 0
    server.create_event(EVENT)
    code, told = verify(server, "--head", head(server))
    assert code == 0 and "audit log good: 2 entries" in told


@pytest.mark.parametrize("statements, bad", [
    (["UPDATE audit SET effect = replace(effect, 'sale_paused', 'sale_pauzed') WHERE seq = 4"], 4),
    (["UPDATE audit SET who = 'socket' WHERE seq = 1"], 1),
    (["UPDATE audit SET at = at - 3600000 WHERE seq = 8"], 8),
    (["DELETE FROM audit WHERE seq = 3"], 3),
    (["DELETE FROM audit WHERE seq = 1"], 1),
    (["DELETE FROM audit WHERE seq = 3"]
     + [f"UPDATE audit SET seq = {n - 1} WHERE seq = {n}" for n in range(4, 9)], 3),
    (["UPDATE audit SET seq = 99 WHERE seq = 5", "UPDATE audit SET seq = 5 WHERE seq = 7",
      "UPDATE audit SET seq = 7 WHERE seq = 99"], 5),
    (["INSERT INTO audit SELECT 9, at, who, request, what, asked, about, effect, count, result,"
      " begun, chain FROM audit WHERE seq = 8"], 9),
], ids=["one letter", "who", "when", "row gone", "first row gone", "row gone, others renumbered",
        "swapped", "added"])
def test_verify_names_the_first_bad_entry(stopped, statements, bad):
    edit(stopped, *statements)
    code, told = verify(stopped)
    assert code == 1 and f"audit entry {bad} is missing or changed" in told, told


def test_a_flipped_byte_of_the_file_is_found(stopped):
    path = stopped.data / "audit.db"
    content = bytearray(path.read_bytes())
    place = content.index(b"sale_resumed")
    content[place] ^= 1
    path.write_bytes(content)
    code, told = verify(stopped)
    assert code == 1 and "audit entry" in told


def test_a_cut_off_end_shows_against_the_exported_head(stopped):
    assert verify(stopped, "--head", stopped.head)[0] == 0
    edit(stopped, "DELETE FROM audit WHERE seq > 6")
    assert verify(stopped)[0] == 0
    code, told = verify(stopped, "--head", stopped.head)
    assert code == 1 and "entries after 6" in told
    # New entries after the gap do not hide it.
    stopped.start()
    stopped.admin("POST", f"/events/{EVENT}/actions", {"action": "resume"})
    stopped.stop()
    assert verify(stopped)[0] == 0 and verify(stopped, "--head", stopped.head)[0] == 1


def test_without_the_key_nothing_can_be_verified_or_continued_unseen(stopped, make_server):
    (stopped.data / "audit.key").rename(stopped.folder / "audit.key")
    code, told = verify(stopped)
    assert code == 1 and "there is no audit.key" in told
    stopped.start(wait=False)
    assert stopped.process.wait(timeout=20) == 1
    refused = stopped.read_log()
    assert "audit.key is missing: restore it from a backup" in refused, refused
    assert not (stopped.data / "audit.key").exists()
    (stopped.folder / "audit.key").rename(stopped.data / "audit.key")
    assert verify(stopped)[0] == 0


def test_without_the_key_and_its_log_a_new_log_begins(stopped):
    for old in [stopped.data / "audit.key", *stopped.data.glob("audit.db*")]:
        old.rename(stopped.folder / old.name)
    stopped.start()
    stopped.stop()
    assert verify(stopped)[0] == 0


def test_another_key_in_its_place_is_told(stopped):
    (stopped.data / "audit.key").write_text("A" * 43 + "\n")
    stopped.start()  # The sale continues and reports what it found.
    assert "the audit log does not verify" in stopped.read_log()
    stopped.stop()
    code, told = verify(stopped)
    assert code == 1 and "audit entry 1 " in told


def test_wrong_usage_and_a_missing_log_are_told_apart(stopped, tmp_path):
    assert verify(stopped, "--head", "xyz")[0] == 2
    (stopped.data / "audit.db").unlink()
    code, told = verify(stopped)
    assert code == 1 and "there is no audit.db" in told


def test_an_acknowledged_act_is_in_the_log_after_kill_9(make_server):
    server = make_server().start()
    server.create_event(EVENT)
    for round in range(5):
        action = "pause" if round % 2 == 0 else "resume"
        server.admin("POST", f"/events/{EVENT}/actions", {"action": action})
        server.kill()
        code, told = verify(server)
        assert code == 0 and f"{2 * (round + 2)} entries" in told, told
        server.start()
        last = entries(server, "?limit=1000")[-1]
        assert last["result"] == "done" and last["asked"] == f"action={action}"
    assert "the audit log does not verify" not in server.read_log()


def test_a_backup_carries_the_log_and_its_key(make_server):
    server = make_server().start()
    server.create_event(EVENT)
    kept = head(server)
    file = server.folder / "backup.db"
    server.cli("backup", str(file))
    restored = make_server()
    done = subprocess.run([BINARY, "restore", str(file), "--verify", "--data", str(restored.data)],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    code, told = verify(restored, "--head", kept)
    assert code == 0, told
    restored.start()
    last = entries(restored)[-1]
    assert last["what"] == "onsale restore" and last["who"] == "command line"
    assert eventually(lambda: restored.get("/readyz").status == 200, 5)
    tables = sqlite3.connect(restored.data / "onsale.db").execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    assert ("audit",) not in tables and ("secret",) not in tables

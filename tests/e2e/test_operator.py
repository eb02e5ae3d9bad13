"""The operator: every command of the CLI against the running server, and its API."""

import json
import os
import stat
import subprocess
import threading
import time

import pytest

import onsale
from onsale import eventually, iso


def run(server, *arguments, data=True):
    where = ["--data", str(server.data)] if data else []
    return subprocess.run([onsale.BINARY, *arguments, *where], capture_output=True, text=True,
                          timeout=30)


def shown(server, event):
    return json.loads(server.cli("event", "show", event, "--json"))["event"]


def line_of(server, event):
    return json.loads(server.cli("line", "show", event, "--json"))


def in_an_hour():
    return iso(time.time() + 3600)


# --- events


def test_an_event_lives_through_all_its_verbs(server):
    server.cli("event", "create", "tour", "--title", "Tour", "--opens-at", in_an_hour(),
               "--max-active", "0", "--publish")
    assert shown(server, "tour")["lifecycle"] == "draft"
    assert [event["key"] for event in json.loads(server.cli("event", "list", "--json"))["events"]] \
        == ["tour"]
    assert "Tour" in server.cli("event", "list")
    server.cli("event", "edit", "tour", "--venue", "The Hall", "--set", "rules.awayAfter=5m")
    event = shown(server, "tour")
    assert event["venue"] == "The Hall" and event["rules"]["awayAfter"] == "5m"
    opens_at = event["opensAt"]
    server.cli("event", "delay", "tour", "--minutes", "15")
    assert shown(server, "tour")["opensAt"] > opens_at
    guest = server.guest()
    assert guest.enter("tour", expect=409)["code"] == "NOT_OPEN_YET"
    for verb, lifecycle, status in (("open", "open", "waiting"), ("pause", "paused", "paused"),
                                    ("resume", "open", "waiting"), ("close", "closed", "closed")):
        server.cli("event", verb, "tour")
        assert shown(server, "tour")["lifecycle"] == lifecycle
        if verb == "open":
            eventually(lambda: server.get("/api/queue/serving/tour").json()["status"] == "open", 1)
            guest.enter("tour")
        eventually(lambda: guest.status("tour")["status"] == status, 1)
    assert server.guest().enter("tour", expect=409)["code"] == "EVENT_CLOSED"
    server.cli("event", "archive", "tour")
    assert shown(server, "tour")["lifecycle"] == "archived"
    eventually(lambda: server.get("/api/events/tour").status == 404, 1)


def test_a_rehearsal_says_the_effect_and_changes_nothing(server):
    server.create_event("tour", rules={"maxActive": 0})
    for guest in [server.guest() for _ in range(3)]:
        guest.enter("tour")
    eventually(lambda: line_of(server, "tour")["waiting"] == 3, 1)
    before = shown(server, "tour"), server.admin("GET", "/journal/stats")["rows"]
    rehearsals = [("event", "create", "new", "--title", "New", "--opens-at", in_an_hour()),
                  ("event", "edit", "tour", "--venue", "Elsewhere"), ("event", "pause", "tour"),
                  ("event", "close", "tour"), ("line", "set", "tour", "--max-active", "9"),
                  ("line", "stop-joins", "tour"), ("line", "stop-admission", "tour"),
                  ("line", "freeze", "tour"), ("line", "extend", "tour", "--minutes", "5"),
                  ("line", "message", "tour", "--to", "waiting", "hello"), ("key", "rotate")]
    for arguments in rehearsals:
        told = json.loads(server.cli(*arguments, "--dry-run", "--json"))
        assert told["dryRun"] is True and len(told["effect"]) > 20, arguments
        assert "nothing was changed" in server.cli(*arguments, "--dry-run")
    assert json.loads(server.cli("event", "pause", "tour", "--dry-run", "--json"))["count"] == 3
    assert (shown(server, "tour"), server.admin("GET", "/journal/stats")["rows"]) == before
    assert run(server, "event", "show", "new").returncode == 1
    # A dry run is refused in the same cases as the real command.
    assert run(server, "event", "resume", "tour", "--dry-run").returncode == 1


def test_what_is_fixed_after_the_opening_is_named(server):
    server.create_event("tour")
    eventually(lambda: shown(server, "tour")["lifecycle"] == "open", 3)
    for change, field in ((["--identity", "site"], "identity"),
                          (["--opens-at", in_an_hour()], "opensAt"),
                          (["--set", "demo=true"], "demo"),
                          (["--lobby-opens-at", iso(time.time() - 7200)], "lobbyOpensAt")):
        refused = run(server, "event", "edit", "tour", *change)
        assert refused.returncode == 1, change
        assert "SETTINGS_REFUSED" in refused.stderr and field in refused.stderr, refused.stderr
    refused = server.admin("PATCH", "/events/tour", {"identity": "site"}, expect=422)
    assert refused["details"]["field"] == "identity"
    # Texts, future times and the rules of the line can still be changed.
    server.cli("event", "edit", "tour", "--title", "New Title", "--closes-at", in_an_hour())
    server.cli("line", "set", "tour", "--max-active", "7", "--admission-ttl", "20m")
    event = shown(server, "tour")
    assert event["title"] == "New Title" and event["rules"]["maxActive"] == 7


def test_impossible_settings_are_refused_with_their_name(server):
    server.create_event("tour")
    for body, field in (({"rules": {"claimWithin": "20m", "admissionTtl": "10m"}}, "claimWithin"),
                        ({"rules": {"maxActive": -1}}, "maxActive"),
                        ({"rules": {"maxActive": "many"}}, "maxActive"),
                        ({"rules": {"nonsense": 1}}, "nonsense"), ({"nonsense": 1}, "nonsense"),
                        ({"rules": {"awayAfter": "3 parsecs"}}, "awayAfter"),
                        ({"redirectTo": "https://evil.example/"}, "redirectTo"),
                        ({"redirectTo": "//evil.example/"}, "redirectTo"),
                        ({"redirectTo": "/\\evil.example"}, "redirectTo"),
                        ({"redirectTo": "javascript:alert(1)"}, "redirectTo"),
                        ({"timeZone": "Asia/Soeul"}, "timeZone"), ({"timeZone": ""}, "timeZone"),
                        ({"published": False}, "published"), ({"title": ""}, "title")):
        answer = server.request("PATCH", "/api/admin/events/tour", body,
                                {"Authorization": f"Bearer {owner_key(server)}"},
                                port=server.admin_port)
        assert answer.status in (400, 422), (body, answer.body)
        assert field in json.dumps(answer.json()["details"]), (body, answer.body)


def test_two_operators_conflict_visibly(server):
    server.create_event("tour")
    version = server.admin("GET", "/events/tour")["event"]["version"]
    server.admin("PATCH", "/events/tour", {"venue": "Here", "version": version})
    refused = server.admin("PATCH", "/events/tour", {"venue": "There", "version": version},
                           expect=409)
    assert refused["code"] == "VERSION_CONFLICT"
    done = run(server, "event", "edit", "tour", "--venue", "There", "--version", str(version))
    assert done.returncode == 1 and "VERSION_CONFLICT" in done.stderr
    assert shown(server, "tour")["venue"] == "Here"


def test_changes_survive_a_restart(server):
    server.create_event("tour", rules={"maxActive": 0})
    server.cli("line", "set", "tour", "--max-active", "3")
    server.cli("line", "stop-joins", "tour")
    server.cli("line", "message", "tour", "--to", "admitted", "Welcome.")
    before = shown(server, "tour")
    server.kill()
    server.start()
    assert shown(server, "tour") == before
    assert before["levers"]["joinsStopped"] and before["rules"]["maxActive"] == 3


# --- levers


def test_each_lever_works_within_a_second_and_can_be_undone(server):
    server.create_event("tour", rules={"maxActive": 1})
    inside, waiting = server.guest(), server.guest()
    inside.enter("tour"), waiting.enter("tour")

    server.cli("line", "stop-joins", "tour")
    eventually(lambda: server.guest().enter("tour", expect=409)["code"] == "JOINS_STOPPED", 1)
    assert waiting.enter("tour")["position"] == 1  # A guest with a place keeps it.
    server.cli("line", "start-joins", "tour")
    late = server.guest()
    assert late.enter("tour")["position"] == 2

    server.cli("line", "stop-admission", "tour")
    server.cli("line", "set", "tour", "--max-active", "10")
    assert waiting.status("tour")["status"] == "waiting"
    server.cli("line", "start-admission", "tour")
    eventually(lambda: waiting.status("tour")["status"] == "admitted", 1)

    server.cli("line", "message", "tour", "--to", "admitted", "Take your time.")
    eventually(lambda: waiting.status("tour").get("message") == "Take your time.", 1)
    server.cli("line", "message", "tour", "--to", "admitted", "")
    eventually(lambda: "message" not in waiting.status("tour"), 1)


def test_deadlines_move_and_freeze_for_everybody(server):
    server.create_event("tour", rules={"claimWithin": "0s", "admissionTtl": "10m"})
    guest = server.guest()
    first = guest.enter("tour")["keepUntil"]
    server.cli("line", "extend", "tour", "--minutes", "30")
    moved = eventually(lambda: guest.status("tour")["keepUntil"] > first and
                       guest.status("tour")["keepUntil"], 1)
    server.cli("line", "freeze", "tour")
    assert shown(server, "tour")["deadlinesFrozen"] is True
    frozen = [guest.status("tour")["keepUntil"] for _ in range(2)]
    assert frozen[1] >= frozen[0] >= moved  # Time passes, and the deadline moves with it.
    server.cli("line", "thaw", "tour")
    assert shown(server, "tour")["deadlinesFrozen"] is False


def test_revoke_takes_a_place_away_and_can_bar(server):
    server.create_event("tour", rules={"maxActive": 0})
    first, second = server.guest(), server.guest()
    first.enter("tour"), second.enter("tour")
    server.cli("line", "revoke", "tour", "--queue-token", first.token)
    answer = eventually(lambda: first.status("tour")["status"] == "expired" and
                        first.status("tour"), 1)
    assert answer["reason"] == "revoked"
    assert second.status("tour")["position"] == 1
    assert first.enter("tour")["position"] == 2  # Not barred: gets a new place at the end.
    server.cli("line", "revoke", "tour", "--queue-token", first.cookies["onsale_q_tour"], "--bar")
    assert eventually(lambda: first.call("POST", "/api/queue/enter", {"eventId": "tour"}), 1).code \
        == "GUEST_BARRED"
    assert run(server, "line", "revoke", "tour").returncode == 2
    assert run(server, "line", "revoke", "tour", "--queue-token", "x" * 58).returncode == 1


# --- who may enter


def code_event(server, key="presale"):
    server.create_event(key, rules={"maxActive": 0, "admitPerSecond": 1000}, phases=[
        {"id": "codes", "who": "code", "from": iso(time.time() - 60),
         "to": iso(time.time() + 3600)}])
    eventually(lambda: shown(server, key)["phase"] == "codes", 3)


def test_a_code_of_k_uses_lets_exactly_k_guests_in(server, tmp_path):
    code_event(server)
    codes = tmp_path / "codes.txt"
    codes.write_text("SPRING-7\nSINGLE-1\n")
    server.cli("event", "codes", "presale", "codes", str(codes), "--uses", "7")
    guests = [server.guest() for _ in range(50)]
    for guest in guests:
        guest.visit("presale")
    outcomes, start = [], threading.Barrier(len(guests))

    def enter(guest):
        start.wait()
        answer = guest.call("POST", "/api/queue/enter", {"eventId": "presale", "code": "SPRING-7"})
        outcomes.append(200 if answer.status == 200 else answer.code)

    threads = [threading.Thread(target=enter, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, outcomes)) == ["200"] * 7 + ["CODE_USED_UP"] * 43
    eventually(lambda: line_of(server, "presale")["joined"] == 7, 1)
    # A guest with a place returns without another use of the code. The other code is unused.
    winner = next(guest for guest in guests if "onsale_q_presale" in guest.cookies)
    assert winner.call("POST", "/api/queue/enter", {"eventId": "presale"}).status == 200
    assert server.guest().enter("presale", code="SINGLE-1")["status"] == "waiting"


def test_codes_outlive_a_restart_with_their_uses(server, tmp_path):
    code_event(server)
    codes = tmp_path / "codes.txt"
    codes.write_text("ONCE-ONLY\n")
    server.cli("event", "codes", "presale", "codes", str(codes))
    assert server.guest().enter("presale", code="ONCE-ONLY")["status"] == "waiting"
    server.kill()
    server.start()
    assert server.guest().enter("presale", code="ONCE-ONLY", expect=409)["code"] == "CODE_USED_UP"
    assert server.guest().enter("presale", code="NEVER-WAS", expect=403)["code"] == "CODE_UNKNOWN"
    assert server.guest().enter("presale", expect=403)["code"] == "NOT_ELIGIBLE"


def test_lists_take_visitors_by_their_cookie(server, tmp_path):
    import base64
    server.create_event("fans", rules={"maxActive": 0}, phases=[
        {"id": "club", "who": "list", "from": iso(time.time() - 60),
         "to": iso(time.time() + 3600)}])
    eventually(lambda: shown(server, "fans")["phase"] == "club", 3)
    guest, stranger = server.guest(), server.guest()
    guest.visit("fans")
    visitor = base64.urlsafe_b64decode(guest.cookies["onsale_v"] + "==")[3:19].hex()
    members = tmp_path / "members.txt"
    members.write_text(visitor + "\n")
    server.cli("event", "guests", "fans", "club", str(members))
    assert guest.enter("fans")["status"] == "waiting"
    assert stranger.enter("fans", expect=403)["code"] == "NOT_ELIGIBLE"
    assert run(server, "event", "guests", "fans", "nosuch", str(members)).returncode == 1
    members.write_text("not hexadecimal\n")
    refused = run(server, "event", "guests", "fans", "club", str(members))
    assert refused.returncode == 1 and "subjects[0]" in refused.stderr


def visitor_of(guest, key):
    import base64
    guest.visit(key)
    return base64.urlsafe_b64decode(guest.cookies["onsale_v"] + "==")[3:19].hex()


def test_a_deny_list_of_a_million_keeps_out_and_is_undone(server, tmp_path):
    server.create_event("tour", rules={"maxActive": 0})
    guest, stranger = server.guest(), server.guest()
    visitor = visitor_of(guest, "tour")
    assert guest.enter("tour")["status"] == "waiting"
    bots = tmp_path / "bots.txt"
    bots.write_text("".join(f"{i:032x}\n" for i in range(1_000_000)) + visitor + "\n")
    server.cli("event", "deny", "tour", str(bots))
    assert guest.enter("tour", expect=403)["code"] == "GUEST_BARRED"
    assert stranger.enter("tour")["status"] == "waiting"
    server.kill()
    server.start()
    assert guest.enter("tour", expect=403)["code"] == "GUEST_BARRED"
    bots.write_text(visitor + "\n")
    server.cli("event", "deny", "tour", str(bots), "--undo")
    assert guest.enter("tour")["status"] == "waiting"


# --- the server itself


def test_keys_journal_backup_and_preflight(server, tmp_path):
    server.create_event("tour", opensAt=in_an_hour())
    assert json.loads(server.cli("key", "rotate", "--json"))["kid"] == "2"
    keys = json.loads(server.cli("key", "entry", "--json"))["keys"]
    assert [key["kid"] for key in keys] == ["2", "1"]
    stats = json.loads(server.cli("journal", "stats", "--json"))
    assert stats["rows"] == stats["lastSeq"] >= 1
    file = tmp_path / "backup.db"
    server.cli("backup", str(file))
    assert file.stat().st_size > 0
    # It contains the secrets of future draws, so only its owner may read it.
    assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
    told = run(server, "preflight", "tour", "--json")
    checks = {check["name"]: check["ok"] for check in json.loads(told.stdout)["checks"]}
    assert checks["backup"] and checks["keys"] and checks["opening"] and checks["storage"]
    assert told.returncode == (0 if all(checks.values()) else 1)


def test_preflight_says_no_to_a_line_that_would_let_nobody_in(server):
    server.create_event("tour", opensAt=in_an_hour(), rules={"maxActive": 0})
    server.cli("line", "stop-joins", "tour")
    told = run(server, "preflight", "tour", "--json")
    checks = {check["name"]: check["ok"] for check in json.loads(told.stdout)["checks"]}
    assert told.returncode == 1 and not checks["limits"] and not checks["levers"]


def test_exit_codes_tell_failure_from_wrong_usage(server):
    assert run(server, "event", "list").returncode == 0
    for failed in (["event", "show", "nowhere"], ["event", "open", "nowhere"],
                   ["preflight", "nowhere"], ["backup", "/nonexistent/folder/file.db"]):
        done = run(server, *failed)
        assert done.returncode == 1 and done.stderr, failed
    for wrong in (["event"], ["event", "create"], ["event", "destroy", "x"], ["nonsense"],
                  ["line", "set", "tour"], ["line", "message", "tour", "--to", "nobody", "x"],
                  ["event", "delay", "tour", "--minutes", "-5"], ["event", "list", "--bogus"],
                  ["event", "list", "--key", "x"]):
        done = run(server, *wrong)
        assert done.returncode == 2, (wrong, done.returncode, done.stderr)
        assert done.stderr and not done.stdout, wrong


def test_help_teaches_at_every_level_with_an_example(server):
    for verb in ([], ["event"], ["event", "create"], ["line"], ["line", "verify-order"],
                 ["key", "rotate"], ["journal", "verify"], ["backup"], ["preflight"], ["serve"],
                 ["config", "check"], ["token", "verify"]):
        done = run(server, *verb, "--help", data=False)
        assert done.returncode == 0 and "Example" in done.stdout, verb


def test_offline_verbs_refuse_while_the_server_runs(server):
    server.create_event("tour")
    for verb in (["journal", "verify"], ["token", "verify", "x"]):
        done = run(server, *verb)
        assert done.returncode == 1 and "another onsale" in done.stderr, verb
    server.stop()
    assert run(server, "journal", "verify").returncode == 0
    done = run(server, "event", "list")
    assert done.returncode == 1 and "no server answers" in done.stderr


# --- authentication of the operator


def owner_key(server):
    return (server.data / "owner.key").read_text().strip()


def test_the_tcp_listener_asks_for_the_owners_key(server):
    url = f"http://127.0.0.1:{server.admin_port}"
    key = owner_key(server)
    for path in ("/api/admin/events", "/api/admin/keys/entry", "/metrics", "/api/admin/nowhere"):
        assert server.get(path, port=server.admin_port).code == "KEY_REQUIRED", path
        for wrong in (key[:-1], key + "x", key.upper(), "x"):
            answer = server.get(path, {"Authorization": f"Bearer {wrong}"}, port=server.admin_port)
            assert (answer.status, answer.code) == (403, "KEY_INVALID"), (path, wrong)
    complete = (server.data / "complete.key").read_text().strip()
    assert server.get("/api/admin/events", {"Authorization": f"Bearer {complete}"},
                      port=server.admin_port).code == "KEY_INVALID"
    done = run(server, "event", "list", "--url", url)
    assert done.returncode == 1 and "KEY_REQUIRED" in done.stderr
    for good in (key, str(server.data / "owner.key")):
        assert run(server, "event", "list", "--url", url, "--key", good).returncode == 0
    backup = server.request("POST", "/api/admin/backup", {"file": "/tmp/x.db"},
                            {"Authorization": f"Bearer {key}"}, port=server.admin_port)
    assert backup.code == "LOCAL_ONLY"


def test_guests_find_no_operator_route_on_their_listener(server):
    headers = {"Authorization": f"Bearer {owner_key(server)}"}
    for path in ("/api/admin/events", "/api/admin/keys/entry", "/metrics", "/api/admin/", "/admin"):
        assert server.get(path, headers).status == 404, path


def test_the_socket_and_the_key_are_for_the_owner_only(server):
    socket = server.data / "admin.sock"
    assert stat.S_ISSOCK(os.stat(socket).st_mode)
    assert stat.S_IMODE(os.stat(socket).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(server.data / "owner.key").st_mode) == 0o600
    assert stat.S_IMODE(os.stat(server.data).st_mode) & 0o077 == 0
    assert len(owner_key(server)) >= 32


def test_no_secret_is_shown_where_it_is_not_asked_for(server):
    server.create_event("show", order="lobby-shuffle", lobbyOpensAt=iso(time.time() - 60),
                        opensAt=in_an_hour())
    eventually(lambda: shown(server, "show")["lifecycle"] == "lobby", 3)
    told = server.cli("event", "show", "show", "--json") + server.cli("line", "show", "show")
    assert "secret" not in told.lower()


def test_the_operator_is_served_while_guests_are_limited(make_server):
    server = make_server(generous=False, settings={
        "limits.address_per_second": 1, "limits.address_burst": 5, "server.loops": 1}).start()
    server.create_event("tour")
    eventually(lambda: server.get("/api/events").status == 429, 5)
    for _ in range(50):
        assert server.admin("GET", "/events/tour")["event"]["key"] == "tour"
    assert run(server, "line", "show", "tour").returncode == 0
    assert server.get("/api/events").status == 429


def test_the_operator_is_served_while_guests_flood(server):
    server.create_event("tour")
    stop = threading.Event()

    def flood():
        while not stop.is_set():
            server.get("/api/events")

    threads = [threading.Thread(target=flood) for _ in range(8)]
    for thread in threads:
        thread.start()
    try:
        slowest = 0
        for _ in range(30):
            begun = time.monotonic()
            server.admin("GET", "/events/tour/line")
            slowest = max(slowest, time.monotonic() - begun)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert slowest < 2

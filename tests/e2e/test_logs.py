"""The log of the real server: what it contains, what it omits, and that it never contains a
secret."""

import json
import re
import time

import pytest

from onsale import eventually, iso
from wire import Wire

EVENT = "concert"
ID = re.compile(r"[0-9a-f]{16}")


def lines(server, **wanted):
    """Log entries with these field values."""
    found = []
    for line in server.read_log().splitlines():
        if line.startswith("{"):
            one = json.loads(line)
            if all(one.get(name) == value for name, value in wanted.items()):
                found.append(one)
    return found


def line(server, **wanted):
    return eventually(lambda: lines(server, **wanted), 5)[-1]


@pytest.fixture
def quiet(make_server):
    """One loop, so that a limit is exact."""
    server = make_server(settings={"server.loops": 1}).start()
    server.create_event(EVENT)
    return server


def test_an_error_answer_and_its_line_carry_the_same_id(quiet):
    refused = quiet.get("/api/events/nowhere")
    assert refused.status == 404 and set(refused.json()) == {"code", "message", "details"}
    request = refused.header("X-Request-Id")
    assert ID.fullmatch(request)
    written = line(quiet, request=request)
    assert written["message"] == "request refused" and written["level"] == "info"
    assert (written["code"], written["status"]) == ("EVENT_NOT_FOUND", "404")
    assert (written["route"], written["client"]) == ("event", "127.0.0.1")
    assert int(written["ms"]) < 1000


def test_a_refusal_that_the_writer_decided_names_the_guest(quiet):
    guest = quiet.guest()
    guest.enter(EVENT)
    quiet.admin("PUT", f"/events/{EVENT}/levers", {"joinsStopped": True})
    other = quiet.guest()
    other.visit(EVENT)
    refused = other.call("POST", "/api/queue/enter", {"eventId": EVENT})
    assert refused.code == "JOINS_STOPPED"
    written = line(quiet, request=refused.header("X-Request-Id"))
    assert written["route"] == "enter" and re.fullmatch(r"[0-9a-f]{32}", written["guest"])
    # The admitted guest is a different one.
    away = guest.call("POST", "/api/queue/heartbeat", {"eventId": EVENT, "unknown": 1})
    assert line(quiet, request=away.header("X-Request-Id"))["guest"] != written["guest"]


def test_what_goes_well_is_neither_marked_nor_logged(quiet):
    guest = quiet.guest()
    guest.enter(EVENT)
    before = len(quiet.read_log())
    for _ in range(20):
        answer = guest.call("GET", f"/api/queue/status?eventId={EVENT}")
        assert answer.status == 200 and answer.header("X-Request-Id") is None
    assert guest.leave(EVENT).status == 200
    assert len(quiet.read_log()) == before


def test_a_malformed_request_has_an_id_and_a_line(quiet):
    with Wire(quiet.port) as wire:
        wire.send(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        status, headers, _ = wire.answer()
    assert status == 400
    written = line(quiet, request=dict(headers)["x-request-id"])
    assert (written["code"], written["route"]) == ("HOST_REQUIRED", "transport")


def test_ids_differ_between_runs(quiet):
    first = quiet.get("/nothing").header("X-Request-Id")
    quiet.kill()
    quiet.start()
    assert abs(int(quiet.get("/nothing").header("X-Request-Id"), 16) - int(first, 16)) > 1_000_000


def test_a_flood_of_refusals_leaves_few_lines_and_a_count(make_server):
    server = make_server(settings={"server.loops": 1, "log.refusals_per_second": 3}).start()
    begun, sent = time.monotonic(), 3000
    with Wire(server.port) as wire:
        for _ in range(sent // 100):
            wire.send(b"GET /api/events/nowhere HTTP/1.1\r\nHost: a\r\n\r\n" * 100)
            for _ in range(100):
                assert wire.answer()[0] == 404
    def counted():
        written = len(lines(server, message="request refused", code="EVENT_NOT_FOUND"))
        left_out = sum(int(one["lines"]) for one in
                       lines(server, message="log lines left out", code="EVENT_NOT_FOUND"))
        return written + left_out == sent and written
    written = eventually(counted, 5)
    assert 3 <= written <= 3 * (time.monotonic() - begun + 2)


def test_an_operators_acts_are_written_with_who_what_effect_and_result(quiet):
    quiet.cli("event", "pause", EVENT)
    by_socket = line(quiet, message="admin action", who="socket")
    assert by_socket["what"] == f"POST /api/admin/events/{EVENT}/actions"
    assert by_socket["effect"].startswith("Nobody is admitted") and by_socket["result"] == "done"
    assert ID.fullmatch(by_socket["request"])
    quiet.admin("POST", f"/events/{EVENT}/actions?dryRun=true", {"action": "close"})
    assert line(quiet, message="admin action", who="owner.key", result="rehearsed")
    quiet.admin("POST", f"/events/{EVENT}/actions", {"action": "open"}, expect=409)
    refused = line(quiet, message="admin action", result="WRONG_STATE")
    assert line(quiet, message="request refused", request=refused["request"])["route"] == "admin"
    before = len(lines(quiet, message="admin action"))
    quiet.admin("GET", "/events")
    quiet.admin("GET", "/keys/entry")  # This call returns secrets, so it is logged as an action.
    assert line(quiet, message="admin action", what="GET /api/admin/keys/entry")
    assert len(lines(quiet, message="admin action")) == before + 1


def test_a_trusted_proxys_id_is_taken_and_a_strangers_is_not(make_server):
    proxied = make_server(settings={"server.trusted_proxies": "127.0.0.1"}).start()
    good = proxied.get("/nothing", {"X-Request-Id": "edge-4f.A_1", "X-Forwarded-For": "192.0.2.9"})
    assert good.header("X-Request-Id") == "edge-4f.A_1"
    assert line(proxied, request="edge-4f.A_1")["client"] == "192.0.2.9"
    bad = proxied.get("/nothing", {"X-Request-Id": 'x" ,"level":"error'})
    assert ID.fullmatch(bad.header("X-Request-Id"))
    plain = make_server().start()
    assert ID.fullmatch(plain.get("/nothing", {"X-Request-Id": "mine"}).header("X-Request-Id"))


def everywhere(server, secret):
    """Makes calls with the secret in every part of a request that a client controls."""
    fields = ["Cookie", "X-Queue-Token", "X-Queue-Entry-Token", "Authorization", "X-Request-Id",
              "X-Onsale-Event", "Origin", "User-Agent", "Referer", "X-Forwarded-For",
              "Idempotency-Key", "Accept-Language"]
    headers = {name: secret for name in fields}
    headers["Authorization"] = f"Bearer {secret}"
    headers["Cookie"] = "; ".join(f"{name}={secret}" for name in
                                  ("onsale_v", f"onsale_q_{EVENT}", f"onsale_e_{EVENT}", "x"))
    body = {"eventId": EVENT, "code": secret, "entryToken": secret}
    for path in (f"/api/queue/status?eventId={secret}&token={secret}", f"/api/events/{secret}",
                 f"/api/queue/order/{EVENT}?key={secret}", f"/en/queue/{secret}?token={secret}",
                 "/api/verify", f"/{secret}", f"/assets/{secret}", f"/api/queue/stream?{secret}"):
        for port in (server.port, server.admin_port):
            server.get(path, headers, port=port)
    for path in ("/api/queue/enter", "/api/queue/heartbeat", "/api/queue/complete",
                 "/api/queue/leave", f"/en/queue/{EVENT}", "/api/queue/status"):
        for content in (body, {secret: secret}, secret):
            server.request("POST", path, content, {**headers, "Content-Type": "application/json"})
    server.admin("POST", f"/events/{EVENT}/codes/main", {"codes": [secret], "uses": 1})
    server.admin("POST", f"/events/{EVENT}/lists/main", {"subjects": [secret]}, expect=None)
    server.admin("POST", f"/events/{EVENT}/revoke", {"subject": secret}, expect=None)
    server.admin("PUT", f"/events/{EVENT}/levers", {"messageWaiting": secret}, expect=None)
    with Wire(server.port) as wire:
        wire.send(f"GET /{secret} HTTP/1.1\r\nHost: {secret}\r\n{secret}\r\n\r\n".encode())
        wire.answer()


class Lenient:
    """A server whose admin calls may have any result."""

    def __init__(self, server):
        self.server = server

    def __getattr__(self, name):
        return getattr(self.server, name)

    def admin(self, method, path, body=None, expect=None):
        key = (self.server.data / "owner.key").read_text().strip()
        return self.server.request(method, f"/api/admin{path}", body,
                                   {"Authorization": f"Bearer {key}"}, port=self.server.admin_port)


def test_no_secret_reaches_the_log(make_server):
    server = make_server(settings={"log.level": "debug", "log.refusals_per_second": 10000,
                                   "log.slow_request": "1ms"}).start()
    server.create_event(EVENT, phases=[{"id": "main", "who": "everybody",
                                        "from": iso(time.time() - 60),
                                        "to": iso(time.time() + 3600)}])
    guest = server.guest()
    admitted = guest.enter(EVENT)
    secrets = {"queue token": guest.token, "entry token": admitted["entryToken"],
               "visitor": guest.cookies["onsale_v"],
               "owner key": (server.data / "owner.key").read_text().strip(),
               "complete key": (server.data / "complete.key").read_text().strip(),
               "made up": "s3cr3t-0123456789abcdef"}
    for secret in secrets.values():
        everywhere(Lenient(server), secret)
    server.cli("key", "rotate")
    server.admin("GET", "/keys/entry")
    log = server.read_log()
    assert log.count("request refused") > 50 and "admin action" in log
    for name, secret in secrets.items():
        assert secret not in log, name
    for key in server.admin("GET", "/keys/entry")["keys"]:
        assert key["secret"] not in log
    for one in log.splitlines():
        assert not one.startswith("{") or json.loads(one)["time"]

"""Limits, bots, proof of work, live streams and load shedding, with small limits."""

import hashlib
import http.client
import json
import re
import socket
import threading
import time

import pytest

from onsale import eventually
from stopwatch import Stopwatch


def small(make_server, **limits):
    """One loop, so that the limit of streams is exact. All limits that are not given are high."""
    settings = {"server.loops": 1, **{f"limits.{name}": value for name, value in limits.items()}}
    return make_server(settings=settings).start()


def metric(server, name, **labels):
    key = (server.data / "owner.key").read_text().strip()
    text = server.get("/metrics", {"Authorization": f"Bearer {key}"},
                      port=server.admin_port).body.decode()
    wanted = ",".join(f'{label}="{value}"' for label, value in labels.items())
    pattern = rf"^onsale_{name}" + (rf"\{{{re.escape(wanted)}\}}" if labels else "") + r" (\S+)$"
    found = re.search(pattern, text, re.M)
    assert found, f"no metric {name} {labels}"
    return float(found[1])


def polls(server, token, count, event="tour"):
    """Statuses of polls, as fast as one connection allows."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    answers = []
    for _ in range(count):
        connection.request("GET", f"/api/queue/status?eventId={event}",
                           headers={"X-Queue-Token": token})
        raw = connection.getresponse()
        answers.append((raw.status, raw.getheader("Retry-After"), json.loads(raw.read())))
    connection.close()
    return answers


# --- requests


def test_a_guest_is_counted_by_its_token(make_server):
    server = small(make_server, guest_per_second=2, guest_burst=5)
    server.create_event("tour", rules={"maxActive": 0})
    hasty, calm = server.guest(), server.guest()
    hasty.enter("tour"), calm.enter("tour")
    watch = Stopwatch()
    answers = polls(server, hasty.token, 30)
    good = [answer for answer in answers if answer[0] == 200]
    refused = [answer for answer in answers if answer[0] == 429]
    assert 4 <= len(good) <= watch.allowed(2, 5) and len(refused) == 30 - len(good) > 0
    for _, retry_after, body in refused:
        assert int(retry_after) >= 1 and body["code"] == "TOO_MANY_REQUESTS"
    # Another guest at the same address is unaffected, and the limited guest is soon served again.
    assert calm.status("tour")["position"] == 2
    eventually(lambda: polls(server, hasty.token, 1)[0][0] == 200, 2)
    eventually(lambda: metric(server, "rate_limited_total", limit="guest") >= len(refused), 1)


def test_every_route_with_a_token_counts_per_guest(make_server):
    server = small(make_server, guest_per_second=2, guest_burst=5)
    server.create_event("tour", rules={"maxActive": 0})
    guest = server.guest()
    guest.enter("tour")
    headers = {"X-Queue-Token": guest.token}
    calls = {"position": ("GET", "/api/queue/position?eventId=tour", None),
             "heartbeat": ("POST", "/api/queue/heartbeat", {"eventId": "tour"}),
             "order": ("GET", "/api/queue/order/tour", None),
             "events": ("GET", "/api/events", None)}
    unlimited = []
    for name, call in calls.items():
        statuses = [server.request(*call, headers).status for _ in range(40)]
        if 429 not in statuses:
            unlimited.append(name)
    assert not unlimited


def test_without_a_token_an_address_is_counted(make_server):
    server = small(make_server, address_per_second=5, address_burst=10)
    watch = Stopwatch()
    answers = [server.get("/api/events") for _ in range(40)]
    refused = [answer for answer in answers if answer.status == 429]
    assert 9 <= 40 - len(refused) <= watch.allowed(5, 10) and refused
    assert all(int(answer.header("Retry-After")) >= 1 for answer in refused)
    assert refused[0].code == "TOO_MANY_REQUESTS"
    eventually(lambda: server.get("/api/events").status == 200, 3)
    eventually(lambda: metric(server, "rate_limited_total", limit="address") >= len(refused), 1)


def test_a_made_up_token_does_not_escape_the_limit_of_the_address(make_server):
    server = small(make_server, address_per_second=5, address_burst=10)
    server.create_event("tour")
    for path in ("/api/events", "/api/queue/status?eventId=tour", "/en/queue/tour?plain=1"):
        statuses = [server.get(path, {"X-Queue-Token": f"made-up-{number}"}).status
                    for number in range(40)]
        assert 429 in statuses, path


def test_a_guest_with_a_token_is_served_where_its_address_is_used_up(make_server):
    server = small(make_server, address_per_second=1, address_burst=5)
    server.create_event("tour", rules={"maxActive": 0})
    guest = server.guest()
    guest.enter("tour")
    eventually(lambda: server.get("/api/events").status == 429, 5)
    assert guest.status("tour")["position"] == 1
    # A token in the cookie alone also counts, as pages and streams use it.
    by_cookie = server.get("/api/queue/status?eventId=tour",
                           {"Cookie": f"onsale_q_tour={guest.token}"})
    assert by_cookie.status == 200


def test_an_address_behind_a_trusted_proxy_is_its_clients(make_server):
    server = make_server(settings={"server.loops": 1, "limits.address_per_second": 1,
                                   "limits.address_burst": 3,
                                   "server.trusted_proxies": "127.0.0.1"}).start()

    def used_up(forwarded):
        return [server.get("/api/events", {"X-Forwarded-For": forwarded}).status
                for _ in range(6)][-1] == 429

    def all_of(form):  # Six forms of one address.
        return [server.get("/api/events", {"X-Forwarded-For": form.format(number)}).status
                for number in range(1, 7)][-1] == 429

    assert used_up("198.51.100.1")
    assert server.get("/api/events", {"X-Forwarded-For": "198.51.100.2"}).status == 200
    # Entries on the left come from the client and are ignored.
    assert all_of("203.0.113.{}, 198.51.100.1")
    # IPv6 addresses are counted by /64.
    assert all_of("2001:db8:1:2:{}::1")
    assert server.get("/api/events", {"X-Forwarded-For": "2001:db8:1:3::1"}).status == 200


def test_an_untrusted_client_cannot_choose_its_address(make_server):
    server = small(make_server, address_per_second=1, address_burst=3)
    watch = Stopwatch()
    statuses = [server.get("/api/events", {"X-Forwarded-For": f"198.51.100.{number}"}).status
                for number in range(20)]
    assert statuses.count(200) <= watch.allowed(1, 3) and 429 in statuses


# --- joins


def test_fresh_joins_of_an_address_are_limited_and_returns_are_not(make_server):
    server = small(make_server, joins_per_address_per_second=1, joins_burst=3)
    server.create_event("tour", rules={"maxActive": 0})
    guests = [server.guest() for _ in range(8)]
    for guest in guests:
        guest.visit("tour")
    watch = Stopwatch()
    answers = [guest.call("POST", "/api/queue/enter", {"eventId": "tour"}) for guest in guests]
    good = [guest for guest, answer in zip(guests, answers) if answer.status == 200]
    refused = [answer for answer in answers if answer.status != 200]
    assert 3 <= len(good) <= watch.allowed(1, 3) and refused
    assert all((answer.status, answer.code) == (429, "TOO_MANY_JOINS") for answer in refused)
    assert all(int(answer.header("Retry-After")) >= 1 for answer in refused)
    for _ in range(10):
        assert good[0].enter("tour")["position"] == 1
    eventually(lambda: metric(server, "rate_limited_total", limit="joins") >= len(refused), 1)
    eventually(lambda: server.admin("GET", "/events/tour/line")["joined"] == len(good), 1)


# --- bots


def join_as(server, agent, language="en"):
    guest = server.guest()
    guest.visit("tour")
    headers = {"X-Onsale-Request": "1",
               "Cookie": "; ".join(f"{k}={v}" for k, v in guest.cookies.items())}
    if agent is not None:
        headers["User-Agent"] = agent
    if language is not None:
        headers["Accept-Language"] = language
    return guest, server.request("POST", "/api/queue/enter", {"eventId": "tour"}, headers)


BOTS = {"agent_blocked": ("curl/8.0", "en"), "agent_missing": (None, "en"),
        "pattern": ("Mozilla/5.0 (X11; Linux) Chrome/120", None)}


def test_bots_are_observed_with_a_reason_and_let_in(make_server):
    server = make_server(settings={"server.loops": 1, "bots.mode": "observe"}).start()
    server.create_event("tour", rules={"maxActive": 0})
    for reason, (agent, language) in BOTS.items():
        assert join_as(server, agent, language)[1].status == 200, reason
        eventually(lambda: metric(server, "bots_observed_total", reason=reason) == 1, 1)
        assert metric(server, "bots_refused_total", reason=reason) == 0
    assert join_as(server, "Mozilla/5.0 (X11; Linux) Firefox/128.0")[1].status == 200
    assert sum(metric(server, "bots_observed_total", reason=reason) for reason in BOTS) == 3


def test_bots_are_refused_with_a_reason_once_the_rules_bite(make_server):
    server = make_server(settings={"server.loops": 1, "bots.mode": "enforce"}).start()
    server.create_event("tour", rules={"maxActive": 0})
    for reason, (agent, language) in BOTS.items():
        answer = join_as(server, agent, language)[1]
        assert (answer.status, answer.code) == (403, "BOT_REFUSED"), reason
        eventually(lambda: metric(server, "bots_refused_total", reason=reason) == 1, 1)
    guest, answer = join_as(server, "Mozilla/5.0 (X11; Linux) Firefox/128.0")
    assert answer.status == 200
    eventually(lambda: server.admin("GET", "/events/tour/line")["joined"] == 1, 1)
    assert metric(server, "rejections_total", code="BOT_REFUSED") == 3


def test_bot_rules_can_be_off(make_server):
    server = make_server(settings={"server.loops": 1, "bots.mode": "off"}).start()
    server.create_event("tour", rules={"maxActive": 0})
    for reason, (agent, language) in BOTS.items():
        assert join_as(server, agent, language)[1].status == 200
        assert metric(server, "bots_observed_total", reason=reason) == 0


# --- proof of work


def solve(challenge, difficulty):
    nonce = 0
    while True:
        digest = hashlib.sha256(f"{challenge}:{nonce}".encode()).digest()
        if int.from_bytes(digest, "big") >> (256 - difficulty) == 0:
            return str(nonce)
        nonce += 1


def test_proof_of_work_from_end_to_end(server):
    server.create_event("tour", rules={"maxActive": 0, "proofOfWorkBits": 10})
    server.create_event("other", rules={"maxActive": 0, "proofOfWorkBits": 10})
    guest, other = server.guest(), server.guest()
    guest.visit("tour"), other.visit("tour")
    rows = server.admin("GET", "/journal/stats")["rows"]
    assert guest.enter("tour", expect=428)["code"] == "PROOF_OF_WORK_REQUIRED"
    asked = guest.call("GET", "/api/queue/challenge?eventId=tour").json()
    assert asked["difficulty"] == 10
    nonce = solve(asked["challenge"], 10)
    wrong = next(str(n) for n in range(10**6) if hashlib.sha256(
        f"{asked['challenge']}:{n}".encode()).digest()[0] != 0)
    invalid = [{"challenge": asked["challenge"], "nonce": wrong},
               {"challenge": asked["challenge"], "nonce": ""},
               {"challenge": asked["challenge"], "nonce": "x" + nonce},
               {"challenge": "A" * 43, "nonce": solve("A" * 43, 10)}]
    for proof in invalid:
        assert guest.enter("tour", expect=403, proof=proof)["code"] == "PROOF_OF_WORK_INVALID"
    proof = {"challenge": asked["challenge"], "nonce": nonce}
    # A proof of work is bound to its guest and its event.
    assert other.enter("tour", expect=403, proof=proof)["code"] == "PROOF_OF_WORK_INVALID"
    assert guest.enter("other", expect=403, proof=proof)["code"] == "PROOF_OF_WORK_INVALID"
    # None of these calls has written anything.
    assert server.admin("GET", "/journal/stats")["rows"] == rows
    assert guest.enter("tour", proof=proof)["position"] == 1
    assert guest.enter("tour")["position"] == 1  # A guest with a place needs no proof.


def test_an_event_without_proof_of_work_says_so(server):
    server.create_event("tour")
    guest = server.guest()
    assert guest.call("GET", "/api/queue/challenge?eventId=tour").code == "VISITOR_REQUIRED"
    guest.visit("tour")
    assert guest.call("GET", "/api/queue/challenge?eventId=tour").json()["difficulty"] == 0


# --- connections


def test_connections_of_one_address_have_a_cap(make_server):
    server = small(make_server, connections_per_address=4)
    eventually(lambda: metric(server, "connections_open") <= 1, 3)
    held = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(8)]
    try:
        answers = []
        for one in held:
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            try:
                answers.append(one.recv(4096).split(b"\r\n")[0])
            except OSError:
                answers.append(b"")
        served = [answer for answer in answers if b"200" in answer]
        assert len(served) == 4, answers
        assert all(b"429" in answer or answer == b"" for answer in answers if answer not in served)
    finally:
        for one in held:
            one.close()
    eventually(lambda: _healthy(server), 3)


def _healthy(server):
    try:
        return server.get("/healthz").status == 200
    except OSError:
        return False


# --- live streams


class Stream:
    """One reader of server-sent events."""

    def __init__(self, server, token, event="tour", cookie=False):
        headers = {"Cookie": f"onsale_q_{event}={token}"} if cookie else {"X-Queue-Token": token}
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        self.connection.request("GET", f"/api/queue/stream?eventId={event}", headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def event(self):
        """Data of the next event, or None at the end of the stream."""
        while True:
            line = self.answer.readline()
            if not line:
                return None
            if line.startswith(b"data: "):
                return json.loads(line[6:])

    def code(self):
        return json.loads(self.answer.read())["code"]

    def close(self):
        self.connection.close()


@pytest.fixture
def streaming(make_server):
    server = small(make_server, stream_max=2)
    server.create_event("tour", rules={"maxActive": 0, "streamFront": 3})
    server.people = [server.guest() for _ in range(4)]
    for guest in server.people:
        guest.enter("tour")
    return server


def test_a_stream_tells_changes_as_they_happen(streaming):
    stream = Stream(streaming, streaming.people[1].token, cookie=True)
    assert stream.status == 200
    assert stream.answer.getheader("Content-Type").startswith("text/event-stream")
    assert "no-store" in stream.answer.getheader("Cache-Control")
    assert stream.event()["position"] == 2
    streaming.cli("line", "revoke", "tour", "--queue-token", streaming.people[0].token)
    eventually(lambda: stream.event()["position"] == 1, 3)
    streaming.cli("line", "set", "tour", "--max-active", "5")
    eventually(lambda: stream.event()["status"] == "admitted", 3)
    stream.close()


def test_a_stream_needs_a_token_of_its_event(streaming):
    assert Stream(streaming, "").status == 401
    assert Stream(streaming, "made-up").code() == "QUEUE_TOKEN_INVALID"


def test_streams_are_for_the_front_only(streaming):
    assert Stream(streaming, streaming.people[3].token).code() == "STREAM_OFF"
    streaming.cli("line", "set", "tour", "--stream-front", "0")
    eventually(lambda: Stream(streaming, streaming.people[0].token).status == 409, 2)


def test_the_newest_stream_of_a_guest_wins(streaming):
    old = Stream(streaming, streaming.people[0].token)
    assert old.event()["position"] == 1
    new = Stream(streaming, streaming.people[0].token)
    assert new.event()["position"] == 1
    eventually(lambda: old.event() is None, 3)
    assert new.event()["position"] == 1


def test_the_newest_stream_wins_on_whichever_loop_it_is(make_server):
    server = make_server(settings={"server.loops": 4}).start()
    server.create_event("tour", rules={"maxActive": 0})
    guest = server.guest()
    guest.enter("tour")
    streams = [Stream(server, guest.token) for _ in range(6)]
    for stream in streams[:-1]:
        while stream.event() is not None:
            pass
    assert streams[-1].event()["position"] == 1
    eventually(lambda: metric(server, "streams_open") == 1, 3)


def test_streams_have_a_cap_that_a_guests_own_renewal_does_not_hit(streaming):
    first, second = (Stream(streaming, guest.token) for guest in streaming.people[:2])
    assert (first.status, second.status) == (200, 200)
    full = Stream(streaming, streaming.people[2].token)
    assert full.status == 503 and int(full.answer.getheader("Retry-After")) >= 1
    assert full.code() == "STREAM_FULL"
    assert Stream(streaming, streaming.people[0].token).status == 200
    second.close()
    eventually(lambda: Stream(streaming, streaming.people[2].token).status == 200, 4)


def test_a_stream_ends_with_its_place(streaming):
    stream = Stream(streaming, streaming.people[0].token)
    stream.event()
    streaming.cli("line", "revoke", "tour", "--queue-token", streaming.people[0].token)
    seen = []
    while (event := stream.event()) is not None:
        seen.append((event["status"], event.get("reason")))
    assert seen[-1] == ("expired", "revoked")


# --- presence


SHORT = {"maxActive": 0, "awayAfter": "5s", "forgetAfter": "1h",
         "pollSteps": [{"positionMax": 0, "every": "1s"}]}


def test_a_poll_and_a_stream_are_signs_of_life(make_server):
    server = small(make_server)
    server.create_event("tour", rules=SHORT)
    silent, polling, streaming = (server.guest() for _ in range(3))
    for guest in (silent, polling, streaming):
        guest.enter("tour")
    stream = Stream(server, streaming.token)
    until = time.monotonic() + 11  # Twice the time after which a silent guest is away.

    def polled_long_enough():
        polling.status("tour")
        stream.event()
        line = server.admin("GET", "/events/tour/line")
        assert line["away"] <= 1, "somebody who is there counts as away"
        return time.monotonic() > until and line

    line = eventually(polled_long_enough, 20)
    assert (line["waiting"], line["away"]) == (2, 1)


# --- shedding


def test_joins_beyond_the_writers_queue_are_shed_before_any_work(make_server):
    server = small(make_server, queue_depth_max=1)
    server.create_event("tour", rules={"maxActive": 0})
    guests = [server.guest() for _ in range(40)]
    for guest in guests:
        guest.visit("tour")
    answers, start = {}, threading.Barrier(len(guests))

    def enter(guest):
        start.wait()
        for _ in range(5):
            answers.setdefault(guest, []).append(
                guest.call("POST", "/api/queue/enter", {"eventId": "tour"}))

    threads = [threading.Thread(target=enter, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shed = [answer for all_of in answers.values() for answer in all_of if answer.status != 200]
    assert shed, "a queue of one command was never full"
    for answer in shed:
        assert (answer.status, answer.code) == (503, "OVERLOADED")
        assert int(answer.header("Retry-After")) >= 1
    # Exactly the guests with a successful answer have a place.
    inside = [guest for guest, all_of in answers.items()
              if any(answer.status == 200 for answer in all_of)]
    eventually(lambda: server.admin("GET", "/events/tour/line")["joined"] == len(inside), 2)
    assert metric(server, "shed_total") == len(shed)
    # Polls are still answered, and rejected guests join when they try again.
    assert inside[0].status("tour")["status"] == "waiting"
    for guest in guests:
        eventually(lambda: guest.call("POST", "/api/queue/enter",
                                      {"eventId": "tour"}).status == 200, 5)
    eventually(lambda: server.admin("GET", "/events/tour/line")["joined"] == len(guests), 2)


def test_a_full_line_says_so(server):
    server.create_event("tour", rules={"maxActive": 0, "lineMax": 2})
    for _ in range(2):
        server.guest().enter("tour")
    assert server.guest().enter("tour", expect=503)["code"] == "LINE_FULL"


def test_levers_and_messages_are_seen_within_a_second(server):
    server.create_event("tour", rules={"maxActive": 0})
    guest = server.guest()
    guest.enter("tour")
    begun = time.monotonic()
    server.admin("PUT", "/events/tour/levers", {"messageWaiting": "Doors open at eight.",
                                                "joinsStopped": True})
    eventually(lambda: guest.status("tour").get("message") == "Doors open at eight.", 1)
    eventually(lambda: server.guest().enter("tour", expect=409)["code"] == "JOINS_STOPPED", 1)
    assert time.monotonic() - begun < 1.5

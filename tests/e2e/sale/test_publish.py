"""Guests cannot see an event before it is published."""

import json
import subprocess
import time

import pytest

from onsale import BINARY, eventually, iso

TITLE = "A Surprise That Nobody Knows"


@pytest.fixture
def secret(server):
    """An unpublished event that should have opened, beside a published one."""
    server.create_event("known")
    server.create_event("secret", title=TITLE, published=False, performances=[
        {"id": "one", "startsAt": iso(time.time() + 86400 * 30)}])
    return server


def lifecycle(server, event="secret"):
    return server.admin("GET", f"/events/{event}")["event"]["lifecycle"]


def guest_calls(event):
    query = f"eventId={event}&performanceId=one"
    body = {"eventId": event, "performanceId": "one"}
    for path in (f"/api/events/{event}", f"/api/queue/serving/{event}",
                 f"/api/queue/order/{event}", f"/api/queue/order/{event}/leaves",
                 f"/en/queue/{event}?plain=1", f"/en/events/{event}", f"/ko/queue/{event}",
                 f"/api/queue/challenge?eventId={event}", f"/api/queue/eligibility?eventId={event}",
                 f"/api/queue/status?eventId={event}", f"/api/queue/position?eventId={event}",
                 f"/api/booking/seats?{query}", f"/api/booking/hall?{query}"):
        yield "GET", path, None
    for path in ("/api/queue/enter", "/api/queue/heartbeat", "/api/queue/leave",
                 "/api/queue/extend", "/api/queue/move"):
        yield "POST", path, {"eventId": event}
    yield "POST", "/api/booking/seats/select", {**body, "seatIds": ["F1-A-1"]}
    yield "POST", "/api/booking/seats/best", {**body, "count": 1}
    yield "POST", "/api/payment/request", {**body, "seats": []}


def answers(guest, event):
    """The answer of each call, without the event key."""
    told = {}
    for method, path, body in guest_calls(event):
        answer = guest.call(method, path, body)
        text = answer.body if isinstance(answer.body, str) else answer.body.decode()
        told[method, path.replace(event, "?")] = answer.status, text.replace(event, "?")
    return told


def test_an_unpublished_event_is_answered_as_one_that_there_is_not(secret):
    guest = secret.guest()
    guest.visit("known")
    hidden = answers(guest, "secret")
    assert hidden == answers(guest, "nosuch")
    assert hidden["GET", "/api/events/?"][0] == 404
    assert hidden["POST", "/api/queue/enter"][0] == 404


def test_no_list_names_it(secret):
    for path in ("/api/events", "/en/?plain=1", "/ko/?plain=1"):
        answer = secret.get(path)
        text = answer.body if isinstance(answer.body, str) else answer.body.decode()
        assert "known" in text and "secret" not in text and TITLE not in text, path
    assert ("secret", False) in [(one["key"], one["published"])
                                 for one in secret.admin("GET", "/events")["events"]]


def test_it_opens_when_it_is_published_after_its_opening(secret):
    eventually(lambda: lifecycle(secret, "known") == "open", 3)
    assert lifecycle(secret) == "draft"
    told = json.loads(secret.cli("event", "publish", "secret", "--dry-run", "--json"))
    assert told["dryRun"] and lifecycle(secret) == "draft"
    refused = secret.admin("POST", "/events/secret/actions", {"action": "open"}, expect=409)
    assert refused["details"]["message"] == "publish the event first"
    secret.cli("event", "publish", "secret")
    eventually(lambda: lifecycle(secret) == "open", 3)
    eventually(lambda: secret.get("/api/events/secret").status == 200, 3)
    assert TITLE in json.dumps(secret.get("/api/events").json())
    secret.guest().enter("secret")


def test_a_restart_keeps_it_hidden(secret):
    secret.stop()
    secret.start()
    assert secret.get("/api/events/secret").status == 404
    assert lifecycle(secret) == "draft"


def test_it_is_taken_back_until_somebody_has_joined(server):
    server.create_event("tour", opensAt=iso(time.time() + 3600))
    server.cli("event", "unpublish", "tour")
    eventually(lambda: server.get("/api/events/tour").status == 404, 3)
    server.cli("event", "publish", "tour")
    eventually(lambda: server.get("/api/events/tour").status == 200, 3)
    server.cli("event", "open", "tour")
    guest = server.guest()
    eventually(lambda: server.get("/api/queue/serving/tour").json()["status"] == "open", 3)
    guest.enter("tour")
    refused = subprocess.run([BINARY, "event", "unpublish", "tour", "--data", str(server.data)],
                             capture_output=True, text=True, timeout=30)
    assert refused.returncode == 1 and "nobody has joined" in refused.stderr, refused.stderr
    assert guest.status("tour")["status"] in ("waiting", "admitted")


def test_the_command_line_publishes_at_once_where_it_is_told_to(server):
    opening = ["--title", "T", "--opens-at", iso(time.time() + 3600)]
    server.cli("event", "create", "draft", *opening)
    server.cli("event", "create", "announced", *opening, "--publish")
    eventually(lambda: server.get("/api/events/announced").status == 200, 3)
    assert server.get("/api/events/draft").status == 404

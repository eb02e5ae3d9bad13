"""Guests cannot see an event before it is published."""

import json
import subprocess
import time
from urllib.parse import urlencode

import pytest

from api_description import body_forms, example_body, operations, parameters_of
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


def named(fields, event):
    return {**fields, "eventId": event,
            **({"performanceId": "one"} if "performanceId" in fields else {})}


def api_calls(event):
    """Every call of the API that names an event in its path, its query or its body."""
    for path, method, operation in operations(admin=False):
        query = {one["name"]: one.get("example", "one") for one in parameters_of(path, operation)
                 if one["in"] == "query" and (one.get("required") or one["name"] == "eventId")}
        body = example_body(operation)
        if "{eventId}" in path:
            yield method.upper(), path.replace("{eventId}", event), body
        elif "eventId" in query:
            yield method.upper(), f"{path}?{urlencode(named(query, event))}", body
        elif isinstance(body, dict) and "eventId" in body:
            yield method.upper(), path, named(body, event)


def guest_calls(event):
    yield from api_calls(event)
    for path in (f"/en/queue/{event}?plain=1", f"/en/events/{event}", f"/ko/queue/{event}"):
        yield "GET", path, None


def test_the_calls_are_those_of_the_description():
    """An example of a body may leave eventId out although the body has it."""
    calls = {(method, path.partition("?")[0]) for method, path, _ in api_calls("secret")}
    assert {("GET", "/api/events/secret"), ("GET", "/api/queue/order/secret/leaves"),
            ("GET", "/api/booking/seats"), ("DELETE", "/api/booking/seats/release"),
            ("POST", "/api/queue/enter"), ("POST", "/api/payment/request")} <= calls
    for path, method, operation in operations(admin=False):
        if any("eventId" in form["required"] for form in body_forms(operation)):
            assert (method.upper(), path) in calls, (method, path)


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

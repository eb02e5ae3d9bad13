"""GET /api/verify, which a proxy calls for each request to a protected site, with the line in the
process and with the line in Redis."""

import pytest

from onsale import eventually

EVENT = "concert"


@pytest.fixture
def sale(server):
    server.create_event(EVENT, rules={"maxActive": 1})
    server.create_event("other")
    return server


def verify(server, token=None, event=EVENT):
    headers = {"X-Queue-Entry-Token": token} if token else {}
    if event:
        headers["X-Onsale-Event"] = event
    return server.get("/api/verify", headers)


def test_who_is_inside_passes_and_who_waits_does_not(sale):
    inside, waiting = sale.guest(), sale.guest()
    token = inside.enter(EVENT)["entryToken"]
    assert waiting.enter(EVENT)["status"] == "waiting"
    answer = verify(sale, token)
    assert answer.status == 204 and answer.header("Cache-Control") == "no-store"
    assert (verify(sale).status, verify(sale).code) == (403, "ENTRY_TOKEN_REQUIRED")
    assert verify(sale, waiting.token).status == 403


def test_the_first_call_claims_the_admission(sale):
    guest = sale.guest()
    admitted = guest.enter(EVENT)
    assert verify(sale, admitted["entryToken"]).status == 204
    eventually(lambda: guest.status(EVENT)["keepUntil"] > admitted["keepUntil"], 5)


def test_the_proxy_names_the_event(sale):
    token = sale.guest().enter(EVENT)["entryToken"]
    assert verify(sale, token, event="other").status == 403
    assert (verify(sale, token, event=None).status,
            verify(sale, token, event=None).code) == (400, "BAD_FIELD")
    assert verify(sale, token, event="nothing").code == "EVENT_NOT_FOUND"


def test_an_admission_that_is_over_does_not_pass(sale):
    guest = sale.guest()
    token = guest.enter(EVENT)["entryToken"]
    assert verify(sale, token).status == 204
    sale.cli("line", "revoke", EVENT, "--queue-token", guest.token)
    eventually(lambda: verify(sale, token).status == 403, 5)

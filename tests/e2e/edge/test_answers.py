"""Special cases of answers: HEAD on a stream, an upload refused early, health on the admin
listener."""

import http.client
import socket

import pytest

from onsale import eventually
from wire import Wire

EVENT = "concert"


@pytest.fixture
def concert(make_server):
    server = make_server(settings={"server.loops": 1}).start()
    server.create_event(EVENT, rules={"streamFront": 100})
    return server


def test_head_on_a_stream_opens_none_and_ends_none(concert):
    guest = concert.guest()
    guest.enter(EVENT)
    path, headers = f"/api/queue/stream?eventId={EVENT}", {"X-Queue-Token": guest.token}
    stream = http.client.HTTPConnection("127.0.0.1", concert.port, timeout=5)
    stream.request("GET", path, headers=headers)
    events = stream.getresponse()
    assert events.readline() == b"retry: 3000\n"
    head = concert.request("HEAD", path, headers=headers)
    assert head.status == 200 and head.body == b""
    assert head.header("Content-Type") == "text/event-stream"
    # A new stream of a guest ends the previous one. HEAD opens no stream, so two more events
    # arrive.
    seen = 0
    while seen < 3:
        line = events.readline()
        assert line != b"", "the stream was ended"
        seen += line.startswith(b"data: ")
    stream.close()


@pytest.mark.parametrize("admin", [False, True])
def test_a_client_that_uploads_all_before_it_reads_sees_the_413(concert, admin):
    size = 24 << 20
    with Wire(concert.admin_port if admin else concert.port) as wire:
        wire.send(f"POST /api/queue/enter HTTP/1.1\r\nHost: a\r\nContent-Length: {size}\r\n\r\n"
                  .encode())
        for _ in range(size >> 20):
            wire.send(b"x" * (1 << 20))
        wire.socket.shutdown(socket.SHUT_WR)
        status, headers, body = wire.answer()
        assert status == 413 and b"BODY_TOO_LARGE" in body
        assert dict(headers)["connection"] == "close"


def test_an_upload_without_end_is_cut_off(concert):
    with Wire(concert.port) as wire:
        wire.send(b"POST /api/queue/enter HTTP/1.1\r\nHost: a\r\n"
                  b"Content-Length: 9999999999\r\n\r\n")
        with pytest.raises(OSError):
            for _ in range(400):
                wire.send(b"x" * (1 << 20))


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_admin_listener_says_without_a_key_that_it_lives(concert, path):
    answer = concert.get(path, port=concert.admin_port)
    assert answer.status == 200 and answer.json()["status"] == "ok"
    assert concert.get("/metrics", port=concert.admin_port).status == 401


def test_verify_without_the_proxys_event_says_what_is_missing(concert):
    answer = concert.get("/api/verify")
    assert (answer.status, answer.code) == (400, "BAD_FIELD")
    assert answer.json()["details"]["field"] == "X-Onsale-Event"


@pytest.mark.parametrize("proof", [None, 7, "x", [], {}, {"challenge": "a"},
                                   {"challenge": "a", "nonce": 1}, {"challenge": "a", "nonce": "-"},
                                   {"challenge": "a", "nonce": "1", "more": "x"}])
def test_an_ill_formed_proof_is_a_bad_field_where_none_is_needed(concert, proof):
    guest = concert.guest()
    assert guest.enter(EVENT, expect=400, proof=proof)["code"] == "BAD_FIELD"
    eventually(lambda: guest.enter(EVENT, proof={"challenge": "a", "nonce": "1"}))

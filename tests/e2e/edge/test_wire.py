"""Raw bytes on the socket: smuggling, slow clients, garbage. Refused with a code, then closed."""

import json
import random
import socket
import time

import pytest

from onsale import Server
from wire import Wire, enter_request, number_of, request, visitors

EVENT = "concert"
SMUGGLED = b"GET /api/events/smuggled HTTP/1.1\r\nHost: onsale.test\r\n\r\n"
HOST = b"Host: onsale.test\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    settings = {"limits.header_deadline": "1s", "limits.idle_timeout": "2s",
                "limits.min_body_rate": 1000}
    with Server(tmp_path_factory.mktemp("wire"), settings=settings) as running:
        running.create_event(EVENT, rules={"maxActive": 0})
        yield running
        assert running.process.poll() is None, running.read_log()


def post(headers, body=b"", line=b"POST /api/queue/enter HTTP/1.1\r\n", host=HOST):
    return line + host + b"Content-Type: application/json\r\n" + headers + b"\r\n" + body


def get(headers=b"", line=b"GET /healthz HTTP/1.1\r\n", host=HOST):
    return line + host + headers + b"\r\n"


CHUNKED = b"Transfer-Encoding: chunked\r\n"
CHUNKS = b"2\r\n{}\r\n0\r\n\r\n"

# name: (bytes, expected code)
SMUGGLING = {
    # Nine forms that a lenient parser accepts.
    "obs-fold": (get(b"X-One: a\r\n b\r\n"), "HEAD_MALFORMED"),
    "equal lengths twice": (post(b"Content-Length: 2\r\nContent-Length: 2\r\n", b"{}"),
                            "LENGTH_CONFLICT"),
    "a list of lengths": (post(b"Content-Length: 2, 2\r\n", b"{}"), "LENGTH_INVALID"),
    "gzip, chunked": (post(b"Transfer-Encoding: gzip, chunked\r\n", CHUNKS),
                      "TRANSFER_ENCODING_REFUSED"),
    "identity with a length": (post(b"Transfer-Encoding: identity\r\nContent-Length: 2\r\n",
                                    b"{}"), "TRANSFER_ENCODING_REFUSED"),
    "xchunked": (post(b"Transfer-Encoding: xchunked\r\n", CHUNKS), "TRANSFER_ENCODING_REFUSED"),
    "no host": (get(host=b""), "HOST_REQUIRED"),
    "two hosts": (get(HOST), "HOST_REQUIRED"),
    "transfer encoding on 1.0": (post(CHUNKED, CHUNKS,
                                      line=b"POST /api/queue/enter HTTP/1.0\r\n"),
                                 "TRANSFER_ENCODING_REFUSED"),
    # Other known forms.
    "length and chunked": (post(b"Content-Length: 5\r\n" + CHUNKED, CHUNKS), "LENGTH_CONFLICT"),
    "chunked and length": (post(CHUNKED + b"Content-Length: 5\r\n", CHUNKS), "LENGTH_CONFLICT"),
    "different lengths": (post(b"Content-Length: 2\r\nContent-Length: 50\r\n", b"{}"),
                          "LENGTH_CONFLICT"),
    "negative length": (post(b"Content-Length: -2\r\n", b"{}"), "LENGTH_INVALID"),
    "length with a plus": (post(b"Content-Length: +2\r\n", b"{}"), "LENGTH_INVALID"),
    "hexadecimal length": (post(b"Content-Length: 0x2\r\n", b"{}"), "LENGTH_INVALID"),
    "empty length": (post(b"Content-Length:\r\n", b"{}"), "LENGTH_INVALID"),
    "endless length": (post(b"Content-Length: 99999999999999999999\r\n", b"{}"),
                       "LENGTH_INVALID"),
    "length beyond the limit": (post(b"Content-Length: 999999999\r\n", b"{}"), "BODY_TOO_LARGE"),
    "chunked twice": (post(CHUNKED + CHUNKED, CHUNKS), "TRANSFER_ENCODING_REFUSED"),
    "chunked, chunked": (post(b"Transfer-Encoding: chunked, chunked\r\n", CHUNKS),
                         "TRANSFER_ENCODING_REFUSED"),
    "identity alone": (post(b"Transfer-Encoding: identity\r\n", b"{}"),
                       "TRANSFER_ENCODING_REFUSED"),
    "vertical tab before chunked": (post(b"Transfer-Encoding: \x0bchunked\r\n", CHUNKS),
                                    "HEAD_MALFORMED"),
    "space before the colon": (post(b"Content-Length : 2\r\n", b"{}"), "HEAD_MALFORMED"),
    "space before the name": (b"GET /healthz HTTP/1.1\r\n " + HOST + b"\r\n", "HEAD_MALFORMED"),
    "bare line feed": (b"GET /healthz HTTP/1.1\nHost: onsale.test\n\n", "HEAD_MALFORMED"),
    "bare line feed in a field": (get(b"X-One: a\nX-Two: b\r\n"), "HEAD_MALFORMED"),
    "bare carriage return": (get(b"X-One: a\rX-Two: b\r\n"), "HEAD_MALFORMED"),
    "nul in a value": (get(b"X-One: a\x00b\r\n"), "HEAD_MALFORMED"),
    "nul in the target": (get(line=b"GET /heal\x00thz HTTP/1.1\r\n"), "HEAD_MALFORMED"),
    "absolute target": (get(line=b"GET http://evil.test/healthz HTTP/1.1\r\n"),
                        "TARGET_REFUSED"),
    "authority target": (get(line=b"CONNECT evil.test:443 HTTP/1.1\r\n"), "TARGET_REFUSED"),
    "two spaces in the line": (get(line=b"GET  /healthz HTTP/1.1\r\n"), "HEAD_MALFORMED"),
    "no version": (b"GET /healthz\r\n\r\n", "HEAD_MALFORMED"),
    "http/0.9 after a space": (b"GET /healthz \r\n\r\n", "HEAD_MALFORMED"),
    "lower-case version": (get(line=b"GET /healthz http/1.1\r\n"), "HEAD_MALFORMED"),
    "version 1.2": (get(line=b"GET /healthz HTTP/1.2\r\n"), "VERSION_NOT_SUPPORTED"),
    "http/2 preface": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "VERSION_NOT_SUPPORTED"),
    "tls hello": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 506,
                  "HEAD_MALFORMED"),
    "host with a path": (get(host=b"Host: onsale.test/evil\r\n"), "HOST_REQUIRED"),
    "host with a user": (get(host=b"Host: user@onsale.test\r\n"), "HOST_REQUIRED"),
    "empty host": (get(host=b"Host:\r\n"), "HOST_REQUIRED"),
    "field without a name": (get(b": value\r\n"), "HEAD_MALFORMED"),
    "field without a colon": (get(b"nonsense\r\n"), "HEAD_MALFORMED"),
    "overlong target": (get(line=b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n"), "URI_TOO_LONG"),
    "overlong head": (get(b"X-One: " + b"a" * 9000 + b"\r\n"), "HEADERS_TOO_LARGE"),
    "a thousand fields": (get(b"".join(b"X-%d: 1\r\n" % i for i in range(1000))),
                          "HEADERS_TOO_LARGE"),
    "unknown expectation": (post(b"Expect: a-miracle\r\nContent-Length: 2\r\n", b"{}"),
                            "EXPECTATION_FAILED"),
    "chunk size with a sign": (post(CHUNKED, b"+2\r\n{}\r\n0\r\n\r\n"), "CHUNK_MALFORMED"),
    "chunk size with 0x": (post(CHUNKED, b"0x2\r\n{}\r\n0\r\n\r\n"), "CHUNK_MALFORMED"),
    "chunk size too large": (post(CHUNKED, b"fffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
                             ("CHUNK_MALFORMED", "BODY_TOO_LARGE")),
    "chunk with a bare line feed": (post(CHUNKED, b"2\n{}\n0\n\n"), "CHUNK_MALFORMED"),
    "chunk longer than said": (post(CHUNKED, b"1\r\n{}\r\n0\r\n\r\n"), "CHUNK_MALFORMED"),
    "chunk extension ended by a line feed": (post(CHUNKED, b"2;a\n{}\r\n0\r\n\r\n"),
                                             "CHUNK_MALFORMED"),
    "chunk extension ended by a carriage return": (post(CHUNKED, b"2;a\r{}\r\n0\r\n\r\n"),
                                                   "CHUNK_MALFORMED"),
    "line feed inside a chunk extension": (post(CHUNKED, b"2;a\nb\r\n{}\r\n0\r\n\r\n"),
                                           "CHUNK_MALFORMED"),
    "line feed inside a quoted extension": (post(CHUNKED, b'2;a="\n"\r\n{}\r\n0\r\n\r\n'),
                                            "CHUNK_MALFORMED"),
    "chunk extension without a name": (post(CHUNKED, b"2;\r\n{}\r\n0\r\n\r\n"),
                                       "CHUNK_MALFORMED"),
    "space behind a chunk size": (post(CHUNKED, b"2 \r\n{}\r\n0\r\n\r\n"), "CHUNK_MALFORMED"),
    "chunk extension without an end": (post(CHUNKED, b"2;" + b"a" * 2000), "CHUNK_MALFORMED"),
    "trailer behind a chunk extension": (post(CHUNKED, b"2\r\n{}\r\n0;a\r\nHost: x\r\n\r\n"),
                                         "CHUNK_MALFORMED"),
}


@pytest.mark.parametrize("name", SMUGGLING)
def test_is_refused_by_code_and_what_follows_is_never_answered(server, name):
    data, code = SMUGGLING[name]
    with Wire(server.port) as wire:
        wire.send(data + SMUGGLED)
        status, headers, body = wire.answer()
        assert 400 <= status < 600
        assert json.loads(body)["code"] in ([code] if isinstance(code, str) else code)
        assert dict(headers)["connection"] == "close"
        assert wire.rest() == b"", "the second request was answered, or the connection stays open"


def test_a_body_that_looks_like_a_request_stays_a_body(server):
    with Wire(server.port) as wire:
        wire.send(post(b"Content-Length: %d\r\n" % len(SMUGGLED), SMUGGLED) + get())
        assert json.loads(wire.answer()[2])["code"] == "BAD_JSON"
        assert json.loads(wire.answer()[2])["status"] == "ok"


def test_a_hundred_pipelined_requests_are_answered_in_order(server):
    with Wire(server.port) as wire:
        cookies = visitors(wire, 50)
        # Joins wait for the writer and reads do not. The answers must still be in order.
        wire.send(b"".join(enter_request(EVENT, cookie) + request("GET", f"/nothing/{i}")
                           for i, cookie in enumerate(cookies)))
        numbers = []
        for _ in cookies:
            status, _, body = wire.answer()
            assert status == 200
            numbers.append(number_of(json.loads(body)["token"]))
            assert wire.answer()[0] == 404
        assert numbers == sorted(set(numbers)) and len(numbers) == 50


def test_a_request_sent_byte_by_byte_is_understood(server):
    with Wire(server.port) as wire:
        cookie = visitors(wire, 1)[0]
        for byte in enter_request(EVENT, cookie):
            wire.send(bytes([byte]))
        assert wire.answer()[0] == 200


@pytest.mark.parametrize("extension", [b"", b";a", b' ; name = "x;y" ;z=1'])
def test_a_chunked_body_is_understood(server, extension):
    with Wire(server.port) as wire:
        cookie = visitors(wire, 1)[0]
        body = json.dumps({"eventId": EVENT}).encode()
        pieces = b"".join(b"1%s\r\n%c\r\n" % (extension, byte) for byte in body) + \
            b"0%s\r\n\r\n" % extension
        wire.send(post(CHUNKED + b"X-Onsale-Request: 1\r\nCookie: " + cookie.encode() + b"\r\n",
                       pieces) + get())
        assert wire.answer()[0] == 200
        assert wire.answer()[0] == 200


# --- slow clients (header deadline 1 s, idle 2 s, 1,000 bytes/s)


def seconds_until_closed(wire, drip, every=0.1, at_most=12):
    """Sends `drip` repeatedly. Returns the time until the server closes, and its answer."""
    began = time.monotonic()
    wire.socket.settimeout(every)
    said = b""
    while time.monotonic() - began < at_most:
        try:
            if drip:
                wire.send(drip)
            more = wire.socket.recv(65536)
            if not more:
                return time.monotonic() - began, said
            said += more
        except TimeoutError:
            continue
        except OSError:
            return time.monotonic() - began, said
    raise AssertionError("never closed")


def test_a_head_that_drips_is_cut_off_at_the_deadline(server):
    with Wire(server.port) as wire:
        wire.send(b"GET /healthz HTTP/1.1\r\n" + HOST)
        took, said = seconds_until_closed(wire, b"X: 1\r\n")
    assert 0.7 < took < 5 and b" 408 " in said and b"REQUEST_TIMEOUT" in said


def test_a_connection_that_says_nothing_is_closed(server):
    with Wire(server.port) as wire:
        took, _ = seconds_until_closed(wire, b"")
    assert 0.7 < took < 5


def test_a_second_request_that_drips_is_cut_off_too(server):
    with Wire(server.port) as wire:
        assert wire.ask("GET", "/healthz")[0] == 200
        wire.send(b"GET /healthz HTTP/1.1\r\n")
        took, said = seconds_until_closed(wire, b"X: 1\r\n")
    assert 0.7 < took < 5 and b" 408 " in said


def test_a_body_slower_than_the_minimum_rate_is_cut_off(server):
    with Wire(server.port) as wire:
        wire.send(post(b"Content-Length: 60000\r\n"))
        took, said = seconds_until_closed(wire, b"x" * 10)
    assert 2 < took < 11 and b" 408 " in said


def test_an_idle_connection_is_closed_after_the_idle_timeout(server):
    with Wire(server.port) as wire:
        assert wire.ask("GET", "/healthz")[0] == 200
        took, said = seconds_until_closed(wire, b"")
    assert 1.5 < took < 6 and said == b""


def test_slow_clients_do_not_hold_up_the_others(server):
    slow = [Wire(server.port).send(b"GET /healthz HTTP/1.1\r\n") for _ in range(200)]
    began = time.monotonic()
    for _ in range(20):
        assert server.get("/healthz").status == 200
    assert time.monotonic() - began < 2
    for wire in slow:
        wire.close()


# --- methods, expectations, bodies


def test_head_gives_the_length_and_no_body(server):
    with Wire(server.port) as wire:
        wire.send(request("HEAD", f"/api/events/{EVENT}"))
        status, headers, body = wire.answer(head_only=True)
        assert status == 200 and int(dict(headers)["content-length"]) > 0 and body == b""
        assert wire.ask("GET", "/healthz")[0] == 200, "what follows is read as the next answer"


def test_expect_continue_is_told_to_go_on_before_the_body(server):
    with Wire(server.port) as wire:
        cookie = visitors(wire, 1)[0].encode()
        body = json.dumps({"eventId": EVENT}).encode()
        wire.send(post(b"Expect: 100-continue\r\nX-Onsale-Request: 1\r\nCookie: " + cookie +
                       b"\r\nContent-Length: %d\r\n" % len(body)))
        assert wire.answer()[0] == 100
        wire.send(body)
        assert wire.answer()[0] == 200


def test_expect_continue_with_a_body_too_large_is_refused_before_it_is_sent(server):
    with Wire(server.port) as wire:
        wire.send(post(b"Expect: 100-continue\r\nContent-Length: 10000000\r\n"))
        assert wire.answer()[0] == 413


def test_http_1_0_is_answered_and_closed(server):
    with Wire(server.port) as wire:
        wire.send(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert wire.answer()[0] == 200
        assert wire.rest() == b""


BODIES = {
    "deep": ("application/json", b'{"a":' * 10000 + b"1" + b"}" * 10000, 400, "BAD_JSON"),
    "deep arrays": ("application/json", b"[" * 30000 + b"]" * 30000, 400, "BAD_JSON"),
    "invalid UTF-8": ("application/json", b'{"eventId":"\xff\xfe"}', 400, "BAD_JSON"),
    "overlong UTF-8": ("application/json", b'{"eventId":"\xc0\xaf"}', 400, "BAD_JSON"),
    "lone surrogate": ("application/json", b'{"eventId":"\\ud800"}', 400, "BAD_JSON"),
    "nothing": ("application/json", b"", 400, "BAD_JSON"),
    "an array": ("application/json", b"[]", 400, "BAD_JSON"),
    "two values": ("application/json", b"{} {}", 400, "BAD_JSON"),
    "nul": ("application/json", b'{"eventId":"concert\x00"}', 400, "BAD_JSON"),
    "a number for a text": ("application/json", b'{"eventId":7}', 400, "BAD_FIELD"),
    "unknown field": ("application/json", b'{"eventId":"concert","userId":1}', 400, "BAD_FIELD"),
    "a form": ("application/x-www-form-urlencoded", b"eventId=concert", 415,
               "UNSUPPORTED_MEDIA_TYPE"),
    "text": ("text/plain", b'{"eventId":"concert"}', 415, "UNSUPPORTED_MEDIA_TYPE"),
    "almost json": ("application/jsonp", b'{"eventId":"concert"}', 415, "UNSUPPORTED_MEDIA_TYPE"),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_not_ours_is_refused_by_code(server, name):
    kind, body, status, code = BODIES[name]
    with Wire(server.port) as wire:
        wire.send(b"POST /api/queue/enter HTTP/1.1\r\n" + HOST + b"Content-Type: " + kind.encode()
                  + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        got, _, answer = wire.answer()
        assert (got, json.loads(answer)["code"]) == (status, code)
        assert wire.ask("GET", "/healthz")[0] == 200, "the connection goes on"


# --- garbage


def garbage(chance):
    """Random bytes, or a valid request with some bytes changed, removed or duplicated."""
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(1, 3000))
    data = bytearray(chance.choice([data for data, _ in SMUGGLING.values()] + [
        get(), post(CHUNKED, CHUNKS), post(b"Content-Length: 21\r\n", b'{"eventId":"concert"}'),
        request("GET", f"/api/queue/status?eventId={EVENT}", None, ["X-Queue-Token: AAAA"])]))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            data[at:at + 1] = chance.randbytes(1)
        elif kind == 1:
            del data[at:at + chance.randrange(20)]
        elif kind == 2:
            data[at:at] = data[:chance.randrange(50)]
        else:
            data[at:at] = chance.choice([b"\r\n", b"\x00", b"\n", b" ", b"\r\n\r\n", b"\xff" * 40])
    return bytes(data)


@pytest.mark.parametrize("seed", [1, 20260101])
def test_five_hundred_pieces_of_garbage_leave_the_server_well(server, seed):
    chance = random.Random(seed)
    for case in range(250):
        with Wire(server.port, timeout=2) as wire:
            try:
                wire.send(garbage(chance))
                if chance.random() < 0.5:
                    wire.socket.shutdown(socket.SHUT_WR)
                    wire.rest()
            except OSError:
                pass
        assert server.process.poll() is None, (seed, case, server.read_log())
    assert server.get("/healthz").status == 200
    guest = server.guest()
    assert guest.enter(EVENT)["status"] == "waiting"


def test_garbage_on_the_operators_port_leaves_it_well(server):
    chance = random.Random(3)
    for _ in range(100):
        with Wire(server.admin_port, timeout=2) as wire:
            try:
                wire.send(garbage(chance))
            except OSError:
                pass
    assert server.admin("GET", f"/events/{EVENT}")["event"]["key"] == EVENT

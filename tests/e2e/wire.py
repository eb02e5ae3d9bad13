"""Raw socket client that sends exactly the given bytes, and a fast crowd of guests."""

import base64
import json
import socket
import struct

WIRE_SECONDS = 15


class Wire:
    """One connection. Reads complete answers and detects that the other side has closed."""

    def __init__(self, port, timeout=WIRE_SECONDS, source=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout, source)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)
        return self

    def _fill(self):
        more = self.socket.recv(65536)
        if not more:
            raise ConnectionResetError("closed by the server")
        self.buffer += more

    def answer(self, head_only=False):
        """The next answer: (status, lower-case headers as a list of pairs, body)."""
        while b"\r\n\r\n" not in self.buffer:
            self._fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        headers = [(name.lower(), value.strip()) for name, _, value in
                   (line.partition(":") for line in lines[1:])]
        length = 0 if head_only or status < 200 else int(dict(headers).get("content-length", 0))
        while len(self.buffer) < length:
            self._fill()
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return status, headers, body

    def until(self, word):
        """Reads until `word` has been received."""
        while word not in self.buffer:
            self._fill()

    def rest(self):
        """Reads until the connection ends. A timeout means that it was not closed."""
        try:
            while True:
                self._fill()
        except ConnectionResetError:
            rest, self.buffer = self.buffer, b""
            return rest

    def ask(self, method, path, body=None, headers=()):
        return self.send(request(method, path, body, headers)).answer()


def request(method, path, body=None, headers=()):
    lines = [f"{method} {path} HTTP/1.1", "Host: onsale.test", *headers]
    content = b"" if body is None else json.dumps(body).encode()
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + content


def cookie_in(headers, name):
    for key, value in headers:
        if key == "set-cookie" and value.startswith(name + "="):
            return value.partition(";")[0]
    return None


def visitors(wire, count):
    """Requests `count` visitor cookies with pipelining."""
    wire.send(request("POST", "/api/visitor", {}) * count)
    return [cookie_in(wire.answer()[1], "onsale_v") for _ in range(count)]


def enter_request(event, visitor):
    return request("POST", "/api/queue/enter", {"eventId": event},
                   [f"Cookie: {visitor}", "X-Onsale-Request: 1"])


def status_request(event, token):
    return request("GET", f"/api/queue/status?eventId={event}", None, [f"X-Queue-Token: {token}"])


def heartbeat_request(event, token, entry_token):
    return request("POST", "/api/queue/heartbeat", {"eventId": event},
                   [f"X-Queue-Token: {token}", f"X-Queue-Entry-Token: {entry_token}"])


def leave_request(event, token):
    return request("DELETE", f"/api/queue/leave?eventId={event}", None,
                   [f"X-Queue-Token: {token}"])


PIPELINE = 200


def _pieces(items):
    return (items[at:at + PIPELINE] for at in range(0, len(items), PIPELINE))


def crowd(port, event, count):
    """Joins `count` new guests with pipelining. Returns their tokens in the order of the
    answers."""
    tokens = []
    with Wire(port) as wire:
        for piece in _pieces(range(count)):
            cookies = visitors(wire, len(piece))
            wire.send(b"".join(enter_request(event, cookie) for cookie in cookies))
            for _ in cookies:
                status, _, body = wire.answer()
                assert status == 200, body
                tokens.append(json.loads(body)["token"])
    return tokens


def statuses(port, event, tokens):
    """The status of each token, in the same order."""
    told = []
    with Wire(port) as wire:
        for piece in _pieces(list(tokens)):
            wire.send(b"".join(status_request(event, token) for token in piece))
            for _ in piece:
                status, _, body = wire.answer()
                assert status == 200, body
                told.append(json.loads(body))
    return told


TOKEN = struct.Struct("<BBBI16sI16s")  # version, purpose, key, event, guest, number, MAC


def number_of(token):
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    return TOKEN.unpack(raw)[5]

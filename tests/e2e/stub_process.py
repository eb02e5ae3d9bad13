"""Stubs of Onsale processes, for tests of the proxies in front of them."""

import gzip
import http.server
import json
import socket
import threading
import time


class Stub:
    """Answers with its name and records the requests. It can be slow, drop connections, or be
    stopped."""

    def __init__(self, name, port):
        self.name, self.port = name, port
        self.seen = []  # (method, path, headers, body)
        self.begun = 0  # Requests whose head has arrived.
        self.stopping = False  # Reports stopping in /readyz, but still serves.
        self.status = 200
        self.headers = {}
        self.rude = False  # Closes the connection instead of answering.
        self.pause = 0  # Seconds before each answer, and between two events of a stream.
        self.connections = set()
        self.server = None

    def start(self):
        stub = self

        class Handler(_Handler):
            owner = stub

        self.server = _Listener(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def stop(self):
        """Simulates a kill: stops listening and closes open connections."""
        if self.server is None:
            return
        self.server.shutdown()
        self.server.server_close()
        self.server = None
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def count(self, path):
        return sum(1 for _, seen, _, _ in self.seen if seen == path)


class _Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, *_):
        pass  # The tests close connections on purpose.


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    owner = None

    def setup(self):
        super().setup()
        self.owner.connections.add(self.connection)

    def finish(self):
        super().finish()
        self.owner.connections.discard(self.connection)

    def log_message(self, *_):
        pass

    def answer(self):
        if self.path == "/healthz":
            return self.send(200, {}, b"")
        if self.path == "/readyz" and self.headers["Host"] == "localhost":
            word = "stopping" if self.owner.stopping else "ok"
            body = json.dumps({"parts": {"process": word}}).encode()
            return self.send(503 if self.owner.stopping else 200, {}, body)
        self.owner.begun += 1
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.owner.seen.append((self.command, self.path, self.headers, body))
        if self.owner.rude:
            self.close_connection = True
            return
        if self.path.startswith("/api/queue/stream"):
            return self.stream()
        time.sleep(self.owner.pause)
        told = {"by": self.owner.name, "path": self.path, "bytes": len(body)}
        self.send(self.owner.status, *self.packed(json.dumps(told).encode()))

    do_GET = do_HEAD = do_POST = do_DELETE = answer

    def packed(self, body):
        """Compresses the body if the client accepts gzip and the answer has a Vary header."""
        headers = self.owner.headers
        if "Vary" not in headers or "gzip" not in self.headers.get("Accept-Encoding", ""):
            return headers, body
        return {**headers, "Content-Encoding": "gzip"}, gzip.compress(body)

    def send(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for word in ("one", "two"):
            self.wfile.write(f"data: {word}\n\n".encode())
            self.wfile.flush()
            time.sleep(self.owner.pause)
        self.close_connection = True

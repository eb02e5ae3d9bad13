"""Native TLS: accepted and refused protocols, and the names of cookies."""

import socket
import ssl
import subprocess
import warnings

import pytest

from onsale import START_SECONDS, Server, eventually
from wire import Wire

EVENT = "concert"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
                    "-keyout", str(key), "-out", str(certificate)], check=True,
                   capture_output=True)
    made = TlsServer(folder, settings={"server.tls_certificate": certificate,
                                       "server.tls_key": key, "limits.header_deadline": "2s"})
    made.certificate = certificate
    with made as running:
        running.create_event(EVENT)
        yield running
        assert running.process.poll() is None, running.read_log()


class TlsServer(Server):
    def wait_until_ready(self):
        try:
            eventually(self.answers, START_SECONDS)
        except AssertionError:
            self.kill()
            raise

    def answers(self):
        assert self.process.poll() is None, self.read_log()
        try:
            with connect(self) as wire:
                return wire.ask("GET", "/healthz")[0] == 200
        except OSError:
            return False


def connect(server, **versions):
    context = ssl.create_default_context(cafile=str(server.certificate))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for name, value in versions.items():
            setattr(context, name, value)
    context.set_ciphers("ALL:@SECLEVEL=0")  # Ensures that the client does not refuse first.
    wire = Wire(server.port)
    wire.socket = context.wrap_socket(wire.socket, server_hostname="127.0.0.1")
    return wire


def test_a_page_is_served_and_its_cookie_is_host_bound_and_secure(server):
    with connect(server) as wire:
        status, headers, _ = wire.ask("GET", f"/en/queue/{EVENT}?plain=1")
        cookie = dict(headers)["set-cookie"]
    assert status == 200 and cookie.startswith("__Host-onsale_v=")
    attributes = {part.strip() for part in cookie.split(";")}
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= attributes
    assert not any(part.startswith("Domain") for part in attributes)


def test_entering_sets_only_host_bound_secure_cookies(server):
    with connect(server) as wire:
        _, headers, _ = wire.ask("GET", f"/en/queue/{EVENT}?plain=1")
        visitor = dict(headers)["set-cookie"].partition(";")[0]
        status, headers, _ = wire.ask("POST", "/api/queue/enter", {"eventId": EVENT},
                                      [f"Cookie: {visitor}", "X-Onsale-Request: 1"])
        cookies = [value for name, value in headers if name == "set-cookie"]
        names = {cookie.partition("=")[0] for cookie in cookies}
        assert status == 200
        assert names == {f"__Host-onsale_q_{EVENT}", f"__Host-onsale_e_{EVENT}"}
        assert all("; Secure" in cookie and "; HttpOnly" in cookie for cookie in cookies)
        # A cookie without the prefix may have been set by a sibling domain, so it is ignored.
        bare = visitor.removeprefix("__Host-")
        status, _, body = wire.ask("POST", "/api/queue/enter", {"eventId": EVENT},
                                   [f"Cookie: {bare}", "X-Onsale-Request: 1"])
        assert status == 401 and b"VISITOR_REQUIRED" in body


@pytest.mark.parametrize("version", ["TLSv1", "TLSv1_1"])
def test_old_versions_are_refused(server, version):
    old = getattr(ssl.TLSVersion, version)
    with pytest.raises((ssl.SSLError, ConnectionError)):
        connect(server, minimum_version=old, maximum_version=old)


@pytest.mark.parametrize("version", ["TLSv1_2", "TLSv1_3"])
def test_current_versions_are_spoken(server, version):
    wanted = getattr(ssl.TLSVersion, version)
    with connect(server, minimum_version=wanted, maximum_version=wanted) as wire:
        assert wire.socket.version() == version.replace("_", ".")
        assert wire.ask("GET", "/healthz")[0] == 200


def test_plain_http_on_the_tls_port_is_closed_without_an_answer_to_it(server):
    with Wire(server.port) as wire:
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: onsale.test\r\n\r\n")
        assert b"200 OK" not in wire.rest()
    with connect(server) as wire:
        assert wire.ask("GET", "/healthz")[0] == 200


def test_a_handshake_that_never_comes_is_cut_off(server):
    with Wire(server.port) as wire:
        wire.send(b"\x16\x03\x01\x02\x00\x01")
        wire.rest()  # Times out and fails if the server waits forever.


def test_pipelined_requests_in_one_record_are_all_answered(server):
    with connect(server) as wire:
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: onsale.test\r\n\r\n" * 100)
        assert [wire.answer()[0] for _ in range(100)] == [200] * 100


def test_a_client_that_vanishes_in_the_handshake_harms_nobody(server):
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", server.port)) as gone:
            gone.sendall(b"\x16\x03\x01")
    with connect(server) as wire:
        assert wire.ask("GET", "/healthz")[0] == 200

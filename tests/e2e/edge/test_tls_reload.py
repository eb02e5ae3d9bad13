"""The running server loads a renewed certificate, and ignores a broken one."""

import shutil
import socket
import ssl
import subprocess

import pytest

from onsale import Server, eventually

RELOAD_SECONDS = 10


def make_pair(folder, name):
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                    "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    return certificate, key


def connect(server):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", server.port), 5)
    return context.wrap_socket(plain)


def served(server):
    """The certificate of a new connection."""
    with connect(server) as wire:
        return wire.getpeercert(binary_form=True)


def der(certificate):
    return ssl.PEM_cert_to_DER_cert(certificate.read_text())


def ask(wire):
    wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    return wire.recv(4096).split(b"\r\n")[0]


class TlsServer(Server):
    def wait_until_ready(self):
        def answers():
            assert self.process.poll() is None, self.read_log()
            try:
                return served(self)
            except OSError:
                return None
        eventually(answers, 20)


@pytest.fixture
def renewable(tmp_path):
    pairs = [make_pair(tmp_path, name) for name in ("first", "second", "third")]
    certificate, key = tmp_path / "live.pem", tmp_path / "live.key"
    shutil.copy(pairs[0][0], certificate)
    shutil.copy(pairs[0][1], key)
    server = TlsServer(tmp_path, settings={"server.tls_certificate": certificate,
                                           "server.tls_key": key, "server.loops": 2})
    server.pairs, server.certificate, server.key = pairs, certificate, key
    with server:
        yield server


def renew(server, pair):
    """Replaces each file atomically, like renewal tools."""
    for source, target in zip(pair, (server.certificate, server.key)):
        fresh = target.with_suffix(".new")
        shutil.copy(source, fresh)
        fresh.rename(target)


def test_new_connections_are_shown_the_new_certificate(renewable):
    assert served(renewable) == der(renewable.pairs[0][0])
    with connect(renewable) as before:
        assert ask(before) == b"HTTP/1.1 200 OK"
        renew(renewable, renewable.pairs[1])
        eventually(lambda: "TLS certificate reloaded" in renewable.read_log(), RELOAD_SECONDS)
        # The loops load it one after the other. Then all connections use it.
        eventually(lambda: all(served(renewable) == der(renewable.pairs[1][0]) for _ in range(16)),
                   RELOAD_SECONDS)
        assert ask(before) == b"HTTP/1.1 200 OK"  # An open connection continues.


def test_a_broken_pair_is_told_once_and_the_old_one_stays(renewable):
    renewable.certificate.write_text("-----BEGIN CERTIFICATE-----\nnonsense\n")
    eventually(lambda: "the old one stays" in renewable.read_log(), RELOAD_SECONDS)
    assert served(renewable) == der(renewable.pairs[0][0])
    # A certificate without its new key is also broken.
    shutil.copy(renewable.pairs[2][0], renewable.certificate)
    eventually(lambda: renewable.read_log().count("the old one stays") == 2, RELOAD_SECONDS)
    assert served(renewable) == der(renewable.pairs[0][0])
    shutil.copy(renewable.pairs[2][1], renewable.key)
    eventually(lambda: all(served(renewable) == der(renewable.pairs[2][0]) for _ in range(16)),
               RELOAD_SECONDS)
    assert renewable.read_log().count("the old one stays") == 2

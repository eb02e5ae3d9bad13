"""Redis with ACL users and TLS: which processes get access, and what a rejected process reports."""

import subprocess

import pytest

from cluster import Cluster
from onsale import eventually
from redis_nodes import RedisCluster, RedisNode, free_redis_port

ACL = ("--user", "onsale", "on", ">right", "~*", "&*", "+@all")


def password(folder, word):
    file = folder / "password"
    file.write_text(word + "\n")
    file.chmod(0o600)
    return file


def certificate(folder, name):
    """A self-signed pair: (certificate, key)."""
    files = folder / f"{name}.crt", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}", "-out", str(files[0]),
                    "-keyout", str(files[1])], check=True, capture_output=True)
    return files


class TlsRedis(RedisNode):
    """Onsale uses the TLS port. A plain port is open for the test."""

    def __init__(self, folder, certificate, key):
        self.tls_port = free_redis_port()
        super().__init__(folder, "--tls-port", self.tls_port, "--tls-cert-file", certificate,
                         "--tls-key-file", key, "--tls-ca-cert-file", certificate,
                         "--tls-auth-clients", "no")

    @property
    def addresses(self):
        return [f"127.0.0.1:{self.tls_port}"]


def sells(cluster):
    with cluster as running:
        running.open_shop().buyer().buy("F1-A-1")
        return running.redis.text("CLIENT", "LIST") if cluster.redis.mode == "single" else ""


def test_a_user_with_a_password_is_let_in(tmp_path):
    settings = {"redis.user": "onsale", "redis.password_file": password(tmp_path, "right")}
    clients = sells(Cluster(tmp_path, redis=RedisNode(tmp_path, *ACL), settings=settings))
    assert "user=onsale" in clients


def test_a_cluster_asks_for_the_password_on_every_node(tmp_path):
    settings = {"redis.user": "onsale", "redis.password_file": password(tmp_path, "right")}
    sells(Cluster(tmp_path, redis=RedisCluster(tmp_path, *ACL), settings=settings))


def test_connections_are_encrypted_where_wanted(tmp_path):
    mine, key = certificate(tmp_path, "redis.test")
    settings = {"redis.tls": "true", "redis.ca_file": mine, "redis.server_name": "redis.test"}
    redis = TlsRedis(tmp_path, mine, key)
    clients = sells(Cluster(tmp_path, redis=redis, settings=settings))
    ours = [line for line in clients.splitlines() if "name=payment-1" in line]
    assert ours and all(f"laddr=127.0.0.1:{redis.tls_port}" in line for line in ours)


def refusal(tmp_path, redis, settings, word):
    """A rejected process reports the reason, serves no guest, and can be stopped."""
    cluster = Cluster(tmp_path, redis=redis, settings=settings, proxy=None)
    with redis:
        node = cluster.make("payment").start(wait=False)
        try:
            eventually(lambda: word in node.read_log(), 10)
            assert not node.is_ready()
        finally:
            assert node.stop() is not None


def test_a_wrong_password_is_named_in_the_log(tmp_path):
    settings = {"redis.user": "onsale", "redis.password_file": password(tmp_path, "wrong")}
    refusal(tmp_path, RedisNode(tmp_path, *ACL), settings, "WRONGPASS")


def test_a_user_that_may_do_too_little_is_named_in_the_log(tmp_path):
    settings = {"redis.user": "onsale", "redis.password_file": password(tmp_path, "right")}
    allowed = ("--user", "onsale", "on", ">right", "~*", "&*", "+ping")
    refusal(tmp_path, RedisNode(tmp_path, *allowed), settings, "NOPERM")


def test_a_password_that_is_not_there_refuses_the_start_and_names_the_key(tmp_path):
    redis = RedisNode(tmp_path, *ACL)
    cluster = Cluster(tmp_path, redis=redis, proxy=None,
                      settings={"redis.user": "onsale", "redis.password_file": "nowhere"})
    node = cluster.make("payment").start(wait=False)
    assert node.process.wait(10) == 1
    assert "redis.password_file" in node.read_log()


def test_a_server_with_a_strange_certificate_is_not_talked_to(tmp_path):
    theirs, key = certificate(tmp_path, "redis.test")
    other, _ = certificate(tmp_path, "other.test")
    settings = {"redis.tls": "true", "redis.ca_file": other, "redis.server_name": "redis.test"}
    refusal(tmp_path, TlsRedis(tmp_path, theirs, key), settings, "certificate")


def test_a_certificate_with_another_name_is_not_enough(tmp_path):
    mine, key = certificate(tmp_path, "redis.test")
    settings = {"redis.tls": "true", "redis.ca_file": mine, "redis.server_name": "other.test"}
    refusal(tmp_path, TlsRedis(tmp_path, mine, key), settings, "certificate")


@pytest.mark.parametrize("key", ["redis.password_file", "redis.key_file"])
def test_a_secret_that_everybody_may_read_refuses_the_start(tmp_path, key):
    mine, secret = certificate(tmp_path, "onsale.test")
    settings = {"redis.user": "onsale", "redis.password_file": password(tmp_path, "right"),
                "redis.tls": "true", "redis.ca_file": mine, "redis.certificate_file": mine,
                "redis.key_file": secret}
    settings[key].chmod(0o644)
    cluster = Cluster(tmp_path, redis=RedisNode(tmp_path, *ACL), proxy=None, settings=settings)
    node = cluster.make("payment").start(wait=False)
    try:
        assert node.process.wait(10) == 1
    finally:
        node.kill()
    assert f"chmod o= {settings[key]}" in node.read_log()

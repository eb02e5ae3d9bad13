"""Protection against strangers on the network, sibling domains and broken clocks."""

import os
import subprocess
import time

import pytest

from cluster import clock_moved_by, clock_steps, stepping_clock
from onsale import Guest, Server, eventually, iso
from shop import Shop

EVENT = "concert"
PROXY = {"server.trusted_proxies": "127.0.0.1"}
TLS = {"X-Forwarded-Proto": "https"}


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, generous=False, settings=PROXY) as running:
        running.create_event(EVENT)
        yield running
        assert running.process.poll() is None, running.read_log()


def owner(server, key=None):
    key = key or (server.data / "owner.key").read_text().strip()
    return {"Authorization": f"Bearer {key}"}


def presale(server, key):
    phase = {"id": "fans", "who": "code", "from": iso(time.time() - 60),
             "to": iso(time.time() + 3600)}
    server.create_event(key, phases=[phase])
    server.admin("POST", f"/events/{key}/codes/fans", {"codes": ["GOLDEN-1"]})


def test_an_empty_or_repeated_parameter_changes_nothing(server):
    before = server.admin("GET", "/keys/entry")["keys"]
    for query in ("dryRun=", "dryRun", "dryRun=&dryRun=true", "dry%52un="):
        refused = server.request("POST", f"/api/admin/keys/rotate?{query}", headers=owner(server),
                                 port=server.admin_port)
        assert (refused.status, refused.code) == (400, "BAD_FIELD"), query
        assert refused.json()["details"]["field"] == "dryRun"
    assert server.admin("GET", "/keys/entry")["keys"] == before
    for query in ("version=", "version", "version=&version=1", "version=1&version=1"):
        refused = server.admin("PUT", f"/events/{EVENT}/levers?{query}",
                               {"admissionStopped": True}, expect=400)
        assert (refused["code"], refused["details"]["field"]) == ("BAD_FIELD", "version"), query
    assert not server.admin("GET", f"/events/{EVENT}")["event"]["levers"]["admissionStopped"]
    server.admin("GET", f"/events/{EVENT}/orders?limit=&limit=&limit=false", expect=400)
    server.admin("GET", f"/events/{EVENT}/orders?find={'O' * 500}", expect=400)
    twice = server.get(f"/api/queue/status?eventId={EVENT}&eventId={EVENT}")
    assert (twice.status, twice.code) == (400, "BAD_FIELD")


def test_a_cookie_of_a_sibling_domain_is_not_the_guests(server):
    attacker = Guest(server)
    attacker.enter(EVENT)
    planted = {"Cookie": f"onsale_q_a={attacker.token}", **TLS}
    mine = {"Cookie": f"__Host-onsale_q_{EVENT}={attacker.token}", **TLS}
    assert server.get("/api/bookings", headers=planted).code == "VISITOR_REQUIRED"
    assert server.get("/api/bookings", headers=mine).status == 200
    while attacker.call("GET", f"/api/queue/status?eventId={EVENT}").status == 200:
        pass
    assert server.get("/api/events", headers=planted).status == 200
    assert server.get("/api/events", headers=mine).status == 429


def test_access_codes_cannot_be_guessed(server):
    presale(server, "presale")
    guest = Guest(server)
    guest.visit("presale")
    tried = [guest.call("GET", f"/api/queue/eligibility?eventId=presale&code=GUESS-{n}").status
             for n in range(60)]
    assert tried.count(200) < 30 and tried[-1] == 429
    guest.enter("presale", code="GOLDEN-1", expect=429)
    other = Guest(server)
    other.visit("presale")
    for n in range(60):
        last = other.call("POST", "/api/queue/enter", {"eventId": "presale", "code": f"GUESS-{n}"})
        if last.status == 429:
            break
    assert last.code == "TOO_MANY_REQUESTS" and n < 30
    Guest(server).enter("presale", code="GOLDEN-1")


def test_short_codes_need_the_operators_will(server, tmp_path):
    presale(server, "presale")
    codes = tmp_path / "codes.txt"
    codes.write_text("ABCD\n")
    server.cli("event", "codes", "presale", "fans", str(codes), expect=1)
    server.cli("event", "codes", "presale", "fans", str(codes), "--allow-short")
    Guest(server).enter("presale", code="ABCD")


def test_wrong_keys_are_slowed_down_and_the_owner_is_not(server):
    def ask(key):
        return server.get("/api/admin/events", headers=owner(server, key), port=server.admin_port)
    answers = [ask("thief") for _ in range(30)]
    assert [one.status for one in answers[:20]] == [403] * 20
    assert answers[-1].code == "TOO_MANY_REQUESTS" and answers[-1].header("Retry-After")
    assert ask(None).status == 200


def test_host_names_have_no_case(tmp_path):
    with Server(tmp_path, settings={"server.allowed_hosts": "Tickets.Example,127.0.0.1"}) as server:
        for host, status in (("TICKETS.example:80", 200), ("tickets.example", 200),
                             ("tickets.example.evil", 421)):
            assert server.get("/api/events", headers={"Host": host}).status == status, host


def test_metrics_have_a_key_of_their_own(tmp_path):
    key_file = tmp_path / "metrics.key"
    with Server(tmp_path, settings={"server.metrics_key_file": key_file}) as server:
        key = key_file.read_text().strip()
        for shown in (key, None):
            assert server.get("/metrics", headers=owner(server, shown),
                              port=server.admin_port).status == 200
        refused = server.get("/api/admin/events", headers=owner(server, key),
                             port=server.admin_port)
        assert refused.code == "KEY_INVALID"
        assert key_file.stat().st_mode & 0o777 == 0o600


def test_an_operators_listener_on_a_public_address_is_warned_of(make_server):
    private = make_server().start()
    assert "admin_listen is open" not in private.read_log()
    # A documentation address that no machine has, so nothing is bound after the warning.
    public = make_server(settings={"server.admin_listen": "203.0.113.5:8081"}).start(wait=False)
    assert public.process.wait(timeout=20) == 1
    assert "admin_listen is open to other networks" in public.read_log()


def test_an_edge_that_knows_the_secret_spares_the_signature_alone(tmp_path):
    secret_file = tmp_path / "edge.key"
    settings = {"edge.verified_header": "X-Onsale-Verified",
                "edge.verified_secret_file": secret_file}
    with Server(tmp_path, settings=settings) as server:
        server.create_event(EVENT)
        guest = Guest(server)
        entry = guest.enter(EVENT)["entryToken"]
        forged = entry.rpartition(".")[0] + "." + "A" * 43

        def verify(token, **headers):
            asked = {"X-Onsale-Event": EVENT, "X-Queue-Entry-Token": token}
            return server.get("/api/verify", headers={**asked, **headers}).status

        secret = {"X-Onsale-Verified": secret_file.read_text().strip()}
        assert verify(forged) == 403
        assert verify(forged, **{"X-Onsale-Verified": "1"}) == 403
        assert verify(forged, **secret) == verify(entry) == 204
        guest.leave(EVENT)
        eventually(lambda: verify(entry) == 403)
        assert verify(forged, **secret) == 403


def test_a_clock_before_1970_stops_nothing_and_each_step_is_logged(tmp_path):
    env, move = stepping_clock(tmp_path)
    with Server(tmp_path, env=env) as server:
        server.create_event(EVENT)
        guest = Guest(server)
        guest.enter(EVENT)
        years_70 = 70 * 365 * 86400
        for count, offset in enumerate((f"-{years_70}", "+0", "+3600"), 1):
            move(offset)
            eventually(lambda: len(clock_steps(server)) == count)
            assert guest.status(EVENT)["status"] == "admitted"
            Guest(server).enter(EVENT)
            assert server.admin("GET", "/audit")["entries"]
        assert [round(step / 1000 / years_70) for step in clock_steps(server)] == [-1, 1, 0]
        assert server.process.poll() is None, server.read_log()


def test_a_server_that_starts_before_1970_serves(tmp_path):
    env = clock_moved_by("-70y")
    with Server(tmp_path, env=env) as server:
        server.create_event(EVENT, opensAt="2030-01-01T00:00:00+00:00")
        server.admin("POST", f"/events/{EVENT}/actions", {"action": "open"})
        guest = Guest(server)
        assert guest.enter(EVENT)["status"] == "admitted"
        assert guest.status(EVENT)["status"] == "admitted"
        assert server.get(f"/api/queue/serving/{EVENT}").status == 200
        assert server.get("/metrics", headers=owner(server), port=server.admin_port).status == 200
        shop = Shop(server).open()
        shop.admin("POST", "/actions", {"action": "open"})
        sell_and_refund(shop)
        assert server.process.poll() is None, server.read_log()


def sell_and_refund(shop):
    buyer = shop.sell("F1-A-1", "F1-A-2")
    assert [one["orderId"] for one in buyer.bookings()] == [buyer.order]
    buyer.refund("F1-A-1")
    buyer.until_refunded()
    charged, back = shop.money(buyer.order)
    assert 0 < back < charged

    def reported():
        rows = shop.admin("GET", "/report?from=1950-01-01&to=1970-01-02")["rows"]
        return sum(row["captured"] for row in rows), sum(row["paidBack"] for row in rows)
    eventually(lambda: reported() == (charged, back))


def tls_settings(folder):
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-keyout", str(key), "-out", str(certificate)], check=True,
                   capture_output=True)
    return {"server.tls_certificate": certificate, "server.tls_key": key}


def site_settings(folder):
    secret = folder / "site.secret"
    secret.write_text("a secret of at least thirty-two bytes")
    return {"identity.site_issuer": "https://shop.example", "identity.site_audience": "onsale",
            "identity.site_jwt_secret_file": secret}


# Those of Redis are in machines/test_cluster_access.py.
@pytest.mark.parametrize("key, settings_in", [("server.tls_key", tls_settings),
                                              ("identity.site_jwt_secret_file", site_settings)])
def test_a_secret_that_everybody_may_read_is_refused(tmp_path, key, settings_in):
    settings = settings_in(tmp_path)
    os.chmod(settings[key], 0o644)
    server = Server(tmp_path, settings=settings)
    server.start(wait=False)
    try:
        assert server.process.wait(timeout=20) == 1
    finally:
        server.kill()
    assert "chmod o= " in server.read_log()

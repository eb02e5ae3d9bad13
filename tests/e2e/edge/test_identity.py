"""The identity of a guest: our visitor cookie or a user of the embedding site, never a body
field."""

import base64
import hashlib
import hmac
import json
import os
import time

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from onsale import eventually, iso

ISSUER, AUDIENCE = "https://site.example", "onsale"
SECRET = "a secret of at least thirty-two bytes"


def part(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def claims(subject="user-1", **changes):
    now = int(time.time())
    all_claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 300,
                  **changes}
    return {name: value for name, value in all_claims.items() if value is not None}


def signed(subject="user-1", key=SECRET, algorithm="HS256", headers=None, **changes):
    return jwt.encode(claims(subject, **changes), key, algorithm, headers)


def enter(server, bearer, event="club", **fields):
    headers = {"Authorization": f"Bearer {bearer}"} if bearer is not None else {}
    return server.request("POST", "/api/queue/enter", {"eventId": event, **fields}, headers)


def site_settings(**changes):
    return {"identity.site_issuer": ISSUER, "identity.site_audience": AUDIENCE, **changes}


@pytest.fixture
def site(make_server, tmp_path):
    """An event for users of the site, who use an HS256 token."""
    secret = tmp_path / "site.secret"
    secret.write_text(SECRET + "\n")
    secret.chmod(0o600)
    server = make_server(settings=site_settings(
        **{"identity.site_jwt_secret_file": secret})).start()
    server.create_event("club", identity="site", rules={"maxActive": 0})
    return server


# --- the site's token with a shared secret


def test_the_subject_of_the_sites_token_is_the_guest(site):
    first = enter(site, signed("user-1")).json()
    second = enter(site, signed("user-2")).json()
    assert (first["position"], second["position"]) == (1, 2)
    # The same user with another token, another device and no cookie has the same place.
    again = enter(site, signed("user-1", exp=int(time.time()) + 60, device="phone")).json()
    assert (again["position"], again["token"]) == (1, first["token"])


def test_without_a_token_of_the_site_nobody_enters(site):
    assert enter(site, None).code == "SITE_TOKEN_REQUIRED"
    visitor = site.guest()
    visitor.visit("club")
    assert visitor.enter("club", expect=401)["code"] == "SITE_TOKEN_REQUIRED"
    scheme = site.request("POST", "/api/queue/enter", {"eventId": "club"},
                          {"Authorization": f"Basic {signed()}"})
    assert scheme.code == "SITE_TOKEN_REQUIRED"


def test_tokens_of_the_site_that_are_not_good_are_refused(site):
    now = int(time.time())
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    bad = {
        "another secret": signed(key="b" * 40),
        "another issuer": signed(iss="https://evil.example"),
        "no issuer": signed(iss=None),
        "another audience": signed(aud="shop"),
        "no audience": signed(aud=None),
        "audiences without ours": signed(aud=["shop", "blog"]),
        "expired": signed(exp=now - 120),
        "no expiry": signed(exp=None),
        "not yet valid": signed(nbf=now + 3600),
        "no subject": signed(sub=None),
        "empty subject": signed(""),
        "very long subject": signed("u" * 300),
        "alg none": jwt.encode(claims(), None, "none"),
        "HS512": signed(key=SECRET * 2, algorithm="HS512"),
        "RS256": signed(key=private, algorithm="RS256"),
        "not a token": "x.y.z",
        "very long": signed(padding="p" * 9000)[:7000],
    }
    for why, token in bad.items():
        answer = enter(site, token)
        assert (answer.status, answer.code) == (401, "SITE_TOKEN_INVALID"), why
    assert enter(site, signed(aud=["shop", AUDIENCE])).status == 200


def test_a_user_id_in_the_body_is_refused(site):
    for field in ("userId", "user_id", "uid", "sub", "guest", "visitor", "token"):
        answer = enter(site, signed(), **{field: "user-9"})
        assert (answer.status, answer.code) == (400, "BAD_FIELD"), field
    site.create_event("plain", rules={"maxActive": 0})
    guest = site.guest()
    guest.visit("plain")
    assert guest.enter("plain", expect=400, userId="user-9")["code"] == "BAD_FIELD"
    assert site.admin("GET", "/events/plain/line")["joined"] == 0


def test_a_site_user_and_a_visitor_of_the_same_name_are_two_guests(site):
    site.create_event("plain", rules={"maxActive": 0})
    visitor = site.guest()
    visitor.enter("plain")
    # A site's token is ignored in events for visitors.
    answer = enter(site, signed(), event="plain")
    assert answer.code == "VISITOR_REQUIRED"


def test_accounts_are_refused_as_not_available_yet(site):
    site.create_event("members", identity="account")
    assert enter(site, signed(), event="members").code == "ACCOUNTS_NOT_AVAILABLE"


def test_a_server_without_site_keys_takes_no_site_token(server):
    server.create_event("club", identity="site")
    assert enter(server, signed()).code == "SITE_TOKEN_INVALID"


def test_a_short_secret_or_a_missing_issuer_refuses_to_start(make_server, tmp_path):
    secret = tmp_path / "short.secret"
    secret.write_text("too short")
    secret.chmod(0o600)
    for settings in (site_settings(**{"identity.site_jwt_secret_file": secret}),
                     {"identity.site_jwt_secret_file": secret}):
        server = make_server(settings=settings)
        server.start(wait=False)
        assert server.process.wait(timeout=20) != 0
        assert "identity.site" in server.read_log()


# --- who may enter: claims, lists


def window(key, who, **fields):
    return {"id": key, "who": who, "from": iso(time.time() - 60), "to": iso(time.time() + 3600),
            **fields}


def test_a_claim_of_the_sites_token_opens_its_phase(site):
    site.create_event("presale", identity="site", rules={"maxActive": 0},
                      phases=[window("gold", "claim", claimName="tier", claimValue="gold")])
    for subject, tier, expected in (("a", "gold", 200), ("b", "silver", 403), ("c", None, 403),
                                    ("d", ["silver", "gold"], 200), ("e", "GOLD", 403)):
        token = signed(subject, tier=tier)
        answer = eventually(lambda: _not_opening(enter(site, token, event="presale")), 3)
        assert answer.status == expected, (tier, answer.body)
        if expected == 403:
            assert answer.code == "NOT_ELIGIBLE"
        told = site.get("/api/queue/eligibility?eventId=presale",
                        {"Authorization": f"Bearer {token}"}).json()
        assert told == {"phases": [{"id": "gold", "eligible": expected == 200}]}


def _not_opening(answer):
    return answer if answer.status == 200 or answer.code != "NOT_OPEN_YET" else None


def test_the_public_event_does_not_tell_the_claim(site):
    site.create_event("presale", identity="site",
                      phases=[window("gold", "claim", claimName="tier", claimValue="gold-7")])
    assert "gold-7" not in site.get("/api/events/presale").body.decode()


def test_a_list_of_subjects_opens_its_phase(site, tmp_path):
    site.create_event("fans", identity="site", rules={"maxActive": 0},
                      phases=[window("club", "list")])
    members = tmp_path / "members.txt"
    members.write_text("user-1\nuser-2\n")
    site.cli("event", "guests", "fans", "club", str(members))
    for subject, expected in (("user-1", 200), ("user-2", 200), ("user-3", 403)):
        answer = eventually(lambda: _not_opening(enter(site, signed(subject), event="fans")), 3)
        assert answer.status == expected, subject


def test_eligibility_can_be_asked_before_the_phase_begins(site):
    later = {"from": iso(time.time() + 86400), "to": iso(time.time() + 90000)}
    site.create_event("soon", identity="site", opensAt=iso(time.time() + 86400),
                      phases=[window("gold", "claim", claimName="tier", claimValue="gold") | later])
    told = site.get("/api/queue/eligibility?eventId=soon",
                    {"Authorization": f"Bearer {signed(tier='gold')}"})
    assert told.json() == {"phases": [{"id": "gold", "eligible": True}]}
    assert enter(site, signed(tier="gold"), event="soon").code == "NOT_OPEN_YET"


# --- the site's public keys, in a file that changes


class KeySet:
    """A JWKS file that is replaced atomically, as a job of the site would do."""

    def __init__(self, path):
        self.path = path
        self.private = {}

    def add(self, kid, algorithm):
        self.private[kid] = (rsa.generate_private_key(public_exponent=65537, key_size=2048)
                             if algorithm == "RS256" else ec.generate_private_key(ec.SECP256R1()))
        return self

    def public(self, kid):
        key = self.private[kid]
        rs = isinstance(key, rsa.RSAPrivateKey)
        kind = jwt.algorithms.RSAAlgorithm if rs else jwt.algorithms.ECAlgorithm
        return {**json.loads(kind.to_jwk(key.public_key())), "kid": kid, "use": "sig",
                "alg": "RS256" if rs else "ES256"}

    def write(self, text=None):
        temporary = self.path.with_suffix(".new")
        temporary.write_text(text if text is not None else json.dumps(
            {"keys": [self.public(kid) for kid in self.private]}))
        os.replace(temporary, self.path)
        return self

    def token(self, kid, subject="user-1", **changes):
        key = self.private[kid]
        algorithm = "RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256"
        return signed(subject, key, algorithm, {"kid": kid}, **changes)


@pytest.fixture
def jwks(make_server, tmp_path):
    keys = KeySet(tmp_path / "jwks.json").add("rs-1", "RS256").add("es-1", "ES256").write()
    keys.server = make_server(settings=site_settings(
        **{"identity.site_jwks_file": keys.path})).start()
    keys.server.create_event("club", identity="site", rules={"maxActive": 0})
    return keys


def test_rs256_and_es256_tokens_are_taken_by_their_keys(jwks):
    rs = enter(jwks.server, jwks.token("rs-1")).json()
    es = enter(jwks.server, jwks.token("es-1")).json()
    assert rs["position"] == es["position"] == 1  # Both keys sign the same user.
    assert enter(jwks.server, jwks.token("es-1", "user-2")).json()["position"] == 2


def test_a_key_signs_with_its_own_algorithm_only(jwks):
    public = jwks.private["rs-1"].public_key()
    pem = public.public_bytes(serialization.Encoding.PEM,
                              serialization.PublicFormat.SubjectPublicKeyInfo)
    der = public.public_bytes(serialization.Encoding.DER,
                              serialization.PublicFormat.SubjectPublicKeyInfo)
    modulus = jwks.public("rs-1")["n"]

    # Signed by hand, because PyJWT refuses to use a public key as an HMAC secret.
    def hmac_by(secret):
        text = part(json.dumps({"alg": "HS256", "typ": "JWT", "kid": "rs-1"}).encode()) + b"." + \
            part(json.dumps(claims()).encode())
        return (text + b"." + part(hmac.new(secret, text, hashlib.sha256).digest())).decode()

    attacks = [hmac_by(pem), hmac_by(der), hmac_by(modulus.encode()), hmac_by(b""),
               jwt.encode(claims(), None, "none", {"kid": "rs-1"}),
               signed(key=jwks.private["es-1"], algorithm="ES256", headers={"kid": "rs-1"}),
               signed(key=jwks.private["rs-1"], algorithm="RS256", headers={"kid": "es-1"}),
               signed(key=jwks.private["rs-1"], algorithm="RS512", headers={"kid": "rs-1"}),
               signed(key=jwks.private["rs-1"], algorithm="PS256", headers={"kid": "rs-1"}),
               signed(key=jwks.private["rs-1"], algorithm="RS256", headers={"kid": "../rs-1"})]
    for number, token in enumerate(attacks):
        assert enter(jwks.server, token).code == "SITE_TOKEN_INVALID", number


def test_a_new_key_is_taken_within_seconds_and_a_removed_one_is_not(jwks):
    jwks.add("rs-2", "RS256")
    token = jwks.token("rs-2")
    assert enter(jwks.server, token).code == "SITE_TOKEN_INVALID"
    old = jwks.token("rs-1")
    del jwks.private["rs-1"]
    jwks.write()
    eventually(lambda: enter(jwks.server, token).status == 200, 5)
    # All loops use the new keys.
    eventually(lambda: all(enter(jwks.server, old).status == 401 for _ in range(8)), 2)
    assert all(enter(jwks.server, token).status == 200 for _ in range(8))


def test_a_broken_file_keeps_the_keys_that_were_good(jwks):
    good = jwks.token("rs-1")
    for broken in ("{", '{"keys":[]}'):
        jwks.write(broken)
        log = len(jwks.server.read_log())
        eventually(lambda: "site_jwks_file is broken" in jwks.server.read_log()[log:], 5)
        assert enter(jwks.server, good).status == 200, broken
    jwks.add("es-2", "ES256").write()
    eventually(lambda: enter(jwks.server, jwks.token("es-2")).status == 200, 5)
    jwks.path.unlink()
    log = len(jwks.server.read_log())
    eventually(lambda: "site_jwks_file is broken" in jwks.server.read_log()[log:], 5)
    assert enter(jwks.server, good).status == 200


# --- visitors


def test_two_browsers_are_two_guests_and_tabs_share_the_place(server):
    server.create_event("concert", rules={"maxActive": 0})
    browser, other = server.guest(), server.guest()
    browser.visit("concert")
    tabs = [server.guest(), server.guest()]
    for tab in tabs:
        tab.cookies = dict(browser.cookies)
    places = [tab.enter("concert") for tab in tabs]
    assert places[0]["position"] == places[1]["position"] == 1
    assert places[0]["token"] == places[1]["token"]
    assert other.enter("concert")["position"] == 2
    # The operator's loop sees the change slightly later than the guest's loop.
    eventually(lambda: server.admin("GET", "/events/concert/line")["joined"] == 2, 1)


def test_a_visitor_costs_nothing_until_it_enters(server):
    server.create_event("concert")
    rows = server.admin("GET", "/journal/stats")
    for _ in range(50):
        server.guest().visit("concert")
    after = server.admin("GET", "/journal/stats")
    assert {name: value for name, value in rows.items() if "row" in name.lower()} == \
        {name: value for name, value in after.items() if "row" in name.lower()}
    assert server.admin("GET", "/events/concert/line")["joined"] == 0


def test_a_visitor_cookie_that_we_did_not_make_is_replaced_not_believed(server):
    server.create_event("concert")
    guest = server.guest()
    guest.cookies["onsale_v"] = "A" * 60  # A value that an attacker set.
    assert guest.call("POST", "/api/queue/enter", {"eventId": "concert"}).code == "VISITOR_REQUIRED"
    guest.visit("concert")
    assert guest.cookies["onsale_v"] != "A" * 60
    assert guest.enter("concert")["status"] == "admitted"


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(server):
    server.create_event("concert")
    guest = server.guest()
    lines = [value for response in (guest.visit("concert"),
                                    guest.call("POST", "/api/queue/enter", {"eventId": "concert"}))
             for name, value in response.headers if name.lower() == "set-cookie"]
    assert len(lines) == 3
    for line in lines:
        attributes = [part.strip() for part in line.split(";")[1:]]
        assert {"Path=/", "HttpOnly", "SameSite=Lax"} <= set(attributes)
        assert not any(part.startswith("Domain") for part in attributes)


def test_behind_tls_cookies_are_bound_to_the_host_and_to_tls(make_server):
    server = make_server(settings={"server.trusted_proxies": "127.0.0.1"}).start()
    server.create_event("concert", rules={"maxActive": 0})
    guest = server.guest()
    https = {"X-Forwarded-Proto": "https"}
    page = guest.call("GET", "/en/queue/concert?plain=1", headers=https)
    line = page.header("Set-Cookie")
    assert line.startswith("__Host-onsale_v=") and "; Secure" in line and "; Path=/" in line
    first = guest.call("POST", "/api/queue/enter", {"eventId": "concert"}, https)
    assert first.status == 200 and set(guest.cookies) == {"__Host-onsale_v",
                                                          "__Host-onsale_q_concert"}
    polled = guest.call("GET", "/api/queue/status?eventId=concert", headers=https)
    assert polled.json()["position"] == 1
    # A cookie without the prefix, which a sibling domain could set, is ignored.
    tossed = {"onsale_v": guest.cookies["__Host-onsale_v"]}
    guest.cookies = tossed
    assert guest.call("POST", "/api/queue/enter", {"eventId": "concert"}, https).code == \
        "VISITOR_REQUIRED"


def test_a_client_that_is_no_proxy_cannot_claim_tls(server):
    server.create_event("concert")
    page = server.get("/en/queue/concert?plain=1", {"X-Forwarded-Proto": "https"})
    assert page.header("Set-Cookie").startswith("onsale_v=")


# --- the same origin


def change(server, guest, headers, method="POST", path="/api/queue/enter"):
    cookies = "; ".join(f"{k}={v}" for k, v in guest.cookies.items())
    body = {"eventId": "concert"} if method == "POST" else None
    if method == "DELETE":
        path += "?eventId=concert"
    return server.request(method, path, body, {"Cookie": cookies, **headers})


def test_a_change_with_cookies_comes_from_our_own_pages(server):
    server.create_event("concert", rules={"maxActive": 0})
    guest = server.guest()
    guest.enter("concert")
    ours = f"http://127.0.0.1:{server.port}"
    foreign = [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""},
               {"Origin": ours + ".evil.example"}, {"Origin": "http://127.0.0.1"},
               {"Origin": f"http://evil.example/127.0.0.1:{server.port}"},
               {"Referer": ours + "/en/queue/concert"}, {"Sec-Fetch-Site": "cross-site"}]
    for path, method in (("/api/queue/enter", "POST"), ("/api/queue/heartbeat", "POST"),
                         ("/api/queue/leave", "POST"), ("/api/queue/leave", "DELETE")):
        for headers in foreign:
            answer = change(server, guest, headers, method, path)
            assert (answer.status, answer.code) == (403, "FOREIGN_ORIGIN"), (path, headers)
    assert server.admin("GET", "/events/concert/line")["leaving"] == 0
    for headers in ({"Origin": ours}, {"X-Onsale-Request": "1"}):
        for path in ("/api/queue/enter", "/api/queue/heartbeat", "/api/queue/leave"):
            assert change(server, guest, headers, path=path).status == 200, (path, headers)
            change(server, guest, {"Origin": ours})  # Joins again for the next round.


def test_a_form_of_another_site_is_refused(server):
    server.create_event("concert", rules={"maxActive": 0})
    guest = server.guest()
    guest.visit("concert")
    cookies = "; ".join(f"{k}={v}" for k, v in guest.cookies.items())
    form = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    refused = server.request("POST", "/en/queue/concert", "action=enter",
                             {**form, "Origin": "http://evil.example"})
    assert refused.status in (303, 403)
    if refused.status == 303:
        assert refused.header("Location").endswith("?plain=1&refused=FOREIGN_ORIGIN")
    assert server.admin("GET", "/events/concert/line")["joined"] == 0


def test_no_answer_invites_other_origins(server):
    server.create_event("concert")
    guest = server.guest()
    guest.enter("concert")
    origin = {"Origin": "http://evil.example"}
    for path in ("/api/events", "/api/queue/status?eventId=concert", "/en/queue/concert"):
        answer = guest.call("GET", path, headers=origin)
        assert answer.header("Access-Control-Allow-Origin") is None
    preflight = server.request("OPTIONS", "/api/queue/enter",
                               headers={**origin, "Access-Control-Request-Method": "POST"})
    assert preflight.status in (404, 405)
    assert preflight.header("Access-Control-Allow-Origin") is None

"""A real nginx in front of a plain site (with auth_request, and with the token alone), and as a
cache."""

import base64
import hashlib
import hmac
import json
import re
import time

import jwt
import pytest

from nginx_process import CONFIG, JS_MODULE, Nginx, free_port, shipped
from onsale import eventually

# Every address has this page. If a guest sees it, the site was reached.
SITE = "server {{ listen 127.0.0.1:{port}; location / {{ return 200 'the site: $request_uri'; }} }}"

SPELLINGS = ["/", "/seats", "/%73eats", "//seats", "/./seats", "/a/../seats", "/queue/../seats",
             "/queue/concert/../../seats", "/queue/concert%2f..%2f..%2fseats", "/%2e%2e/seats",
             "/seats/.%2e/queue/concert/x", "/assets/../seats", "/assets/app.js",
             "/api/queue/../../seats", "/api/queue/%2e%2e/%2e%2e/seats", "/QUEUE/concert",
             "/seats?x=/queue/concert", "/seats;/queue/concert", "/_onsale_verify",
             "/closed.html", "/api/queue/complete", "/seats%00", "/seats%23/queue/concert"]


class Protected:
    """A browser that uses the protecting nginx and keeps its cookies."""

    def __init__(self, nginx):
        self.nginx = nginx
        self.cookies = {}

    def request(self, method, path, body=None, headers=None):
        headers = {"X-Onsale-Request": "1", **(headers or {})}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        response = self.nginx.request(method, path, body, headers)
        self.cookies.update(response.cookies())
        return response

    def get(self, path, headers=None):
        return self.request("GET", path, headers=headers)

    def enter(self, event):
        assert self.request("POST", "/api/visitor", {}).status == 200
        answer = self.request("POST", "/api/queue/enter", {"eventId": event})
        assert answer.status == 200, answer.body
        return answer.json()


def reached_the_site(response):
    return b"the site" in response.body


def is_sent_to_wait(response, event="concert"):
    return response.status == 302 and response.header("Location") == f"/queue/{event}"


def closed_page(folder):
    folder.mkdir()
    (folder / "closed.html").write_text("closed for a moment")
    return folder


@pytest.fixture
def server(make_server):
    running = make_server(settings={"server.trusted_proxies": "127.0.0.1"}).start()
    running.create_event("concert", redirectTo="/seats", rules={"maxActive": 2})
    running.create_event("other")
    return running


@pytest.fixture
def nginx(server, tmp_path):
    """The shipped config/nginx-auth-request.conf in front of the plain site."""
    port, site = free_port(), free_port()
    block = shipped("nginx-auth-request.conf", listen=port, onsale=server.port, site=site,
                    event="concert", root=closed_page(tmp_path / "pages"))
    one = Nginx(tmp_path / "nginx", block + SITE.format(port=site)).start(port)
    yield one
    one.stop()


# --- with auth_request


def test_a_guest_without_admission_is_sent_to_the_waiting_room(nginx):
    response = nginx.get("/seats")
    assert is_sent_to_wait(response) and not reached_the_site(response)
    assert "no-store" in response.header("Cache-Control")


def assert_unreached(response, path):
    assert not reached_the_site(response), path
    assert response.status in (302, 400, 401, 403, 404, 405), (path, response.status)


def test_no_spelling_of_an_address_reaches_the_site_unasked(nginx):
    for path in SPELLINGS:
        for method in ("GET", "POST", "DELETE"):
            assert_unreached(nginx.request(method, path, b"" if method == "POST" else None), path)


def test_an_admitted_guest_reaches_the_site_and_the_visit_claims_the_admission(server, nginx):
    guest = Protected(nginx)
    answer = guest.enter("concert")
    assert answer["status"] == "admitted" and answer["redirectTo"] == "/seats"
    claim_until = answer["keepUntil"]
    response = guest.get("/seats")
    assert response.status == 200 and reached_the_site(response)
    status = guest.get("/api/queue/status?eventId=concert").json()
    # The deadline of the admission, no longer that of the claim.
    assert status["keepUntil"] > claim_until


def test_the_guest_waits_on_the_page_that_the_redirect_names(server, nginx):
    first = Protected(nginx)
    target = first.get("/seats").header("Location")
    there = first.get(target)
    assert there.status == 302 and there.header("Location") == "/en/queue/concert"
    page = first.get("/en/queue/concert")
    assert page.status == 200
    files = re.findall(r'"(/assets/[^"]+)"', page.body.decode())
    assert len(files) >= 3  # These are also served.
    assert {first.get(file).status for file in files} == {200}
    assert first.get("/api/events/concert").json()["event"]["title"] == "Event concert"
    assert b"Event concert" in first.get("/en/queue/concert?plain=1").body


def test_a_waiting_guest_does_not_reach_the_site(server, nginx):
    guests = [Protected(nginx) for _ in range(3)]
    answers = [guest.enter("concert") for guest in guests]
    assert [answer["status"] for answer in answers] == ["admitted", "admitted", "waiting"]
    assert is_sent_to_wait(guests[2].get("/seats"))


def test_the_client_cannot_choose_the_event(server, nginx):
    guest = Protected(nginx)
    guest.enter("other")
    for headers in ({}, {"X-Onsale-Event": "other"}, {"x-onsale-event": "other"}):
        assert is_sent_to_wait(guest.get("/seats", headers=headers))
    # The token under the name of the protected event still belongs to the other event.
    guest.cookies["onsale_e_concert"] = guest.cookies["onsale_e_other"]
    assert is_sent_to_wait(guest.get("/seats", headers={"X-Onsale-Event": "other"}))


def forgeries(server, token):
    keys = json.loads(server.cli("key", "entry", "--json"))["keys"]
    secret = base64.urlsafe_b64decode(keys[0]["secret"] + "==")
    claims = jwt.decode(token, options={"verify_signature": False})
    header, payload, signature = token.split(".")
    other = "A" if signature[0] != "A" else "B"

    def signed(changed, key=secret, **headers):
        return jwt.encode({**claims, **changed}, key, "HS256", {"kid": keys[0]["kid"], **headers})

    none = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT","kid":"1"}').rstrip(b"=").decode()
    mac = hmac.new(secret, f"{none}.{payload}".encode(), hashlib.sha256).digest()
    own_mac = base64.urlsafe_b64encode(mac).rstrip(b"=").decode()
    return {
        "no token": "",
        "not a token": "x.y.z",
        "alg none": f"{none}.{payload}.",
        "alg none with a signature": f"{none}.{payload}.{signature}",
        "alg none under a good MAC": f"{none}.{payload}.{own_mac}",
        "no signature": f"{header}.{payload}.",
        "another signature": f"{header}.{payload}.{other}{signature[1:]}",
        "another key": signed({}, key=b"k" * 32),
        "an unknown kid": signed({}, kid="9"),
        "another event": signed({"sub": "other"}),
        "expired": signed({"exp": int(time.time()) - 3, "adm": "424242"}),
        "very long": token + "A" * 2000,
    }


def test_forged_and_foreign_tokens_are_refused(server, nginx):
    guest = Protected(nginx)
    token = guest.enter("concert")["entryToken"]
    assert guest.get("/seats").status == 200
    for kind, forged in forgeries(server, token).items():
        assert is_sent_to_wait(nginx.get("/seats", {"Cookie": f"onsale_e_concert={forged}"})), kind
        if forged:
            assert is_sent_to_wait(nginx.get("/seats", {"X-Queue-Entry-Token": forged})), kind
    queue_token = guest.cookies["onsale_q_concert"]
    assert is_sent_to_wait(nginx.get("/seats", {"X-Queue-Entry-Token": queue_token}))


def test_an_ended_admission_is_refused_although_its_token_is_not_expired(server, nginx):
    guest = Protected(nginx)
    guest.enter("concert")
    assert guest.get("/seats").status == 200
    server.cli("line", "revoke", "concert", "--queue-token", guest.cookies["onsale_q_concert"])
    eventually(lambda: is_sent_to_wait(guest.get("/seats")), 2)


def test_the_site_ends_an_admission_with_its_own_key(server, nginx):
    guest, other = Protected(nginx), Protected(nginx)
    token = guest.enter("concert")["entryToken"]
    other.enter("concert")
    assert guest.get("/seats").status == 200
    body = {"eventId": "concert", "entryToken": token}
    # Refused through the public edge, without the key, and with the operator's key.
    key = (server.data / "complete.key").read_text().strip()
    owner = (server.data / "owner.key").read_text().strip()
    assert guest.request("POST", "/api/queue/complete", body,
                         {"Authorization": f"Bearer {key}"}).status == 404
    assert server.request("POST", "/api/queue/complete", body).code == "KEY_REQUIRED"
    assert server.request("POST", "/api/queue/complete", body,
                          {"Authorization": f"Bearer {owner}"}).code == "KEY_INVALID"
    assert guest.get("/seats").status == 200
    for _ in range(2):  # A repeated call is no error.
        done = server.request("POST", "/api/queue/complete", body,
                              {"Authorization": f"Bearer {key}"})
        assert done.status == 200 and done.json() == {"status": "completed"}
    eventually(lambda: is_sent_to_wait(guest.get("/seats")), 2)
    assert other.get("/seats").status == 200
    status = guest.get("/api/queue/status?eventId=concert").json()
    assert (status["status"], status["reason"]) == ("expired", "completed")
    assert server.admin("GET", "/events/concert/line")["active"] == 1


def test_the_key_file_of_the_site_is_private(server):
    assert (server.data / "complete.key").stat().st_mode & 0o777 == 0o600


def test_without_onsale_the_site_is_closed_not_open(server, nginx):
    guest = Protected(nginx)
    guest.enter("concert")
    assert guest.get("/seats").status == 200
    server.kill()
    response = guest.get("/seats")
    assert response.status == 503 and response.body == b"closed for a moment"
    assert response.header("Retry-After") == "5" and response.header("Cache-Control") == "no-store"
    server.start()
    assert guest.get("/seats").status == 200  # The admission survived the crash.


def test_a_page_of_many_files_is_no_flood(make_server, tmp_path):
    """With default limits, an admitted guest can load a page of the site."""
    server = make_server(generous=False,
                         settings={"server.trusted_proxies": "127.0.0.1",
                                   "server.loops": 1}).start()
    server.create_event("concert")
    port, site = free_port(), free_port()
    block = shipped("nginx-auth-request.conf", listen=port, onsale=server.port, site=site,
                    event="concert", root=closed_page(tmp_path / "pages"))
    nginx = Nginx(tmp_path / "nginx", block + SITE.format(port=site)).start(port)
    try:
        guest = Protected(nginx)
        guest.enter("concert")
        statuses = [guest.get(f"/file-{number}.js").status for number in range(500)]
        assert set(statuses) == {200}
        # Calls of other guests are limited, and the site stays closed to them.
        statuses = [nginx.get("/seats").status for _ in range(700)]
        assert set(statuses) == {302, 503}
    finally:
        nginx.stop()


def test_an_archived_event_closes_the_site(server, nginx):
    guest = Protected(nginx)
    guest.enter("concert")
    assert guest.get("/seats").status == 200
    server.cli("event", "close", "concert")
    server.cli("event", "archive", "concert")
    eventually(lambda: guest.get("/seats").status == 503, 2)


# --- the token alone


@pytest.fixture
def edge(server, tmp_path):
    """The shipped config/nginx-edge-jwt.conf in front of the plain site."""
    port, site = free_port(), free_port()
    keys = tmp_path / "entry-keys.json"
    keys.write_text(server.cli("key", "entry", "--json"))
    block = shipped("nginx-edge-jwt.conf", listen=port, onsale=server.port, site=site,
                    event="concert", keys=keys, script=CONFIG / "nginx-edge-jwt.js",
                    root=closed_page(tmp_path / "pages"))
    one = Nginx(tmp_path / "edge", block + SITE.format(port=site), [JS_MODULE]).start(port)
    one.keys = keys
    yield one
    one.stop()


def test_the_edge_lets_a_good_token_through_without_asking(server, edge):
    guest = Protected(edge)
    assert is_sent_to_wait(guest.get("/seats"))
    token = guest.enter("concert")["entryToken"]
    assert reached_the_site(guest.get("/seats"))
    server.kill()
    assert reached_the_site(guest.get("/seats"))
    assert reached_the_site(edge.get("/seats", {"X-Queue-Entry-Token": token}))


def test_the_edge_refuses_forged_and_foreign_tokens(server, edge):
    guest = Protected(edge)
    token = guest.enter("concert")["entryToken"]
    for kind, forged in forgeries(server, token).items():
        assert is_sent_to_wait(edge.get("/seats", {"Cookie": f"onsale_e_concert={forged}"})), kind
    other = Protected(edge)
    other.enter("other")
    assert is_sent_to_wait(edge.get("/seats",
                                    {"X-Queue-Entry-Token": other.cookies["onsale_e_other"]}))
    assert is_sent_to_wait(edge.get("/seats",
                                    {"X-Queue-Entry-Token": guest.cookies["onsale_q_concert"]}))


def test_the_edge_allows_clocks_to_differ_by_two_seconds_only(server, edge):
    keys = json.loads(edge.keys.read_text())["keys"]
    secret = base64.urlsafe_b64decode(keys[0]["secret"] + "==")

    def expiring(seconds):
        now = int(time.time())
        return jwt.encode({"sub": "concert", "uid": "x", "adm": "1", "iat": now - 60,
                           "exp": now + seconds}, secret, "HS256", {"kid": keys[0]["kid"]})

    assert reached_the_site(edge.get("/seats", {"X-Queue-Entry-Token": expiring(60)}))
    assert reached_the_site(edge.get("/seats", {"X-Queue-Entry-Token": expiring(0)}))
    assert is_sent_to_wait(edge.get("/seats", {"X-Queue-Entry-Token": expiring(-3)}))
    for exp in ("9999999999", None, True, [9999999999]):
        head = base64.urlsafe_b64encode(json.dumps(
            {"alg": "HS256", "typ": "JWT", "kid": keys[0]["kid"]}).encode()).rstrip(b"=")
        body = base64.urlsafe_b64encode(json.dumps(
            {"sub": "concert", "exp": exp}).encode()).rstrip(b"=")
        mac = hmac.new(secret, head + b"." + body, hashlib.sha256).digest()
        token = b".".join([head, body, base64.urlsafe_b64encode(mac).rstrip(b"=")]).decode()
        assert is_sent_to_wait(edge.get("/seats", {"X-Queue-Entry-Token": token})), exp


def test_no_spelling_passes_the_edge(edge):
    for path in SPELLINGS:
        assert_unreached(edge.get(path), path)


def test_the_edge_takes_new_keys_without_a_reload(server, edge):
    server.cli("key", "rotate")
    guest = Protected(edge)
    guest.enter("concert")

    def is_signed_by_a_key_that_the_edge_lacks():
        """If processes share keys, all of them know a new key before it is used."""
        guest.get("/api/queue/status?eventId=concert")
        return is_sent_to_wait(guest.get("/seats"))

    eventually(is_signed_by_a_key_that_the_edge_lacks, 20)
    edge.keys.write_text(server.cli("key", "entry", "--json"))
    assert reached_the_site(guest.get("/seats"))


def test_the_edge_without_its_keys_is_closed_not_open(server, edge):
    guest = Protected(edge)
    guest.enter("concert")
    edge.keys.unlink()
    response = guest.get("/seats")
    assert response.status == 503 and response.body == b"closed for a moment"


def test_the_limits_of_the_edge_are_as_documented(server, edge):
    """A known limitation: the reason why docs/format/entry-token.md recommends auth_request."""
    guest = Protected(edge)
    token = guest.enter("concert")["entryToken"]
    server.cli("line", "revoke", "concert", "--queue-token", guest.cookies["onsale_q_concert"])
    eventually(lambda: guest.get("/api/queue/status?eventId=concert").json()["status"] == "expired")
    assert reached_the_site(edge.get("/seats", {"X-Queue-Entry-Token": token}))
    text = (CONFIG.parent / "docs/format/entry-token.md").read_text()
    assert "until `exp`" in text and "revoked" in text


# --- as a cache


CACHE = """
proxy_cache_path {folder}/cache keys_zone=shared:1m;
server {{
    listen 127.0.0.1:{port};
    location / {{
        proxy_pass http://127.0.0.1:{onsale};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_cache shared;
        # A careless cache: one key whatever the host, the cookies and the headers are, and a
        # Set-Cookie does not keep an answer out. What must not be shared has to say so itself.
        proxy_cache_key $request_uri;
        proxy_ignore_headers Set-Cookie;
        proxy_pass_header Set-Cookie;
        proxy_set_header Host $http_host;
        add_header X-Cache $upstream_cache_status always;
    }}
}}
"""


@pytest.fixture
def cache(server, tmp_path):
    server.admin("PATCH", "/events/concert", {"rules": {"maxActive": 0}})
    port = free_port()
    block = CACHE.format(folder=tmp_path, port=port, onsale=server.port)
    one = Nginx(tmp_path / "cache-nginx", block).start(port)
    yield one
    one.stop()


def shared_addresses(cache):
    page = cache.get("/en/queue/concert").body.decode()
    style = page.split('rel="stylesheet" href="')[1].split('"')[0]
    return ["/api/events", "/api/events/concert", "/api/queue/serving/concert",
            "/api/queue/order/concert", "/en/", "/ko/", "/en/events/concert", style]


def test_public_answers_are_cached_and_carry_no_cookie(cache):
    for path in shared_addresses(cache):
        def hit():
            response = cache.get(path, {"Cookie": "onsale_v=stale; onsale_q_concert=stale"})
            assert response.status == 200 and response.header("Set-Cookie") is None, path
            assert "public" in response.header("Cache-Control")
            return response.header("X-Cache") == "HIT"
        eventually(hit, 5)


def test_personal_answers_are_never_cached(server, cache):
    guest = Protected(cache)
    guest.enter("concert")
    paths = ["/api/queue/status?eventId=concert", "/api/queue/position?eventId=concert",
             "/api/queue/challenge?eventId=concert", "/api/queue/eligibility?eventId=concert",
             "/en/queue/concert?plain=1", "/queue/concert", "/", "/healthz", "/readyz",
             "/api/queue/order/concert?receipt=1"]
    for path in paths:
        for _ in range(3):
            response = guest.get(path)
            assert response.status in (200, 302), (path, response.status)
            assert "no-store" in response.header("Cache-Control"), path
            assert response.header("X-Cache") == "MISS", path


def test_one_guest_never_sees_another_through_the_cache(server, cache):
    first, second = Protected(cache), Protected(cache)
    one, two = first.enter("concert"), second.enter("concert")
    assert (one["position"], two["position"]) == (1, 2) and one["token"] != two["token"]
    for _ in range(3):
        path = "/api/queue/status?eventId=concert"
        assert first.get(path).json()["position"] == 1
        assert second.get(path).json()["position"] == 2
    # An answer without personal data is not stored either if the next one may be personal.
    assert "no-store" in cache.get("/api/queue/order/concert?receipt=1").header("Cache-Control")
    made_up = cache.get("/api/queue/order/concert", {"X-Queue-Token": "made-up"})
    assert "no-store" in made_up.header("Cache-Control") or made_up.header("X-Cache") == "HIT"
    stranger = cache.get("/api/queue/status?eventId=concert")
    assert stranger.code == "QUEUE_TOKEN_REQUIRED"
    pages = [Protected(cache) for _ in range(3)]
    for page in pages:
        page.get("/en/queue/concert?plain=1")
    assert len({page.cookies["onsale_v"] for page in pages}) == 3


def test_refusals_are_not_cached(cache):
    for path in ("/api/events/nowhere", "/api/queue/serving/nowhere", "/nowhere", "/en/nowhere",
                 "/en/queue/nowhere?plain=1"):
        for _ in range(2):
            response = cache.get(path)
            assert response.status == 404 and response.header("X-Cache") == "MISS", path


def test_unknown_query_keys_are_refused_where_answers_are_shared(cache):
    for path in shared_addresses(cache):
        for query in ("?x=1", "?_=2", "?eventId=concert", "?%65=1"):
            response = cache.get(path + query, {"X-Queue-Token": "made-up"})
            # Links from advertisements work, and share one cached page.
            if path.startswith(("/en/", "/ko/")):
                assert (response.status, response.header("Location")) == (302, path)
            else:
                assert (response.status, response.code) == (400, "UNKNOWN_QUERY_KEY"), path + query
            assert "no-store" in response.header("Cache-Control")
            assert cache.get(path + query).header("X-Cache") == "MISS"


def test_an_address_of_a_shared_answer_has_one_spelling(cache):
    for path in ("/api/events/x/concert", "/api/queue/serving/x/concert", "/en/x/",
                 "/api/events/concert/", "/api/queue/order/concert/", "/en//", "/ko/en/"):
        assert cache.get(path).status == 404, path


def test_headers_of_one_client_do_not_poison_the_answer_of_the_next(cache):
    evil = {"Host": "evil.example", "X-Forwarded-Host": "evil.example",
            "X-Forwarded-Proto": "gopher", "X-Forwarded-For": "6.6.6.6", "X-Original-URL": "/evil",
            "X-Rewrite-URL": "/evil", "Forwarded": "host=evil.example", "Accept-Language": "ko",
            "X-HTTP-Method-Override": "POST"}
    for path in shared_addresses(cache):
        def poisoned_then_hit():
            first = cache.get(path, evil)
            second = cache.get(path)
            return (first.header("X-Cache") in ("MISS", "EXPIRED") and
                    second.header("X-Cache") == "HIT" and second)
        # An asset is already in the cache, so its first answer is a hit.
        if "/assets/" in path:
            answer = cache.get(path, evil)
        else:
            answer = eventually(poisoned_then_hit, 5)
        assert answer.status == 200 and b"evil" not in answer.body and b"gopher" not in answer.body
        assert "evil" not in str(answer.headers)
        if path.startswith("/en/"):
            assert b'lang="en"' in answer.body


def test_an_unlisted_host_is_refused_and_not_cached(make_server, tmp_path):
    server = make_server(settings={"server.allowed_hosts": "tickets.example"})
    server.start(wait=False)
    good = {"Host": "tickets.example"}
    eventually(lambda: _answers(server, good), 20)
    port = free_port()
    block = CACHE.format(folder=tmp_path, port=port, onsale=server.port)
    cache = Nginx(tmp_path / "cache-nginx", block).start(port)
    try:
        refused = cache.get("/api/events", {"Host": "evil.example"})
        assert (refused.status, refused.code) == (421, "HOST_NOT_ALLOWED")
        assert cache.get("/api/events", good).status == 200
    finally:
        cache.stop()


def _answers(server, headers):
    try:
        return server.get("/healthz", headers).status == 200
    except OSError:
        return False

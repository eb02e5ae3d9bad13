"""The shipped nginx and HAProxy configurations in front of a cluster must behave alike. Stubs
replace the Onsale processes and report which one was called."""

import re
import threading
import time

import pytest

from cluster_proxy import SITE_PORT, ClusterHaproxy, ClusterNginx
from onsale import eventually, free_port
from stub_process import Stub
from wire import Wire, request

ROLES = {7111: "queue-1", 7112: "queue-2", 7121: "booking-1", 7122: "booking-2", 7131: "payment"}
TOKEN = {"X-Queue-Token": "t"}

# Shortens timeouts that a test has to wait for.
QUICK = {
    ClusterNginx: {
        "client_header_timeout 10s": "client_header_timeout 1s",
        "client_body_timeout 10s": "client_body_timeout 1s",
        "proxy_read_timeout 4s": "proxy_read_timeout 1s",
        "proxy_read_timeout 35s": "proxy_read_timeout 2s",
        "proxy_next_upstream_timeout 5s": "proxy_next_upstream_timeout 1250ms",
    },
    ClusterHaproxy: {
        "timeout http-request 10s": "timeout http-request 1s",
        "timeout client 30s": "timeout client 1s",
        "timeout server 4s": "timeout server 1s",
        "set-timeout server 35s": "set-timeout server 2s",
    },
}


class Asking:
    """A guest who repeats requests during an action and records the refused ones."""

    def __init__(self, site, paths):
        self.site, self.paths = site, paths
        self.refused, self.answered = [], 0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def run(self):
        while not self.over.is_set():
            for path in self.paths:
                for method, body in (("GET", None), ("POST", b"{}")):
                    response = self.site.ask(path, method, body=body)
                    self.answered += 1
                    # A POST whose connection was closed may have been performed.
                    if response.status != 200 and response.code != "OUTCOME_UNKNOWN":
                        self.refused.append((method, path, response.status, response.body))

    def several(self):
        until = self.answered + 20
        eventually(lambda: self.answered >= until or self.over.is_set())


class Site:
    """A proxy and the stubs behind it."""

    def __init__(self, kind, folder):
        self.port = free_port()
        ports = {SITE_PORT: self.port, **{port: free_port() for port in ROLES}}
        self.stubs = {role: Stub(role, ports[port]).start() for port, role in ROLES.items()}
        self.proxy = kind(folder / "proxy", ports, QUICK[kind]).start(self.port)
        self.each(lambda stub: stub.seen.clear())

    def close(self):
        self.proxy.stop()
        self.each(Stub.stop)

    def each(self, action, role=""):
        for stub in self.of(role):
            action(stub)

    def of(self, role):
        return [stub for name, stub in self.stubs.items() if name.startswith(role)]

    def ask(self, path, method="GET", headers=TOKEN, body=None):
        return self.proxy.request(method, path, body, headers)

    def by(self, path, **options):
        """Name of the stub that answered."""
        response = self.ask(path, **options)
        assert response.status == 200, (path, response.status, response.body)
        return response.json()["by"]

    def seen(self):
        return [one for stub in self.stubs.values() for one in stub.seen]

    def times(self, path):
        return sum(stub.count(path) for stub in self.stubs.values())


@pytest.fixture(params=[ClusterNginx, ClusterHaproxy], ids=["nginx", "haproxy"])
def site(request, tmp_path):
    one = Site(request.param, tmp_path)
    yield one
    one.close()


# --- routes


@pytest.mark.parametrize("role, paths", [
    ("queue", ["/", "/en/", "/queue/tour", "/ko/queue/tour", "/ko/queue/tour?plain=1",
               "/en/events/tour", "/en/events/tour/seats", "/ko/events/tour/book", "/en/bookings",
               "/en/bookings/B-1", "/events/tour", "/api/visitor", "/api/queue/status?eventId=tour",
               "/api/queue/serving/tour", "/api/verify", "/api/events", "/api/events/tour",
               "/assets/0123456789abcdef.css", "/readyz", "/anything"]),
    ("booking", ["/api/booking/seats?eventId=tour&performanceId=day-1",
                 "/api/booking/seats/select", "/api/booking/hall?eventId=tour"]),
    ("payment", ["/api/payment/request", "/api/payment/return/demo?state=x",
                 "/api/payment/webhook/demo", "/api/orders/abc", "/api/bookings",
                 "/api/bookings/B-1", "/en/orders/abc", "/orders/abc", "/demo-pay/key",
                 "/en/payment/O-1", "/ko/payment/O-1?plain=1",
                 "/images/poster.png"]),
])
def test_each_call_goes_to_its_role(site, role, paths):
    for path in paths:
        assert site.by(path).partition("-")[0] == role, path


def test_all_servers_of_a_role_share_the_work(site):
    assert {site.by("/api/verify") for _ in range(10)} == {"queue-1", "queue-2"}
    assert {site.by("/api/booking/seats") for _ in range(10)} == {"booking-1", "booking-2"}


def test_no_spelling_reaches_the_operators_api(site):
    for path in ["/api/admin", "/api/admin/", "/api/admin/events", "/api/admin/../admin/events",
                 "/api/queue/../admin/events", "//api/admin/events", "/api/%61dmin/events",
                 "/api/queue/%2e%2e/admin/events", "/./api/admin/events"]:
        for method in ("GET", "POST"):
            response = site.ask(path, method, body=b"{}" if method == "POST" else None)
            assert response.status == 404 and response.code == "NOT_FOUND", path
    assert site.seen() == []


def test_what_a_client_says_about_itself_is_replaced(site):
    site.ask("/api/verify", headers={"X-Forwarded-For": "192.0.2.1", "X-Request-Id": "mine",
                                     "X-Forwarded-Proto": "https", "Host": "tickets.test"})
    _, _, headers, _ = site.seen()[0]
    assert headers.get_all("X-Forwarded-For") == ["127.0.0.1"]
    assert headers.get_all("X-Forwarded-Proto") == ["http"]
    assert re.fullmatch(r"[A-Za-z0-9_.-]{16,64}", headers["X-Request-Id"])
    assert len(headers.get_all("X-Request-Id")) == 1
    assert headers["Host"] == "tickets.test"


def test_errors_of_onsale_pass_as_they_are(site):
    for status in (404, 409, 413, 429, 500, 503):
        site.each(lambda stub: setattr(stub, "status", status))
        site.each(lambda stub: stub.headers.update({"Retry-After": "7"}))
        response = site.ask("/api/booking/seats/select", "POST", body=b"{}")
        assert (response.status, response.header("Retry-After")) == (status, "7")
        assert response.json()["by"].startswith("booking")


# --- the cache


def says(site, cache_control, **more):
    site.each(lambda stub: stub.headers.update({"Cache-Control": cache_control, **more}))


CACHED = ["/assets/0123456789abcdef.css", "/images/p.png", "/api/events", "/api/events/tour",
          "/api/queue/serving/tour", "/api/booking/hall?eventId=tour&performanceId=d", "/en/",
          "/ko/bookings"]
# One page for all events, orders and bookings.
PAGES = ["/en/queue/{}", "/ko/queue/{}", "/en/events/{}", "/en/events/{}/seats",
         "/en/events/{}/book", "/en/payment/{}", "/en/bookings/{}"]


def test_what_is_for_everybody_is_fetched_once(site):
    says(site, "public, max-age=60")
    for path in CACHED:
        bodies = {site.ask(path, headers={}).body for _ in range(4)}
        assert len(bodies) == 1 and site.times(path) == 1, path


def test_one_copy_of_a_page_serves_all_that_its_address_may_name(site):
    says(site, "public, max-age=60")
    kept = set()
    for page in PAGES:
        before = len(site.seen())
        bodies = {site.ask(page.format(name), headers={}).body for name in ("tour", "O-12", "x")}
        assert len(bodies) == 1 and len(site.seen()) == before + 1, page
        kept |= bodies
    assert len(kept) == len(PAGES)


def test_a_page_with_a_query_and_a_form_are_never_kept(site):
    says(site, "public, max-age=60")
    for page in PAGES:
        path = page.format("tour") + "?plain=1"
        site.ask(path), site.ask(path)
        assert site.times(path) == 2, path
    for _ in range(2):
        assert site.ask("/en/queue/tour", "POST", body=b"action=enter").status == 200
    assert site.times("/en/queue/tour") == 2


def test_a_cached_answer_lives_as_long_as_it_says(site):
    says(site, "public, max-age=1")
    site.ask("/api/events")
    eventually(lambda: site.ask("/api/events") and site.times("/api/events") == 2, 4)


def test_what_may_not_be_kept_is_not(site):
    for word in ("private, no-store", "no-store", "private", "no-cache"):
        says(site, word)
        path = f"/api/events/{word.replace(', ', '-')}"
        site.ask(path), site.ask(path)
        assert site.times(path) == 2, word


def test_an_answer_with_a_cookie_is_not_kept(site):
    says(site, "public, max-age=60", **{"Set-Cookie": "onsale_v=secret"})
    site.ask("/en/"), site.ask("/en/")
    assert site.times("/en/") == 2


def test_personal_calls_are_never_cached_whatever_they_say(site):
    says(site, "public, max-age=60")
    for path in ("/api/queue/status?eventId=tour", "/api/booking/seats?eventId=tour",
                 "/api/bookings", "/en/orders/abc", "/en/queue/tour?plain=1"):
        site.ask(path), site.ask(path)
        assert site.times(path) == 2, path


def test_a_guest_who_shows_a_token_is_not_given_the_shared_answer(site):
    says(site, "public, max-age=60")
    site.ask("/api/queue/order/tour", headers={})
    site.ask("/api/queue/order/tour", headers=TOKEN)
    assert site.times("/api/queue/order/tour") == 2


def test_compressed_and_plain_answers_are_kept_apart(site):
    says(site, "public, max-age=60", Vary="Accept-Encoding")
    for _ in range(2):
        packed = site.ask("/assets/a.js", headers={"Accept-Encoding": "gzip"})
        assert packed.header("Content-Encoding") == "gzip"
        plain = site.ask("/assets/a.js", headers={})
        assert plain.header("Content-Encoding") is None and plain.json()
    assert site.times("/assets/a.js") == 2


# --- limits


def statuses(site, count, headers=(), source=None):
    """Requests of one client, as fast as possible."""
    told = []
    with Wire(site.port, source=source) as wire:
        for _ in range(count):
            told.append(wire.ask("GET", "/api/verify", headers=headers)[0])
    return told


def test_calls_without_a_token_are_limited_per_address(site):
    began = time.monotonic()
    told = statuses(site, 900)
    allowed = told.count(200)
    assert set(told) == {200, 429}
    assert 400 <= allowed <= 520 + 110 * (time.monotonic() - began)
    with Wire(site.port) as wire:
        status, headers, body = wire.ask("GET", "/api/verify")
    assert status == 429 and int(dict(headers)["retry-after"]) >= 1
    assert dict(headers)["content-type"] == "application/json" and b'"TOO_MANY_REQUESTS"' in body
    # Other clients are unaffected, and this client is served again after it slows down.
    assert set(statuses(site, 50, source=("127.0.0.2", 0))) == {200}
    eventually(lambda: statuses(site, 1) == [200], 8)


@pytest.mark.parametrize("header", [
    "X-Queue-Token: t", "X-Queue-Entry-Token: t", "Cookie: onsale_q_tour=t",
    "Cookie: onsale_v=v; onsale_e_tour=t", "Cookie: onsale_v=v; __Host-onsale_q_tour=t"])
def test_a_guest_with_a_token_is_not_counted_by_address(site, header):
    assert set(statuses(site, 900, [header])) == {200}


def test_pages_and_their_files_are_not_counted(site):
    with Wire(site.port) as wire:
        told = [wire.ask("GET", path)[0] for _ in range(450)
                for path in ("/en/queue/tour", "/assets/queue-en-AB12CD34.js")]
    assert set(told) == {200}


def test_other_cookies_are_no_token(site):
    told = statuses(site, 900, ["Cookie: onsale_v=v; xonsale_q_tour=t; onsale_q_tour="])
    assert 429 in told


def test_a_body_above_the_limit_is_refused_and_one_below_arrives_whole(site):
    whole = site.ask("/api/payment/confirm", "POST", body=b"x" * 60000)
    assert whole.status == 200 and whole.json()["bytes"] == 60000
    large = site.ask("/api/payment/confirm", "POST", body=b"x" * 70000)
    assert large.status == 413 and large.code == "BODY_TOO_LARGE"
    assert len(site.seen()) == 1


# --- slow clients


def cut_after(site, pieces):
    """Sends piece by piece until the proxy closes the connection. Returns the elapsed time."""
    began = time.monotonic()
    with Wire(site.port) as wire:
        try:
            for piece in pieces:
                wire.send(piece)
                time.sleep(0.2)
        except OSError:
            return time.monotonic() - began
        wire.rest()
    return time.monotonic() - began


def test_a_client_that_drips_its_head_is_cut_off(site):
    head = request("GET", "/api/verify", headers=["X-Long: " + "x" * 100])
    assert cut_after(site, [head[:20]] + [bytes([byte]) for byte in head[20:60]]) < 5
    assert site.seen() == []


def test_a_client_that_stops_in_its_body_is_cut_off_before_a_server_is_asked(site):
    message = request("POST", "/api/queue/enter", {"eventId": "tour"})
    begun = sum(stub.begun for stub in site.stubs.values())
    assert cut_after(site, [message[:-5]]) < 5
    assert sum(stub.begun for stub in site.stubs.values()) == begun


def test_events_of_a_stream_arrive_as_they_happen_and_silence_is_no_end(site):
    site.each(lambda stub: setattr(stub, "pause", 2))  # Longer than any other answer may take.
    began = time.monotonic()
    with Wire(site.port) as wire:
        wire.send(request("GET", "/api/queue/stream?eventId=tour", headers=["X-Queue-Token: t"]))
        assert wire.answer(head_only=True)[0] == 200
        wire.until(b"one")
        assert time.monotonic() - began < 1.5
        wire.until(b"two")


# --- dead servers


def test_a_dead_server_is_passed_over_and_comes_back(site):
    dead = site.stubs["queue-1"]
    dead.stop()
    for method in ("GET", "POST", "DELETE") * 10:
        body = b"{}" if method == "POST" else None
        assert site.by("/api/queue/leave", method=method, body=body) == "queue-2"
    dead.start()
    eventually(lambda: site.by("/api/verify") == "queue-1", 10)


@pytest.mark.parametrize("site", [ClusterHaproxy], indirect=True)  # nginx has no health checks.
def test_a_server_that_is_stopping_gets_no_guests_while_another_stays(site):
    site.stubs["queue-1"].stopping = True
    eventually(lambda: {site.by("/api/verify") for _ in range(6)} == {"queue-2"}, 5)
    site.stubs["queue-2"].stopping = True  # A restart that does not wait for the first one.
    for _ in range(100):
        site.by("/api/verify")
        site.by("/api/queue/enter", method="POST", body=b"{}")
        time.sleep(0.01)


@pytest.mark.parametrize("pause", [0, 0.3, 1, 2])
def test_a_rolling_restart_loses_no_call_whatever_its_pace(site, pause):
    with Asking(site, ["/api/verify", "/api/booking/seats"]) as asking:
        for role in ("queue", "booking"):
            for stub in site.of(role):
                asking.several()  # The proxy has noticed that the server is down.
                stub.stop()
                asking.several()
                stub.start()
                time.sleep(pause)
    assert asking.refused == []


def test_a_lost_answer_is_asked_for_again_only_where_that_is_harmless(site):
    site.stubs["booking-1"].rude = True
    assert {site.by("/api/booking/seats") for _ in range(4)} == {"booking-2"}
    site.stubs["booking-2"].rude = True
    site.each(lambda stub: stub.seen.clear())
    response = site.ask("/api/booking/seats/select", "POST", body=b"{}")
    assert (response.status, response.code) == (503, "OUTCOME_UNKNOWN")
    assert int(response.header("Retry-After")) >= 1
    assert len(site.seen()) == 1


def test_an_answer_that_takes_too_long_is_unknown(site):
    site.each(lambda stub: setattr(stub, "pause", 3), "booking")
    response = site.ask("/api/booking/seats/select", "POST", body=b"{}")
    assert (response.status, response.code) == (503, "OUTCOME_UNKNOWN")
    assert len(site.seen()) == 1


@pytest.mark.parametrize("role, path", [
    ("queue", "/api/verify"), ("booking", "/api/booking/seats"), ("payment", "/api/bookings")])
def test_a_dead_role_says_so_and_leaves_the_others_working(site, role, path):
    others = {"queue": "/api/verify", "booking": "/api/booking/seats", "payment": "/api/bookings"}
    site.each(Stub.stop, role)
    for method in ("GET", "POST"):
        began = time.monotonic()
        response = site.ask(path, method, body=b"{}" if method == "POST" else None)
        assert (response.status, response.code) == (503, "OVERLOADED"), response.body
        assert response.header("Content-Type") == "application/json"
        assert int(response.header("Retry-After")) >= 1
        assert response.header("Cache-Control") == "no-store"
        assert time.monotonic() - began < 3
    for other in others.keys() - {role}:
        assert site.by(others[other]).partition("-")[0] == other
    site.each(Stub.start, role)
    eventually(lambda: site.ask(path).status == 200, 10)


def test_a_hung_server_holds_a_reader_no_longer_than_its_time(site):
    site.stubs["booking-1"].pause = 30
    for _ in range(4):
        assert site.by("/api/booking/seats") == "booking-2"


def held_for(site, path):
    """Time in seconds until a reader is told that the answer was lost."""
    began = time.monotonic()
    response = site.ask(path)
    assert (response.status, response.code) == (503, "OUTCOME_UNKNOWN"), response.body
    return time.monotonic() - began


def test_hung_servers_hold_a_reader_for_two_answers_at_most(site):
    for role, path in (("booking", "/api/booking/seats"), ("queue", "/api/verify")):
        site.each(lambda stub: setattr(stub, "pause", 30), role)
        assert held_for(site, path) < 2.8  # An answer may take a second here.
        assert site.times(path) == 2


@pytest.mark.parametrize("path, answer", [
    ("/api/bookings", 1), ("/en/payment/O-1?plain=1", 1), ("/api/payment/return/demo?state=x", 2),
    ("/en/orders/abc", 2)])
def test_a_hung_payment_process_is_asked_once(site, path, answer):
    site.stubs["payment"].pause = 30
    assert held_for(site, path) < answer + 0.8
    assert site.times(path) == 1


def test_what_a_browser_has_posted_does_not_come_again_as_a_get(site):
    browser = {"Accept": "text/html,application/xhtml+xml"}
    form = {**browser, "Content-Type": "application/x-www-form-urlencoded"}
    site.each(Stub.stop, "payment")
    path = "/api/payment/return/demo?state=x"
    eventually(lambda: "refresh" in site.ask(path, headers=browser).body.decode(), 5)
    response = site.ask(path, "POST", headers=form, body=b"result=paid")
    assert response.status == 503 and int(response.header("Retry-After")) >= 1
    assert response.header("Content-Type") == "text/html; charset=utf-8"
    assert "refresh" not in response.body.decode() and "Reload" in response.body.decode()


def test_a_browser_is_shown_a_page_that_tries_again(site):
    site.each(Stub.stop, "queue")
    browser = {"Accept": "text/html,application/xhtml+xml", **TOKEN}
    eventually(lambda: site.ask("/en/queue/tour", headers=browser).header(
        "Content-Type") == "text/html; charset=utf-8", 5)
    response = site.ask("/en/queue/tour", headers=browser)
    assert response.status == 503 and int(response.header("Retry-After")) >= 1
    assert 'http-equiv="refresh"' in response.body.decode()

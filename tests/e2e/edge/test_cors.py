"""Pages of other sites: an allowed origin may call the API, all others may not."""

import http.client

import pytest

from shop import DAY, Shop

SHOP = "https://shop.example"
EVENT = "concert"
FOREIGN = ["https://evil.test", "https://shop.example.evil.test", "http://shop.example", "null",
           "https://SHOP.example", "https://shop.example:443"]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    from onsale import Server
    settings = {"server.allowed_origins": f"{SHOP},http://localhost:3000"}
    with Server(tmp_path_factory.mktemp("cors"), settings=settings) as server:
        server.create_event(EVENT, rules={"streamFront": 100})
        yield server


def cors_headers(answer):
    return {name.lower(): value for name, value in answer.headers
            if name.lower().startswith("access-control-")}


def preflight(server, path, origin, method="POST", port=None):
    return server.request("OPTIONS", path, headers={
        "Origin": origin, "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type,x-onsale-request"}, port=port)


def vary(answer):
    found = [value for name, value in answer.headers if name.lower() == "vary"]
    assert len(found) == 1, found  # Some caches read only the last line.
    return {one.strip() for one in found[0].split(",")}


def test_a_preflight_of_an_allowed_origin_says_what_may_be_sent(shop):
    answer = preflight(shop, "/api/queue/enter", SHOP)
    allowed = cors_headers(answer)
    assert answer.status == 204 and answer.body == b""
    assert allowed["access-control-allow-origin"] == SHOP
    assert allowed["access-control-allow-credentials"] == "true"
    assert allowed["access-control-allow-methods"] == "POST"
    names = {one.strip().lower() for one in allowed["access-control-allow-headers"].split(",")}
    assert {"content-type", "x-onsale-request", "x-queue-token", "authorization"} <= names
    assert "*" not in "".join(allowed.values()) and "Origin" in vary(answer)
    leave = cors_headers(preflight(shop, "/api/queue/leave", SHOP, "DELETE"))
    assert {"DELETE", "POST"} == {one.strip() for one in
                                  leave["access-control-allow-methods"].split(",")}


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_origin_gets_nothing(shop, origin):
    refused = preflight(shop, "/api/queue/enter", origin)
    assert refused.status == 405 and cors_headers(refused) == {}
    read = shop.get("/api/events", {"Origin": origin})
    assert read.status == 200 and cors_headers(read) == {}


def test_a_page_of_an_allowed_site_joins_and_polls(shop):
    guest = shop.guest()
    guest.visit(EVENT)
    entered = guest.call("POST", "/api/queue/enter", {"eventId": EVENT}, {"Origin": SHOP})
    assert entered.status == 200
    assert cors_headers(entered)["access-control-allow-origin"] == SHOP
    polled = shop.get(f"/api/queue/status?eventId={EVENT}",
                      {"Origin": SHOP, "X-Queue-Token": entered.json()["token"]})
    assert polled.status == 200 and "Origin" in vary(polled)
    assert cors_headers(polled)["access-control-allow-credentials"] == "true"


def test_a_page_of_an_allowed_site_chooses_seats_and_pays(shop):
    sale = Shop(shop, "tour").open()
    buyer = sale.buyer()

    def told(method, path, body=None):
        answer = buyer.call(method, path, body, {"Origin": SHOP})
        assert answer.status == 200, (path, answer.body)
        assert cors_headers(answer)["access-control-allow-origin"] == SHOP
        assert "Origin" in vary(answer)
        return answer.json()

    where = {"eventId": "tour", "performanceId": DAY}
    told("GET", f"/api/booking/seats?eventId=tour&performanceId={DAY}")
    told("POST", "/api/booking/seats/select", {**where, "seatIds": ["F1-A-1"]})
    buyer.paying = told("POST", "/api/payment/request", where)
    buyer.order = buyer.paying["order"]["orderId"]
    buyer.press("approve")
    told("POST", "/api/payment/confirm", {
        "orderId": buyer.order, "paymentKey": buyer.payment_key,
        "amount": buyer.paying["amount"], "currency": "KRW"})
    told("GET", f"/api/orders/{buyer.order}")
    told("GET", "/api/bookings")


@pytest.mark.parametrize("path", ["/api/booking/seats/select", "/api/booking/seats/best",
                                  "/api/payment/request", "/api/payment/confirm",
                                  "/api/payment/cancel"])
def test_buying_may_be_asked_for_by_an_allowed_origin_only(shop, path):
    allowed = preflight(shop, path, SHOP)
    assert allowed.status == 204
    assert "idempotency-key" in cors_headers(allowed)["access-control-allow-headers"].lower()
    for origin in FOREIGN:
        refused = preflight(shop, path, origin)
        assert refused.status == 405 and cors_headers(refused) == {}
        posted = shop.request("POST", path, {}, {"Origin": origin, "X-Onsale-Request": "1"})
        assert cors_headers(posted) == {}


def test_errors_can_be_read_with_their_id(shop):
    answer = shop.get("/api/events/nowhere", {"Origin": SHOP})
    assert answer.status == 404 and answer.header("X-Request-Id")
    exposed = cors_headers(answer)["access-control-expose-headers"]
    assert "X-Request-Id" in exposed and "Retry-After" in exposed


def test_a_cookie_alone_does_not_change_anything_for_a_site(shop):
    """Only a browser that has sent a preflight may send our header."""
    guest = shop.guest()
    guest.visit(EVENT)
    refused = shop.request("POST", "/api/queue/enter", {"eventId": EVENT}, {
        "Origin": SHOP, "Cookie": f"onsale_v={guest.cookies['onsale_v']}"})
    assert (refused.status, refused.code) == (403, "FOREIGN_ORIGIN")


@pytest.mark.parametrize("path", ["/api/events", f"/api/events/{EVENT}",
                                  f"/api/queue/serving/{EVENT}", f"/api/queue/order/{EVENT}"])
def test_cacheable_answers_stay_cacheable_and_vary(shop, path):
    for headers in ({}, {"Origin": SHOP}, {"Origin": "https://evil.test"}):
        answer = shop.get(path, headers)
        assert answer.status == 200 and "public" in answer.header("Cache-Control")
        assert "Origin" in vary(answer) and answer.header("Set-Cookie") is None
    if path == "/api/events":
        assert vary(shop.get(path)) == {"Accept-Encoding", "Origin"}


def test_a_stream_may_be_read(shop):
    guest = shop.guest()
    guest.enter(EVENT)
    connection = http.client.HTTPConnection("127.0.0.1", shop.port, timeout=5)
    connection.request("GET", f"/api/queue/stream?eventId={EVENT}",
                       headers={"Origin": SHOP, "X-Queue-Token": guest.token})
    answer = connection.getresponse()
    assert answer.status == 200 and answer.getheader("Access-Control-Allow-Origin") == SHOP
    connection.close()


@pytest.mark.parametrize("path", ["/api/verify", "/api/queue/complete", f"/en/queue/{EVENT}",
                                  "/api/payment/return/demo", "/api/payment/webhook/demo",
                                  "/demo-pay/demo-1", "/healthz", "/"])
def test_what_is_not_the_guests_api_stays_shut(shop, path):
    assert cors_headers(shop.get(path, {"Origin": SHOP})) == {}
    assert cors_headers(preflight(shop, path, SHOP)) == {}


@pytest.mark.parametrize("path", ["/api/admin/events", "/api/events", f"/api/events/{EVENT}",
                                  "/api/queue/enter", "/metrics"])
def test_the_operators_listener_knows_no_cors(shop, path):
    key = (shop.data / "owner.key").read_text().strip()
    for headers in ({"Origin": SHOP}, {"Origin": SHOP, "Authorization": f"Bearer {key}"}):
        assert cors_headers(shop.get(path, headers, port=shop.admin_port)) == {}
    assert cors_headers(preflight(shop, path, SHOP, port=shop.admin_port)) == {}


def test_by_default_no_origin_is_allowed(server):
    answer = server.get("/api/events", {"Origin": SHOP})
    assert cors_headers(answer) == {} and vary(answer) == {"Accept-Encoding"}
    assert preflight(server, "/api/queue/enter", SHOP).status == 405


@pytest.mark.parametrize("origin", ["*", "null", "shop.example", "https://shop.example/"])
def test_what_is_no_origin_stops_the_start(make_server, origin):
    server = make_server(settings={"server.allowed_origins": origin}).start(wait=False)
    assert server.process.wait(10) != 0
    assert "server.allowed_origins" in server.read_log()

"""Data of other guests is neither visible nor changeable, and the rules of a turn cannot be
bypassed."""

import time

import pytest

from api_description import body_forms, names_in_path, operations, parameters_of
from onsale import Server, eventually
from shop import DAY, EVENT, Shop, hall, money_of, row, section, small_hall, terms

NOBODYS_ORDER = "O-0000000000001"
NOBODYS_BOOKING = "B-20261115-222222"
MALFORMED = ["O-1", "O-ZZZZZZZZZZZZZ", "B-20261115-000000", "1", "..%2f"]
LONG = "O-" + "0" * 500  # In a query it is refused because of its length, for every caller.


@pytest.fixture(scope="module")
def sold(tmp_path_factory):
    """A shop whose owner has one paid order and one that is being paid."""
    with Server(tmp_path_factory.mktemp("sold")) as server:
        shop = Shop(server).open(sale={"morePurchases": True})
        shop.owner = shop.sell("F1-A-1")
        shop.paid, shop.booking = shop.owner.order, shop.owner.shown()["bookingNumber"]
        shop.owner.select("F1-A-2")
        shop.owner.request()
        shop.stranger = shop.buyer()
        yield shop


def get_call(path):
    return lambda guest, name: guest.call("GET", path.format(name))


# Other fields in bodies and queries that name an order.
BESIDE = {"paymentKey": "demo-0", "amount": money_of("R"), "currency": "KRW",
          "seats": ["F1-A-1"]}


def shapes(names, required):
    """With only the required names, and with each of the optional ones."""
    yield tuple(name for name in names if name in required)
    for other in names:
        if other not in required:
            yield tuple(name for name in names if name in required or name == other)


def body_calls(path, operation, method, field):
    for form in body_forms(operation):
        if field in form["properties"]:
            for shape in shapes(form["properties"], form["required"]):
                yield f"{method} {path} {' '.join(shape)}", lambda guest, name, shape=shape: guest.call(
                    method.upper(), path, {one: BESIDE.get(one, name) for one in shape})


def query_calls(path, operation, method, field):
    wanted = [one for one in parameters_of(path, operation) if one["in"] == "query"]
    if not any(one["name"] == field for one in wanted):
        return
    for shape in shapes([one["name"] for one in wanted],
                        [one["name"] for one in wanted if one.get("required")]):
        rest = "".join(f"&{one}={','.join(BESIDE[one])}" for one in shape if one != field)
        yield f"{method} {path} {' '.join(shape)}", lambda guest, name, rest=rest: guest.call(
            method.upper(), f"{path}?{field}={name}{rest}")


def path_calls(path, operation, method, pattern):
    for parameter in names_in_path(path, operation, pattern):
        yield f"{method} {path}", lambda guest, name: guest.call(
            method.upper(), path.replace("{" + parameter + "}", name))


def routes_naming(pattern, field):
    """Every call that takes such a name in its path, its query or its body."""
    for path, method, operation in operations(admin=False):
        yield from path_calls(path, operation, method, pattern)
        yield from query_calls(path, operation, method, field)
        yield from body_calls(path, operation, method, field)


# Another test checks that the API description has every route of the program.
ORDER_ROUTES = dict(routes_naming("^O-", "orderId"))
BOOKING_ROUTES = dict(routes_naming("^B-", "bookingNumber"))
PAGES = {
    "page": get_call("/en/payment/{}?plain=1"),
    "Korean page": get_call("/ko/payment/{}?plain=1"),
}


def test_the_table_of_routes_is_not_empty():
    assert {"get /api/orders/{code}", "get /api/payment/refund-preview orderId",
            "get /api/payment/refund-preview orderId seats", "post /api/payment/cancel orderId",
            "post /api/payment/cancel orderId seats amount currency",
            "post /api/payment/confirm orderId paymentKey amount currency"} <= set(ORDER_ROUTES)
    assert "get /api/bookings/{number}" in BOOKING_ROUTES


def test_every_name_in_a_path_is_known_to_the_tables():
    """A new kind of name needs a pattern or a table of its own, here or in test_publish.py."""
    names = {}
    for path, _, operation in operations(admin=False):
        for one in parameters_of(path, operation):
            if one["in"] == "path":
                names[one["name"]] = one["schema"].get("pattern", "")[:3]
    names = {name: pattern for name, pattern in names.items() if pattern not in ("^O-", "^B-")}
    assert set(names) == {"eventId", "provider", "name"}


def same(answers, status, code):
    assert {(one.status, one.body) for one in answers} == {(status, answers[0].body)}, \
        [(one.status, one.body) for one in answers]
    if code:
        assert answers[0].code == code


def same_404(answers, code):
    same(answers, 404, code)


@pytest.mark.parametrize("route", ORDER_ROUTES)
def test_an_order_of_somebody_else_is_as_unknown_as_one_that_is_not(sold, route):
    names = [sold.paid, sold.owner.order, NOBODYS_ORDER, *MALFORMED]
    if "refund-preview" not in route:
        names.append(LONG)
    same_404([ORDER_ROUTES[route](sold.stranger, name) for name in names], "ORDER_NOT_FOUND")
    same([ORDER_ROUTES[route](sold.server.guest(), name) for name in names], 401,
         "VISITOR_REQUIRED")


@pytest.mark.parametrize("route", PAGES)
def test_nor_has_it_a_page(sold, route):
    names = [sold.paid, sold.owner.order, NOBODYS_ORDER, "O-1", "1"]
    same_404([PAGES[route](sold.stranger, name) for name in names], None)
    assert PAGES[route](sold.owner, sold.paid).status == 200


@pytest.mark.parametrize("route", BOOKING_ROUTES)
def test_a_booking_number_alone_proves_nothing(sold, route):
    names = [sold.booking, NOBODYS_BOOKING, sold.booking[:-1] + "2", sold.paid, *MALFORMED, LONG]
    same_404([BOOKING_ROUTES[route](sold.stranger, name) for name in names], "BOOKING_NOT_FOUND")
    same([BOOKING_ROUTES[route](sold.server.guest(), name) for name in names], 401,
         "VISITOR_REQUIRED")
    assert BOOKING_ROUTES[route](sold.owner, sold.booking).status == 200
    assert sold.stranger.bookings() == []


def test_the_owner_lost_nothing_by_all_that(sold):
    assert sold.owner.get(f"/api/orders/{sold.paid}")["state"] == "paid"
    assert sold.owner.shown()["state"] == "paying"
    assert sold.money(sold.paid) == (money_of("R"), 0)
    sold.until_counts(sold=1, paying=1)


def test_a_payment_page_asks_for_no_cookie_and_shows_nothing_of_the_guest(sold):
    page = sold.server.get(sold.owner.paying["payUrl"])
    assert page.status == 200 and not page.cookies()
    assert sold.paid not in page.body.decode() and "F1-A-2" not in page.body.decode()
    assert sold.server.get("/demo-pay/demo-000000000000000000000000").status == 404
    assert sold.server.get("/demo-pay/..%2f").status == 404


def test_somebody_elses_entry_token_or_cookies_of_another_event_hold_nothing(sold):
    other = sold.buyer()
    entry = other.cookies[f"onsale_e_{EVENT}"]
    forged = sold.server.guest()
    forged.cookies[f"onsale_e_{EVENT}"] = entry[:-2] + ("AA" if entry[-2:] != "AA" else "BB")
    body = {"eventId": EVENT, "performanceId": DAY, "seatIds": ["F1-A-5"]}
    assert forged.call("POST", "/api/booking/seats/select", body).code == "ENTRY_TOKEN_REQUIRED"
    queue_token = sold.server.guest()
    queue_token.cookies[f"onsale_e_{EVENT}"] = other.token
    assert queue_token.call("POST", "/api/booking/seats/select", body).code \
        == "ENTRY_TOKEN_REQUIRED"


def test_changes_need_this_site_or_its_header(sold):
    calls = [("/api/booking/seats/select", {"eventId": EVENT, "performanceId": DAY,
                                            "seatIds": ["F1-A-6"]}),
             ("/api/booking/seats/best", {"eventId": EVENT, "performanceId": DAY, "count": 1}),
             ("/api/booking/seats/release", {"eventId": EVENT, "performanceId": DAY}),
             ("/api/payment/request", {"eventId": EVENT, "performanceId": DAY}),
             ("/api/payment/cancel", {"orderId": sold.owner.order}),
             ("/api/payment/confirm", {"orderId": sold.owner.order, "paymentKey": "k",
                                       "amount": 1, "currency": "KRW"})]
    cookie = "; ".join(f"{name}={value}" for name, value in sold.owner.cookies.items())
    for path, body in calls:
        refused = sold.server.request("POST", path, body, {
            "Cookie": cookie, "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"})
        assert refused.status == 403 and refused.code == "FOREIGN_ORIGIN", (path, refused.body)


FOREIGN_FIELDS = {"price": 1, "amount": 1, "total": 1, "state": "paid", "owner": "me",
                  "guest": "00" * 16, "guestId": "00" * 16, "admission": 1, "fence": 1,
                  "holdUntil": "2030-01-01T00:00:00Z", "discount": 100, "merchant": "me",
                  "attempt": 1, "booking": "B-20261115-222222"}
BODIES = {
    "/api/booking/seats/select": ({"eventId": EVENT, "performanceId": DAY,
                                   "seatIds": ["F1-A-8"]}, ()),
    "/api/booking/seats/best": ({"eventId": EVENT, "performanceId": DAY, "count": 1}, ()),
    "/api/booking/seats/release": ({"eventId": EVENT, "performanceId": DAY}, ()),
    "/api/payment/request": ({"eventId": EVENT, "performanceId": DAY}, ()),
    "/api/payment/confirm": ({"orderId": NOBODYS_ORDER, "paymentKey": "k", "amount": 1,
                              "currency": "KRW"}, ("amount",)),
    "/api/payment/cancel": ({"orderId": NOBODYS_ORDER, "amount": 1, "currency": "KRW"},
                            ("amount",)),
    "/api/queue/enter": ({"eventId": EVENT}, ()),
}


@pytest.mark.parametrize("path", BODIES)
def test_price_state_and_owner_in_a_body_are_refused(sold, path):
    body, own = BODIES[path]
    for field, value in FOREIGN_FIELDS.items():
        if field in own:
            continue
        refused = sold.stranger.call("POST", path, {**body, field: value})
        assert refused.status == 400 and refused.code == "BAD_FIELD", (field, refused.body)
    assert sold.stranger.seats()["mine"] == []


def test_types_that_are_not_meant_are_refused(sold):
    guest = sold.stranger
    for seats in ("F1-A-8", [1], [None], [["F1-A-8"]], {"F1-A-8": 1}, [""], ["x" * 1000],
                  ["F1-A-8"] * 1000):
        body = {"eventId": EVENT, "performanceId": DAY, "seatIds": seats}
        assert guest.call("POST", "/api/booking/seats/select", body).status == 400, seats
    for amount in (-1, 1.5, "1", 2**70, None, True):
        body = {"orderId": sold.paid, "paymentKey": "k", "amount": amount, "currency": "KRW"}
        assert guest.call("POST", "/api/payment/confirm", body).status == 400, amount
    for types in ([], "adult", {"F1-A-8": 1}, {"F1-A-8": ""}, {"F1-A-8": {"amount": 1}}):
        body = {"eventId": EVENT, "performanceId": DAY, "priceTypes": types}
        assert guest.call("POST", "/api/payment/request", body).status == 400, types


# --- attempts to bypass the rules of a turn, all of which must fail



def test_cycling_through_seats_never_extends_the_deadline(server):
    shop = Shop(server).open(plan=small_hall(80, 80),
                             rules={"holdTtl": "4s", "retakeAfter": "10m"})
    buyer = shop.buyer()
    began = time.monotonic()
    deadlines = {buyer.select("F1-A-1")["hold"]["until"]}
    turn = 1
    while time.monotonic() - began < 3:
        turn += 1
        deadlines.add(buyer.select(f"F1-A-{turn}")["hold"]["until"])
        deadlines.add(buyer.best(1, section="F2")["hold"]["until"])
        if turn % 5 == 0:  # Returning everything and starting again gives no new deadline.
            buyer.release()
        time.sleep(0.1)
    deadlines.add(buyer.select("F1-A-79")["hold"]["until"])
    assert len(deadlines) == 1 and turn > 5
    shop.until_counts(held=1)
    eventually(lambda: shop.counts()["held"] == 0, 3)
    assert buyer.select("F1-A-80", expect=409)["code"] == "HOLD_TIME_OVER"
    assert buyer.best(1, expect=409)["code"] == "HOLD_TIME_OVER"


def test_a_seat_cannot_be_handed_to_an_accomplice(server):
    shop = Shop(server).open(rules={"returnDelayMax": "30s", "retakeAfter": "10m"})
    holder, accomplice = shop.buyers(2)
    # Each seat gets a random delay. It is practically impossible that all ten have expired already.
    for number in range(1, 11):
        holder.select(f"F1-A-{number}")
    holder.release()
    eventually(lambda: shop.counts()["returned"] >= 6, 1)
    refusals = [accomplice.call("POST", "/api/booking/seats/select", {
        "eventId": EVENT, "performanceId": DAY, "seatIds": [f"F1-A-{number}"]})
        for number in range(1, 11)]
    taken = [one for one in refusals if one.status == 409]
    assert len(taken) >= 6 and {one.code for one in taken} == {"SEAT_TAKEN"}
    # Other guests see returned seats as sold.
    assert accomplice.seats()["states"][:10].count("s") >= 6


def test_who_gave_a_seat_back_cannot_take_it_again(server):
    shop = Shop(server).open(rules={"retakeAfter": "10m"})
    buyer, other = shop.buyers(2)
    buyer.select("F1-A-1")
    buyer.release()
    # Until its return delay is over, the seat counts as taken. The numbers of free seats come from
    # another view, which may not have seen the hold yet.
    eventually(lambda: buyer.select("F1-A-1", expect=409)["code"] == "SEAT_GIVEN_BACK", 2)
    # The best-seat search does not return it to this guest either.
    plan_of_one = buyer.best(1, section="F1")["seatIds"]
    assert plan_of_one != ["F1-A-1"]
    other.select("F1-A-1")


def test_paying_for_ever_ends_with_the_attempts(server):
    shop = Shop(server).open(rules={"holdTtl": "10s"}, prices=terms(rules={"attemptsMax": 3}))
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    for attempt in (1, 2, 3):
        assert buyer.request()["order"]["attempt"] == attempt
        # Confirming without pressing a button is a decline.
        told = buyer.confirm()
    assert told["state"] == "ended" and told["reason"] == "attempts_used"
    assert "The last attempt to pay failed; the seats were given back." in buyer.page()
    refused = buyer.call("POST", "/api/payment/request", {"eventId": EVENT, "performanceId": DAY})
    assert refused.code in ("NO_HOLD", "ATTEMPTS_USED", "ENTRY_TOKEN_REQUIRED")
    eventually(lambda: shop.counts()["free"] == 20, 2)
    assert shop.money(buyer.order) == (0, 0)


def test_paying_for_ever_ends_with_the_time(server):
    shop = Shop(server).open(rules={"holdTtl": "2s"}, prices=terms(rules={"payingCap": "3s"}))
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    first = buyer.request()
    began = time.monotonic()
    # Repeated requests are the same attempt with the same deadline.
    while time.monotonic() - began < 2:
        again = buyer.request()
        assert again["payBy"] == first["payBy"] and again["order"]["attempt"] == 1
        time.sleep(0.2)
    told = buyer.until("ended", 4)
    assert told["reason"] == "pay_time_used"
    eventually(lambda: shop.counts()["free"] == 20, 2)
    way_back = buyer.press("approve")
    page = buyer.page(buyer.come_back(way_back))
    assert "The time to pay was used up and the seats were given back." in page
    assert shop.money(buyer.order) == (0, 0)


def test_one_open_order_at_a_time(server):
    shop = Shop(server).open(plan=hall(section("F1", row("F1", "A", 4, "R"))))
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    buyer.request()
    assert buyer.select("F1-A-2", expect=409)["code"] == "ORDER_BEING_PAID"
    assert buyer.best(2, expect=409)["code"] == "ORDER_BEING_PAID"
    refused = buyer.release(expect=409)
    assert refused["code"] == "ORDER_BEING_PAID"
    assert refused["details"] == {"orderId": buyer.order}
    shop.until_counts(paying=1, free=3)

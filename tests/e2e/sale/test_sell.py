"""From the line to the booking: the actions of a guest over HTTP, as a browser performs them."""

import re
import time

import pytest

from onsale import eventually
from shop import DAY, EVENT, FEE, PRICES, YOUTH, Shop, hall, money_of, row, section, terms

BOOKING = re.compile(r"B-\d{8}-[0-9A-Z]{6}")
SUNDAY = "day-2"


@pytest.fixture
def shop(server):
    return Shop(server).open()


def letters(buyer, day=DAY):
    return buyer.seats(day)["states"]


# --- the journey


def test_a_guest_chooses_pays_and_has_a_booking(shop):
    buyer, other = shop.buyers(2)
    held = buyer.select("F1-A-1", "F1-A-2")
    assert held["seatIds"] == ["F1-A-1", "F1-A-2"] and held["mine"] == [0, 1]
    told = buyer.request()
    assert told["amount"] == money_of("R", "R") and told["payUrl"].startswith("/demo-pay/")
    assert told["order"]["quote"]["total"] == told["amount"]
    eventually(lambda: buyer.seats()["hold"]["state"] == "paying", 1)
    buyer.press("approve")
    paid = buyer.confirm()
    assert paid["state"] == "paid" and BOOKING.fullmatch(paid["bookingNumber"])
    assert [step["state"] for step in paid["history"]][-1] == "paid"
    (booking,) = buyer.bookings()
    assert booking["bookingNumber"] == paid["bookingNumber"]
    assert [line["seat"] for line in booking["quote"]["lines"]] == ["F1-A-1", "F1-A-2"]
    assert buyer.get(f"/api/bookings/{paid['bookingNumber']}")["orderId"] == buyer.order
    eventually(lambda: letters(other) == "ss" + "f" * 18, 1)
    assert shop.money(buyer.order) == (money_of("R", "R"), 0)
    shop.until_counts(free=18, held=0, paying=0, sold=2, returned=0, blocked=0)


def test_the_browser_comes_back_from_the_payment_page_to_its_order(shop):
    buyer = shop.buyer()
    buyer.select("F2-B-1")
    buyer.request()
    way_back = buyer.press("approve")
    where = buyer.come_back(way_back)
    assert where == f"/en/payment/{buyer.order}"
    # The payment is confirmed after the answer to the browser. The page shows it later.
    eventually(lambda: "Paid. Your seats are booked." in buyer.page(where))
    page = buyer.page(where)
    assert BOOKING.search(page)
    assert "101,000 won" in page and "F2-B-1" in page and "TEST - no real money" in page
    assert "결제가 완료되어 예매가 확정되었습니다." in \
        buyer.page(f"/ko/payment/{buyer.order}")
    # Going back and reloading charge nothing again.
    assert buyer.come_back(way_back) == where
    assert shop.money(buyer.order) == (money_of("S"), 0) and len(buyer.bookings()) == 1


def test_a_booking_ends_the_turn_and_frees_the_slot(server):
    shop = Shop(server).open(line={"maxActive": 1})
    buyer = shop.buyer()
    next_one = server.guest()
    assert not next_one.enter(EVENT)["canEnter"]
    buyer.buy("F1-A-1")
    eventually(lambda: next_one.status(EVENT)["canEnter"], 2)
    assert buyer.map().status == 403 and buyer.map().code == "ENTRY_TOKEN_REQUIRED"
    assert buyer.select("F1-A-2", expect=403)["code"] == "ENTRY_TOKEN_REQUIRED"
    assert buyer.status(EVENT)["reason"] == "completed"


def test_everything_of_a_purchase_survives_kill_9(shop):
    buyer, holder = shop.buyers(2)
    paid = buyer.buy("F1-A-1")
    until = holder.select("F2-B-1")["hold"]["until"]
    shop.server.kill()
    shop.server.start()
    assert buyer.get(f"/api/bookings/{paid['bookingNumber']}")["state"] == "paid"
    seats = holder.seats()
    assert seats["mine"] == [10] and seats["states"][0] == "s"
    # The deadline is the old one. The downtime may be added.
    assert seats["hold"]["until"] >= until
    assert holder.pay()["state"] == "paid"


# --- the texts of the order's page


def test_a_declined_payment_keeps_the_seats_and_can_be_tried_again(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    first = buyer.request()["order"]["orderId"]
    where = buyer.come_back(buyer.press("decline"))
    told = buyer.until("held", 5)
    assert told["declined"] == "card" and told["attemptsLeft"] == 2
    page = buyer.page(where)
    assert "The payment was not accepted. Nothing was charged." in page
    assert "This card is not accepted: try another one." in page and "Until" in page
    assert buyer.seats()["mine"] == [0]
    assert buyer.pay()["state"] == "paid"
    assert buyer.order == first and buyer.shown()["attempt"] == 2
    assert shop.money(first) == (money_of("R"), 0)


def test_after_a_late_decline_the_guest_can_pay_again(server):
    shop = Shop(server).open(line={"admissionTtl": "3s", "claimWithin": "0s", "extension": "0s"},
                             rules={"holdTtl": "3s"})
    buyer, tab = shop.buyers(2)
    buyer.select("F1-A-1")
    # Another tab of the same browser polls the status.
    tab.cookies, tab.token = buyer.cookies, buyer.token
    tab.cookies_end = buyer.cookies_end
    buyer.request()
    began = time.monotonic()
    while time.monotonic() - began < 4.5:
        assert buyer.shown()["state"] == "paying"
        assert tab.status(EVENT)["status"] == "admitted"
        time.sleep(0.3)
    # "Continue" on the order's page, after the deadline of the admission.
    assert buyer.request()["order"]["attempt"] == 1
    buyer.come_back(buyer.press("decline"))
    buyer.until("held", 5)
    # "Pay again" on the order's page.
    assert buyer.pay()["state"] == "paid"
    assert buyer.shown()["attempt"] == 2


def test_leaving_the_payment_page_is_a_decline_in_other_words(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    buyer.request()
    where = buyer.come_back(buyer.press("leave"))
    assert buyer.until("held", 5)["declined"] == "guest_left"
    assert "You left the payment page: you can pay again." in buyer.page(where)


def test_an_unknown_outcome_is_said_in_words_until_it_is_known(shop):
    """A page that can charge by itself reports "failed". Only the provider's answer is final."""
    for attempt in range(1, 10):
        buyer = shop.buyer()
        buyer.select(f"F1-A-{attempt}")
        buyer.request()
        page = buyer.page(buyer.come_back(buyer.press("decline")))
        if "We do not know yet" in page:
            break
    assert "Do not pay again. Your seats are kept for you." in page
    assert "We ask the payment company again at" in page and "may close this page" in page
    buyer.until("held", 5)


# --- returning seats


def test_cancelling_gives_the_seats_back_and_nothing_is_charged(shop):
    buyer, other = shop.buyers(2)
    buyer.select("F1-A-1")
    buyer.request()
    assert other.select("F1-A-1", expect=409)["code"] == "SEAT_TAKEN"
    ended = buyer.cancel()
    assert ended["state"] == "ended" and ended["reason"] == "cancelled"
    assert "You cancelled it; the seats were given back." in buyer.page()
    eventually(lambda: letters(other)[0] == "f", 2)
    assert other.buy("F1-A-1")["state"] == "paid"
    assert shop.money(buyer.order) == (0, 0)
    assert buyer.confirm(expect=409)["code"] == "ORDER_ENDED"


def test_a_part_of_a_booking_can_be_given_back_and_then_the_rest(shop):
    buyer = shop.sell("F1-A-1", "F1-A-2")
    preview = buyer.refund_preview(["F1-A-1"])
    assert preview["amount"] == money_of("R") and preview["released"] == "at-once"
    assert buyer.refund("F1-A-1", amount=1, expect=409)["code"] == "AMOUNT_CHANGED"
    buyer.refund("F1-A-1")
    buyer.until_refunded(1)
    assert buyer.refund("F1-A-1", amount=money_of("R"), expect=409)["code"] == "ALREADY_REFUNDED"
    eventually(lambda: shop.counts()["free"] == 19, 2)
    buyer.refund()
    buyer.until_refunded(2)
    assert shop.money(buyer.order) == (money_of("R", "R"), money_of("R", "R"))
    assert "<dt>Refund</dt>" in buyer.page()
    eventually(lambda: shop.counts()["free"] == 20, 2)


def test_a_late_refund_keeps_what_the_table_says(server):
    refunds = {"rows": [{"daysBefore": 1, "keepPermille": 300}], "freeWithin": "0s",
               "freeUntilDays": 1}
    shop = Shop(server).open(prices=terms(refunds=refunds))
    buyer = shop.sell("F2-B-1")
    preview = buyer.refund_preview()
    kept = PRICES["S"] * 3 // 10
    assert preview["amount"] == PRICES["S"] - kept
    assert {one["kind"]: one["amount"] for one in preview["deductions"]} == {
        "cancellation": kept, "seat_fees": FEE}
    buyer.refund()
    buyer.until_refunded()
    assert shop.money(buyer.order) == (money_of("S"), PRICES["S"] - kept)


# --- prices


def test_price_types_are_the_servers_and_each_seat_has_its_own(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1", "F1-A-2")
    assert buyer.request(priceTypes={"F1-A-1": "pirate"}, expect=409)["code"] \
        == "PRICE_TYPE_UNKNOWN"
    assert buyer.request(priceTypes={"F1-A-9": "youth"}, expect=409)["code"] == "NO_HOLD"
    told = buyer.request(priceTypes={"F1-A-1": "youth"})
    lines = {line["seat"]: line for line in told["order"]["quote"]["lines"]}
    assert lines["F1-A-1"]["type"] == "youth" and lines["F1-A-1"]["price"] == YOUTH
    assert lines["F1-A-2"]["type"] == "adult" and lines["F1-A-2"]["fees"] == FEE
    assert told["amount"] == YOUTH + FEE + money_of("R")


def test_a_change_of_prices_does_not_touch_an_order_that_has_begun(shop):
    buyer, later = shop.buyers(2)
    buyer.select("F1-A-1")
    later.select("F1-A-2")
    buyer.request()
    dearer = terms()
    for grade in dearer["prices"]["grades"]:
        grade["types"][0]["amount"] += 1000
    shop.admin("PUT", "/terms", dearer)
    buyer.press("approve")
    buyer.confirm()
    assert shop.money(buyer.order) == (money_of("R"), 0)
    assert later.request()["amount"] == money_of("R") + 1000


# --- several performances and purchases


def test_performances_are_sold_apart_and_only_one_is_paid_at_a_time(server):
    shop = Shop(server).open(days=(DAY, SUNDAY))
    buyer, other = shop.buyers(2)
    buyer.select("F1-A-1")
    buyer.select("F1-A-1", day=SUNDAY)
    buyer.request()
    assert buyer.request(SUNDAY, expect=409)["code"] == "ORDER_BEING_PAID"
    buyer.press("approve")
    buyer.confirm()
    eventually(lambda: letters(other)[0] == "s", 1)
    # The turn has ended, so the hold for the other day was released.
    eventually(lambda: letters(other, SUNDAY)[0] == "f", 2)
    assert other.buy("F1-A-1", day=SUNDAY)["performanceId"] == SUNDAY


def test_more_purchases_let_a_guest_stay_until_the_limit(server):
    shop = Shop(server).open(sale={"morePurchases": True, "seatsPerGuest": 3})
    buyer = shop.buyer()
    buyer.buy("F1-A-1", "F1-A-2")
    assert buyer.select("F1-A-3", "F1-A-4", expect=409)["code"] == "LIMIT_REACHED"
    assert buyer.best(2, expect=409)["code"] == "LIMIT_REACHED"
    buyer.buy("F1-A-3")
    assert buyer.select("F2-B-1", expect=409)["code"] == "LIMIT_REACHED"
    assert len(buyer.bookings()) == 2
    # Refunded seats no longer count.
    buyer.refund()
    buyer.until_refunded()
    buyer.buy("F2-B-1")
    shop.until_counts(sold=3)


def test_a_limit_of_each_performance_counts_over_orders(server):
    shop = Shop(server).open(days=(DAY, SUNDAY),
                             sale={"morePurchases": True, "seatsPerPerformance": 1})
    buyer = shop.buyer()
    buyer.buy("F1-A-1")
    assert buyer.select("F1-A-2", expect=409)["code"] == "LIMIT_REACHED"
    buyer.buy("F1-A-2", day=SUNDAY)


# --- what can be chosen


def test_a_choice_is_all_or_nothing_and_replaces_the_last_one(shop):
    buyer, other = shop.buyers(2)
    buyer.select("F1-A-5")
    refused = other.select("F1-A-4", "F1-A-5", expect=409)
    assert refused["code"] == "SEAT_TAKEN" and refused["details"]["seats"] == ["F1-A-5"]
    offers = refused["details"]["offers"]
    assert len(offers) == 2 and other.select(*offers)["seatIds"] == offers
    again = buyer.select("F1-A-5")
    assert buyer.select("F1-A-5")["hold"]["until"] == again["hold"]["until"]
    swapped = buyer.select("F1-A-9", "F1-A-10")
    assert swapped["hold"]["until"] == again["hold"]["until"]
    shop.until_counts(held=4, free=16)
    assert buyer.select(expect=400)["code"] == "NOTHING_CHOSEN"
    assert buyer.select("F9-Z-1", expect=404)["code"] == "SEAT_NOT_FOUND"
    too_many = [f"F2-B-{number}" for number in range(1, 6)]
    assert buyer.select(*too_many, expect=409)["code"] == "HOLD_LIMIT"


def accessible_hall():
    front = row("F1", "A", 6, "R")
    front["seats"][0]["accessible"] = True
    front["seats"][1]["companionOf"] = "F1-A-1"
    front["seats"][5]["accessible"] = True
    return hall(section("F1", front))


def test_blocked_and_accessible_seats(server):
    shop = Shop(server).open(plan=accessible_hall(), rules={"accessiblePerHold": 1})
    shop.house("block", seats=["F1-A-3"], reason="press")
    buyer, other = shop.buyers(2)
    eventually(lambda: letters(buyer) == "ffbfff", 1)
    assert buyer.select("F1-A-3", expect=409)["code"] == "SEAT_TAKEN"
    assert buyer.select("F1-A-2", expect=409)["code"] == "COMPANION_ALONE"
    assert buyer.select("F1-A-1", "F1-A-6", expect=409)["code"] == "ACCESSIBLE_LIMIT"
    assert buyer.best(2, kind="accessible")["seatIds"] == ["F1-A-1", "F1-A-2"]
    assert sorted(other.best(2)["seatIds"]) == ["F1-A-4", "F1-A-5"]
    assert shop.buyer().best(1, expect=409)["code"] == "NOT_ENOUGH_SEATS"
    assert buyer.pay()["state"] == "paid"


def test_standing_areas_are_sold_by_quantity(server):
    pit = {"id": "PIT", "grade": "S", "x": 0, "y": 0, "quantity": 5}
    shop = Shop(server).open(plan=hall(section("F1", row("F1", "A", 2, "R"), areas=[pit])))
    one, two = shop.buyers(2)
    held = one.best(3, kind="standing")
    assert all(seat.startswith("PIT-") for seat in held["seatIds"]) and len(held["mine"]) == 3
    assert two.best(3, kind="standing", expect=409)["code"] == "NOT_ENOUGH_SEATS"
    two.best(2, kind="standing")
    assert one.pay()["quote"]["total"] == money_of("S", "S", "S")


def test_best_goes_by_grade_section_and_price(shop):
    def best(count=2, expect=200, **wish):
        told = shop.buyer().best(count, expect=expect, **wish)
        return told["seatIds"] if expect == 200 else told["code"]

    assert all(seat.startswith("F1-") for seat in best())
    assert all(seat.startswith("F2-") for seat in best(grades=["S"]))
    assert all(seat.startswith("F2-") for seat in best(section="F2"))
    assert all(seat.startswith("F2-") for seat in best(priceMax=money_of("S")))
    # The limit applies to the price with fees.
    assert best(priceMax=PRICES["S"], expect=409) == "NOT_ENOUGH_SEATS"
    assert best(grades=["X"], expect=404) == "GRADE_NOT_FOUND"
    assert best(section="F7", expect=404) == "SECTION_NOT_FOUND"
    assert best(grades=[], expect=400) == "BAD_FIELD"
    assert best(0, expect=400) == "BAD_FIELD"
    assert best(5, expect=409) == "HOLD_LIMIT"


def test_best_leaves_nobody_alone_and_says_when_seats_are_apart(server):
    shop = Shop(server).open(plan=hall(section("F1", row("F1", "A", 5, "R"))))
    buyer = shop.buyer()
    first = buyer.best(2)["seatIds"]
    assert first in (["F1-A-1", "F1-A-2"], ["F1-A-4", "F1-A-5"])  # Three adjacent seats remain.
    buyer.select("F1-A-2", "F1-A-4")
    eventually(lambda: shop.counts()["free"] == 3, 2)
    assert shop.buyer().best(2, expect=409)["code"] == "NOT_TOGETHER"


# --- what is left


def test_what_is_left_is_told_as_finely_as_the_seller_allows(shop):
    def left(name="seats"):
        return shop.server.get(f"/api/events/{EVENT}").json()["event"].get(name)

    shop.house("block", seats=["F1-A-1", "F1-A-2", "F1-A-3"], reason="press")
    assert eventually(lambda: (it := left())["free"] == 17 and it, 2) == {
        "free": 17, "mayReturn": 0, "rough": False}
    waiting = shop.server.guest()
    assert waiting.enter(EVENT)["seatsFree"] == 17
    shop.set_sale(leftShown="rough")
    assert eventually(lambda: (it := left())["rough"] and it, 2)["free"] == 20
    shop.set_sale(leftShown="none")
    eventually(lambda: left() is None, 2)
    assert left("soldOut") is False
    eventually(lambda: "seatsFree" not in waiting.status(EVENT), 2)


def test_nothing_is_sold_after_the_sale_but_what_was_begun_is_finished(shop):
    payer, holder = shop.buyers(2)
    payer.select("F1-A-1")
    payer.request()
    holder.select("F1-A-2")
    shop.admin("POST", "/actions", {"action": "close"})
    select = {"eventId": EVENT, "performanceId": DAY, "seatIds": ["F1-A-2"]}
    late = holder.call("POST", "/api/booking/seats/select", select)
    assert late.code in ("SALE_NOT_OPEN", "ENTRY_TOKEN_REQUIRED")
    payer.press("approve")
    assert payer.confirm()["state"] == "paid"


def test_the_demo_event_sells_both_its_performances(make_server):
    server = make_server(demo=True).start()
    for day in ("day-1", "day-2"):
        buyer = Shop(server, "demo").buyer()
        held = buyer.best(2, day=day)["seatIds"]
        told = buyer.pay(day=day)
        assert told["state"] == "paid" and len(held) == 2
        assert told["quote"]["total"] == sum(
            line["price"] + line["fees"] for line in told["quote"]["lines"])


# --- sold out


def test_sold_out_is_said_when_nothing_can_return_and_a_refund_reopens_it(server):
    shop = Shop(server).open(plan=hall(section("F1", row("F1", "A", 2, "R"))),
                             line={"maxActive": 2})
    buyer, late = shop.buyers(2)
    waiting = server.guest()
    assert waiting.enter(EVENT)["status"] == "waiting"
    buyer.select("F1-A-1", "F1-A-2")
    # "All taken" is not "sold out", because seats may be returned.
    told = eventually(lambda: (it := waiting.status(EVENT)).get("seatsFree") == 0 and it, 3)
    assert told["status"] == "waiting" and told["seatsMayReturn"] == 2
    refused = late.select("F1-A-1", expect=409)
    assert refused["code"] == "SEAT_TAKEN"
    assert late.seats()["mayReturn"] == 2 and not late.seats()["soldOut"]
    buyer.pay()
    told = eventually(lambda: (it := waiting.status(EVENT))["status"] == "sold_out" and it, 2)
    assert told["seatsFree"] == 0 and told["seatsMayReturn"] == 0
    assert server.guest().enter(EVENT, expect=409)["code"] == "SOLD_OUT"
    eventually(lambda: late.seats()["soldOut"], 2)
    assert late.best(1, expect=409)["code"] == "SOLD_OUT"
    assert late.select("F1-A-1", expect=409)["code"] == "SOLD_OUT"
    assert not waiting.status(EVENT)["canEnter"]
    buyer.refund("F1-A-1")
    buyer.until_refunded()
    eventually(lambda: shop.counts()["free"] == 1, 2)
    eventually(lambda: waiting.status(EVENT)["canEnter"], 3)
    assert late.buy("F1-A-1")["state"] == "paid"


def test_the_guest_comes_back_in_the_language_of_the_page(server):
    buyer = Shop(server).open().buyer()
    buyer.select("F1-A-1")
    buyer.request(language="ko")
    assert buyer.come_back(buyer.press("approve")) == f"/ko/payment/{buyer.order}"

"""A faulty provider: whatever Demo Pay does, a guest is charged once and gets seats or a refund."""

import collections
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

import demo_pay_log
from onsale import eventually
from shop import DemoWebhook, Shop, fields_of, money_of

PATIENCE = 50  # The gateway times out after thirty seconds if an answer is lost.


@pytest.fixture
def shop(server):
    return Shop(server).open()


def at_page(shop, *seats):
    """A buyer who was sent to the payment page."""
    buyer = shop.buyer()
    buyer.select(*seats)
    buyer.request()
    return buyer


def at_once(*calls):
    """Runs the calls concurrently. Returns their results in order."""
    gate = threading.Barrier(len(calls))

    def run(call):
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [one.result() for one in [pool.submit(run, call) for call in calls]]


def tried(buyer, path, body):
    """The code of a refusal, or the state of the order."""
    response = buyer.call("POST", path, body, timeout=PATIENCE)
    told = response.json()
    return told["state"] if response.status in (200, 202) else told["code"]


# --- answers


@pytest.mark.parametrize("answer, state", [("approve", "paid"), ("decline", "held")])
def test_a_provider_told_its_answer_beforehand_shows_no_page(make_server, answer, state):
    shop = Shop(make_server(settings={"demo_pay.answer": answer}).start()).open()
    buyer = at_page(shop, "F1-A-1")
    assert buyer.paying["payUrl"].startswith("/api/payment/return/demo?state=")
    buyer.come_back(buyer.paying["payUrl"])
    buyer.until(state)
    assert shop.provider_charged(buyer.order) == (buyer.paying["amount"] if state == "paid" else 0)


def test_slow_lost_and_overtaken_answers_all_end_in_one_charge_and_one_booking(shop):
    scripts = ["lose-answer", "slow", "webhook-first", "duplicate-webhook", "late-webhook",
               "charge-at-page"]
    buyers = {script: at_page(shop, f"F1-A-{at}") for at, script in enumerate(scripts, 1)}
    returned = {}

    def confirm(script):
        buyers[script].press(script)
        told = buyers[script].confirm(timeout=PATIENCE)
        returned[script] = time.monotonic()
        return told["state"]

    began = time.monotonic()
    with ThreadPoolExecutor(len(scripts)) as pool:
        confirms = {script: pool.submit(confirm, script) for script in scripts}
        # The webhook reports the result within seconds, even if the answer is slow or lost.
        for buyer in buyers.values():
            buyer.until("paid", 3)
        assert "lose-answer" not in returned and "slow" not in returned
        assert {one.result() for one in confirms.values()} == {"paid"}
    assert returned["slow"] - began > 10
    for script, buyer in buyers.items():
        assert shop.money(buyer.order) == (money_of("R"), 0), script
        order = shop.order(buyer.order)
        assert len(order["charges"]) == 1 and not order["refunds"] and len(buyer.bookings()) == 1
    shop.until_counts(sold=len(scripts))


def test_a_slow_answer_keeps_no_browser_on_the_providers_page(shop):
    buyer = at_page(shop, "F1-A-1")
    # The answer takes twelve seconds. A webhook may be faster.
    where = buyer.come_back(buyer.press("slow"), timeout=8)
    told = buyer.shown()
    assert told["state"] in ("paying", "paid") and "deadline" not in told
    page = buyer.page(where)
    assert "Your payment is being confirmed" in page or "Your seats are booked" in page
    buyer.until("paid", PATIENCE)
    assert shop.money(buyer.order) == (money_of("R"), 0)


def test_a_guest_who_never_comes_back_has_the_booking_all_the_same(shop):
    buyer = at_page(shop, "F1-A-1")
    buyer.press("charge-at-page")
    assert buyer.until("paid", 3)["bookingNumber"]


def test_a_second_press_and_a_second_confirm_charge_once(shop):
    buyer = at_page(shop, "F1-A-1")
    first = buyer.paying
    again = buyer.request()
    assert again["payUrl"] == first["payUrl"] and again["order"]["attempt"] == 1
    assert buyer.press("approve") == buyer.press("decline")  # The first press counts.
    states = at_once(*[lambda: tried(buyer, "/api/payment/confirm", confirm_body(buyer))] * 5)
    assert "paid" in states and set(states) <= {"paid", "paying"}
    buyer.until("paid", 3)
    assert shop.money(buyer.order) == (money_of("R"), 0)


def test_asking_to_pay_many_times_at_once_is_one_order(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    body = {"eventId": buyer.event, "performanceId": "day-1"}
    told = at_once(*[lambda: buyer.call("POST", "/api/payment/request", body).json()] * 8)
    assert len({one["order"]["orderId"] for one in told}) == 1
    assert len({one["payUrl"] for one in told}) == 1


# --- webhooks


def test_webhooks_a_hundred_times_in_any_order_change_nothing(shop):
    buyer = at_page(shop, "F1-A-1")
    buyer.come_back(buyer.press("decline"))
    buyer.until("held", 5)
    assert buyer.pay()["state"] == "paid"
    before = {**buyer.shown(), "serverTime": ""}
    said = [DemoWebhook(buyer, status, attempt=attempt)
            for attempt in (1, 2) for status in ("done", "declined", "left", "expired")
            if (status, attempt) != ("done", 1)] * 15
    random.Random(4).shuffle(said)
    with ThreadPoolExecutor(8) as pool:
        answers = collections.Counter(
            (one.status, one.body) for one in pool.map(DemoWebhook.send, said))
    assert answers == {(200, b"OK"): len(said)} and len(said) > 100
    assert {**buyer.shown(), "serverTime": ""} == before
    assert shop.money(buyer.order) == (money_of("R"), 0) and len(buyer.bookings()) == 1


def test_a_webhook_before_the_browser_books_and_the_browser_finds_it(shop):
    buyer = at_page(shop, "F1-A-1")
    way_back = buyer.press("charge-at-page")
    assert DemoWebhook(buyer).send().status == 200
    assert buyer.shown()["state"] == "paid"
    assert "Paid. Your seats are booked." in buyer.page(buyer.come_back(way_back))
    assert shop.money(buyer.order) == (money_of("R"), 0)


def test_money_that_comes_after_cancelling_goes_back_once(shop):
    buyer = at_page(shop, "F1-A-1")
    buyer.cancel()
    buyer.press("charge-at-page")  # In another tab.
    buyer.until_refunded()
    for _ in range(20):
        assert DemoWebhook(buyer).send().status == 200
    told = buyer.shown()
    assert told["state"] == "ended" and "bookingNumber" not in told and not buyer.bookings()
    assert [one["why"] for one in told["refunds"]] == ["late_charge"]
    assert shop.money(buyer.order) == (money_of("R"), money_of("R"))
    assert shop.sell("F1-A-1").shown()["state"] == "paid"


def test_a_webhook_without_proof_is_refused_in_one_way_whatever_is_wrong(shop):
    buyer = at_page(shop, "F1-A-1")
    good = DemoWebhook(buyer)
    changed = DemoWebhook(buyer)
    proof = "0" * 64
    refused = [good.send(signature=proof), good.send(signature="x"),
               good.send(age_s=3600), good.send(age_s=-3600),
               DemoWebhook(buyer, key="A" * 43).send(),
               DemoWebhook(buyer, merchant="somebody").send(),
               shop.server.request("POST", "/api/payment/webhook/demo", changed.body,
                                   {"Content-Type": "text/plain"})]
    changed.body = "anything"
    refused.append(changed.send())
    assert {(one.status, one.body) for one in refused} == {(401, refused[0].body)}
    assert refused[0].code == "WEBHOOK_REFUSED"
    assert good.send(path="/api/payment/webhook/nobody").code == "PROVIDER_NOT_FOUND"
    assert buyer.shown()["state"] == "paying" and shop.money(buyer.order) == (0, 0)


def test_a_webhook_with_another_amount_is_not_believed(shop):
    buyer = at_page(shop, "F1-A-1")
    for amount in (1, buyer.paying["amount"] - 1, buyer.paying["amount"] + 1):
        assert DemoWebhook(buyer, amount=amount).send().status == 200
    assert buyer.shown()["state"] == "paying" and shop.money(buyer.order) == (0, 0)
    buyer.press("approve")
    assert buyer.confirm()["state"] == "paid"
    assert DemoWebhook(buyer, amount=1).send().status == 200
    assert shop.money(buyer.order) == (money_of("R"), 0)


def test_a_webhook_about_an_order_that_is_not_there_is_taken_and_forgotten(shop):
    buyer = at_page(shop, "F1-A-1")
    for attempt in (2, 9):
        assert DemoWebhook(buyer, attempt=attempt).send().status == 200
    order, buyer.order = buyer.order, "O-0000000000001"
    assert DemoWebhook(buyer).send().status == 200
    buyer.order = order
    assert buyer.shown()["state"] == "paying"


# --- false confirms and returns


def test_another_amount_or_payment_confirms_nothing(shop):
    thief, victim = at_page(shop, "F1-A-1"), at_page(shop, "F1-A-2")
    assert thief.confirm(amount=1, expect=409)["code"] == "PAYMENT_MISMATCH"
    assert thief.confirm(currency="USD", expect=409)["code"] == "PAYMENT_MISMATCH"
    victim.press("approve")
    told = thief.confirm(paymentKey=victim.payment_key)
    assert told["state"] == "held" and told["declined"]
    assert victim.confirm()["state"] == "paid"
    assert shop.money(thief.order) == (0, 0)
    assert shop.money(victim.order) == (money_of("R"), 0)


def test_a_way_back_that_was_changed_believes_nothing(shop):
    buyer, other = at_page(shop, "F1-A-1"), at_page(shop, "F1-A-2")
    mine, theirs = buyer.press("approve"), other.press("approve")
    state, foreign = fields_of(mine)["state"], fields_of(theirs)["state"]
    # A payment of mine with the state of another guest leads to their order and pays nothing.
    where = buyer.come_back(mine.replace(state, foreign))
    assert where == f"/en/payment/{other.order}"
    assert buyer.call("GET", where + "?plain=1").status == 404
    assert buyer.come_back(mine.replace("amount=", "amount=9")) == f"/en/payment/{buyer.order}"
    broken = mine.replace(state, state[:-1] + ("A" if state[-1] != "A" else "B"))
    assert buyer.call("GET", broken).code == "PAYMENT_RETURN_INVALID"
    assert shop.money(other.order) == (0, 0) and shop.money(buyer.order) == (0, 0)


def test_demo_pay_is_only_for_events_made_as_demo(server):
    shop = Shop(server).open()
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    assert buyer.request(provider="nobody", expect=409)["code"] == "PROVIDER_NOT_ALLOWED"
    real = Shop(server, "real")
    server.create_event("real", performances=[{"id": "day-1",
                                               "startsAt": "2030-01-01T00:00:00Z"}])
    real.admin("PUT", "/performances/day-1/hall", shop.admin("GET", "/performances/day-1/hall"),
               expect=201)
    real.admin("PUT", "/terms", shop.admin("GET", "/terms"))
    guest = real.buyer()
    guest.select("F1-A-1")
    assert guest.request(provider="demo", expect=409)["code"] == "PROVIDER_NOT_ALLOWED"


# --- everything at once


def refund_body(buyer, *seats):
    return {"orderId": buyer.order, "amount": money_of(*["R"] * len(seats)), "currency": "KRW",
            "seats": list(seats)}


def confirm_body(buyer):
    return {"orderId": buyer.order, "paymentKey": buyer.payment_key,
            "amount": buyer.paying["amount"], "currency": "KRW"}


@pytest.mark.parametrize("round", range(5))
def test_cancel_confirm_and_three_refunds_at_once_add_up(shop, round):
    buyer = at_page(shop, "F1-A-1")
    buyer.press("approve")
    cancel = {"orderId": buyer.order}
    calls = [lambda: tried(buyer, "/api/payment/cancel", cancel),
             lambda: tried(buyer, "/api/payment/confirm", confirm_body(buyer))]
    calls += [lambda: tried(buyer, "/api/payment/cancel", refund_body(buyer, "F1-A-1"))] * 3
    random.Random(round).shuffle(calls)
    at_once(*calls)
    # No refund or payment is pending any more.
    eventually(lambda: all(one["state"] == "done" for one in buyer.shown()["refunds"])
               and buyer.shown()["state"] in ("paid", "ended"), 5)
    order = shop.order(buyer.order)
    charged, back = shop.money(buyer.order)
    assert len(order["charges"]) <= 1 and len(order["refunds"]) <= 1
    if order["state"] == "ended":
        assert charged == back and not buyer.bookings()
    else:
        assert charged == money_of("R") and back in (0, charged) and len(buyer.bookings()) == 1
    sold = 1 if charged != back else 0
    shop.until_counts(sold=sold, free=20 - sold)


def test_three_refunds_of_one_booking_at_once_give_back_once(shop):
    buyer = shop.sell("F1-A-1", "F1-A-2")
    whole = refund_body(buyer, "F1-A-1", "F1-A-2")
    said = at_once(*[lambda: tried(buyer, "/api/payment/cancel", whole)] * 3,
                   lambda: tried(buyer, "/api/payment/cancel", {"orderId": buyer.order}),
                   lambda: tried(buyer, "/api/payment/confirm", confirm_body(buyer)))
    assert sorted(said) == ["ALREADY_PAID", "ALREADY_REFUNDED", "ALREADY_REFUNDED", "paid", "paid"]
    buyer.until_refunded(1)
    assert shop.money(buyer.order) == (money_of("R", "R"), money_of("R", "R"))


def test_refunds_of_parts_that_overlap_at_once_never_exceed_the_charge(shop):
    buyer = shop.sell("F1-A-1", "F1-A-2", "F1-A-3")
    parts = [("F1-A-1", "F1-A-2"), ("F1-A-2", "F1-A-3"), ("F1-A-3", "F1-A-1"), ("F1-A-1",)]
    said = at_once(*[lambda part=part: tried(buyer, "/api/payment/cancel",
                                             refund_body(buyer, *part)) for part in parts])
    accepted = [part for part, word in zip(parts, said) if word == "paid"]
    seats = sum(accepted, ())
    assert len(seats) == len(set(seats)) >= 1
    buyer.until_refunded(len(accepted))
    assert shop.money(buyer.order) == (money_of("R", "R", "R"), money_of(*["R"] * len(seats)))


# --- refunds that fail


def refund_states(buyer):
    return [one["state"] for one in buyer.shown()["refunds"]]


def given_back(buyer):
    """Refunds of the order's first payment, according to the provider."""
    theirs = demo_pay_log.payments(buyer.server.data / "demo-pay.log")
    return sum(theirs[f"{buyer.order}-1"]["given_back"].values())


def until_refund(buyer, state):
    eventually(lambda: refund_states(buyer) == [state], 5)


def test_a_refund_that_the_provider_refuses_is_tried_again_by_the_operator(shop):
    buyer = shop.sell("F1-A-1")
    buyer.script_refunds("refuse")
    buyer.refund()
    until_refund(buyer, "failed")
    assert shop.money(buyer.order) == (money_of("R"), 0)
    buyer.script_refunds("approve")
    shop.server.admin("POST", f"/orders/{buyer.order}/refunds/0/retry")
    until_refund(buyer, "done")
    assert shop.money(buyer.order) == (money_of("R"), money_of("R"))


def test_a_refund_that_cannot_reach_the_provider_waits_and_gives_nothing_back(shop):
    buyer = shop.sell("F1-A-1")
    buyer.script_refunds("unreachable")
    buyer.refund()
    until_refund(buyer, "requested")
    eventually(lambda: shop.order(buyer.order)["refunds"][0]["tries"] == 1, 5)
    assert shop.money(buyer.order) == (money_of("R"), 0)


def test_a_refund_whose_answer_is_lost_is_given_once(shop):
    buyer = shop.sell("F1-A-1")
    buyer.script_refunds("lose-answer")
    buyer.refund()
    # The provider has refunded, and the order does not know it yet.
    eventually(lambda: given_back(buyer) == money_of("R"), 5)
    assert refund_states(buyer) == ["sent"]
    eventually(lambda: refund_states(buyer) == ["unknown"], PATIENCE)
    buyer.script_refunds("approve")
    eventually(lambda: refund_states(buyer) == ["done"], PATIENCE)
    assert shop.money(buyer.order) == (money_of("R"), money_of("R"))


# --- the same call again


def keyed(buyer, path, body, key):
    return buyer.call("POST", path, body, {"Idempotency-Key": key})


def test_a_request_that_is_repeated_after_a_decline_begins_no_attempt(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    body = {"eventId": buyer.event, "performanceId": "day-1"}
    buyer.paying = keyed(buyer, "/api/payment/request", body, "one").json()
    buyer.order = buyer.paying["order"]["orderId"]
    buyer.come_back(buyer.press("decline"))
    buyer.until("held", 5)
    shop.server.kill()
    shop.server.start()
    again = keyed(buyer, "/api/payment/request", body, "one").json()
    assert again["order"]["orderId"] == buyer.order and again["order"]["attempt"] == 1
    assert again["order"]["state"] == "held" and "payUrl" not in again
    other = keyed(buyer, "/api/payment/request", {**body, "provider": "demo"}, "one")
    assert (other.status, other.code) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert keyed(buyer, "/api/payment/request", body, "two").json()["order"]["attempt"] == 2


def test_refunds_under_one_key_at_once_are_one_refund_and_no_error(shop):
    buyer = shop.sell("F1-A-1", "F1-A-2")
    body = refund_body(buyer, "F1-A-1")
    answers = at_once(*[lambda: keyed(buyer, "/api/payment/cancel", body, "back")] * 5)
    assert [one.status for one in answers] == [200] * 5
    buyer.until_refunded(1)
    other = keyed(buyer, "/api/payment/cancel", refund_body(buyer, "F1-A-2"), "back")
    assert (other.status, other.code) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert shop.money(buyer.order) == (money_of("R", "R"), money_of("R"))


# --- addresses


def test_a_provider_is_told_where_guests_reach_us(make_server):
    server = make_server(settings={"server.public_url": "https://tickets.example"}).start()
    buyer = at_page(Shop(server).open(), "F1-A-1")
    assert buyer.paying["payUrl"].startswith("https://tickets.example/demo-pay/")
    buyer.paying["payUrl"] = urlsplit(buyer.paying["payUrl"]).path
    way_back = buyer.press("approve")
    assert way_back.startswith("https://tickets.example/api/payment/return/demo?")
    where = buyer.come_back(way_back.removeprefix("https://tickets.example"))
    assert where == f"/en/payment/{buyer.order}"
    buyer.until("paid", 5)


def test_a_public_url_with_a_path_stops_the_start(make_server):
    for wrong in ("tickets.example", "https://tickets.example/", "https://tickets.example/shop"):
        server = make_server(settings={"server.public_url": wrong}).start(wait=False)
        assert server.process.wait(10) != 0 and "server.public_url" in server.read_log()

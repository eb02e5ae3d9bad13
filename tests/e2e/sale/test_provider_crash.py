"""The process dies during a call to the provider. The charge is found again, once."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from onsale import eventually
from shop import Shop, money_of, small_hall, terms

BUYERS = 12
ROUNDS = 8


def at_page(shop, seat, script):
    """A buyer who has pressed a button of the payment page and has not returned yet."""
    buyer = shop.buyer()
    buyer.select(seat)
    buyer.request()
    buyer.press(script)
    return buyer


def test_an_answer_that_dies_with_the_process_is_found_again(server):
    shop = Shop(server).open()
    buyer = at_page(shop, "F1-A-1", "lose-answer")
    with ThreadPoolExecutor(1) as pool:
        lost = pool.submit(buyer.confirm)
        eventually(lambda: shop.provider_charged(buyer.order), 5)
        server.kill()
        with pytest.raises(OSError):
            lost.result()
    server.start()
    buyer.until("paid", 8)
    assert shop.money(buyer.order) == (money_of("R"), 0)
    assert len(buyer.bookings()) == 1
    shop.until_counts(sold=1)


def confirm_and_die(server, buyers, after_s):
    """All buyers confirm at the same time, and the process is killed after `after_s`."""
    gate = threading.Barrier(len(buyers) + 1)

    def confirm(buyer):
        gate.wait()
        try:
            buyer.confirm()
        except (OSError, AssertionError):
            pass  # No answer, or an error: the order shows what happened.

    with ThreadPoolExecutor(len(buyers)) as pool:
        for buyer in buyers:
            pool.submit(confirm, buyer)
        gate.wait()
        time.sleep(after_s)
        server.kill()
    server.start()


def test_without_a_webhook_the_provider_is_asked_until_it_is_known(server):
    """The webhook of these payments would come after twelve minutes, so only an inquiry finds the
    result."""
    shop = Shop(server).open(plan=small_hall(front=BUYERS * ROUNDS),
                             prices=terms(rules={"payingCap": "6s", "answerWithin": "1s"}))
    everybody, in_doubt = [], []
    for at in range(ROUNDS):
        buyers = [at_page(shop, f"F1-A-{at * BUYERS + number}", "late-webhook")
                  for number in range(1, BUYERS + 1)]
        everybody += buyers
        confirm_and_die(server, buyers, after_s=0.002 * (at + 1))
        # Sent to the provider, but no process is left to receive the answer.
        in_doubt += [buyer for buyer in buyers if buyer.shown()["state"] == "paying"
                     and shop.order(buyer.order)["attempts"][0]["paymentKey"]]
        if len(in_doubt) >= 3:
            break
    assert in_doubt, "every kill came too early or too late"

    def settled():
        return all(buyer.shown()["state"] in ("paid", "ended", "held") for buyer in everybody)

    eventually(settled, 25)
    sold = 0
    for buyer in everybody:
        charged, back = shop.money(buyer.order)
        paid = buyer.shown()["state"] == "paid"
        assert (charged, back) == ((money_of("R"), 0) if paid else (0, 0))
        assert len(buyer.bookings()) == (1 if paid else 0)
        sold += paid
    shop.until_counts(sold=sold)


def return_and_die(server, shop, buyers):
    """All browsers return at the same time, and the process is killed at the first answer. Returns
    the buyers who were not charged by then."""
    ways_back = [buyer.press("approve") for buyer in buyers]
    gate, answered = threading.Barrier(len(buyers)), threading.Event()

    def come_back(buyer, way_back):
        gate.wait()
        try:
            buyer.come_back(way_back)
        except (OSError, AssertionError):
            return  # No answer: the browser would retry.
        answered.set()

    with ThreadPoolExecutor(len(buyers)) as pool:
        for buyer, way_back in zip(buyers, ways_back):
            pool.submit(come_back, buyer, way_back)
        assert answered.wait(20)
        server.kill()
    uncharged = [buyer for buyer in buyers if not shop.provider_charged(buyer.order)]
    server.start()
    return uncharged


def test_a_return_that_was_kept_is_confirmed_by_the_next_process(server):
    shop = Shop(server).open(plan=small_hall(front=BUYERS * ROUNDS),
                             prices=terms(rules={"payingCap": "20s", "answerWithin": "1s"}))
    everybody, continued = [], 0
    for at in range(ROUNDS):
        buyers = []
        for number in range(1, BUYERS + 1):
            buyer = shop.buyer()
            buyer.select(f"F1-A-{at * BUYERS + number}")
            buyer.request()
            buyers.append(buyer)
        everybody += buyers
        uncharged = return_and_die(server, shop, buyers)

        def settled():
            return all(buyer.shown()["state"] in ("paid", "ended", "held") for buyer in buyers)

        eventually(settled, 40)
        # Only the next process can have asked the provider to charge them.
        continued += sum(buyer.shown()["state"] == "paid" for buyer in uncharged)
        if continued >= 3:
            break
    assert continued, "every kill came too early or too late"
    for buyer in everybody:
        paid = buyer.shown()["state"] == "paid"
        assert shop.money(buyer.order) == ((money_of("R"), 0) if paid else (0, 0))
        assert len(buyer.bookings()) == (1 if paid else 0)

"""Thousands of guests buy while the process is killed repeatedly. No seat is sold twice, no payment
is lost, and every answer to a guest stays true."""

import asyncio
import csv
import io
import json
import random
import subprocess
import time
from collections import Counter, defaultdict
from datetime import datetime
from zoneinfo import ZoneInfo

import demo_pay_log
from onsale import BINARY, eventually
from sale_crowd import FRONT, Crowd
from shop import DAY, EVENT, FEE, Shop, terms

CLIENTS = 5000
KILLS = 50
SEATS = 500
MAX_ACTIVE = 200
ARRIVE_WITHIN_S = 12
# Maximum time between two kills: long enough for some progress, short enough for fifty kills.
INTERVAL_S = 1.2
# Guests poll often, because there is little time. Waiting alone costs no place.
LINE = {"maxActive": MAX_ACTIVE, "admitPerSecond": 1000, "admissionTtl": "8s", "claimWithin": "4s",
        "activeAwayAfter": "1h", "awayAfter": "1h", "forgetAfter": "2h", "pollAdmitted": "1s",
        "pollSteps": [{"positionMax": FRONT, "every": "300ms"},
                      {"positionMax": 1000, "every": "1s"}, {"positionMax": 0, "every": "4s"}]}
HALL = {"holdTtl": "4s", "returnDelayMax": "500ms", "retakeAfter": "1s"}
PAYING = {"payingCap": "4s", "answerWithin": "2s"}
# Refunds whose answer was lost with the process are sent again after a minute or two, then later.
CLOCK_STEP_MIN = 15
CLOCK_STEPS = 6


def theatre():
    made = subprocess.run([BINARY, "hall", "make", "theatre"], capture_output=True, check=True)
    return json.loads(made.stdout)


def prices(plan):
    grades = [{"grade": grade["id"], "types": [{"name": "adult", "amount": 100_000 + 10_000 * i}]}
              for i, grade in enumerate(plan["grades"])]
    return {**terms(rules=PAYING), "prices": {"currency": "KRW", "grades": grades, "fees": [
        {"name": "booking", "per": "seat", "amount": FEE}]}}


def seats_of(plan):
    return [seat["id"] for section in plan["sections"] for row in section.get("rows", [])
            for seat in row["seats"]]


async def kill_again_and_again(server, crowd, moments):
    """Spreads the kills over the whole sale, whatever its speed."""
    restarts = []
    for kill in range(KILLS):
        latest = time.monotonic() + INTERVAL_S
        while time.monotonic() < latest and crowd.share_done() < (kill + 1) / (KILLS + 1):
            await asyncio.sleep(0.01)
        await asyncio.sleep(moments.uniform(0, 0.2))
        await asyncio.to_thread(server.kill)
        began = time.monotonic()
        await asyncio.to_thread(server.start)
        restarts.append(time.monotonic() - began)
    assert crowd.share_done() < 1, "the sale was over before the last kill"
    return restarts


async def sale_with_kills(server, crowd, moments):
    killer = asyncio.create_task(kill_again_and_again(server, crowd, moments))
    await crowd.live(ARRIVE_WITHIN_S)
    return await killer


async def finish_open_orders(crowd):
    """Cancels the remaining orders. An order whose outcome is unknown can be cancelled only after
    its payment was declined. It is then held for three more minutes, and restarts do not end them,
    because the time between two processes does not count for a guest."""
    async def finish(buyer, order):
        while order["state"] not in ("paid", "ended"):
            order = await buyer.cancel(order)
            await asyncio.sleep(0.5)
    await asyncio.gather(*(finish(buyer, order) for buyer in crowd.buyers
                           for order in list(buyer.orders.values())
                           if order["state"] not in ("paid", "ended")))


class Books:
    """The operator's data after the sale."""

    def __init__(self, server):
        self.server, self.shop = server, Shop(server)
        export = server.cli("order", "export", EVENT)
        self.rows = {row["order"]: row for row in csv.DictReader(io.StringIO(export))}
        self.orders = {code: self.shop.order(code) for code in self.rows}

    def open(self):
        """Orders that are not final, and pending refunds."""
        return [code for code, order in self.orders.items()
                if order["state"] not in ("paid", "ended")
                or any(one["state"] not in ("done", "failed") for one in order["refunds"])]

    def live_seats(self):
        return [seat["seat"] for order in self.orders.values() if order["state"] == "paid"
                for seat in order["seats"] if not seat["givenBack"]]


def settled(server):
    """Restarts the server with a later clock until all orders are final."""
    for step in range(CLOCK_STEPS):
        deadline = time.monotonic() + 6
        while time.monotonic() < deadline:
            books = Books(server)
            if not books.open():
                # Reads again, because the export was older than the last details.
                return Books(server)
            time.sleep(0.5)
        server.kill()
        server.settings["engine.clock_shift"] = f"{CLOCK_STEP_MIN * (step + 1)}m"
        server.start()
    raise AssertionError([books.orders[code] for code in books.open()][:3])


def check_seats(books, seats):
    taken = books.live_seats()
    twice = [seat for seat, times in Counter(taken).items() if times > 1]
    assert not twice, f"sold twice: {twice}"
    assert set(taken) <= set(seats)
    counts = books.shop.counts()
    assert sum(counts[state] for state in ("free", "held", "paying", "sold", "returned",
                                           "blocked")) == SEATS
    assert counts["sold"] == len(taken) and counts["held"] == counts["paying"] == 0, counts
    shown = books.server.get(f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}").json()
    sold = {seat for seat, letter in zip(seats, shown["states"]) if letter == "s"}
    assert sold == set(taken), "the map shows other seats than the bookings have"
    return len(taken)


def check_money(books, payments):
    """Every charge of the provider is a booking or was refunded, and all sums agree."""
    charged = {reference: one for reference, one in payments.items() if one["charges"]}
    assert all(one["charges"] == 1 for one in charged.values())
    known = {}
    for code, order in books.orders.items():
        booked = [charge for charge in order["charges"] if charge["booked"]]
        assert len(booked) == (order["state"] == "paid"), order
        for charge in order["charges"]:
            reference = f"{code}-{charge['attempt']}"
            known[reference] = charge
            one = charged[reference]
            assert (one["key"], one["amount"], one["balance"]) == (
                charge["paymentKey"], charge["amount"], charge["left"]), (order, one)
            assert charge["booked"] or one["balance"] == 0, f"kept without a booking: {order}"
        assert all(one["state"] == "done" for one in order["refunds"]), order
        check_order_sums(order, books.rows[code])
    assert known.keys() == charged.keys(), "money that no order knows of"
    return charged


def check_order_sums(order, row):
    captured = sum(charge["amount"] for charge in order["charges"])
    back = sum(one["amount"] for one in order["refunds"])
    assert back <= captured and back == int(row["refunded"]), order
    kept = sum(seat["price"] + seat["fees"] for seat in order["seats"] if not seat["givenBack"])
    if order["state"] == "paid":
        # Within a day the refund is complete, so the rest equals the price of the other seats.
        assert captured - back == kept, order
        assert order["total"] == int(row["total"]) and order["booking"] == row["booking"]
    else:
        assert captured == back, f"ended, and money was kept: {order}"


def check_live_numbers(books, charged):
    """The operator's totals equal a recount of the orders, also after restarts."""
    totals = books.shop.admin("GET", "/live")["payments"]["totals"]
    paid = [order for order in books.orders.values() if order["state"] == "paid"]
    sold = [seat for order in paid for seat in order["seats"]]
    expected = {"captured": sum(one["amount"] for one in charged.values()),
                "refunded": sum(sum(one["given_back"].values()) for one in charged.values()),
                "approved": len(charged), "bookings": len(paid), "seatsSold": len(sold),
                "seatsRefunded": sum(seat["givenBack"] for seat in sold)}
    assert {name: totals[name] for name in expected} == expected


SUMS = ("seatsSold", "seatsReturned", "gross", "fees", "refunds", "captured", "paidBack",
        "discounts")


class Recount:
    """The daily report, computed from the orders alone."""

    def __init__(self, books):
        self.zone = ZoneInfo(books.shop.admin("GET", "")["event"]["timeZone"])
        self.rows = defaultdict(lambda: dict.fromkeys(SUMS, 0))
        for order in books.orders.values():
            self.order = order
            for charge in order["charges"]:
                self.add(charge["at"], captured=charge["amount"])
                if charge["booked"]:
                    self.add_booking(charge["at"])
            for refund in order["refunds"]:
                self.add_refund(refund)

    def add(self, at, seat=None, **sums):
        day = datetime.fromisoformat(at).astimezone(self.zone).date().isoformat()
        row = self.rows[(day, self.order["performance"], seat["grade"] if seat else "",
                         seat["type"] if seat else "", "demo", self.order["currency"])]
        for name, value in sums.items():
            row[name] += value

    def add_booking(self, at):
        for seat in self.order["seats"]:
            self.add(at, seat, seatsSold=1, gross=seat["price"] + seat["fees"], fees=seat["fees"])
        self.add(at, gross=self.order["orderFees"], fees=self.order["orderFees"])

    def add_refund(self, refund):
        at, of_order = refund["doneAt"], refund["amount"]
        self.add(at, paidBack=of_order)
        if not refund["seats"]:
            return  # Refund of a charge that bought nothing.
        for seat in self.order["seats"]:
            if seat["seat"] not in refund["seats"]:
                continue
            kept = sum(one["amount"] for one in refund["deductions"]
                       if one.get("seat") == seat["seat"])
            back = seat["price"] + seat["fees"] - kept
            self.add(at, seat, seatsReturned=1, refunds=back)
            of_order -= back
        self.add(at, refunds=of_order)

    def table(self):
        return {key: row for key, row in self.rows.items() if any(row.values())}


def reported(server):
    """The statistics after all messages have been applied."""
    def arrived():
        outbox = json.loads(server.cli("outbox", "list", "--json"))
        assert outbox["letters"] == []
        return outbox["behind"] == 0 and not outbox["rebuilding"]
    eventually(arrived, 30)
    rows = csv.DictReader(io.StringIO(server.cli("order", "report", EVENT)))
    return {tuple(row[name] for name in ("day", "performance", "grade", "priceType", "provider",
                                         "currency")): {name: int(row[name]) for name in SUMS}
            for row in rows}


def check_report(books):
    """Each message was applied once despite the kills. A rebuild gives the same result."""
    expected = Recount(books).table()
    assert sum(row["seatsSold"] for row in expected.values()) > SEATS
    assert reported(books.server) == expected
    books.server.cli("reports", "rebuild")
    assert reported(books.server) == expected


def check_what_was_told(books, crowd):
    by_booking = {order["booking"]: order for order in books.orders.values() if "booking" in order}
    told = [number for buyer in crowd.buyers for number in buyer.bookings]
    assert len(told) == len(set(told)), "one booking was given to two guests"
    for buyer in crowd.buyers:
        for number, seats in buyer.bookings.items():
            order = by_booking[number]
            assert order["state"] == "paid"
            assert sorted(seat["seat"] for seat in order["seats"]) == seats
        for code, was in buyer.orders.items():
            if was["state"] in ("paid", "ended"):
                assert books.orders[code]["state"] == was["state"], (was, books.orders[code])
        for (code, seats), amount in buyer.refunds.items():
            done = {tuple(sorted(one["seats"])): one["amount"]
                    for one in books.orders[code]["refunds"]}
            assert done.get(seats) == amount, (seats, amount, books.orders[code])
    asked = {code for buyer in crowd.buyers for code in buyer.orders}
    assert asked == books.orders.keys(), "an order that nobody asked for, or was told of and lost"


async def check_own_lists(crowd):
    """Each guest finds exactly its known bookings with the visitor cookie alone."""
    crowd.reconnect()

    async def check(buyer):
        status, told = await buyer.call("GET", "/api/bookings")
        assert status == 200, told
        found = {one["bookingNumber"] for one in told["bookings"]}
        assert found == buyer.bookings.keys(), (buyer.number, found, buyer.bookings)
    await asyncio.gather(*(check(buyer) for buyer in crowd.buyers))


def report(crowd, restarts, times):
    print(f"{len(restarts)} kills, restarts {min(restarts):.3f} to {max(restarts):.3f} s, "
          f"{crowd.counts['requests']} requests, times {times}")
    for what, count in sorted(crowd.counts.items()):
        print(f"  {count:6} {what}")


def test_five_thousand_on_five_hundred_seats_with_fifty_kills(make_server):
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    server = make_server().start()
    plan = theatre()
    seats = seats_of(plan)
    assert len(seats) == SEATS
    Shop(server).open(plan=plan, rules=HALL, line=LINE, prices=prices(plan),
                      sale={"publicMap": True, "returns": "at-once"})
    began = time.monotonic()
    crowd = Crowd(server.port, EVENT, DAY, seats, CLIENTS, seed)

    async def whole_sale():
        restarts = await sale_with_kills(server, crowd, random.Random(seed))
        sold = time.monotonic()
        await finish_open_orders(crowd)
        return restarts, sold

    restarts, sold = asyncio.run(whole_sale())
    books = settled(server)
    ended = time.monotonic()
    report(crowd, restarts, [round(sold - began, 1), round(ended - sold, 1)])
    assert crowd.errors == []
    live = check_seats(books, seats)
    charged = check_money(books, demo_pay_log.payments(server.data / "demo-pay.log"))
    check_live_numbers(books, charged)
    check_report(books)
    check_what_was_told(books, crowd)
    asyncio.run(check_own_lists(crowd))
    assert server.stop() == 0
    assert "journal good" in server.cli("journal", "verify")
    print(f"{len(books.orders)} orders, {len(charged)} charges, "
          f"{sum(len(one['given_back']) for one in charged.values())} refunds, {live} seats sold")
    assert len(restarts) == KILLS and crowd.counts["places found again"] > KILLS
    assert crowd.counts["turns missed"] < CLIENTS / 100
    assert len(charged) > 500 and crowd.counts["gave seats back"] > 100

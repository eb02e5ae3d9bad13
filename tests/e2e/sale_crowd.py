"""A crowd that buys. Each member waits, selects seats, pays, may cancel or refund, and remembers
every complete answer. Calls are repeated until they are answered, as an impatient guest does.
"""

import asyncio
import json
import random
import time
from collections import Counter
from datetime import datetime

import jwt

from wire import cookie_in, number_of, request

CONNECTIONS = 48
ANSWER_SECONDS = 5
# A guest behind this position polls before the turn comes.
FRONT = 300
# Maximum difference between the clocks of two processes and a scheduler.
TOLERANCE = 0.25

# The buttons of Demo Pay with their weights. "close" and "cancel" are actions of the guest.
SCRIPTS = {"approve": 62, "decline": 8, "lose-answer": 4, "duplicate-webhook": 5,
           "webhook-first": 4, "charge-at-page": 4, "leave": 5, "close": 4, "cancel": 4}


class Down(Exception):
    """No complete answer: the server is down or unavailable."""


class Doors:
    """A small pool of connections that all guests share."""

    def __init__(self, port):
        self.port, self.idle = port, []
        self.free = asyncio.Semaphore(CONNECTIONS)

    async def ask(self, message, patience=ANSWER_SECONDS):
        """Returns (status, headers, body) or raises Down."""
        async with self.free:
            wire = self.idle.pop() if self.idle else None
            try:
                async with asyncio.timeout(patience):
                    wire = wire or await asyncio.open_connection("127.0.0.1", self.port)
                    answer = await self.exchange(*wire, message)
            except (OSError, EOFError, TimeoutError) as error:
                if wire:
                    wire[1].close()
                raise Down(repr(error)) from None
            self.idle.append(wire)
            return answer

    async def exchange(self, reader, writer, message):
        writer.write(message)
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head[:-4].decode("latin-1").split("\r\n")
        headers = [(name.lower(), value.strip()) for name, _, value in
                   (line.partition(":") for line in lines[1:])]
        body = await reader.readexactly(int(dict(headers).get("content-length", 0)))
        return int(lines[0].split(" ")[1]), headers, body


class Crowd:
    """All guests, their shared data, and the errors found."""

    def __init__(self, port, event, performance, seats, size, seed):
        self.port, self.doors = port, Doors(port)
        self.event, self.performance, self.seats = event, performance, seats
        self.buyers = [Buyer(self, seed + i) for i in range(size)]
        self.errors, self.counts, self.finished = [], Counter(), 0

    async def live(self, arrive_within):
        await asyncio.gather(*(self.one(buyer, arrive_within) for buyer in self.buyers))

    async def one(self, buyer, arrive_within):
        try:
            await asyncio.sleep(buyer.random.uniform(0, arrive_within))
            await buyer.live()
        except Exception as error:
            self.wrong(buyer, repr(error))
        self.finished += 1

    def reconnect(self):
        """Opens new connections, because a connection belongs to the event loop that opened it."""
        self.doors = Doors(self.port)

    def share_done(self):
        return self.finished / len(self.buyers)

    def wrong(self, buyer, what):
        self.errors.append(f"number {buyer.number}: {what}")


def seconds(text):
    return datetime.fromisoformat(text).timestamp()


class Buyer:
    def __init__(self, crowd, seed):
        self.crowd, self.random = crowd, random.Random(seed)
        self.visitor = self.token = self.entry_token = self.number = self.position = None
        self.safe_until = 0  # End of the admission, as far as it was promised.
        self.interrupted = False
        self.orders = {}    # Last known state of each order, by id.
        self.bookings = {}  # Seats by booking number.
        self.refunds = {}   # Amounts by order and seats.

    # --- calls

    async def ask(self, method, path, body=None, patience=ANSWER_SECONDS):
        headers = ["X-Onsale-Request: 1"]
        headers += [f"Cookie: {self.visitor}"] if self.visitor else []
        headers += [f"X-Queue-Token: {self.token}"] if self.token else []
        headers += [f"X-Queue-Entry-Token: {self.entry_token}"] if self.entry_token else []
        self.count("requests")
        answer = await self.crowd.doors.ask(request(method, path, body, headers), patience)
        if answer[0] == 503:
            raise Down(answer[2])
        return answer

    async def until_answered(self, method, path, body=None):
        while True:
            try:
                return await self.ask(method, path, body)
            except Down:
                self.crowd.counts["calls made again"] += 1
                self.interrupted = True
                await asyncio.sleep(self.random.uniform(0.05, 0.3))

    async def call(self, method, path, body=None):
        """Returns (status, parsed body)."""
        status, _, text = await self.until_answered(method, path, body)
        return status, json.loads(text)

    def about(self, **fields):
        return {"eventId": self.crowd.event, "performanceId": self.crowd.performance, **fields}

    def wrong(self, what):
        self.crowd.wrong(self, what)

    def count(self, what):
        self.crowd.counts[what] += 1

    def chance(self, share):
        return self.random.random() < share

    # --- the steps of one guest

    async def live(self):
        _, headers, _ = await self.until_answered("POST", "/api/visitor", {})
        self.visitor = cookie_in(headers, "onsale_v")
        if not await self.wait_for_the_turn():
            return
        if self.chance(0.04):
            return self.count("did not show up")
        seats = await self.hold()
        if seats and self.chance(0.05):
            return self.count("let the hold run out")
        order = await self.pay(seats) if seats else None
        if order is None or order["state"] != "paid":
            if self.chance(0.9):
                await self.leave()
            return
        await asyncio.sleep(self.random.uniform(0, 4))
        if self.chance(0.88):
            await self.give_back(order)

    async def enter(self):
        status, told = await self.call("POST", "/api/queue/enter", {"eventId": self.crowd.event})
        if status != 200:
            self.count(told["code"])
            return None
        number = number_of(told["token"])
        if self.number == number:
            self.count("places found again")
        elif self.number is not None:
            self.missed_the_turn(f"has number {number} now")
        self.token, self.number = told["token"], number
        return told

    async def wait_for_the_turn(self):
        told = await self.enter()
        while told:
            if told["status"] == "admitted":
                self.entry_token = told["entryToken"]
                self.safe_until = seconds(told["keepUntil"])
                self.count("admitted")
                return True
            if told["status"] != "waiting":
                self.lost_the_place(told)
                return False
            self.check_position(told)
            await asyncio.sleep(told["nextPollMs"] / 1000)
            told = await self.look()
        return False

    async def look(self):
        # After a crash of the server or of the browser, some guests start again.
        if self.interrupted and self.chance(0.5):
            self.interrupted = False
            return await self.enter()
        path = f"/api/queue/status?eventId={self.crowd.event}"
        status, told = await self.call("GET", path)
        if status != 200:
            self.wrong(f"asked for its place and was told {status} {told}")
            return None
        return told

    def check_position(self, told):
        if self.position is not None and told["position"] > self.position:
            self.wrong(f"position rose from {self.position} to {told['position']}")
        self.position = told["position"]

    def lost_the_place(self, told):
        if told.get("reason") == "admission_ended":
            self.missed_the_turn(told)
        else:
            self.wrong(f"lost its place: {told}")

    def missed_the_turn(self, what):
        """A turn may begin and end between two polls. Nothing else ends a waiting place."""
        self.count("turns missed")
        if self.position > FRONT:
            self.wrong(f"was at {self.position}: {what}")

    async def leave(self):
        path = f"/api/queue/leave?eventId={self.crowd.event}"
        await self.until_answered("DELETE", path)
        self.count("left")

    # --- seats

    async def hold(self):
        for _ in range(self.random.randint(1, 4)):
            status, told = await self.choose()
            if status == 200:
                self.held(told)
                return told["seatIds"]
            self.count(told["code"])
            if told["code"] == "ENTRY_TOKEN_REQUIRED":
                self.check_promise(self.safe_until, "the admission is gone")
                return None
            if told["code"] not in ("SEAT_TAKEN", "NOT_ENOUGH_SEATS", "NOT_TOGETHER",
                                    "COMPANION_ALONE", "ACCESSIBLE_LIMIT"):
                return None
            await asyncio.sleep(self.random.uniform(0, 0.3))
        return None

    async def choose(self):
        count = self.random.randint(1, 4)
        if self.chance(0.5):
            return await self.call("POST", "/api/booking/seats/best", self.about(count=count))
        seats = await self.some_seats(count)
        status, told = await self.select(seats)
        if status == 409 and told["code"] == "SEAT_TAKEN" and told["details"]["offers"]:
            self.count("SEAT_TAKEN with an offer")
            return await self.select(told["details"]["offers"])
        return status, told

    async def select(self, seats):
        status, told = await self.call("POST", "/api/booking/seats/select",
                                       self.about(seatIds=seats))
        if status == 200 and sorted(told["seatIds"]) != sorted(seats):
            self.wrong(f"asked for {seats} and got {told['seatIds']}")
        return status, told

    async def some_seats(self, count):
        """Adjacent seats if the map shows free ones, otherwise random seats."""
        query = f"eventId={self.crowd.event}&performanceId={self.crowd.performance}"
        _, told = await self.call("GET", f"/api/booking/seats?{query}")
        free = [at for at, letter in enumerate(told.get("states", "")) if letter == "f"]
        at = self.random.choice(free) if free else self.random.randrange(len(self.crowd.seats))
        return self.crowd.seats[at:at + count]

    def held(self, told):
        self.count("holds")
        self.hold_until = seconds(told["hold"]["until"])
        claims = jwt.decode(self.entry_token, options={"verify_signature": False})
        self.safe_until = max(self.safe_until, claims["exp"] - 1)

    def check_promise(self, until, what):
        """Deadlines may only move later while the server is down."""
        if time.time() < until - TOLERANCE:
            self.wrong(f"{what} {until - time.time():.3f} s before its end")

    # --- payments

    async def pay(self, seats):
        """Pays and returns the last known state of the order."""
        order = None
        while True:
            status, told = await self.call("POST", "/api/payment/request", self.about())
            if status != 200:
                self.refused_to_pay(told["code"], order)
                return order
            order = self.learn(told["order"])
            if sorted(line["seat"] for line in told["order"]["quote"]["lines"]) != sorted(seats):
                self.wrong(f"held {seats} and is asked to pay for {order['quote']}")
            await asyncio.sleep(self.random.uniform(0, 0.2))
            order = await self.at_the_provider(told)
            if order["state"] != "held":
                return order
            if self.chance(0.4):
                return await self.cancel(order)

    def refused_to_pay(self, code, order):
        self.count(code)
        if order is None:
            self.check_promise(self.hold_until, f"{code}: the hold is gone")

    async def at_the_provider(self, started):
        order = started["order"]
        script = self.random.choices(list(SCRIPTS), SCRIPTS.values())[0]
        self.count(script)
        if script == "cancel":
            return await self.cancel(order)
        if script == "close":
            return order
        await self.press(started["payUrl"], script)
        return await self.follow(order)

    async def press(self, page, script):
        pressed = {"action": "leave"} if script == "leave" else {"script": script}
        status, headers, body = await self.until_answered("POST", page, pressed)
        if status != 303:
            return self.count("came too late to the provider's page")
        if script == "charge-at-page" and self.chance(0.5):
            return self.count("did not come back from the provider's page")
        try:
            patience = 0.4 if script == "lose-answer" else 3
            await self.ask("GET", dict(headers)["location"], patience=patience)
        except Down:
            self.count("came back and got no answer")
            if script != "lose-answer" and self.chance(0.5):
                await self.until_answered("GET", dict(headers)["location"])

    async def follow(self, order):
        """Polls until the order is decided. Slow orders are checked again after the sale."""
        for _ in range(60):
            status, told = await self.call("GET", f"/api/orders/{order['orderId']}")
            if status != 200:
                self.wrong(f"order {order['orderId']} is gone: {told}")
                return order
            order = self.learn(told)
            if order["state"] in ("paid", "ended", "held"):
                return order
            await asyncio.sleep(self.random.uniform(0.1, 0.5))
        self.count("orders not decided in time")
        return order

    def learn(self, told):
        """A final state must never change."""
        before = self.orders.get(told["orderId"])
        if before and before["state"] in ("paid", "ended") and told["state"] != before["state"]:
            self.wrong(f"{told['orderId']} was {before['state']} and is {told['state']}")
        self.orders[told["orderId"]] = told
        seats = sorted(line["seat"] for line in told["quote"]["lines"])
        if told["state"] == "paid" and self.bookings.setdefault(told["bookingNumber"],
                                                                seats) != seats:
            self.wrong(f"booking {told['bookingNumber']} has other seats")
        for refund in told["refunds"]:
            key = told["orderId"], tuple(sorted(refund["seats"]))
            if self.refunds.setdefault(key, refund["amount"]) != refund["amount"]:
                self.wrong(f"refund {key} has another amount")
        return told

    async def cancel(self, order):
        """Cancels an unpaid order. If it is paid in the meantime, it stays paid."""
        status, told = await self.call("POST", "/api/payment/cancel",
                                       {"orderId": order["orderId"]})
        if status in (200, 202):
            return self.learn(told)
        self.count(told["code"])
        return await self.follow(order)

    async def give_back(self, order):
        seats = [line["seat"] for line in order["quote"]["lines"]]
        if len(seats) > 1 and self.chance(0.3):
            seats = self.random.sample(seats, len(seats) - 1)
        query = f"orderId={order['orderId']}&seats={','.join(seats)}"
        status, preview = await self.call("GET", f"/api/payment/refund-preview?{query}")
        if status != 200:
            return self.wrong(f"no refund: {preview}")
        status, told = await self.call("POST", "/api/payment/cancel", {
            "orderId": order["orderId"], "seats": seats, "amount": preview["amount"],
            "currency": preview["currency"]})
        # The first call may have succeeded although its answer was lost.
        if status == 409 and told["code"] == "ALREADY_REFUNDED":
            self.count("ALREADY_REFUNDED")
            status, told = await self.call("GET", f"/api/orders/{order['orderId']}")
        if status != 200:
            return self.wrong(f"refund refused: {status} {told}")
        self.learn(told)
        if self.refunds.get((order["orderId"], tuple(sorted(seats)))) != preview["amount"]:
            self.wrong(f"asked to give back {seats} for {preview['amount']}: {told['refunds']}")
        self.count("gave seats back")

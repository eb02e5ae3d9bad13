"""A sale on a real server: the operator who sets it up, and the guests who buy."""

import hashlib
import hmac
import time
from urllib.parse import parse_qsl, urlsplit

import demo_pay_log
from onsale import Guest, eventually, iso

EVENT = "tour"
DAY = "day-1"
PROVIDER = "demo"
PRICES = {"R": 154000, "S": 99000}
YOUTH = 50000
FEE = 2000

# Short times, so that returned seats are soon free again. Tests about these times set their own.
QUICK = {"holdTtl": "5m", "returnDelayMax": "0s", "retakeAfter": "0s"}


def row(section, label, count, grade, **more):
    seats = [{"id": f"{section}-{label}-{number}", "x": number * 50, "y": 0}
             for number in range(1, count + 1)]
    return {"label": label, "grade": grade, "seats": seats, **more}


def hall(*sections, name="Small hall"):
    return {"format": "onsale-hall/1", "name": name, "grades": [{"id": "R"}, {"id": "S"}],
            "sections": list(sections)}


def section(name, *rows, areas=()):
    return {"id": name, "rows": list(rows), "areas": list(areas)}


def small_hall(front=10, back=10):
    """Row F1/A of the better grade and row F2/B of the other grade."""
    return hall(section("F1", row("F1", "A", front, "R")), section("F2", row("F2", "B", back, "S")))


def terms(rules=None, refunds=None):
    grades = [{"grade": grade, "types": [{"name": "adult", "amount": amount},
                                         {"name": "youth", "amount": YOUTH}]}
              for grade, amount in PRICES.items()]
    return {"prices": {"currency": "KRW", "grades": grades,
                       "fees": [{"name": "booking", "per": "seat", "amount": FEE}]},
            "refunds": refunds or {"rows": [{"daysBefore": 10, "keepPermille": 0},
                                            {"daysBefore": 1, "keepPermille": 300}],
                                   "freeWithin": "24h", "freeUntilDays": 1},
            "rules": rules or {}}


class Shop:
    """One demo event and the actions of its operator."""

    def __init__(self, server, event=EVENT):
        self.server = server
        self.event = event

    def admin(self, method, path, body=None, expect=200):
        return self.server.admin(method, f"/events/{self.event}{path}", body, expect)

    def open(self, plan=None, days=(DAY,), rules=None, line=None, sale=None, prices=None,
             title="Tour"):
        performances = [{"id": day, "startsAt": iso(time.time() + 86400 * 30)} for day in days]
        self.server.create_event(
            self.event, title=title, demo=True, performances=performances,
            rules={"maxActive": 5000, "admitPerSecond": 5000, **(line or {})})
        for day in days:
            self.admin("PUT", f"/performances/{day}/hall", plan or small_hall(), expect=201)
            self.set_rules(day, **{**QUICK, **(rules or {})})
        self.admin("PUT", "/terms", prices or terms())
        if sale:
            self.set_sale(**sale)
        return self

    def set_rules(self, day=DAY, **rules):
        return self.admin("PATCH", f"/performances/{day}/hall/rules", rules)

    def set_sale(self, **settings):
        return self.admin("PATCH", "/sale", settings)

    def lever(self, **levers):
        return self.admin("PATCH", "/sale/levers", levers)

    def house(self, what, day=DAY, expect=200, **body):
        """Blocks, unblocks or releases seats."""
        return self.admin("POST", f"/performances/{day}/seats/{what}", body, expect)

    def counts(self, day=DAY):
        return self.admin("GET", f"/performances/{day}/seats")["counts"]

    def until_counts(self, day=DAY, **expected):
        """Waits for the counts. The operator's thread sees a change slightly later than its
        author."""
        eventually(lambda: expected.items() <= self.counts(day).items(), 2)

    def order(self, code, expect=200):
        return self.server.admin("GET", f"/orders/{code}", expect=expect)

    def money(self, code):
        """Sums of the charges and the finished refunds of an order, compared with those of the
        provider."""
        order = self.order(code)
        charged = sum(charge["amount"] for charge in order["charges"])
        back = sum(one["amount"] for one in order["refunds"] if one["state"] == "done")
        assert sum(charge["left"] for charge in order["charges"]) == charged - back
        assert self.provider_charged(code) == charged
        theirs = self.provider_payments(code)
        assert sum(sum(one["given_back"].values()) for one in theirs) == back
        return charged, back

    def provider_payments(self, code):
        """The payments of an order according to the provider's file."""
        theirs = demo_pay_log.payments(self.server.data / "demo-pay.log")
        return [one for reference, one in theirs.items() if reference.startswith(code + "-")]

    def provider_charged(self, code):
        return sum(one["charges"] * one["amount"] for one in self.provider_payments(code))

    def buyer(self):
        """A guest who is admitted."""
        return Buyer(self.server, self.event).come_in()

    def buyers(self, count):
        return [self.buyer() for _ in range(count)]

    def sell(self, *seats, **options):
        """A buyer who has paid for these seats."""
        buyer = self.buyer()
        buyer.buy(*seats, **options)
        return buyer


class Buyer(Guest):
    """A browser, from the line to the booking. Calls return the JSON of the answer."""

    def __init__(self, server, event=EVENT):
        super().__init__(server)
        self.event = event
        self.order = None  # Code of the last order.
        self.paying = None  # Last answer to a payment request.

    def come_in(self):
        told = self.enter(self.event)
        if not told["canEnter"]:
            eventually(lambda: self.status(self.event)["canEnter"], 5)
        return self

    def post(self, path, body, expect=200, **options):
        response = self.call("POST", path, body, **options)
        assert response.status == expect, (response.status, response.body)
        return response.json()

    def get(self, path, expect=200, **options):
        response = self.call("GET", path, **options)
        assert response.status == expect, (response.status, response.body)
        return response.json()

    # --- seats

    def map(self, day=DAY, since=None, headers=None):
        query = f"eventId={self.event}&performanceId={day}"
        query += f"&since={since}" if since is not None else ""
        return self.call("GET", f"/api/booking/seats?{query}", headers=headers)

    def seats(self, day=DAY, **options):
        response = self.map(day, **options)
        assert response.status == 200, (response.status, response.body)
        return response.json()

    def select(self, *seats, day=DAY, expect=200):
        return self.post("/api/booking/seats/select", {
            "eventId": self.event, "performanceId": day, "seatIds": list(seats)}, expect)

    def best(self, count, day=DAY, expect=200, **wish):
        return self.post("/api/booking/seats/best", {
            "eventId": self.event, "performanceId": day, "count": count, **wish}, expect)

    def release(self, day=DAY, expect=200):
        return self.post("/api/booking/seats/release", {
            "eventId": self.event, "performanceId": day}, expect)

    # --- payments

    def request(self, day=DAY, expect=200, **fields):
        told = self.post("/api/payment/request", {
            "eventId": self.event, "performanceId": day, **fields}, expect)
        if expect == 200:
            self.paying, self.order = told, told["order"]["orderId"]
        return told

    @property
    def payment_key(self):
        return self.paying["payUrl"].rpartition("/")[2]

    def press(self, script):
        """Presses a button of the Demo Pay page. Returns the return address."""
        form = "action=leave" if script == "leave" else f"script={script}"
        response = self.server.request("POST", self.paying["payUrl"], form,
                                       {"Content-Type": "application/x-www-form-urlencoded"})
        assert response.status == 303, (response.status, response.body)
        return response.header("Location")

    def script_refunds(self, script):
        """Sets how Demo Pay handles refunds of the last payment from now on."""
        response = self.server.request("POST", f"/demo-pay/{self.payment_key}", {"refunds": script})
        assert response.status == 303, (response.status, response.body)

    def come_back(self, way_back, **options):
        """Follows the return address. Returns the address of the order's page."""
        response = self.call("GET", way_back, headers={"Accept": "text/html"}, **options)
        assert response.status == 303, (response.status, response.body)
        return response.header("Location")

    def page(self, path=None):
        """The page that the server renders for browsers without script."""
        response = self.call("GET", f"{path or f'/en/payment/{self.order}'}?plain=1")
        assert response.status == 200, (response.status, response.body)
        return response.body.decode()

    def confirm(self, expect=200, timeout=30, **changed):
        return self.post("/api/payment/confirm", {
            "orderId": self.order, "paymentKey": self.payment_key,
            "amount": self.paying["amount"], "currency": self.paying["currency"], **changed},
            expect, timeout=timeout)

    def pay(self, script="approve", day=DAY, **fields):
        self.request(day, **fields)
        self.press(script)
        return self.confirm()

    def buy(self, *seats, day=DAY, **fields):
        self.select(*seats, day=day)
        told = self.pay(day=day, **fields)
        assert told["state"] == "paid", told
        return told

    def cancel(self, expect=200):
        return self.post("/api/payment/cancel", {"orderId": self.order}, expect)

    def refund_preview(self, seats=(), expect=200):
        query = f"orderId={self.order}" + (f"&seats={','.join(seats)}" if seats else "")
        return self.get(f"/api/payment/refund-preview?{query}", expect)

    def refund(self, *seats, amount=None, expect=200):
        """Accepts the amount of the preview, unless another amount is given."""
        if amount is None:
            amount = self.refund_preview(seats)["amount"]
        return self.post("/api/payment/cancel", {
            "orderId": self.order, "amount": amount, "currency": "KRW",
            **({"seats": list(seats)} if seats else {})}, expect)

    def shown(self):
        return self.get(f"/api/orders/{self.order}")

    def bookings(self):
        return self.get("/api/bookings")["bookings"]

    def until(self, state, seconds=10):
        return eventually(lambda: (told := self.shown())["state"] == state and told, seconds)

    def until_refunded(self, count=1, seconds=10):
        """Waits until there are `count` refunds and all are done."""
        def done():
            refunds = self.shown()["refunds"]
            return len(refunds) == count and all(one["state"] == "done" for one in refunds)
        return eventually(done, seconds)


class DemoWebhook:
    """A webhook of Demo Pay about a payment, signed with its key unless another key is given."""

    def __init__(self, buyer, status="done", amount=None, attempt=1, merchant="demo", key=None):
        self.server = buyer.server
        self.key = key or (self.server.data / "demo-pay.key").read_text().strip()
        self.id = f"dwh-{buyer.order}-{attempt}"
        fields = {"reference": f"{buyer.order}-{attempt}", "payment_key": buyer.payment_key,
                  "merchant": merchant, "status": status,
                  "amount": buyer.paying["amount"] if amount is None else amount,
                  "currency": "KRW"}
        self.body = "".join(f"{name}={value}\n" for name, value in fields.items())

    def send(self, age_s=0, signature=None, path=f"/api/payment/webhook/{PROVIDER}"):
        sent_at = int((time.time() - age_s) * 1000)
        message = f"{len(self.id)}.{self.id}.{sent_at}.{self.body}"
        proof = hmac.new(self.key.encode(), message.encode(), hashlib.sha256).hexdigest()
        return self.server.request("POST", path, self.body, {
            "Content-Type": "text/plain", "demopay-webhook-id": self.id,
            "demopay-webhook-time": str(sent_at),
            "demopay-webhook-signature": signature or proof})


def fields_of(address):
    return dict(parse_qsl(urlsplit(address).query))


def money_of(*grades):
    """The price of adult tickets in these grades, including fees."""
    return sum(PRICES[grade] + FEE for grade in grades)

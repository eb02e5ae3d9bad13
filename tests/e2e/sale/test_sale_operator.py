"""Operator actions on halls, prices, levers and pictures, by CLI and API, on a real server."""

import csv
import hashlib
import io
import json
import subprocess
import time

import pytest

import shop
from onsale import BINARY, eventually, iso

PNG = b"\x89PNG\r\n\x1a\n and so on"


@pytest.fixture
def tour(server):
    server.create_event("tour", performances=[
        {"id": "day-1", "title": "Saturday", "startsAt": iso(time.time() + 86400 * 30)}])
    return server


def seats(server, what="counts"):
    return json.loads(server.cli("hall", "show", "tour", "day-1", "--json"))[what]


def test_a_stadium_is_imported_priced_and_partly_kept_for_the_house(tour, tmp_path):
    plan, prices = tmp_path / "stadium.json", tmp_path / "prices.json"
    plan.write_text(json.dumps(stadium()))
    tour.cli("hall", "import", "tour", "day-1", str(plan), "--hold-ttl", "7m")
    assert seats(tour)["free"] == 50_000
    assert seats(tour, "rules")["holdTtl"] == "7m"
    assert json.loads(tour.cli("hall", "plan", "tour", "day-1", "--json"))["name"] == "Stadium"
    tour.cli("prices", "template", "tour", "--out", str(prices))
    tour.cli("prices", "set", "tour", str(prices))
    tour.cli("hall", "block", "tour", "day-1", "section:S0", "--reason", "press")
    assert seats(tour)["blocked"] == 500
    tour.cli("hall", "unblock", "tour", "day-1", "row:S0/1")
    assert seats(tour)["blocked"] == 450


def stadium():
    def seat(section, row, number):
        return {"id": f"S{section}-{row}-{number}", "grade": "R", "x": number * 50,
                "y": section * 1000 + row * 90}
    sections = [{"id": f"S{section}", "rows": [
        {"label": str(row), "seats": [seat(section, row, number) for number in range(50)]}
        for row in range(10)]} for section in range(100)]
    return {"format": "onsale-hall/1", "name": "Stadium", "grades": [{"id": "R"}],
            "sections": sections}


def test_the_levers_of_the_sale_survive_a_restart(tour):
    tour.cli("sale", "set", "tour", "--seats-per-guest", "4", "--returns", "by-operator")
    tour.cli("sale", "stop-holds", "tour")
    tour.cli("sale", "message", "tour", "--to", "holding", "Please wait.")
    tour.kill()
    tour.start()
    sale = json.loads(tour.cli("sale", "show", "tour", "--json"))
    assert sale["settings"]["seatsPerGuest"] == 4
    assert sale["levers"]["holdsStopped"] and sale["levers"]["messageHolding"] == "Please wait."


def test_an_export_of_nothing_is_a_head(tour):
    lines = tour.cli("order", "export", "tour").splitlines()
    assert len(lines) == 1 and lines[0].startswith('"order","booking","state"')


def test_a_poster_is_served_for_ever_and_runs_nothing(tour):
    key = (tour.data / "owner.key").read_text().strip()
    put = tour.request("PUT", "/api/admin/events/tour/poster", PNG,
                       {"Authorization": f"Bearer {key}", "Content-Type": "image/png"},
                       port=tour.admin_port)
    assert put.status == 200, put.body
    link = tour.get("/api/events/tour").json()["event"]["poster"]
    assert link == f"/images/{hashlib.sha256(PNG).hexdigest()}.png"
    image = tour.get(link)
    assert image.status == 200 and image.body == PNG
    assert image.header("Content-Type") == "image/png"
    assert "immutable" in image.header("Cache-Control")
    assert image.header("X-Content-Type-Options") == "nosniff"
    assert "sandbox" in image.header("Content-Security-Policy")
    tour.kill()
    tour.start()
    assert tour.get(link).body == PNG


# --- halls


def test_a_hall_that_was_made_is_imported_exported_and_imported_again(server, tmp_path):
    days = [{"id": f"day-{day}", "startsAt": iso(time.time() + 86400 * 30)} for day in (1, 2)]
    server.create_event("tour", performances=days)
    made, exported = tmp_path / "made.json", tmp_path / "exported.json"
    subprocess.run([BINARY, "hall", "make", "theatre", "--out", str(made)], check=True)
    server.cli("hall", "import", "tour", "day-1", str(made))
    exported.write_text(server.cli("hall", "plan", "tour", "day-1", "--json"))
    assert json.loads(exported.read_text()) == json.loads(made.read_text())
    server.cli("hall", "import", "tour", "day-2", str(exported))
    first, second = [json.loads(server.cli("hall", "show", "tour", day, "--json"))
                     for day in ("day-1", "day-2")]
    assert {**first, "performance": ""} == {**second, "performance": ""} and first["seats"] == 500
    again = server.admin("PUT", "/events/tour/performances/day-1/hall",
                         json.loads(made.read_text()), expect=409)
    assert again["code"] == "HALL_EXISTS"


def test_every_mistake_in_a_plan_is_named_with_its_place(tour, tmp_path):
    plan = shop.small_hall(3, 2)
    seats = plan["sections"][0]["rows"][0]["seats"]
    seats[1]["id"] = seats[0]["id"]
    seats[2]["grade"] = "Z"
    plan["sections"][1]["rows"][0]["colour"] = "red"
    refused = tour.admin("PUT", "/events/tour/performances/day-1/hall", plan, expect=422)
    assert refused["code"] == "HALL_PLAN_REFUSED"
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(plan))
    told = subprocess.run([BINARY, "hall", "check", str(file)], capture_output=True, text=True)
    assert told.returncode == 1
    places = [one["place"] for one in refused["details"]["mistakes"]]
    assert places and all(place in told.stdout for place in places)
    assert any(place.startswith("/sections/") for place in places)
    assert tour.admin("GET", "/events/tour/performances/day-1/seats", expect=404)["code"] \
        == "PERFORMANCE_NOT_FOUND"
    # The mistakes are corrected one after the other, and then the plan is accepted.
    del plan["sections"][1]["rows"][0]["colour"]
    refused = tour.admin("PUT", "/events/tour/performances/day-1/hall", plan, expect=422)
    places = {one["place"] for one in refused["details"]["mistakes"]}
    assert {"/sections/0/rows/0/seats/1/id", "/sections/0/rows/0/seats/2/grade"} <= places
    seats[1]["id"], seats[2]["grade"] = "F1-A-2", "R"
    tour.admin("PUT", "/events/tour/performances/day-1/hall", plan, expect=201)


# --- blocked and returned seats


@pytest.fixture
def sale(server):
    return shop.Shop(server).open(sale={"returns": "by-operator"})


def test_places_are_blocked_and_unblocked_as_far_as_nobody_has_them(sale):
    holder = sale.buyer()
    holder.select("F1-A-1")
    told = sale.house("block", seats=["section:F1"], reason="press", owner="the papers")
    assert told["count"] == 9 and "1 seat was skipped" in told["effect"]
    refused = sale.house("block", seats=["F1-A-1"], reason="press", expect=409)
    assert refused["code"] == "SEAT_TAKEN" and refused["details"]["seats"] == ["F1-A-1"]
    assert sale.house("block", seats=["F9"], reason="x", expect=404)["code"] == "SEAT_NOT_FOUND"
    assert sale.house("block", seats=["F2-B-1"], expect=400)["code"] == "BAD_FIELD"
    rehearsed = sale.house("unblock?dryRun=true", seats=["row:F1/A"])
    assert rehearsed["dryRun"] and rehearsed["count"] == 9
    sale.until_counts(blocked=9)
    eventually(lambda: holder.seats()["states"] == "h" + "b" * 9 + "f" * 10, 1)
    assert sale.house("unblock", seats=["F1-A-2", "F1-A-3"])["count"] == 2
    eventually(lambda: holder.seats()["states"][:4] == "hffb", 1)
    assert holder.pay()["state"] == "paid"


def test_returned_seats_come_back_in_the_operators_batches(sale):
    buyer = sale.sell("F1-A-1", "F1-A-2", "F1-A-3", "F1-A-4")
    buyer.refund()
    buyer.until_refunded()
    sale.until_counts(returned=4, free=16)
    assert sale.buyer().select("F1-A-1", expect=409)["code"] == "SEAT_TAKEN"
    assert sale.house("release", count=3)["count"] == 3
    eventually(lambda: sale.counts()["free"] == 19, 1)
    assert sale.house("release", seats=["section:F1"])["count"] == 1
    assert sale.house("release", count=5)["count"] == 0
    assert sale.house("release", expect=400)["code"] == "BAD_FIELD"
    assert sale.house("release", seats=["F2-B-1"], expect=409)["code"] == "WRONG_STATE"
    sale.until_counts(free=20, returned=0)


# --- levers


def test_levers_bite_within_a_second_and_survive_kill_9(sale):
    holder, payer, late = sale.buyers(3)
    holder.select("F1-A-1")
    payer.select("F2-B-1")
    payer.request()
    sale.lever(holdsStopped=True, stopProvider="demo")
    assert eventually(lambda: refused(late, "F1-A-2"), 1) == "HOLDS_STOPPED"
    assert late.best(1, expect=409)["code"] == "HOLDS_STOPPED"
    assert holder.request(expect=409)["code"] == "PROVIDER_STOPPED"
    # A payment that has begun is completed.
    payer.press("approve")
    assert payer.confirm()["state"] == "paid"
    sale.server.kill()
    sale.server.start()
    assert refused(late, "F1-A-2") == "HOLDS_STOPPED"
    assert holder.request(expect=409)["code"] == "PROVIDER_STOPPED"
    sale.lever(holdsStopped=False, startProvider="demo", stopSection="F1")
    assert eventually(lambda: (code := refused(late, "F1-A-2")) != "HOLDS_STOPPED" and code, 1) \
        == "SECTION_STOPPED"
    assert late.best(1)["seatIds"][0].startswith("F2-")
    assert holder.pay()["state"] == "paid"
    sale.server.kill()
    sale.server.start()
    assert refused(late, "F1-A-2") == "SECTION_STOPPED"
    sale.lever(startSection="F1")
    late.select("F1-A-2")
    assert sale.lever(holdsStopped=False)["effect"] == "Nothing changes."


def refused(buyer, seat):
    """The code with which the seat is refused, or None."""
    told = buyer.call("POST", "/api/booking/seats/select", {
        "eventId": buyer.event, "performanceId": shop.DAY, "seatIds": [seat]})
    return None if told.status == 200 else told.code


def test_frozen_deadlines_keep_a_hold_and_say_so(sale):
    sale.set_rules(holdTtl="1s")
    holder = sale.buyer()
    holder.select("F1-A-1")
    sale.admin("POST", "/deadlines", {"freeze": True})
    eventually(lambda: holder.seats()["hold"]["frozen"], 1)
    time.sleep(1.5)
    assert holder.seats()["mine"] == [0]
    sale.until_counts(held=1)
    sale.admin("POST", "/deadlines", {"freeze": False})
    eventually(lambda: sale.counts()["held"] == 0, 3)


def test_messages_reach_those_who_hold_and_those_who_paid(sale):
    holder, other = sale.buyers(2)
    holder.select("F1-A-1")
    sale.lever(messageHolding="Cards are slow.", messagePaid="See you there.")
    eventually(lambda: holder.status(sale.event).get("message") == "Cards are slow.", 2)
    assert "message" not in other.status(sale.event)
    holder.pay()
    eventually(lambda: holder.status(sale.event).get("message") == "See you there.", 2)


# --- prices and orders


def test_a_price_list_must_price_every_grade_and_names_its_mistakes(sale):
    without = shop.terms()
    del without["prices"]["grades"][1]
    missing = sale.admin("PUT", "/terms", without, expect=422)
    assert missing["code"] == "PRICE_MISSING" and missing["details"]["grade"] == "S"
    broken = shop.terms()
    broken["prices"]["grades"][1]["types"][0]["amount"] = -5
    told = sale.admin("PUT", "/terms", broken, expect=400)
    assert told["code"] == "BAD_FIELD"
    assert told["details"]["field"] == "prices.grades[1].types[0].amount"
    assert sale.admin("GET", "/terms")["prices"] == shop.terms()["prices"]


def test_an_operator_finds_refunds_and_cancels_orders(sale):
    buyer = sale.sell("F1-A-1", "F1-A-2")
    number = buyer.shown()["bookingNumber"]
    by_booking = sale.server.admin("GET", f"/bookings/{number}")
    assert by_booking == sale.order(buyer.order) and by_booking["state"] == "paid"
    assert number in sale.server.cli("order", "show", number)
    assert sale.server.admin("POST", f"/orders/{buyer.order}/cancel", expect=409)["code"] \
        == "ALREADY_PAID"
    refund = f"/orders/{buyer.order}/refund"
    rehearsed = sale.server.admin("POST", f"{refund}?dryRun=true",
                                  {"why": "organiser", "seats": ["F1-A-1"]})
    amount = rehearsed["quote"]["amount"]
    assert amount == shop.money_of("R") and sale.money(buyer.order)[1] == 0
    wrong = sale.server.admin("POST", refund, {"why": "organiser", "seats": ["F1-A-1"],
                                               "amount": amount + 1}, expect=409)
    assert wrong["code"] == "AMOUNT_CHANGED" and wrong["details"]["amount"] == amount
    sale.server.cli("order", "refund", buyer.order, "--why", "organiser", "--seat", "F1-A-1",
                    "--amount", str(amount))
    buyer.until_refunded()
    assert sale.money(buyer.order) == (2 * amount, amount)
    assert [seat["givenBack"] for seat in sale.order(buyer.order)["seats"]] == [True, False]
    paying = sale.buyer()
    paying.select("F2-B-1")
    paying.request()
    sale.server.cli("order", "cancel", paying.order)
    assert paying.until("ended")["reason"] == "revoked"
    assert "The seller cancelled it." in paying.page()
    assert sale.order("O-0000000000001", expect=404)["code"] == "ORDER_NOT_FOUND"


def test_an_export_runs_nothing_when_it_is_opened(server):
    formulas = ['=HYPERLINK("http://evil.example","Win")', "+1+1", "-2", "@SUM(A1)", "\uff1d1"]
    prices = shop.terms()
    for name in formulas:
        prices["prices"]["grades"][0]["types"].append({"name": name, "amount": 1000})
    sale = shop.Shop(server).open(prices=prices, title=formulas[0])
    for at, name in enumerate(formulas, 1):
        sale.sell(f"F1-A-{at}", priceTypes={f"F1-A-{at}": name})
    text = server.cli("order", "export", "tour")
    rows = list(csv.reader(io.StringIO(text)))
    assert [len(row) for row in rows] == [17] * 6
    columns = {name: at for at, name in enumerate(rows[0])}
    assert {row[columns["priceTypes"]] for row in rows[1:]} == {"'" + name for name in formulas}
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@\t\r\uff1d")]
    assert {row[columns["total"]] for row in rows[1:]} == {str(1000 + shop.FEE)}


def test_every_act_on_the_sale_is_in_the_audit_log(sale):
    buyer = sale.sell("F1-A-1")
    paying = sale.buyer()
    paying.select("F2-B-1")
    paying.request()
    before = len(sale.server.admin("GET", "/audit?limit=1000")["entries"])
    hall = f"/api/admin/events/{sale.event}/performances/{shop.DAY}"
    acts = {
        f"PATCH {hall}/hall/rules": lambda: sale.set_rules(seatsPerHold=2),
        f"POST {hall}/seats/block": lambda: sale.house("block", seats=["F2-B-9"], reason="press"),
        f"POST {hall}/seats/unblock": lambda: sale.house("unblock", seats=["F2-B-9"]),
        f"POST {hall}/seats/release": lambda: sale.house("release", count=1),
        f"PUT /api/admin/events/{sale.event}/terms":
            lambda: sale.admin("PUT", "/terms", shop.terms()),
        f"PATCH /api/admin/events/{sale.event}/sale": lambda: sale.set_sale(seatsPerGuest=4),
        f"PATCH /api/admin/events/{sale.event}/sale/levers":
            lambda: sale.lever(holdsStopped=True),
        f"POST /api/admin/orders/{buyer.order}/refund": lambda: sale.server.admin(
            "POST", f"/orders/{buyer.order}/refund",
            {"why": "organiser", "amount": shop.money_of("R")}),
        f"POST /api/admin/orders/{paying.order}/cancel": lambda: sale.server.admin(
            "POST", f"/orders/{paying.order}/cancel"),
    }
    for act in acts.values():
        act()
    entries = sale.server.admin("GET", "/audit?limit=1000")["entries"][before:]
    assert [one["what"] for one in entries if one["result"] == "done"] == list(acts)
    assert all(one["effect"] for one in entries if one["result"] == "done")
    about = {one["what"]: one.get("about", "") for one in entries if one["result"] == "done"}
    assert about[f"POST /api/admin/orders/{buyer.order}/refund"].startswith(
        f"order {buyer.order} guest ")
    done = subprocess.run([BINARY, "audit", "verify", "--data", str(sale.server.data)],
                          capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stdout + done.stderr

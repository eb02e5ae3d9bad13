"""The preflight check before a sale, with a test purchase, on a real server with Demo Pay."""

import json
import subprocess
import time

import pytest

import demo_pay_log
from onsale import BINARY, eventually, iso
from shop import DAY, Shop, small_hall, terms

STEPS = ["demo request", "demo page", "demo confirm", "demo refund"]
# Checks of the machine, which may fail on a test machine.
MACHINE = {"clock", "journal", "disk", "backup", "descriptors", "keys"}


@pytest.fixture
def shop(server):
    return Shop(server).open()


def preflight(server, *options):
    told = subprocess.run([BINARY, "preflight", "tour", "--json", "--data", str(server.data),
                           *options], capture_output=True, text=True, timeout=30)
    answer = json.loads(told.stdout)
    assert told.returncode == (0 if answer["go"] else 1)
    return answer


def no_gos(server):
    """Failed checks of the event, by name."""
    return {check["name"]: check["code"] for check in preflight(server)["checks"]
            if not check["ok"] and check["name"] not in MACHINE}


def sold(shop):
    """The operator's view of payments and seats."""
    return shop.admin("GET", "/live")["payments"]["totals"], shop.counts()


def payments(server):
    log = server.data / "demo-pay.log"
    return demo_pay_log.payments(log) if log.exists() else {}


def test_a_test_purchase_charges_and_gives_back_and_leaves_no_trace_in_the_sale(shop):
    server = shop.server
    shop.sell("F1-A-1")
    shop.until_counts(sold=1)
    before = sold(shop)
    assert before[0]["bookings"] == 1
    report = server.cli("order", "export", "tour")
    paid_before = payments(server)
    checks = preflight(server, "--purchase")["checks"]
    steps = [check for check in checks if check["name"].startswith("demo ")]
    assert [step["name"] for step in steps] == STEPS and all(step["ok"] for step in steps)
    # The provider has charged it once and refunded all of it.
    (reference, payment), = (one for one in payments(server).items() if one[0] not in paid_before)
    assert reference.startswith("O-0TEST")
    assert payment["charges"] == 1 and payment["amount"] == 100
    assert sum(payment["given_back"].values()) == 100
    # The sale does not include it, even after the provider's webhook.
    eventually(lambda: not payments(server)[reference]["announced"], 5)
    assert sold(shop) == before
    assert server.cli("order", "export", "tour") == report
    server.admin("GET", f"/orders/{reference[:-2]}", expect=404)


def test_nothing_is_bought_unless_it_is_asked_for(shop):
    assert not [check for check in preflight(shop.server)["checks"]
                if check["name"].startswith("demo ")]
    told = shop.server.admin("POST", "/preflight/tour/purchase?dryRun=true")
    assert told["dryRun"] and told["count"] == 1 and "100 KRW" in told["effect"]
    assert payments(shop.server) == {}


def test_the_purchase_is_in_the_audit_log(shop):
    preflight(shop.server, "--purchase")
    done = shop.server.admin("GET", "/audit?limit=100")["entries"][-1]
    assert done["what"] == "POST /api/admin/preflight/tour/purchase" and done["result"] == "done"


def test_an_event_that_nobody_can_pay_for_is_no_go(server):
    server.create_event("tour")  # Not a demo event, so Demo Pay is not allowed.
    told = preflight(server, "--purchase")
    checks = {check["name"]: check for check in told["checks"]}
    assert not told["go"] and not checks["purchase"]["ok"]
    assert payments(server) == {}


def test_a_sale_in_which_nobody_could_buy_is_no_go_until_it_has_all_it_needs(server):
    sale = Shop(server)
    server.create_event(sale.event, opensAt=iso(time.time() + 3600), performances=[
        {"id": day, "startsAt": iso(time.time() + 86400 * 30)} for day in (DAY, "day-2")])
    eventually(lambda: no_gos(server) == {"sale": "sale_without_hall"}, 5)
    accepted = preflight(server, "--accept", "sale")["checks"]
    assert next(one for one in accepted if one["name"] == "sale")["ok"]
    sale.admin("PUT", f"/performances/{DAY}/hall", small_hall(), expect=201)
    eventually(lambda: no_gos(server).get("halls") == "halls_missing", 5)
    sale.admin("PUT", "/performances/day-2/hall", small_hall(), expect=201)
    # Not a demo event, so Demo Pay, the only provider, is not allowed.
    missing = {"prices": "prices_none", "providers": "no_way_to_pay", "seller": "seller_missing",
               "tickets": "tickets_unlimited"}
    eventually(lambda: no_gos(server) == missing, 5)
    assert not preflight(server)["go"]
    sale.admin("PUT", "/terms", terms())
    sale.set_sale(seatsPerGuest=4)
    missing = {"providers": "no_way_to_pay", "seller": "seller_missing"}
    eventually(lambda: no_gos(server) == missing, 5)


def test_a_demonstration_with_demo_pay_is_go(shop):
    eventually(lambda: no_gos(shop.server) == {}, 5)


def test_a_warning_is_accepted_by_its_name(shop):
    shop.lever(holdsStopped=True)
    eventually(lambda: no_gos(shop.server) == {"holds": "holds_stopped"}, 5)
    checks = {check["name"]: check for check in
              preflight(shop.server, "--accept", "holds", "--accept", "backup")["checks"]}
    assert checks["holds"]["ok"] and checks["holds"]["accepted"]
    assert checks["holds"]["level"] == "warning" and checks["backup"]["ok"]

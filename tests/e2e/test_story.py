"""What the service desk can find out about a guest from a code."""

import json

import pytest

from shop import DAY, Shop

SEAT = f"F1-A-1 of {DAY}"


@pytest.fixture
def shop(server):
    return Shop(server).open()


def story(shop, code):
    told = shop.admin("GET", f"/story?code={code}")
    assert told["whole"]
    return told["story"]


def guest_code(buyer, day=DAY):
    """The code that an error page shows."""
    refused = buyer.call("POST", "/api/booking/seats/select", {
        "eventId": buyer.event, "performanceId": day, "seatIds": ["F1-A-2"]})
    assert refused.code == "SEAT_TAKEN"
    return refused.header("X-Guest-Code")


def test_the_code_of_an_error_page_tells_the_whole_story(shop):
    shop.sell("F1-A-2")
    buyer = shop.buyer()
    code = guest_code(buyer)
    assert code.startswith("G-") and len(code) == 12
    buyer.buy("F1-A-1")
    lines = story(shop, code)
    told = [line["code"] for line in lines]
    wanted = ["entered", "let_in", "seats_taken", "order_opened", "payment_requested", "charged",
              "order_paid"]
    assert [one for one in told if one in wanted] == wanted
    assert {"seats_sold", "booked"} <= set(told) and "refund_requested" not in told
    by_code = {line["code"]: line for line in lines}
    assert by_code["seats_taken"]["values"] == {"seats": "F1-A-1", "performance": DAY}
    assert by_code["seats_taken"]["text"] == f"Took {SEAT}."
    assert by_code["order_paid"]["values"]["order"] == buyer.order
    assert [line["at"] for line in lines] == sorted(line["at"] for line in lines)
    # The order and the number give the same result, and so does the command line.
    assert story(shop, buyer.order) == lines
    assert story(shop, by_code["entered"]["values"]["number"]) == lines
    assert json.loads(shop.server.cli("line", "story", "tour", code.lower(), "--json"))["story"] \
        == lines
    assert f"Took {SEAT}." in shop.server.cli("line", "story", "tour", buyer.order)


def test_a_story_outlives_the_process(shop):
    buyer = shop.sell("F1-A-1")
    before = story(shop, buyer.order)
    shop.server.stop()
    shop.server.start()
    assert story(shop, buyer.order)[:len(before)] == before


def test_a_code_that_nobody_has_tells_nothing(shop):
    assert story(shop, "G-0000000000") == []
    assert story(shop, 4711) == []
    shop.admin("GET", "/story?code=hello", expect=404)
    shop.admin("GET", "/story?code=O-0000000000000", expect=404)

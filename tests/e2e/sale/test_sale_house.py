"""Tasks of an operator during a sale: pictures, blocked seats, messages, reports. Also the public
information about seats."""

import csv
import io
import json
import sqlite3

import pytest

from onsale import eventually
from shop import DAY, EVENT, Shop

PNG = b"\x89PNG\r\n\x1a\n and so on"
JPEG = b"\xff\xd8\xff\xe0 JFIF"


@pytest.fixture
def shop(server):
    return Shop(server).open()


def images(server):
    return json.loads(server.cli("image", "list", "--json"))["images"]


def test_pictures_are_set_listed_backed_up_and_removed(shop, make_server, tmp_path):
    server = shop.server
    poster, plan = tmp_path / "poster", tmp_path / "plan"
    poster.write_bytes(PNG)
    plan.write_bytes(JPEG)
    server.cli("image", "set", EVENT, str(poster))
    server.cli("image", "set", EVENT, str(plan), "--performance", DAY)
    assert [(one["event"], one.get("performance"), one["contentType"]) for one in images(server)] \
        == [(EVENT, None, "image/png"), (EVENT, DAY, "image/jpeg")]
    (tmp_path / "note").write_text("not a picture")
    server.cli("image", "set", EVENT, str(tmp_path / "note"), expect=1)

    server.cli("backup", str(tmp_path / "backup.db"))
    restored = make_server()
    restored.cli("restore", str(tmp_path / "backup.db"), "--verify")
    restored.start()
    link = restored.get(f"/api/events/{EVENT}").json()["event"]["poster"]
    assert restored.get(link).body == PNG
    assert images(restored) == images(server)

    server.cli("image", "remove", EVENT, "--dry-run")
    assert len(images(server)) == 2
    server.cli("image", "remove", EVENT)
    assert server.get(link).status == 404
    assert "poster" not in server.get(f"/api/events/{EVENT}").json()["event"]
    server.kill()
    server.start()
    assert [one.get("performance") for one in images(server)] == [DAY]


def test_why_the_house_keeps_seats_is_for_operators(shop):
    shop.house("block", seats=["F1-A-1", "F1-A-2"], reason="press", owner="Kim of the papers")
    shop.server.cli("hall", "block", EVENT, DAY, "F2-B-1", "--reason", "view")
    shop.until_counts(blocked=3)
    for _ in range(2):
        shown = json.loads(shop.server.cli("hall", "show", EVENT, DAY, "--json"))
        assert shown["blocks"] == [{"reason": "press", "owner": "Kim of the papers", "seats": 2},
                                   {"reason": "view", "owner": "", "seats": 1}]
        rows = {row["seat"]: row for row in csv.DictReader(io.StringIO(
            shop.server.cli("hall", "seats", EVENT, DAY)))}
        assert len(rows) == 20
        assert rows["F1-A-2"]["owner"] == "Kim of the papers"
        assert (rows["F1-A-3"]["state"], rows["F1-A-3"]["reason"]) == ("free", "")
        shop.server.kill()
        shop.server.start()
    buyer = shop.buyer()
    query = f"eventId={EVENT}&performanceId={DAY}"
    told = [buyer.map().body, buyer.call("GET", f"/api/booking/hall?{query}").body,
            buyer.call("GET", f"/api/events/{EVENT}").body]
    assert not any(b"Kim" in body or b"press" in body for body in told)


# --- messages and reports


def outbox(server):
    return json.loads(server.cli("outbox", "list", "--json"))


def report(server):
    eventually(lambda: (now := outbox(server))["behind"] == 0 and not now["rebuilding"])
    return server.cli("order", "report", EVENT)


def empty_the_reports(server, put_aside):
    """Simulates that no message was applied, or that all messages were put aside."""
    with sqlite3.connect(server.data / "reports.db") as reports:
        for table in ("sums", "booking_seat", "booking"):
            reports.execute(f"DELETE FROM {table}")
        if put_aside:
            reports.execute("ATTACH ? AS journal", (str(server.data / "onsale.db"),))
            reports.execute("INSERT INTO dead_letter SELECT seq, journal_seq, topic, key, type, "
                            "body, 'a test' FROM journal.outbox")
    reports.close()


def test_messages_that_were_put_aside_are_applied_again_once(shop):
    server = shop.server
    shop.sell("F1-A-1", "F1-A-2").refund("F1-A-1")
    shop.sell("F2-B-1")
    eventually(lambda: "refunds" in (told := report(server)) and told.count("\n") > 3)
    before, messages = report(server), outbox(server)["messages"]
    assert server.stop() == 0
    empty_the_reports(server, put_aside=True)
    server.start()
    told = outbox(server)
    assert told["putAside"] == messages and told["letters"][0]["reason"] == "a test"
    assert server.cli("order", "report", EVENT).count("\n") == 1
    rehearsed = json.loads(server.cli("outbox", "retry", "--dry-run", "--json"))
    assert rehearsed["count"] == messages
    done = json.loads(server.cli("outbox", "retry", "--json"))
    assert (done["count"], done["left"]) == (messages, 0)
    assert report(server) == before
    assert json.loads(server.cli("outbox", "retry", "--json"))["count"] == 0
    assert report(server) == before


def test_the_reports_are_made_again_while_the_sale_goes_on(shop):
    server = shop.server
    shop.sell("F1-A-1")
    before = report(server)
    assert server.stop() == 0
    empty_the_reports(server, put_aside=False)
    server.start()
    assert report(server) != before
    server.cli("reports", "rebuild", "--dry-run")
    assert report(server) != before
    server.cli("reports", "rebuild")
    assert report(server) == before
    shop.sell("F1-A-2")
    eventually(lambda: report(server) != before)
    acts = [one["what"] for one in json.loads(server.cli("audit", "list", "--json"))["entries"]]
    assert "POST /api/admin/reports/rebuild" in acts


# --- public information


def test_seats_and_odds_stand_in_the_public_numbers_and_on_the_page(shop):
    shop.buyer().select("F1-A-1", "F1-A-2")
    path = f"/api/queue/serving/{EVENT}"
    told = eventually(lambda: (now := shop.server.get(path)).json()["seatsFree"] == 18 and now)
    assert "public, max-age=1" in told.header("Cache-Control")
    assert told.json()["seatsMayReturn"] == 2
    assert told.json()["odds"]["answer"] == "likely"

    def says(language, *words):
        page = shop.server.get(f"/{language}/queue/{EVENT}?plain=1").body.decode()
        return all(word in page for word in words)

    # Another loop may update its counts slightly later.
    eventually(lambda: says("en", "Seats free", "likely: about 18 seats (0 ahead of you"), 3)
    eventually(lambda: says("ko", "남은 좌석", "18석", "높음"), 3)
    shop.set_sale(leftShown="none")
    eventually(lambda: "seatsFree" not in shop.server.get(path).json(), 3)
    eventually(lambda: b"Seats free" not in shop.server.get(f"/en/queue/{EVENT}?plain=1").body, 3)

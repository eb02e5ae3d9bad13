"""Hundreds of guests buy through nginx while Redis masters with acknowledged holds and pending
payments are killed, or Onsale processes are. No seat is sold twice, and every charge is a booking
or was refunded."""

import asyncio
import random
from collections import Counter

import pytest

import demo_pay_log
from cluster import Cluster
from onsale import eventually
from sale_crowd import Crowd
from shop import DAY, EVENT, Shop
from test_sale_crash import (HALL, LINE, Books, check_money, check_what_was_told,
                             finish_open_orders, prices, seats_of, theatre)

CLIENTS = 400
FAILOVERS = 2
VICTIMS = ("queue-1", "booking-1", "scheduler-1", "payment-1", "queue-2", "booking-2", "payment-1",
           "scheduler-2")
ARRIVE_WITHIN_S = 8
# A refund whose answer was lost with the process is sent again after a minute or two.
SETTLED_WITHIN_S = 180
# Redis may have lost the end of a payment. The reconciler repairs that only after a minute.
REPAIRED_WITHIN_S = 90
# Losses that a guest may see after a failover: an admission, a hold, or the last change of a hold.
# The place is not lost, and the price is shown before anything is paid.
NOTICED = ("the admission is gone", "the hold is gone", "is asked to pay for")


async def kill_masters(cluster, crowd):
    for kill in range(FAILOVERS):
        while crowd.share_done() < (kill + 1) / (FAILOVERS + 2):
            await asyncio.sleep(0.02)
        master = cluster.master(EVENT)
        await asyncio.to_thread(cluster.redis.replica_of(master).cut_off)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(master.kill)
        await asyncio.to_thread(cluster.redis.until_replaced, master, cluster.key_of(EVENT))
        # It returns as a replica of its successor.
        await asyncio.to_thread(master.start)
        await asyncio.to_thread(cluster.redis.until_whole)


async def kill_processes(cluster, crowd):
    for kill, name in enumerate(VICTIMS):
        while crowd.share_done() < (kill + 1) / (len(VICTIMS) + 2):
            await asyncio.sleep(0.02)
        node = cluster.nodes[name]
        await asyncio.to_thread(node.kill)
        await asyncio.sleep(0.3)
        node.start(wait=False)
        await asyncio.to_thread(node.until_ready)


async def sale(cluster, crowd, faults):
    killer = asyncio.create_task(faults(cluster, crowd))
    await crowd.live(ARRIVE_WITHIN_S)
    await killer
    await finish_open_orders(crowd)


def shown(node, seats):
    """The seats that the map shows as sold."""
    told = node.get(f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}").json()
    return {seat for seat, letter in zip(seats, told["states"]) if letter == "s"}


def settled(cluster):
    eventually(lambda: not Books(cluster).open(), SETTLED_WITHIN_S)
    return Books(cluster)  # Reads again, because the export was older than the last details.


@pytest.mark.parametrize("faults", [kill_masters, kill_processes])
def test_no_seat_is_sold_twice_whatever_dies(tmp_path, faults):
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    plan = theatre()
    seats = seats_of(plan)
    with Cluster(tmp_path) as cluster:
        cluster.open_shop(plan=plan, rules=HALL, line=LINE, prices=prices(plan),
                          sale={"publicMap": True, "returns": "at-once"})
        crowd = Crowd(cluster.proxy.port, EVENT, DAY, seats, CLIENTS, seed)
        asyncio.run(sale(cluster, crowd, faults))
        books = settled(cluster)
        for what, count in sorted(crowd.counts.items()):
            print(f"  {count:6} {what}")
        taken = books.live_seats()
        assert [seat for seat, times in Counter(taken).items() if times > 1] == []
        check_money(books, demo_pay_log.payments(cluster.data / "demo-pay.log"))
        check_what_was_told(books, crowd)
        assert [one for one in crowd.errors if not any(word in one for word in NOTICED)] == []
        assert crowd.counts["holds"] > CLIENTS / 4
        eventually(lambda: all(shown(node, seats) == set(taken) for node in cluster.of("booking")),
                   REPAIRED_WITHIN_S)
        assert Shop(cluster).counts()["sold"] == len(taken)

"""Operators move slots and add Redis nodes while guests join."""

import pytest

from cluster import Cluster
from joiners import Joiners
from onsale import eventually
from shop import EVENT
from wire import number_of, statuses


@pytest.fixture
def shop(tmp_path):
    with Cluster(tmp_path) as running:
        yield running.open_shop()


def ports(cluster):
    return [node.port for node in cluster.of("queue")]


def other_master(cluster, than):
    return next(node for node in cluster.redis.nodes
                if node is not than and node.info("replication")["role"] == "master")


def move_under_load(shop, to):
    cluster = shop.server
    key = cluster.key_of(EVENT)
    with Joiners(ports(cluster), EVENT) as joiners:
        eventually(lambda: joiners.count() > 300, 15)
        move = cluster.redis.begin_move(key, to)
        while move.some_keys(1):  # The keys of an event are split between two nodes.
            seen = joiners.count()
            eventually(lambda: joiners.count() > seen or joiners.refusals, 5)
        move.finish()
        done = joiners.count()
        eventually(lambda: joiners.count() > done + 300, 15)
    eventually(lambda: cluster.redis.master_of(key) is to, 10)
    return joiners


def assert_nobody_lost(shop, joiners):
    numbers = joiners.numbers()
    assert len(set(numbers)) == len(numbers)
    assert joiners.unexpected == []
    tokens = sorted(joiners.tokens, key=number_of)
    for port in ports(shop.server):
        told = statuses(port, EVENT, tokens)
        assert {one["status"] for one in told} <= {"waiting", "admitted"}


def test_a_slot_moves_under_load_and_nobody_is_lost(shop):
    cluster = shop.server
    joiners = move_under_load(shop, other_master(cluster, than=cluster.master(EVENT)))
    assert_nobody_lost(shop, joiners)
    shop.buyer().buy("F1-A-1")


def test_a_new_node_takes_over_an_event(shop):
    joiners = move_under_load(shop, shop.server.redis.add_master())
    assert_nobody_lost(shop, joiners)
    shop.buyer().buy("F1-A-1")

"""The operator's live numbers include all processes."""

import pytest

from cluster import Cluster
from onsale import eventually
from redis_nodes import RedisNode
from shop import EVENT

CODE = "QUEUE_TOKEN_REQUIRED"
MANY = 1_000_000  # A larger value means that a count has fallen below zero.
HEARD_SECONDS = 15  # A report is sent every two seconds and counts four seconds later.


@pytest.fixture
def sale(tmp_path):
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=("payment", "queue", "queue"),
                 proxy=None) as running:
        running.create_event(EVENT)
        eventually(lambda: set(noted(running)) == set(running.nodes), HEARD_SECONDS)
        yield running


def noted(sale):
    return {one["name"]: one for one in sale.admin("GET", "/parts")["processes"]}


def history(sale):
    return sale.admin("GET", f"/events/{EVENT}/live/history?by=second&limit=3600")["server"]


def refuse(node, times):
    for _ in range(times):
        answer = node.guest().call("GET", f"/api/queue/status?eventId={EVENT}")
        assert answer.code == CODE


def told(sale):
    """Number of errors with the code in the history."""
    return sum(one["total"] for one in history(sale)["errors"] if one["code"] == CODE)


def test_plots_have_the_errors_and_the_latencies_of_all_processes(sale):
    queues = sale.of("queue")
    assert told(sale) == 0
    refuse(queues[0], 5)
    refuse(queues[1], 3)
    eventually(lambda: told(sale) == 8, HEARD_SECONDS)

    shown = history(sale)
    # No guest has called the process with the operator's listener.
    assert sale.payment.metric("onsale_http_requests_total", route="status") == 0
    assert sum(shown["polls"]) == 8
    assert max(shown["statusP99Us"]) > 0 and max(shown["requestP99Us"]) > 0
    live = sale.admin("GET", f"/events/{EVENT}/live")["server"]
    assert {"code": CODE, "count": 8} in live["topRefusals"]


def test_a_process_that_dies_and_begins_anew_is_counted_on(sale):
    queue = sale.of("queue")[0]
    refuse(queue, 4)
    eventually(lambda: told(sale) == 4, HEARD_SECONDS)
    queue.kill()
    queue.start(wait=False).until_ready()
    refuse(queue, 2)
    eventually(lambda: told(sale) == 6, HEARD_SECONDS)
    assert sum(history(sale)["polls"]) == 6
    assert max(history(sale)["requests"]) < MANY


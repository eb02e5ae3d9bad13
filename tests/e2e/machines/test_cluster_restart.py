"""A rolling restart behind a real proxy. Processes are restarted one after the other, and no guest
is refused at any pace."""

import threading
import time

import pytest

from cluster import Cluster
from cluster_proxy import ClusterHaproxy, ClusterNginx
from onsale import eventually
from redis_nodes import RedisNode
from shop import DAY, EVENT

ROLES = ("payment", "queue", "queue", "booking", "booking", "scheduler")
SEATS = f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}"
ASKERS = 4


class Crowd:
    """Guests who poll, read the seat map and join while processes restart."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.refused, self.asked, self.maps = [], 0, 0
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self.run) for _ in range(ASKERS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()

    def note(self, what, response):
        self.asked += 1
        if response.status >= 500:
            self.refused.append((what, response.status, response.body))

    def run(self):
        while not self.over.is_set():
            guest = self.cluster.guest()
            guest.visit(EVENT)
            joined = guest.call("POST", "/api/queue/enter", {"eventId": EVENT})
            self.note("enter", joined)
            if joined.status != 200:
                continue
            token = {"X-Queue-Token": joined.json()["token"]}
            status = f"/api/queue/status?eventId={EVENT}"
            for _ in range(5):
                self.note("status", guest.call("GET", status, headers=token))
                self.note("verify", guest.call("GET", f"/api/verify?eventId={EVENT}"))
                self.read_map(guest)
            self.note("leave", guest.call("DELETE", f"/api/queue/leave?eventId={EVENT}"))

    def read_map(self, guest):
        """A booking process answers this. The map is public, so every guest gets it."""
        response = guest.call("GET", SEATS)
        self.asked += 1
        self.maps += 1
        if response.status != 200:
            self.refused.append(("seats", response.status, response.body))

    def several(self):
        until, maps = self.asked + 50, self.maps + 10
        eventually(lambda: self.asked >= until and self.maps >= maps)


@pytest.fixture(params=[ClusterNginx, ClusterHaproxy], ids=["nginx", "haproxy"])
def cluster(request, tmp_path):
    with Cluster(tmp_path, RedisNode(tmp_path), ROLES, proxy=request.param) as running:
        yield running


def open_shop(cluster):
    """Opens a sale with a public map and waits until all booking processes show it."""
    cluster.open_shop(line={"maxActive": 1}, sale={"publicMap": True})
    for node in cluster.of("booking"):
        eventually(lambda: node.get(SEATS).status == 200)


def restart(node):
    """Like `systemctl restart`: returns when the new process has started, which is before it
    serves."""
    node.stop()
    node.start(wait=False)


@pytest.mark.parametrize("pause", [0, 2])
def test_no_guest_is_refused_while_processes_restart_one_after_the_other(cluster, pause):
    open_shop(cluster)
    with Crowd(cluster) as crowd:
        for node in [*cluster.of("queue"), *cluster.of("booking")]:
            crowd.several()
            restart(node)
            time.sleep(pause)
        cluster.of("queue")[-1].until_ready()
        crowd.several()
    assert crowd.refused == []


def test_a_stop_is_told_before_the_port_closes(cluster):
    cluster.create_event(EVENT)
    node = cluster.of("queue")[0]
    node.process.terminate()
    told = eventually(lambda: (answer := node.get("/readyz")).status == 503 and answer)
    assert told.json()["parts"]["process"] == "stopping"
    answer = node.get(f"/api/events/{EVENT}")
    assert answer.status == 200 and answer.header("Connection") == "close"
    assert node.process.wait(timeout=30) == 0


def test_a_process_is_not_asked_before_it_knows_the_events(cluster):
    """Its port is closed until then, so a proxy uses another process."""
    cluster.create_event(EVENT)
    node = cluster.of("queue")[0]
    node.stop()
    node.start(wait=False)
    answers = []
    while not answers:
        try:
            answers.append(node.get(f"/api/events/{EVENT}").status)
        except ConnectionRefusedError:
            assert node.process.poll() is None
    assert answers == [200]

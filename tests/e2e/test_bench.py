"""The computation of the figures of ./bench, without measurements."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

import measure_cluster  # noqa: E402
import paces  # noqa: E402
from figures import row, table  # noqa: E402


class BusyRedis:
    """Six nodes whose counters advance with a simulated clock, whether or not anybody polls."""

    def __init__(self, monkeypatch, commands_a_second):
        self.redis = SimpleNamespace(nodes=range(6))
        self.commands_a_second = commands_a_second
        self.now = self.extra = 0
        monkeypatch.setattr(measure_cluster, "time", SimpleNamespace(
            sleep=self.pass_time, perf_counter=lambda: self.now))
        monkeypatch.setattr(measure_cluster, "check_positions", lambda queue: None)

    def pass_time(self, seconds):
        self.now += seconds

    def commands(self):
        """Each query is a command on each node, which is counted after its answer."""
        counted = self.now * self.commands_a_second + self.extra
        self.extra += len(self.redis.nodes)
        return counted

    def polls(self, count, commands):
        """Replaces wrk: makes polls that cost Redis `commands` commands."""
        def run(url, seconds, tokens):
            self.pass_time(seconds)
            self.extra += commands
            return {"requests": count}
        return run


@pytest.mark.parametrize("polls, commands, holds", [
    (1_600_000, 0, True), (1_600_000, 100, True), (1_600_000, 200, False),
    (40_000, 0, True), (40_000, 3, True), (40_000, 5, False)])
def test_only_what_polls_add_counts_for_redis_per_poll(monkeypatch, polls, commands, holds):
    redis = BusyRedis(monkeypatch, commands_a_second=90)
    monkeypatch.setattr(measure_cluster.load, "wrk_polls", redis.polls(polls, commands))
    plan = SimpleNamespace(long_slices=3)
    queue = SimpleNamespace(url="", everybody=None)
    [taken] = measure_cluster.redis_per_poll(plan, redis, queue)
    assert taken["holds"] is holds
    assert taken["ratio"] == pytest.approx(commands / polls, abs=1e-6)


def test_a_fast_machine_keeps_the_pace_of_the_figure():
    pace = paces.pace("poll-under-joins", "polls", paces.POLLS_PER_SECOND, 125_000, paces.POLL_SHARE)
    assert pace == paces.POLLS_PER_SECOND
    assert paces.lowered(("polls", pace, paces.POLLS_PER_SECOND)) is None


def test_a_slow_machine_goes_by_what_it_serves_alone_and_says_so(capsys):
    pace = paces.pace("poll-under-joins", "joins", paces.JOINS_PER_SECOND, 25_000, paces.JOIN_SHARE)
    assert pace == 10_000
    assert "10,000 joins/s instead of 20,000" in capsys.readouterr().out
    note = paces.lowered(("polls", 20_000, 20_000), ("joins", pace, paces.JOINS_PER_SECOND))
    taken = row("poll-under-joins", [200.0], [150.0], note)
    assert taken["holds"] and "10,000 joins/s instead of 20,000" in table([taken])
    assert "polls/s instead" not in table([taken])

"""The figures, their bars, the result file and the table."""

import json
import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    id: str
    what: str
    bar: float
    at_most: bool = False  # True if the bar is an upper limit.

    def holds(self, ratio):
        return ratio <= self.bar if self.at_most else ratio >= self.bar


WAITING_ROOM = [
    Figure("poll", "status polls/s with 1,000,000 waiting / nginx `return 200` of the same size",
           0.95),
    Figure("poll-cpu", "CPU us per poll / CPU us of the nginx worker per request", 1.0,
           at_most=True),
    Figure("poll-scale", "polls/s with 1,000,000 waiting / with 10,000 waiting", 0.95),
    Figure("join", "durable joins/s over HTTP / Redis ZADD/s, appendfsync always, 64 clients", 1.0),
    Figure("join-engine", "durable joins/s into the engine, 1,024 in flight / SQLite one-row "
           "commits/s", 50),
    Figure("waiter-memory", "RSS bytes per waiter at 1,000,000 / 283 bytes of two Redis ZSets",
           0.15, at_most=True),
    Figure("restart", "s from start to first correct poll, 1,000,000 waiting / s until Redis has "
           "loaded a rewritten AOF of two ZSets", 0.25, at_most=True),
    Figure("poll-under-joins", "p99 us of 20,000 polls/s beside 20,000 joins/s / without joins", 2,
           at_most=True),
    Figure("idle-connection", "RSS bytes per idle connection at 15,000 / 2048 bytes", 1.0,
           at_most=True),
]
SALE = [
    Figure("hold", "durable holds/s over HTTP / Redis SET NX PX/s, appendfsync always, 64 clients",
           1.0),
    Figure("hot-seat", "refused holds/s of one seat / holds/s spread over 50,000 seats", 1.0),
    Figure("purchase", "whole purchases/s over HTTP (hold, order, Demo Pay, booking) / pgbench "
           "single-row INSERT/s, 16 clients", 0.5),
    Figure("seat-map", "unchanged maps/s (304) of 50,000 seats / nginx `return 204`", 0.9),
    Figure("best", "best available for 4 in 50,000 half-sold seats, per second / plain select",
           0.5),
    Figure("poll-under-sale", "p99 us of 20,000 polls/s beside half the peak of holds / without", 2,
           at_most=True),
]
CLUSTER = [
    Figure("redis-per-poll", "Redis commands that polls add / polls, 100,000 waiting, a full line",
           0.0001, at_most=True),
    Figure("cluster-poll", "polls/s, cluster mode / embedded mode, 100,000 waiting", 0.9),
    Figure("cluster-join", "joins/s through a node's adapter to Redis, 1,024 in flight / "
           "unpipelined Lua INCR+ZADD/s, 64 clients", 2),
    Figure("view-lag", "p99 ms from a change to visible at another node / 300 ms", 1.0,
           at_most=True),
    Figure("failover", "s without a join after kill -9 of the master / s until Redis takes writes",
           1.3, at_most=True),
]
STORE = [
    Figure("store-purchase", "purchases/s of the port Orders on PostgreSQL, 64 in flight / pgbench "
           "single-row INSERT/s, 16 clients, on the same server", 0.5),
    Figure("store-commits", "commits of these purchases / purchases", 0.5, at_most=True),
]
FIGURES = WAITING_ROOM + SALE + CLUSTER + STORE
BY_ID = {figure.id: figure for figure in FIGURES}
GROUPS = {"waiting-room": [figure.id for figure in WAITING_ROOM],
          "sale": [figure.id for figure in SALE],
          "cluster": [figure.id for figure in CLUSTER],
          "store": [figure.id for figure in STORE]}


def chosen(names):
    """Resolves figure and group names to ids. Raises KeyError with the first unknown name."""
    ids = set()
    for name in names or GROUPS:
        ids.update(GROUPS[name] if name in GROUPS else [BY_ID[name].id])
    return ids


def row(figure_id, ours, peer, note=None):
    """Builds a row from the values of both sides (a list per slice, or one value): medians, ratio
    and verdict."""
    figure = BY_ID[figure_id]
    ours = statistics.median(ours) if isinstance(ours, list) else ours
    peer = statistics.median(peer) if isinstance(peer, list) else peer
    ratio = ours / peer
    return {"id": figure.id, "what": figure.what, "ours": round(ours, 3), "peer": round(peer, 3),
            "ratio": round(ratio, 6), "bar": figure.bar, "holds": figure.holds(ratio),
            **({"note": note} if note else {})}


def failed_row(figure_id, error):
    figure = BY_ID[figure_id]
    return {"id": figure.id, "what": figure.what, "ours": None, "peer": None, "ratio": None,
            "bar": figure.bar, "holds": False, "error": error}


def replace_rows(path, rows):
    """Merges the rows into the file. Rows of other figures are kept; all are in table order."""
    kept = json.loads(path.read_text()) if path.exists() else []
    by_id = {one["id"]: one for one in kept} | {one["id"]: one for one in rows}
    merged = [by_id[figure.id] for figure in FIGURES if figure.id in by_id]
    path.write_text(json.dumps(merged, indent=2) + "\n")
    return merged


def bar_text(figure):
    return f"{'<=' if figure.at_most else '>='} {figure.bar:g}"


def table(rows):
    lines = [f"{'figure':<17} {'ours':>12} {'peer':>12} {'ratio':>8}  {'bar':<8} holds"]
    for one in rows:
        figure = BY_ID[one["id"]]
        if "error" in one:
            lines.append(f"{figure.id:<17} {one['error']}")
        else:
            lines.append(f"{figure.id:<17} {one['ours']:>12,.1f} {one['peer']:>12,.1f} "
                         f"{one['ratio']:>8.{6 if one['ratio'] < 0.01 else 3}f}  "
                         f"{bar_text(figure):<8} "
                         f"{'yes' if one['holds'] else 'NO'}")
        lines.append(f"{'':<17}   {figure.what}")
        if "note" in one:
            lines.append(f"{'':<17}   {one['note']}")
    return "\n".join(lines)

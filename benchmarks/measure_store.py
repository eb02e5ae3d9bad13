"""Measures purchases at the port of orders on PostgreSQL. It needs no program but the load's."""

import json

from figures import row
from machine import Failed, run
from measure_sale import interleaved
from postgres import Postgres, programs
from servers import PROGRAMS, ROOT

MIGRATION = ROOT / "src/adapter/postgres/migration/sql/0001_store.sql"


class Store(Postgres):
    """A server with the tables of the store. It sells each seat once."""

    def prepare(self):
        self.wait_until_ready()
        run([programs() / "psql", *self.address(), "-X", "-q", "-1", "-v", "ON_ERROR_STOP=1",
             "-f", MIGRATION, "postgres"])
        self.sold = self.commits = 0
        return self

    def purchases(self, seconds):
        """Purchases per second, each of three commits at most and some fifteen rows."""
        done = json.loads(run([PROGRAMS / "onsale_bench_store", self.port, self.sold, seconds]))
        self.sold += done["purchases"]
        self.commits += done["commits"]
        return done["purchases"] / done["seconds"]

    def check(self):
        for rows in ("orders WHERE state = 3", "payments", "seat_owners WHERE state = 2"):
            count = int(run([programs() / "psql", *self.address(), "-XqAt", "-c",
                             f"SELECT count(*) FROM {rows}", "postgres"]))
            if count != self.sold:
                raise Failed(f"{self.sold} purchases, but {count} rows of {rows}")


def store_purchases(plan):
    with Store(plan.folder / "store") as store:
        store.prepare()
        store.purchases(1)
        store.inserts(1)
        store.commits, before = 0, store.sold
        rates = interleaved("store-purchase", plan, {
            "ours": lambda: store.purchases(plan.sale_seconds),
            "PostgreSQL": lambda: store.inserts(plan.sale_seconds)})
        store.check()
        yield row("store-purchase", rates["ours"], rates["PostgreSQL"])
        yield row("store-commits", store.commits, store.sold - before)


MEASURES = [(("store-purchase", "store-commits"), store_purchases)]

import { describe, expect, it } from "vitest";

import { nextAsk } from "./poll";
import type { Order, Refund } from "./sale";

const base: Order = {
  orderId: "O-1",
  eventId: "demo",
  performanceId: "p",
  state: "paying",
  attempt: 1,
  attemptsLeft: 2,
  quote: { lines: [], orderFees: 0, total: 1, currency: "KRW" },
  refunds: [],
  serverTime: "2026-11-15T11:00:00Z",
};
const refund = (state: Refund["state"]): Refund => ({
  state,
  why: "guest_wish",
  requestedAt: base.serverTime ?? "",
  seats: [],
  deductions: [],
  amount: 1,
  currency: "KRW",
});
const NOW = Date.parse("2026-11-15T11:00:00Z");
const ask = (order: Partial<Order>, same = 0, failed = 0, retryAfterS = 0) =>
  nextAsk({ order: { ...base, ...order }, same, failed, retryAfterS }, NOW, () => 0);

describe("asking for an order again", () => {
  it("is quick while a payment is confirmed and slows down", () => {
    expect(ask({})).toBe(1000);
    expect(ask({}, 2)).toBe(2250);
    expect(ask({}, 50)).toBe(5000);
  });

  it("is gentle while the outcome is unknown", () => {
    expect(ask({ state: "unknown" }, 50)).toBe(30_000);
  });

  it("ends when nothing can change any more", () => {
    expect(ask({ state: "paid" })).toBeNull();
    expect(ask({ state: "ended", refunds: [refund("done"), refund("failed")] })).toBeNull();
  });

  it("goes on while money is on its way back", () => {
    expect(ask({ state: "paid", refunds: [refund("done"), refund("sent")] })).toBe(2000);
  });

  it("backs off while the server is away, even from an order that was over", () => {
    expect(ask({ state: "paid" }, 0, 1)).toBe(1000);
    expect(ask({}, 0, 3)).toBe(2250);
    expect(ask({}, 0, 99)).toBe(30_000);
  });

  it("waits as long as the server asks for, and never less", () => {
    expect(ask({}, 0, 1, 7)).toBe(7000);
  });

  it("looks when the guest's time is over, and soon again until the server says so", () => {
    const deadline = (at: string) => ask({ state: "held", deadline: `2026-11-15T${at}Z` }, 9);
    expect(deadline("11:09:00")).toBe(30_000);
    expect(deadline("11:00:04")).toBe(5000);
    expect(deadline("10:59:00")).toBe(1000);
  });

  it("spreads over a fifth more", () => {
    expect(nextAsk({ order: base, same: 0, failed: 0, retryAfterS: 0 }, NOW, () => 1)).toBe(1200);
  });
});

import { describe, expect, it } from "vitest";

import { en, ko } from "../words/payment";
import {
  askedUntil,
  attemptsText,
  declineText,
  endTexts,
  headline,
  refundRules,
} from "./order_words";
import type { Order } from "./sale";
import { booked, refund } from "./test_order";

const order = (over: Partial<Order>): Order => ({
  orderId: "O-1",
  eventId: "demo",
  performanceId: "p",
  state: "paying",
  attempt: 1,
  attemptsLeft: 2,
  quote: { lines: [], orderFees: 0, total: 1, currency: "KRW" },
  refunds: [],
  serverTime: "2026-11-15T11:00:00Z",
  ...over,
});

// The reasons listed in docs/format/prices.md.
const DECLINES = ["other", "limit", "card", "guest_left", "expired", "reversed", "provider_unavailable"];
const ENDS = ["hold_expired", "pay_time_used", "attempts_used", "cancelled", "revoked", "wrong_amount", "seats_lost"];

describe("the words for an order", () => {
  it.each(DECLINES)("know what to try after %s", (reason) => {
    expect(Object.keys(en.declines)).toContain(reason);
    expect(declineText(reason)).not.toBe("");
  });

  it.each(ENDS)("say why it ended: %s", (reason) => {
    expect(Object.keys(ko.ends)).toContain(reason);
    expect(endTexts(order({ state: "ended", reason }))[0]).not.toBe(en.ends.other);
  });

  it("do not say that nothing was charged where money goes back", () => {
    const late: Order["refunds"][number] = {
      state: "sent", why: "late_charge", requestedAt: "", seats: [], deductions: [], amount: 1, currency: "KRW",
    };
    const over = order({ state: "ended", reason: "hold_expired" });
    expect(endTexts(over)).toContain(en.endedFree);
    expect(endTexts({ ...over, refunds: [late] })).toContain(en.endedRefund);
    expect(endTexts({ ...over, reason: "seats_lost", refunds: [late] })).toHaveLength(1);
  });

  it("have something to say to a reason that is new to them", () => {
    expect(declineText("toString")).toBe(en.declines.other);
    expect(endTexts(order({ state: "ended" }))).toEqual([en.ends.other]);
  });

  it("tell waiting for the guest from waiting for the provider", () => {
    expect(headline(order({ deadline: "2026-11-15T11:09:00Z" }), 0)).toBe(en.waiting);
    expect(headline(order({}), 0)).toBe(en.confirming);
    expect(headline(order({ state: "unknown" }), 0)).toBe(en.unknown);
    expect(headline(order({ state: "held" }), 0)).toBe(en.stopped);
  });

  it("alarm nobody in the seconds in which the provider is asked for the first time", () => {
    const at = "2026-11-15T11:01:00Z";
    const lost = order({ state: "unknown", history: [{ state: "unknown", at, by: "guest" }] });
    expect(headline(lost, Date.parse(at) + 9_000)).toBe(en.settling);
    expect(headline(lost, Date.parse(at) + 10_000)).toBe(en.unknown);
  });

  it("count the tries that are left", () => {
    expect(attemptsText(2)).toBe("2 more tries are possible.");
    expect(attemptsText(1)).toBe(en.attemptLeft);
    expect(attemptsText(0)).toBe(en.noAttempts);
  });

  it("say until when the provider is asked, from the last time it became unknown", () => {
    const history: NonNullable<Order["history"]> = [
      { state: "paying", at: "2026-11-15T11:00:00Z", by: "guest" },
      { state: "unknown", at: "2026-11-15T11:01:00Z", by: "system" },
    ];
    expect(askedUntil(order({ state: "unknown", history }))).toBe(Date.parse("2026-11-15T11:36:00Z"));
    expect(askedUntil(order({}))).toBeNull();
  });
});

describe("the refund table in words", () => {
  it("has a sentence for every row", () => {
    const rows = [
      { daysBefore: 10, keepPermille: 0 },
      { daysBefore: 7, keepPermille: 125 },
      { daysBefore: 1, keepPermille: 300, atMost: 5000 },
    ];
    const texts = refundRules({ rows, freeWithinHours: 24, freeUntilDays: 1 }, "KRW");
    expect(texts[0]).toContain("24 hours");
    expect(texts[1]).toContain("no deduction from the price");
    expect(texts[2]).toContain("12.5 %");
    expect(texts[3]).toContain("at most ₩5,000");
    expect(texts).toHaveLength(6);
  });

  it("says where it is decided when the table is not told", () => {
    expect(refundRules(undefined, "KRW")).toEqual([en.refundUnlisted]);
  });
});

describe("the headline of a paid order", () => {
  it("does not speak of booked seats that were given back", () => {
    expect(headline(booked([]), 0)).toBe(en.paid);
    expect(headline(booked([refund("done", ["A"])]), 0)).toBe(en.paidPart);
    expect(headline(booked([refund("sent", ["A", "B"])]), 0)).toBe(en.paidBack);
  });
});

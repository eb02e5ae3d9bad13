import { describe, expect, it } from "vitest";

import type { Order, Refund } from "../payment/sale";
import { byTime, paidFor, seatsLeft, standing } from "./booking";

const line = (seat: string) => ({ seat, grade: "R", type: "adult", price: 1000, fees: 100 });
const refund = (state: Refund["state"], seats: string[]): Refund => ({
  state, seats, why: "guest_wish", requestedAt: "2026-11-15T11:00:00Z", deductions: [], amount: 1, currency: "KRW",
});
const booked = (refunds: Refund[]): Order => ({
  orderId: "O-1",
  eventId: "demo",
  performanceId: "p",
  state: "paid",
  attempt: 1,
  attemptsLeft: 0,
  quote: { lines: [line("A"), line("B")], orderFees: 0, total: 2200, currency: "KRW" },
  refunds,
  serverTime: "2026-11-15T11:00:00Z",
});

describe("a booking", () => {
  it("has the seats that were not given back, also while the money is on its way", () => {
    expect(seatsLeft(booked([refund("requested", ["A"])]))).toEqual(["B"]);
    expect(standing(booked([refund("done", ["A"])]))).toBe("part");
    expect(standing(booked([refund("done", ["A"]), refund("unknown", ["B"])]))).toBe("back");
  });

  it("does not get its seats again because the money could not be sent yet", () => {
    expect(standing(booked([refund("failed", ["A", "B"])]))).toBe("back");
    expect(standing(booked([]))).toBe("booked");
  });
});

it("what was paid is what comes back and all that is kept", () => {
  const preview = {
    orderId: "O-1", seats: ["A"], amount: 138_600, currency: "KRW",
    deductions: [{ kind: "cancellation" as const, amount: 15_400 }, { kind: "seat_fees" as const, amount: 2000 }],
    seatsBecome: "returned" as const, released: "at-once" as const,
  };
  expect(paidFor(preview)).toBe(156_000);
});

it("what comes next is first, what is over comes last", () => {
  expect(byTime([1, 9, 5, 3], (one) => one, 4)).toEqual([5, 9, 3, 1]);
});

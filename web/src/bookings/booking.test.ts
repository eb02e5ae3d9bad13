import { describe, expect, it } from "vitest";

import { booked, refund } from "../payment/test_order";
import { byTime, paidFor, rowTexts } from "./booking";

describe("a booking in the list", () => {
  it("names its seats and what they cost", () => {
    expect(rowTexts(booked([]))).toEqual(["2 seats", "₩2,200"]);
  });

  it("names what is left after a part was given back", () => {
    expect(rowTexts(booked([refund("done", ["A"], 900)]))).toEqual(["1 of 2 seats left", "₩1,300"]);
  });

  it("names what went back when nothing is left", () => {
    expect(rowTexts(booked([refund("sent", ["A", "B"], 2000)]))).toEqual([
      "2 seats", "refund ₩2,000",
    ]);
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

import { describe, expect, it } from "vitest";

import { fromPriceOf, priceOf, priceSteps, sumOf } from "./money";

const prices = {
  currency: "KRW",
  grades: [
    { grade: "R", types: [{ type: "adult", price: 159_000, withoutFees: 154_000 }, { type: "youth", price: 109_000, withoutFees: 104_000 }] },
    { grade: "S", types: [{ type: "adult", price: 104_000, withoutFees: 99_000 }] },
  ],
  fees: [
    { name: "booking", per: "seat" as const, amount: 2_000 },
    { name: "delivery", per: "order" as const, amount: 3_000 },
  ],
};

describe("prices", () => {
  it("are shown with every fee", () => {
    expect(priceOf(prices, "R")).toBe(159_000);
    expect(fromPriceOf(prices, ["R", "S"])).toBe(104_000);
    expect(priceSteps(prices, ["R", "S", "R"])).toEqual([104_000, 159_000]);
  });

  it("count the fees of an order once", () => {
    expect(sumOf(prices, ["R", "S"])).toBe(154_000 + 99_000 + 2 * 2_000 + 3_000);
    expect(sumOf(prices, ["S"])).toBe(priceOf(prices, "S"));
    expect(sumOf(prices, [])).toBe(0);
  });

  it("are not made up where one is missing", () => {
    expect(priceOf(undefined, "R")).toBeUndefined();
    expect(sumOf(prices, ["R", "X"])).toBeUndefined();
    expect(fromPriceOf(prices, ["X"])).toBeUndefined();
  });
});

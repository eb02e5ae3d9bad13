import { describe, expect, it } from "vitest";

import type { Prices } from "./sale";
import { quoteFor, typesOf } from "./totals";

const prices: Prices = {
  currency: "KRW",
  grades: [
    {
      grade: "VIP",
      types: [
        { type: "adult", price: 157_000, withoutFees: 154_000 },
        { type: "youth", price: 126_200, withoutFees: 123_200 },
      ],
    },
  ],
  fees: [
    { name: "booking", per: "seat", amount: 2000 },
    { name: "delivery", per: "order", amount: 1000 },
  ],
};
const seat = (id: string, type: string) => ({ seat: id, grade: "VIP", type });

describe("what an order costs", () => {
  it("is every seat's price and fees, and the fees of the order once", () => {
    const quote = quoteFor(prices, [seat("A-1", "adult"), seat("A-2", "youth")]);
    expect(quote?.total).toBe(154_000 + 2000 + 123_200 + 2000 + 1000);
    expect(quote?.orderFees).toBe(1000);
    expect(quote?.lines[1]).toMatchObject({ seat: "A-2", price: 123_200, fees: 2000 });
  });

  it("is for one seat alone the price that was shown first", () => {
    expect(quoteFor(prices, [seat("A-1", "adult")])?.total).toBe(157_000);
  });

  it("is not known where a seat has no such price", () => {
    expect(quoteFor(prices, [seat("A-1", "veteran")])).toBeNull();
    expect(quoteFor(prices, [{ seat: "B-1", grade: "R", type: "adult" }])).toBeNull();
  });

  it("offers a grade's types in the seller's order", () => {
    expect(typesOf(prices, "VIP")).toEqual(["adult", "youth"]);
    expect(typesOf(prices, "R")).toEqual([]);
  });
});

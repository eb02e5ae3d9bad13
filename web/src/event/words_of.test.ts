import { describe, expect, it } from "vitest";

import type { SaleEvent } from "../core/schema_types";
import { leftWords, lowestPrice, nextMoment, orderWords, priceTypes } from "./words_of";

const event = (values: Partial<SaleEvent> = {}): SaleEvent => ({
  id: "demo", title: "Demo", identity: "visitor", order: "fifo", performances: [], phases: [],
  lobbyOpensAt: "2026-11-15T19:00:00+09:00", opensAt: "2026-11-15T20:00:00+09:00",
  closesAt: "2026-11-15T22:00:00+09:00", extension: 0, extensions: 0, status: "open", waiting: 0, serverTime: "", ...values,
});
const seats = (free: number, mayReturn: number, rough = false) => ({
  seats: { free, mayReturn, rough },
});

describe("what is left", () => {
  it("is a number where the seller shows it", () => {
    expect(leftWords(seats(1_234, 0))).toBe("1,234 seats left");
    expect(leftWords(seats(1, 0))).toBe("1 seat left");
  });

  it("is rough where the seller wants it so", () => {
    expect(leftWords(seats(300, 0, true))).toBe("about 300 seats left");
  });

  it("is not sold out while something may come back", () => {
    expect(leftWords(seats(0, 312))).toBe("all taken, 312 not yet paid");
  });

  it("is sold out when nothing can", () => {
    expect(leftWords({ soldOut: true, ...seats(0, 0) })).toBe("Sold out");
  });

  it("is nothing where the seller shows nothing", () => {
    expect(leftWords({ soldOut: false })).toBeNull();
  });
});

describe("prices", () => {
  const prices: NonNullable<SaleEvent["prices"]> = {
    currency: "KRW",
    fees: [],
    grades: [
      { grade: "R", types: [{ type: "adult", price: 156_000, withoutFees: 154_000 }] },
      {
        grade: "S",
        types: [
          { type: "adult", price: 134_000, withoutFees: 132_000 },
          { type: "club", price: 90_000, withoutFees: 88_000 },
        ],
      },
    ],
  };

  it("begin at the lowest, with fees", () => {
    expect(lowestPrice(event({ prices }))).toBe("₩90,000");
  });

  it("name each type once", () => {
    expect(priceTypes(event({ prices }))).toEqual(["adult", "club"]);
  });

});

describe("the next moment", () => {
  it.each([
    ["2026-11-15T18:00:00+09:00", "Waiting room opens in"],
    ["2026-11-15T19:30:00+09:00", "Sale opens in"],
    ["2026-11-15T21:00:00+09:00", "Sale ends in"],
  ])("at %s is: %s", (now, label) => {
    expect(nextMoment(event(), Date.parse(now))?.label).toBe(label);
  });

  it("is none when all is over", () => {
    expect(nextMoment(event(), Date.parse("2026-11-16T00:00:00+09:00"))).toBeNull();
  });
});

describe("the order policy", () => {
  it("says which it is", () => {
    expect(orderWords(event({ order: "lobby-shuffle" }))).toContain("draw");
    expect(orderWords(event({ lobbyOpensAt: null }))).toContain("First come");
  });
});

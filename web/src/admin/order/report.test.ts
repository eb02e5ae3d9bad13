import { describe, expect, it } from "vitest";

import { groupedBy, totals } from "./report";
import type { Report } from "../types";

type Row = Report["rows"][number];

const row = (more: Partial<Row>): Row => ({
  day: "2027-02-01",
  performance: "day-1",
  grade: "R",
  priceType: "adult",
  provider: "demo",
  currency: "KRW",
  seatsSold: 1,
  seatsReturned: 0,
  gross: 100,
  fees: 5,
  discounts: 20,
  refunds: 0,
  net: 105,
  captured: 105,
  paidBack: 0,
  ...more,
});

describe("a report", () => {
  const rows = [
    row({}),
    row({ grade: "S", gross: 50, net: 55 }),
    row({ refunds: 105, seatsReturned: 1, net: 0 }),
  ];

  it("is summed by grade, in the order they come", () => {
    expect(
      groupedBy(rows, "grade").map(({ name, gross, net, seatsReturned }) => [
        name,
        gross,
        net,
        seatsReturned,
      ]),
    ).toEqual([
      ["R", 200, 105, 1],
      ["S", 50, 55, 0],
    ]);
  });

  it("has totals that equal its lines", () => {
    expect(totals(rows)).toEqual([
      {
        name: "",
        currency: "KRW",
        seatsSold: 3,
        seatsReturned: 1,
        gross: 250,
        fees: 15,
        discounts: 60,
        refunds: 105,
        net: 160,
      },
    ]);
  });

  it("never adds two currencies up", () => {
    expect(totals([row({}), row({ currency: "USD" })])).toHaveLength(2);
  });

  it("leaves out lines that say nothing, such as what was only captured", () => {
    const captured = row({ grade: "", seatsSold: 0, gross: 0, fees: 0, discounts: 0, net: 0 });
    expect(groupedBy([...rows, captured], "grade").map(({ name }) => name)).toEqual(["R", "S"]);
  });

  it("of nothing is nothing", () => {
    expect(totals([])).toEqual([]);
  });
});

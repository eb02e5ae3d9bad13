import { describe, expect, it } from "vitest";

import { moneyBack, seatsLeft, standing } from "./left";
import { booked, refund } from "./test_order";

describe("what is left of a paid order", () => {
  it("are the seats that were not given back, also while the money is on its way", () => {
    expect(seatsLeft(booked([refund("requested", ["A"])]))).toEqual(["B"]);
    expect(standing(booked([refund("done", ["A"])]))).toBe("part");
    expect(standing(booked([refund("done", ["A"]), refund("unknown", ["B"])]))).toBe("back");
  });

  it("are not the seats whose money could not be sent yet", () => {
    expect(standing(booked([refund("failed", ["A", "B"])]))).toBe("back");
    expect(standing(booked([]))).toBe("booked");
  });

  it("counts the money that goes back for seats", () => {
    expect(moneyBack(booked([refund("done", ["A"], 900), refund("sent", ["B"], 800)]))).toBe(1700);
  });

  it("counts neither a charge too many nor money that could not be sent", () => {
    expect(moneyBack(booked([refund("done", [], 2200), refund("failed", ["A"], 900)]))).toBe(0);
  });
});

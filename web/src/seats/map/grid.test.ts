import { describe, expect, it } from "vitest";

import { gridOf, seatAt, seatsWithin } from "./grid";
import { readPlan } from "./hall";
import { smallHall } from "./test_hall";

describe("the grid of seats", () => {
  const hall = smallHall();
  const grid = gridOf(hall);

  it("has every seat once, and no standing place", () => {
    expect([...grid.order].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at));
  });

  it("finds the seat under a finger, and none where none is near", () => {
    expect(seatAt(hall, grid, { x: 101, y: 303 }, 30)).toBe(2);
    expect(seatAt(hall, grid, { x: 100, y: 350 }, 30)).toBe(-1);
    expect(seatAt(hall, grid, { x: -5000, y: 9000 }, 30)).toBe(-1);
  });

  it("looks at what is visible only", () => {
    const rows = Array.from({ length: 100 }, (_, line) => ({
      seats: Array.from({ length: 100 }, (_, at) => ({ id: `${line}-${at}`, x: at * 50, y: line * 50 })),
    }));
    const big = readPlan({ name: "", grades: [{ id: "A" }], sections: [{ id: "S", rows }] });
    let seen = 0;
    seatsWithin(gridOf(big), { left: 1000, top: 1000, right: 1500, bottom: 1500 }, () => seen++);
    expect(seen).toBeGreaterThanOrEqual(121);
    expect(seen).toBeLessThan(600);
  });
});

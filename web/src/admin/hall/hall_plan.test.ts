import { describe, expect, it } from "vitest";

import {
  boxOf,
  fitted,
  namesIn,
  placeAt,
  placesOf,
  statesAfter,
  toggled,
  zoomed,
} from "./hall_plan";
import type { AdminMap } from "../types";

const plan = {
  name: "Hall",
  sections: [
    {
      id: "F1",
      rows: [
        {
          label: "A",
          seats: [
            { id: "A-1", x: 0, y: 0 },
            { id: "A-2", x: 50, y: 0 },
          ],
        },
      ],
      areas: [{ id: "PIT", x: 0, y: 300, quantity: 3 }],
    },
    { id: "F2", rows: [{ label: "B", seats: [{ id: "B-1", x: 0, y: 100 }] }] },
  ],
};

const map = (more: Partial<AdminMap>) => more as AdminMap;

describe("the places of a plan", () => {
  it("are numbered as the server numbers them: a section's rows, then its areas unit by unit", () => {
    expect(placesOf(plan).map(({ id }) => id)).toEqual([
      "A-1",
      "A-2",
      "PIT-1",
      "PIT-2",
      "PIT-3",
      "B-1",
    ]);
  });

  it("of a standing area lie around its point", () => {
    const units = placesOf(plan).filter(({ id }) => id.startsWith("PIT"));
    expect(new Set(units.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  });
});

describe("the states of places", () => {
  it("are all told at first", () => {
    expect(statesAfter(null, map({ states: "fhs" }))).toEqual(["f", "h", "s"]);
  });

  it("change where something happened", () => {
    expect(statesAfter(["f", "h", "s"], map({ changes: [[1, "p"]] as never }))).toEqual([
      "f",
      "p",
      "s",
    ]);
  });

  it("are unknown where only changes of unknown ones are told", () => {
    expect(statesAfter(null, map({ changes: [] }))).toBeNull();
  });
});

describe("the view of a hall", () => {
  const places = placesOf(plan);
  const view = fitted(boxOf(places), 400, 300);

  it("shows the whole hall", () => {
    for (const { x, y } of places) {
      expect(x * view.scale + view.x).toBeGreaterThanOrEqual(0);
      expect(x * view.scale + view.x).toBeLessThanOrEqual(400);
      expect(y * view.scale + view.y).toBeGreaterThanOrEqual(0);
      expect(y * view.scale + view.y).toBeLessThanOrEqual(300);
    }
  });

  it("keeps what is under the pointer there when it zooms", () => {
    const larger = zoomed(view, 2, 100, 50);
    const under = (one: typeof view) => [(100 - one.x) / one.scale, (50 - one.y) / one.scale];
    expect(under(larger)[0]).toBeCloseTo(under(view)[0] ?? 0);
    expect(larger.scale).toBe(view.scale * 2);
  });

  it("finds the seat under a finger, and none far from all", () => {
    expect(placeAt(places, view, 50 * view.scale + view.x + 2, view.y, 8)).toBe(1);
    expect(placeAt(places, view, -500, -500, 8)).toBe(-1);
  });
});

describe("names of seats", () => {
  it("are taken as people paste them, each once", () => {
    expect(namesIn(" A-1, A-2\nsection:F1; A-1 ")).toEqual(["A-1", "A-2", "section:F1"]);
  });

  it("go in by one click and out by the next", () => {
    expect(toggled("A-1", "A-2")).toBe("A-1 A-2");
    expect(toggled("A-1 A-2", "A-1")).toBe("A-2");
  });
});

import { describe, expect, it } from "vitest";

import { areaOf, companionsOf, hasSeats, readPlan, rowOf, STANDING } from "./hall";
import { smallHall } from "./test_hall";

describe("a plan", () => {
  const hall = smallHall();

  it("gives numbers in its order: rows of a section, then the units of its areas", () => {
    expect(hall.places).toBe(22);
    expect(hall.ids[0]).toBe("F1-A-1");
    expect(hall.ids[4]).toBe("F1-B-1");
    expect(hall.ids[9]).toBe("F2-A-1");
    expect(hall.ids[12]).toBe("PIT-1");
    expect(hall.ids[21]).toBe("PIT-10");
    expect(hall.numbers.get("PIT-10")).toBe(21);
  });

  it("gives a seat the grade of its row", () => {
    expect([hall.grade[0], hall.grade[4], hall.grade[12]]).toEqual([0, 1, 2]);
  });

  it("knows the usual distance of two seats", () => {
    expect(hall.pitch).toBe(50);
  });

  it("finds rows, areas and companions", () => {
    expect(rowOf(hall, 8)?.label).toBe("B");
    expect(rowOf(hall, 12)).toBeUndefined();
    expect(areaOf(hall, 21)?.id).toBe("PIT");
    expect(areaOf(hall, 0)).toBeUndefined();
    expect(companionsOf(hall, 9)).toEqual([10]);
    expect(hall.flags[15]).toBe(STANDING);
  });

  it("without rows has no seats", () => {
    const areas = [{ id: "PIT", grade: "P", x: 0, y: 0, quantity: 2 }];
    expect(hasSeats(readPlan({ name: "", grades: [{ id: "P" }], sections: [{ id: "A", areas }] }))).toBe(false);
    expect(hasSeats(hall)).toBe(true);
  });
});

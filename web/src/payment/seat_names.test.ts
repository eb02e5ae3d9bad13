import { expect, it } from "vitest";

import type { PlanNames } from "./seat_names";
import { gradeName, seatName } from "./seat_names";

const plan: PlanNames = {
  grades: [{ id: "R", name: "Royal" }, { id: "S" }],
  sections: [
    { id: "F1", name: "Stalls", rows: [{ label: "A", seats: [{ id: "F1-A-1", label: "1" }, { id: "X" }] }] },
    { id: "FLOOR", name: "Floor", areas: [{ id: "FA", name: "Floor A" }, { id: "PIT", name: "Pit" }] },
  ],
};

it("says where a seat is", () => {
  expect(seatName(plan, "F1-A-1")).toBe("Stalls row A seat 1");
});

it("numbers the units of a standing area", () => {
  expect(seatName(plan, "PIT-17")).toBe("Floor Pit, standing no. 17");
  expect(seatName(plan, "FA-3")).toBe("Floor A, standing no. 3");
});

it("keeps the id of a seat that nobody named, or whose plan is not there", () => {
  expect(seatName(plan, "X")).toBe("X");
  expect(seatName(plan, "PIT-x")).toBe("PIT-x");
  expect(seatName(null, "F1-A-1")).toBe("F1-A-1");
});

it("names a grade as the plan does", () => {
  expect(gradeName(plan, "R")).toBe("Royal");
  expect(gradeName(plan, "S")).toBe("S");
});

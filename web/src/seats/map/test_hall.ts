import { readPlan } from "./hall";
import type { Hall, PlanSeat } from "./hall";

const row = (section: string, label: string, y: number, count: number, grade: string) => ({
  label,
  grade,
  seats: Array.from({ length: count }, (_, at): PlanSeat => ({
    id: `${section}-${label}-${at + 1}`,
    label: String(at + 1),
    x: at * 50,
    y,
  })),
});

/**
 * For tests: stalls with rows A (4 seats of R) and B (5 of S), a balcony with row A (3 of S, the
 * first accessible, the second its companion, the third of restricted view) and a pit of 10.
 */
export function smallHall(): Hall {
  const balcony = row("F2", "A", 900, 3, "S");
  balcony.seats[0]!.accessible = true;
  balcony.seats[1]!.companionOf = "F2-A-1";
  balcony.seats[2]!.restrictedView = true;
  return readPlan({
    name: "Small hall",
    grades: [{ id: "R", name: "Royal" }, { id: "S" }, { id: "P", name: "Pit" }],
    sections: [
      { id: "F1", name: "Stalls", rows: [row("F1", "A", 300, 4, "R"), row("F1", "B", 400, 5, "S")] },
      {
        id: "F2",
        name: "Balcony",
        rows: [balcony],
        areas: [{ id: "PIT", name: "Pit", grade: "P", x: 0, y: 150, quantity: 10 }],
      },
    ],
  });
}

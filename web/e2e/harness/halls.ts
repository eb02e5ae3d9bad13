import type { Plan, PlanRow } from "../../src/seats/map/hall";

/** A hall as an operator uploads it. */
type HallFile = Plan & { format: "onsale-hall/1" };

interface Row {
  name: string;
  section: string;
  label: string;
  grade: "R" | "S";
  count: number;
  y: number;
}

const rowOf = ({ section, label, grade, count, y }: Row): PlanRow => ({
  label,
  grade,
  seats: Array.from({ length: count }, (_, index) => ({
    id: `${section}-${label}-${index + 1}`,
    label: String(index + 1),
    x: (index + 1) * 50,
    y,
  })),
});

/** Row A of the stalls has the better grade, row B of the balcony the other. */
export function smallHall(front = 10, back = 10): HallFile {
  const rows: Row[] = [
    { section: "F1", name: "Stalls", label: "A", grade: "R", count: front, y: 300 },
    { section: "F2", name: "Balcony", label: "B", grade: "S", count: back, y: 600 },
  ];
  return {
    format: "onsale-hall/1",
    name: "Small hall",
    grades: [{ id: "R" }, { id: "S" }],
    sections: rows.map((row) => ({ id: row.section, name: row.name, rows: [rowOf(row)] })),
  };
}

const SEAT_CM = 55;
const ROW_CM = 95;

/** A hall for screenshots: three sections in front of the stage with `rows` rows each. */
export function theatre(rows = 10, seatsInRow = 16): HallFile {
  const block = (id: string, name: string, grade: "R" | "S", left: number, top: number) => ({
    id,
    name,
    rows: Array.from({ length: rows }, (_, row) => ({
      label: String.fromCharCode("A".charCodeAt(0) + row),
      rank: grade === "R" ? row : rows + row,
      grade,
      seats: Array.from({ length: seatsInRow }, (_, seat) => ({
        id: `${id}-${row + 1}-${seat + 1}`,
        label: String(seat + 1),
        x: Math.round(left) + seat * SEAT_CM,
        y: top + row * ROW_CM,
      })),
    })),
  });
  const width = seatsInRow * SEAT_CM;
  return {
    format: "onsale-hall/1",
    name: "Theatre",
    grades: [{ id: "R" }, { id: "S" }],
    sections: [
      block("L", "Left", "S", -width * 1.75, 500),
      block("C", "Centre", "R", -width / 2, 400),
      block("T", "Right", "S", width * 0.75, 500),
    ],
  };
}

/** A hall with standing room only. */
export function standingHall(quantity = 50): HallFile {
  const area = { id: "PIT", name: "Pit", grade: "S", x: 0, y: 300, quantity };
  return {
    format: "onsale-hall/1",
    name: "Floor",
    grades: [{ id: "S" }],
    sections: [{ id: "F1", areas: [area] }],
  };
}

import type { Box, Point } from "./geometry";
import { areaBox, grown, hallBox, outline, seatBox, stageBox } from "./geometry";
import type { Grid } from "./grid";
import { gridOf } from "./grid";
import { gradesIn } from "./labels";
import type { Area, Hall, Row, Section } from "./hall";

/** A section or an area as a shape of the plan. */
export interface Shape {
  section: number;
  /** Set for a standing area. A tap on it asks for a quantity. */
  area?: Area;
  name: string;
  first: number;
  count: number;
  points: Point[];
  box: Box;
  middle: Point;
  /** In front of the first row, where the name covers no seat. */
  front: Point;
  /** The most frequent grade. */
  grade: number;
  /** The rows as lines, by grade: how a section looks from afar. */
  bands: { grade: number; path: string }[];
}

/** Computed once per hall, because it does not change. */
export interface Layout {
  shapes: Shape[];
  grid: Grid;
  box: Box;
  stage: Box;
}

const FRONT = 1.7; // In seats.

const corners = (box: Box): Point[] => [
  { x: box.left, y: box.top },
  { x: box.right, y: box.top },
  { x: box.right, y: box.bottom },
  { x: box.left, y: box.bottom },
];

const middleOf = (box: Box): Point => ({
  x: (box.left + box.right) / 2,
  y: (box.top + box.bottom) / 2,
});

function mostOf(hall: Hall, first: number, count: number): number {
  const seen = new Uint32Array(hall.grades.length);
  for (let place = first; place < first + count; place++) seen[hall.grade[place]!]!++;
  return seen.indexOf(Math.max(...seen));
}

// In a curved section the middle of the box may be outside. A middle seat is always inside.
function middleOfRow(hall: Hall, row: Row): Point {
  const [one, other] = [row.first + ((row.count - 1) >> 1), row.first + (row.count >> 1)];
  return { x: (hall.x[one]! + hall.x[other]!) / 2, y: (hall.y[one]! + hall.y[other]!) / 2 };
}

function frontOf(hall: Hall, rows: Row[]): Point {
  const first = middleOfRow(hall, rows[0]!);
  const next = rows[1] ? middleOfRow(hall, rows[1]) : { x: first.x, y: first.y + 1 };
  const far = Math.hypot(first.x - next.x, first.y - next.y) || 1;
  const part = (FRONT * hall.pitch) / far;
  return { x: first.x + (first.x - next.x) * part, y: first.y + (first.y - next.y) * part };
}

// Lines through the seats of a row, split where the grade changes.
function bandsOf(hall: Hall, section: Section): Shape["bands"] {
  const paths = new Map<number, string>();
  for (const { first, count } of section.rows)
    for (let seat = first; seat < first + count; seat++) {
      const grade = hall.grade[seat]!;
      const goes = seat > first && hall.grade[seat - 1] === grade;
      // Every third seat is enough for the curve. Both ends of a line are always included.
      if (goes && (seat - first) % 3 !== 0 && seat < first + count - 1 && hall.grade[seat + 1] === grade) continue;
      const at = `${hall.x[seat]} ${hall.y[seat]}`;
      paths.set(grade, `${paths.get(grade) ?? ""}${goes ? "L" : "M"}${at}`);
    }
  return [...paths].map(([grade, path]) => ({ grade, path }));
}

export function layoutOf(hall: Hall): Layout {
  const shapes: Shape[] = [];
  hall.sections.forEach((section, at) => {
    const rows = section.rows;
    if (rows.length > 0) {
      const first = section.first;
      const count = rows.reduce((sum, row) => sum + row.count, 0);
      shapes.push({
        section: at,
        name: section.name,
        first,
        count,
        points: outline(hall, section),
        box: grown(seatBox(hall, section), hall.pitch),
        middle: middleOfRow(hall, rows[rows.length >> 1]!),
        front: frontOf(hall, rows),
        grade: gradesIn(hall, section).length > 1 ? mostOf(hall, first, count) : hall.grade[first]!,
        bands: bandsOf(hall, section),
      });
    }
    for (const area of section.areas) {
      const box = areaBox(hall, area);
      const { name, first, count, grade } = area;
      shapes.push({ section: at, area, name, first, count, points: corners(box), box, middle: middleOf(box), front: middleOf(box), grade, bands: [] });
    }
  });
  return { shapes, grid: gridOf(hall), box: hallBox(hall), stage: stageBox(hall) };
}

/** The name if it fits the width, otherwise its last word, otherwise nothing. */
export function nameFor(name: string, width: number, letter: number): string {
  if (name.length * letter <= width) return name;
  const short = name.split(" ").pop() ?? "";
  return short.length * letter <= width ? short : "";
}

import type { Point } from "./geometry";

const SHAPES = 6;

const polygon = (sides: number, radius: number, turn: number): Point[] =>
  Array.from({ length: sides }, (_, at) => {
    const angle = ((at + turn) / sides) * 2 * Math.PI - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });

// One shape per colour, of similar size, around a circle of radius 1.
const POLYGONS: (Point[] | null)[] = [
  null,
  polygon(4, 1.22, 0.5),
  polygon(6, 1.1, 0),
  polygon(4, 1.28, 0),
  polygon(5, 1.18, 0),
  polygon(8, 1.06, 0.5),
];

/** The corners of a grade's shape, so that grades differ not only by colour. Null for a circle. */
export const shapeOf = (grade: number): Point[] | null => POLYGONS[grade % SHAPES] ?? null;

export const colourOf = (grade: number): number => (grade % SHAPES) + 1;

export function traceShape(path: CanvasPath, grade: number, radius: number): void {
  const corners = shapeOf(grade);
  if (!corners) return path.arc(0, 0, radius, 0, 2 * Math.PI);
  for (const { x, y } of corners) path.lineTo(x * radius, y * radius);
  path.closePath();
}

import type { Area, Hall, Row, Section } from "./hall";

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The position of the hall on the screen: the pixel of a place is (place - corner) * scale. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const emptyBox = (): Box => ({
  left: Infinity,
  top: Infinity,
  right: -Infinity,
  bottom: -Infinity,
});

export function include(box: Box, x: number, y: number): void {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y);
}

export const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

export const toHall = (view: View, x: number, y: number): Point => ({
  x: x / view.scale + view.x,
  y: y / view.scale + view.y,
});

/** The view that shows a whole box, centred, with at most `most` pixels per centimetre. */
export function fit(box: Box, size: Size, most = Infinity): View {
  const width = Math.max(1, box.right - box.left);
  const height = Math.max(1, box.bottom - box.top);
  const scale = Math.min(size.width / width, size.height / height, most);
  return {
    x: (box.left + box.right - size.width / scale) / 2,
    y: (box.top + box.bottom - size.height / scale) / 2,
    scale,
  };
}

/** Zooms in or out. The point of the hall under the given pixel does not move. */
export function zoomAt(view: View, pixel: Point, scale: number): View {
  const fixed = toHall(view, pixel.x, pixel.y);
  return { x: fixed.x - pixel.x / scale, y: fixed.y - pixel.y / scale, scale };
}

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** Limits panning, so that the hall always covers part of the middle of the screen. */
export function kept(view: View, box: Box, size: Size): View {
  const middleX = size.width / 2 / view.scale;
  const middleY = size.height / 2 / view.scale;
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return {
    ...view,
    x: clamp(view.x, box.left - middleX, box.right - middleX),
    y: clamp(view.y, box.top - middleY, box.bottom - middleY),
  };
}

/** An intermediate view for an animation. The middle of the screen moves evenly. */
export function between(from: View, to: View, size: Size, part: number): View {
  const scale = from.scale * (to.scale / from.scale) ** part;
  const middle = (view: View) => toHall(view, size.width / 2, size.height / 2);
  const [start, end] = [middle(from), middle(to)];
  const x = start.x + (end.x - start.x) * part;
  const y = start.y + (end.y - start.y) * part;
  return { x: x - size.width / 2 / scale, y: y - size.height / 2 / scale, scale };
}

const rowEnds = (hall: Hall, row: Row): [Point, Point] => {
  const at = (seat: number) => ({ x: hall.x[seat]!, y: hall.y[seat]! });
  return [at(row.first), at(row.first + row.count - 1)];
};

// Enough points to draw a smooth curve.
const POINTS_PER_ROW = 12;

function alongRow(hall: Hall, row: Row): Point[] {
  const step = Math.max(1, (row.count - 1) / POINTS_PER_ROW);
  const points: Point[] = [];
  for (let at = 0; at < row.count - 1; at += step) {
    const seat = row.first + Math.round(at);
    points.push({ x: hall.x[seat]!, y: hall.y[seat]! });
  }
  points.push(rowEnds(hall, row)[1]);
  return points;
}

/**
 * The outline of a section: along its first row, down the ends, back along its last, up the ends.
 */
export function outline(hall: Hall, section: Section): Point[] {
  const first = section.rows[0];
  if (!first) return [];
  const last = section.rows[section.rows.length - 1]!;
  if (first === last) return alongRow(hall, first);
  const middle = section.rows.slice(1, -1);
  const rights = middle.map((row) => rowEnds(hall, row)[1]);
  const lefts = middle.map((row) => rowEnds(hall, row)[0]).reverse();
  return [...alongRow(hall, first), ...rights, ...alongRow(hall, last).reverse(), ...lefts];
}

export function boxOf(hall: Hall, first: number, count: number): Box {
  const box = emptyBox();
  for (let seat = first; seat < first + count; seat++) include(box, hall.x[seat]!, hall.y[seat]!);
  return box;
}

const seatsIn = (section: Section): number =>
  section.rows.reduce((sum, row) => sum + row.count, 0);

/** The rows of a section come before its areas, so its seats are a contiguous range of numbers. */
export const seatBox = (hall: Hall, section: Section): Box =>
  boxOf(hall, section.first, seatsIn(section));

// Width and depth that a standing person needs, in centimetres.
const STANDING_SIDE = 60;
const AREA_SHAPE = 1.7; // Width divided by height.

const CLEAR = 0.42;
const OFF_STAGE = 0.6;

const clear = (one: Area, other: Area): number =>
  CLEAR * Math.max(Math.abs(one.y - other.y), Math.abs(one.x - other.x) / AREA_SHAPE);

/**
 * The box of an area: large enough for its people, but not overlapping the next area or the stage.
 */
export function areaBox(hall: Hall, area: Area): Box {
  const side = Math.sqrt(area.count) * STANDING_SIDE;
  let half = Math.min(side / 2, OFF_STAGE * Math.hypot(area.x, area.y));
  for (const other of hall.areas)
    if (other !== area) half = Math.min(half, clear(other, area));
  half = Math.max(half, hall.pitch);
  return { left: area.x - half * AREA_SHAPE, right: area.x + half * AREA_SHAPE, top: area.y - half, bottom: area.y + half };
}

/** The stage is at 0, 0 of every hall, as large as the nearest seats and areas allow. */
export function stageBox(hall: Hall): Box {
  let nearest = Infinity;
  for (const section of hall.sections)
    for (const row of section.rows)
      for (let seat = row.first; seat < row.first + row.count; seat++)
        nearest = Math.min(nearest, Math.hypot(hall.x[seat]!, hall.y[seat]!));
  const below = hall.areas.map((area) => areaBox(hall, area).top).filter((top) => top > 0);
  if (!Number.isFinite(nearest)) nearest = Math.max(600, ...below);
  const front = Math.min(0.12 * nearest, ...below.map((top) => 0.8 * top));
  return { left: -0.5 * nearest, right: 0.5 * nearest, top: -0.22 * nearest, bottom: front };
}

/** The bounding box of everything that is drawn. */
export function hallBox(hall: Hall): Box {
  const box = { ...stageBox(hall) };
  for (const section of hall.sections)
    for (const row of section.rows)
      for (let seat = row.first; seat < row.first + row.count; seat++)
        include(box, hall.x[seat]!, hall.y[seat]!);
  for (const area of hall.areas) {
    const own = areaBox(hall, area);
    include(box, own.left, own.top);
    include(box, own.right, own.bottom);
  }
  return grown(box, 2 * hall.pitch);
}

// Weight of the sideways distance compared with the forward distance.
const ASIDE = 2;

/** The nearest point in a direction, or -1 if there is none. */
export function towards(points: Point[], from: number, dx: number, dy: number): number {
  const start = points[from];
  let best = -1;
  let least = Infinity;
  points.forEach((point, at) => {
    if (at === from || !start) return;
    const ahead = (point.x - start.x) * dx + (point.y - start.y) * dy;
    const aside = Math.abs((point.x - start.x) * dy) + Math.abs((point.y - start.y) * dx);
    if (ahead <= 0 || aside > ahead * ASIDE) return;
    const far = ahead + ASIDE * aside;
    if (far < least) [least, best] = [far, at];
  });
  return best;
}

import type { Box, Point } from "./geometry";
import { boxOf } from "./geometry";
import { STANDING } from "./hall";
import type { Hall } from "./hall";

// Seats per side of a cell: few cells are read for a screen, and few seats for a tap.
const SEATS_PER_SIDE = 6;

/** The seats by cell: the seats of cell c are order[starts[c]] to order[starts[c + 1] - 1]. */
export interface Grid {
  left: number;
  top: number;
  side: number;
  columns: number;
  lines: number;
  starts: Uint32Array;
  order: Uint32Array;
}

export function gridOf(hall: Hall): Grid {
  const seats: number[] = [];
  for (let place = 0; place < hall.places; place++)
    if (!(hall.flags[place]! & STANDING)) seats.push(place);
  let box: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const section of hall.sections)
    for (const row of section.rows) {
      const own = boxOf(hall, row.first, row.count);
      box = {
        left: Math.min(box.left, own.left),
        top: Math.min(box.top, own.top),
        right: Math.max(box.right, own.right),
        bottom: Math.max(box.bottom, own.bottom),
      };
    }
  const side = hall.pitch * SEATS_PER_SIDE;
  const columns = Math.floor((box.right - box.left) / side) + 1;
  const lines = Math.floor((box.bottom - box.top) / side) + 1;
  const cellOf = (seat: number) =>
    Math.floor((hall.y[seat]! - box.top) / side) * columns +
    Math.floor((hall.x[seat]! - box.left) / side);
  const starts = new Uint32Array(columns * lines + 1);
  for (const seat of seats) starts[cellOf(seat) + 1]!++;
  for (let cell = 0; cell < columns * lines; cell++) starts[cell + 1]! += starts[cell]!;
  const next = starts.slice();
  const order = new Uint32Array(seats.length);
  for (const seat of seats) order[next[cellOf(seat)]!++] = seat;
  return { left: box.left, top: box.top, side, columns, lines, starts, order };
}

/** Calls `each` for every seat whose cell touches the box. */
export function seatsWithin(grid: Grid, box: Box, each: (seat: number) => void): void {
  const clamp = (value: number, high: number) => Math.min(high, Math.max(0, Math.floor(value)));
  if (box.right < grid.left || box.bottom < grid.top) return;
  const from = clamp((box.left - grid.left) / grid.side, grid.columns);
  const to = clamp((box.right - grid.left) / grid.side, grid.columns - 1);
  const first = clamp((box.top - grid.top) / grid.side, grid.lines);
  const last = clamp((box.bottom - grid.top) / grid.side, grid.lines - 1);
  for (let line = first; line <= last; line++)
    for (let column = from; column <= to; column++) {
      const cell = line * grid.columns + column;
      for (let at = grid.starts[cell]!; at < grid.starts[cell + 1]!; at++) each(grid.order[at]!);
    }
}

/** The seat nearest to a point of the hall, at most `reach` away, or -1 if there is none. */
export function seatAt(hall: Hall, grid: Grid, { x, y }: Point, reach: number): number {
  let best = -1;
  let least = reach;
  const around = { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
  seatsWithin(grid, around, (seat) => {
    const far = Math.hypot(hall.x[seat]! - x, hall.y[seat]! - y);
    if (far <= least) [least, best] = [far, seat];
  });
  return best;
}

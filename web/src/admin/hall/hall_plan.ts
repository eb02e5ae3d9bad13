import type { SeatState } from "./state_bar";
import type { AdminMap } from "../types";

interface PlanSeat {
  id: string;
  label?: string;
  x: number;
  y: number;
}

/** The parts of a hall plan that the map needs (docs/format/hall.md). */
export interface Plan {
  name: string;
  sections: {
    id: string;
    name?: string;
    rows?: { label?: string; seats: PlanSeat[] }[];
    areas?: { id: string; x: number; y: number; quantity: number }[];
  }[];
}

export interface Place {
  id: string;
  section: string;
  x: number;
  y: number;
}

/**
 * Units of a standing area have no coordinates. They are drawn as a block with this distance, in
 * cm.
 */
const UNIT_CM = 45;

function unitsOf(
  section: string,
  area: { id: string; x: number; y: number; quantity: number },
): Place[] {
  const width = Math.ceil(Math.sqrt(area.quantity * 2));
  const height = Math.ceil(area.quantity / width);
  return Array.from({ length: area.quantity }, (_, unit) => ({
    id: `${area.id}-${unit + 1}`,
    section,
    x: area.x + ((unit % width) - (width - 1) / 2) * UNIT_CM,
    y: area.y + (Math.floor(unit / width) - (height - 1) / 2) * UNIT_CM,
  }));
}

/** All places in the order of the server's numbering. */
export function placesOf(plan: Plan): Place[] {
  return plan.sections.flatMap(({ id: section, rows = [], areas = [] }) => [
    ...rows.flatMap(({ seats }) => seats.map(({ id, x, y }) => ({ id, section, x, y }))),
    ...areas.flatMap((area) => unitsOf(section, area)),
  ]);
}

export const LETTERS: Record<string, SeatState> = {
  f: "free",
  h: "held",
  p: "paying",
  s: "sold",
  r: "returned",
  b: "blocked",
};

/** The states after a full answer or a list of changes. Null if a full answer must be requested. */
export function statesAfter(before: string[] | null, map: AdminMap): string[] | null {
  if (map.states !== undefined) return [...map.states];
  if (!before) return null;
  const after = [...before];
  for (const [place, letter] of map.changes ?? []) after[Number(place)] = String(letter);
  return after;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function boxOf(places: Place[]): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (places.length === 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Converts centimetres of the hall to pixels of the canvas. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

const MARGIN_PX = 16;

/** The view that shows the whole hall, centred. */
export function fitted(box: Box, width: number, height: number): View {
  const scale = Math.min(
    (width - 2 * MARGIN_PX) / box.width,
    (height - 2 * MARGIN_PX) / box.height,
  );
  return {
    scale,
    x: width / 2 - (box.left + box.width / 2) * scale,
    y: height / 2 - (box.top + box.height / 2) * scale,
  };
}

/** Zooms in or out. The point under the pointer does not move. */
export function zoomed(view: View, factor: number, px: number, py: number): View {
  return {
    scale: view.scale * factor,
    x: px - (px - view.x) * factor,
    y: py - (py - view.y) * factor,
  };
}

/** The index of the place nearest to a point of the canvas, or -1 if none is near enough. */
export function placeAt(
  places: Place[],
  view: View,
  px: number,
  py: number,
  reachPx: number,
): number {
  let [best, nearest] = [-1, reachPx];
  places.forEach((place, index) => {
    const distance = Math.hypot(
      place.x * view.scale + view.x - px,
      place.y * view.scale + view.y - py,
    );
    if (distance <= nearest) [best, nearest] = [index, distance];
  });
  return best;
}

/** Parses a pasted list such as "A-1, section:F1" with several lines. Removes duplicates. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

/** Adds the name to the text, or removes it if it is present. */
export function toggled(text: string, name: string): string {
  const names = namesIn(text);
  return (names.includes(name) ? names.filter((one) => one !== name) : [...names, name]).join(" ");
}

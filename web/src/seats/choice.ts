import { companionsOf, STANDING } from "./map/hall";
import type { Hall } from "./map/hall";
import { FREE } from "./map/seat_states";
import type { SeatStates } from "./map/seat_states";

export const sameSet = (a: number[], b: number[]): boolean =>
  a.length === b.length && a.every((place) => b.includes(place));

/**
 * The selection after a tap on a seat, which adds or removes it. Removing an accessible seat also
 * removes its companions, and adding a companion seat also adds its accessible one.
 */
export function toggled(hall: Hall, wanted: number[], seat: number): number[] {
  if (wanted.includes(seat)) {
    const gone = [seat, ...companionsOf(hall, seat)];
    return wanted.filter((place) => !gone.includes(place));
  }
  const host = hall.companionOf.get(seat);
  if (host !== undefined && !wanted.includes(host)) return [...wanted, host, seat];
  return [...wanted, seat];
}

// Maximum distance of a neighbouring seat, in seats.
const NEAR = 12;
const OTHER_ROW = 1.5; // Penalty factor for a seat in another row.

/** The free seat nearest to a lost one, with the same grade, kind and section. */
export function nearestFree(
  hall: Hall,
  seats: SeatStates,
  lost: number,
  avoid: number[],
): number | undefined {
  const section = hall.sections[hall.section[lost]!];
  if (!section || hall.flags[lost]! & STANDING) return undefined;
  let best: number | undefined;
  let least = NEAR * hall.pitch;
  for (const row of section.rows) {
    const own = lost >= row.first && lost < row.first + row.count;
    for (let seat = row.first; seat < row.first + row.count; seat++) {
      if (seats.state[seat] !== FREE || seat === lost || avoid.includes(seat)) continue;
      if (hall.grade[seat] !== hall.grade[lost] || hall.flags[seat] !== hall.flags[lost]) continue;
      const far = Math.hypot(hall.x[seat]! - hall.x[lost]!, hall.y[seat]! - hall.y[lost]!);
      const worth = own ? far : far * OTHER_ROW;
      if (worth < least) [least, best] = [worth, seat];
    }
  }
  return best;
}

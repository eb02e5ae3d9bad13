/** The states of places according to the server. `mine` has priority over all of them. */
export const FREE = 0;
export const HELD = 1;
export const SOLD = 2;
export const BLOCKED = 3;

const LETTERS = "fhsb";

interface SeatsAnswer {
  version: number;
  since?: number;
  states?: string;
  changes?: unknown[][];
}

/**
 * The states of all places, one byte each. It is changed in place, because a hall has up to 300,000
 * places. `version` is the server's; `edition` is incremented by every change here.
 */
export interface SeatStates {
  version: number;
  edition: number;
  state: Uint8Array;
}

export const noStates = (places: number): SeatStates => ({
  version: -1,
  edition: 0,
  state: new Uint8Array(places).fill(BLOCKED),
});

/** An unknown letter counts as not for sale. */
const stateOf = (letter: string | undefined): number => {
  const at = LETTERS.indexOf(letter || "?");
  return at < 0 ? BLOCKED : at;
};

function applyWhole(seats: SeatStates, letters: string): boolean {
  let changed = false;
  for (let place = 0; place < seats.state.length; place++) {
    const state = stateOf(letters[place]);
    if (seats.state[place] === state) continue;
    seats.state[place] = state;
    changed = true;
  }
  return changed;
}

function applyChanges(seats: SeatStates, changes: unknown[][]): boolean {
  let changed = false;
  for (const [place, letter] of changes) {
    if (typeof place !== "number" || !(place >= 0 && place < seats.state.length)) continue;
    const state = stateOf(String(letter));
    if (seats.state[place] === state) continue;
    seats.state[place] = state;
    changed = true;
  }
  return changed;
}

/**
 * Applies an answer. Changes must start at a version that this side has. Changes from a later
 * version would leave a gap and are rejected. An answer of a server thread that is slightly behind
 * contains nothing new and does not change the version.
 */
export function applyAnswer(seats: SeatStates, answer: SeatsAnswer): "changed" | "same" | "gap" {
  let changed = false;
  if (answer.states !== undefined) {
    if (answer.version < seats.version) return "same";
    changed = applyWhole(seats, answer.states);
  } else {
    if ((answer.since ?? 0) > seats.version) return "gap";
    if (answer.version >= seats.version) changed = applyChanges(seats, answer.changes ?? []);
  }
  seats.version = Math.max(seats.version, answer.version);
  if (changed) seats.edition++;
  return changed ? "changed" : "same";
}

/** Number of free places in the range from `first` on. */
export function freeIn(seats: SeatStates, first: number, count: number): number {
  let free = 0;
  for (let place = first; place < first + count; place++) if (seats.state[place] === FREE) free++;
  return free;
}

/**
 * Returns `count` free places of a range, selected by `pick` (0 to 1), so that guests do not
 * collide.
 */
export function freePlaces(
  seats: SeatStates,
  stretch: { first: number; count: number },
  wanted: number,
  pick: () => number = Math.random,
): number[] {
  const free: number[] = [];
  for (let place = stretch.first; place < stretch.first + stretch.count; place++)
    if (seats.state[place] === FREE) free.push(place);
  const start = Math.floor(pick() * free.length);
  return [...free.slice(start), ...free.slice(0, start)].slice(0, wanted);
}

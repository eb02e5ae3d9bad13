/** What the server says of a hall's places; `mine` is over all of it. */
export const FREE = 0;
export const HELD = 1;
export const SOLD = 2;
export const BLOCKED = 3;

const LETTERS = "fhsb";

export interface SeatsAnswer {
  version: number;
  since?: number;
  states?: string;
  changes?: unknown[][];
}

/**
 * The states of all places, a byte each. It is changed in place, since a hall has up to 300,000 of
 * them; `version` is the server's, `edition` grows with every change here.
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

/** A letter nobody knows is no seat to sell. */
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
 * Takes in an answer. Changes count from a version that this side has: changes from a later one
 * would leave a gap, and are refused. Of a thread of the server that is a little behind nothing is
 * new, and the version stays.
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

/** How many places from `first` on are free. */
export function freeIn(seats: SeatStates, first: number, count: number): number {
  let free = 0;
  for (let place = first; place < first + count; place++) if (seats.state[place] === FREE) free++;
  return free;
}

/** So many free places of a stretch, chosen by `pick` (0 to 1), so that a crowd does not meet. */
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

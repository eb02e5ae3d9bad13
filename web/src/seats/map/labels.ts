import type { components } from "../../api/schema";
import { money, number } from "../../core/format";
import { fill, language } from "../../core/words";
import { words } from "../../words/seats";
import { freeIn, FREE, HELD, SOLD } from "./seat_states";
import type { SeatStates } from "./seat_states";
import { ACCESSIBLE, areaOf, COMPANION, RESTRICTED, rowOf } from "./hall";
import type { Hall } from "./hall";
import { fromPriceOf, priceOf } from "../money";

export type Prices = components["schemas"]["PublicPrices"];

// "R석", but "Standing": only short names of grades get the word for a seat.
const SHORT_GRADE = /^[A-Z]{1,4}$/;

export const gradeName = (name: string): string =>
  language === "ko" && SHORT_GRADE.test(name) ? fill(words.grade, { grade: name }) : name;

/** "Row A seat 14". A standing place is named after its area. */
export function placeName(hall: Hall, place: number): string {
  const row = rowOf(hall, place);
  if (!row) return fill(words.standing, { area: areaOf(hall, place)?.name ?? "" });
  const seat = hall.labels[place] || hall.ids[place] || "";
  return fill(row.label ? words.seat : words.seatNoRow, { row: row.label, seat });
}

/** The name with the section: "Stalls, Row A seat 14". */
export function fullName(hall: Hall, place: number): string {
  const section = hall.sections[hall.section[place]!];
  const seat = placeName(hall, place);
  if (hall.sections.length < 2 || !section || !rowOf(hall, place)) return seat;
  return fill(words.wholeSeat, { section: section.name, seat });
}

function stateName(state: number, mine: boolean): string {
  if (mine) return words.stateMine;
  if (state === FREE) return words.stateFree;
  if (state === HELD) return words.stateHeld;
  return state === SOLD ? words.stateSold : words.stateBlocked;
}

export const priceText = (prices: Prices | undefined, grade: string): string => {
  const price = priceOf(prices, grade);
  return prices && price !== undefined ? money(price, prices.currency) : "";
};

const marks = (flags: number): string[] => [
  ...(flags & RESTRICTED ? [words.restricted] : []),
  ...(flags & ACCESSIBLE ? [words.accessible] : []),
  ...(flags & COMPANION ? [words.companion] : []),
];

interface Told {
  state: number;
  mine: boolean;
}

/** The complete label of a seat: "Row A seat 14, R, ₩154,000, free, restricted view". */
export function seatLabel(hall: Hall, place: number, prices: Prices | undefined, told: Told): string {
  const grade = hall.grades[hall.grade[place]!];
  return [
    placeName(hall, place),
    gradeName(grade?.name ?? ""),
    priceText(prices, grade?.id ?? ""),
    stateName(told.state, told.mine),
    ...marks(hall.flags[place]!),
  ]
    .filter(Boolean)
    .join(", ");
}

interface Stretch {
  first: number;
  count: number;
}

/** The grades of a section, by number. */
export function gradesIn(hall: Hall, section: Stretch): number[] {
  const found = new Set<number>();
  for (let place = section.first; place < section.first + section.count; place++)
    found.add(hall.grade[place]!);
  return [...found].sort((a, b) => a - b);
}

/** "Stalls, 120 free, from ₩99,000". */
export function sectionLabel(
  hall: Hall,
  section: Stretch & { name: string },
  seats: SeatStates,
  prices: Prices | undefined,
): string {
  const free = freeIn(seats, section.first, section.count);
  if (free === 0) return fill(words.sectionNone, { section: section.name });
  const from = fromPriceOf(prices, gradesIn(hall, section).map((grade) => hall.grades[grade]!.id));
  const values = { section: section.name, free: number(free) };
  if (!prices || from === undefined) return fill(words.sectionLabelNoPrice, values);
  return fill(words.sectionLabel, { ...values, price: money(from, prices.currency) });
}

import { money, number } from "../core/format";
import type { SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/event";

type Left = { soldOut?: boolean; seats?: SaleEvent["seats"] };

/**
 * The remaining seats, in the detail that the seller allows. "Sold out" only if nothing can be
 * returned.
 */
export function leftWords({ soldOut, seats }: Left): string | null {
  if (soldOut) return words.status.sold_out;
  if (!seats) return null;
  const { free, mayReturn, rough } = seats;
  if (free === 0 && mayReturn > 0)
    return fill(rough ? words.allTakenRough : words.allTaken, { n: number(mayReturn) });
  return fill(rough ? words.leftRough : words.left, { n: number(free) });
}

/** The lowest of all prices, including fees. */
export function lowestPrice({ prices }: SaleEvent): string | null {
  const all = prices?.grades.flatMap((grade) => grade.types.map((type) => type.price)) ?? [];
  return prices && all.length > 0 ? money(Math.min(...all), prices.currency) : null;
}

/** The translation of a common fee, otherwise the seller's own text. */
export const feeWords = (fee: string): string =>
  Object.hasOwn(words.feeNames, fee) ? words.feeNames[fee as keyof typeof words.feeNames] : fee;

/** All price types of an event, in the order of the grades. */
export function priceTypes({ prices }: SaleEvent): string[] {
  const types = prices?.grades.flatMap((grade) => grade.types.map((type) => type.type)) ?? [];
  return [...new Set(types)];
}

export function orderWords(event: SaleEvent): string {
  if (event.order === "lobby-shuffle") return words.shuffle;
  return event.lobbyOpensAt ? words.fifoLobby : words.fifo;
}

/** The next important time of this event, with its label. */
interface NextMoment {
  at: number;
  label: string;
}

export function nextMoment(event: SaleEvent, now: number): NextMoment | null {
  const moments: [string | null | undefined, string][] = [
    [event.lobbyOpensAt, words.lobbyOpensIn],
    [event.opensAt, words.opensIn],
    [event.closesAt, words.closesIn],
  ];
  for (const [at, label] of moments)
    if (at && Date.parse(at) > now) return { at: Date.parse(at), label };
  return null;
}

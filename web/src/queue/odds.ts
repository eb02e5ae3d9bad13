import { number } from "../core/format";
import type { QueueAnswer } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/queue";

export const people = (count: number): string =>
  fill(words.people, { n: number(count) });

/**
 * The guests who choose before this one. Those in line are the same number as everywhere on the
 * page. Admitted guests without a hold are listed separately.
 */
function others(ahead: number, inside: number): string {
  const values = { ahead: people(ahead), inside: people(inside) };
  if (inside === 0) return fill(words.oddsAhead, values);
  return fill(ahead === 0 ? words.oddsInside : words.oddsBoth, values);
}

/**
 * Whether waiting is worthwhile, with the numbers. Never a percentage, and never advice to leave.
 */
export function oddsWords({ odds, ahead }: Pick<QueueAnswer, "odds" | "ahead">): string | null {
  if (!odds || ahead === null) return null;
  if (odds.answer === "none") return words.oddsNone;
  const before = ahead + odds.inside;
  const seats = number(odds.seats);
  if (before === 0 && odds.answer === "likely") return fill(words.oddsFirst, { seats });
  const text = { likely: words.oddsLikely, even: words.oddsEven, unlikely: words.oddsUnlikely };
  const wanted = number(Math.round(before * odds.seatsPerGuest));
  return fill(text[odds.answer], { seats, others: others(ahead, odds.inside), wanted });
}

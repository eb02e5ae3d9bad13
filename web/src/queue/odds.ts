import { number } from "../core/format";
import type { QueueAnswer } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/queue";

export const people = (count: number): string =>
  fill(words.people, { n: number(count) });

/**
 * Who chooses before this guest. Those in line are the same number as everywhere on the page; those
 * who are inside already and hold nothing yet are named apart.
 */
function others(ahead: number, inside: number): string {
  const values = { ahead: people(ahead), inside: people(inside) };
  if (inside === 0) return fill(words.oddsAhead, values);
  return fill(ahead === 0 ? words.oddsInside : words.oddsBoth, values);
}

/** Whether waiting is worth it, with its sum: never a percentage, never an urge to leave. */
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

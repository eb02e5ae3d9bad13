import type { ComponentChildren } from "preact";

import { number, timeOfDay } from "../core/format";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/queue";
import { oddsWords, people } from "./odds";
import type { Place } from "./place";
import { progress } from "./place";
import { waitWords } from "./wait";

function Figure({ label, children }: { label: string; children: ComponentChildren }) {
  return <div><dt>{label}</dt><dd>{children}</dd></div>;
}

/** The guest's position, the most important number. */
export function Position({ place }: { place: Place }) {
  const { position, status } = place.answer;
  const onTheWay = place.from !== null && place.from > 1;
  return (
    <>
      <p class="position">
        <span class="soft">{words.position}</span>{" "}
        {position === null
          ? <strong class="words">{words.notDrawn}</strong>
          : <strong>{number(position)}</strong>}
      </p>
      {position === 1 && status === "waiting" && <p class="next">{words.next}</p>}
      {onTheWay && <progress max={100} value={progress(place)} aria-label={words.way} />}
    </>
  );
}

const seats = (count: number, { seatsRough }: QueueAnswer): string =>
  seatsRough ? fill(words.about, { n: number(count) }) : number(count);

/** Before the opening nobody is admitted, so only the number of waiting guests is shown. */
export function LobbyFigures({ answer, event }: { answer: QueueAnswer; event: SaleEvent }) {
  const { ahead, behind } = answer;
  return (
    <dl class="figures">
      {ahead !== null && <Figure label={words.ahead}>{number(ahead)}</Figure>}
      {behind !== null && <Figure label={words.behind}>{number(behind)}</Figure>}
      {ahead === null && <Figure label={words.inLobby}>{people(event.waiting)}</Figure>}
    </dl>
  );
}

export function Figures({ answer }: { answer: QueueAnswer }) {
  const { ahead, behind, seatsFree, seatsMayReturn } = answer;
  const wait = waitWords(answer);
  const inside = { n: number(answer.active), max: number(answer.maxActive) };
  return (
    <dl class="figures">
      {ahead !== null && <Figure label={words.ahead}>{number(ahead)}</Figure>}
      {behind !== null && <Figure label={words.behind}>{number(behind)}</Figure>}
      {wait !== null && <Figure label={words.wait}>{wait}</Figure>}
      <Figure label={words.perMinute}>{number(answer.admittedPerMinute)}</Figure>
      <Figure label={words.inside}>{fill(words.insideOf, inside)}</Figure>
      {seatsFree !== undefined && (
        <Figure label={words.seatsFree}>{seats(seatsFree, answer)}</Figure>
      )}
      {seatsMayReturn !== undefined && seatsMayReturn > 0 && (
        <Figure label={words.seatsMayReturn}>{seats(seatsMayReturn, answer)}</Figure>
      )}
    </dl>
  );
}

export function Odds({ answer }: { answer: QueueAnswer }) {
  const text = oddsWords(answer);
  if (text === null) return null;
  const assumed = answer.odds?.measured === false && answer.odds.answer !== "none";
  return (
    <section class="odds">
      <h2>{words.odds}</h2>
      <p>{text}</p>
      {assumed && <p class="soft small">{words.oddsAssumed}</p>}
    </section>
  );
}

export function Kept({ answer, event }: { answer: QueueAnswer; event: SaleEvent }) {
  if (!answer.keepUntil) return null;
  const time = timeOfDay(answer.keepUntil, event.timeZone);
  return <p class="kept">{fill(words.keep, { time })}</p>;
}

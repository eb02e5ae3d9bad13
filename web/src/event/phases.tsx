import { useNow } from "../core/clock";
import { Countdown } from "../core/countdown";
import { Moment } from "../core/page";
import type { SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/event";

type Phase = SaleEvent["phases"][number];

function conditions({ who, seatSharePercent, seatsPerGuest }: Phase): string {
  const parts: string[] = [words.who[who]];
  if (seatSharePercent !== undefined && seatSharePercent < 100)
    parts.push(fill(words.share, { n: seatSharePercent }));
  if (seatsPerGuest) parts.push(fill(words.phaseLimit, { n: seatsPerGuest }));
  return parts.join(" · ");
}

function When({ phase, now }: { phase: Phase; now: number }) {
  const [from, to] = [Date.parse(phase.from), Date.parse(phase.to)];
  if (now >= to) return <span class="soft">{words.phaseOver}</span>;
  if (now < from) return <Countdown until={from} label={words.phaseNext} />;
  return (
    <>
      <span class="tag on">{words.phaseNow}</span> <Countdown until={to} label={words.phaseEnds} />
    </>
  );
}

/** The phases of the sale: time, eligible guests, and limits. */
export function Phases({ event }: { event: SaleEvent }) {
  const now = useNow();
  if (event.phases.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.phases}</h2>
      <ol class="phases">
        {event.phases.map((phase, i) => (
          <li key={phase.id}>
            <strong>{phase.title || fill(words.phase, { n: i + 1 })}</strong>
            <span class="soft">{conditions(phase)}</span>
            <span>
              <Moment at={phase.from} zone={event.timeZone} />
              {" – "}
              <Moment at={phase.to} zone={event.timeZone} />
            </span>
            <span><When phase={phase} now={now} /></span>
          </li>
        ))}
      </ol>
    </section>
  );
}

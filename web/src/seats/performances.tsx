import { dateTime, number } from "../core/format";
import { fill } from "../core/words";
import { words } from "../words/seats";
import type { Event } from "./seat_selection";

type Performance = Event["performances"][number];

// Maximum number of buttons. More performances are shown as a list.
const BUTTONS_MAX = 4;

function leftText({ soldOut, seats }: Performance): string {
  if (soldOut) return words.soldOut;
  if (!seats) return "";
  if (seats.free === 0) return fill(words.allTaken, { n: number(seats.mayReturn) });
  return fill(seats.rough ? words.leftRough : words.left, { free: number(seats.free) });
}

interface PerformancesProps {
  event: Event;
  chosen: string;
  onChoose: (performanceId: string) => void;
}

/** The available performances with their remaining seats. */
export function Performances({ event, chosen, onChoose }: PerformancesProps) {
  const { performances, timeZone } = event;
  const name = (one: Performance) => one.title || dateTime(one.startsAt, timeZone);
  const shown = performances.find(({ id }) => id === chosen);
  return (
    <div class="performances">
      {performances.length > BUTTONS_MAX ? (
        <label>
          {words.performance}{" "}
          <select value={chosen} onChange={(change) => onChoose(change.currentTarget.value)}>
            {performances.map((one) => (
              <option key={one.id} value={one.id}>{[name(one), leftText(one)].filter(Boolean).join(" · ")}</option>
            ))}
          </select>
        </label>
      ) : (
        performances.length > 1 && (
          <div class="segments" role="group" aria-label={words.performance}>
            {performances.map((one) => (
              <button key={one.id} type="button" class="quiet" aria-pressed={one.id === chosen} onClick={() => onChoose(one.id)}>
                <span>{name(one)}</span>
                <span class="small">{leftText(one)}</span>
              </button>
            ))}
          </div>
        )
      )}
      {shown && <p class="soft small">{dateTime(shown.startsAt, timeZone)}</p>}
    </div>
  );
}

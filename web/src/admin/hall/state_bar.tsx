import { number } from "../../core/format";
import { words } from "../../words/admin";
import { percent } from "../pieces";

export const STATES = ["free", "held", "paying", "sold", "returned", "blocked"] as const;
export type SeatState = (typeof STATES)[number];
export const stateWord = (state: SeatState): string => words.overview.states[state];

/** The seats by state: a bar, and a list with the numbers. */
export function StateBar({ counts }: { counts: Partial<Record<SeatState, number>> }) {
  const known = STATES.filter((state) => counts[state] !== undefined);
  const all = known.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const share = (state: SeatState) => (all > 0 ? (counts[state] ?? 0) / all : 0);
  return (
    <>
      <div class="state-bar" aria-hidden="true">
        {known.map(
          (state) =>
            share(state) > 0 && (
              <span key={state} class={`state-${state}`} style={{ flexGrow: share(state) }} />
            ),
        )}
      </div>
      <dl class="state-list">
        {known.map((state) => (
          <div key={state}>
            <dt>
              <span class={`swatch state-${state}`} aria-hidden="true" />
              {stateWord(state)}
            </dt>
            <dd>
              {number(counts[state] ?? 0)} <span class="soft small">{percent(share(state))}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

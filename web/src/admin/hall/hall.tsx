import { useMemo, useRef, useState } from "preact/hooks";

import type { Answer } from "../../core/api";
import { number } from "../../core/format";
import { words as common } from "../../words/admin";
import { words } from "../../words/admin_hall";
import { ask, download } from "../ask";
import { useEventConsole } from "../change/event_console";
import { HallActions } from "./hall_actions";
import { HallCanvas } from "./hall_canvas";
import type { Plan } from "./hall_plan";
import { namesIn, placesOf, statesAfter, toggled } from "./hall_plan";
import { Panel, Table, Trouble, dayAndTime } from "../pieces";
import { usePolled } from "../polled";
import { STATES, StateBar, stateWord } from "./state_bar";
import type { EventDetails, SeatCounts } from "../types";

const MAP_EVERY_MS = 1000;
const COUNTS_EVERY_MS = 2000;
const HALL = "/api/admin/events/{key}/performances/{performance}";

/** The states of all seats: first a full answer, then the changes. */
function useStates(key: string, performance: string) {
  const known = useRef<{ about: string; version: number | undefined; states: string[] | null }>({
    about: "",
    version: undefined,
    states: null,
  });
  const about = `${key} ${performance}`;
  return usePolled<string[]>(
    async () => {
      if (known.current.about !== about)
        known.current = { about, version: undefined, states: null };
      const { version: since, states } = known.current;
      const answer = await ask("get", `${HALL}/map`, {
        params: { key, performance },
        query: { since },
      });
      if (!answer.ok) return answer;
      const after = statesAfter(states, answer.value);
      known.current = { about, version: after ? answer.value.version : undefined, states: after };
      return { ...answer, value: after ?? [] };
    },
    MAP_EVERY_MS,
    [key, performance],
  );
}

function useHall(key: string, performance: string) {
  const params = { key, performance };
  const plan = usePolled(
    () => ask("get", `${HALL}/hall`, { params }) as Promise<Answer<unknown>>,
    0,
    [key, performance],
  );
  const counts = usePolled(() => ask("get", `${HALL}/seats`, { params }), COUNTS_EVERY_MS, [
    key,
    performance,
  ]);
  const states = useStates(key, performance);
  return { plan, counts, states };
}

interface SectionsProps {
  counts: SeatCounts;
  names: string[];
  onToggle: (name: string) => void;
}

/** The map as a table, for keyboards and screen readers. */
function Sections({ counts, names, onToggle }: SectionsProps) {
  const heads = [words.section, ...STATES.map(stateWord), words.choose];
  return (
    <Table caption={words.bySection} heads={heads} numeric={STATES.map((_, index) => index + 1)}>
      {counts.sections.map((row) => {
        const name = `section:${row.section ?? ""}`;
        const chosen = names.includes(name);
        return (
          <tr key={name}>
            <th scope="row">{row.section}</th>
            {STATES.map((state) => (
              <td key={state} class="num">
                {number(row[state])}
              </td>
            ))}
            <td>
              <button
                type="button"
                class="quiet slim"
                aria-pressed={chosen}
                onClick={() => onToggle(name)}
              >
                {chosen ? words.drop : words.choose}
              </button>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function Blocks({ counts }: { counts: SeatCounts }) {
  if (counts.blocks.length === 0) return null;
  return (
    <Table caption={words.blocks} heads={[words.reason, words.owner, words.seats]} numeric={[2]}>
      {counts.blocks.map(({ reason, owner, seats }) => (
        <tr key={`${reason} ${owner}`}>
          <td>{reason}</td>
          <td>{owner || "–"}</td>
          <td class="num">{number(seats)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Performance({ event, performance }: { event: EventDetails; performance: string }) {
  const { plan, counts, states } = useHall(event.key, performance);
  const [text, setText] = useState("");
  const places = useMemo(() => (plan.value ? placesOf(plan.value as Plan) : []), [plan.value]);
  const names = namesIn(text);
  const chosen = useMemo(() => new Set(names), [text]);
  const toggle = (name: string) => setText((before) => toggled(before, name));
  const file = `${event.key}-${performance}-seats.csv`;
  const csv = `/api/admin/events/${encodeURIComponent(event.key)}/performances/${encodeURIComponent(performance)}/seats.csv`;
  return (
    <>
      <Trouble error={plan.error ?? counts.error ?? states.error} />
      <div class="hall">
        <Panel title={words.map} at={states.at}>
          {states.value && places.length > 0 ? (
            <HallCanvas places={places} states={states.value} chosen={chosen} onChoose={toggle} />
          ) : (
            <p class="soft">{words.noMap}</p>
          )}
          {counts.value && <StateBar counts={counts.value.counts} />}
        </Panel>
        <HallActions
          event={event}
          performance={performance}
          text={text}
          onText={setText}
          onDone={() => {
            counts.refresh();
            states.refresh();
          }}
        />
      </div>
      {counts.value && (
        <Panel title={words.bySection} at={counts.at}>
          <Sections counts={counts.value} names={names} onToggle={toggle} />
          <Blocks counts={counts.value} />
          <button type="button" class="quiet" onClick={() => void download(csv, file)}>
            {words.csv}
          </button>
        </Panel>
      )}
    </>
  );
}

/** The hall of each performance: held, sold and blocked seats, and the actions of the house. */
export function Hall({ detail }: { detail: string }) {
  const event = useEventConsole().shown.value?.event;
  const performances = event?.performances ?? [];
  const [chosen, setChosen] = useState(detail);
  if (!event) return <p class="card">{common.loading}</p>;
  const performance = performances.find(({ id }) => id === chosen) ?? performances[0];
  if (!performance) return <p class="card">{words.noPerformances}</p>;
  return (
    <>
      <label class="choice">
        {words.performance}{" "}
        <select
          name="performance"
          value={performance.id}
          onChange={(change) => setChosen(change.currentTarget.value)}
        >
          {performances.map(({ id, title, startsAt }) => (
            <option key={id} value={id}>
              {title || id}, {dayAndTime(startsAt, event.timeZone)}
            </option>
          ))}
        </select>
      </label>
      <Performance key={performance.id} event={event} performance={performance.id} />
    </>
  );
}

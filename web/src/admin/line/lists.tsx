import { useState } from "preact/hooks";

import { words as common } from "../../words/admin";
import { words as all } from "../../words/admin_office";
import { addCodes, addToList } from "../change/service_changes";
import { ellipsis } from "../change/control";
import { Deny } from "./deny";
import { useEventConsole } from "../change/event_console";
import { newCodes, pasted } from "./paste";
import { PasteHint } from "./paste_hint";
import { Panel, Table, dayAndTime } from "../pieces";
import { Revoke } from "./revoke";
import type { EventDetails } from "../types";

const words = all.lists;
const NEW_CODES_MAX = 2000;

function Phases({ event }: { event: EventDetails }) {
  const phases = event.phases ?? [];
  if (phases.length === 0) return <p class="soft">{words.noPhases}</p>;
  return (
    <Table caption={words.phases} heads={[words.phase, words.who, words.from, words.to]}>
      {phases.map(({ id, title, who, from, to }) => (
        <tr key={id}>
          <th scope="row">
            {title || id} <code class="small">{id}</code>
          </th>
          <td>{words.whos[who ?? "everybody"]}</td>
          <td>{dayAndTime(from, event.timeZone)}</td>
          <td>{dayAndTime(to, event.timeZone)}</td>
        </tr>
      ))}
    </Table>
  );
}

function PhaseChoice({
  event,
  value,
  onChoose,
}: {
  event: EventDetails;
  value: string;
  onChoose: (id: string) => void;
}) {
  return (
    <label class="stack">
      {words.phase}
      <select value={value} onChange={(change) => onChoose(change.currentTarget.value)}>
        {(event.phases ?? []).map(({ id, title }) => (
          <option key={id} value={id}>
            {title || id}
          </option>
        ))}
      </select>
    </label>
  );
}

function Guests({ event, phase }: { event: EventDetails; phase: string }) {
  const { propose } = useEventConsole();
  const [text, setText] = useState("");
  const { entries } = pasted(text);
  return (
    <Panel title={words.guests}>
      <label class="stack">
        {words.pasteGuests}
        <textarea rows={6} value={text} onInput={(input) => setText(input.currentTarget.value)} />
      </label>
      <PasteHint text={text} />
      <button
        type="button"
        disabled={entries.length === 0 || !phase}
        onClick={() => propose(addToList(event.key, phase, entries), () => setText(""))}
      >
        {ellipsis(words.add)}
      </button>
    </Panel>
  );
}

function Codes({ event, phase }: { event: EventDetails; phase: string }) {
  const { propose } = useEventConsole();
  const [text, setText] = useState("");
  const [uses, setUses] = useState(1);
  const [count, setCount] = useState(100);
  const [allowShort, setAllowShort] = useState(false);
  const { entries } = pasted(text);
  return (
    <Panel title={words.codes}>
      <label class="stack">
        {words.pasteCodes}
        <textarea rows={6} value={text} onInput={(input) => setText(input.currentTarget.value)} />
      </label>
      <PasteHint text={text} />
      <div class="row">
        <label>
          {words.uses}{" "}
          <input
            type="number"
            min={1}
            max={1000}
            value={uses}
            onInput={(input) => setUses(Number(input.currentTarget.value))}
          />
        </label>
        <label>
          {words.makeCount}{" "}
          <input
            type="number"
            min={1}
            max={NEW_CODES_MAX}
            value={count}
            onInput={(input) => setCount(Number(input.currentTarget.value))}
          />
        </label>
        <button
          type="button"
          class="quiet"
          onClick={() =>
            setText(newCodes(Math.min(NEW_CODES_MAX, Math.max(1, count || 1))).join("\n"))
          }
        >
          {words.make}
        </button>
      </div>
      <label>
        <input type="checkbox" checked={allowShort} onChange={() => setAllowShort(!allowShort)} />{" "}
        {words.allowShort}
      </label>
      <p class="soft small">{words.keepCodes}</p>
      <button
        type="button"
        disabled={entries.length === 0 || !phase || !(uses >= 1)}
        onClick={() =>
          propose(addCodes(event.key, phase, { codes: entries, uses, allowShort }), () =>
            setText(""),
          )
        }
      >
        {ellipsis(words.add)}
      </button>
    </Panel>
  );
}

/** Lists of the guests who may enter in a phase, and of denied guests. */
export function Lists() {
  const event = useEventConsole().shown.value?.event;
  const [chosen, setChosen] = useState("");
  if (!event) return <p class="card">{common.loading}</p>;
  const phases = event.phases ?? [];
  const phase = phases.find(({ id }) => id === chosen) ?? phases[0];
  return (
    <>
      <Panel title={words.phases}>
        <Phases event={event} />
        {phases.length > 1 && (
          <PhaseChoice event={event} value={phase?.id ?? ""} onChoose={setChosen} />
        )}
      </Panel>
      <div class="panels wide">
        {phase?.who === "list" && <Guests event={event} phase={phase.id} />}
        {phase?.who === "code" && <Codes event={event} phase={phase.id} />}
        <Revoke event={event} />
        <Deny event={event} />
      </div>
    </>
  );
}

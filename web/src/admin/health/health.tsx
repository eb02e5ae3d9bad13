import { clock } from "../../core/clock";
import { number } from "../../core/format";
import { fill } from "../../core/words";
import { words as common } from "../../words/admin";
import { words as changes } from "../../words/admin_changes";
import { words as messages } from "../../words/admin_messages";
import { words as all } from "../../words/admin_office";
import { ageText, span } from "../age";
import { ask } from "../ask";
import { rebuildReports, retryOutbox } from "../change/service_changes";
import { ellipsis } from "../change/control";
import { useEventConsole } from "../change/event_console";
import { FindingCell } from "./finding_cell";
import { Processes, RedisNodes } from "./health_cluster";
import { Chip, Panel, Table, Trouble, dayAndTime } from "../pieces";
import { usePolled } from "../polled";
import type { Part } from "../types";

const words = all.health;
const OUTBOX_EVERY_MS = 5000;
const MIB = 1024 * 1024;

const LEVEL = { ok: "good", attention: "attention", failed: "bad" } as const;

/** Formats a number by its name: bytes as MiB, ages as durations. */
function numberText(name: string, value: number | null): string {
  if (value === null) return common.none;
  if (name.endsWith("Bytes")) return `${number(Math.round(value / MIB))} MiB`;
  if (name.endsWith("AgeMs") || name === "ageMs") return span(value);
  if (name.endsWith("Ms")) return `${number(value)} ms`;
  if (name.endsWith("Us")) return `${number(value)} µs`;
  return number(value);
}

function numbersText(numbers: Part["numbers"]): string {
  return Object.entries(numbers)
    .map(
      ([name, value]) =>
        `${words.numbers[name as keyof typeof words.numbers] ?? name} ${numberText(name, value)}`,
    )
    .join(" · ");
}

function PartRow({ one }: { one: Part }) {
  return (
    <tr>
      <td>
        <Chip level={LEVEL[one.state]}>{words.states[one.state]}</Chip>
      </td>
      <th scope="row">
        {words.names[one.part]}
        {one.name ? ` ${one.name}` : ""}
      </th>
      <FindingCell texts={messages.parts} told={[one]} prose={one.detail} />
      <td class="figures-cell">{numbersText(one.numbers)}</td>
      <td class="brief">{fill(common.ago, { span: span(one.ageMs) })}</td>
    </tr>
  );
}

function Backup({ age, data }: { age: number | null; data: boolean }) {
  return (
    <Panel title={words.backup}>
      <p>
        {words.lastBackup}{" "}
        <Chip level={age === null ? "attention" : "good"}>
          {age === null ? words.never : ageText(clock.now() - age, clock.now())}
        </Chip>
      </p>
      <p class="soft">{words.backupHow}</p>
      <p>
        <code class="command">onsale backup /var/backups/onsale-$(date +%F-%H%M).db</code>
      </p>
      {!data && <p class="soft small">{words.backupUnknown}</p>}
    </Panel>
  );
}

function Outbox() {
  const { propose, shown } = useEventConsole();
  const outbox = usePolled(() => ask("get", "/api/admin/outbox"), OUTBOX_EVERY_MS, []);
  const journal = usePolled(() => ask("get", "/api/admin/journal/stats"), OUTBOX_EVERY_MS, []);
  const stats = (journal.value ?? {}) as Record<string, number | string>;
  const zone = shown.value?.event.timeZone;
  const text = (name: string, value: number | string) =>
    typeof value === "string" ? dayAndTime(value, zone) : numberText(name, value);
  return (
    <Panel title={words.messages}>
      <Trouble error={outbox.error ?? journal.error} />
      {outbox.value && (
        <p>
          {fill(words.outbox, {
            messages: number(outbox.value.messages),
            behind: number(outbox.value.behind),
            putAside: number(outbox.value.putAside),
          })}
          {outbox.value.rebuilding && ` ${words.rebuilding}`}
        </p>
      )}
      {(outbox.value?.letters ?? []).map(({ seq, type, reason }) => (
        <p key={seq} class="note bad">
          <code>{type}</code> <span lang="en">{reason}</span>
        </p>
      ))}
      <div class="row">
        <button
          type="button"
          class="quiet"
          disabled={!outbox.value?.putAside}
          onClick={() => propose(retryOutbox(), outbox.refresh)}
        >
          {ellipsis(changes.retryOutbox)}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => propose(rebuildReports(), outbox.refresh)}
        >
          {ellipsis(changes.rebuildReports)}
        </button>
      </div>
      <h3>{words.journal}</h3>
      <dl class="figures">
        {Object.entries(stats).map(([name, value]) => (
          <div key={name}>
            <dt>{words.journalNumbers[name as keyof typeof words.journalNumbers] ?? name}</dt>
            <dd>{text(name, value)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Every part of the deployment, with the age of its data. */
export function Health() {
  const { parts, shown } = useEventConsole();
  const found = parts.value;
  const zone = shown.value?.event.timeZone;
  const backup = found?.parts.find(({ part }) => part === "backup");
  return (
    <>
      <Trouble error={parts.error} />
      <Panel title={words.parts} at={parts.at}>
        {!found && <p class="soft">{common.loading}</p>}
        {found && (
          <>
            <p class="soft">
              {fill(words.process, {
                name: found.process.name,
                version: found.process.version,
                since: dayAndTime(found.process.startedAt, zone),
                mode: words.modes[found.mode],
              })}
            </p>
            <Table
              caption={words.parts}
              heads={[words.state, words.part, words.finding, words.figures, words.age]}
            >
              {found.parts.map((one) => (
                <PartRow key={one.part + (one.name ?? "")} one={one} />
              ))}
            </Table>
          </>
        )}
      </Panel>
      {found?.processes && <Processes processes={found.processes} at={parts.at} zone={zone} />}
      {found?.redisNodes && <RedisNodes nodes={found.redisNodes} at={parts.at} />}
      <div class="panels wide">
        <Backup age={backup?.numbers["ageMs"] ?? null} data={backup !== undefined} />
        <Outbox />
      </div>
    </>
  );
}

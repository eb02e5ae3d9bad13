import { useState } from "preact/hooks";

import { number } from "../../core/format";
import { fill } from "../../core/words";
import { words as common } from "../../words/admin";
import { words as messages } from "../../words/admin_messages";
import { words as all } from "../../words/admin_office";
import { ask } from "../ask";
import { useEventConsole } from "../change/event_console";
import { FindingCell } from "./finding_cell";
import { Chip, Panel, Table, Trouble, dayAndTime } from "../pieces";
import { usePolled } from "../polled";
import type { AuditEntry } from "../types";

const words = all.audit;
const PAGE = 50;
/** Common prefix of all paths. */
const PREFIX = " /api/admin/";
const AUDIT_EVERY_MS = 5000;

type Level = "good" | "attention" | "bad" | "none";

/** Any result other than these is the code of a refusal. */
function levelOf(result: string): Level {
  if (result === "done") return "good";
  return result === "begun" || result === "rehearsed" ? "none" : "attention";
}

function Row({ entry, zone }: { entry: AuditEntry; zone: string | undefined }) {
  return (
    <tr>
      <td class="num">{number(entry.seq)}</td>
      <td class="brief">{dayAndTime(entry.at, zone)}</td>
      <td class="brief">{entry.who}</td>
      <td>
        <code class="small">{entry.what.replace(PREFIX, " ")}</code>
      </td>
      <td>
        <code class="small">{entry.asked || "–"}</code>
      </td>
      <td>
        <Chip level={levelOf(entry.result)}>
          {words.results[entry.result as keyof typeof words.results] ?? entry.result}
        </Chip>
      </td>
      <FindingCell texts={messages.effects} told={entry.effects} prose={entry.effect} />
    </tr>
  );
}

/** The actions of operators, newest first. Dry runs are shown only on request. */
export function Audit() {
  const zone = useEventConsole().shown.value?.event.timeZone;
  const [before, setBefore] = useState<number | null>(null);
  const [rehearsals, setRehearsals] = useState(false);
  const head = usePolled(() => ask("get", "/api/admin/audit/head"), AUDIT_EVERY_MS, []);
  const last = before ?? head.value?.seq ?? null;
  const after = last === null ? null : Math.max(0, last - PAGE);
  const page = usePolled(
    async () =>
      after === null
        ? { ok: true as const, status: 200, value: { entries: [] } }
        : ask("get", "/api/admin/audit", { query: { after, limit: PAGE } }),
    0,
    [after, last],
  );
  // Every change has two entries, "begun" and its result. Only the result is shown.
  const entries = [...(page.value?.entries ?? [])].reverse();
  const finished = new Set(entries.map(({ begun }) => begun));
  const shown = entries.filter(
    ({ seq, result }) =>
      (result !== "begun" || !finished.has(seq)) && (rehearsals || result !== "rehearsed"),
  );
  return (
    <>
      <Trouble error={head.error ?? page.error} />
      <Panel title={common.sections.audit} at={head.at}>
        {head.value && (
          <p class="soft small">
            {fill(words.head, { seq: number(head.value.seq) })}{" "}
            <code class="hash">{head.value.head}</code>
          </p>
        )}
        <label class="tick">
          <input type="checkbox" checked={rehearsals} onChange={() => setRehearsals(!rehearsals)} />
          <span>{words.rehearsals}</span>
        </label>
        <Table
          caption={common.sections.audit}
          heads={[
            words.seq,
            words.when,
            words.who,
            words.what,
            words.asked,
            words.result,
            words.effect,
          ]}
          numeric={[0]}
        >
          {shown.map((entry) => (
            <Row key={entry.seq} entry={entry} zone={zone} />
          ))}
        </Table>
        {page.value && shown.length === 0 && <p class="soft">{words.nothing}</p>}
        <div class="row">
          {before !== null && (
            <button type="button" class="quiet" onClick={() => setBefore(null)}>
              {words.newest}
            </button>
          )}
          {after !== null && after > 0 && (
            <button type="button" class="quiet" onClick={() => setBefore(after)}>
              {words.older}
            </button>
          )}
        </div>
      </Panel>
    </>
  );
}

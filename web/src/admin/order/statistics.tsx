import { useState } from "preact/hooks";

import { money, number } from "../../core/format";
import { words as common } from "../../words/admin";
import { words as all } from "../../words/admin_office";
import { ask, download } from "../ask";
import { useEventConsole } from "../change/event_console";
import { Panel, Table, Trouble } from "../pieces";
import { usePolled } from "../polled";
import type { Group, Line } from "./report";
import { GROUPS, SUMS, groupedBy, totals } from "./report";

const words = all.statistics;
const REPORT_EVERY_MS = 10_000;
const COUNTS = ["seatsSold", "seatsReturned"];

function Cells({ line }: { line: Line }) {
  return (
    <>
      {SUMS.map((sum) => (
        <td key={sum} class="num">
          {COUNTS.includes(sum) ? number(line[sum]) : money(line[sum], line.currency)}
        </td>
      ))}
    </>
  );
}

function Lines({ rows, group }: { rows: Parameters<typeof groupedBy>[0]; group: Group }) {
  return (
    <Table
      caption={words.title}
      heads={[words.groups[group], ...SUMS.map((sum) => words.sums[sum])]}
      numeric={SUMS.map((_, index) => index + 1)}
    >
      {groupedBy(rows, group).map((line) => (
        <tr key={`${line.name} ${line.currency}`}>
          <th scope="row">{line.name || words.wholeOrder}</th>
          <Cells line={line} />
        </tr>
      ))}
      {totals(rows).map((line) => (
        <tr key={line.currency} class="total">
          <th scope="row">{words.total}</th>
          <Cells line={line} />
        </tr>
      ))}
    </Table>
  );
}

/** Sales by day, performance, grade, price type or provider. */
export function Statistics() {
  const { eventKey } = useEventConsole();
  const [group, setGroup] = useState<Group>("grade");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const query = { from: from || undefined, to: to || undefined };
  const report = usePolled(
    () => ask("get", "/api/admin/events/{key}/report", { params: { key: eventKey }, query }),
    REPORT_EVERY_MS,
    [eventKey, from, to],
  );
  const days = new URLSearchParams(
    Object.entries({ from, to }).filter(([, day]) => day),
  ).toString();
  const csv = `/api/admin/events/${encodeURIComponent(eventKey)}/report.csv${days ? `?${days}` : ""}`;
  return (
    <>
      <div class="row">
        <label>
          {words.by}{" "}
          <select
            name="group"
            value={group}
            onChange={(change) => setGroup(change.currentTarget.value as Group)}
          >
            {GROUPS.map((one) => (
              <option key={one} value={one}>
                {words.groups[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.from}{" "}
          <input type="date" value={from} onInput={(input) => setFrom(input.currentTarget.value)} />
        </label>
        <label>
          {words.to}{" "}
          <input type="date" value={to} onInput={(input) => setTo(input.currentTarget.value)} />
        </label>
        <button
          type="button"
          class="quiet"
          onClick={() => void download(csv, `${eventKey}-report.csv`)}
        >
          {words.csv}
        </button>
      </div>
      <Trouble error={report.error} />
      <Panel title={words.title}>
        {!report.value && <p class="soft">{common.loading}</p>}
        {report.value && report.value.rows.length === 0 && <p class="soft">{words.nothing}</p>}
        {report.value && report.value.rows.length > 0 && (
          <Lines rows={report.value.rows} group={group} />
        )}
        <p class="soft small">{words.note}</p>
      </Panel>
    </>
  );
}

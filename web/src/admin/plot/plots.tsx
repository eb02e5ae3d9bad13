import { useMemo, useState } from "preact/hooks";

import { clock } from "../../core/clock";
import { fill } from "../../core/words";
import { words as common } from "../../words/admin";
import { words } from "../../words/admin_plots";
import { useEventConsole } from "../change/event_console";
import type { History } from "./history";
import { timesOf } from "./history";
import { Panel, Table, Trouble, clockTime, dayAndTime } from "../pieces";
import { Plot } from "./plot";
import { labelOf, valueText } from "./plot_text";
import type { PlotName, Shape, Span } from "./series";
import { PLOTS, shaped, summaries } from "./series";
import { HOUR_S, useHistory } from "./use_history";

// Share of the time since the opening that is shown before the opening.
const OPENING_MARGIN = 0.02;
// Minimum range, so that a sale that has just begun is readable.
const SHORTEST_S: Record<Span, number> = { hour: 300, sale: 1800 };

function rangeOf(history: History, span: Span, opensAt: number): [number, number] {
  const now = Math.floor(clock.now() / 1000);
  const end = span === "sale" ? Math.max(now, timesOf(history).at(-1) ?? now) : now;
  const first = timesOf(history)[0] ?? end;
  const earliest = span === "hour" ? end - HOUR_S : -Infinity;
  // The opening is included if it is within the shown time.
  const begin = opensAt < end ? Math.min(first, opensAt - (end - opensAt) * OPENING_MARGIN) : first;
  return [Math.min(Math.max(begin, earliest), end - SHORTEST_S[span]), end];
}

const unitOf = (plot: PlotName, span: Span): string =>
  plot === "p99"
    ? "ms"
    : plot === "arrivals" || plot === "admissions" || plot === "payments" || plot === "errors"
      ? words.units[span]
      : "";

function SummaryTable({
  shape,
  title,
  unit,
  zone,
}: {
  shape: Shape;
  title: string;
  unit: string;
  zone: string | undefined;
}) {
  return (
    <details>
      <summary>{fill(words.numbers, { title })}</summary>
      <Table
        caption={title}
        heads={[words.what, words.now, words.highest, words.highestAt, words.mean]}
        numeric={[1, 2, 4]}
      >
        {summaries(shape).map(({ name, now, highest, highestAt, mean }) => (
          <tr key={name}>
            <th scope="row">{labelOf(name)}</th>
            <td class="num">{valueText(now, unit)}</td>
            <td class="num">{valueText(highest, unit)}</td>
            <td>{highestAt === null ? "–" : clockTime(highestAt * 1000, zone)}</td>
            <td class="num">{valueText(mean, unit)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function SpanChoice({ span, onChoose }: { span: Span; onChoose: (span: Span) => void }) {
  return (
    <fieldset class="segments">
      <legend class="spoken">{words.span}</legend>
      {(["hour", "sale"] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="span" checked={span === one} onChange={() => onChoose(one)} />
          <span>{words.spans[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The history of the line, the seats and the payments: an hour by second, the sale by minute. */
export function Plots() {
  const { eventKey, shown } = useEventConsole();
  const [span, setSpan] = useState<Span>("hour");
  const { value: history, error } = useHistory(eventKey, span);
  const event = shown.value?.event;
  const zone = event?.timeZone;
  const opensAt = Date.parse(event?.opensAt ?? "") / 1000;
  const shapes = useMemo(
    () => (history ? PLOTS.map((plot) => ({ plot, shape: shaped(history, plot, span) })) : []),
    [history, span],
  );
  if (!history || !event)
    return (
      <>
        <Trouble error={error} />
        <p class="card">{common.loading}</p>
      </>
    );
  const range = rangeOf(history, span, opensAt);
  const lastRow = timesOf(history).at(-1);
  const at = lastRow === undefined ? null : lastRow * 1000;
  return (
    <>
      <Trouble error={error} />
      <div class="row">
        <SpanChoice span={span} onChoose={setSpan} />
        <p class="soft">{fill(words.openingAt, { time: dayAndTime(event.opensAt, zone) })}</p>
      </div>
      <div class="plots">
        {shapes.map(({ plot, shape }) => {
          const unit = unitOf(plot, span);
          return (
            // Minutes arrive only after their end, so only the rows of the hour can be too old.
            <Panel key={plot} title={words.plots[plot]} {...(span === "hour" ? { at } : {})}>
              {shape.series.length === 0 ? (
                <p class="soft">{words.nothing}</p>
              ) : (
                <Plot shape={shape} unit={unit} range={range} opensAt={opensAt} zone={zone} />
              )}
              <SummaryTable shape={shape} title={words.plots[plot]} unit={unit} zone={zone} />
            </Panel>
          );
        })}
      </div>
    </>
  );
}

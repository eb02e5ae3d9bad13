import { number } from "../../core/format";
import { fill } from "../../core/words";
import { words } from "../../words/admin";
import { span } from "../age";
import { Figure, Panel, Table, percent, rate } from "../pieces";
import type { Line, Live } from "../types";
import { LIMITS, successShare } from "../health/verdict";

const w = words.overview;

interface PanelProps {
  live: Live;
  at: number | null;
}

/** The rates are from the last sampled second, which may be older than the answer. */
const sampled = (live: Live): number | null => (live.sampledAt ? Date.parse(live.sampledAt) : null);

function success(live: Live) {
  const share = successShare(live);
  if (share === null) return <span class="soft">{w.noPayments}</span>;
  const poor = share < LIMITS.successAttention ? "poor" : "";
  return (
    <>
      <span class={`huge ${poor}`}>{percent(share)}</span> {w.success}
    </>
  );
}

export function PaymentsPanel({ live, at }: PanelProps) {
  const last = live.payments?.lastFiveMinutes;
  if (!last) return null;
  const oldest = live.oldestUnknownS ?? 0;
  const unknown = live.unknown ?? 0;
  return (
    <Panel title={w.payments} at={at} class="double">
      <p class="headline">{success(live)}</p>
      <dl class="figures">
        <Figure name={w.oldestUnknown} class={oldest >= LIMITS.unknownAttentionS ? "alert" : ""}>
          {unknown > 0 ? span(oldest * 1000) : words.none}
        </Figure>
        <Figure name={w.unknownNow}>{number(unknown)}</Figure>
        <Figure name={w.approved}>{number(last.approved)}</Figure>
        <Figure name={w.declined}>{number(last.declined)}</Figure>
        <Figure name={w.unknown}>{number(last.unknown)}</Figure>
        <Figure name={w.latency}>
          {number(last.latencyMedianMs)} / {number(last.latencyP95Ms)} ms
        </Figure>
      </dl>
      {last.declineReasons.length > 0 && (
        <p class="small soft">
          {w.declines}:{" "}
          {last.declineReasons
            .map(({ reason, count }) => `${w.reasonsOfDecline[reason]} ${number(count)}`)
            .join(", ")}
        </p>
      )}
    </Panel>
  );
}

export function ErrorCodes({ live, at }: PanelProps) {
  const topRefusals = live.server?.topRefusals ?? [];
  return (
    <Panel title={w.errors} at={at}>
      {topRefusals.length === 0 ? (
        <p class="soft">{w.noErrors}</p>
      ) : (
        <Table caption={w.errors} heads={[w.code, w.count]} numeric={[1]}>
          {topRefusals.map(({ code, count }) => (
            <tr key={code}>
              <td>
                <code>{code}</code>
              </td>
              <td class="num">{number(count)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}

export function LinePanel({ live, line, at }: PanelProps & { line: Line | null }) {
  return (
    <Panel title={w.line} at={at}>
      <p class="headline">
        <span class="huge">{number(live.waiting)}</span> {w.waiting}
      </p>
      <dl class="figures">
        <Figure name={w.active}>
          {number(live.active)} / {number(live.maxActive)}
          <meter
            min={0}
            max={Math.max(live.maxActive, 1)}
            value={live.active}
            aria-label={w.active}
          />
        </Figure>
        <Figure name={w.away}>{number(live.away)}</Figure>
        <Figure name={w.lastWaits}>
          {line?.estimatedWaitLast ? span(line.estimatedWaitLast * 1000) : words.unknownNumber}
        </Figure>
        {line?.restoring && (
          <Figure name={w.restoring}>
            {fill(w.restored, { count: number(line.restoring.restored) })}
          </Figure>
        )}
        <Figure name={w.arriving}>{rate(live.perSecond?.arrived ?? 0)}</Figure>
        <Figure name={w.admitting}>{rate(live.perSecond?.admitted ?? 0)}</Figure>
      </dl>
    </Panel>
  );
}

const ms = (us: number): string => `${rate(us / 1000)} ms`;

export function ServerPanel({ live, at }: PanelProps) {
  const { server } = live;
  if (!server) return null;
  return (
    <Panel title={w.server} at={sampled(live) ?? at} class="double">
      <dl class="figures">
        <Figure name={w.requests}>{rate(server.requests)}</Figure>
        <Figure name={w.refusals}>{rate(server.refusals)}</Figure>
        <Figure name={w.p99}>{ms(server.requestP99Us ?? server.statusP99Us)}</Figure>
        <Figure name={w.commit}>{ms(server.commitMeanUs)}</Figure>
        <Figure name={w.queue}>{number(server.queueDepth)}</Figure>
        <Figure name={w.lag}>{ms(server.loopLagUs)}</Figure>
      </dl>
    </Panel>
  );
}

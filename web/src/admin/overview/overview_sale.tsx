import { money, number } from "../../core/format";
import { fill } from "../../core/words";
import { words } from "../../words/admin";
import { funnelOf } from "./funnel";
import { Figure, Panel, percent, rate } from "../pieces";
import { StateBar } from "../hall/state_bar";
import type { Live } from "../types";

const w = words.overview;

interface PanelProps {
  live: Live;
  at: number | null;
}

export function Funnel({ live, at }: PanelProps) {
  return (
    <Panel title={w.funnel} at={at}>
      <ol class="funnel">
        {funnelOf(live).map(({ step, count, share, ofBefore }) => (
          <li key={step}>
            <span class="name">{w[step]}</span>
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <b>{number(count)}</b>
            <span
              class="soft small"
              title={ofBefore === null ? "" : fill(w.ofBefore, { share: percent(ofBefore) })}
            >
              {ofBefore === null ? "" : percent(ofBefore)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

export function SeatsPanel({ live, at }: PanelProps) {
  const counts = {
    free: live.free ?? 0,
    held: live.held ?? 0,
    paying: live.paying ?? 0,
    sold: live.sold ?? 0,
    returned: live.returned ?? 0,
  };
  return (
    <Panel title={w.seats} at={at}>
      <StateBar counts={counts} />
    </Panel>
  );
}

export function MoneyPanel({ live, at }: PanelProps) {
  const totals = live.payments?.totals;
  const currency = live.payments?.currency;
  if (!totals || !currency) return null;
  return (
    <Panel title={w.money} at={at}>
      <p class="headline">
        <span class="huge">{money(totals.captured - totals.refunded, currency)}</span>
      </p>
      <dl class="figures">
        <Figure name={w.captured}>{money(totals.captured, currency)}</Figure>
        <Figure name={w.refunded}>{money(totals.refunded, currency)}</Figure>
        <Figure name={w.bookings}>{number(totals.bookings)}</Figure>
        <Figure name={w.perBooking}>
          {totals.seatsPerBooking ? rate(totals.seatsPerBooking) : words.unknownNumber}
        </Figure>
      </dl>
    </Panel>
  );
}

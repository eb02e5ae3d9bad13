import { money } from "../core/format";
import { Moment } from "../core/page";
import { words } from "../words/payment";
import { refundStateText } from "./order_words";
import type { Refund } from "./sale";

interface RefundsProps {
  refunds: readonly Refund[];
  zone: string | undefined;
  nameOf: (seat: string) => string;
}

/** The refunds and their progress. */
export function Refunds({ refunds, zone, nameOf }: RefundsProps) {
  if (refunds.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.refund}</h2>
      <ul class="seat-lines">
        {refunds.map((refund, at) => (
          <li key={at}>
            <div class="what">
              <strong>{refundStateText(refund)}</strong>
              <span class="soft small">{refund.seats.map(nameOf).join(", ")}</span>
              <span class="soft small"><Moment at={refund.requestedAt} zone={zone} /></span>
            </div>
            <div class="amount">{money(refund.amount, refund.currency)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

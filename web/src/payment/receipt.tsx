import type { ComponentChildren } from "preact";

import { money } from "../core/format";
import { Moment } from "../core/page";
import { typeName } from "../core/price_type";
import { fill } from "../core/words";
import { words } from "../words/payment";
import { moneyBack } from "./left";
import type { Event, Line, Order, Quote } from "./sale";
import { givenBack, performanceOf } from "./sale";
import type { SaleNames } from "./use_sale";

interface SeatLinesProps {
  quote: Quote;
  nameOf: (seat: string) => string;
  gradeOf?: (grade: string) => string;
  /** Replaces the name of the price type if it can be selected. */
  typeOf?: (line: Line) => ComponentChildren;
  /** A note about a seat, for example that it was refunded. */
  markOf?: (line: Line) => string | null;
}

/** All seats with their final prices, and the total. */
export function SeatLines({ quote, nameOf, gradeOf, typeOf, markOf }: SeatLinesProps) {
  const amount = (value: number) => money(value, quote.currency);
  return (
    <>
      <ul class="seat-lines">
        {quote.lines.map((line) => {
          const mark = markOf?.(line);
          return (
            <li key={line.seat} class={mark ? "gone" : ""}>
              <div class="what">
                <strong>{nameOf(line.seat)}</strong>
                <span class="soft small">
                  {gradeOf?.(line.grade) ?? line.grade}
                  {!typeOf && ` · ${typeName(line.type)}`}
                </span>
                {mark && <span class="mark small">{mark}</span>}
                {typeOf?.(line)}
              </div>
              <div class="amount">
                {amount(line.price + line.fees)}
                {line.fees > 0 && (
                  <span class="soft small">{fill(words.perSeatFees, { amount: amount(line.fees) })}</span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <dl class="sums">
        {quote.orderFees > 0 && (
          <div>
            <dt>{words.orderFees}</dt>
            <dd>{amount(quote.orderFees)}</dd>
          </div>
        )}
        <div class="total">
          <dt>{words.total}</dt>
          <dd>{amount(quote.total)}</dd>
        </div>
      </dl>
    </>
  );
}

/** The seats of an order: which were refunded, and the amount paid after refunds. */
export function OrderLines({ order, names }: { order: Order; names: SaleNames }) {
  const { quote, state } = order;
  const back = state === "paid" ? givenBack(order) : new Set<string>();
  const amount = (value: number) => money(value, quote.currency);
  return (
    <>
      <SeatLines
        quote={quote}
        nameOf={names.nameOf}
        gradeOf={names.gradeOf}
        markOf={({ seat }) => (back.has(seat) ? words.givenBack : null)}
      />
      {back.size > 0 && (
        <dl class="sums">
          <div><dt>{words.refund}</dt><dd>−{amount(moneyBack(order))}</dd></div>
          <div class="total"><dt>{words.paidInTheEnd}</dt><dd>{amount(quote.total - moneyBack(order))}</dd></div>
        </dl>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The event, its time and place, and the seller. */
export function EventFacts({ event, performanceId }: { event: Event; performanceId: string }) {
  const performance = performanceOf(event, performanceId);
  const { seller } = event;
  return (
    <dl class="facts">
      <Fact name={words.event}>
        {event.title}
        {event.artist && <span class="soft"> {event.artist}</span>}
      </Fact>
      {performance && (
        <Fact name={words.performance}>
          {performance.title && `${performance.title} · `}
          <Moment at={performance.startsAt} zone={event.timeZone} />
        </Fact>
      )}
      {event.venue && <Fact name={words.venue}>{event.venue}</Fact>}
      {seller ? (
        <Fact name={words.seller}>
          {[seller.name, seller.contact].filter(Boolean).join(", ")}
        </Fact>
      ) : (
        event.demo && <Fact name={words.seller}>{words.demoSeller}</Fact>
      )}
    </dl>
  );
}

import "./payment.css";

import { useState } from "preact/hooks";

import { clock } from "../core/clock";
import { download } from "../core/download";
import { money } from "../core/format";
import { fill } from "../core/words";
import type { Extension } from "../extend/more_time";
import { MoreTime } from "../extend/more_time";
import { words } from "../words/payment";
import type { Given } from "./consents";
import { CONSENTS, Consents } from "./consents";
import { contractText } from "./contract";
import { PayClock } from "./pay_clock";
import { ProviderChoice } from "./provider_choice";
import { EventFacts } from "./receipt";
import { AlreadyBegun, OtherTotal, Refused, TimeOver } from "./review_notes";
import type { ReviewSeat } from "./review_seats";
import { ReviewSeats } from "./review_seats";
import type { Event, Hold, Quote } from "./sale";
import { quoteFor, typesOf } from "./totals";
import { usePayment } from "./use_payment";

export type { ReviewSeat } from "./review_seats";

export interface ReviewProps {
  event: Event;
  performanceId: string;
  seats: readonly ReviewSeat[];
  hold: Hold;
  /** The extension, if the event allows one. */
  extension?: Extension;
  /** Back to the map. The hold is kept; if it has ended, the map detects it. */
  onBack: () => void;
}

/** The price type of each seat. The default is the first one of the grade. */
function useChoices({ event, seats }: ReviewProps) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const { prices } = event;
  const lines = seats.map(({ id, grade }) => {
    const type = chosen[id] ?? (prices && typesOf(prices, grade)[0]) ?? "";
    return { seat: id, grade, type };
  });
  return {
    quote: prices ? quoteFor(prices, lines) : null,
    priceTypes: Object.fromEntries(lines.map(({ seat, type }) => [seat, type])),
    choose: (seat: string, type: string) => setChosen({ ...chosen, [seat]: type }),
  };
}

function keepContract({ event, performanceId, seats }: ReviewProps, quote: Quote): void {
  const nameOf = (id: string) => seats.find((seat) => seat.id === id)?.label ?? id;
  const text = contractText({ event, performanceId, quote, nameOf, writtenAt: clock.now() });
  download(`${words.contractFile}-${event.id}.txt`, "text/plain;charset=utf-8", text);
}

interface PayButtonProps {
  quote: Quote | null;
  busy: boolean;
  missing: boolean;
  onPay: () => void;
}

function PayButton({ quote, busy, missing, onPay }: PayButtonProps) {
  const label = quote ? fill(words.pay, { amount: money(quote.total, quote.currency) }) : words.noPrice;
  return (
    <div class="pay-button">
      {missing && <p class="note bad" role="alert">{words.missingConsents}</p>}
      <button type="button" class="whole" aria-disabled={busy || !quote} onClick={onPay}>
        {busy ? words.paying : label}
      </button>
      <p class="soft small">{words.totalNote}</p>
    </div>
  );
}

function ReviewForm(props: ReviewProps) {
  const { event, performanceId, hold, extension, onBack } = props;
  const { quote, priceTypes, choose } = useChoices(props);
  const { step, busy, pay, agree, timeIsOver } = usePayment();
  const [given, setGiven] = useState<Given>(new Set());
  const [missing, setMissing] = useState(false);
  const [provider, setProvider] = useState(event.providers?.[0] ?? "");

  const press = () => {
    const all = CONSENTS.every((consent) => given.has(consent));
    setMissing(!all);
    if (!all || !quote || busy) return;
    const ask = { eventId: event.id, performanceId, priceTypes, ...(provider ? { provider } : {}) };
    void pay(ask, quote.total);
  };

  if (step.at === "over") return <TimeOver onBack={onBack} />;
  return (
    <div class="review">
      <h1>{words.review}</h1>
      <PayClock until={hold.until} frozen={hold.frozen} onOver={timeIsOver}>
        {extension && !busy && <MoreTime until={Date.parse(hold.until)} {...extension} />}
      </PayClock>
      <div class="columns">
        <div>
          <section class="card"><EventFacts event={event} performanceId={performanceId} /></section>
          <ReviewSeats seats={props.seats} prices={event.prices} quote={quote} onChoose={choose} />
        </div>
        <div>
          <ProviderChoice event={event} chosen={provider} onChoose={setProvider} />
          <Consents event={event} given={given} onChange={setGiven} />
          {step.at === "refused" && (
            <Refused {...{ error: step.error, event, performanceId, onRetry: press, onBack }} />
          )}
          {step.at === "other-total" && quote ? (
            <OtherTotal started={step.started} shown={quote.total} onPay={() => agree(step.started)} />
          ) : (
            <PayButton quote={quote} busy={busy} missing={missing} onPay={press} />
          )}
          <p class="more-actions">
            <button type="button" class="quiet" onClick={onBack}>{words.back}</button>
            {quote && (
              <button type="button" class="quiet" onClick={() => keepContract(props, quote)}>
                {words.contract}
              </button>
            )}
          </p>
        </div>
      </div>
    </div>
  );
}

/** The seats, the buyer and the terms before the payment. Continues to the provider. */
export function Review(props: ReviewProps) {
  if (props.hold.state === "paying") return <AlreadyBegun {...props} />;
  return <ReviewForm {...props} />;
}

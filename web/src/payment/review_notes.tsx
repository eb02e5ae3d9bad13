import type { ApiError } from "../core/api";
import { money } from "../core/format";
import { ErrorNotice, pathTo } from "../core/page";
import { fill } from "../core/words";
import { words } from "../words/payment";
import { cancelOrder } from "./cancel";
import { orderPath } from "./pay";
import { rememberedOrder } from "./remember";
import type { Event, Started } from "./sale";

export function TimeOver({ onBack }: { onBack: () => void }) {
  return (
    <section class="note bad" role="alert">
      <h1>{words.timeOver}</h1>
      <p>{words.timeOverText}</p>
      <button type="button" onClick={onBack}>{words.toSeats}</button>
    </section>
  );
}

interface BegunProps {
  event: Event;
  performanceId: string;
  /** The id from the server, if known. */
  orderId?: string;
  onBack: () => void;
}

/** The seats are being paid for. All actions are on the order's page. */
export function AlreadyBegun({ event, performanceId, orderId, onBack }: BegunProps) {
  const order = orderId ?? rememberedOrder(event.id, performanceId);
  return (
    <section class="note" role="status">
      <h2>{words.begun}</h2>
      <p>{order ? words.begunText : words.begunElsewhere}</p>
      {order ? (
        <a class="button" href={orderPath(order)}>{words.toOrder}</a>
      ) : (
        <button type="button" class="quiet" onClick={onBack}>{words.back}</button>
      )}
    </section>
  );
}

const BEING_PAID = new Set(["ORDER_BEING_PAID", "PAYMENT_UNKNOWN", "ALREADY_PAID"]);
const SEATS_GONE = new Set(["NO_HOLD", "HOLD_TIME_OVER", "SEAT_TAKEN", "SEAT_LOST", "LIMIT_REACHED"]);
const TRY_AGAIN = new Set(["OFFLINE", "TIMEOUT", "OUTCOME_UNKNOWN", "PROVIDER_UNAVAILABLE"]);

interface RefusedProps {
  error: ApiError;
  event: Event;
  performanceId: string;
  onRetry: () => void;
  onBack: () => void;
}

/** The payment could not begin: the reason and the recommended action. */
export function Refused({ error, event, performanceId, onRetry, onBack }: RefusedProps) {
  const { code, details } = error;
  if (BEING_PAID.has(code)) {
    const named = typeof details.orderId === "string" ? { orderId: details.orderId } : {};
    return <AlreadyBegun event={event} performanceId={performanceId} onBack={onBack} {...named} />;
  }
  const passing = TRY_AGAIN.has(code) || error.status >= 500 || error.status === 429;
  return (
    <ErrorNotice error={error} {...(passing ? { onRetry } : {})}>
      {code === "ENTRY_TOKEN_REQUIRED" && (
        <a class="button" href={pathTo(`/queue/${event.id}`)}>{words.toLine}</a>
      )}
      {SEATS_GONE.has(code) && <button type="button" onClick={onBack}>{words.toSeats}</button>}
    </ErrorNotice>
  );
}

interface OtherTotalProps {
  started: Started;
  shown: number;
  onPay: () => void;
}

/** The server's total differs from the shown one. The guest must agree before paying. */
export function OtherTotal({ started, shown, onPay }: OtherTotalProps) {
  const now = money(started.amount, started.currency);
  const before = money(shown, started.currency);
  const cancel = async () => {
    await cancelOrder(started.order.orderId);
    location.assign(orderPath(started.order.orderId));
  };
  return (
    <section class="note bad" role="alert">
      <h2>{words.otherTotal}</h2>
      <p>{fill(words.otherTotalText, { now, before })}</p>
      <p class="more-actions">
        <button type="button" onClick={onPay}>{fill(words.pay, { amount: now })}</button>
        <button type="button" class="quiet" onClick={cancel}>{words.cancel}</button>
      </p>
    </section>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { ErrorNotice, pathTo } from "../core/page";
import { words } from "../words/payment";
import { cancelOrder } from "./cancel";
import { moveTo, PaymentRequester } from "./pay";
import { ProviderChoice } from "./provider_choice";
import type { Event, Order } from "./sale";

export interface StateProps {
  order: Order;
  event: Event | null;
  /** Reports the new state of the order from another call. */
  note: (order: Order) => void;
  ask: () => void;
}

/** Asks for confirmation, because the seats may be lost. */
export function Cancel({ order, note, ask }: StateProps) {
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  const cancel = async () => {
    const answer = await cancelOrder(order.orderId);
    if (answer.ok) return note(answer.value);
    setAsking(false);
    setError(answer.error);
    ask();
  };
  if (!asking)
    return (
      <div>
        {error && <ErrorNotice error={error} />}
        <button type="button" class="danger" onClick={() => setAsking(true)}>{words.cancel}</button>
      </div>
    );
  return (
    <section class="note bad" role="alertdialog" aria-labelledby="cancel-ask" aria-describedby="cancel-text">
      <h2 id="cancel-ask">{words.cancelAsk}</h2>
      <p id="cancel-text">{words.cancelText}</p>
      <p class="more-actions">
        <button type="button" class="danger" onClick={cancel}>{words.cancelYes}</button>
        <button type="button" class="quiet" ref={keep} onClick={() => setAsking(false)}>
          {words.cancelNo}
        </button>
      </p>
    </section>
  );
}

/** Opens the provider's page for the current payment or, after a decline, for a new attempt. */
export function PayButton({ order, event, ask, label }: StateProps & { label: string }) {
  const [provider, setProvider] = useState(order.provider ?? "");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const requester = useRef(new PaymentRequester());
  const pay = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    const priceTypes = Object.fromEntries(order.quote.lines.map(({ seat, type }) => [seat, type]));
    const { eventId, performanceId } = order;
    const answer = await requester.current.request({
      eventId, performanceId, priceTypes, ...(provider ? { provider } : {}),
    });
    // If the amount has changed, it is shown first.
    if (answer.ok && answer.value.amount === order.quote.total) return moveTo(answer.value);
    setBusy(false);
    if (!answer.ok) setError(answer.error);
    ask();
  };
  const choosing = order.state === "held" ? event : null;
  return (
    <>
      <ProviderChoice event={choosing} chosen={provider} onChoose={setProvider} />
      {error && (
        <ErrorNotice error={error}>
          {error.code === "ENTRY_TOKEN_REQUIRED" && (
            <a class="button" href={pathTo(`/queue/${order.eventId}`)}>{words.toLine}</a>
          )}
        </ErrorNotice>
      )}
      <button type="button" class="whole" aria-disabled={busy} onClick={pay}>
        {busy ? words.moving : label}
      </button>
    </>
  );
}

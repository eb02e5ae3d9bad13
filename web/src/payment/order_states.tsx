import { useEffect, useState } from "preact/hooks";

import { useNow } from "../core/clock";
import { timeOfDay } from "../core/format";
import { pathTo } from "../core/page";
import { fill } from "../core/words";
import { MoreTime } from "../extend/more_time";
import { words } from "../words/payment";
import { standing } from "./left";
import type { StateProps } from "./order_actions";
import { Cancel, PayButton } from "./order_actions";
import { askedUntil, attemptsText, declineText, endTexts, isSettling } from "./order_words";
import { PayClock } from "./pay_clock";
import { isConfirming } from "./sale";
import { useExtension } from "./use_extension";

export function Held(props: StateProps) {
  const { order, event, ask } = props;
  const extension = useExtension(event, ask);
  return (
    <>
      {order.deadline && (
        <PayClock until={order.deadline} onOver={ask}>
          {extension && <MoreTime until={Date.parse(order.deadline)} {...extension} />}
        </PayClock>
      )}
      <p>{declineText(order.declined)}</p>
      <p>{words.nothingCharged} {attemptsText(order.attemptsLeft)}</p>
      {order.attemptsLeft > 0 && <PayButton {...props} label={words.payAgain} />}
      <Cancel {...props} />
    </>
  );
}

const LONG_MS = 20_000;

/** Waiting for the provider, without an endless progress bar. */
function Waiting({ text }: { text: string }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p>{text}</p>
      {long ? <p class="note">{words.confirmingLong}</p> : <div class="bar" aria-hidden="true" />}
    </>
  );
}

export function Paying(props: StateProps) {
  const { order, ask } = props;
  if (isConfirming(order)) return <Waiting text={words.confirmingText} />;
  return (
    <>
      {order.deadline && <PayClock until={order.deadline} onOver={ask} />}
      <p>{words.waitingText}</p>
      <PayButton {...props} label={words.goOn} />
      <Cancel {...props} />
    </>
  );
}

export function Unknown({ order, event }: StateProps) {
  const now = useNow();
  if (isSettling(order, now)) return <Waiting text={words.settlingText} />;
  const until = askedUntil(order);
  const zone = event?.timeZone;
  return (
    <>
      <p class="big"><strong>{words.doNotPay}</strong></p>
      <p>{words.unknownText}</p>
      {until !== null && now > until ? (
        <p>{words.unknownStaff}</p>
      ) : (
        <p>
          {words.unknownUsually}{" "}
          {until !== null && fill(words.unknownLatest, { time: timeOfDay(until, zone) })}
        </p>
      )}
      <p>{words.mayClose} <strong class="code">{order.orderId}</strong></p>
    </>
  );
}

export function Paid({ order }: StateProps) {
  const number = order.bookingNumber;
  return (
    <>
      {number && (
        <p class="big">
          <span class="soft small">{words.bookingNumber}</span>
          <strong class="number">{number}</strong>
        </p>
      )}
      {standing(order) === "back" ? (
        <p>{words.backText}</p>
      ) : (
        <>
          <h2>{words.next}</h2>
          <p>{words.nextText}</p>
        </>
      )}
      <a class="button whole" href={pathTo(number ? `/bookings/${number}` : "/bookings")}>
        {number ? words.toBooking : words.toBookings}
      </a>
    </>
  );
}

export function Ended({ order }: StateProps) {
  return (
    <>
      {endTexts(order).map((text) => <p key={text}>{text}</p>)}
      <p class="more-actions">
        <a class="button" href={pathTo(`/events/${order.eventId}/seats`)}>{words.toSeats}</a>
        <a class="button quiet" href={pathTo(`/events/${order.eventId}`)}>{words.toEvent}</a>
      </p>
    </>
  );
}

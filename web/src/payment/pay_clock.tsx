import type { ComponentChildren } from "preact";

import { Countdown } from "../core/countdown";
import { words } from "../words/payment";

interface PayClockProps {
  /** When the seats are lost. */
  until: string;
  frozen?: boolean;
  onOver: () => void;
  /** Possible actions. */
  children?: ComponentChildren;
}

/** The only clock of a page with a pending payment, with the consequence at zero. */
export function PayClock({ until, frozen, onOver, children }: PayClockProps) {
  if (frozen) return <p class="pay-clock note">{words.frozen}</p>;
  return (
    <div class="pay-clock">
      <Countdown until={Date.parse(until)} label={words.payWithin} atZero={onOver} />
      <span class="soft small">{words.atZero}</span>
      {children}
    </div>
  );
}

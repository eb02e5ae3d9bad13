import type { ComponentChildren } from "preact";

import { Countdown } from "../core/countdown";
import { words } from "../words/payment";

interface PayClockProps {
  /** When the seats are lost. */
  until: string;
  frozen?: boolean;
  onOver: () => void;
  /** What can be done about it. */
  children?: ComponentChildren;
}

/** The one clock of a page on which something must be paid, with what happens at zero. */
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

import { Countdown } from "../core/countdown";
import type { Extension } from "../extend/more_time";
import { MoreTime } from "../extend/more_time";
import { words } from "../words/seats";
import { deadlineOf } from "./deadline";
import type { SelectionState } from "./seat_selection";

interface ClockBarProps extends Pick<SelectionState, "hold" | "keepUntil"> {
  extension: Extension;
}

/** The only clock of the page: the next deadline, and its consequence. */
export function ClockBar({ hold, keepUntil, extension }: ClockBarProps) {
  const deadline = deadlineOf({ hold, keepUntil });
  if (!deadline) return null;
  if (deadline.frozen) return <p class="seat-clock">{words.clockFrozen}</p>;
  const own = deadline.kind === "hold";
  return (
    <p class={own ? "seat-clock urgent" : "seat-clock"}>
      <Countdown until={deadline.at} label={own ? words.clockHold : words.clockTurn} />
      <span class="soft small">{own ? words.clockHoldThen : words.clockTurnThen}</span>
      <MoreTime until={deadline.at} {...extension} />
    </p>
  );
}

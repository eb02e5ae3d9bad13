import { useEffect, useRef, useState } from "preact/hooks";

import { clock } from "../core/clock";
import { fill } from "../core/words";
import { words } from "../words/admin";
import { clockTime } from "./pieces";
import { hashOf } from "./route";
import type { EventDetails, Lifecycle } from "./types";

export interface Others {
  version: number;
  at: number;
  /** The new state of the sale. Null if something else has changed. */
  state: Lifecycle | null;
}

/** The event after a change by another operator or the calendar, or null. */
export function useOthersChange(event: EventDetails | null, own: { current: number }) {
  const seen = useRef<EventDetails | null>(null);
  const [others, setOthers] = useState<Others | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = event;
    if (!event || !before || event.version <= Math.max(before.version, own.current)) return;
    const state = event.lifecycle === before.lifecycle ? null : event.lifecycle;
    setOthers({ version: event.version, at: clock.now(), state });
  }, [event?.version]);
  return [others, () => setOthers(null)] as const;
}

export function OthersNotice({
  others,
  event,
  onDismiss,
}: {
  others: Others;
  event: EventDetails;
  onDismiss: () => void;
}) {
  const { version, state } = others;
  const time = clockTime(others.at, event.timeZone);
  return (
    <p class="note changed" role="alert">
      {state
        ? fill(words.changedState, { time, version, state: words.lifecycle[state] })
        : fill(words.changedElsewhere, { time, version })}{" "}
      <a href={hashOf({ event: event.key, section: "audit", detail: "" })}>{words.seeAudit}</a>{" "}
      <button type="button" class="quiet" onClick={onDismiss}>
        {words.dismiss}
      </button>
    </p>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { call } from "../core/api";
import { clock } from "../core/clock";
import { ErrorNotice } from "../core/page";
import { words } from "../words/queue";

interface LeaveProps {
  eventId: string;
  /** Until when it can be undone, by the server's clock. */
  onLeft: (undoUntil: number) => void;
}

/** Asks for confirmation before leaving. */
export function Leave({ eventId, onLeft }: LeaveProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) stay.current?.focus();
  }, [asking]);
  const leave = async () => {
    setBusy(true);
    const answer = await call("post", "/api/queue/leave", { body: { eventId } });
    setBusy(false);
    if (answer.ok) onLeft(clock.now() + answer.value.undoSeconds * 1000);
    else setError(answer.error);
  };
  if (!asking)
    return (
      <button type="button" class="quiet" onClick={() => setAsking(true)}>{words.leave}</button>
    );
  return (
    <section class="card ask" role="group" aria-labelledby="leave-ask">
      <h2 id="leave-ask">{words.leaveAsk}</h2>
      <p>{words.leaveExplain}</p>
      {error && <ErrorNotice error={error} />}
      <div class="buttons">
        <button type="button" ref={stay} onClick={() => setAsking(false)}>{words.leaveNo}</button>
        <button type="button" class="danger" disabled={busy} onClick={leave}>
          {words.leaveYes}
        </button>
      </div>
    </section>
  );
}

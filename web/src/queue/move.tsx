import { useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { call } from "../core/api";
import { clock } from "../core/clock";
import { Countdown } from "../core/countdown";
import { ErrorNotice } from "../core/page";
import type { QueueAnswer } from "../core/schema_types";
import { words } from "../words/queue";

interface Code {
  code: string;
  until: number;
}

function Shown({ code, onOver }: { code: Code; onOver: () => void }) {
  return (
    <div role="status">
      <p class="soft">{words.moveCode}</p>
      <p class="code">{code.code}</p>
      <p><Countdown until={code.until} label={words.moveLeft} atZero={onOver} /></p>
      <p>{words.moveHow}</p>
    </div>
  );
}

/** Shows a code with which the place can be moved to another device. */
export function Move({ eventId }: { eventId: string }) {
  const [code, setCode] = useState<Code | null>(null);
  const [over, setOver] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const get = async () => {
    setError(null);
    const answer = await call("post", "/api/queue/move", { body: { eventId } });
    if (!answer.ok) return setError(answer.error);
    setOver(false);
    setCode({ code: answer.value.code, until: clock.now() + answer.value.expiresInSeconds * 1000 });
  };
  const end = () => {
    setCode(null);
    setOver(true);
  };
  return (
    <div>
      <p>{words.moveExplain}</p>
      {error && <ErrorNotice error={error} />}
      {over && <p role="status">{words.moveOver}</p>}
      {code
        ? <Shown code={code} onOver={end} />
        : <button type="button" class="quiet" onClick={get}>{words.moveGet}</button>}
    </div>
  );
}

interface TakeProps {
  eventId: string;
  onTaken: (answer: QueueAnswer) => void;
}

/** The other side: takes a place to this device. */
export function Take({ eventId, onTaken }: TakeProps) {
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const take = async (submitted: Event) => {
    submitted.preventDefault();
    setBusy(true);
    const visitor = await call("post", "/api/visitor", { body: {} });
    const answer = visitor.ok
      ? await call("post", "/api/queue/move/take", { body: { eventId, code: code.trim() } })
      : visitor;
    setBusy(false);
    if (answer.ok) onTaken(answer.value);
    else setError(answer.error);
  };
  return (
    <form onSubmit={take}>
      <p>{words.takeExplain}</p>
      <label for="take">{words.takeLabel}</label>
      <div class="row">
        <input
          id="take" value={code} required maxLength={64} size={12}
          autocomplete="off" autocapitalize="characters" spellcheck={false}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <button type="submit" class="quiet" disabled={busy}>{words.takeButton}</button>
      </div>
      {error && <ErrorNotice error={error} />}
    </form>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";

import type { Answer, ApiError } from "../../core/api";
import { money, number } from "../../core/format";
import { ErrorNotice } from "../../core/page";
import { fill, language } from "../../core/words";
import { words } from "../../words/admin";
import { words as changeWords } from "../../words/admin_changes";
import { words as messages } from "../../words/admin_messages";
import { ask } from "../ask";
import type { Change } from "./changes";
import { versioned } from "./changes";
import { isConfirmed } from "./confirm";
import { useEventConsole } from "./event_console";
import { findingsText } from "../health/findings";
import type { Effect } from "../types";

const w = words.dialog;
const CONFLICT = "VERSION_CONFLICT";

/** Long, because a test purchase and a refund wait for the provider. */
const TIMEOUT_MS = 60_000;

async function send(
  change: Change,
  version: number | undefined,
  rehearsal: Effect | null,
): Promise<Answer<Effect>> {
  const asked = rehearsal && change.bodyAfter ? change.bodyAfter(rehearsal) : change.body;
  const { body, query: guarded } = versioned(change, asked, version);
  const query = { ...(rehearsal ? {} : { dryRun: true }), ...guarded };
  const options = { params: change.params, query, timeoutMs: TIMEOUT_MS };
  // Builders type their bodies. The path of a change is known only at run time.
  const filled = body === undefined ? options : { ...options, body: body as never };
  return (await ask(change.verb, change.path as never, filled as never)) as Answer<Effect>;
}

interface Deduction {
  kind: keyof typeof w.deductions;
  seat?: string;
  amount: number;
}

function Quote({ quote }: { quote: NonNullable<Effect["quote"]> }) {
  return (
    <dl class="figures">
      <div>
        <dt>{w.refundAmount}</dt>
        <dd class="large">{money(quote.amount, quote.currency)}</dd>
      </div>
      {(quote.deductions as unknown as Deduction[]).map(({ kind, seat, amount }, index) => (
        <div key={index}>
          <dt>{fill(w.kept, { why: w.deductions[kind] ?? kind, seat: seat ?? "" })}</dt>
          <dd>{money(amount, quote.currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

function EffectText({ change, effect }: { change: Change; effect: Effect }) {
  const zone = useEventConsole().shown.value?.event.timeZone;
  const text = findingsText(messages.effects, effect.effects, zone);
  return (
    <div class="effect">
      {text !== null || language === "en" ? (
        <p>{text ?? effect.effect}</p>
      ) : (
        <p>
          {w.serverSays} <q lang="en">{effect.effect}</q>
        </p>
      )}
      {change.unit !== "none" && (
        <p class="count">{fill(changeWords.units[change.unit], { n: number(effect.count) })}</p>
      )}
      {effect.quote && <Quote quote={effect.quote} />}
      <p class="soft">
        {change.undo
          ? fill(w.undoBy, { title: change.undo.title })
          : change.phrase
            ? w.final
            : w.noUndo}
      </p>
    </div>
  );
}

interface ConflictProps {
  error: ApiError;
  seen: number | undefined;
  onLook: () => void;
}

function Conflict({ error, seen, onLook }: ConflictProps) {
  const current = String(error.details["version"] ?? "?");
  return (
    <section class="note bad" role="alert">
      <h3>{w.conflictTitle}</h3>
      <p>{fill(w.conflict, { seen: seen ?? "?", current })}</p>
      <button type="button" class="quiet" onClick={onLook}>
        {w.lookAgain}
      </button>
    </section>
  );
}

interface DialogProps {
  change: Change;
  /** The version that the operator saw when deciding. */
  version: number | undefined;
  onClose: () => void;
  onDone: (effect: Effect) => void;
  /** Another operator was faster: reloads everything. */
  onLookAgain: () => void;
}

/**
 * Shows the effect and its count, then asks for confirmation. Requires a typed phrase if there is
 * no undo.
 */
export function ChangeDialog({ change, version, onClose, onDone, onLookAgain }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const agree = useRef<HTMLButtonElement>(null);
  const [rehearsal, setRehearsal] = useState<Effect | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(true);

  const run = async (known: Effect | null) => {
    setBusy(true);
    setError(null);
    const answer = await send(change, version, known);
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    if (known) return onDone(answer.value);
    setRehearsal(answer.value);
  };

  useEffect(() => {
    dialog.current?.showModal();
    void run(null);
  }, []);

  const phrase = rehearsal && change.phrase ? change.phrase(rehearsal) : "";
  const ready = rehearsal !== null && !busy && isConfirmed(typed, phrase);
  useEffect(() => {
    if (rehearsal && !phrase) agree.current?.focus();
  }, [rehearsal]);

  const submit = (event: Event) => {
    event.preventDefault();
    if (ready) void run(rehearsal);
  };
  const conflict = error?.code === CONFLICT;
  return (
    <dialog ref={dialog} class="change" aria-labelledby="change-title" onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id="change-title">{change.title}</h2>
        <div aria-live="polite">
          {!rehearsal && busy && <p class="soft">{w.asking}</p>}
          {rehearsal && <EffectText change={change} effect={rehearsal} />}
        </div>
        {phrase && !conflict && (
          <label class="typed">
            <span>
              {w.type} <code class="phrase">{phrase}</code>
            </span>
            <input
              name="phrase"
              autoComplete="off"
              spellcheck={false}
              autoFocus
              value={typed}
              onInput={(input) => setTyped(input.currentTarget.value)}
            />
          </label>
        )}
        {error && conflict && <Conflict error={error} seen={version} onLook={onLookAgain} />}
        {error && !conflict && <ErrorNotice error={error} />}
        <div class="row end">
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            {w.cancel}
          </button>
          {!conflict && (
            <button
              type="submit"
              ref={agree}
              class={change.phrase ? "danger" : ""}
              disabled={!ready}
            >
              {busy && rehearsal ? w.doing : w.agree}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

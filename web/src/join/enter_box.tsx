import "./join.css";

import { useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { clock } from "../core/clock";
import { ErrorNotice } from "../core/page";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/join";
import type { Step } from "./join";
import { isPassing, join } from "./join";
import { OpenOutside } from "./open_outside";
import { inAppBrowser, phaseTitle, takesCode } from "./readiness";

interface CodeProps {
  event: SaleEvent;
  code: string;
  onCode: (code: string) => void;
}

/** A field for the code, which is checked before entering. */
function CodeField({ event, code, onCode }: CodeProps) {
  const [told, setTold] = useState("");
  const check = async () => {
    const { ask } = await import("./readiness_list");
    const eligible = await ask(event.id, code);
    const byCode = event.phases.filter((phase) => phase.who === "code" && eligible?.has(phase.id));
    const phases = byCode.map(phaseTitle).join(", ");
    setTold(phases ? fill(words.codeGood, { phases }) : words.codeBad);
  };
  return (
    <div class="code-field">
      <label for="access-code">{words.code}</label>
      <div class="row">
        <input
          id="access-code" value={code} maxLength={64} autocomplete="off" spellcheck={false}
          aria-describedby="access-code-hint"
          onInput={(input) => onCode(input.currentTarget.value.trim())}
        />
        <button type="button" class="quiet" disabled={!code} onClick={check}>
          {words.codeCheck}
        </button>
      </div>
      <p id="access-code-hint" class="soft small" role="status">{told || words.codeHint}</p>
    </div>
  );
}

const TEXTS: Record<Step, string> = {
  entering: words.entering,
  working: words.working,
  again: words.again,
};

interface EnterBoxProps {
  event: SaleEvent;
  label: string;
  onEntered: (answer: QueueAnswer) => void;
}

/** The button that joins the line, and everything that must be done first. */
export function EnterBox({ event, label, onEntered }: EnterBoxProps) {
  const [code, setCode] = useState("");
  const [step, setStep] = useState<Step | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const enter = async () => {
    if (step) return;
    setError(null);
    const answer = await join({ eventId: event.id, ...(code ? { code } : {}), told: setStep });
    if (answer.ok) return onEntered(answer.value);
    setStep(null);
    setError(answer.error);
  };
  const app = inAppBrowser(navigator.userAgent);
  const retry = error && isPassing(error) ? { onRetry: enter } : {};
  const cookieless = error?.code === "VISITOR_REQUIRED";
  return (
    <div class="enter">
      {app && <div class="note bad"><p>{fill(words.browserInApp, { app })}</p><OpenOutside /></div>}
      {takesCode(event, clock.now()) && <CodeField event={event} code={code} onCode={setCode} />}
      <button type="button" class="whole" aria-disabled={step !== null} onClick={enter}>
        {step ? words.entering : label}
      </button>
      <p role="status" class="soft">{step && step !== "entering" ? TEXTS[step] : ""}</p>
      {cookieless && <p class="note bad" role="alert">{words.noCookies}</p>}
      {error && !cookieless && <ErrorNotice error={error} {...retry} />}
    </div>
  );
}

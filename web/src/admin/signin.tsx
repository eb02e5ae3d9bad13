import { useEffect, useRef, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { call } from "../core/api";
import { errorText } from "../core/page";
import { words } from "../words/admin";
import { keepKey } from "./session";

const w = words.signIn;
const WRONG_KEY = [401, 403];

function textOf(error: ApiError): string {
  return WRONG_KEY.includes(error.status) ? w.wrong : errorText(error);
}

/** Asks for the owner's key and checks it before storing it. */
export function SignIn({ notice, onSignedIn }: { notice: string; onSignedIn: () => void }) {
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState(notice);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = w.title;
    field.current?.focus();
  }, []);

  const tryKey = async (event: Event) => {
    event.preventDefault();
    const bearer = key.trim();
    if (!bearer) return setProblem(w.empty);
    setBusy(true);
    const answer = await call("get", "/api/admin/events", { bearer });
    setBusy(false);
    if (!answer.ok) {
      setProblem(textOf(answer.error));
      return field.current?.focus();
    }
    keepKey(bearer);
    onSignedIn();
  };

  return (
    <main class="sign-in card">
      <p class="brand">Onsale</p>
      <h1>{w.title}</h1>
      <form onSubmit={tryKey} noValidate>
        <label for="key">{w.key}</label>
        <input
          id="key"
          ref={field}
          type="password"
          autoComplete="off"
          spellcheck={false}
          aria-describedby="key-hint key-problem"
          aria-invalid={problem ? "true" : "false"}
          value={key}
          onInput={(input) => setKey(input.currentTarget.value)}
        />
        <p id="key-hint" class="soft small">
          {w.hint}
        </p>
        <p id="key-problem" class={problem ? "note bad" : ""} role="alert">
          {problem}
        </p>
        <button type="submit" class="whole" disabled={busy}>
          {busy ? w.checking : w.button}
        </button>
      </form>
    </main>
  );
}

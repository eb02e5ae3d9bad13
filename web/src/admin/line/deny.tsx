import { useState } from "preact/hooks";

import { words as all } from "../../words/admin_office";
import { deny, undeny } from "../change/service_changes";
import { ellipsis } from "../change/control";
import { useEventConsole } from "../change/event_console";
import { pasted } from "./paste";
import { PasteHint } from "./paste_hint";
import { Panel } from "../pieces";
import type { EventDetails } from "../types";

const words = all.lists;

/** Adds guests to the deny list, or removes them. A guest on the list cannot join. */
export function Deny({ event }: { event: EventDetails }) {
  const { propose } = useEventConsole();
  const [text, setText] = useState("");
  const { entries } = pasted(text);
  const go = (change: typeof deny) => propose(change(event.key, entries), () => setText(""));
  return (
    <Panel title={words.denyList}>
      <label class="stack">
        {words.pasteDenied}
        <textarea
          rows={6}
          spellcheck={false}
          aria-describedby="deny-about"
          value={text}
          onInput={(input) => setText(input.currentTarget.value)}
        />
      </label>
      <p id="deny-about" class="soft small">
        {words.denyKinds[(event.identity ?? "visitor") === "visitor" ? "visitor" : "site"]} {words.denyKept}
      </p>
      <PasteHint text={text} />
      <div class="row">
        <button
          type="button"
          class="danger"
          disabled={entries.length === 0}
          onClick={() => go(deny)}
        >
          {ellipsis(words.deny)}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={entries.length === 0}
          onClick={() => go(undeny)}
        >
          {ellipsis(words.undeny)}
        </button>
      </div>
    </Panel>
  );
}

import { useState } from "preact/hooks";

import { words as changes } from "../../words/admin_changes";
import { words as all } from "../../words/admin_office";
import { revoke } from "../change/service_changes";
import { ellipsis } from "../change/control";
import { useEventConsole } from "../change/event_console";
import { Panel } from "../pieces";
import type { EventDetails } from "../types";

const words = all.lists;

/** Ends the place of one guest, who may join again only at the end, or not at all. */
export function Revoke({ event }: { event: EventDetails }) {
  const { propose } = useEventConsole();
  const [kind, setKind] = useState<"guest" | "subject" | "queueToken">("guest");
  const [who, setWho] = useState("");
  const [bar, setBar] = useState(false);
  const clean = who.trim();
  const go = () =>
    propose(revoke(event.key, { [kind]: clean } as { guest: string }, bar), () => setWho(""));
  return (
    <Panel title={words.revoke}>
      <p class="soft small">{bar ? changes.revokeAndBar.about : changes.revoke.about}</p>
      <div class="row">
        <label class="stack">
          {words.by}
          <select
            value={kind}
            onChange={(change) => setKind(change.currentTarget.value as typeof kind)}
          >
            {(["guest", "subject", "queueToken"] as const).map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </select>
        </label>
        <label class="stack grow">
          {words.kinds[kind]}
          <input value={who} onInput={(input) => setWho(input.currentTarget.value)} />
        </label>
      </div>
      <label class="tick">
        <input type="checkbox" checked={bar} onChange={() => setBar(!bar)} />
        <span>{words.bar}</span>
      </label>
      <button type="button" class="danger" disabled={!clean} onClick={go}>
        {ellipsis(words.end)}
      </button>
    </Panel>
  );
}

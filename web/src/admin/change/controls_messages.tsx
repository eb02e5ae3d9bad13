import { useState } from "preact/hooks";

import { words as changes } from "../../words/admin_changes";
import { words } from "../../words/admin_controls";
import type { Change } from "./changes";
import { levers, saleLevers } from "./changes";
import { ellipsis } from "./control";
import { useEventConsole } from "./event_console";
import { Panel } from "../pieces";
import type { EventDetails, Sale } from "../types";

const MESSAGE_MAX = 500;

interface MessageProps {
  text: { title: string; about: string };
  now: string;
  changeTo: (message: string) => Change;
}

/** The current message to one group of guests, and a form for a new one. */
function Message({ text, now, changeTo }: MessageProps) {
  const { propose } = useEventConsole();
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? now;
  const send = (message: string) => propose(changeTo(message), () => setDraft(null));
  return (
    <div class="message">
      <label>
        <b>{text.title}</b>
        <textarea
          rows={2}
          maxLength={MESSAGE_MAX}
          value={shown}
          onInput={(input) => setDraft(input.currentTarget.value)}
        />
      </label>
      <p class="soft small">
        {text.about} {now ? words.shownNow : words.nothingShown}
      </p>
      <div class="row end">
        {now && (
          <button type="button" class="quiet" onClick={() => send("")}>
            {ellipsis(words.takeAway)}
          </button>
        )}
        <button
          type="button"
          disabled={shown.trim() === "" || shown === now}
          onClick={() => send(shown.trim())}
        >
          {ellipsis(words.showMessage)}
        </button>
      </div>
    </div>
  );
}

export function MessageControls({ event, sale }: { event: EventDetails; sale: Sale }) {
  const text = changes.messages;
  const { messageWaiting, messageAdmitted } = event.levers;
  const { messageHolding, messagePaid } = sale.levers;
  return (
    <Panel title={words.messages}>
      <Message
        text={text.waiting}
        now={messageWaiting}
        changeTo={(to) => levers(event, text.waiting.title, { messageWaiting: to })}
      />
      <Message
        text={text.admitted}
        now={messageAdmitted}
        changeTo={(to) => levers(event, text.admitted.title, { messageAdmitted: to })}
      />
      <Message
        text={text.holding}
        now={messageHolding}
        changeTo={(to) => saleLevers(event.key, sale, text.holding.title, { messageHolding: to })}
      />
      <Message
        text={text.paid}
        now={messagePaid}
        changeTo={(to) => saleLevers(event.key, sale, text.paid.title, { messagePaid: to })}
      />
    </Panel>
  );
}

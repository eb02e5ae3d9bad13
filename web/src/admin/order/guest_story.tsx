import { fill } from "../../core/words";
import { words as common } from "../../words/admin";
import { words as messages } from "../../words/admin_messages";
import { words } from "../../words/admin_story";
import { ask } from "../ask";
import { useEventConsole } from "../change/event_console";
import type { Values } from "../health/findings";
import { findingText } from "../health/findings";
import { Panel, Trouble, dayAndTime } from "../pieces";
import { usePolled } from "../polled";
import { reasonText } from "./story_reason";

// Loaded only on request, because it reads the journal during the sale.
const ONCE = 0;
const REFUSALS: Record<string, string> = {
  ORDER_NOT_FOUND: words.notFound,
  GUEST_NOT_FOUND: words.notFound,
  BAD_FIELD: words.notFound,
  STORY_NOT_AVAILABLE: words.unavailable,
};

interface LineProps {
  line: { at: string; text: string; code: string; values: Values };
  zone: string | undefined;
}

function Line({ line: { at, text, code, values }, zone }: LineProps) {
  const { reason } = values;
  const worded = reason === undefined ? values : { ...values, reason: reasonText(code, String(reason)) };
  const told = findingText(messages.story, { code, values: worded }, zone);
  return (
    <li>
      <time dateTime={at}>{dayAndTime(at, zone)}</time>
      {told === null ? <span lang="en">{text}</span> : <span>{told}</span>}
    </li>
  );
}

/** Everything known about one guest, found by any code that the guest reads out. */
export function GuestStory({ code }: { code: string }) {
  const { eventKey, shown } = useEventConsole();
  const story = usePolled(
    () => ask("get", "/api/admin/events/{key}/story", { params: { key: eventKey }, query: { code } }),
    ONCE,
    [eventKey, code],
  );
  const zone = shown.value?.event.timeZone;
  const { value, error } = story;
  const refused = error && REFUSALS[error.code];
  return (
    <Panel title={words.title}>
      {refused ? <p class="note">{fill(refused, { code })}</p> : <Trouble error={error} />}
      {!value && !error && <p class="soft">{common.loading}</p>}
      {value && !value.whole && <p class="soft">{words.cut}</p>}
      {value?.story.length === 0 && <p class="soft">{words.nothing}</p>}
      <ol class="story brief">
        {value?.story.map((line, index) => <Line key={index} line={line} zone={zone} />)}
      </ol>
      <button type="button" class="quiet" onClick={story.refresh}>
        {words.again}
      </button>
    </Panel>
  );
}

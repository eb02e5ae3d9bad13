import { useState } from "preact/hooks";

import { Countdown } from "../core/countdown";
import { pathTo } from "../core/page";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";
import { EnterBox } from "../join/enter_box";
import { words as joinWords } from "../words/join";
import { words } from "../words/queue";
import type { ViewProps } from "./devices";
import { TakePart } from "./devices";

const MAY_ENTER: readonly string[] = ["lobby", "open", "paused"];

function WayIn({ event, onAnswer, label }: ViewProps & { label: string }) {
  if (!MAY_ENTER.includes(event.status)) return null;
  return <EnterBox event={event} label={label} onEntered={onAnswer} />;
}

const toEvent = (event: SaleEvent) => (
  <p><a href={pathTo(`/events/${event.id}`)}>{words.event}</a></p>
);

function Opening({ event }: { event: SaleEvent }) {
  const at = Date.parse(event.lobbyOpensAt ?? event.opensAt);
  const label = event.lobbyOpensAt ? words.lobbyOpensIn : words.opensIn;
  return <p class="clock"><Countdown until={at} label={label} /></p>;
}

/** The page for a guest without a place. */
export function NoPlace({ event, onAnswer }: ViewProps) {
  const label = event.status === "lobby" ? joinWords.enter : joinWords.enterOpen;
  return (
    <>
      <section class="card">
        <p>{words.noPlace}</p>
        {event.status === "draft" && <Opening event={event} />}
        {event.status === "closed" && <p><strong>{words.closedTitle}</strong></p>}
        <WayIn event={event} onAnswer={onAnswer} label={label} />
        {toEvent(event)}
      </section>
      <TakePart event={event} onAnswer={onAnswer} />
    </>
  );
}

const TITLES = { expired: words.endedTitle, closed: words.closedTitle, moved: words.movedTitle };

const statusOf = ({ status }: QueueAnswer): keyof typeof TITLES =>
  status === "closed" || status === "moved" ? status : "expired";

function Undo({ until, onOver }: { until: number; onOver: () => void }) {
  return <p class="clock"><Countdown until={until} label={words.leftUndo} atZero={onOver} /></p>;
}

function endedWords({ status, reason }: QueueAnswer): string {
  if (status === "closed") return words.closed;
  return status === "moved" ? words.moved : words.ended[reason ?? "silent"];
}

const MAY_COME_BACK: readonly string[] = ["left", "silent", "admission_ended"];

interface EndedProps extends ViewProps {
  answer: QueueAnswer;
  /** Until when leaving can be undone, by the server's clock. */
  undoUntil: number | null;
}

/** The place has ended: the reason and the possible actions. */
export function Ended({ event, answer, undoUntil, onAnswer }: EndedProps) {
  const [over, setOver] = useState(false);
  const undo = undoUntil !== null && answer.reason === "left" && !over;
  const status = statusOf(answer);
  const label = undo ? words.leftUndoButton : words.enterAgain;
  return (
    <>
      <section class="card">
        <h2>{undo ? words.left : TITLES[status]}</h2>
        {undo
          ? <Undo until={undoUntil} onOver={() => setOver(true)} />
          : <p>{undoUntil !== null && over ? words.leftOver : endedWords(answer)}</p>}
        {status === "expired" && MAY_COME_BACK.includes(answer.reason ?? "silent") && (
          <WayIn event={event} onAnswer={onAnswer} label={label} />
        )}
        {toEvent(event)}
      </section>
      {status !== "closed" && !undo && <TakePart event={event} onAnswer={onAnswer} />}
    </>
  );
}

import "./queue.css";

import { useEffect, useRef, useState } from "preact/hooks";

import { useEvent } from "../core/event";
import { number } from "../core/format";
import { ErrorNotice, Frame, pathValue, show } from "../core/page";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";
import { words } from "../words/queue";
import { destinationOf } from "./destination";
import { MovePart } from "./devices";
import { InLine } from "./in_line";
import { Leave } from "./leave";
import type { Line } from "./line";
import { useLine } from "./line";
import { Ended, NoPlace } from "./outside";
import { hasEnded } from "./place";
import { allowSoundAtFirstTouch } from "./sound";
import { Turn } from "./turn";

/** Delays of the opening are rare, so about once a minute is enough. */
const CALM_MS = 60_000;
/** Before the lobby opens there is no place, so no poll would report a change. */
const DRAFT_MS = 10_000;

const everyMs = ({ status }: SaleEvent): number => (status === "draft" ? DRAFT_MS : CALM_MS);

function titleOf(event: SaleEvent | null, answer: QueueAnswer | undefined): string {
  const title = event?.title ?? words.waitingRoom;
  if (answer?.status === "admitted") return `🔔 ${words.turn} · ${title}`;
  return answer?.position ? `${number(answer.position)} · ${title}` : title;
}

/** The most important notes for the guest. */
function Notes({ line }: { line: Line }) {
  const answer = line.place?.answer;
  const { trouble } = line;
  const lost = trouble !== null && (trouble.code === "OFFLINE" || trouble.code === "TIMEOUT");
  return (
    <>
      {trouble && <p class="note bad" role="status">{lost ? words.stale : words.busy}</p>}
      {answer?.degraded && <p class="note bad" role="status">{words.degraded[answer.degraded]}</p>}
      {answer?.message && (
        <p class="note" role="status"><strong>{words.message}</strong>{"\n"}{answer.message}</p>
      )}
    </>
  );
}

/** True if the guest has waited on this page. Only then the bell rings at the turn. */
function useWaited(answer: QueueAnswer | undefined): boolean {
  const waited = useRef(false);
  if (answer && answer.status !== "admitted") waited.current = true;
  return waited.current;
}

function Place({ event, line }: { event: SaleEvent; line: Line }) {
  const [undoUntil, setUndoUntil] = useState<number | null>(null);
  const waited = useWaited(line.place?.answer);
  const adopt = (answer: QueueAnswer) => {
    setUndoUntil(null);
    line.adopt(answer);
  };
  if (line.known === "asking") return <p class="loading">…</p>;
  if (!line.place) return <NoPlace event={event} onAnswer={adopt} />;
  const { answer } = line.place;
  const left = (until: number) => {
    setUndoUntil(until);
    line.adopt({ ...answer, status: "expired", reason: "left", position: null });
  };
  const props = { event, answer, undoUntil, onAnswer: adopt };
  if (hasEnded(answer)) return <Ended {...props} />;
  const to = destinationOf(answer, event);
  return (
    <>
      {answer.status === "admitted"
        ? <Turn until={answer.keepUntil} to={to} waited={waited} onTimeOver={line.wake} />
        : <InLine event={event} place={line.place} onTime={line.wake} />}
      <MovePart eventId={event.id} />
      <Leave eventId={event.id} onLeft={left} />
    </>
  );
}

function QueuePage({ eventId }: { eventId: string }) {
  const { event, trouble } = useEvent(eventId, everyMs);
  const line = useLine(eventId);
  useEffect(allowSoundAtFirstTouch, []);
  return (
    <Frame title={titleOf(event, line.place?.answer)} demo={event?.demo ?? false}>
      <h1>{event?.title ?? words.waitingRoom}</h1>
      {event && <p class="soft by">{[event.artist, event.venue].filter(Boolean).join(" · ")}</p>}
      {!event && trouble && <ErrorNotice error={trouble} />}
      {event && <Notes line={line} />}
      {event && <Place event={event} line={line} />}
    </Frame>
  );
}

show(<QueuePage eventId={pathValue("/queue/{id}")} />);

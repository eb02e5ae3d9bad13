import { useEffect, useState } from "preact/hooks";

import { Countdown } from "../core/countdown";
import { Spoken } from "../core/page";
import { fill } from "../core/words";
import { words } from "../words/queue";
import { ring } from "./sound";

/** Long enough to be noticed, short enough not to cost a seat. */
const MOVE_AFTER_S = 4;
const RING_EVERY_MS = 10_000;

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return visible;
}

/** Counts down while the page is visible. A tab in the background never redirects by itself. */
function useMove(to: string | null, visible: boolean): number {
  const [left, setLeft] = useState(MOVE_AFTER_S);
  useEffect(() => {
    if (!visible || to === null) return;
    let seconds = MOVE_AFTER_S;
    setLeft(seconds);
    const timer = setInterval(() => {
      setLeft(Math.max(0, --seconds));
      if (seconds > 0) return;
      clearInterval(timer);
      location.replace(to);
    }, 1000);
    return () => clearInterval(timer);
  }, [to, visible]);
  return left;
}

/** Rings immediately, and again while the page is not visible. */
function useBell(waited: boolean, visible: boolean): void {
  useEffect(() => {
    if (waited) ring();
  }, [waited]);
  useEffect(() => {
    if (visible) return;
    const timer = setInterval(ring, RING_EVERY_MS);
    return () => clearInterval(timer);
  }, [visible]);
}

interface TurnProps {
  /** Deadline for claiming the admission. */
  until: string | undefined;
  to: string | null;
  /** Whether the guest waited on this page. If not, no bell is needed. */
  waited: boolean;
  onTimeOver: () => void;
}

export function Turn({ until, to, waited, onTimeOver }: TurnProps) {
  const visible = useVisible();
  const left = useMove(to, visible);
  useBell(waited, visible);
  return (
    <section class="card turn">
      <h2 class="big">{words.turn}</h2>
      <Spoken text={words.turn} />
      {until && (
        <p class="clock">
          <Countdown until={Date.parse(until)} label={words.turnWithin} atZero={onTimeOver} />
        </p>
      )}
      {to ? <a class="button whole" href={to}>{words.turnEnter}</a> : <p>{words.turnInside}</p>}
      {to && <p class="soft">{fill(words.turnMoving, { n: left })}</p>}
      <p class="soft small">{words.turnLate}</p>
    </section>
  );
}

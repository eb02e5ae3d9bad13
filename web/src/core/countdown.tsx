import { useEffect, useRef, useState } from "preact/hooks";

import { words } from "../words/core";
import { clock } from "./clock";
import { markPassed } from "./countdown_marks";
import { countdown } from "./format";
import { Spoken } from "./page";
import { fill } from "./words";

const DAY_MS = 86_400_000;
/** Short enough that no second is visibly skipped. */
const TICK_MS = 250;

/** "4:05", "1:04:05", "3 days 1:04:05". */
export function timeLeft(ms: number): string {
  if (ms < DAY_MS) return countdown(ms);
  const days = Math.floor(ms / DAY_MS);
  return `${fill(words.days, { days })} ${countdown(ms - days * DAY_MS)}`;
}

function spoken(seconds: number, label: string): string {
  const left =
    seconds < 60
      ? fill(words.secondsLeft, { seconds })
      : fill(words.minutesLeft, { minutes: seconds / 60 });
  return `${label} ${left}`;
}

interface CountdownProps {
  /** The end in the server's time, in milliseconds. */
  until: number;
  /** Name of the thing that expires. Shown before the time and announced with it. */
  label: string;
  /** Called once when the time is over. */
  atZero?: () => void;
}

/**
 * The remaining time by the server's clock. Screen readers announce it only at 5, 3 and 1 min and
 * 30 s.
 */
export function Countdown({ until, label, atZero }: CountdownProps) {
  const [left, setLeft] = useState(() => until - clock.now());
  const [said, setSaid] = useState("");
  const zero = useRef(atZero);
  zero.current = atZero;
  useEffect(() => {
    let before = until - clock.now();
    let over = false;
    const look = () => {
      const now = until - clock.now();
      const mark = markPassed(before, now);
      if (mark !== null) setSaid(spoken(mark, label));
      before = now;
      setLeft(now);
      if (now > 0 || over) return;
      over = true;
      zero.current?.();
    };
    look();
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [until, label]);
  return (
    <span class="countdown">
      <span>{label}</span> <strong role="timer" aria-live="off">{timeLeft(left)}</strong>
      <Spoken text={said} />
    </span>
  );
}

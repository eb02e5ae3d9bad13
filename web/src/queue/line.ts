import { useEffect, useRef, useState } from "preact/hooks";

import { call } from "../core/api";
import { clock } from "../core/clock";
import type { QueueAnswer } from "../core/schema_types";
import type { Standing, Stream } from "./watch";
import { LineWatch, NOTHING_KNOWN } from "./watch";

function openStream(
  eventId: string,
  heard: (answer: QueueAnswer) => void,
  ended: () => void,
): Stream | null {
  if (typeof EventSource === "undefined") return null;
  const source = new EventSource(`/api/queue/stream?eventId=${encodeURIComponent(eventId)}`);
  source.addEventListener("queue", (event) => {
    try {
      heard(JSON.parse(event.data as string) as QueueAnswer);
    } catch {
      ended();
    }
  });
  // EventSource would reconnect by itself. Retries are decided in one place only.
  source.addEventListener("error", () => ended());
  return source;
}

function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

const watchOf = (eventId: string, changed: (standing: Standing) => void): LineWatch =>
  new LineWatch(
    {
      ask: () => call("get", "/api/queue/status", { query: { eventId } }),
      openStream: (heard, ended) => openStream(eventId, heard, ended),
      now: () => clock.ticks(),
      chance: Math.random,
      after: later,
    },
    changed,
  );

export interface Line extends Standing {
  /** Applies the answer to an action of the guest. */
  adopt(answer: QueueAnswer): void;
  /** Polls now. */
  wake(): void;
}

/** The guest's place in this line, kept up to date while the page is open. */
export function useLine(eventId: string): Line {
  const watch = useRef<LineWatch | null>(null);
  const [standing, setStanding] = useState<Standing>(NOTHING_KNOWN);
  useEffect(() => {
    const mine = watchOf(eventId, setStanding);
    watch.current = mine;
    const wake = () => document.visibilityState === "visible" && mine.wake();
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    window.addEventListener("pageshow", wake);
    mine.start();
    return () => {
      mine.stop();
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      window.removeEventListener("pageshow", wake);
    };
  }, [eventId]);
  return {
    ...standing,
    adopt: (answer) => watch.current?.adopt(answer),
    wake: () => watch.current?.wake(),
  };
}

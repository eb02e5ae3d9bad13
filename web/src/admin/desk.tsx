import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Change } from "./changes";
import type { Polled } from "./polled";
import type { EventDetails, Line, Live, Parts, Sale } from "./types";

export interface Shown {
  event: EventDetails;
  line: Line;
}

/** What every section of the console shares: one event's numbers, and the way to change things. */
export interface Desk {
  eventKey: string;
  shown: Polled<Shown>;
  live: Polled<Live>;
  sale: Polled<Sale>;
  parts: Polled<Parts>;
  /** Says what the change would do, and does it when the operator agrees. */
  propose: (change: Change, done?: () => void) => void;
  /** Everything is asked again, because something was changed. */
  refresh: () => void;
}

const DeskContext = createContext<Desk | null>(null);

export function DeskProvider({ desk, children }: { desk: Desk; children: ComponentChildren }) {
  return <DeskContext.Provider value={desk}>{children}</DeskContext.Provider>;
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("a section of the console is shown outside of it");
  return desk;
}

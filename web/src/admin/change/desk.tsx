import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Change } from "./changes";
import type { Polled } from "../polled";
import type { EventDetails, Line, Live, Parts, Sale } from "../types";

export interface Shown {
  event: EventDetails;
  line: Line;
}

/**
 * Shared by all sections of the console: the numbers of one event, and the function for changes.
 */
export interface Desk {
  eventKey: string;
  shown: Polled<Shown>;
  live: Polled<Live>;
  sale: Polled<Sale>;
  parts: Polled<Parts>;
  /** Shows the effect of the change, and makes it after the operator confirms. */
  propose: (change: Change, done?: () => void) => void;
  /** Reloads everything after a change. */
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

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
export interface EventConsole {
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

const EventConsoleContext = createContext<EventConsole | null>(null);

export function EventConsoleProvider({ eventConsole, children }: { eventConsole: EventConsole; children: ComponentChildren }) {
  return <EventConsoleContext.Provider value={eventConsole}>{children}</EventConsoleContext.Provider>;
}

export function useEventConsole(): EventConsole {
  const eventConsole = useContext(EventConsoleContext);
  if (!eventConsole) throw new Error("a section of the console is shown outside of it");
  return eventConsole;
}

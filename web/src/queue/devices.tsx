import { useState } from "preact/hooks";

import { Lazy } from "../core/lazy";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";
import { words } from "../words/queue";

export interface ViewProps {
  event: SaleEvent;
  onAnswer: (answer: QueueAnswer) => void;
}

/** Brings a place from another device to this one. */
export function TakePart({ event, onAnswer }: ViewProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="card" onToggle={(toggled) => toggled.currentTarget.open && setOpen(true)}>
      <summary>{words.takeTitle}</summary>
      {open && (
        <Lazy
          load={() => import("./move").then((part) => part.Take)}
          props={{ eventId: event.id, onTaken: onAnswer }}
        />
      )}
    </details>
  );
}

/** Moves the place to another device. */
export function MovePart({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="card" onToggle={(toggled) => toggled.currentTarget.open && setOpen(true)}>
      <summary>{words.move}</summary>
      {open && <Lazy load={() => import("./move").then((part) => part.Move)} props={{ eventId }} />}
    </details>
  );
}

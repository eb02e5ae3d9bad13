import { fill } from "../../core/words";
import { words } from "../../words/admin";
import type { Change } from "./changes";
import { clockTime } from "../pieces";

/** A change that was made in this tab. */
export interface Done {
  id: number;
  at: number;
  change: Change;
}

/** Maximum number of shown changes. Older ones are in the audit log. */
export const DONE_MAX = 3;

interface DoneListProps {
  done: Done[];
  zone: string | undefined;
  onUndo: (done: Done) => void;
  onDismiss: (done: Done) => void;
}

/** The recent changes, with an undo button if possible. */
export function DoneList({ done, zone, onUndo, onDismiss }: DoneListProps) {
  return (
    <div role="status" aria-live="polite" class="done-list">
      {done.map((one) => (
        <div key={one.id} class="note good done">
          <span>
            {fill(words.done, { time: clockTime(one.at, zone), title: one.change.title })}
          </span>
          {one.change.undo && (
            <button type="button" class="quiet" onClick={() => onUndo(one)}>
              {words.undo}
            </button>
          )}
          <button type="button" class="quiet" onClick={() => onDismiss(one)}>
            {words.dismiss}
          </button>
        </div>
      ))}
    </div>
  );
}

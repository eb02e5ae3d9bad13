import { useEffect, useState } from "preact/hooks";

import type { SeatSelection, SelectionState } from "./seat_selection";

/** The state of the selection, updated whenever it changes. */
export function useSelection(selection: SeatSelection): SelectionState {
  const [state, setState] = useState(selection.state);
  useEffect(() => {
    setState(selection.state);
    return selection.subscribe(() => setState(selection.state));
  }, [selection]);
  return state;
}

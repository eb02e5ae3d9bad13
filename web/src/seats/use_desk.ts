import { useEffect, useState } from "preact/hooks";

import type { Desk, DeskState } from "./desk";

/** The state of the desk, updated whenever it changes. */
export function useDesk(desk: Desk): DeskState {
  const [state, setState] = useState(desk.state);
  useEffect(() => {
    setState(desk.state);
    return desk.subscribe(() => setState(desk.state));
  }, [desk]);
  return state;
}

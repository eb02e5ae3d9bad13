import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";

import { clock } from "../../core/clock";
import { fill } from "../../core/words";
import { words } from "../../words/admin";
import { ask } from "../ask";
import { ChangeDialog } from "./change_dialog";
import type { Change } from "./changes";
import type { EventConsole } from "./event_console";
import { EventConsoleProvider } from "./event_console";
import type { Done } from "./done_list";
import { DONE_MAX, DoneList } from "./done_list";
import { ConsoleFrame } from "../frame";
import { OthersNotice, useOthersChange } from "../others";
import { Trouble } from "../pieces";
import { usePolled } from "../polled";
import type { Route } from "../route";
import type { EventSummary } from "../types";

const LIVE_EVERY_MS = 1000;
const EVENT_EVERY_MS = 2000;
const SALE_EVERY_MS = 3000;
const PARTS_EVERY_MS = 2000;
const NOT_FOUND = 404;

function useNumbers(key: string) {
  const params = { key };
  const shown = usePolled(() => ask("get", "/api/admin/events/{key}", { params }), EVENT_EVERY_MS, [
    key,
  ]);
  const live = usePolled(
    () => ask("get", "/api/admin/events/{key}/live", { params }),
    LIVE_EVERY_MS,
    [key],
  );
  const sale = usePolled(
    () => ask("get", "/api/admin/events/{key}/sale", { params }),
    SALE_EVERY_MS,
    [key],
  );
  const parts = usePolled(() => ask("get", "/api/admin/parts"), PARTS_EVERY_MS, [key]);
  return { shown, live, sale, parts };
}

interface EventWorkspaceProps {
  route: Route;
  events: EventSummary[];
  onSignOut: () => void;
  children: ComponentChildren;
}

interface Proposal {
  id: number;
  change: Change;
  version: number | undefined;
  done: (() => void) | undefined;
}

/** One event with its numbers, the proposed change, and the finished changes. */
export function EventWorkspace({ route, events, onSignOut, children }: EventWorkspaceProps) {
  const numbers = useNumbers(route.event);
  const { shown, live, sale, parts } = numbers;
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [done, setDone] = useState<Done[]>([]);
  const ownVersion = useRef(0);
  const lastId = useRef(0);
  const opener = useRef<HTMLElement | null>(null);
  const event = shown.value?.event ?? null;
  const [others, forgetOthers] = useOthersChange(event, ownVersion);

  const refresh = () => [shown, live, sale, parts].forEach((one) => one.refresh());
  const versionFor = ({ guard }: Change) =>
    ({ event: event?.version, sale: sale.value?.version, none: undefined })[guard];
  const propose = (change: Change, then?: () => void) => {
    opener.current = document.activeElement as HTMLElement | null;
    lastId.current += 1;
    setProposal({ id: lastId.current, change, version: versionFor(change), done: then });
  };
  const close = () => {
    setProposal(null);
    opener.current?.focus();
  };
  const finish = ({ id, change, done: then }: Proposal, version: number | undefined) => {
    ownVersion.current = Math.max(ownVersion.current, version ?? 0);
    setDone((before) => [{ id, at: clock.now(), change }, ...before].slice(0, DONE_MAX));
    close();
    refresh();
    then?.();
  };
  const dismiss = ({ id }: Done) => setDone((before) => before.filter((one) => one.id !== id));

  const eventConsole: EventConsole = useMemo(
    () => ({ eventKey: route.event, shown, live, sale, parts, propose, refresh }),
    [
      route.event,
      shown.value,
      shown.error,
      live.value,
      live.error,
      sale.value,
      parts.value,
      parts.error,
    ],
  );
  const gone = shown.error?.status === NOT_FOUND;
  return (
    <EventConsoleProvider eventConsole={eventConsole}>
      <ConsoleFrame route={route} events={events} event={event} onSignOut={onSignOut}>
        {gone && <p class="note bad">{fill(words.eventGone, { key: route.event })}</p>}
        {!gone && <Trouble error={live.error ?? shown.error} />}
        {others && event && <OthersNotice others={others} event={event} onDismiss={forgetOthers} />}
        <DoneList
          done={done}
          zone={event?.timeZone}
          onDismiss={dismiss}
          onUndo={(one) => one.change.undo && propose(one.change.undo, () => dismiss(one))}
        />
        {!gone && (event ? children : <p class="card">{words.loading}</p>)}
      </ConsoleFrame>
      {proposal && (
        <ChangeDialog
          key={proposal.id}
          change={proposal.change}
          version={proposal.version}
          onClose={close}
          onDone={(effect) => finish(proposal, effect.version)}
          onLookAgain={() => {
            close();
            refresh();
          }}
        />
      )}
    </EventConsoleProvider>
  );
}

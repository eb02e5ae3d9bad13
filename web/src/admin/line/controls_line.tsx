import { words as changes } from "../../words/admin_changes";
import { words } from "../../words/admin_controls";
import { words as common } from "../../words/admin";
import { Control, NumberField, StopLever, ellipsis } from "../change/control";
import { action, delay, freeze, levers, moreTime, publish } from "../change/changes";
import { useEventConsole } from "../change/event_console";
import { actionsFor, canDelay } from "./lifecycle";
import { Chip, Panel, dayAndTime } from "../pieces";
import type { Action, EventDetails, Lifecycle } from "../types";

interface Props {
  event: EventDetails;
}

const MINUTES_MAX = 240;
const LEVELS: { [state in Lifecycle]?: "good" | "attention" } = { open: "good", paused: "attention" };
const LOOKS: { [which in Action]?: string } = { close: "danger", archive: "danger", pause: "quiet" };

/** Whether guests can see the event. Guests who have joined must not lose access to it. */
function Publishing({ event }: Props) {
  const { propose } = useEventConsole();
  const text = event.published ? changes.unpublish : changes.publish;
  return (
    <Control
      about={text.about}
      action={
        <button
          type="button"
          class={event.published ? "quiet" : ""}
          onClick={() => propose(publish(event.key, !event.published))}
        >
          {ellipsis(text.title)}
        </button>
      }
    />
  );
}

export function LifecycleControls({ event }: Props) {
  const { propose } = useEventConsole();
  return (
    <Panel title={words.sale}>
      <p>
        <Chip level={LEVELS[event.lifecycle] ?? "none"}>
          {common.lifecycle[event.lifecycle]}
        </Chip>{" "}
        {!event.published && <Chip level="attention">{words.unpublished}</Chip>}{" "}
        {words.opens} {dayAndTime(event.opensAt, event.timeZone)}
      </p>
      {event.lifecycle !== "archived" && <Publishing event={event} />}
      {actionsFor(event.lifecycle, event.published).map((which) => (
        <Control
          key={which}
          about={changes.actions[which].about}
          action={
            <button
              type="button"
              class={LOOKS[which] ?? ""}
              onClick={() => propose(action(event.key, which))}
            >
              {ellipsis(changes.actions[which].title)}
            </button>
          }
        />
      ))}
      {canDelay(event.lifecycle) && (
        <NumberField
          name={words.delayMinutes}
          about={changes.actions.delay.about}
          initial={10}
          min={1}
          max={MINUTES_MAX}
          button={words.delay}
          onSet={(minutes) => propose(delay(event, minutes))}
        />
      )}
    </Panel>
  );
}

export function FlowControls({ event }: Props) {
  const { propose } = useEventConsole();
  const { joinsStopped, admissionStopped } = event.levers;
  return (
    <Panel title={words.flow}>
      <StopLever
        name={words.joins}
        stopped={joinsStopped}
        stop={changes.stopJoins}
        start={changes.startJoins}
        onPull={(text) => propose(levers(event, text.title, { joinsStopped: !joinsStopped }))}
      />
      <StopLever
        name={words.admission}
        stopped={admissionStopped}
        stop={changes.stopAdmission}
        start={changes.startAdmission}
        onPull={(text) => propose(levers(event, text.title, { admissionStopped: !admissionStopped }))}
      />
    </Panel>
  );
}

export function DeadlineControls({ event }: Props) {
  const { propose } = useEventConsole();
  const frozen = event.deadlinesFrozen;
  return (
    <Panel title={words.deadlines}>
      <StopLever
        name={words.deadlines}
        stopped={frozen}
        stop={changes.freeze}
        start={changes.thaw}
        stoppedWord={words.frozen}
        onPull={() => propose(freeze(event.key, !frozen))}
      />
      <NumberField
        name={words.moreMinutes}
        about={changes.moreTime.about}
        initial={5}
        min={1}
        max={MINUTES_MAX}
        button={words.extend}
        onSet={(minutes) => propose(moreTime(event.key, minutes))}
      />
    </Panel>
  );
}

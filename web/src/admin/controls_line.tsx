import { words as changes } from "../words/admin_changes";
import { words } from "../words/admin_controls";
import { words as common } from "../words/admin";
import { Lever, NumberField, ellipsis } from "./control";
import { action, delay, freeze, levers, moreTime } from "./changes";
import { useDesk } from "./desk";
import { actionsFor, canDelay } from "./lifecycle";
import { Chip, Panel, dayAndTime } from "./pieces";
import type { EventDetails } from "./types";

interface Props {
  event: EventDetails;
}

const MINUTES_MAX = 240;

export function LifecycleControls({ event }: Props) {
  const { propose } = useDesk();
  return (
    <Panel title={words.sale}>
      <p>
        <Chip
          level={
            event.lifecycle === "open"
              ? "good"
              : event.lifecycle === "paused"
                ? "attention"
                : "none"
          }
        >
          {common.lifecycle[event.lifecycle]}
        </Chip>{" "}
        {words.opens} {dayAndTime(event.opensAt, event.timeZone)}
      </p>
      {actionsFor(event.lifecycle).map((which) => (
        <div class="control" key={which}>
          <p class="soft small">{changes.actions[which].about}</p>
          <button
            type="button"
            class={
              which === "close" || which === "archive" ? "danger" : which === "pause" ? "quiet" : ""
            }
            onClick={() => propose(action(event.key, which))}
          >
            {ellipsis(changes.actions[which].title)}
          </button>
        </div>
      ))}
      {canDelay(event.lifecycle) && (
        <NumberField
          name={words.delayMinutes}
          about={changes.actions.delay.about}
          initial={10}
          min={1}
          max={MINUTES_MAX}
          button={ellipsis(words.delay)}
          onSet={(minutes) => propose(delay(event, minutes))}
        />
      )}
    </Panel>
  );
}

export function FlowControls({ event }: Props) {
  const { propose } = useDesk();
  const { joinsStopped, admissionStopped } = event.levers;
  const joins = joinsStopped ? changes.startJoins : changes.stopJoins;
  const admission = admissionStopped ? changes.startAdmission : changes.stopAdmission;
  return (
    <Panel title={words.flow}>
      <Lever
        name={words.joins}
        about={joins.about}
        state={joinsStopped ? words.stopped : words.running}
        usual={!joinsStopped}
        button={ellipsis(joins.title)}
        onPull={() => propose(levers(event, joins, { joinsStopped: !joinsStopped }))}
      />
      <Lever
        name={words.admission}
        about={admission.about}
        state={admissionStopped ? words.stopped : words.running}
        usual={!admissionStopped}
        button={ellipsis(admission.title)}
        onPull={() => propose(levers(event, admission, { admissionStopped: !admissionStopped }))}
      />
    </Panel>
  );
}

export function DeadlineControls({ event }: Props) {
  const { propose } = useDesk();
  const frozen = event.deadlinesFrozen;
  const text = frozen ? changes.thaw : changes.freeze;
  return (
    <Panel title={words.deadlines}>
      <Lever
        name={words.deadlines}
        about={text.about}
        state={frozen ? words.frozen : words.running}
        usual={!frozen}
        button={ellipsis(text.title)}
        onPull={() => propose(freeze(event.key, !frozen))}
      />
      <NumberField
        name={words.moreMinutes}
        about={changes.moreTime.about}
        initial={5}
        min={1}
        max={MINUTES_MAX}
        button={ellipsis(words.extend)}
        onSet={(minutes) => propose(moreTime(event.key, minutes))}
      />
    </Panel>
  );
}

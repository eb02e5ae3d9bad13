import { fill, language } from "../../core/words";
import { number } from "../../core/format";
import { words as changes } from "../../words/admin_changes";
import { words } from "../../words/admin_controls";
import { applyAdvice, pace, saleSettings } from "../change/changes";
import { Control, Lever, NumberField, ellipsis } from "../change/control";
import { useEventConsole } from "../change/event_console";
import { Panel } from "../pieces";
import type { EventDetails, Live } from "../types";

const ACTIVE_MAX = 1_000_000;
const PER_SECOND_MAX = 100_000;

function Advice({
  event,
  advice,
}: {
  event: EventDetails;
  advice: NonNullable<Live["admission"]>["advice"];
}) {
  const { propose } = useEventConsole();
  const same = advice.admitPerSecond === event.rules.admitPerSecond;
  return (
    <Control
      head={
        <p class="name">
          <b>{words.advice}</b> {fill(words.perSecond, { n: number(advice.admitPerSecond) })}
        </p>
      }
      about={language === "ko" ? advice.textKo : advice.text}
      action={
        <button
          type="button"
          class="quiet"
          disabled={same}
          onClick={() => propose(applyAdvice(event, advice.admitPerSecond))}
        >
          {ellipsis(words.applyAdvice)}
        </button>
      }
    />
  );
}

function Brake({ event }: { event: EventDetails }) {
  const { sale, live, propose } = useEventConsole();
  if (!sale.value) return null;
  const kept = sale.value;
  const on = kept.settings.admission === "brake";
  const braked = live.value?.admission?.brakedTo;
  const text = on ? changes.byHand : changes.brake;
  const state = on
    ? typeof braked === "number"
      ? fill(words.brakedTo, { n: number(braked) })
      : words.ready
    : words.off;
  return (
    <Lever
      name={words.brake}
      text={text}
      state={state}
      usual={typeof braked !== "number"}
      onPull={() =>
        propose(saleSettings(event.key, kept, text.title, { admission: on ? "by-hand" : "brake" }))
      }
    />
  );
}

export function PaceControls({ event }: { event: EventDetails }) {
  const { live, propose } = useEventConsole();
  const { rules } = event;
  const advice = live.value?.admission?.advice;
  return (
    <Panel title={words.pace} at={live.at}>
      {live.value && (
        <p class="soft">
          {fill(words.insideNow, {
            active: number(live.value.active),
            waiting: number(live.value.waiting),
          })}
        </p>
      )}
      <NumberField
        name={words.maxActive}
        about={changes.maxActive.about}
        now={rules.maxActive}
        initial={0}
        min={0}
        max={ACTIVE_MAX}
        button={words.set}
        onSet={(maxActive) => propose(pace(event, { maxActive }))}
      />
      <NumberField
        name={words.admitPerSecond}
        about={changes.admitPerSecond.about}
        now={rules.admitPerSecond}
        initial={0}
        min={1}
        max={PER_SECOND_MAX}
        button={words.set}
        onSet={(admitPerSecond) => propose(pace(event, { admitPerSecond }))}
      />
      {advice && <Advice event={event} advice={advice} />}
      <Brake event={event} />
    </Panel>
  );
}

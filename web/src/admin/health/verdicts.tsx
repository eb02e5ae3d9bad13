import { fill } from "../../core/words";
import { words } from "../../words/admin";
import { words as office } from "../../words/admin_office";
import { span } from "../age";
import type { EventConsole } from "../change/event_console";
import { Chip, Panel, percent } from "../pieces";
import type { Live } from "../types";
import type { Reason, Verdict } from "./verdict";
import { fair, safe, selling } from "./verdict";

const w = words.overview;

function valueText(name: string, value: number | string): string {
  if (name === "share") return percent(Number(value));
  if (name === "span") return span(Number(value) * 1000);
  if (name === "part")
    return office.health.names[value as keyof typeof office.health.names] ?? String(value);
  return String(value);
}

function reasonText({ text, values = {} }: Reason): string {
  const told = Object.entries(values).map(
    ([name, value]) => [name, valueText(name, value)] as const,
  );
  return fill(w.reasons[text as keyof typeof w.reasons], Object.fromEntries(told));
}

function One({ question, verdict, at }: { question: string; verdict: Verdict; at: number | null }) {
  return (
    <Panel title={question} at={at} class={`verdict ${verdict.level}`}>
      <p class="answer">
        <Chip level={verdict.level}>{w.levels[verdict.level]}</Chip>
      </p>
      <ul>
        {verdict.reasons.map((reason) => (
          <li key={reason.text + String(reason.values?.["part"])}>{reasonText(reason)}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** The three main questions of a sale, each with its answer and the reasons. */
export function Verdicts({ eventConsole, live }: { eventConsole: EventConsole; live: Live }) {
  const event = eventConsole.shown.value?.event;
  if (!event) return null;
  const at = eventConsole.live.at;
  return (
    <div class="verdicts">
      <One question={w.fair} verdict={fair(event, live)} at={at} />
      <One question={w.safe} verdict={safe(live, eventConsole.parts.value)} at={at} />
      <One question={w.selling} verdict={selling(live)} at={at} />
    </div>
  );
}

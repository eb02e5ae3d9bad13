import { useState } from "preact/hooks";

import { fill } from "../../core/words";
import { words as changes } from "../../words/admin_changes";
import { words } from "../../words/admin_controls";
import { ask } from "../ask";
import { saleLevers } from "./changes";
import type { ChangeText } from "./control";
import { Control, StopLever, ellipsis } from "./control";
import { useEventConsole } from "./event_console";
import { Panel } from "../pieces";
import { usePolled } from "../polled";
import type { EventDetails, Parts, Sale } from "../types";

interface Props {
  event: EventDetails;
  sale: Sale;
}

/** The sections of all halls of the event. */
function useSections(event: EventDetails): string[] {
  const performances = (event.performances ?? []).map(({ id }) => id);
  const { value } = usePolled<string[]>(
    async () => {
      const names = new Set<string>();
      for (const performance of performances) {
        const params = { key: event.key, performance };
        const answer = await ask(
          "get",
          "/api/admin/events/{key}/performances/{performance}/seats",
          { params },
        );
        if (answer.ok)
          answer.value.sections.forEach(({ section }) => section && names.add(section));
      }
      return { ok: true, value: [...names], status: 200 };
    },
    0,
    [event.key, performances.join(" ")],
  );
  return value ?? [];
}

const providersOf = (parts: Parts | null): string[] =>
  (parts?.parts ?? [])
    .filter(({ part }) => part === "provider")
    .flatMap(({ name }) => (name ? [name] : []));

interface StoppablesProps {
  name: string;
  all: string[];
  stopped: string[];
  stop: ChangeText;
  start: string;
  onSet: (stopped: string[], title: string) => void;
}

function StopOne({ name, open, onStop }: { name: string; open: string[]; onStop: (one: string) => void }) {
  const [choice, setChoice] = useState("");
  const chosen = open.includes(choice) ? choice : (open[0] ?? "");
  return (
    <div class="row end">
      <select aria-label={name} value={chosen} onChange={(change) => setChoice(change.currentTarget.value)}>
        {open.map((one) => <option key={one}>{one}</option>)}
      </select>
      <button type="button" class="quiet" onClick={() => onStop(chosen)}>{ellipsis(words.stop)}</button>
    </div>
  );
}

/** A list of names that can be stopped and started separately. */
function Stoppables({ name, all, stopped, stop, start, onSet }: StoppablesProps) {
  const open = all.filter((one) => !stopped.includes(one));
  const stopOne = (one: string) => onSet([...stopped, one], `${stop.title}: ${one}`);
  const startOne = (one: string) =>
    onSet(stopped.filter((other) => other !== one), `${start}: ${one}`);
  return (
    <Control
      head={<p class="name"><b>{name}</b></p>}
      about={stop.about}
      action={open.length > 0 && <StopOne name={name} open={open} onStop={stopOne} />}
    >
      {stopped.map((one) => (
        <p key={one} class="row">
          <span class="chip attention">▲ {fill(words.isStopped, { name: one })}</span>
          <button type="button" onClick={() => startOne(one)}>{ellipsis(words.start)}</button>
        </p>
      ))}
    </Control>
  );
}

export function SaleControls({ event, sale }: Props) {
  const { propose, parts } = useEventConsole();
  const sections = useSections(event);
  const { holdsStopped, sectionsStopped, providersStopped } = sale.levers;
  return (
    <Panel title={words.seatsAndMoney}>
      <StopLever
        name={words.holds}
        stopped={holdsStopped}
        stop={changes.stopHolds}
        start={changes.startHolds}
        onPull={(text) => propose(saleLevers(event.key, sale, text.title, { holdsStopped: !holdsStopped }))}
      />
      <Stoppables
        name={words.sections}
        all={sections}
        stopped={sectionsStopped}
        stop={changes.stopSection}
        start={changes.startSection}
        onSet={(stopped, title) =>
          propose(saleLevers(event.key, sale, title, { sectionsStopped: stopped }))
        }
      />
      <Stoppables
        name={words.providers}
        all={providersOf(parts.value)}
        stopped={providersStopped}
        stop={changes.stopProvider}
        start={changes.startProvider}
        onSet={(stopped, title) =>
          propose(saleLevers(event.key, sale, title, { providersStopped: stopped }))
        }
      />
    </Panel>
  );
}

import { useState } from "preact/hooks";

import { fill } from "../../core/words";
import { number } from "../../core/format";
import { words as changes } from "../../words/admin_changes";
import { words } from "../../words/admin_hall";
import type { Change } from "../change/changes";
import { saleSettings } from "../change/changes";
import { block, release, unblock } from "../change/service_changes";
import { NumberField, ellipsis } from "../change/control";
import { useEventConsole } from "../change/event_console";
import { namesIn } from "./hall_plan";
import { Panel } from "../pieces";
import type { EventDetails, SaleSettings } from "../types";

const RELEASE_MAX = 300_000;
const POLICIES = ["at-once", "at-random", "by-operator"] as const;

/** How refunded seats are returned (sale settings). */
function Policy({ event }: { event: EventDetails }) {
  const { sale, propose } = useEventConsole();
  if (!sale.value) return null;
  const kept = sale.value;
  const change = (returns: NonNullable<SaleSettings["returns"]>) =>
    propose(saleSettings(event.key, kept, changes.returns, { returns }));
  return (
    <label class="stack">
      <b>{changes.returns}</b>
      <select
        value={kept.settings.returns}
        onChange={(select) => {
          const returns = select.currentTarget.value as (typeof POLICIES)[number];
          select.currentTarget.value = kept.settings.returns ?? "at-once";
          change(returns);
        }}
      >
        {POLICIES.map((policy) => (
          <option key={policy} value={policy}>
            {words.policies[policy]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ActionsProps {
  event: EventDetails;
  performance: string;
  text: string;
  onText: (text: string) => void;
  onDone: () => void;
}

/** The actions of the house on selected seats. */
export function HallActions({ event, performance, text, onText, onDone }: ActionsProps) {
  const { propose } = useEventConsole();
  const [reason, setReason] = useState("");
  const [owner, setOwner] = useState("");
  const at = { key: event.key, performance };
  const names = namesIn(text);
  const none = names.length === 0;
  const go = (change: Change) =>
    propose(change, () => {
      onText("");
      onDone();
    });
  return (
    <Panel title={words.house}>
      <label class="stack">
        <b>{words.chosen}</b>
        <textarea
          rows={3}
          name="seats"
          value={text}
          placeholder="F1-A-1 section:F1 row:F1/A area:PIT"
          onInput={(input) => onText(input.currentTarget.value)}
        />
      </label>
      <p class="soft small">{fill(words.chosenHint, { n: number(names.length) })}</p>
      <div class="pair">
        <label class="stack">
          {words.reason}
          <input
            name="reason"
            maxLength={100}
            value={reason}
            onInput={(input) => setReason(input.currentTarget.value)}
          />
        </label>
        <label class="stack">
          {words.owner}
          <input
            name="owner"
            maxLength={100}
            value={owner}
            onInput={(input) => setOwner(input.currentTarget.value)}
          />
        </label>
      </div>
      <div class="row">
        <button
          type="button"
          disabled={none || !reason.trim()}
          onClick={() => go(block(at, names, reason.trim(), owner.trim()))}
        >
          {ellipsis(words.block)}
        </button>
        <button type="button" class="quiet" disabled={none} onClick={() => go(unblock(at, names))}>
          {ellipsis(words.unblock)}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={none}
          onClick={() => go(release(at, { seats: names }))}
        >
          {ellipsis(words.release)}
        </button>
      </div>
      <NumberField
        name={words.releaseCount}
        about={words.releaseAbout}
        initial={10}
        min={1}
        max={RELEASE_MAX}
        button={words.release}
        onSet={(count) => propose(release(at, { count }), onDone)}
      />
      <Policy event={event} />
    </Panel>
  );
}

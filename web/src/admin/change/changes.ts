import type { Path } from "../../core/api";
import { fill } from "../../core/words";
import { words } from "../../words/admin_changes";
import type {
  Action,
  Effect,
  EventDetails,
  LeversPatch,
  Sale,
  SaleLeversPatch,
  SaleSettings,
} from "../types";

const EVENT = "/api/admin/events/{key}";

/**
 * The version that a change is checked against, so that two operators cannot overwrite each other.
 */
type Guard = "event" | "sale" | "none";

/** The unit of `count` in the effect. */
export type Unit = keyof typeof words.units | "none";

/** A change that an operator can make: its texts, how it is sent, and how it is undone. */
export interface Change {
  title: string;
  unit: Unit;
  verb: "post" | "put" | "patch";
  path: Path;
  params: Record<string, string>;
  body: unknown;
  guard: Guard;
  /** The change that undoes it, or null if it cannot be undone. */
  undo: Change | null;
  /** The phrase that must be typed first. If absent, a click is enough. */
  phrase?: (effect: Effect) => string;
  /** The body of the real change, if it depends on the result of the dry run. */
  bodyAfter?: (effect: Effect) => unknown;
}

/** Adds the version: to the fields of a patch of the event, otherwise to the query. */
export function versioned(change: Change, body: unknown, version: number | undefined) {
  if (version === undefined) return { body, query: {} };
  if (change.verb === "patch" && change.path === EVENT)
    return { body: { ...(body as object), version }, query: {} };
  return { body, query: { version } };
}

/** The phrase for changes that cannot be undone: the event and the number of affected guests. */
export const eventAndCount = (key: string) => (effect: Effect) => `${key} ${effect.count}`;

const plain = (title: string, unit: Unit, key: string) => ({
  title,
  unit,
  params: { key },
  undo: null as Change | null,
});

/** Links two opposite changes as each other's undo. */
function paired(there: Change, back: Change): Change {
  return { ...there, undo: { ...back, undo: there } };
}

function act(key: string, action: Action): Change {
  const final = action === "close" || action === "archive" || action === "open";
  return {
    ...plain(words.actions[action].title, "guests", key),
    verb: "post",
    path: `${EVENT}/actions`,
    body: { action },
    guard: "event",
    ...(final ? { phrase: eventAndCount(key) } : {}),
  };
}

const OPPOSITE: Partial<Record<Action, Action>> = { pause: "resume", resume: "pause" };

export function action(key: string, which: Exclude<Action, "delay">): Change {
  const back = OPPOSITE[which];
  return back ? paired(act(key, which), act(key, back)) : act(key, which);
}

function publishing(key: string, published: boolean): Change {
  return {
    ...plain((published ? words.publish : words.unpublish).title, "none", key),
    verb: "post",
    path: published ? `${EVENT}/publish` : `${EVENT}/unpublish`,
    body: undefined,
    guard: "event",
  };
}

export function publish(key: string, published: boolean): Change {
  return paired(publishing(key, published), publishing(key, !published));
}

/** The old times can be restored until the opening. */
export function delay(event: EventDetails, minutes: number): Change {
  const { key, opensAt, closesAt, phases } = event;
  const back: Change = {
    ...plain(words.actions.delayBack, "none", key),
    verb: "patch",
    path: EVENT,
    body: { opensAt, closesAt: closesAt ?? null, phases: phases ?? [] },
    guard: "event",
  };
  return {
    ...plain(fill(words.actions.delay.title, { minutes }), "guests", key),
    verb: "post",
    path: `${EVENT}/actions`,
    body: { action: "delay", minutes },
    guard: "event",
    undo: back,
  };
}

/** The current values of the fields that a patch would overwrite. */
export function valuesBefore<T extends object>(now: T, patch: Partial<T>): Partial<T> {
  const before: Partial<T> = {};
  for (const name of Object.keys(patch) as (keyof T)[]) before[name] = now[name];
  return before;
}

function setting(
  key: string,
  title: string,
  unit: Unit,
  route: Pick<Change, "verb" | "path" | "guard">,
  body: object,
  before: object,
): Change {
  const change = (which: object): Change => ({ ...plain(title, unit, key), ...route, body: which });
  const back = { ...change(before), title: fill(words.backTo, { title }) };
  return paired(change(body), back);
}

export function levers(event: EventDetails, title: string, patch: LeversPatch): Change {
  const route = { verb: "put", path: `${EVENT}/levers`, guard: "event" } as const;
  return setting(event.key, title, "guests", route, patch, valuesBefore(event.levers, patch));
}

export function saleLevers(key: string, sale: Sale, title: string, patch: SaleLeversPatch): Change {
  const route = { verb: "patch", path: `${EVENT}/sale/levers`, guard: "sale" } as const;
  return setting(
    key,
    title,
    "heldSeats",
    route,
    patch,
    valuesBefore<SaleLeversPatch>(sale.levers, patch),
  );
}

export function saleSettings(key: string, sale: Sale, title: string, patch: SaleSettings): Change {
  const route = { verb: "patch", path: `${EVENT}/sale`, guard: "sale" } as const;
  return setting(key, title, "none", route, patch, valuesBefore(sale.settings, patch));
}

export function pace(
  event: EventDetails,
  rules: { maxActive?: number; admitPerSecond?: number },
): Change {
  const text = rules.maxActive === undefined ? words.admitPerSecond : words.maxActive;
  const route = { verb: "patch", path: EVENT, guard: "event" } as const;
  const before = { rules: valuesBefore<EventDetails["rules"]>(event.rules, rules) };
  const title = fill(text.title, { n: rules.maxActive ?? rules.admitPerSecond ?? 0 });
  const change = setting(event.key, title, "none", route, { rules }, before);
  if (change.undo) change.undo.title = fill(words.backTo, { title: text.short });
  return change;
}

export function applyAdvice(event: EventDetails, advised: number): Change {
  const admitPerSecond = event.rules.admitPerSecond ?? advised;
  return {
    ...plain(words.advice, "none", event.key),
    verb: "post",
    path: `${EVENT}/advice/apply`,
    body: undefined,
    guard: "event",
    undo: { ...pace(event, { admitPerSecond }), undo: null },
  };
}

function deadlines(key: string, title: string, body: object): Change {
  const path = `${EVENT}/deadlines` as const;
  return { ...plain(title, "guests", key), verb: "post", path, body, guard: "event" };
}

export function freeze(key: string, frozen: boolean): Change {
  const [on, off] = [
    deadlines(key, words.freeze.title, { freeze: true }),
    deadlines(key, words.thaw.title, { freeze: false }),
  ];
  return frozen ? paired(on, off) : paired(off, on);
}

export function moreTime(key: string, minutes: number): Change {
  const title = fill(words.moreTime.title, { minutes });
  return { ...deadlines(key, title, { addMinutes: minutes }), phrase: eventAndCount(key) };
}

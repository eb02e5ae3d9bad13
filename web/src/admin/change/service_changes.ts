// Changes of seats, lists and orders by the house and the service desk.
import { fill } from "../../core/words";
import { words } from "../../words/admin_changes";
import type { Change, Unit } from "./changes";
import { eventAndCount } from "./changes";
import type { Effect } from "../types";

const SEATS = "/api/admin/events/{key}/performances/{performance}/seats";
const ORDER = "/api/admin/orders/{code}";

/** Minimum number of seats for which a release must be confirmed by typing. */
const BULK_SEATS = 2;

interface Draft {
  title: string;
  unit: Unit;
  path: Change["path"];
  params: Record<string, string>;
  body?: unknown;
}

const made = ({ title, unit, path, params, body }: Draft): Change => ({
  title,
  unit,
  path,
  params,
  body,
  verb: "post",
  guard: "none",
  undo: null,
});

/** "section:F1" and similar names stand for many seats, which others may have changed since. */
const isPlace = (name: string): boolean => name.includes(":");

export interface House {
  key: string;
  performance: string;
}

export function block(at: House, seats: string[], reason: string, owner: string): Change {
  const params = { ...at };
  const body = { seats, reason, ...(owner ? { owner } : {}) };
  const change = made({ title: words.block, unit: "seats", path: `${SEATS}/block`, params, body });
  const undo = seats.some(isPlace) ? null : { ...unblock(at, seats), undo: null };
  return { ...change, undo };
}

export function unblock(at: House, seats: string[]): Change {
  const path = `${SEATS}/unblock` as const;
  const change = made({
    title: words.unblock,
    unit: "seats",
    path,
    params: { ...at },
    body: { seats },
  });
  return { ...change, phrase: eventAndCount(at.key) };
}

export function release(at: House, what: { seats: string[] } | { count: number }): Change {
  const path = `${SEATS}/release` as const;
  const change = made({ title: words.release, unit: "seats", path, params: { ...at }, body: what });
  const many =
    "count" in what ? what.count : what.seats.some(isPlace) ? BULK_SEATS : what.seats.length;
  return many < BULK_SEATS ? change : { ...change, phrase: eventAndCount(at.key) };
}

export function addToList(key: string, phase: string, subjects: string[]): Change {
  const path = "/api/admin/events/{key}/lists/{phase}" as const;
  const title = fill(words.list, { phase });
  const change = made({ title, unit: "guests", path, params: { key, phase }, body: { subjects } });
  return { ...change, phrase: eventAndCount(key) };
}

interface NewCodes {
  codes: string[];
  uses: number;
  /** Also accepts codes that are short enough to be guessed. */
  allowShort?: boolean;
}

export function addCodes(key: string, phase: string, body: NewCodes): Change {
  const path = "/api/admin/events/{key}/codes/{phase}" as const;
  const title = fill(words.codes, { phase });
  const change = made({ title, unit: "codes", path, params: { key, phase }, body });
  return { ...change, phrase: eventAndCount(key) };
}

export type Who = { subject: string } | { guest: string } | { queueToken: string };

export function revoke(key: string, who: Who, bar: boolean): Change {
  const { title } = bar ? words.revokeAndBar : words.revoke;
  const path = "/api/admin/events/{key}/revoke" as const;
  const change = made({ title, unit: "guests", path, params: { key }, body: { ...who, bar } });
  return { ...change, phrase: eventAndCount(key) };
}

function denial(key: string, subjects: string[], on: boolean): Change {
  const title = on ? words.deny : words.undeny;
  const path = "/api/admin/events/{key}/denied" as const;
  const body = { subjects, deny: on };
  return made({ title, unit: "guests", path, params: { key }, body });
}

/**
 * The undo removes the guests from the list. Their ended places stay ended, so a phrase must be
 * typed.
 */
export function deny(key: string, subjects: string[]): Change {
  const undo = denial(key, subjects, false);
  return { ...denial(key, subjects, true), phrase: eventAndCount(key), undo };
}

export function undeny(key: string, subjects: string[]): Change {
  const undo = { ...denial(key, subjects, true), phrase: eventAndCount(key) };
  return { ...denial(key, subjects, false), undo };
}

/** The dry run returns the amount. The operator types it, and it is sent with the change. */
export function refund(code: string, seats: string[], why: "guest" | "organiser"): Change {
  const asked = { why, ...(seats.length > 0 ? { seats } : {}) };
  const amount = (effect: Effect) => effect.quote?.amount ?? 0;
  return {
    ...made({
      title: words.refund,
      unit: "seats",
      path: `${ORDER}/refund`,
      params: { code },
      body: asked,
    }),
    phrase: (effect) => String(amount(effect)),
    bodyAfter: (effect) => ({ ...asked, amount: amount(effect) }),
  };
}

export function cancelOrder(code: string): Change {
  const path = `${ORDER}/cancel` as const;
  const change = made({ title: words.cancelOrder, unit: "seats", path, params: { code } });
  return { ...change, phrase: () => code };
}

export const askAgain = (code: string): Change =>
  made({ title: words.askAgain, unit: "none", path: `${ORDER}/ask-again`, params: { code } });

export const retryRefund = (code: string, refundIndex: number): Change =>
  made({
    title: words.retryRefund,
    unit: "none",
    path: `${ORDER}/refunds/{refund}/retry`,
    params: { code, refund: String(refundIndex) },
  });

export const testPurchase = (key: string): Change =>
  made({
    title: words.testPurchase.title,
    unit: "providers",
    path: "/api/admin/preflight/{key}/purchase",
    params: { key },
  });

export const retryOutbox = (): Change =>
  made({ title: words.retryOutbox, unit: "messages", path: "/api/admin/outbox/retry", params: {} });

export const rebuildReports = (): Change =>
  made({
    title: words.rebuildReports,
    unit: "none",
    path: "/api/admin/reports/rebuild",
    params: {},
  });

import type { Live, Parts } from "../types";
import type { EventDetails } from "../types";

export type Level = "good" | "attention" | "bad" | "none";

/** A reason: a text of the catalogue with its values. */
export interface Reason {
  level: Level;
  text: string;
  values?: Record<string, number | string>;
}

export interface Verdict {
  level: Level;
  reasons: Reason[];
}

// Thresholds for attention and for urgent action. They are based on experience.
export const LIMITS = {
  noShowShare: 0.3,
  noShowsMin: 20,
  unknownAttentionS: 60,
  unknownBadS: 300,
  slowAttentionMs: 250,
  slowBadMs: 1000,
  refusedShare: 0.2,
  refusedMin: 20,
  queueDepth: 1000,
  successAttention: 0.8,
  successBad: 0.5,
  paymentsMin: 10,
} as const;

const ORDER: Level[] = ["none", "good", "attention", "bad"];

/** The worst reason decides. If there is none, `fallback` is used. */
function judged(reasons: (Reason | false)[], fallback: Reason): Verdict {
  const found = reasons.filter((reason): reason is Reason => reason !== false);
  if (found.length === 0) return { level: fallback.level, reasons: [fallback] };
  const worst = Math.max(...found.map(({ level }) => ORDER.indexOf(level)));
  return { level: ORDER[worst] ?? "none", reasons: found };
}

const attention = (when: boolean, text: string, values?: Reason["values"]): Reason | false =>
  when && { level: "attention", text, ...(values ? { values } : {}) };

const running = (live: Live): boolean => live.lifecycle === "open";

export function fair(event: EventDetails, live: Live): Verdict {
  const { totals, admission } = live;
  const share = totals.admitted > 0 ? totals.noShows / totals.admitted : 0;
  const moving = (live.perSecond?.admitted ?? 0) > 0;
  const stopped = event.levers.admissionStopped;
  // A single guest who waits for a second does not mean that the line is stuck.
  const idle =
    running(live) &&
    !stopped &&
    !moving &&
    live.waiting - live.away > 1 &&
    live.active < live.maxActive;
  const order = event.order === "lobby-shuffle" ? "shuffled" : "firstCome";
  return judged(
    [
      attention(event.pending === true, "pending"),
      attention(live.lifecycle === "paused", "paused"),
      attention(event.levers.joinsStopped, "joinsStopped"),
      attention(stopped, "admissionStopped"),
      attention(event.deadlinesFrozen, "frozen"),
      attention(typeof admission?.brakedTo === "number", "braked", { n: admission?.brakedTo ?? 0 }),
      attention(idle, "idle"),
      attention(totals.noShows >= LIMITS.noShowsMin && share > LIMITS.noShowShare, "noShows", {
        share,
      }),
    ],
    { level: "good", text: order },
  );
}

function ofParts(parts: Parts | null): Reason[] {
  return (parts?.parts ?? [])
    .filter(({ state }) => state !== "ok")
    .map(({ part, name, state }) => ({
      level: state === "failed" ? "bad" : "attention",
      text: state === "failed" ? "partFailed" : "partAttention",
      values: { part: name ?? part },
    }));
}

export function safe(live: Live, parts: Parts | null): Verdict {
  const { server } = live;
  const oldest = live.oldestUnknownS ?? 0;
  const slowMs = Math.round((server?.requestP99Us ?? server?.statusP99Us ?? 0) / 1000);
  const { requests = 0, refusals = 0, queueDepth = 0 } = server ?? {};
  const refused = requests > 0 ? refusals / requests : 0;
  const level = (bad: boolean): Level => (bad ? "bad" : "attention");
  return judged(
    [
      ...ofParts(parts),
      oldest >= LIMITS.unknownAttentionS && {
        level: level(oldest >= LIMITS.unknownBadS),
        text: "unknownOld",
        values: { span: oldest },
      },
      slowMs >= LIMITS.slowAttentionMs && {
        level: level(slowMs >= LIMITS.slowBadMs),
        text: "slow",
        values: { ms: slowMs },
      },
      attention(refusals >= LIMITS.refusedMin && refused > LIMITS.refusedShare, "refusing", {
        share: refused,
      }),
      attention(queueDepth >= LIMITS.queueDepth, "queueing", { n: queueDepth }),
    ],
    { level: "good", text: "healthy" },
  );
}

/** The share of successful payments in the last five minutes. Null if there were none. */
export function successShare(live: Live): number | null {
  const last = live.payments?.lastFiveMinutes;
  const all = last ? last.approved + last.declined + last.unknown : 0;
  return last && all > 0 ? last.approved / all : null;
}

export function selling(live: Live): Verdict {
  const one = (level: Level, text: string, values?: Reason["values"]): Verdict => ({
    level,
    reasons: [{ level, text, ...(values ? { values } : {}) }],
  });
  if (live.lifecycle === "draft" || live.lifecycle === "lobby") return one("none", "notOpen");
  const left = (live.free ?? 0) + (live.held ?? 0) + (live.paying ?? 0) + (live.returned ?? 0);
  if (live.free !== undefined && left === 0) return one("good", "soldOut");
  if (live.lifecycle === "closed" || live.lifecycle === "archived") return one("none", "closed");
  const share = successShare(live);
  if (share === null)
    return live.active > 0
      ? one("attention", "nobodyPays", { n: live.active })
      : one("none", "quiet");
  const last = live.payments?.lastFiveMinutes;
  const many =
    (last?.approved ?? 0) + (last?.declined ?? 0) + (last?.unknown ?? 0) >= LIMITS.paymentsMin;
  if (many && share < LIMITS.successBad) return one("bad", "failing", { share });
  if (many && share < LIMITS.successAttention) return one("attention", "failing", { share });
  return one("good", "paying", { share });
}

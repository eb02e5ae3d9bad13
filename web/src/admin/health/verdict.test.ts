import { describe, expect, it } from "vitest";

import type { EventDetails, Live, Parts } from "../types";
import { fair, safe, selling, successShare } from "./verdict";

const event: EventDetails = {
  key: "tour",
  title: "Tour",
  opensAt: "2027-02-01T11:00:00Z",
  rules: {},
  version: 1,
  lifecycle: "open",
  published: true,
  levers: { joinsStopped: false, admissionStopped: false, messageWaiting: "", messageAdmitted: "" },
  phase: "",
  deadlinesFrozen: false,
};

const rates = { arrived: 0, admitted: 0, noShows: 0, completed: 0, left: 0, silent: 0 };
const server = {
  requests: 0,
  polls: 0,
  refusals: 0,
  statusP99Us: 100,
  commitMeanUs: 0,
  queueDepth: 0,
  loopLagUs: 0,
  topRefusals: [],
};

const live = (more: Partial<Live> = {}): Live => ({
  event: "tour",
  lifecycle: "open",
  serverTime: "",
  waiting: 0,
  away: 0,
  active: 0,
  maxActive: 10,
  totals: rates,
  free: 100,
  held: 0,
  paying: 0,
  sold: 0,
  returned: 0,
  sampledAt: "",
  perSecond: rates,
  server,
  ...more,
});

const paid = (approved: number, declined: number, unknown = 0): Live => {
  const five = {
    approved,
    declined,
    unknown,
    latencyMedianMs: 0,
    latencyP95Ms: 0,
    holdMedianSeconds: 0,
    declineReasons: [],
  };
  return live({ payments: { lastFiveMinutes: five } as unknown as NonNullable<Live["payments"]> });
};

describe("is it fair", () => {
  it("is yes while the line moves by itself, and says by which order", () => {
    expect(fair(event, live())).toEqual({
      level: "good",
      reasons: [{ level: "good", text: "firstCome" }],
    });
    expect(fair({ ...event, order: "lobby-shuffle" }, live()).reasons[0]?.text).toBe("shuffled");
  });

  it("asks to look when a lever is pulled", () => {
    const pulled = {
      ...event,
      levers: { ...event.levers, joinsStopped: true, admissionStopped: true },
    };
    expect(fair(pulled, live()).reasons.map(({ text }) => text)).toEqual([
      "joinsStopped",
      "admissionStopped",
    ]);
  });

  it("says that levers do not apply yet", () => {
    expect(fair({ ...event, pending: true }, live())).toEqual({
      level: "attention",
      reasons: [{ level: "attention", text: "pending" }],
    });
  });

  it("sees a line that stands still although there is room", () => {
    expect(fair(event, live({ waiting: 50, active: 3 })).reasons[0]?.text).toBe("idle");
    expect(fair(event, live({ waiting: 50, active: 10 })).level).toBe("good");
    expect(fair(event, live({ waiting: 50, away: 50, active: 3 })).level).toBe("good");
  });
});

describe("is it safe", () => {
  it("is yes when nothing worries", () => {
    expect(safe(live(), null).level).toBe("good");
  });

  it("the worst part decides", () => {
    const part = { ageMs: 0, detail: "", numbers: {} };
    const parts = {
      parts: [
        { part: "backup", state: "attention", ...part },
        { part: "journal", state: "failed", ...part },
      ],
    } as unknown as Parts;
    expect(safe(live(), parts).level).toBe("bad");
    expect(safe(live(), parts).reasons).toHaveLength(2);
  });

  it("a payment that nobody knows about worries after a minute and is bad after five", () => {
    expect(safe(live({ oldestUnknownS: 59 }), null).level).toBe("good");
    expect(safe(live({ oldestUnknownS: 60 }), null).level).toBe("attention");
    expect(safe(live({ oldestUnknownS: 300 }), null).level).toBe("bad");
  });

  it("slow answers are told in milliseconds", () => {
    const slow = live({ server: { ...server, requestP99Us: 1_200_000 } });
    expect(safe(slow, null).reasons[0]).toEqual({
      level: "bad",
      text: "slow",
      values: { ms: 1200 },
    });
  });
});

describe("is it selling", () => {
  it("counts what became unknown as not succeeded", () => {
    expect(successShare(paid(8, 1, 1))).toBe(0.8);
  });

  it("has nothing to say without payments", () => {
    expect(successShare(live())).toBeNull();
  });

  it("judges by the success of payments once there are some", () => {
    expect(selling(paid(9, 1)).level).toBe("good");
    expect(selling(paid(7, 3)).level).toBe("attention");
    expect(selling(paid(2, 8)).level).toBe("bad");
    expect(selling(paid(0, 1)).level).toBe("good");
  });

  it("says sold out only when nothing can come back", () => {
    expect(selling(live({ free: 0, held: 1 })).reasons[0]?.text).not.toBe("soldOut");
    expect(selling(live({ free: 0 })).reasons[0]?.text).toBe("soldOut");
  });

  it("before the opening it is too early to say", () => {
    expect(selling(live({ lifecycle: "lobby" })).level).toBe("none");
  });

  it("people inside who do not pay are worth a look", () => {
    expect(selling(live({ active: 5 })).reasons[0]).toMatchObject({
      text: "nobodyPays",
      values: { n: 5 },
    });
  });
});

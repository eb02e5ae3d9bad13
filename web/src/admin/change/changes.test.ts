import { describe, expect, it } from "vitest";

import type { Change } from "./changes";
import {
  action,
  applyAdvice,
  delay,
  freeze,
  levers,
  moreTime,
  pace,
  publish,
  saleLevers,
  valuesBefore,
  versioned,
} from "./changes";
import {
  addCodes,
  askAgain,
  block,
  cancelOrder,
  deny,
  refund,
  release,
  revoke,
  unblock,
  undeny,
} from "./service_changes";
import type { EventDetails, Sale } from "../types";

const event: EventDetails = {
  key: "tour",
  title: "Tour",
  opensAt: "2027-02-01T11:00:00Z",
  closesAt: "2027-02-02T11:00:00Z",
  rules: { maxActive: 500, admitPerSecond: 20 },
  version: 3,
  lifecycle: "open",
  published: true,
  levers: {
    joinsStopped: false,
    admissionStopped: true,
    messageWaiting: "hello",
    messageAdmitted: "",
  },
  phase: "",
  deadlinesFrozen: false,
};

const sale: Sale = {
  settings: { returns: "at-once" },
  levers: {
    holdsStopped: false,
    sectionsStopped: ["F2"],
    providersStopped: [],
    messageHolding: "",
    messagePaid: "",
  },
  version: 9,
};

const title = "A lever";
const effect = (count: number, amount?: number) => ({
  effect: "",
  effects: [],
  count,
  ...(amount === undefined
    ? {}
    : { quote: { seats: [], deductions: [], amount, currency: "KRW" } }),
});
const typed = (change: Change, count = 7, amount?: number) =>
  change.phrase?.(effect(count, amount));
const house = { key: "tour", performance: "day-1" };

describe("what can be undone", () => {
  it.each([
    ["pause", action("tour", "pause"), { action: "resume" }],
    ["resume", action("tour", "resume"), { action: "pause" }],
    ["a message", levers(event, title, { messageWaiting: "new" }), { messageWaiting: "hello" }],
    [
      "stopped admission",
      levers(event, title, { admissionStopped: false }),
      { admissionStopped: true },
    ],
    ["a limit", pace(event, { maxActive: 900 }), { rules: { maxActive: 500 } }],
    ["a pace", pace(event, { admitPerSecond: 50 }), { rules: { admitPerSecond: 20 } }],
    ["advice", applyAdvice(event, 5), { rules: { admitPerSecond: 20 } }],
    ["a freeze", freeze("tour", true), { freeze: false }],
    ["a thaw", freeze("tour", false), { freeze: true }],
    [
      "stopped sections",
      saleLevers("tour", sale, title, { sectionsStopped: [] }),
      { sectionsStopped: ["F2"] },
    ],
    ["a block of named seats", block(house, ["S-1"], "press", ""), { seats: ["S-1"] }],
  ])("%s goes back to what was", (_, change, body) => {
    expect(change.undo?.body).toEqual(body);
    expect(change.phrase).toBeUndefined();
  });

  it("a delay goes back to the announced times", () => {
    expect(delay(event, 10).undo?.body).toEqual({
      opensAt: event.opensAt,
      closesAt: event.closesAt,
      phases: [],
    });
  });

  it("publishing is undone by unpublishing", () => {
    expect(publish("tour", true).path).toBe("/api/admin/events/{key}/publish");
    expect(publish("tour", true).undo?.path).toBe("/api/admin/events/{key}/unpublish");
  });

  it("undoing an undo does the change again", () => {
    expect(action("tour", "pause").undo?.undo?.body).toEqual({ action: "pause" });
  });
});

describe("what cannot be undone", () => {
  it.each([
    ["open", action("tour", "open")],
    ["close", action("tour", "close")],
    ["archive", action("tour", "archive")],
    ["more time", moreTime("tour", 5)],
    ["a revoked guest", revoke("tour", { subject: "x" }, true)],
    ["codes", addCodes("tour", "fans", { codes: ["A"], uses: 1 })],
    ["house seats on sale", unblock(house, ["S-1"])],
    ["a release by count", release(house, { count: 50 })],
    ["a release of a section", release(house, { seats: ["section:F1"] })],
  ])("%s has the event and the count typed", (_, change) => {
    expect(change.undo).toBeNull();
    expect(typed(change)).toBe("tour 7");
  });

  it("a deny list is typed, and undone by taking its guests off again", () => {
    const change = deny("tour", ["x", "y"]);
    expect(typed(change)).toBe("tour 7");
    expect(change.body).toEqual({ subjects: ["x", "y"], deny: true });
    expect(change.undo?.body).toEqual({ subjects: ["x", "y"], deny: false });
  });

  it("who is taken off the deny list is put on it again only by typing", () => {
    const change = undeny("tour", ["x"]);
    expect(change.phrase).toBeUndefined();
    expect(change.undo?.body).toEqual({ subjects: ["x"], deny: true });
    expect(change.undo && typed(change.undo)).toBe("tour 7");
  });

  it("a refund has its sum typed and sends that sum", () => {
    const change = refund("O-1", ["S-1"], "guest");
    expect(typed(change, 1, 156_000)).toBe("156000");
    expect(change.bodyAfter?.(effect(1, 156_000))).toEqual({
      why: "guest",
      seats: ["S-1"],
      amount: 156_000,
    });
  });

  it("a cancelled order has its code typed", () => {
    expect(typed(cancelOrder("O-1"))).toBe("O-1");
  });

  it("a block of a whole place is not taken back as one, for others may have blocked there too", () => {
    expect(block(house, ["section:F1"], "press", "").undo).toBeNull();
  });
});

describe("the version that was looked at", () => {
  it("goes with the query, but is a field of a patched event", () => {
    expect(versioned(action("tour", "pause"), { action: "pause" }, 3)).toEqual({
      body: { action: "pause" },
      query: { version: 3 },
    });
    expect(versioned(pace(event, { maxActive: 9 }), { rules: { maxActive: 9 } }, 3)).toEqual({
      body: { rules: { maxActive: 9 }, version: 3 },
      query: {},
    });
  });

  it("is left out where there is none", () => {
    expect(versioned(askAgain("O-1"), undefined, undefined)).toEqual({
      body: undefined,
      query: {},
    });
  });
});

describe("small things", () => {
  it("releasing one seat and asking again need no typing", () => {
    expect(release(house, { seats: ["S-1"] }).phrase).toBeUndefined();
    expect(askAgain("O-1").phrase).toBeUndefined();
  });

  it("a patch's values before are only those it changes", () => {
    expect(valuesBefore({ a: 1, b: 2 }, { b: 3 })).toEqual({ b: 2 });
  });
});

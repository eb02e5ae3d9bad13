import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { SeatSelection } from "./seat_selection";
import { layoutOf } from "./map/layout";
import { applyAnswer, HELD, noStates } from "./map/seat_states";
import { smallHall } from "./map/test_hall";

type Answer = { status: number; body: unknown };

const hold = { state: "held" as const, until: "2026-11-15T20:10:00Z", frozen: false };
const held = (...mine: number[]): Answer => ({
  status: 200,
  body: { mine, seatIds: [], hold, serverTime: "2026-11-15T20:00:00Z" },
});

/** A selection with an open hall, and a server with the given answers. */
function selectionWith(answers: Answer[]) {
  const bodies: { seatIds?: string[]; extension?: number }[] = [];
  vi.stubGlobal("fetch", (_: string, init: { body: string }) => {
    bodies.push(JSON.parse(init.body) as (typeof bodies)[number]);
    const { status, body } = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  const hall = smallHall();
  const seats = noStates(hall.places);
  applyAnswer(seats, { version: 1, states: "f".repeat(hall.places) });
  const selection = new SeatSelection("demo");
  selection.set({ performanceId: "day-1", open: { performanceId: "day-1", hall, layout: layoutOf(hall), seats } });
  return { selection, bodies, seats };
}

const look = (mine: number[]) => ({
  eventId: "demo",
  performanceId: "day-1",
  version: 1,
  since: 1,
  counts: { free: 0, held: 0, sold: 0, blocked: 0 },
  mayReturn: 0,
  soldOut: false,
  changes: [],
  asOf: "2026-11-15T20:00:00Z",
  mine,
  hold: mine.length > 0 ? hold : null,
});

beforeEach(() => void vi.useRealTimers());
afterEach(() => void vi.unstubAllGlobals());

describe("choosing", () => {
  it("shows a seat as taken at once and asks for the whole set", async () => {
    const { selection, bodies } = selectionWith([held(0, 1)]);
    const done = selection.want([0, 1]);
    expect(selection.state.wanted).toEqual([0, 1]);
    await done;
    expect(bodies[0]?.seatIds).toEqual(["F1-A-1", "F1-A-2"]);
    expect(selection.state).toMatchObject({ mine: [0, 1], wanted: null, hold });
  });

  it("asks once more for what was tapped meanwhile", async () => {
    const { selection, bodies } = selectionWith([held(0), held(0, 1, 2)]);
    const done = selection.want([0]);
    void selection.want([0, 1]);
    void selection.want([0, 1, 2]);
    await done;
    expect(bodies.map(({ seatIds }) => seatIds?.length)).toEqual([1, 3]);
    expect(selection.state.mine).toEqual([0, 1, 2]);
  });

  it("goes back to what the guest has when a seat was taken, and offers its neighbour", async () => {
    const taken = { status: 409, body: { code: "SEAT_TAKEN", message: "", details: { seats: ["F1-A-3"], offers: ["F1-B-1", "F1-B-2"] } } };
    const { selection, seats } = selectionWith([held(0), taken]);
    await selection.want([0]);
    await selection.want([0, 2]);
    expect(selection.state).toMatchObject({ mine: [0], wanted: null });
    expect(selection.state.notice).toEqual({ kind: "taken", lost: [2], near: expect.any(Number), offers: [4, 5] });
    expect(seats.state[2]).toBe(HELD);
  });

  it("says why it was refused and keeps what the guest has", async () => {
    const { selection } = selectionWith([held(0), { status: 409, body: { code: "HOLD_LIMIT", message: "Too many." } }]);
    await selection.want([0]);
    await selection.want([0, 1]);
    expect(selection.state).toMatchObject({ mine: [0], wanted: null, notice: { kind: "refused", error: { code: "HOLD_LIMIT" } } });
  });

  it("gives everything back", async () => {
    const { selection } = selectionWith([held(0), { status: 200, body: { released: 1 } }]);
    await selection.want([0]);
    await selection.want([]);
    expect(selection.state).toMatchObject({ mine: [], hold: null });
  });

  it("knows that the turn is over", async () => {
    const { selection } = selectionWith([{ status: 403, body: { code: "ENTRY_TOKEN_REQUIRED", message: "" } }]);
    await selection.want([0]);
    expect(selection.state).toMatchObject({ wanted: null, ended: "over" });
  });
});

describe("a look at the seats", () => {
  it("that was asked for before a choice does not undo it", async () => {
    const { selection } = selectionWith([held(0)]);
    const asked = selection.changes;
    await selection.want([0]);
    selection.look(look([]), asked);
    expect(selection.state.mine).toEqual([0]);
  });

  it("says that the seats are gone", async () => {
    const { selection } = selectionWith([held(0)]);
    await selection.want([0]);
    selection.look(look([]), selection.changes);
    expect(selection.state).toMatchObject({ mine: [], hold: null, notice: { kind: "lost" } });
  });
});

describe("asking for more time", () => {
  const allowed = { extension: 120, extensions: 2 } as NonNullable<SeatSelection["state"]["event"]>;
  const extended = {
    status: 200,
    body: {
      admissionExpiresAt: "2026-11-15T20:20:00Z", holdExpiresAt: "2026-11-15T20:12:00Z",
      extensionsLeft: 0, frozen: false, serverTime: "2026-11-15T20:00:00Z",
    },
  };

  it("moves the ends of the turn and of the seats", async () => {
    const { selection, bodies } = selectionWith([held(0), extended]);
    await selection.want([0]);
    selection.set({ event: allowed, extensionsLeft: 1 });
    expect(await selection.extend()).toEqual({ until: Date.parse("2026-11-15T20:12:00Z") });
    expect(bodies[1]).toEqual({ eventId: "demo", extension: 2 });
    expect(selection.state).toMatchObject({
      keepUntil: Date.parse("2026-11-15T20:20:00Z"),
      extensionsLeft: 0,
      hold: { until: "2026-11-15T20:12:00Z" },
    });
  });

  it("is not undone by an older look at the seats", async () => {
    const { selection } = selectionWith([held(0), extended]);
    await selection.want([0]);
    const asked = selection.changes;
    await selection.extend();
    selection.look(look([0]), asked);
    expect(selection.state.hold?.until).toBe("2026-11-15T20:12:00Z");
  });

  it.each(["EXTENSION_USED", "EXTENSION_NOT_ALLOWED"])("is not offered again after %s", async (code) => {
    const { selection } = selectionWith([{ status: 409, body: { code, message: "No more." } }]);
    selection.set({ event: allowed, extensionsLeft: 2 });
    expect(await selection.extend()).toMatchObject({ error: { code } });
    expect(selection.state.extensionsLeft).toBe(0);
  });
});

describe("standing places", () => {
  it("are asked of the server where it can find them, else picked here beside the seats", async () => {
    const { selection, bodies } = selectionWith([held(12, 13), held(0, 12, 13), held(0, 12, 13, 14)]);
    const area = selection.state.open!.hall.areas[0]!;
    await selection.takeStanding(area, 2);
    expect(bodies[0]).toMatchObject({ kind: "standing", section: "F2", count: 2 });
    await selection.want([0, 12, 13]);
    await selection.takeStanding(area, 3);
    expect(bodies[2]?.seatIds).toHaveLength(4);
    expect(bodies[2]?.seatIds?.slice(0, 3)).toEqual(["F1-A-1", "PIT-1", "PIT-2"]);
  });
});

import { describe, expect, it } from "vitest";

import type { QueueAnswer } from "../core/schema_types";
import { milestoneOf, newPlace, progress, shownAfter, streamWanted } from "./place";

const answer = (values: Partial<QueueAnswer>): QueueAnswer => ({
  status: "waiting",
  canEnter: false,
  position: 10,
  ahead: (values.position ?? 10) - 1,
  behind: 0,
  estimatedWait: 60,
  nextPollMs: 1_000,
  active: 0,
  maxActive: 1,
  admittedPerMinute: 1,
  serverTime: "2026-11-15T20:00:00.000+09:00",
  ...values,
});

describe("the position", () => {
  it("falls as the server says", () => {
    const place = shownAfter(newPlace(answer({ position: 10 })), answer({ position: 4 }));
    expect(place.answer.position).toBe(4);
  });

  it("is never shown rising", () => {
    const place = shownAfter(newPlace(answer({ position: 10 })), answer({ position: 12 }));
    expect(place.answer.position).toBe(10);
    expect(place.answer.ahead).toBe(9);
  });

  it("keeps what else a server that is behind says", () => {
    const place = shownAfter(newPlace(answer({})), answer({ position: 12, message: "Hello" }));
    expect(place.answer.message).toBe("Hello");
  });

  it("may be a new one for who joins anew", () => {
    expect(newPlace(answer({ position: 5_000 })).answer.position).toBe(5_000);
  });

  it("appears with the draw", () => {
    const lobby = newPlace(answer({ status: "lobby", position: null }));
    expect(shownAfter(lobby, answer({ position: 700 })).answer.position).toBe(700);
  });
});

describe("progress", () => {
  it("is the part of the way that is done", () => {
    const place = shownAfter(newPlace(answer({ position: 200 })), answer({ position: 50 }));
    expect(progress(place)).toBe(75);
  });

  it("is nothing before there is a position", () => {
    expect(progress(newPlace(answer({ position: null })))).toBe(0);
  });
});

describe("milestones", () => {
  it.each([[1, 1], [2, 10], [10, 10], [11, 100], [1_000, 1_000], [1_001, 10_000]])(
    "of position %i: %i",
    (position, milestone) => expect(milestoneOf(position)).toBe(milestone),
  );
});

describe("the stream", () => {
  it("is wanted near the front, where polls are frequent", () => {
    expect(streamWanted(answer({ nextPollMs: 1_200 }))).toBe(true);
  });

  it("is not wanted far behind", () => {
    expect(streamWanted(answer({ nextPollMs: 30_000 }))).toBe(false);
  });

  it.each(["admitted", "expired", "closed", "moved"] as const)("is over when %s", (status) => {
    expect(streamWanted(answer({ status }))).toBe(false);
  });
});

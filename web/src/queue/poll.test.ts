import { describe, expect, it } from "vitest";

import { afterOutcome, afterWake, backoffMs, newSchedule } from "./poll";

const answer = (nextPollMs: number) => ({ kind: "answer", nextPollMs }) as const;
const failure = (retryAfterS = 0) => ({ kind: "failure", retryAfterS }) as const;

describe("polling", () => {
  it("waits as long as the server says", () => {
    expect(afterOutcome(newSchedule(0), answer(5_000), 100, 0).dueAt).toBe(5_100);
  });

  it("is never sooner than the server says, and at most a tenth later", () => {
    const latest = afterOutcome(newSchedule(0), answer(10_000), 0, 0.999).dueAt;
    expect(latest).toBeGreaterThanOrEqual(10_000);
    expect(latest).toBeLessThanOrEqual(11_000);
  });

  it("never becomes a storm, whatever the server says", () => {
    expect(afterOutcome(newSchedule(0), answer(0), 0, 0).dueAt).toBe(500);
  });

  it("forgets failures once the server answers", () => {
    const failed = afterOutcome(newSchedule(0), failure(), 0, 0);
    expect(afterOutcome(failed, answer(1_000), 0, 0).failures).toBe(0);
  });
});

describe("failures", () => {
  it("wait longer each time", () => {
    const waits = [1, 2, 3, 4, 5].map((failures) => backoffMs(failures, 0.5));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(new Set(waits).size).toBe(5);
  });

  it("never wait longer than half a minute", () => {
    expect(backoffMs(1_000, 0.999)).toBeLessThanOrEqual(30_000);
  });

  it("spread guests who lost the server together", () => {
    expect(backoffMs(3, 0)).toBeLessThan(backoffMs(3, 0.9));
  });

  it("keep to Retry-After", () => {
    const schedule = afterOutcome(newSchedule(0), failure(20), 1_000, 0);
    expect(schedule.dueAt).toBeGreaterThanOrEqual(21_000);
  });
});

describe("waking up", () => {
  it("asks at once", () => {
    const sleeping = afterOutcome(newSchedule(0), answer(60_000), 0, 0);
    expect(afterWake(sleeping, 30_000, 0).dueAt).toBe(30_000);
  });

  it("asks at once after failures too", () => {
    let schedule = newSchedule(0);
    for (let i = 0; i < 6; i++) schedule = afterOutcome(schedule, failure(), 0, 0.9);
    expect(afterWake(schedule, 5_000, 0).dueAt).toBe(5_000);
  });

  it("does not ask again within a second of the last question", () => {
    const sleeping = afterOutcome(newSchedule(0), answer(60_000), 0, 0);
    expect(afterWake(sleeping, 30_000, 29_900).dueAt).toBe(30_900);
  });

  it("does not shorten what the server asked for", () => {
    const refused = afterOutcome(newSchedule(0), failure(10), 0, 0);
    expect(afterWake(refused, 2_000, 0).dueAt).toBe(10_000);
  });

  it("never makes a poll later", () => {
    const soon = afterOutcome(newSchedule(0), answer(600), 0, 0);
    expect(afterWake(soon, 100, 90).dueAt).toBe(600);
  });
});

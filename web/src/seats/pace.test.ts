import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { deadlineOf } from "./deadline";
import { nextAsk, Repeating } from "./pace";

const even = () => 0.5;

describe("the next question", () => {
  it("comes as wanted while answers come, a little spread", () => {
    expect(nextAsk(1500, 0, 0, even)).toBe(1500);
    expect(nextAsk(1500, 0, 0, () => 0)).toBe(1350);
  });

  it("comes later and later while they fail, but not for ever", () => {
    expect(nextAsk(1500, 1, 0, even)).toBe(1500);
    expect(nextAsk(1500, 3, 0, even)).toBe(4000);
    expect(nextAsk(1500, 20, 0, even)).toBe(15_000);
  });

  it("never comes before the server's word", () => {
    expect(nextAsk(1500, 1, 30, even)).toBe(30_000);
  });
});

describe("a repeated task", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("runs again after as long as it said, and not after its stop", async () => {
    let runs = 0;
    const task = new Repeating(() => Promise.resolve(++runs * 100));
    task.start();
    await vi.advanceTimersByTimeAsync(99);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(2);
    task.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs).toBe(2);
  });

  it("is not run twice at once", async () => {
    let runs = 0;
    const task = new Repeating(() => (runs++, new Promise(() => undefined)));
    task.start();
    task.soon();
    await vi.advanceTimersByTimeAsync(10);
    expect(runs).toBe(1);
  });
});

describe("the one clock", () => {
  const hold = { state: "held", until: "2026-11-15T20:10:00Z", frozen: false };
  const at = Date.parse(hold.until);

  it("is the nearest end that can hurt", () => {
    expect(deadlineOf({ hold, keepUntil: at + 1 })).toEqual({ kind: "hold", at, frozen: false });
    expect(deadlineOf({ hold, keepUntil: at - 1 })).toEqual({ kind: "turn", at: at - 1, frozen: false });
    expect(deadlineOf({ hold: null, keepUntil: at })).toEqual({ kind: "turn", at, frozen: false });
  });

  it("is none while seats are being paid, or where nothing is known", () => {
    expect(deadlineOf({ hold: { ...hold, state: "paying" }, keepUntil: at })).toBeNull();
    expect(deadlineOf({ hold: null, keepUntil: null })).toBeNull();
  });

  it("says when it is stopped", () => {
    expect(deadlineOf({ hold: { ...hold, frozen: true }, keepUntil: null })?.frozen).toBe(true);
  });
});

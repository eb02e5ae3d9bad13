import { describe, expect, it } from "vitest";

import { ServerClock } from "./clock";

const SERVER = Date.parse("2026-11-15T20:00:00.000+09:00");
const iso = (ms: number) => new Date(ms).toISOString();

/** A device whose two clocks can be set independently. */
function device() {
  const times = { tick: 0, wall: SERVER };
  return { times, clock: new ServerClock(() => times.tick, () => times.wall) };
}

describe("the server's clock", () => {
  it("is the device's until the server has answered", () => {
    const { clock, times } = device();
    times.wall = 123;
    expect(clock.now()).toBe(123);
    expect(clock.deviceOff()).toBeNull();
  });

  it("goes on by the time that has passed", () => {
    const { clock, times } = device();
    clock.note(iso(SERVER), 0);
    times.tick = 5_000;
    expect(clock.now()).toBe(SERVER + 5_000);
  });

  it("does not care what the device's clock is set to", () => {
    const { clock, times } = device();
    clock.note(iso(SERVER), 0);
    times.wall = SERVER + 3_600_000;
    expect(clock.now()).toBe(SERVER);
    expect(clock.deviceOff()).toBe(3_600_000);
  });

  it("allows for the time that the answer was on its way", () => {
    const { clock, times } = device();
    times.tick = 400;
    clock.note(iso(SERVER), 0);
    expect(clock.now()).toBe(SERVER + 200);
  });

  it("keeps the answer that came quickest", () => {
    const { clock, times } = device();
    times.tick = 20;
    clock.note(iso(SERVER), 0);
    times.tick = 3_020;
    clock.note(iso(SERVER + 100), 20);
    expect(clock.now()).toBe(SERVER + 10 + 3_000);
  });

  it("trusts a new answer once the old one is long ago", () => {
    const { clock, times } = device();
    clock.note(iso(SERVER), 0);
    times.tick = 600_000;
    clock.note(iso(SERVER + 600_500), 599_900);
    expect(clock.now()).toBe(SERVER + 600_550);
  });

  it("ignores what is no time", () => {
    const { clock } = device();
    clock.note("soon", 0);
    expect(clock.deviceOff()).toBeNull();
  });
});

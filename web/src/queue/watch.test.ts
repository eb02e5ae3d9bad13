import { describe, expect, it } from "vitest";

import type { ApiError } from "../core/api";
import type { QueueAnswer } from "../core/schema_types";
import type { Asked } from "./watch";
import { LineWatch } from "./watch";

const answer = (values: Partial<QueueAnswer> = {}): QueueAnswer => ({
  status: "waiting",
  canEnter: false,
  position: 5_000,
  ahead: 4_999,
  behind: 0,
  estimatedWait: 60,
  nextPollMs: 5_000,
  active: 0,
  maxActive: 1,
  admittedPerMinute: 1,
  serverTime: "2026-11-15T20:00:00.000+09:00",
  ...values,
});

const error = (code: string, retryAfterS = 0): ApiError => ({
  code, retryAfterS, message: "", status: 0, details: {}, requestId: "", guestCode: "",
});

/** A simulated environment whose time moves only when the test moves it. */
class World {
  time = 0;
  questions = 0;
  streams = 0;
  next: Asked = { ok: true, value: answer() };
  send: (answer: QueueAnswer) => void = () => {};
  end: () => void = () => {};
  private timer: { at: number; act: () => void } | null = null;
  readonly watch = new LineWatch(
    {
      ask: async () => {
        this.questions++;
        return this.next;
      },
      openStream: (heard, ended) => {
        this.streams++;
        [this.send, this.end] = [heard, ended];
        return { close: () => {} };
      },
      now: () => this.time,
      chance: () => 0,
      after: (ms, act) => {
        const timer = { at: this.time + ms, act };
        this.timer = timer;
        return () => {
          if (this.timer === timer) this.timer = null;
        };
      },
    },
    () => {},
  );

  async pass(ms: number): Promise<void> {
    const until = this.time + ms;
    while (this.timer && this.timer.at <= until) {
      const { at, act } = this.timer;
      this.timer = null;
      this.time = at;
      act();
      for (let i = 0; i < 5; i++) await Promise.resolve();
    }
    this.time = until;
  }
}

async function started(next: Asked): Promise<World> {
  const world = new World();
  world.next = next;
  world.watch.start();
  await world.pass(0);
  return world;
}

const near = answer({ position: 40, ahead: 39, nextPollMs: 1_000 });

describe("watching a place", () => {
  it("asks again when the server said so", async () => {
    const world = await started({ ok: true, value: answer() });
    await world.pass(4_999);
    expect(world.questions).toBe(1);
    await world.pass(1);
    expect(world.questions).toBe(2);
  });

  it("asks at once when it is looked at again", async () => {
    const world = await started({ ok: true, value: answer({ nextPollMs: 60_000 }) });
    await world.pass(20_000);
    world.watch.wake();
    await world.pass(0);
    expect(world.questions).toBe(2);
  });

  it("keeps what it shows while the server is away, and says so", async () => {
    const world = await started({ ok: true, value: answer() });
    world.next = { ok: false, error: error("OFFLINE") };
    await world.pass(5_000);
    expect(world.watch.standing.place?.answer.position).toBe(5_000);
    expect(world.watch.standing.trouble?.code).toBe("OFFLINE");
  });

  it("finds the server again by itself", async () => {
    const world = await started({ ok: false, error: error("OFFLINE") });
    world.next = { ok: true, value: answer() };
    await world.pass(1_000);
    expect(world.watch.standing.trouble).toBeNull();
    expect(world.watch.standing.known).toBe("place");
  });

  it("offers to enter where there is no place", async () => {
    const world = await started({ ok: false, error: error("QUEUE_TOKEN_REQUIRED") });
    expect(world.watch.standing.known).toBe("none");
  });

  it("stops when it is told to", async () => {
    const world = await started({ ok: true, value: answer() });
    world.watch.stop();
    await world.pass(600_000);
    expect(world.questions).toBe(1);
  });
});

describe("the stream", () => {
  it("takes the place of polls near the front", async () => {
    const world = await started({ ok: true, value: near });
    for (let i = 0; i < 10; i++) {
      await world.pass(1_000);
      world.send({ ...near, position: 39 - i });
    }
    expect(world.questions).toBe(1);
    expect(world.watch.standing.place?.answer.position).toBe(30);
  });

  it("is not opened far behind", async () => {
    const world = await started({ ok: true, value: answer() });
    expect(world.streams).toBe(0);
  });

  it("is given up when it is silent", async () => {
    const world = await started({ ok: true, value: near });
    await world.pass(5_000);
    expect(world.questions).toBe(2);
  });

  it("is not opened again at once after it ended: another tab may have it", async () => {
    const world = await started({ ok: true, value: near });
    world.end();
    await world.pass(30_000);
    expect(world.streams).toBe(1);
    expect(world.questions).toBeGreaterThan(20);
  });

  it("leaves the turn to a poll, which brings the cookie", async () => {
    const world = await started({ ok: true, value: near });
    const admitted = answer({ status: "admitted", position: 0, nextPollMs: 3_000 });
    world.next = { ok: true, value: admitted };
    world.send(admitted);
    expect(world.watch.standing.place?.answer.status).toBe("waiting");
    await world.pass(500);
    expect(world.questions).toBe(2);
    expect(world.watch.standing.place?.answer.status).toBe("admitted");
  });
});

describe("what the guest does", () => {
  it("counts more than an answer that was on its way", async () => {
    const world = await started({ ok: true, value: answer() });
    let release = (_: Asked) => {};
    const slow = new Promise<Asked>((resolve) => (release = resolve));
    world.next = slow as never;
    await world.pass(5_000);
    world.watch.adopt(answer({ status: "expired", reason: "left", position: null }));
    release({ ok: true, value: answer() });
    for (let i = 0; i < 5; i++) await Promise.resolve();
    expect(world.watch.standing.place?.answer.status).toBe("expired");
  });
});

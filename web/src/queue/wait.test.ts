import { describe, expect, it } from "vitest";

import { waitWords } from "./wait";

const range = (low: number, high: number) =>
  waitWords({ estimatedWait: low, estimatedWaitRange: [low, high] });

describe("the wait in words", () => {
  it("is a range in minutes", () => {
    expect(range(250, 410)).toBe("4 to 7 min");
  });

  it("names no minute where it is less", () => {
    expect(range(0, 59)).toBe("under a minute");
  });

  it("has no low end below a minute", () => {
    expect(range(10, 130)).toBe("up to 3 min");
  });

  it("is one number where both ends are the same", () => {
    expect(range(300, 300)).toBe("about 5 min");
  });

  it("is in half hours when it is long", () => {
    expect(range(6_000, 9_500)).toBe("1.5 to 3 h");
  });

  it("does not count days", () => {
    expect(range(80_000, 200_000)).toBe("more than a day");
  });

  it("falls back to the one estimate", () => {
    expect(waitWords({ estimatedWait: 600 })).toBe("about 10 min");
  });

  it("is silent where it is not known", () => {
    expect(waitWords({ estimatedWait: null })).toBeNull();
  });
});

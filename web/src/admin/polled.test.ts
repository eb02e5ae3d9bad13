import { describe, expect, it } from "vitest";

import { waitAfter } from "./polled";

describe("the wait for the next question", () => {
  it("is the usual one while answers come", () => {
    expect(waitAfter(0, 1000)).toBe(1000);
  });

  it("doubles with each failure, up to ten seconds", () => {
    expect([1, 2, 3, 4, 50].map((failures) => waitAfter(failures, 1000))).toEqual([
      2000, 4000, 8000, 10_000, 10_000,
    ]);
  });

  it("is never shorter than the usual one", () => {
    expect(waitAfter(3, 60_000)).toBe(60_000);
  });
});

import { describe, expect, it } from "vitest";

import { markPassed } from "./countdown_marks";

describe("what a countdown says aloud", () => {
  it.each([300, 180, 60, 30])("says %i seconds when they are reached", (mark) => {
    expect(markPassed(mark * 1000 + 400, mark * 1000 - 100)).toBe(mark);
  });

  it("is silent between its marks", () => {
    expect(markPassed(170_000, 169_000)).toBeNull();
  });

  it("says a mark once", () => {
    expect(markPassed(60_000, 59_500)).toBeNull();
  });

  it("says only the last mark after a long sleep", () => {
    expect(markPassed(400_000, 20_000)).toBe(30);
  });

  it("is silent when the time is over", () => {
    expect(markPassed(31_000, 0)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";

import { ageOf, ageText, isOld, span } from "./age";

describe("the age of a number", () => {
  it("is never below zero, even if the number is from ahead of our clock", () => {
    expect(ageOf(2000, 1000)).toBe(0);
  });

  it("makes it grey after three seconds, not before", () => {
    expect(isOld(0, 3000)).toBe(false);
    expect(isOld(0, 3001)).toBe(true);
  });

  it("that was never heard is old", () => {
    expect(isOld(null, 0)).toBe(true);
  });

  it("is said in the largest fitting unit", () => {
    expect(span(2900)).toBe("2 s");
    expect(span(61_000)).toBe("1 min");
    expect(span(3_600_000)).toBe("1 h");
    expect(span(3 * 86_400_000)).toBe("3 days");
  });

  it("is told as a sentence", () => {
    expect(ageText(1000, 3500)).toBe("2 s ago");
  });
});

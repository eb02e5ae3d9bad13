import { describe, expect, it } from "vitest";
import { fill } from "./words";

describe("a text", () => {
  it("gets its values, and keeps a name that has none", () => {
    expect(fill("{n} of {max}, {other}", { n: 0, max: "1,000" })).toBe("0 of 1,000, {other}");
  });

  it("says one thing in the singular, all else in the plural", () => {
    const text = "{n} {n|guest is|guests are} inside for {minutes} {minutes|minute|minutes}";
    expect(fill(text, { n: 1, minutes: "1" })).toBe("1 guest is inside for 1 minute");
    expect(fill(text, { n: 0, minutes: "1,001" })).toBe("0 guests are inside for 1,001 minutes");
  });
});

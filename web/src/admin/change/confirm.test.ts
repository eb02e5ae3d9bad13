import { describe, expect, it } from "vitest";

import { isConfirmed } from "./confirm";

describe("a typed confirmation", () => {
  it("takes the phrase, however its number is written", () => {
    expect(isConfirmed(" demo  1,203 ", "demo 1203")).toBe(true);
    expect(isConfirmed("DEMO 1203", "demo 1203")).toBe(true);
  });

  it("refuses another count and another event", () => {
    expect(isConfirmed("demo 1204", "demo 1203")).toBe(false);
    expect(isConfirmed("tour 1203", "demo 1203")).toBe(false);
  });

  it("refuses nothing where something must be typed", () => {
    expect(isConfirmed("", "demo 0")).toBe(false);
  });

  it("asks for nothing where there is no phrase", () => {
    expect(isConfirmed("", "")).toBe(true);
  });
});

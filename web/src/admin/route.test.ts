import { describe, expect, it } from "vitest";

import { hashOf, routeOf } from "./route";

describe("a route", () => {
  it("is read back as it was written", () => {
    const route = { event: "spring tour/1", section: "orders", detail: "O-1" } as const;
    expect(routeOf(hashOf(route))).toEqual(route);
  });

  it("without a section is the first screen", () => {
    expect(routeOf("#/demo")).toEqual({ event: "demo", section: "overview", detail: "" });
  });

  it("of an unknown section is the first screen", () => {
    expect(routeOf("#/demo/nonsense").section).toBe("overview");
  });

  it("that cannot be decoded names no event", () => {
    expect(routeOf("#/%E0%A4%A").event).toBe("");
  });
});

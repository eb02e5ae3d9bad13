import { describe, expect, it } from "vitest";

import { serverTimeOf } from "./api";

const TIME = "2026-11-15T20:00:00.000+09:00";

describe("the server's time in an answer", () => {
  it("is the answer's own", () => {
    expect(serverTimeOf({ serverTime: TIME })).toBe(TIME);
  });

  it("is that of the one event in it", () => {
    expect(serverTimeOf({ event: { id: "demo", serverTime: TIME } })).toBe(TIME);
  });

  it.each([null, {}, [], { serverTime: 5 }, { event: null }])("is missing in %j", (body) => {
    expect(serverTimeOf(body)).toBeNull();
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";

import { call, serverTimeOf } from "./api";

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

describe("a refusal", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("carries what the service desk asks for", async () => {
    const headers = { "X-Guest-Code": "G-0123456789", "X-Request-Id": "r1", "Retry-After": "3" };
    const body = JSON.stringify({ code: "SALE_PAUSED", message: "Later." });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status: 409, headers })));
    expect(await call("get", "/api/events")).toMatchObject({
      ok: false,
      error: { code: "SALE_PAUSED", guestCode: "G-0123456789", requestId: "r1", retryAfterS: 3 },
    });
  });
});

import { describe, expect, it } from "vitest";

import type { SaleEvent } from "../core/schema_types";
import type { Surroundings } from "./readiness";
import { checksOf, inAppBrowser, takesCode } from "./readiness";

const NOW = Date.parse("2026-11-15T20:00:00+09:00");
const phase = (id: string, who: SaleEvent["phases"][number]["who"]) => ({
  id, who, title: `Phase ${id}`, from: "2026-11-15T19:00:00+09:00", to: "2026-11-15T21:00:00+09:00",
});
const event = (values: Partial<SaleEvent> = {}): SaleEvent => ({
  id: "demo", title: "Demo", identity: "visitor", order: "fifo", opensAt: "", performances: [],
  phases: [], extension: 0, extensions: 0, status: "open", waiting: 0, serverTime: "", ...values,
});
const userAgent = "Mozilla/5.0 (Macintosh) Version/17.0 Safari/605";
const fine: Surroundings = { cookies: true, userAgent, clockOff: 0, now: NOW };
const check = (
  id: string,
  around: Partial<Surroundings> = {},
  of = event(),
  mine = new Set<string>(),
) =>
  checksOf(of, { ...fine, ...around }, mine).find((one) => one.id === id);

describe("the browser", () => {
  it.each([
    ["Mozilla/5.0 (iPhone) AppleWebKit/605 KAKAOTALK 10.4.0", "KakaoTalk"],
    ["Mozilla/5.0 (iPhone) Twitter for iPhone/10.1", "X"],
    ["Mozilla/5.0 (Linux; Android 14) Instagram 300.0", "Instagram"],
    ["Mozilla/5.0 (iPhone) Safari Line/13.1.0", "LINE"],
    ["Mozilla/5.0 (Linux; Android 14; SM-S911; wv) Chrome/120", "another app"],
  ])("is found inside an app: %s", (userAgent, app) => {
    expect(inAppBrowser(userAgent)).toBe(app);
    expect(check("browser", { userAgent })?.good).toBe(false);
  });

  it.each([
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537.36 Edg/120.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1",
    "Mozilla/5.0 (Linux; Android 14; SM-S911N) SamsungBrowser/23.0 Chrome/115 Mobile Safari/537.36",
  ])("is fine by itself: %s", (userAgent) => expect(inAppBrowser(userAgent)).toBeNull());
});

describe("the clock", () => {
  it("is fine within half a minute", () => {
    expect(check("clock", { clockOff: -29_000 })?.text).toBe("Your device's clock is right.");
  });

  it("is told when it is off, and that it does no harm", () => {
    const off = check("clock", { clockOff: 2 * 3_600_000 });
    expect(off?.text).toContain("2 h");
    expect(off?.good).toBe(true);
  });
});

describe("eligibility", () => {
  it("is everybody's without phases", () => {
    expect(check("eligibility")?.good).toBe(true);
  });

  it("names the phases that let the guest in", () => {
    const of = event({ phases: [phase("fans", "list")] });
    expect(check("eligibility", {}, of, new Set(["fans"]))?.text).toContain("Phase fans");
  });

  it("asks for the code that is missing", () => {
    const of = event({ phases: [phase("fans", "code")] });
    expect(check("eligibility", {}, of)?.text).toContain("access code");
  });

  it("says nothing before it knows", () => {
    const of = event({ phases: [phase("fans", "list")] });
    expect(checksOf(of, fine, null).some((one) => one.id === "eligibility")).toBe(false);
  });
});

describe("readiness", () => {
  it("puts what needs a hand first", () => {
    expect(checksOf(event(), { ...fine, cookies: false }, null)[0]?.id).toBe("cookies");
  });

  it("tells the limit", () => {
    const of = event({ limits: { seatsPerGuest: 4, seatsPerPerformance: 0, weak: true } });
    expect(check("limit", {}, of)?.text).toContain("At most 4 seats");
  });

  it("asks for a code only while its phase is not over", () => {
    const of = event({ phases: [phase("fans", "code")] });
    expect(takesCode(of, NOW)).toBe(true);
    expect(takesCode(of, NOW + 10 * 3_600_000)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";

import type { CalendarEntry } from "./ics";
import { calendarFile, escapeText, fold, utc } from "./ics";

const entry: CalendarEntry = {
  uid: "B-1@tickets.example",
  startsAt: "2026-12-15T20:36:30.131+09:00",
  title: "Night; with, marks",
  place: "올림픽홀",
  description: "one\ntwo",
  url: "https://tickets.example/en/bookings/B-1",
  stamp: Date.parse("2026-11-15T00:00:00Z"),
};

const octets = (text: string) => new TextEncoder().encode(text).length;

describe("a calendar file", () => {
  it("has its times in UTC, whatever zone they were told in", () => {
    expect(calendarFile(entry)).toContain("\r\nDTSTART:20261215T113630Z\r\n");
    expect(utc(0)).toBe("19700101T000000Z");
  });

  it("ends every line as the format wants it", () => {
    const file = calendarFile(entry);
    expect(file.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")).toBe(true);
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(file.replace(/\r\n/g, "")).not.toMatch(/[\r\n]/);
  });

  it("marks what has a meaning of its own", () => {
    expect(escapeText("a\\b;c,d\r\ne\nf\u0007g")).toBe("a\\\\b\\;c\\,d\\ne\\nfg");
    expect(calendarFile(entry)).toContain("SUMMARY:Night\\; with\\, marks");
  });

  it("cannot be given a line of somebody else's making", () => {
    const file = calendarFile({ ...entry, title: "x\r\nBEGIN:VALARM" });
    expect(file.split("\r\n")).not.toContain("BEGIN:VALARM");
  });

  it("folds long lines at 75 octets, never within a character", () => {
    const line = `SUMMARY:${"가나다 🎫".repeat(30)}`;
    const folded = fold(line).split("\r\n");
    expect(folded.length).toBeGreaterThan(1);
    for (const part of folded) expect(octets(part)).toBeLessThanOrEqual(75);
    expect(folded.slice(1).every((part) => part.startsWith(" "))).toBe(true);
    expect(folded.map((part, at) => (at ? part.slice(1) : part)).join("")).toBe(line);
  });

  it("leaves a line of just 75 octets alone", () => {
    expect(fold("x".repeat(75))).toBe("x".repeat(75));
    expect(fold("x".repeat(76))).toBe(`${"x".repeat(75)}\r\n x`);
  });
});

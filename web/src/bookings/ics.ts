/** An entry for a calendar. */
export interface CalendarEntry {
  /** Stays the same for a booking, so that a second download creates no second entry. */
  uid: string;
  startsAt: string;
  title: string;
  place?: string;
  description: string;
  url: string;
  /** Creation time of the file, in milliseconds. */
  stamp: number;
}

// RFC 5545, 3.1: a line has at most 75 octets, excluding the line break.
const LINE_OCTETS = 75;

/** RFC 5545, 3.3.11: escapes special characters and removes control characters. */
export const escapeText = (text: string): string =>
  text
    .replace(/\\/g, "\\\\")
    .replace(/[;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/[\u0000-\u001f\u007f]/g, "");

const octets = (text: string): number => new TextEncoder().encode(text).length;

/** Folds long lines with a line break and a space, which counts. Never splits a character. */
export function fold(line: string): string {
  let folded = "";
  let used = 0;
  for (const character of line) {
    const size = octets(character);
    if (used + size > LINE_OCTETS) {
      folded += "\r\n ";
      used = 1;
    }
    folded += character;
    used += size;
  }
  return folded;
}

/** "20261215T110000Z". */
export const utc = (at: number): string =>
  new Date(at).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");

/** The calendar file. It has no end time, because the end of a performance is unknown. */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Onsale//Booking//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${utc(entry.stamp)}`,
    `DTSTART:${utc(Date.parse(entry.startsAt))}`,
    `SUMMARY:${escapeText(entry.title)}`,
    ...(entry.place ? [`LOCATION:${escapeText(entry.place)}`] : []),
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

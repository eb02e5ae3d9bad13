import { language } from "./words";

const LOCALE = language === "ko" ? "ko-KR" : "en-GB";

const numbers = new Intl.NumberFormat(LOCALE);
export const number = (value: number): string => numbers.format(value);

/** "154,000원" and "₩154,000": the usual format of each language. Amounts are in minor units. */
export function money(amount: number, currency: string): string {
  const digits = new Intl.NumberFormat(LOCALE, { style: "currency", currency });
  const shift = 10 ** (digits.resolvedOptions().maximumFractionDigits ?? 0);
  if (language === "ko" && currency === "KRW") return `${number(amount)}원`;
  return digits.format(amount / shift);
}

/** "4:05", "1:04:05": the remaining time, never below zero. */
export function countdown(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** The zone, or undefined (the browser's own zone) if the browser does not know it. */
export const knownZone = (zone: string | undefined): string | undefined => {
  if (!zone) return undefined;
  try {
    new Intl.DateTimeFormat(LOCALE, { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
};

function zoned(at: number, zone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const timeZone = knownZone(zone);
  return new Intl.DateTimeFormat(LOCALE, { ...options, ...(timeZone ? { timeZone } : {}) }).format(at);
}

/** "KST", or "GMT+9" if the zone has no name of its own. */
export function zoneName(at: number, zone: string | undefined): string {
  if (zone === "Asia/Seoul") return "KST";
  const timeZone = knownZone(zone);
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "short", ...(timeZone ? { timeZone } : {}) });
  return parts.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? "";
}

/** Day and time in the event's zone, with the name of the zone. */
export function dateTime(at: number | string, zone: string | undefined): string {
  const ms = typeof at === "string" ? Date.parse(at) : at;
  const text = zoned(ms, zone, { dateStyle: "full", timeStyle: "short" });
  return `${text} ${zoneName(ms, zone)}`;
}

/** Time of day in the event's zone, with the name of the zone. */
export function timeOfDay(at: number | string, zone: string | undefined): string {
  const ms = typeof at === "string" ? Date.parse(at) : at;
  return `${zoned(ms, zone, { timeStyle: "short" })} ${zoneName(ms, zone)}`;
}

/** The instant in the guest's zone. Null if that shows the same time. */
export function ownTime(at: number | string, zone: string | undefined): string | null {
  const ms = typeof at === "string" ? Date.parse(at) : at;
  const options: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
  const own = zoned(ms, undefined, options);
  return own === zoned(ms, zone, options) ? null : `${own} ${zoneName(ms, undefined)}`;
}

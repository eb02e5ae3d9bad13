import { number } from "../core/format";
import type { SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/join";

/** One check before entering. */
export interface Check {
  id: "cookies" | "browser" | "clock" | "eligibility" | "limit";
  good: boolean;
  text: string;
}

/** Browsers inside other apps, by user agent. Each has its own cookies. */
const IN_APP: readonly [RegExp, string][] = [
  [/KAKAOTALK/i, "KakaoTalk"],
  [/NAVER\(inapp/i, "NAVER"],
  [/DaumApps/i, "Daum"],
  [/\bLine\//i, "LINE"],
  [/Instagram/i, "Instagram"],
  [/\bFB(AN|AV|_IAB)\b/i, "Facebook"],
  [/Twitter/i, "X"],
  [/everytimeApp/i, "Everytime"],
  [/BytedanceWebview|musical_ly|TikTok/i, "TikTok"],
  [/;\s?wv\)/i, ""],
];

/** The app in which this page is shown, or null in a normal browser. */
export function inAppBrowser(userAgent: string): string | null {
  const found = IN_APP.find(([pattern]) => pattern.test(userAgent));
  return found ? found[1] || words.appGeneric : null;
}

/** Clock error that is worth a note. It is surprising but harmless. */
const CLOCK_OFF_MS = 30_000;

function timeOff(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return fill(words.seconds, { n: seconds });
  const minutes = Math.round(seconds / 60);
  return minutes < 120
    ? fill(words.minutes, { n: minutes })
    : fill(words.hours, { n: number(Math.round(minutes / 60)) });
}

function clockCheck(off: number | null): Check {
  const wrong = off !== null && Math.abs(off) > CLOCK_OFF_MS;
  const text = wrong ? fill(words.clockOff, { time: timeOff(off) }) : words.clockGood;
  return { id: "clock", good: true, text };
}

/** The ids of the phases in which this guest may enter. Null if unknown. */
export type Eligible = ReadonlySet<string> | null;

type Phases = SaleEvent["phases"];

export const phaseTitle = (phase: Phases[number]): string => phase.title || phase.id;

function eligibilityCheck(event: SaleEvent, eligible: Eligible, now: number): Check | null {
  const open = event.phases.filter((phase) => Date.parse(phase.to) > now);
  if (open.every((phase) => phase.who === "everybody"))
    return { id: "eligibility", good: true, text: words.eligibleEverybody };
  if (!eligible) return null;
  const mine = open.filter((phase) => eligible.has(phase.id));
  if (mine.length > 0) {
    const phases = mine.map(phaseTitle).join(", ");
    return { id: "eligibility", good: true, text: fill(words.eligible, { phases }) };
  }
  const byCode = open.some((phase) => phase.who === "code");
  return { id: "eligibility", good: false, text: byCode ? words.eligibleCode : words.eligibleNot };
}

function limitCheck({ limits }: SaleEvent): Check | null {
  const { seatsPerGuest = 0, seatsPerPerformance = 0 } = limits ?? {};
  if (seatsPerGuest === 0 && seatsPerPerformance === 0) return null;
  const text = seatsPerGuest
    ? fill(words.limit, { n: seatsPerGuest })
    : fill(words.limitPerformance, { n: seatsPerPerformance });
  return { id: "limit", good: true, text };
}

export interface Surroundings {
  cookies: boolean;
  userAgent: string;
  /** Error of the device's clock. Null if unknown. */
  clockOff: number | null;
  now: number;
}

/** All checks before entering. Those that need an action come first. */
export function checksOf(event: SaleEvent, around: Surroundings, eligible: Eligible): Check[] {
  const { cookies, userAgent } = around;
  const app = inAppBrowser(userAgent);
  const checks: (Check | null)[] = [
    { id: "cookies", good: cookies, text: cookies ? words.cookiesGood : words.cookiesBad },
    app === null
      ? { id: "browser", good: true, text: words.browserGood }
      : { id: "browser", good: false, text: fill(words.browserInApp, { app }) },
    clockCheck(around.clockOff),
    eligibilityCheck(event, eligible, around.now),
    limitCheck(event),
  ];
  const known = checks.filter((check) => check !== null);
  return [...known.filter((check) => !check.good), ...known.filter((check) => check.good)];
}

/** True if a phase that has not ended requires a code. */
export const takesCode = (event: SaleEvent, now: number): boolean =>
  event.phases.some((phase) => phase.who === "code" && Date.parse(phase.to) > now);

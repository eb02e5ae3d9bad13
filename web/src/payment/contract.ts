import { dateTime, money } from "../core/format";
import { typeName } from "../core/price_type";
import { fill } from "../core/words";
import { words } from "../words/payment";
import { refundRules } from "./order_words";
import type { Event, Quote } from "./sale";
import { performanceOf } from "./sale";

export interface ContractFacts {
  event: Event;
  performanceId: string;
  quote: Quote;
  /** The name of a seat, by id. */
  nameOf: (seat: string) => string;
  writtenAt: number;
  orderId?: string;
  bookingNumber?: string;
}

const section = (title: string, lines: readonly string[]): string[] => ["", `## ${title}`, ...lines];

function parties({ event, performanceId }: ContractFacts): string[] {
  const { seller } = event;
  const performance = performanceOf(event, performanceId);
  const when = performance && dateTime(performance.startsAt, event.timeZone);
  return [
    seller && [seller.name, seller.contact].filter(Boolean).join(", "),
    [event.title, event.artist].filter(Boolean).join(" - "),
    performance && [performance.title, when].filter(Boolean).join(", "),
    event.venue,
  ].map((text, at) => text && `${[words.seller, words.event, words.performance, words.venue][at]}: ${text}`)
    .filter((line): line is string => Boolean(line));
}

function priceLines({ quote, nameOf }: ContractFacts): string[] {
  const amount = (value: number) => money(value, quote.currency);
  const lines = quote.lines.map(
    ({ seat, grade, type, price, fees }) =>
      `${nameOf(seat)} (${grade}, ${typeName(type)}): ${amount(price)} + ${words.fees} ${amount(fees)}`,
  );
  if (quote.orderFees > 0) lines.push(`${words.orderFees}: ${amount(quote.orderFees)}`);
  return [...lines, `${words.total}: ${amount(quote.total)}`];
}

/** The agreement as a text that the buyer can keep. */
export function contractText(facts: ContractFacts): string {
  const { event, quote, orderId, bookingNumber } = facts;
  const lines = [
    `# ${words.contractTitle}`,
    ...(event.demo ? [words.contractTest] : []),
    ...(orderId ? [`${words.order}: ${orderId}`] : []),
    bookingNumber ? `${words.bookingNumber}: ${bookingNumber}` : words.contractDraft,
    fill(words.contractMade, { time: dateTime(facts.writtenAt, event.timeZone) }),
    ...section(words.event, parties(facts)),
    ...section(words.seats, priceLines(facts)),
    ...section(words.refundRules, refundRules(event.refunds, quote.currency)),
    ...section(words.consents, [
      words.consentTerms,
      words.consentTermsMore,
      words.consentRefunds,
      words.consentData,
      words.consentDataMore,
    ]),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

import { useNow } from "../core/clock";
import { money } from "../core/format";
import { Moment } from "../core/page";
import { typeName } from "../core/price_type";
import type { SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { policyWords } from "../extend/offer";
import { words } from "../words/event";
import { feeWords, leftWords, orderWords, priceTypes } from "./words_of";

export function Performances({ event }: { event: SaleEvent }) {
  if (event.performances.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.performances}</h2>
      <ul class="performances">
        {event.performances.map((performance) => (
          <li key={performance.id}>
            {performance.image && <img src={performance.image} alt="" loading="lazy" />}
            <span>
              {performance.title && <strong>{performance.title}</strong>}
              <Moment at={performance.startsAt} zone={event.timeZone} />
            </span>
            <span class="left">{leftWords(performance)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Prices = NonNullable<SaleEvent["prices"]>;

const priceOf = ({ currency }: Prices, grade: Prices["grades"][number], type: string): string => {
  const found = grade.types.find((one) => one.type === type);
  return found ? money(found.price, currency) : "–";
};

const feeText = ({ name, per, amount }: Prices["fees"][number], currency: string): string =>
  fill(words.fee, {
    name: feeWords(name),
    amount: money(amount, currency),
    per: words.per[per],
  });

export function Prices({ event }: { event: SaleEvent }) {
  const { prices } = event;
  const types = priceTypes(event);
  if (!prices || types.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.prices}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.prices}>
        <table class="prices">
          <thead>
            <tr>
              <th scope="col">{words.grade}</th>
              {types.map((type) => <th key={type} scope="col">{typeName(type)}</th>)}
            </tr>
          </thead>
          <tbody>
            {prices.grades.map((grade) => (
              <tr key={grade.grade}>
                <th scope="row">{grade.grade}</th>
                {types.map((type) => <td key={type}>{priceOf(prices, grade, type)}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small">{words.pricesHint}</p>
      {prices.fees.map((fee) => (
        <p key={fee.name} class="soft small">{feeText(fee, prices.currency)}</p>
      ))}
    </section>
  );
}

function limitWords(event: SaleEvent): string[] {
  const { limits } = event;
  if (!limits || (!limits.seatsPerGuest && !limits.seatsPerPerformance)) return [];
  const texts = [];
  if (limits.seatsPerGuest) texts.push(fill(words.limit, { n: limits.seatsPerGuest }));
  if (limits.seatsPerPerformance)
    texts.push(fill(words.limitPerformance, { n: limits.seatsPerPerformance }));
  if (limits.weak) texts.push(words.limitWeak);
  return texts;
}

/** How the line works, and the limits on purchases. */
export function Rules({ event }: { event: SaleEvent }) {
  const limits = limitWords(event);
  const moreTime = policyWords(event.extension, event.extensions);
  return (
    <section class="card">
      <h2>{words.order}</h2>
      <p>{orderWords(event)}</p>
      {moreTime && <p>{moreTime}</p>}
      {limits.length > 0 && <h2>{words.limits}</h2>}
      {limits.map((text) => <p key={text}>{text}</p>)}
    </section>
  );
}

const MINUTE_MS = 60_000;

/** The opening and closing times. Past times are omitted. */
export function Dates({ event }: { event: SaleEvent }) {
  const dates: [string, string | null | undefined][] = [
    [words.lobbyOpens, event.lobbyOpensAt],
    [words.opens, event.opensAt],
    [words.closes, event.closesAt],
  ];
  const now = useNow(MINUTE_MS);
  return (
    <dl class="dates">
      {dates.map(([label, at]) => at && Date.parse(at) > now && (
        <div key={label}><dt>{label}</dt><dd><Moment at={at} zone={event.timeZone} /></dd></div>
      ))}
    </dl>
  );
}

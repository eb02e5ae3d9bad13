import type { Line, Prices, Quote } from "./sale";

export interface Chosen {
  seat: string;
  grade: string;
  type: string;
}

/** The price types of a grade, the default one first. */
export const typesOf = (prices: Prices, grade: string): string[] =>
  prices.grades.find((one) => one.grade === grade)?.types.map(({ type }) => type) ?? [];

const feesPer = (prices: Prices, per: "seat" | "order"): number =>
  prices.fees.filter((fee) => fee.per === per).reduce((sum, fee) => sum + fee.amount, 0);

function lineOf(prices: Prices, chosen: Chosen): Line | null {
  const types = prices.grades.find((one) => one.grade === chosen.grade)?.types;
  const type = types?.find((one) => one.type === chosen.type);
  return type ? { ...chosen, price: type.withoutFees, fees: feesPer(prices, "seat") } : null;
}

/** The expected total of the server. Null if a seat has no such price. */
export function quoteFor(prices: Prices, seats: readonly Chosen[]): Quote | null {
  const lines: Line[] = [];
  for (const seat of seats) {
    const line = lineOf(prices, seat);
    if (!line) return null;
    lines.push(line);
  }
  const orderFees = feesPer(prices, "order");
  const total = lines.reduce((sum, line) => sum + line.price + line.fees, orderFees);
  return { lines, orderFees, total, currency: prices.currency };
}

import type { components } from "../api/schema";

type Prices = components["schemas"]["PublicPrices"];

/** What a seat of a grade costs alone, with every fee: the price that is shown first. */
export const priceOf = (prices: Prices | undefined, grade: string): number | undefined =>
  prices?.grades.find((one) => one.grade === grade)?.types[0]?.price;

/** The least that a seat of these grades costs, as it is shown first. */
export function fromPriceOf(prices: Prices | undefined, grades: string[]): number | undefined {
  const own = grades.map((grade) => priceOf(prices, grade)).filter((price) => price !== undefined);
  return own.length > 0 ? Math.min(...own) : undefined;
}

/**
 * What seats cost together at the first price type of each: fees of an order count once. Nothing
 * where a grade has no price. The sum that is paid is the server's.
 */
export function sumOf(prices: Prices | undefined, grades: string[]): number | undefined {
  if (!prices) return undefined;
  const feesOf = (per: "seat" | "order") =>
    prices.fees.filter((fee) => fee.per === per).reduce((sum, fee) => sum + fee.amount, 0);
  let sum = grades.length > 0 ? feesOf("order") : 0;
  for (const grade of grades) {
    const type = prices.grades.find((one) => one.grade === grade)?.types[0];
    if (!type) return undefined;
    sum += type.withoutFees + feesOf("seat");
  }
  return sum;
}

/** The steps of a price limit: what seats cost here, each once, from the least. */
export const priceSteps = (prices: Prices | undefined, grades: string[]): number[] =>
  [...new Set(grades.map((grade) => priceOf(prices, grade)))]
    .filter((price) => price !== undefined)
    .sort((a, b) => a - b);

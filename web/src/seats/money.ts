import type { components } from "../api/schema";

type Prices = components["schemas"]["PublicPrices"];

/** The price of a single seat of a grade, including all fees, at the default price type. */
export const priceOf = (prices: Prices | undefined, grade: string): number | undefined =>
  prices?.grades.find((one) => one.grade === grade)?.types[0]?.price;

/** The lowest default price of these grades. */
export function fromPriceOf(prices: Prices | undefined, grades: string[]): number | undefined {
  const own = grades.map((grade) => priceOf(prices, grade)).filter((price) => price !== undefined);
  return own.length > 0 ? Math.min(...own) : undefined;
}

/**
 * The total price of seats at the default price type of each. Fees per order count once. Undefined
 * if a grade has no price. The server's total is binding.
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

/** The steps of a price limit: the distinct prices of these grades, in ascending order. */
export const priceSteps = (prices: Prices | undefined, grades: string[]): number[] =>
  [...new Set(grades.map((grade) => priceOf(prices, grade)))]
    .filter((price) => price !== undefined)
    .sort((a, b) => a - b);

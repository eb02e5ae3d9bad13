import { words } from "../words/price_types";

/** The translation of a common price type, otherwise the seller's own text. */
export const typeName = (type: string): string =>
  Object.hasOwn(words, type) ? words[type as keyof typeof words] : type;

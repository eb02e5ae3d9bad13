import { language } from "../core/words";

// Stored in the tab while the guest is on the provider's page. Nothing depends on it: the server
// knows the order, and the browser has a language.
const LANGUAGE = "onsale.language";
const orderKey = (eventId: string, performanceId: string) =>
  `onsale.order.${eventId}.${performanceId}`;

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    return;
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export const rememberOrder = (eventId: string, performanceId: string, orderId: string): void =>
  write(orderKey(eventId, performanceId), orderId);

/** The order of this tab for a performance. */
export const rememberedOrder = (eventId: string, performanceId: string): string | null =>
  read(orderKey(eventId, performanceId));

export const rememberLanguage = (): void => write(LANGUAGE, language);

/** The language in which the guest left for the provider's page. It is read once. */
export function languageBefore(): string | null {
  const before = read(LANGUAGE);
  if (before) write(LANGUAGE, "");
  return before;
}

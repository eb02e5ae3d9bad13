import type { Answer } from "../core/api";
import { call, newIdempotencyKey } from "../core/api";
import { pathTo } from "../core/page";
import { language } from "../core/words";
import { rememberLanguage, rememberOrder } from "./remember";
import type { Started } from "./sale";

export interface PayAsk {
  eventId: string;
  performanceId: string;
  /** Key: the seat id. */
  priceTypes: Record<string, string>;
  provider?: string;
}

export const orderPath = (orderId: string): string =>
  pathTo(`/payment/${encodeURIComponent(orderId)}`);

/**
 * Requests a payment. A repeated identical request keeps its key, so that a lost answer does not
 * use an attempt. After an answer of the server the next request has a new key.
 */
export class PaymentRequester {
  private key = "";
  private asked = "";

  async request(ask: PayAsk): Promise<Answer<Started>> {
    const text = JSON.stringify(ask);
    if (text !== this.asked || !this.key) this.key = newIdempotencyKey();
    this.asked = text;
    // The provider returns the browser to this language.
    const answer = await call("post", "/api/payment/request", {
      body: { ...ask, language },
      idempotencyKey: this.key,
    });
    const lost = !answer.ok && ["OFFLINE", "TIMEOUT", "OUTCOME_UNKNOWN"].includes(answer.error.code);
    if (!lost) this.key = "";
    if (answer.ok) rememberOrder(ask.eventId, ask.performanceId, answer.value.order.orderId);
    return answer;
  }
}

function post(url: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** Opens the provider's page. Going back from there leads to the order, not to the seats. */
export function moveTo(started: Started): void {
  const order = orderPath(started.order.orderId);
  if (!started.payUrl) return location.assign(order);
  rememberLanguage();
  if (location.pathname !== order) history.pushState(null, "", order);
  // A page from the browser's back-forward cache would be outdated, so it is reloaded.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  if (started.fields) post(started.payUrl, started.fields);
  else location.assign(started.payUrl);
}

import type { Started } from "../../src/payment/sale";
import { DAY, EVENT } from "./sale";
import type { Json } from "./server";
import { until } from "./until";

/** Another guest of the sale, without a browser, who uses the same API as the pages. */
export class Guest {
  private readonly cookies = new Map<string, string>();
  private order = "";

  constructor(
    private readonly origin: string,
    private readonly event = EVENT,
  ) {}

  async call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      redirect: "manual",
      headers: {
        "X-Onsale-Request": "1",
        "Accept-Language": "en",
        "Content-Type": "application/json",
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) this.cookies.set(name, value ?? "");
    }
    return response;
  }

  async ask<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.call(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async enter(): Promise<this> {
    await this.ask("POST", "/api/visitor", {});
    await this.ask("POST", "/api/queue/enter", { eventId: this.event });
    return this;
  }

  /** The id for a deny list: the sixteen bytes after the first three bytes of the cookie. */
  get visitor(): string {
    return Buffer.from(this.cookies.get("onsale_v") ?? "", "base64url").subarray(3, 19).toString("hex");
  }

  status(): Promise<Json> {
    return this.ask("GET", `/api/queue/status?eventId=${this.event}`);
  }

  async comeIn(): Promise<this> {
    await this.enter();
    await until("a guest is let in", async () => (await this.status())["canEnter"]);
    return this;
  }

  leave(): Promise<Json> {
    return this.ask("DELETE", `/api/queue/leave?eventId=${this.event}`);
  }

  take(...seatIds: string[]): Promise<Json> {
    const body = { eventId: this.event, performanceId: DAY, seatIds };
    return this.ask("POST", "/api/booking/seats/select", body);
  }

  giveBack(): Promise<Json> {
    const body = { eventId: this.event, performanceId: DAY };
    return this.ask("POST", "/api/booking/seats/release", body);
  }

  /** Takes these seats and pays for them. Returns the order code. */
  async buy(...seatIds: string[]): Promise<string> {
    await this.take(...seatIds);
    const body = { eventId: this.event, performanceId: DAY };
    const started = await this.ask<Started>("POST", "/api/payment/request", body);
    this.order = started.order.orderId;
    const page = started.payUrl ?? "";
    await fetch(new URL(page, this.origin), {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "script=approve",
    });
    await this.ask("POST", "/api/payment/confirm", {
      orderId: this.order,
      paymentKey: page.slice(page.lastIndexOf("/") + 1),
      amount: started.amount,
      currency: started.currency,
    });
    return this.order;
  }
}

export const guests = (origin: string, count: number): Guest[] =>
  Array.from({ length: count }, () => new Guest(origin));

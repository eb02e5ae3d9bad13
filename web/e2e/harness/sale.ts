import type { Line, SeatCounts } from "../../src/admin/types";
import { smallHall } from "./halls";
import type { Json } from "./server";

/** A deployment: one process, or many behind a proxy. */
export interface Site {
  readonly origin: string;
  admin<T = Json>(method: string, path: string, body?: unknown): Promise<T>;
}

export const EVENT = "tour";
export const DAY = "day-1";
export const FEE = 2000;
export const PRICES = { R: 154000, S: 99000 } as const;
export const TITLE = "Moonlight Tour";

// Returned seats become free soon, and holds last long enough for a slow machine.
const RULES = { holdTtl: "5m", returnDelayMax: "0s", retakeAfter: "0s" };
const POLLS = [{ positionMax: 0, every: "1s" }];
const LINE = { maxActive: 100, admitPerSecond: 100, pollSteps: POLLS, pollAdmitted: "1s" };
const DAY_MS = 86_400_000;

export const at = (fromNowMs: number): string =>
  new Date(Date.now() + fromNowMs).toISOString().replace(/\.\d+Z$/, "+00:00");

function terms(): Json {
  const types = (amount: number) => [{ name: "adult", amount }, { name: "youth", amount: 50000 }];
  return {
    prices: {
      currency: "KRW",
      grades: Object.entries(PRICES).map(([grade, amount]) => ({ grade, types: types(amount) })),
      fees: [{ name: "booking", per: "seat", amount: FEE }],
    },
    refunds: {
      rows: [{ daysBefore: 10, keepPermille: 0 }, { daysBefore: 1, keepPermille: 300 }],
      freeWithin: "24h",
      freeUntilDays: 1,
    },
    rules: {},
  };
}

export interface SaleWishes {
  event?: string;
  plan?: object;
  /** Settings of the line, for example maxActive. */
  line?: Json;
  /** Settings of holds, for example holdTtl. */
  rules?: Json;
  /** Settings of the sale, for example the handling of refunded seats. */
  sale?: Json;
  /** Settings of the event, for example title or opensAt. */
  settings?: Json;
}

/** An event with one performance, and the actions of its operator. */
export class Sale {
  private constructor(
    readonly site: Site,
    readonly event: string,
  ) {}

  static async open(site: Site, wishes: SaleWishes = {}): Promise<Sale> {
    const sale = new Sale(site, wishes.event ?? EVENT);
    await site.admin("POST", "/events", {
      key: sale.event,
      title: TITLE,
      artist: "Luna",
      venue: "Small Hall, Seoul",
      timeZone: "Asia/Seoul",
      demo: true,
      published: true,
      opensAt: at(-1000),
      performances: [{ id: DAY, startsAt: at(30 * DAY_MS) }],
      rules: { ...LINE, ...wishes.line },
      ...wishes.settings,
    });
    await sale.admin("PUT", `/performances/${DAY}/hall`, wishes.plan ?? smallHall());
    await sale.admin("PATCH", `/performances/${DAY}/hall/rules`, { ...RULES, ...wishes.rules });
    await sale.admin("PUT", "/terms", terms());
    if (wishes.sale) await sale.admin("PATCH", "/sale", wishes.sale);
    return sale;
  }

  admin<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    return this.site.admin<T>(method, `/events/${this.event}${path}`, body);
  }

  /** Admits up to `maxActive` guests. The others wait. */
  letIn(maxActive: number): Promise<Json> {
    return this.admin("PATCH", "", { rules: { maxActive } });
  }

  async seatCounts(): Promise<SeatCounts["counts"]> {
    return (await this.admin<SeatCounts>("GET", `/performances/${DAY}/seats`)).counts;
  }

  async line(): Promise<Line> {
    return (await this.admin<{ line: Line }>("GET", "")).line;
  }
}

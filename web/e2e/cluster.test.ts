import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";

import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Browsers } from "./harness/browser";
import { Cluster } from "./harness/cluster";
import { DAY, Sale } from "./harness/sale";
import { Buyer } from "./pages/buyer";

const BUYERS = 100;
const ORIGIN_SHARE = 0.2;

let cluster: Cluster;
let browsers: Browsers;
let sale: Sale;

beforeAll(async () => {
  cluster = await Cluster.start();
  browsers = await Browsers.launch();
  sale = await Sale.open(cluster);
  await cluster.known(`/api/events/${sale.event}`);
  await cluster.known(`/api/booking/hall?eventId=${sale.event}&performanceId=${DAY}`);
}, 120_000);
afterAll(async () => {
  await browsers?.close();
  await cluster?.stop();
});

const CACHED_KINDS = ["document", "script", "stylesheet", "image"];

/** True for our pages, scripts, images and hall plans, but not for the provider's page. */
function isForEverybody(request: Request): boolean {
  const { pathname } = new URL(request.url());
  if (pathname === "/api/booking/hall") return true;
  return CACHED_KINDS.includes(request.resourceType()) && !/^\/(api|demo-pay)\//.test(pathname);
}

describe("through ./run cluster", () => {
  it("the same journey works, and 100 of them leave the origin in peace", async () => {
    const buyer = await Buyer.arrive({ browsers }, sale);
    const asked = new Set<string>();
    buyer.page.on("request", (request) => {
      if (isForEverybody(request)) asked.add(new URL(request.url()).pathname + new URL(request.url()).search);
    });
    await buyer.home.open();
    await buyer.visit.go(`/events/${sale.event}`);
    await buyer.event.enter();
    await buyer.seats.shown();
    await buyer.seats.takeBest(2);
    await buyer.seats.review();
    const order = await (await buyer.review.pay()).approve();
    await order.paid();
    await order.toBooking();
    expect(browsers.takeTroubles()).toEqual([]);
    // Its calls must not be counted with those of the other buyers.
    await buyer.page.context().close();

    const paths = [...asked];
    expect(paths.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(5);
    expect(paths).toContain(`/en/queue/${sale.event}`);
    const before = await cluster.originRequests();
    const statuses = new Set<number>();
    for (let number = 0; number < BUYERS; number++)
      for (const path of paths) statuses.add(await load(asOf(path, number), number));
    expect([...statuses]).toEqual([200]);
    const share = ((await cluster.originRequests()) - before) / (BUYERS * paths.length);
    expect(share).toBeGreaterThan(0); // Verifies that requests are counted at all.
    expect(share).toBeLessThanOrEqual(ORIGIN_SHARE);
  });
});

/** Replaces the order or booking in the path with one of this buyer. */
function asOf(path: string, buyer: number): string {
  const own = String(buyer).padStart(4, "0");
  return path
    .replace(/(\/payment\/O-\w{9})\w{4}/, `$1${own}`)
    .replace(/(\/bookings\/B-\d{4})\d{4}/, `$1${own}`);
}

/** Status of a request by one buyer. Every buyer has a separate address. */
async function load(path: string, buyer: number): Promise<number> {
  const options = { localAddress: `127.1.0.${buyer + 1}`, headers: { "Accept-Encoding": "gzip, br" } };
  const [answer] = (await once(get(cluster.origin + path, options), "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}

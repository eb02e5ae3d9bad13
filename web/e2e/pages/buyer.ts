import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";

import type { Browsers, Language } from "../harness/browser";
import type { Sale } from "../harness/sale";
import { EventPage, Home } from "./event";
import { Order, Review } from "./payment";
import { Queue } from "./queue";
import { Seats, Standing } from "./seats";
import { Visit } from "./visit";

type Prepare = (device: BrowserContext) => Promise<void>;

/** A person with a browser who goes through a sale. */
export class Buyer {
  readonly home: Home;
  readonly event: EventPage;
  readonly queue: Queue;
  readonly seats: Seats;
  readonly standing: Standing;
  readonly review: Review;
  readonly order: Order;

  constructor(readonly visit: Visit) {
    this.home = new Home(visit);
    this.event = new EventPage(visit);
    this.queue = new Queue(visit);
    this.seats = new Seats(visit);
    this.standing = new Standing(visit);
    this.review = new Review(visit);
    this.order = new Order(visit);
  }

  get page(): Page {
    return this.visit.page;
  }

  /** A buyer with a browser and no open page. */
  static async arrive(
    { browsers }: { browsers: Browsers },
    sale: Sale,
    language: Language = "en",
    prepare: Prepare = async () => undefined,
    options: BrowserContextOptions = {},
  ): Promise<Buyer> {
    const device = await browsers.device(language, options);
    await prepare(device);
    return new Buyer(new Visit(await device.newPage(), sale.site.origin, language, sale.event));
  }

  /** A buyer who waits in the line. */
  static async waiting(...words: Parameters<typeof Buyer.arrive>): Promise<Buyer> {
    const buyer = await Buyer.arrive(...words);
    await buyer.visit.go(`/queue/${buyer.visit.event}`);
    await buyer.queue.enter();
    await buyer.queue.position();
    return buyer;
  }

  /** A buyer who is admitted and selects seats. */
  static async inside(...words: Parameters<typeof Buyer.arrive>): Promise<Buyer> {
    const buyer = await Buyer.arrive(...words);
    await buyer.visit.go(`/queue/${buyer.visit.event}`);
    await buyer.queue.enter();
    await buyer.queue.comeIn();
    await buyer.seats.shown();
    return buyer;
  }

  /** Another tab of the same browser. */
  async newTab(): Promise<Buyer> {
    const { origin, language, event } = this.visit;
    return new Buyer(new Visit(await this.page.context().newPage(), origin, language, event));
  }
}

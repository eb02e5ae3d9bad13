import * as homeWords from "../../src/words/home";
import { enterButton } from "./enter";
import type { Visit } from "./visit";

/** What is on sale. */
export class Home {
  constructor(private readonly visit: Visit) {}

  async open(): Promise<void> {
    await this.visit.go("/");
    await this.visit.page.getByRole("heading", { name: homeWords[this.visit.language].heading }).waitFor();
  }

  /** Opens one of the events on the list, which may carry one title. */
  async choose(title: string, event: string): Promise<void> {
    const links = this.visit.page.getByRole("link", { name: title });
    await links.first().waitFor();
    await links.and(this.visit.page.locator(`[href$="/events/${event}"]`)).first().click();
    await this.visit.arrived(`/events/${event}`);
  }
}

/** One event, before the line. */
export class EventPage {
  constructor(private readonly visit: Visit) {}

  get enterButton() {
    return enterButton(this.visit);
  }

  /** Joins the line, and ends in the waiting room or behind it. */
  async enter(): Promise<void> {
    await this.enterButton.click();
    await this.visit.arrived(new RegExp(`^/(queue/${this.visit.event}|events/${this.visit.event}/seats)$`));
  }
}

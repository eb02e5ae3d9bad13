import * as homeWords from "../../src/words/home";
import { enterButton } from "./enter";
import type { Visit } from "./visit";

/** The list of events. */
export class Home {
  constructor(private readonly visit: Visit) {}

  async open(): Promise<void> {
    await this.visit.go("/");
    await this.visit.page.getByRole("heading", { name: homeWords[this.visit.language].heading }).waitFor();
  }

  /** Opens an event of the list. Several events may have the same title. */
  async choose(title: string, event: string): Promise<void> {
    const links = this.visit.page.getByRole("link", { name: title });
    await links.first().waitFor();
    await links.and(this.visit.page.locator(`[href$="/events/${event}"]`)).first().click();
    await this.visit.arrived(`/events/${event}`);
  }
}

/** The page of one event. */
export class EventPage {
  constructor(private readonly visit: Visit) {}

  get enterButton() {
    return enterButton(this.visit);
  }

  /** Joins the line. Ends in the waiting room or on the seats page. */
  async enter(): Promise<void> {
    await this.enterButton.click();
    await this.visit.arrived(new RegExp(`^/(queue/${this.visit.event}|events/${this.visit.event}/seats)$`));
  }
}

import type { Locator, Page } from "playwright-core";

import * as catalogue from "../../src/words/admin";
import * as changes from "../../src/words/admin_changes";
import type { Language } from "../harness/browser";
import type { Server } from "../harness/server";
import { like } from "../harness/words";

export type Section = keyof typeof catalogue.en.sections;

/** The operator's console, signed in with the owner's key. */
export class Console {
  constructor(
    readonly page: Page,
    private readonly server: Server,
    private readonly language: Language = "en",
  ) {}

  get words() {
    return catalogue[this.language];
  }

  get changes() {
    return changes[this.language];
  }

  async openSignIn(): Promise<void> {
    await this.page.goto(`${this.server.adminOrigin}/${this.language}/admin`);
    await this.page.getByLabel(this.words.signIn.key).waitFor();
  }

  async signIn(): Promise<this> {
    await this.openSignIn();
    await this.page.getByLabel(this.words.signIn.key).fill(this.server.ownerKey);
    await this.page.getByRole("button", { name: this.words.signIn.button }).click();
    await this.page.getByRole("navigation", { name: this.words.navigation }).waitFor();
    return this;
  }

  async choose(event: string): Promise<this> {
    await this.page.waitForURL(/#\/./); // The console first selects an event by itself.
    await this.page.getByRole("combobox", { name: this.words.event, exact: true }).selectOption(event);
    await this.page.waitForURL(new RegExp(`#/${event}/`));
    return this;
  }

  async open(section: Section): Promise<this> {
    const name = this.words.sections[section];
    await this.page.getByRole("link", { name, exact: true }).click();
    await this.page.getByRole("heading", { level: 1, name }).waitFor();
    return this;
  }

  /** Reads the effect in the dialog and confirms. Types the phrase that the dialog requires. */
  async agree(): Promise<string> {
    const dialog = this.page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: this.words.dialog.agree });
    await button.waitFor();
    await dialog.getByText(this.words.dialog.asking).waitFor({ state: "hidden" });
    const effect = await dialog.innerText();
    const phrase = dialog.locator("code");
    if (await phrase.count()) await dialog.getByRole("textbox").fill(await phrase.innerText());
    await button.click();
    await dialog.waitFor({ state: "hidden" });
    return effect;
  }

  /** Waits until the section has loaded its numbers. */
  async loaded(): Promise<void> {
    const note = this.page.getByRole("main").getByText(this.words.loading, { exact: true });
    await note.waitFor({ state: "hidden" });
  }

  /** A button that opens a dialog first. Its title ends with an ellipsis. */
  button(title: string): Locator {
    return this.page.getByRole("main").getByRole("button", { name: like(`${title}…`) });
  }

  /** Opens the undo of a change that was made from here. */
  async undo(title: string): Promise<void> {
    const done = this.page.getByText(like(this.words.done, { title })).locator("..");
    await done.getByRole("button", { name: this.words.undo }).click();
  }

  /** Blocks all further updates of the event on the page. */
  async holdNews(): Promise<void> {
    await this.page.route(/\/api\/admin\/events\/[^/?]+$/, (route) =>
      route.request().method() === "GET" ? undefined : route.continue(),
    );
  }

  /** Sets a number in the form with this name. */
  async setNumber(name: string, value: number): Promise<void> {
    const field = this.page.getByRole("spinbutton", { name });
    await field.fill(String(value));
    await field.press("Enter");
  }
}

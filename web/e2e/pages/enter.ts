import type { Locator } from "playwright-core";

import * as catalogue from "../../src/words/join";
import type { Visit } from "./visit";

/** The button that joins the line. It is the same on the event's page and in the waiting room. */
export function enterButton({ page, language }: Visit): Locator {
  const { enter, enterOpen } = catalogue[language];
  return page
    .getByRole("button", { name: enter, exact: true })
    .or(page.getByRole("button", { name: enterOpen, exact: true }));
}

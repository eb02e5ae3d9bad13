import { describe, expect, it } from "vitest";

import { en, ko } from "../../words/admin_messages";
import { PARTS, orderStoryText } from "./order_story";

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? "");

describe("a line of an order's history", () => {
  it("is told with its values", () => {
    expect(orderStoryText({ code: "attempt_began", values: { attempt: 2 } })).toBe("Attempt 2 to pay began.");
    expect(orderStoryText({ code: "charged", values: { attempt: 1, amount: 203000, currency: "KRW" } }))
      .toBe("₩203,000 was charged in attempt 1.");
    expect(orderStoryText({ code: "asked_and_again", values: { attempt: 1, tries: 1 } }))
      .toBe("The provider was queried 1 time about attempt 1 and will be queried again.");
  });

  it("is told with the text of its reason and its state", () => {
    expect(orderStoryText({ code: "declined", values: { reason: "limit" } }))
      .toBe("The payment was declined because of the card's limit or balance.");
    const refund = { refund: 0, amount: 1000, currency: "KRW", reason: "guest_wish", state: "done" };
    expect(orderStoryText({ code: "refund_asked", values: refund }))
      .toBe("Refund 0 of ₩1,000 was requested because the guest requested it; the money is on its way back.");
  });

  it("keeps a reason that has no text, and is left to the server's words without its own", () => {
    expect(orderStoryText({ code: "ended", values: { reason: "of_tomorrow" } })).toBe("The order ended: of_tomorrow.");
    expect(orderStoryText({ code: "of_tomorrow", values: {} })).toBeNull();
    expect(orderStoryText({ code: "toString", values: {} })).toBeNull();
    expect(orderStoryText({ code: "attempt_began", values: {} })).toBeNull();
    expect(orderStoryText({})).toBeNull();
  });
});

describe("the parts of sentences", () => {
  it.each(Object.entries(PARTS))("of %s stand in both sentences", (code, parts) => {
    for (const sentences of [en.orderStory, ko.orderStory])
      expect(namesIn(sentences[code] ?? "")).toEqual(expect.arrayContaining(Object.keys(parts)));
  });

  it.each(Object.entries({ ...en.orderStory }))("%s has a list for each reason and state", (code, text) => {
    const coded = namesIn(text).filter((name) => name === "reason" || name === "state");
    expect(Object.keys(PARTS[code] ?? {}).sort()).toEqual(coded.sort());
  });
});

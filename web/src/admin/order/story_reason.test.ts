import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import * as admin from "../../words/admin";
import * as orders from "../../words/admin_orders";
import * as story from "../../words/admin_story";
import { reasonText } from "./story_reason";

const WORDS = readFileSync(new URL("../../../../src/payment/codec/words.hpp", import.meta.url), "utf8");

/** The possible reasons from the server. */
function reasonsOf(kind: string): string[] {
  const list = new RegExp(`words_of\\(${kind}\\) \\{[^{]*\\{([^}]*)\\}`).exec(WORDS)?.[1] ?? "";
  return [...list.matchAll(/"(\w+)"/g)].map(([, word]) => word ?? "");
}

describe("every reason of the server has words, and no other", () => {
  it.each([
    ["DeclineReason", admin.en.overview.reasonsOfDecline, admin.ko.overview.reasonsOfDecline],
    ["EndReason", orders.en.reasons, orders.ko.reasons],
    ["RefundWhy", story.en.refundReasons, story.ko.refundReasons],
  ])("%s", (kind, english, korean) => {
    const reasons = reasonsOf(kind).sort();
    expect(reasons.length).toBeGreaterThan(5);
    expect(Object.keys(english).sort()).toEqual(reasons);
    expect(Object.keys(korean).sort()).toEqual(reasons);
  });
});

describe("why something happened to a guest", () => {
  it("is told in words of its own kind", () => {
    expect(reasonText("payment_declined", "limit")).toBe("limit or balance");
    expect(reasonText("order_ended", "hold_expired")).toBe("time to pay was over");
    expect(reasonText("refund_requested", "guest_wish")).toBe("the guest asked for it");
  });

  it("is told by the server's code where there are no words for it", () => {
    expect(reasonText("payment_declined", "of_tomorrow")).toBe("of_tomorrow");
    expect(reasonText("payment_declined", "toString")).toBe("toString");
    expect(reasonText("entered", "card")).toBe("card");
  });
});

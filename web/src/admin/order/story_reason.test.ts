import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import * as admin from "../../words/admin";
import * as messages from "../../words/admin_messages";
import { reasonText } from "./story_reason";

const WORDS = readFileSync(new URL("../../../../src/payment/domain/words.hpp", import.meta.url), "utf8");

/** The possible reasons from the server. */
function reasonsOf(kind: string): string[] {
  const list = new RegExp(`words_of\\(${kind}\\) \\{[^{]*\\{([^}]*)\\}`).exec(WORDS)?.[1] ?? "";
  return [...list.matchAll(/"(\w+)"/g)].map(([, word]) => word ?? "");
}

describe("every reason of the server has words, and no other", () => {
  it.each([
    ["DeclineReason", admin.en.overview.reasonsOfDecline, admin.ko.overview.reasonsOfDecline],
    ["DeclineReason", messages.en.declineReasons, messages.ko.declineReasons],
    ["EndReason", messages.en.endReasons, messages.ko.endReasons],
    ["RefundWhy", messages.en.refundReasons, messages.ko.refundReasons],
    ["RefundState", messages.en.refundStates, messages.ko.refundStates],
  ])("%s", (kind, english, korean) => {
    const reasons = reasonsOf(kind).sort();
    expect(reasons.length).toBeGreaterThan(4);
    expect(Object.keys(english).sort()).toEqual(reasons);
    expect(Object.keys(korean).sort()).toEqual(reasons);
  });
});

describe("why something happened to a guest", () => {
  it("is told in words of its own kind", () => {
    expect(reasonText("payment_declined", "limit")).toBe("limit or balance");
    expect(reasonText("order_ended", "hold_expired")).toBe("the time to pay was over");
    expect(reasonText("refund_requested", "guest_wish")).toBe("the guest requested it");
  });

  it("is told by the server's code where there are no words for it", () => {
    expect(reasonText("payment_declined", "of_tomorrow")).toBe("of_tomorrow");
    expect(reasonText("payment_declined", "toString")).toBe("toString");
    expect(reasonText("entered", "card")).toBe("card");
  });
});

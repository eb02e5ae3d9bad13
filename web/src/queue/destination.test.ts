import { describe, expect, it } from "vitest";

import type { QueueAnswer, SaleEvent } from "../core/schema_types";
import { destinationOf } from "./destination";

const event = { id: "demo", performances: [{ id: "day-1", startsAt: "" }] } as unknown as SaleEvent;
const answer = (redirectTo?: string) => ({ status: "admitted", redirectTo }) as QueueAnswer;

describe("where the turn leads", () => {
  it("is the seats of this event", () => {
    expect(destinationOf(answer(), event)).toBe("/en/events/demo/seats");
  });

  it("is where the event says", () => {
    expect(destinationOf(answer("/shop?a=1"), event)).toBe("/shop?a=1");
  });

  it.each(["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "is never %s",
    (path) => expect(destinationOf(answer(path), event)).toBeNull(),
  );

  it("is nowhere where nothing is sold here", () => {
    expect(destinationOf(answer(), { ...event, performances: [] })).toBeNull();
  });
});

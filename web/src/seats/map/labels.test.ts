import { describe, expect, it } from "vitest";

import { fullName, placeName, seatLabel, sectionLabel } from "./labels";
import { applyAnswer, FREE, noStates, SOLD } from "./seat_states";
import { smallHall } from "./test_hall";

const hall = smallHall();
const prices = {
  currency: "KRW",
  grades: [
    { grade: "R", types: [{ type: "adult", price: 154_000, withoutFees: 154_000 }] },
    { grade: "S", types: [{ type: "adult", price: 99_000, withoutFees: 99_000 }] },
  ],
  fees: [],
};

describe("a seat's label", () => {
  it("says everything", () => {
    expect(seatLabel(hall, 0, prices, { state: FREE, mine: false })).toBe("Row A seat 1, Royal, ₩154,000, free");
    expect(seatLabel(hall, 11, prices, { state: SOLD, mine: false })).toBe("Row A seat 3, S, ₩99,000, sold, restricted view");
    expect(seatLabel(hall, 9, prices, { state: FREE, mine: true })).toContain("yours, wheelchair place");
  });

  it("says the section where there are several, and the area of a standing place", () => {
    expect(fullName(hall, 4)).toBe("Stalls, Row B seat 1");
    expect(placeName(hall, 4)).toBe("Row B seat 1");
    expect(fullName(hall, 13)).toBe("Pit, standing");
  });
});

describe("a section's label", () => {
  it("says what is free and from what price", () => {
    const seats = noStates(hall.places);
    expect(sectionLabel(hall, hall.sections[0]!, seats, prices)).toBe("Stalls, nothing free");
    applyAnswer(seats, { version: 1, states: "fhsff".padEnd(22, "s") });
    expect(sectionLabel(hall, hall.sections[0]!, seats, prices)).toBe("Stalls, 3 free, from ₩99,000");
    expect(sectionLabel(hall, hall.sections[0]!, seats, undefined)).toBe("Stalls, 3 free");
  });
});

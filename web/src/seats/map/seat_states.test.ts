import { describe, expect, it } from "vitest";

import { applyAnswer, BLOCKED, FREE, freeIn, freePlaces, HELD, noStates, SOLD } from "./seat_states";

const known = (letters: string, version = 5) => {
  const seats = noStates(letters.length);
  applyAnswer(seats, { version, states: letters });
  return seats;
};

describe("the states of seats", () => {
  it("are unsellable before the server has spoken", () => {
    expect([...noStates(2).state]).toEqual([BLOCKED, BLOCKED]);
  });

  it("come whole", () => {
    const seats = known("fhsb?");
    expect([...seats.state]).toEqual([FREE, HELD, SOLD, BLOCKED, BLOCKED]);
    expect(seats.version).toBe(5);
  });

  it("take changes from their own version", () => {
    const seats = known("ffff");
    expect(applyAnswer(seats, { version: 7, since: 5, changes: [[1, "h"], [3, "s"]] })).toBe("changed");
    expect([...seats.state]).toEqual([FREE, HELD, FREE, SOLD]);
    expect(seats.version).toBe(7);
  });

  it("say when nothing changed, and then stay the same edition", () => {
    const seats = known("fh");
    const edition = seats.edition;
    expect(applyAnswer(seats, { version: 6, since: 5, changes: [[1, "h"]] })).toBe("same");
    expect(seats.edition).toBe(edition);
    expect(seats.version).toBe(6);
  });

  it("refuse changes that would leave a gap", () => {
    const seats = known("ff");
    expect(applyAnswer(seats, { version: 9, since: 8, changes: [[0, "s"]] })).toBe("gap");
    expect(seats.state[0]).toBe(FREE);
    expect(seats.version).toBe(5);
  });

  it("do not go back with a thread of the server that is behind", () => {
    const seats = known("ss", 9);
    expect(applyAnswer(seats, { version: 7, since: 9, changes: [[0, "f"]] })).toBe("same");
    expect(applyAnswer(seats, { version: 7, states: "ff" })).toBe("same");
    expect([...seats.state]).toEqual([SOLD, SOLD]);
    expect(seats.version).toBe(9);
  });

  it("pass over places that the hall does not have", () => {
    const seats = known("ff");
    applyAnswer(seats, { version: 6, since: 5, changes: [[7, "s"], [-1, "s"], ["x", "s"]] });
    expect([...seats.state]).toEqual([FREE, FREE]);
  });

  it("are counted by stretch", () => {
    expect(freeIn(known("fhffs"), 1, 3)).toBe(2);
  });

  it("give free places from anywhere in a stretch, each once", () => {
    const seats = known("fhfff");
    expect(freePlaces(seats, { first: 0, count: 5 }, 2, () => 0.99)).toEqual([4, 0]);
    expect(freePlaces(seats, { first: 0, count: 5 }, 9, () => 0)).toEqual([0, 2, 3, 4]);
  });
});

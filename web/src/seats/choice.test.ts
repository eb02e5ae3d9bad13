import { describe, expect, it } from "vitest";

import { nearestFree, sameSet, toggled } from "./choice";
import { applyAnswer, noStates } from "./map/seat_states";
import { smallHall } from "./map/test_hall";

const hall = smallHall();
const states = (letters: string) => {
  const seats = noStates(hall.places);
  applyAnswer(seats, { version: 1, states: letters.padEnd(hall.places, "f") });
  return seats;
};

describe("a tap on a seat", () => {
  it("adds it, and takes it away again", () => {
    expect(toggled(hall, [1], 2)).toEqual([1, 2]);
    expect(toggled(hall, [1, 2], 1)).toEqual([2]);
  });

  it("brings the accessible seat with a companion seat", () => {
    expect(toggled(hall, [], 10)).toEqual([9, 10]);
    expect(toggled(hall, [9], 10)).toEqual([9, 10]);
  });

  it("takes the companions away with their accessible seat", () => {
    expect(toggled(hall, [9, 10, 3], 9)).toEqual([3]);
    expect(toggled(hall, [9, 10], 10)).toEqual([9]);
  });
});

describe("the neighbour of a lost seat", () => {
  it("is the nearest free one of its grade", () => {
    expect(nearestFree(hall, states("fshf"), 2, [])).toBe(3);
  });

  it("is none that the guest has, and none of another grade", () => {
    expect(nearestFree(hall, states("sshf"), 2, [3])).toBeUndefined();
  });

  it("is no accessible seat for who did not ask for one", () => {
    expect(nearestFree(hall, states("fffffffffffs"), 11, [])).toBeUndefined();
  });
});

it("Sets are the same in any order", () => {
  expect(sameSet([1, 2], [2, 1])).toBe(true);
  expect(sameSet([1, 2], [1])).toBe(false);
});

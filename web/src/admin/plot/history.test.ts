import { describe, expect, it } from "vitest";

import { EMPTY, historyOf, merged, rowsBefore, timesOf } from "./history";
import type { LiveHistory } from "../types";

const told = (
  time: number[],
  waiting: number[],
  errors: { code: string; counts: number[] }[] = [],
) =>
  historyOf({
    columns: { time, waiting },
    server: {
      requests: time,
      topRefusal: time.map(String),
      errors: errors.map((one) => ({ ...one, total: 0 })),
    },
  } as unknown as LiveHistory);

describe("a history", () => {
  it("leaves out what is no number", () => {
    expect(Object.keys(told([1], [5]).server)).toEqual(["requests"]);
  });

  it("grows by what is new only", () => {
    const after = merged(told([1, 2], [5, 6]), told([2, 3], [6, 7]), 10);
    expect(after.columns).toEqual({ time: [1, 2, 3], waiting: [5, 6, 7] });
  });

  it("stays the same object where nothing is new, so that nothing is drawn again", () => {
    const before = told([1, 2], [5, 6]);
    expect(merged(before, told([2], [6]), 10)).toBe(before);
  });

  it("keeps the newest rows", () => {
    expect(timesOf(merged(told([1, 2], [0, 0]), told([3, 4], [0, 0]), 3))).toEqual([2, 3, 4]);
  });

  it("can be cut off at an instant", () => {
    const cut = rowsBefore(told([1, 2, 3], [5, 6, 7], [{ code: "A", counts: [1, 0, 2] }]), 3);
    expect([cut.columns["waiting"], cut.errors["A"]]).toEqual([
      [5, 6],
      [1, 0],
    ]);
  });

  it("begins with nothing", () => {
    expect(merged(EMPTY, told([1], [5]), 10).columns["waiting"]).toEqual([5]);
  });

  it("knows that a code did not occur where it is not named", () => {
    const before = told([1, 2], [0, 0], [{ code: "A", counts: [3, 4] }]);
    const after = merged(before, told([3], [0], [{ code: "B", counts: [9] }]), 10);
    expect(after.errors).toEqual({ A: [3, 4, 0], B: [0, 0, 9] });
  });
});

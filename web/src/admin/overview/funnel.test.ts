import { describe, expect, it } from "vitest";

import { funnelOf } from "./funnel";
import type { Live } from "../types";

const live = (
  joined: number,
  admitted: number,
  held: number,
  paymentStarted: number,
  paid: number,
) => ({ funnel: { joined, admitted, held, paymentStarted, paid } }) as Live;

describe("the funnel", () => {
  it("compares each step with the one before", () => {
    expect(funnelOf(live(1000, 500, 400, 200, 100)).map(({ ofBefore }) => ofBefore)).toEqual([
      null,
      0.5,
      0.8,
      0.5,
      0.5,
    ]);
  });

  it("draws bars against the widest step, also where somebody holds twice", () => {
    expect(funnelOf(live(10, 10, 20, 5, 5)).map(({ share }) => share)).toEqual([
      0.5, 0.5, 1, 0.25, 0.25,
    ]);
  });

  it("of an empty sale divides by nothing", () => {
    expect(
      funnelOf(live(0, 0, 0, 0, 0)).every(
        ({ share, ofBefore }) => share === 0 && ofBefore === null,
      ),
    ).toBe(true);
  });
});

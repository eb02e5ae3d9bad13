import { describe, expect, it } from "vitest";

import { isOffered, moreWords, nextExtension, policyWords } from "./offer";

const twice = { seconds: 120, times: 2, left: 2 };

describe("more time", () => {
  it("is offered while less than two minutes are left, and not after the end", () => {
    expect(isOffered(twice, 120_000)).toBe(false);
    expect(isOffered(twice, 119_999)).toBe(true);
    expect(isOffered(twice, 1)).toBe(true);
    expect(isOffered(twice, 0)).toBe(false);
  });

  it("is not offered where there is none", () => {
    expect(isOffered({ ...twice, left: 0 }, 60_000)).toBe(false);
    expect(isOffered({ ...twice, seconds: 0 }, 60_000)).toBe(false);
  });

  it("is counted from one, so that a repeated asking means the same one", () => {
    expect(nextExtension(twice)).toBe(1);
    expect(nextExtension({ ...twice, left: 1 })).toBe(2);
    // The event's rules were changed in between.
    expect(nextExtension({ ...twice, times: 0, left: 1 })).toBe(1);
  });

  it("is said in minutes where it is some", () => {
    expect(moreWords(120)).toBe("2 more minutes");
    expect(moreWords(60)).toBe("1 more minute");
    expect(moreWords(90)).toBe("90 more seconds");
  });

  it("is part of the event's rules where the event gives some", () => {
    expect(policyWords(120, 2)).toContain("2 more minutes, up to 2 times");
    expect(policyWords(60, 1)).toContain("once for 1 more minute");
    expect(policyWords(0, 2)).toBeNull();
    expect(policyWords(120, 0)).toBeNull();
  });
});

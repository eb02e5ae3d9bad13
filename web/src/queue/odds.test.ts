import { describe, expect, it } from "vitest";

import { oddsWords } from "./odds";

const odds = (answer: "likely" | "even" | "unlikely" | "none", values = {}) => ({
  ahead: 3_900,
  odds: { answer, seats: 900, inside: 100, seatsPerGuest: 1, measured: true, ...values },
});

describe("odds in words", () => {
  it("show the sum they come from", () => {
    const text = oddsWords(odds("unlikely"));
    expect(text).toContain("Unlikely");
    expect(text).toContain("about 900 seats");
    expect(text).toContain("the 3,900 people ahead of you and the 100 people choosing seats now");
    expect(text).toContain("want about 4,000");
  });

  it("reckon with what each guest takes", () => {
    expect(oddsWords(odds("even", { seatsPerGuest: 0.4 }))).toContain("want about 1,600");
  });

  it("never are a percentage", () => {
    for (const answer of ["likely", "even", "unlikely", "none"] as const)
      expect(oddsWords(odds(answer))).not.toMatch(/%|percent/);
  });

  it("say that nobody is before the first", () => {
    expect(oddsWords({ ...odds("likely", { inside: 0 }), ahead: 0 })).toContain("nobody is ahead");
  });

  it("have one number for who is ahead, the one that the page shows", () => {
    const text = oddsWords({ ...odds("likely", { inside: 19 }), ahead: 183 });
    expect(text).toContain("the 183 people ahead of you and the 19 people choosing seats now");
    expect(text).not.toContain("202 people");
  });

  it("name only those who are there", () => {
    expect(oddsWords(odds("even", { inside: 0 }))).toContain("for the 3,900 people ahead of you,");
    const inside = oddsWords({ ...odds("even", { inside: 19 }), ahead: 0 });
    expect(inside).toContain("for the 19 people choosing seats now,");
  });

  it("speak of one person as one", () => {
    expect(oddsWords({ ...odds("likely", { inside: 0 }), ahead: 1 })).toContain("1 person");
  });

  it("are silent where the server knows none", () => {
    expect(oddsWords({ ahead: 5 })).toBeNull();
  });
});

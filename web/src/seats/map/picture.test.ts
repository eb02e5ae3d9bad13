import { describe, expect, it } from "vitest";

import { pictureBox, pictureOf } from "./picture";

const hall = { left: -100, right: 100, top: 0, bottom: 100 };
const performances = [
  { id: "day-1", startsAt: "", image: "/images/a.png" },
  { id: "day-2", startsAt: "" },
];

describe("the picture under the seats", () => {
  it("is that of the performance", () => {
    expect(pictureOf({ performances }, "day-1")).toBe("/images/a.png");
    expect(pictureOf({ performances }, "day-2")).toBe("");
    expect(pictureOf(null, "day-1")).toBe("");
  });

  it("lies in the middle of the hall and keeps its shape", () => {
    expect(pictureBox(hall, 400, 200)).toEqual(hall);
    expect(pictureBox(hall, 100, 100)).toEqual({ left: -50, right: 50, top: 0, bottom: 100 });
    expect(pictureBox(hall, 400, 100)).toEqual({ left: -100, right: 100, top: 25, bottom: 75 });
  });
});

import { describe, expect, it } from "vitest";

import type { Point, View } from "./geometry";
import {
  areaBox, between, fit, hallBox, kept, outline, panned, seatBox, stageBox, toHall, towards, zoomAt,
} from "./geometry";
import { smallHall } from "./test_hall";

const toScreen = (view: View, x: number, y: number): Point => ({
  x: (x - view.x) * view.scale,
  y: (y - view.y) * view.scale,
});

const size = { width: 400, height: 200 };
const box = { left: 0, top: 0, right: 100, bottom: 100 };

describe("a view", () => {
  it("shows a box whole and in the middle", () => {
    const view = fit(box, size);
    expect(view.scale).toBe(2);
    expect(toScreen(view, 50, 50)).toEqual({ x: 200, y: 100 });
    expect(fit(box, size, 0.5).scale).toBe(0.5);
  });

  it("goes from pixels to the hall and back", () => {
    const view = { x: 10, y: -20, scale: 1.5 };
    const { x, y } = toHall(view, 30, 60);
    expect(toScreen(view, x, y)).toEqual({ x: 30, y: 60 });
  });

  it("keeps the place under the finger when it zooms", () => {
    const view = fit(box, size);
    const before = toHall(view, 120, 40);
    const after = toHall(zoomAt(view, { x: 120, y: 40 }, 5), 120, 40);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("moves with the finger", () => {
    const view = panned({ x: 0, y: 0, scale: 2 }, 10, -4);
    expect(toScreen(view, 0, 0)).toEqual({ x: 10, y: -4 });
  });

  it("cannot lose the hall", () => {
    const lost = kept({ x: 9999, y: -9999, scale: 2 }, box, size);
    const middle = toHall(lost, 200, 100);
    expect(middle).toEqual({ x: 100, y: 0 });
  });

  it("begins and ends a way at its ends", () => {
    const [from, to] = [fit(box, size), { x: 40, y: 30, scale: 8 }];
    const end = between(from, to, size, 1);
    expect(end.scale).toBeCloseTo(8);
    expect(end.x).toBeCloseTo(40);
    expect(between(from, to, size, 0).x).toBeCloseTo(from.x);
  });
});

describe("the shapes of a hall", () => {
  const hall = smallHall();

  it("go around a section by its rows", () => {
    const points = outline(hall, hall.sections[0]!);
    expect(points[0]).toEqual({ x: 0, y: 300 });
    expect(points).toContainEqual({ x: 150, y: 300 });
    expect(points).toContainEqual({ x: 200, y: 400 });
    expect(points.at(-1)).toEqual({ x: 0, y: 400 });
    expect(seatBox(hall, hall.sections[0]!)).toEqual({ left: 0, top: 300, right: 200, bottom: 400 });
  });

  it("leave the stage clear of seats and areas", () => {
    const stage = stageBox(hall);
    expect(stage.bottom).toBeLessThan(areaBox(hall, hall.areas[0]!).top);
    expect(stage.bottom).toBeLessThan(300);
  });

  it("all lie in the hall's box", () => {
    const whole = hallBox(hall);
    for (let seat = 0; seat < 12; seat++) expect(hall.y[seat]).toBeLessThan(whole.bottom);
    expect(whole.top).toBeLessThan(stageBox(hall).top);
  });
});

describe("the arrow keys on the plan", () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 1 }, { x: 30, y: 0 }, { x: 0, y: 20 }];

  it("go to the nearest ahead", () => {
    expect(towards(points, 0, 1, 0)).toBe(1);
    expect(towards(points, 1, 1, 0)).toBe(2);
    expect(towards(points, 0, 0, 1)).toBe(3);
  });

  it("stay where nothing is ahead", () => {
    expect(towards(points, 0, -1, 0)).toBe(-1);
  });
});

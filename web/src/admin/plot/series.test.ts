import { describe, expect, it } from "vitest";

import type { History } from "./history";
import { shaped, summaries } from "./series";

const history = (columns: History["columns"], errors: History["errors"] = {}): History => ({
  columns: { covers: (columns["time"] ?? []).map(() => 1), ...columns },
  server: { statusP99Us: (columns["time"] ?? []).map(() => 2500) },
  errors,
});

describe("the shape of a plot", () => {
  it("shows levels as they are and counts by the second", () => {
    const shape = shaped(history({ time: [1, 2], arrived: [10, 20] }), "arrivals", "hour");
    expect(shape).toEqual({
      times: [1, 2],
      series: [{ name: "arrived", counts: true, values: [10, 20] }],
    });
  });

  it("spreads what was counted over a gap, so that a gap is no burst", () => {
    const shape = shaped(
      history({ time: [1, 2], covers: [1, 4], arrived: [10, 40] }),
      "arrivals",
      "hour",
    );
    expect(shape.series[0]?.values).toEqual([10, 10]);
  });

  it("counts by the minute over the whole sale, also where a minute was short", () => {
    const shape = shaped(
      history({ time: [0, 60], covers: [60, 30], arrived: [120, 60] }),
      "arrivals",
      "sale",
    );
    expect(shape.series[0]?.values).toEqual([120, 120]);
  });

  it("draws no line where rows are missing", () => {
    const shape = shaped(history({ time: [1, 2, 9], waiting: [5, 5, 5] }), "waiting", "hour");
    expect(shape.times).toEqual([1, 2, 3, 9]);
    expect(shape.series[0]?.values).toEqual([5, 5, null, 5]);
  });

  it("draws through rows that cover the time between them, such as minutes before a restart", () => {
    const shape = shaped(
      history({ time: [60, 120, 121], covers: [60, 60, 1], waiting: [5, 6, 7] }),
      "waiting",
      "hour",
    );
    expect(shape.times).toEqual([60, 120, 121]);
  });

  it("says latencies in milliseconds, and leaves out what the server does not tell", () => {
    expect(shaped(history({ time: [1] }), "p99", "hour").series).toEqual([
      { name: "statusP99Us", counts: false, values: [2.5] },
    ]);
  });

  it("draws a long time with fewer rows: counts by their mean, up to the last row", () => {
    const time = Array.from({ length: 1800 }, (_, second) => second);
    const arrived = time.map((second) => (second % 2 === 0 ? 4 : 0));
    const shape = shaped(history({ time, arrived }), "arrivals", "hour");
    expect(shape.times).toHaveLength(900);
    expect(shape.times.at(-1)).toBe(1799);
    expect(new Set(shape.series[0]?.values)).toEqual(new Set([2]));
  });

  it("draws levels that there were, never half a seat", () => {
    const time = Array.from({ length: 1800 }, (_, second) => second);
    const shape = shaped(history({ time, waiting: time }), "waiting", "hour");
    expect(shape.series[0]?.values.slice(0, 3)).toEqual([1, 3, 5]);
  });

  it("does not smooth a slow second away", () => {
    const time = Array.from({ length: 1800 }, (_, second) => second);
    const long = history({ time });
    long.server["statusP99Us"] = time.map((second) => (second === 901 ? 9000 : 1000));
    expect(
      Math.max(...shaped(long, "p99", "hour").series.flatMap(({ values }) => values as number[])),
    ).toBe(9);
  });

  it("draws the most frequent errors, and none that did not occur", () => {
    const errors = { A: [1], B: [5], C: [0], D: [2], E: [3], F: [4], G: [6] };
    const names = shaped(history({ time: [1] }, errors), "errors", "hour").series.map(
      ({ name }) => name,
    );
    expect(names).toEqual(["G", "B", "F", "E", "D"]);
  });
});

describe("the summary of a plot", () => {
  it("knows the last, the highest with its time, and the mean, without the gaps", () => {
    const shape = {
      times: [1, 2, 3, 4],
      series: [{ name: "waiting", counts: false, values: [2, 6, null, 4] }],
    };
    expect(summaries(shape)).toEqual([
      { name: "waiting", now: 4, highest: 6, highestAt: 2, mean: 4 },
    ]);
  });

  it("of nothing is nothing", () => {
    expect(summaries({ times: [], series: [{ name: "x", counts: false, values: [] }] })).toEqual([
      { name: "x", now: null, highest: null, highestAt: null, mean: null },
    ]);
  });
});

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { useEffect, useRef, useState } from "preact/hooks";

import { knownZone } from "../../core/format";
import { language } from "../../core/words";
import { words } from "../../words/admin_plots";
import { labelOf, valueText } from "./plot_text";
import type { Shape } from "./series";

const HEIGHT = 190;
/** Keeps the highest value below the upper edge. */
const HEADROOM = 1.08;
const COLOURS = ["--grade-1", "--grade-2", "--grade-3", "--grade-4", "--grade-5"];
// Lines also differ by their dashes, not only by colour.
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 8]];
const SYNC = "onsale-plots";
const LOCALE = language === "ko" ? "ko-KR" : "en-GB";
const DAY_S = 86_400;
const FEW_MINUTES_S = 600;

interface PlotProps {
  shape: Shape;
  unit: string;
  /** The first and the last visible second. */
  range: [number, number];
  /** The opening, in seconds. */
  opensAt: number;
  zone: string | undefined;
}

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function axisTimes(zone: string | undefined) {
  return (_: uPlot, splits: number[]): string[] => {
    const length = (splits[splits.length - 1] ?? 0) - (splits[0] ?? 0);
    const hours: Intl.DateTimeFormatOptions = {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    };
    const options: Intl.DateTimeFormatOptions =
      length > 2 * DAY_S
        ? { day: "numeric", month: "short" }
        : length < FEW_MINUTES_S
          ? { ...hours, second: "2-digit" }
          : hours;
    const format = new Intl.DateTimeFormat(LOCALE, {
      ...options,
      ...(knownZone(zone) ? { timeZone: zone } : {}),
    });
    return splits.map((second) => format.format(second * 1000));
  };
}

/** A dashed line with a label at the opening of the sale. */
function drawOpening(plot: uPlot, opensAt: number): void {
  const { min, max } = plot.scales["x"] ?? {};
  if (min == null || max == null || opensAt < min || opensAt > max) return;
  const x = Math.round(plot.valToPos(opensAt, "x", true));
  const { ctx, bbox } = plot;
  const size = 11 * devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = token("--ink");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.font = `${size}px ${token("--font")}`;
  const right = x > bbox.left + bbox.width * 0.8;
  ctx.textAlign = right ? "right" : "left";
  ctx.fillText(words.opening, x + (right ? -4 : 4) * devicePixelRatio, bbox.top + size);
  ctx.restore();
}

function optionsOf({ shape, unit, opensAt, zone }: PlotProps, width: number): uPlot.Options {
  const axis = {
    stroke: token("--soft"),
    grid: { stroke: token("--line"), width: 1 },
    ticks: { stroke: token("--line") },
  };
  const lines = shape.series.map(({ name, values }, index): uPlot.Series => ({
    label: labelOf(name),
    stroke: token(COLOURS[index % COLOURS.length] ?? "--ink"),
    width: 1.5,
    dash: DASHES[index % DASHES.length] ?? [],
    points: { show: values.length < 3 },
    value: (plot, value, series, row) => {
      const drawn = plot.data[series] ?? [];
      return valueText(row == null ? (drawn[drawn.length - 1] ?? null) : value, unit);
    },
  }));
  return {
    width,
    height: HEIGHT,
    cursor: { sync: { key: SYNC }, y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * HEADROOM : 1] } },
    axes: [
      { ...axis, values: axisTimes(zone) },
      { ...axis, size: 52, values: (_, splits) => splits.map((value) => valueText(value, "")) },
    ],
    series: [
      {
        label: words.time,
        value: (_, at) =>
          at == null ? words.latest : (axisTimes(zone)({} as uPlot, [at])[0] ?? ""),
      },
      ...lines,
    ],
    hooks: { draw: [(plot) => drawOpening(plot, opensAt)] },
  };
}

/** Redraws when the system changes between light and dark mode. */
function useDark(): boolean {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = () => setDark(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return dark;
}

/** One plot. A table beside it contains the numbers for people who cannot see the plot. */
export function Plot(props: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const dark = useDark();
  const { shape, range, opensAt, zone } = props;
  const data = [shape.times, ...shape.series.map(({ values }) => values)] as uPlot.AlignedData;
  const names = shape.series.map(({ name }) => name).join(" ");

  useEffect(() => {
    const holder = box.current;
    if (!holder) return undefined;
    const drawn = new uPlot(optionsOf(props, holder.clientWidth), data, holder);
    plot.current = drawn;
    const watch = new ResizeObserver(() =>
      drawn.setSize({ width: holder.clientWidth, height: HEIGHT }),
    );
    watch.observe(holder);
    return () => {
      watch.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [names, dark, opensAt, zone]);

  useEffect(() => {
    plot.current?.setData(data, false);
    plot.current?.setScale("x", { min: range[0], max: range[1] });
  }, [shape, range[0], range[1], names, dark, opensAt]);

  return <div ref={box} class="plot" aria-hidden="true" />;
}

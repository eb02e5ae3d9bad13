import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { money, number } from "../../core/format";
import { fill } from "../../core/words";
import { words } from "../../words/seats";
import type { Open } from "../seat_selection";
import { towards } from "./geometry";
import type { Box } from "./geometry";
import { gradesIn, sectionLabel } from "./labels";
import type { Prices } from "./labels";
import { nameFor } from "./layout";
import type { Shape } from "./layout";
import { fromPriceOf } from "../money";
import { pictureBox } from "./picture";
import { colourOf } from "./seat_shape";
import { freeIn } from "./seat_states";

interface OverviewProps {
  open: Open;
  prices: Prices | undefined;
  picture: HTMLImageElement | null;
  mine: number[];
  onOpen: (shape: Shape) => void;
}

// A section that is narrower on the screen has room for its name only, in pixels.
const TEXT_FROM = 90;
const LETTER = 6;
const WIDE_LETTER = 8;
const KEYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The size of an element in pixels, updated when it changes. */
function useSize() {
  const own = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState({ width: 600, height: 400 });
  useEffect(() => {
    if (!own.current) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    watch.observe(own.current);
    return () => watch.disconnect();
  }, []);
  return [own, size] as const;
}

/** The picture that operators uploaded for the hall, below everything else. */
function Picture({ picture, hall }: { picture: HTMLImageElement; hall: Box }) {
  const { left, top, right, bottom } = pictureBox(hall, picture.naturalWidth, picture.naturalHeight);
  const place = { x: left, y: top, width: right - left, height: bottom - top };
  return <image class="picture" role="img" aria-label={words.picture} href={picture.src} {...place} />;
}

interface ShapeTextProps {
  shape: Shape;
  free: number;
  from: string;
  /** Centimetres of the hall per pixel. */
  unit: number;
}

function ShapeText({ shape, free, from, unit }: ShapeTextProps) {
  const width = (shape.box.right - shape.box.left) / unit;
  const { x, y } = shape.middle;
  const wide = width >= TEXT_FROM;
  const name = nameFor(shape.name, width, wide ? WIDE_LETTER : LETTER);
  if (!name) return null;
  return (
    <text x={x} y={y} font-size={(wide ? 13 : 10) * unit}>
      <tspan x={x} dy={wide ? "-0.7em" : "0.35em"} class="name">{name}</tspan>{" "}
      {wide && <tspan x={x} dy="1.2em">{free > 0 ? fill(words.free, { n: number(free) }) : words.none}</tspan>}{" "}
      {wide && free > 0 && from && <tspan x={x} dy="1.2em">{fill(words.from, { price: from })}</tspan>}
    </text>
  );
}

/**
 * The background and rows of a section. The fewer seats are free, the fainter it is. Rendered again
 * only if that share changes.
 */
function Ground({ shape, pitch, share }: { shape: Shape; pitch: number; share: number }) {
  const opacity = share > 0 ? Math.round((0.3 + 0.7 * share) * 100) / 100 : 0.15;
  return useMemo(
    () => (
      <>
        <polygon points={shape.points.map(({ x, y }) => `${x},${y}`).join(" ")} stroke-width={pitch * 1.6} />
        {shape.bands.map(({ grade, path }) => (
          <path key={grade} class={`grade-${colourOf(grade)}`} d={path} stroke-width={pitch * 0.8} opacity={opacity} />
        ))}
      </>
    ),
    [shape, opacity],
  );
}

/** The plan of the sections: free seats and lowest prices. */
export function Overview({ open, prices, picture, mine, onOpen }: OverviewProps) {
  const { hall, layout, seats } = open;
  const [own, size] = useSize();
  const [current, setCurrent] = useState(0);
  const [pointed, setPointed] = useState<Shape | null>(null);
  const { box, stage, shapes } = layout;
  const unit = Math.max((box.right - box.left) / size.width, (box.bottom - box.top) / size.height);
  const move = (event: KeyboardEvent, at: number) => {
    if (event.key === "Enter" || event.key === " ") onOpen(shapes[at]!);
    else {
      const step = KEYS[event.key];
      if (!step) return;
      const next = towards(shapes.map(({ middle }) => middle), at, ...step);
      if (next >= 0) own.current?.querySelectorAll<SVGGElement>("[role=button]")[next]?.focus();
    }
    event.preventDefault();
  };
  const label = (shape: Shape) =>
    sectionLabel(hall, shape, seats, prices);
  const fromText = (shape: Shape): string => {
    const grades = gradesIn(hall, shape).map((grade) => hall.grades[grade]!.id);
    const from = fromPriceOf(prices, grades);
    return prices && from !== undefined ? money(from, prices.currency) : "";
  };
  return (
    <div class="overview">
      <svg
        ref={own}
        viewBox={`${box.left} ${box.top} ${box.right - box.left} ${box.bottom - box.top}`}
        role="group"
        aria-label={words.overview}
      >
        {picture && <Picture picture={picture} hall={box} />}
        <rect class="stage" x={stage.left} y={stage.top} width={stage.right - stage.left} height={stage.bottom - stage.top} rx={8 * unit} />
        <text class="stage-name" x={0} y={(stage.top + stage.bottom) / 2} dy="0.35em" font-size={Math.min(14 * unit, (stage.bottom - stage.top) * 0.6)}>{words.stage}</text>
        {shapes.map((shape, at) => {
          const free = freeIn(seats, shape.first, shape.count);
          const held = mine.some((place) => place >= shape.first && place < shape.first + shape.count);
          return (
            <g
              key={`${shape.section}-${shape.area?.id ?? ""}`}
              role="button"
              class={`shape${shape.area ? " area" : ""} grade-${colourOf(shape.grade)}${free === 0 ? " gone" : ""}${held ? " own" : ""}`}
              tabindex={at === current ? 0 : -1}
              aria-label={label(shape)}
              onClick={() => onOpen(shape)}
              onFocus={() => (setCurrent(at), setPointed(shape))}
              onMouseEnter={() => setPointed(shape)}
              onKeyDown={(event) => move(event, at)}
            >
              <Ground shape={shape} pitch={hall.pitch} share={free / shape.count} />
            </g>
          );
        })}
        <g aria-hidden="true">
          {shapes.map((shape) => (
            <ShapeText key={`${shape.section}-${shape.area?.id ?? ""}`} shape={shape} free={freeIn(seats, shape.first, shape.count)} from={fromText(shape)} unit={unit} />
          ))}
        </g>
      </svg>
      <p class="hint small" aria-hidden="true">{pointed ? label(pointed) : words.overviewHint}</p>
    </div>
  );
}
